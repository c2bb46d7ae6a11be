internal import FormatKit
internal import Stock

/// The values that the records of one row lack. A cell of which several records are made is missing once.
struct MissingValues {
  private var found: [(field: String, problem: StagedProblem)] = []

  mutating func add(_ problem: StagedProblem, field: String) { found.append((field, problem)) }

  /// One problem for each column; of several fields that it gives, the one that is called like it, else the item's code.
  var problems: [StagedProblem] {
    // Nearly every row has all that it needs.
    if found.isEmpty { return [] }
    var columns: [String] = []
    for (_, problem) in found where !columns.contains(problem.field) || problem.field.isEmpty {
      columns.append(problem.field)
    }
    var unnamed = found.filter(\.problem.field.isEmpty).map(\.problem)[...]
    return columns.compactMap { column in
      if column.isEmpty { return unnamed.popFirst() }
      let own = found.filter { $0.problem.field == column }
      return (own.first { $0.field == Vocabulary.normalized(column) } ?? own.first { $0.field == "sku" } ?? own.first)?
        .problem
    }
  }
}

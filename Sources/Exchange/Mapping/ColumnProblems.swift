internal import FormatKit
internal import RetailValues
internal import Stock

/// What is reported once for a column, with the number of values it applies to and the first of them.
struct ColumnProblems {
  private struct Key: Hashable {
    let column: String
    let code: Problem.Code
  }

  private struct ColumnProblem {
    let problem: FieldReader.ValueProblem
    let kind: String
    let value: String
    let position: StagedPosition
    var examples: [String] = []
    var count = 0
    /// A row may become several records; its value is counted once.
    var lastRow = (table: -1, record: -1)
  }

  /// How many codes of a column are GTINs as written, and how many are not.
  private struct BarcodeCounts {
    var gtins = 0
    var others = 0
  }

  private var columnProblems: [Key: ColumnProblem] = [:]
  /// By column. A source has few of them, and comparing their names is faster than hashing them.
  private var barcodes: [(column: String, counts: BarcodeCounts)] = []
  /// The fields in which a date of a spreadsheet cannot be a real code.
  private static let fieldsWithoutDates: Set<String> = ["sku", "supplier_code", "product_code", "size"]
  private static let shownExamples = 3

  /// Counts a barcode.
  ///
  /// - Returns: whether it is a GTIN; nil when the value is not a text.
  mutating func count(_ staged: StagedValue, of column: String) -> Bool? {
    guard case .text(let canonical) = staged else { return nil }
    let isGTIN = canonical.utf8.count == 14 && canonical.utf8.allSatisfy(NumberNotation.isDigit)
    count(gtins: isGTIN ? 1 : 0, others: isGTIN ? 0 : 1, of: column)
    return isGTIN
  }

  /// Counts several barcodes of a column.
  mutating func count(gtins: Int, others: Int, of column: String) {
    let place = barcodes.firstIndex { $0.column == column } ?? barcodes.count
    if place == barcodes.count { barcodes.append((column, BarcodeCounts())) }
    barcodes[place].counts.gtins += gtins
    barcodes[place].counts.others += others
  }

  /// Adds an observation about a value to those of its column.
  ///
  /// - Returns: whether it is reported for the column.
  mutating func add(
    _ problem: FieldReader.ValueProblem, of field: CompiledField, value: String, kind: String,
    at position: StagedPosition
  ) -> Bool {
    guard problem.code != .codeLooksLikeDate || Self.fieldsWithoutDates.contains(field.field.name) else {
      return false
    }
    let key = Key(column: field.sourceName, code: problem.code)
    var columnProblem =
      columnProblems[key] ?? ColumnProblem(problem: problem, kind: kind, value: value, position: position)
    guard columnProblem.lastRow != (position.table, position.record) else { return true }
    columnProblem.lastRow = (position.table, position.record)
    columnProblem.count += 1
    if columnProblem.examples.count < Self.shownExamples {
      let place = position.line > 0 ? "line \(position.line)" : "record \(position.record)"
      columnProblem.examples.append("'\(value)' in \(place)")
    }
    columnProblems[key] = columnProblem
    return true
  }

  /// The observations as problems, in the order of the source.
  var problems: [StagedProblem] {
    let ordered = columnProblems.sorted {
      ($0.value.position.table, $0.value.position.record, $0.key.column, $0.key.code.id)
        < ($1.value.position.table, $1.value.position.record, $1.key.column, $1.key.code.id)
    }
    return ordered.map { key, columnProblem in
      let isDoubtful = key.code == .zerosRestored && !isCertain(key.column, restored: columnProblem.count)
      let code = isDoubtful ? Problem.Code.zerosDoubtful : key.code
      var message = columnProblem.problem.message
      if columnProblem.count > 1 {
        message +=
          "; \(columnProblem.count) values of the column are such: \(columnProblem.examples.joined(separator: ", "))"
        if columnProblem.count > columnProblem.examples.count { message += " …" }
      }
      return StagedProblem(
        code: code.id, severity: code.severity.rawValue, kind: columnProblem.kind, field: key.column,
        value: String(columnProblem.value.prefix(200)), message: message, remedy: code.remedy,
        position: columnProblem.position)
    }
  }

  /// Whether zeros that were put back are certain: nine of ten of the column's other values are GTINs as written. One
  /// in ten arbitrary numbers has a right check digit by chance.
  private func isCertain(_ column: String, restored: Int) -> Bool {
    guard let counts = barcodes.first(where: { $0.column == column })?.counts else { return false }
    let whole = counts.gtins - restored
    return whole > 0 && counts.others * 9 <= whole
  }
}

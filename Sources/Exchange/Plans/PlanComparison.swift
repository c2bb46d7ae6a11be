internal import FormatKit
internal import Stock

/// Sets a saved plan against what the same source would do now, line by line, and says in words what differs.
final class PlanComparison {
  private var saved: SavedPlan
  private var waiting: String?
  private var differences: [String] = []

  /// Enough is known to say that a plan is stale.
  private struct Enough: Error {}
  private static let told = 5

  private init(_ saved: SavedPlan) { self.saved = saved }

  /// The first differences; empty when every record would be treated as the plan says.
  static func differences(
    _ saved: SavedPlan, _ area: StagingArea, values: PlanValue, tables: [String]
  ) throws -> [String] {
    let comparison = PlanComparison(saved)
    comparison.waiting = try comparison.next()
    do {
      try comparison.compare(area, values, tables)
    } catch is Enough {}
    return comparison.differences
  }

  private func compare(_ area: StagingArea, _ values: PlanValue, _ tables: [String]) throws {
    let noCells: PlanFile.CellNames = { _ in nil }
    var lines = PlanFile.RecordLines(values: values, tables: tables, cells: noCells) { [self] bytes in
      try take(String(decoding: bytes.dropLast(), as: UTF8.self))
    }
    try lines.writeAll(of: area)
    while let line = waiting {
      try note("no longer so: \(Self.words(line))")
      waiting = try next()
    }
  }

  /// The next line of the plan, without the cells of its problems, which plans of earlier versions do not have.
  private func next() throws -> String? {
    try saved.nextLine().map { $0.contains(#","cell":""#) ? $0.replacing(#/,"cell":"(?:[^"\\]|\\.)*"/#, with: "") : $0 }
  }

  private func take(_ line: String) throws {
    while true {
      guard let planned = waiting else { return try note("not in the plan: \(Self.words(line))") }
      if planned == line {
        waiting = try next()
        return
      }
      let (was, now) = (Self.place(planned), Self.place(line))
      if was > now { return try note("not in the plan: \(Self.words(line))") }
      waiting = try next()
      if was == now { return try note("planned: \(Self.words(planned)); now: \(Self.words(line))") }
      try note("no longer so: \(Self.words(planned))")
    }
  }

  private func note(_ difference: String) throws {
    differences.append(difference)
    if differences.count >= Self.told { throw Enough() }
  }

  /// The rank of a line among the others: kinds in their order, then refused records.
  private static func place(_ line: String) -> (Int, Int) {
    guard let record = SavedPlan.record(line) else { return (0, 0) }
    let rank = record.problems == nil ? StagingArea.plannedKinds.firstIndex(of: record.kind) : nil
    return (rank ?? StagingArea.plannedKinds.count, record.at?.record ?? 0)
  }

  /// A record's line as a sentence.
  private static func words(_ line: String) -> String {
    guard let record = SavedPlan.record(line) else { return "a line that is not a record" }
    let name = ([record.kind.replacing("_", with: " ")] + (record.key ?? [])).joined(separator: " ")
    if let problem = record.problems?.first {
      return "record \(record.at?.record ?? 0) (\(record.kind)) is refused: \(problem.message)"
    }
    let fields = (record.fields ?? [:]).sorted { $0.key < $1.key }.prefix(4).map { field, change in
      "\(field) \(change.before ?? "–") → \(change.after ?? "–")"
    }
    return "\(record.action) \(name)" + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))")
  }
}

internal import GRDB

/// What one guard found in what was staged.
public struct GuardCases: Sendable {
  public let code: GuardCode
  /// How many cases there are; never capped.
  public let count: Int
  /// The first few.
  public let examples: [StagedProblem]
  /// What to do, each sentence once and that of the first case first; never empty. Cases of one guard may need
  /// different remedies, and those that no example has are there too.
  public let remedies: [String]
}

extension StagingArea {
  /// How many different remedies of one guard there are at most.
  private static let mostRemedies = 8

  /// The guards found, with the first few cases of each.
  ///
  /// - Parameter limit: the maximum number of cases of each.
  public func guards(limit: Int = 3) throws -> [GuardCases] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT code, COUNT(*) AS n FROM temp.problems WHERE severity = 'guard' GROUP BY code")
    guard !rows.isEmpty else { return [] }
    let counts = Dictionary(rows.map { ($0["code"] as String, $0["n"] as Int) }) { first, _ in first }
    let remedies = try guardRemedies()
    return try GuardCode.allCases.compactMap { code in
      guard let count = counts[code.rawValue] else { return nil }
      var examples: [StagedProblem] = []
      try forEachProblem(limit: limit, code: code.rawValue) { examples.append($0) }
      let all = examples.map(\.remedy).filter { !$0.isEmpty } + remedies[code.rawValue, default: []]
      let different = all.indices.filter { !all[..<$0].contains(all[$0]) }.prefix(Self.mostRemedies).map { all[$0] }
      return GuardCases(
        code: code, count: count, examples: examples, remedies: different.isEmpty ? [code.remedy] : different)
    }
  }

  /// The remedies of all cases, by the code of their guard.
  private func guardRemedies() throws -> [String: [String]] {
    var remedies: [String: [String]] = [:]
    // Nearly all cases have the same few sentences, so that one pass keeps little.
    let rows = try Row.fetchCursor(
      database, sql: "SELECT DISTINCT code, remedy FROM temp.problems WHERE severity = 'guard' AND remedy <> ''")
    while let row = try rows.next() {
      let code: String = row["code"]
      guard remedies[code, default: []].count < Self.mostRemedies else { continue }
      remedies[code, default: []].append(row["remedy"])
    }
    return remedies
  }
}

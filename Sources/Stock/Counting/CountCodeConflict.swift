internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Quantities of one item that a person counted in one section under two codes, of which the catalog did not know one.
///
/// They are likely to be different pieces. As entries of one item, the later would supersede the earlier.
struct CountCodeConflict {
  let code: String
  let item: String
  let section: String
  let counter: String
  /// What was counted under the unknown code.
  let found: Quantity
  /// What was counted of the item already.
  let counted: Quantity
  /// What was counted under both codes.
  let sum: Quantity

  /// The first conflict that a variant for an unknown code would make; nil without one.
  ///
  /// An earlier entry of zero loses nothing when it is superseded, and entries of one import add up: neither is a conflict.
  ///
  /// - Parameter others: other unknown codes that are to get the same variant.
  init?(
    _ database: Database, _ code: String, as variantID: Int64, with others: [String] = [], in sessionID: Int64
  ) throws {
    let sameItems = ["n.variant_id = :variant"] + (others.isEmpty ? [] : ["n.variant_id IS NULL AND n.code = :other"])
    var rows: [Row] = []
    for sameItem in sameItems {
      for other in sameItem.contains(":other") ? others : [""] where rows.isEmpty {
        var values: [String: (any DatabaseValueConvertible)?] = ["session": sessionID, "code": code]
        if sameItem.contains(":other") { values["other"] = other } else { values["variant"] = variantID }
        rows = try Row.fetchAll(
          database,
          sql: """
            SELECT e.id, e.quantity, n.id, n.quantity, e.section, e.counter
            FROM count_entries e JOIN count_entries n ON n.session_id = :session AND \(sameItem) AND n.code <> e.code
              AND n.superseded_by IS NULL AND \(CountEntries.areSameCounting("n", "e")) AND \(CountEntries.areDifferentImports)
            WHERE e.session_id = :session AND e.variant_id IS NULL AND e.code = :code AND e.superseded_by IS NULL
              AND CASE WHEN n.id < e.id THEN n.quantity ELSE e.quantity END > 0
              AND NOT \(CountSessions.isDismissed("e")) AND NOT (n.variant_id IS NULL AND \(CountSessions.isDismissed("n")))
            ORDER BY e.id, n.id
            """, arguments: StatementArguments(values))
      }
    }
    guard let first = rows.first else { return nil }
    let section: String = first[4]
    let counter: String = first[5]
    var found: [Int64: Int64] = [:]
    var counted: [Int64: Int64] = [:]
    for row in rows where row[4] as String == section && row[5] as String == counter {
      found[row[0] as Int64] = row[1] as Int64
      counted[row[2] as Int64] = row[3] as Int64
    }
    let foundSum = found.values.reduce(0, &+)
    let countedSum = counted.values.reduce(0, &+)
    self.code = code
    self.section = section
    self.counter = counter
    self.found = Quantity(scaled: foundSum)
    self.counted = Quantity(scaled: countedSum)
    sum = Quantity(scaled: foundSum &+ countedSum)
    item = try String.fetchOne(database, sql: "SELECT sku FROM variants WHERE id = ?", arguments: [variantID]) ?? ""
  }

  func problem(in count: String) -> Problems {
    let place = section.isEmpty ? "" : " in section '\(section)'"
    let person = counter.isEmpty ? "" : " by \(counter)"
    return Problems(
      .refused,
      """
      '\(item)' was counted as \(counted)\(place)\(person), and \(found) under the code '\(code)': as one item, the later \
      number would replace the earlier
      """,
      remedy: """
        If they are different pieces, enter the sum \(sum) for '\(item)'\(place)\(person.isEmpty ? "" : ", counted\(person)"). \
        Then leave the code out with `stockroom count resolve \(count) \(code) --mistake`.
        """)
  }
}

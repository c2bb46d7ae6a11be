internal import GRDB
internal import ProblemKit
public import RetailValues

/// Quantities of one item that people counted under two codes, of which the catalog did not know one.
///
/// They are likely to be different pieces. As entries of one item, the later would supersede the earlier.
public struct CountCodeConflict: Hashable, Sendable {
  /// A section and its counter whose two numbers conflict.
  public struct Place: Hashable, Sendable {
    /// Empty for the location as a whole.
    public let section: String
    /// Empty if the counter is not known.
    public let counter: String
    /// What was counted under the unknown code.
    public let found: Quantity
    /// What was counted of the item already.
    public let counted: Quantity
    /// What was counted under both codes.
    public let sum: Quantity
    /// Other unknown codes of the same item that were counted there.
    let otherCodes: [String]
  }

  public let code: String
  /// The SKU of the item.
  public let item: String
  /// All places where the numbers conflict, by section and counter. There is at least one.
  public let places: [Place]

  /// The conflicts that a variant for an unknown code would make; nil without one.
  ///
  /// An earlier entry of zero loses nothing when it is superseded, and entries of one import add up: neither is a conflict.
  ///
  /// - Parameter others: other unknown codes that are to get the same variant.
  init?(
    _ database: Database, _ code: String, as variantID: Int64, with others: [String] = [], in sessionID: Int64
  ) throws {
    var rows = try Row.fetchAll(
      database, sql: Self.pairs("n.variant_id = :same"),
      arguments: ["session": sessionID, "code": code, "same": variantID])
    for other in others {
      rows += try Row.fetchAll(
        database, sql: Self.pairs("n.variant_id IS NULL AND n.code = :same"),
        arguments: ["session": sessionID, "code": code, "same": other])
    }
    guard !rows.isEmpty else { return nil }
    var pairs: [[[UInt8]]: ConflictingEntries] = [:]
    for row in rows {
      let section: String = row[4]
      let counter: String = row[5]
      pairs[[Array(section.utf8), Array(counter.utf8)], default: ConflictingEntries(section, counter)].add(row)
    }
    self.code = code
    item = try String.fetchOne(database, sql: "SELECT sku FROM variants WHERE id = ?", arguments: [variantID]) ?? ""
    places = pairs.values.map(\.place).sorted { ($0.section, $0.counter) < ($1.section, $1.counter) }
  }

  /// SQL for the pairs of an entry `e` of the unknown code and an entry `n` of the item, of which one would supersede the
  /// other.
  private static func pairs(_ sameItem: String) -> String {
    """
    SELECT e.id, e.quantity, n.id, n.quantity, e.section, e.counter, CASE WHEN n.variant_id IS NULL THEN n.code END
    FROM count_entries e JOIN count_entries n ON n.session_id = :session AND \(sameItem) AND n.code <> e.code
      AND n.superseded_by IS NULL AND \(CountEntries.areSameCounting("n", "e")) AND \(CountEntries.areDifferentImports)
    WHERE e.session_id = :session AND e.variant_id IS NULL AND e.code = :code AND e.superseded_by IS NULL
      AND CASE WHEN n.id < e.id THEN n.quantity ELSE e.quantity END > 0
      AND NOT \(CountSessions.isDismissed("e")) AND NOT (n.variant_id IS NULL AND \(CountSessions.isDismissed("n")))
    ORDER BY e.id, n.id
    """
  }

  /// An option as a shell takes it, with an empty value too.
  private static func option(_ name: String, _ value: String) -> String {
    "--\(name)\(value.isEmpty ? " " : "=")\(ShellText.word(value))"
  }

  func problem(in count: String) -> Problems {
    let clashes = places.map { place in
      let counter = place.counter.isEmpty ? "" : " by \(place.counter)"
      return "as \(place.counted)\(place.words)\(counter), and \(place.found) under the code '\(code)'"
    }
    let sums = places.enumerated().map { index, place in
      let counter = place.counter.isEmpty ? "" : ", counted by \(place.counter)"
      return "\(place.sum)\(index == 0 ? " for '\(item)'" : "")\(place.words)\(counter)"
    }
    let commands = places.flatMap { place in
      ([code] + place.otherCodes).map { code in
        "`stockroom count resolve \(ShellText.word(count)) \(ShellText.word(code)) --mistake "
          + "\(Self.option("section", place.section)) \(Self.option("counter", place.counter))`"
      }
    }
    return Problems(
      .refused,
      "'\(item)' was counted \(clashes.joined(separator: "; ")): as one item, the later number would replace the earlier",
      remedy: """
        If they are different pieces, enter the sum \(sums.joined(separator: "; ")). Then leave the code out there with \
        \(commands.joined(separator: " and ")).
        """)
  }
}

/// The entries of one section and counter that conflict, by their numbers.
private struct ConflictingEntries {
  let section: String
  let counter: String
  private var found: [Int64: Int64] = [:]
  private var counted: [Int64: Int64] = [:]
  private var otherCodes: Set<String> = []

  init(_ section: String, _ counter: String) { (self.section, self.counter) = (section, counter) }

  mutating func add(_ row: Row) {
    found[row[0] as Int64] = row[1] as Int64
    counted[row[2] as Int64] = row[3] as Int64
    if let other: String = row[6] { otherCodes.insert(other) }
  }

  var place: CountCodeConflict.Place {
    let foundSum = found.values.reduce(0, &+)
    let countedSum = counted.values.reduce(0, &+)
    return CountCodeConflict.Place(
      section: section, counter: counter, found: Quantity(scaled: foundSum), counted: Quantity(scaled: countedSum),
      sum: Quantity(scaled: foundSum &+ countedSum), otherCodes: otherCodes.sorted())
  }
}

extension CountCodeConflict.Place {
  fileprivate var words: String { section.isEmpty ? "" : " in section '\(section)'" }
}

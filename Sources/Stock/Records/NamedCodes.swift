package import GRDB
package import ProblemKit
internal import RetailValues

/// A kind of record that people know by a name, and files by a code.
public enum NamedKind: String, Hashable, Sendable, CaseIterable {
  case categories, brands, colours, locations, suppliers

  /// The noun for one of them in messages.
  public var noun: String {
    switch self {
    case .categories: "category"
    case .brands: "brand"
    case .colours: "colour"
    case .locations: "location"
    case .suppliers: "supplier"
    }
  }

  /// SQL for the name; NULL where the code is the name.
  var name: String { self == .colours ? "NULL" : "name" }
}

extension ShopDatabase {
  /// The code of the record that a text means: its code, or else its name in any case.
  ///
  /// Exact codes come first, so that a name that is the code of another record never hides that record.
  ///
  /// - Returns: nil when no record has that code or name.
  /// - Throws: ``Problem/Code/refused`` when several records have that name.
  public func code(meantBy text: String, among kind: NamedKind) throws -> String? {
    try read { try NamedCodes.find(text, among: kind, $0)?.code }
  }

  /// The code that an option means: that of the record with this code or name, else the text itself, which may be the code
  /// of a record that is still to be made.
  ///
  /// - Throws: ``Problem/Code/refused`` when several records have that name.
  public func code(_ text: String?, among kind: NamedKind) throws -> String? {
    try text.map { try code(meantBy: $0, among: kind) ?? $0 }
  }

  /// The code of a record that the shop has.
  ///
  /// - Throws: ``Problem/Code/notFound`` with the records that there are.
  public func knownCode(_ text: String, among kind: NamedKind) throws -> String {
    try read { database in
      if let found = try NamedCodes.find(text, among: kind, database) { return found.code }
      throw try NamedCodes.unknown(text, kind.noun, among: kind, database)
    }
  }

  /// Whether a location is out of use.
  public func isInactive(location code: String) throws -> Bool {
    try read { database in
      try String.fetchOne(database, sql: "SELECT status FROM locations WHERE code = ?", arguments: [code])
    } == "inactive"
  }
}

/// Finds records by their code or their name.
package enum NamedCodes {
  package static func find(_ text: String, among kind: NamedKind, _ database: Database) throws -> (
    id: Int64, code: String
  )? {
    let exact = try Row.fetchOne(
      database, sql: "SELECT id, code FROM \(kind.rawValue) WHERE code = ?", arguments: [text])
    if let exact { return (exact["id"], exact["code"]) }
    let wanted = DictionaryOrder.folded(text)
    guard !wanted.isEmpty else { return nil }
    var found: [(id: Int64, code: String)] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, code, \(kind.name) AS name FROM \(kind.rawValue) ORDER BY code")
    while let row = try rows.next() {
      let (code, name): (String, String?) = (row["code"], row["name"])
      if DictionaryOrder.folded(name ?? code) == wanted { found.append((row["id"], code)) }
    }
    guard found.count <= 1 else {
      throw Problems(
        .refused,
        "\(found.count) records have the name '\(text)': \(found.prefix(10).map(\.code).joined(separator: ", "))",
        remedy: "Give the code of the \(kind.noun) that you mean.")
    }
    return found.first
  }

  /// The error for a text that is neither code nor name of any record.
  package static func unknown(_ text: String, _ noun: String, among kind: NamedKind, _ database: Database) throws
    -> Problems
  {
    let rows = try Row.fetchAll(
      database, sql: "SELECT code, \(kind.name) AS name FROM \(kind.rawValue) ORDER BY code LIMIT 10000")
    let known = rows.map { row -> (code: String, name: String?) in (row["code"], row["name"]) }
    let near = (known.map(\.code) + known.compactMap(\.name)).nearest(to: text)
    let listed = known.prefix(10).map {
      $0.name == nil || $0.name == $0.code ? $0.code : "\($0.code) (\($0.name ?? ""))"
    }
    return Problems(
      .notFound, "the catalog has no \(noun) '\(text)'",
      remedy: near.map { "Did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "It has none at all; leave that out."
          : "It has \(listed.joined(separator: ", "))\(known.count > 10 ? " and others" : "")."))
  }
}

package import FormatKit
internal import GRDB

/// What a shop has names for, so that a file's values can be compared with them.
extension ShopDatabase {
  /// The names in their order, each with what people read where that is something else.
  ///
  /// - Parameter most: how many are read at most.
  package func names(_ names: ValueNames, most: Int) throws -> [(code: String, title: String?)] {
    if case .words(let words) = names { return words.prefix(most).map { ($0, nil) } }
    guard let source = Self.source(of: names) else { return [] }
    return try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT \(source.code), \(source.title ?? "NULL") FROM \(source.table)
          WHERE \(source.code) IS NOT NULL ORDER BY 1 LIMIT ?
          """, arguments: [most]
      ).map { ($0[0], $0[1]) }
    }
  }

  /// How many names there are.
  package func nameCount(_ names: ValueNames) throws -> Int {
    if case .words(let words) = names { return words.count }
    guard let source = Self.source(of: names) else { return 0 }
    return try read {
      try Int.fetchOne($0, sql: "SELECT COUNT(DISTINCT \(source.code)) FROM \(source.table)") ?? 0
    }
  }

  /// Those of some values that an import finds in the shop: by their code, and suppliers and locations also by what partners
  /// call them and by their number.
  ///
  /// - Parameter values: a few thousand at most.
  package func known(_ values: [String], as names: ValueNames) throws -> Set<String> {
    if case .words(let words) = names { return Set(values).intersection(words) }
    guard let source = Self.source(of: names) else { return [] }
    var conditions = ["\(source.code) = :value"]
    if case .records(let kind) = names {
      if Vocabulary.kind(kind)?.field("gln") != nil { conditions.append("gln = :value") }
      if let partner = StagingArea.named.first(where: { $0.kind == kind }) {
        conditions.append("EXISTS (SELECT 1 FROM \(partner.aliases) a WHERE a.alias = :value)")
        if partner.field == "supplier" { conditions.append("name = trim(:value) COLLATE NOCASE") }
      }
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM \(source.table) WHERE \(conditions.joined(separator: " OR ")))"
    return try read { database in
      // Without an index each look-up would read all items.
      if case .sizes = names {
        let sizes = try String.fetchSet(database, sql: "SELECT DISTINCT size FROM variants WHERE size IS NOT NULL")
        return sizes.intersection(values)
      }
      let statement = try database.cachedStatement(sql: sql)
      return Set(try values.filter { try Bool.fetchOne(statement, arguments: ["value": $0]) ?? false })
    }
  }

  /// The table and the columns that have the names.
  private static func source(of names: ValueNames) -> (table: String, code: String, title: String?)? {
    switch names {
    case .words: return nil
    case .sizes: return ("variants", "size", nil)
    case .reasons: return ("reasons", "code", "name")
    case .records(let name):
      guard let kind = Vocabulary.kind(name), let key = kind.key.first else { return nil }
      return (kind.name, key.column ?? key.name, kind.fields.contains { $0.column == "name" } ? "name" : nil)
    }
  }
}

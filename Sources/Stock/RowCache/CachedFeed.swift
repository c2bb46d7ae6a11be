internal import Foundation
package import GRDB
internal import RetailValues

/// A way of reading files whose rows are remembered, as stored in the shop.
package struct CachedFeed {
  let id: Int64
  let key: [UInt8]
  /// The import that its rows came in with last.
  let importID: Int64
  /// The moment of that import.
  let keptAt: Int64
  let columns: [String]

  /// How many feeds are remembered; the one that was not imported for the longest time makes room.
  static let limit = 16

  /// - Returns: nil for a feed that is not remembered, or not in a form that is understood.
  static func find(_ database: Database, fingerprint: String) throws -> CachedFeed? {
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM known_feeds WHERE fingerprint = ?", arguments: [fingerprint])
    else { return nil }
    return CachedFeed(row)
  }

  private init?(_ row: Row) {
    guard let id = Int64.fromDatabaseValue(row["id"]), let key = Data.fromDatabaseValue(row["hash_key"]),
      key.count == 16,
      let importID = Int64.fromDatabaseValue(row["import_id"]), let keptAt = Int64.fromDatabaseValue(row["kept_at"]),
      let text = String.fromDatabaseValue(row["columns"]),
      let columns = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    else { return nil }
    self.id = id
    self.key = Array(key)
    self.importID = importID
    self.keptAt = keptAt
    self.columns = columns
  }

  /// Forgets a feed and its rows.
  static func forget(_ database: Database, fingerprint: String) throws {
    try database.execute(
      sql: "DELETE FROM known_rows WHERE feed_id IN (SELECT id FROM known_feeds WHERE fingerprint = ?)",
      arguments: [fingerprint])
    try database.execute(sql: "DELETE FROM known_feeds WHERE fingerprint = ?", arguments: [fingerprint])
  }

  /// The tables that store remembered rows.
  package static let tables = ["known_feeds", "known_rows"]

  /// Forgets all feeds; the next import of each takes as long as a first one.
  package static func forgetAll(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM known_rows; DELETE FROM known_feeds;")
  }

  /// Starts to remember a feed from the beginning.
  ///
  /// - Returns: its number, under which its pages are to be written.
  static func replace(
    _ database: Database, fingerprint: String, key: [UInt8], importID: Int64, at moment: Timestamp, columns: [String]
  ) throws -> Int64 {
    try forget(database, fingerprint: fingerprint)
    let names = String(decoding: try JSONEncoder().encode(columns), as: UTF8.self)
    try database.execute(
      sql: """
        INSERT INTO known_feeds (fingerprint, hash_key, import_id, kept_at, columns, rows) VALUES (?, ?, ?, ?, ?, 0)
        """,
      arguments: [fingerprint, Data(key), importID, moment.millisecondsSince1970, names])
    let id = database.lastInsertedRowID
    let oldest = try String.fetchAll(
      database, sql: "SELECT fingerprint FROM known_feeds ORDER BY import_id DESC, id DESC LIMIT -1 OFFSET \(limit)")
    for fingerprint in oldest { try forget(database, fingerprint: fingerprint) }
    return id
  }

  /// The feeds whose pages are not as they were written, by the import that they came in with.
  package static func damaged(_ database: Database) throws -> [String] {
    var names: [String] = []
    let feeds = try Row.fetchAll(database, sql: "SELECT * FROM known_feeds ORDER BY id")
    for row in feeds {
      let name = "import \(String.fromDatabaseValue(row["import_id"]) ?? "?")"
      guard let feed = CachedFeed(row), let hash = SipHash(key: feed.key) else {
        names.append(name)
        continue
      }
      var rows = 0
      var number: Int64 = 0
      var isWhole = true
      let pages = try Row.fetchCursor(
        database, sql: "SELECT page, content FROM known_rows WHERE feed_id = ? ORDER BY page", arguments: [feed.id])
      while isWhole, let page = try pages.next() {
        isWhole = false
        guard Int64.fromDatabaseValue(page["page"]) == number, let bytes = Data.fromDatabaseValue(page["content"]),
          let known = RowCachePage(Array(bytes), hash, feed: feed.id, page: number)
        else { break }
        isWhole = true
        rows += known.count
        number += 1
      }
      if !isWhole || Int.fromDatabaseValue(row["rows"]) != rows { names.append(name) }
    }
    return names
  }
}

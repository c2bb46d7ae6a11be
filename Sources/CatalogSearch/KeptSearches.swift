internal import Foundation
internal import GRDB
internal import ProblemKit
internal import RetailValues
internal import Stock

/// The results of searches, kept so that further pages neither repeat nor skip a product when the catalog changes.
///
/// A position in a result is no longer valid after titles or prices change. So a search with further pages stores the
/// numbers of the products that it found, eight bytes each, in a file next to the shop's books. The file holds nothing
/// else and may be deleted. A search expires after a day, and the oldest ones earlier if all together take up too much
/// space.
public final class KeptSearches: Sendable {
  /// The name of the file in a shop's folder.
  public static let fileName = "searches.sqlite"
  /// How long a search can be gone on with, in milliseconds.
  static let lifetime: Int64 = 24 * 3_600_000
  /// How much room all searches may take, in bytes of product numbers.
  let limit: Int

  private let queue: DatabaseQueue

  /// A search that is gone on with.
  struct Search {
    let id: String
    let query: CatalogQuery
    let total: Int
    let first: Int
  }

  /// - Parameters:
  ///   - path: the file, which is made when it is not there.
  ///   - limit: how much room all searches may take together.
  /// - Throws: ``Problems`` when the file can be neither read nor made.
  public init(at path: String, limit: Int = 64 << 20) throws {
    self.limit = limit
    var configuration = Configuration()
    configuration.busyMode = .timeout(ShopDatabase.busyTimeout)
    configuration.prepareDatabase { database in
      // Results lost in a power failure are searched for again.
      try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    }
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.write { database in
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS searches (
              id TEXT PRIMARY KEY, made_at INTEGER NOT NULL, query TEXT NOT NULL, bytes INTEGER NOT NULL,
              products BLOB NOT NULL
            ) STRICT;
            CREATE INDEX IF NOT EXISTS searches_by_age ON searches(made_at, bytes)
            """)
      }
    } catch {
      throw Problems(
        .damaged, "searches cannot be kept in \(path)",
        remedy: "Make the folder writable, or delete that file: it holds nothing but searches that were begun.")
    }
  }

  /// Keeps what was found, in its order.
  ///
  /// - Returns: by what the search is known.
  func keep(_ products: [Int64], of query: CatalogQuery, at moment: Timestamp) throws -> String {
    let id = (0..<4).map { _ in String(UInt16.random(in: .min ... .max), radix: 16) }
      .map { String(repeating: "0", count: 4 - $0.count) + $0 }.joined()
    var bytes = Data(capacity: products.count * 8)
    for product in products { withUnsafeBytes(of: product.bigEndian) { bytes.append(contentsOf: $0) } }
    let question = String(decoding: try JSONEncoder().encode(query.continued), as: UTF8.self)
    let now = moment.millisecondsSince1970
    try write { [bytes, limit] database in
      try database.execute(sql: "DELETE FROM searches WHERE made_at < ?", arguments: [now - Self.lifetime])
      try database.execute(
        sql: """
          DELETE FROM searches WHERE id IN (
            SELECT id FROM (SELECT id, SUM(bytes) OVER (ORDER BY made_at DESC, id) AS room FROM searches) WHERE room > ?)
          """, arguments: [limit - bytes.count])
      try database.execute(
        sql: "INSERT INTO searches (id, made_at, query, bytes, products) VALUES (?, ?, ?, ?, ?)",
        arguments: [id, now, question, bytes.count, bytes])
    }
    return id
  }

  static func token(_ id: String, _ place: Int) -> String { "\(id).\(place)" }

  /// The search that a token continues.
  func search(_ token: String, at moment: Timestamp) throws -> Search {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    let row =
      parts.count != 2
      ? nil
      : try read { database in
        try Row.fetchOne(
          database, sql: "SELECT query, bytes FROM searches WHERE id = ? AND made_at >= ?",
          arguments: [String(parts[0]), moment.millisecondsSince1970 - Self.lifetime])
      }
    guard let row, let place = Int(parts[1]), let bytes: Int = row["bytes"], (0...bytes / 8).contains(place),
      let query = try? JSONDecoder().decode(CatalogQuery.self, from: Data((row["query"] as String).utf8))
    else {
      throw Problems(
        .notFound, "there is no search '\(token)' to go on with", remedy: "Searches are kept for a day; search again.")
    }
    return Search(id: String(parts[0]), query: query, total: bytes / 8, first: place)
  }

  /// Some of the products that a search found.
  func products(of id: String, from place: Int, count: Int) throws -> [Int64] {
    let bytes = try read { database in
      try Data.fetchOne(
        database, sql: "SELECT substr(products, ?, ?) FROM searches WHERE id = ?",
        arguments: [place * 8 + 1, count * 8, id])
    }
    guard let bytes else { return [] }
    return stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      bytes[bytes.startIndex + start..<bytes.startIndex + start + 8].reduce(0) { $0 << 8 | Int64($1) }
    }
  }

  private func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try ShopDatabase.translatingErrors { try queue.read(work) }
  }

  private func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try ShopDatabase.translatingErrors { try queue.write(work) }
  }
}

internal import Foundation
internal import GRDB
internal import ProblemKit
internal import RetailValues
internal import Stock
internal import Synchronization

/// The results of searches, kept so that further pages neither repeat nor skip a product when the catalog changes.
///
/// A position in a result is no longer valid after titles or prices change. So a search with further pages stores the
/// numbers of the products that it found, eight bytes each, in a file next to the shop's books. The file holds nothing
/// else and may be deleted. A person who searches for the same within an hour, and finds the same, goes on with the same search.
/// A search expires a day later, and the oldest ones earlier if all together take up too much space.
public final class KeptSearches: Sendable {
  /// The name of the file in a shop's folder.
  public static let fileName = "searches.sqlite"
  /// How long a search is that of everybody who searches for the same, in milliseconds.
  static let sharing: Int64 = 3_600_000
  /// How long a search can be gone on with, in milliseconds: a day after it was begun last.
  static let lifetime: Int64 = 24 * 3_600_000 + sharing
  /// How much room all searches may take, in bytes of product numbers.
  let limit: Int

  private let path: String
  let queue: DatabaseQueue

  /// A search that is gone on with.
  struct Search {
    let id: String
    let query: CatalogQuery
    let total: Int
    let first: Int
  }

  /// The searches of a file.
  ///
  /// - Returns: nil where none can be kept: the disk is full, or the file or its folder may only be read.
  /// - Throws: ``Problems`` when the file is damaged, or of another kind.
  public static func ifWritable(at path: String) throws -> KeptSearches? {
    if let opened = OpenedSearches.current { return try opened.searches(at: path) }
    do {
      return try KeptSearches(at: path)
    } catch let error where ShopDatabase.cannotWrite(error, at: path) {
      return nil
    }
  }

  /// - Parameters:
  ///   - path: the file, which is made when it is not there.
  ///   - limit: how much room all searches may take together.
  /// - Throws: ``Problems`` when the file is damaged, or of another kind; the error of the database when nothing can be written.
  init(at path: String, limit: Int = 64 << 20) throws {
    (self.path, self.limit) = (path, limit)
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
      guard !ShopDatabase.cannotWrite(error, at: path) else { throw error }
      if let problems = ShopDatabase.translated(error), problems.code == .busy { throw problems }
      throw Problems(
        .damaged, "searches cannot be kept in \(path)",
        remedy: "Delete that file: it holds nothing but searches that were begun.")
    }
  }

  /// Keeps what was found, in its order.
  ///
  /// - Returns: by what the search is known; nil where it cannot be kept: the disk is full, or the file may only be read.
  func keep(_ products: [Int64], of query: CatalogQuery, at moment: Timestamp) throws -> String? {
    let id = (0..<4).map { _ in String(UInt16.random(in: .min ... .max), radix: 16) }
      .map { String(repeating: "0", count: 4 - $0.count) + $0 }.joined()
    var bytes = Data(capacity: products.count * 8)
    for product in products { withUnsafeBytes(of: product.bigEndian) { bytes.append(contentsOf: $0) } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let question = String(decoding: try encoder.encode(query.continued), as: UTF8.self)
    let now = moment.millisecondsSince1970
    return try ShopDatabase.translatingErrors(at: path) { () -> String? in
      do {
        if let same = try queue.read({ [bytes] in try Self.recent($0, question, bytes, at: now) }) { return same }
        try queue.write { [bytes, limit] database in
          try database.execute(sql: "DELETE FROM searches WHERE made_at < ?", arguments: [now - Self.lifetime])
          try database.execute(
            sql: """
              DELETE FROM searches WHERE id IN (
                SELECT id FROM (SELECT id, SUM(bytes) OVER (ORDER BY made_at DESC, id) AS room FROM searches)
                WHERE room > ?)
              """, arguments: [limit - bytes.count])
          try database.execute(
            sql: "INSERT INTO searches (id, made_at, query, bytes, products) VALUES (?, ?, ?, ?, ?)",
            arguments: [id, now, question, bytes.count, bytes])
        }
        return id
      } catch let error where ShopDatabase.cannotWrite(error, at: path) {
        return nil
      }
    }
  }

  /// A search that was begun lately and found the same; nil without one.
  private static func recent(
    _ database: Database, _ question: String, _ bytes: Data, at now: Int64
  ) throws -> String? {
    try String.fetchOne(
      database,
      sql: "SELECT id FROM searches WHERE made_at > ? AND made_at <= ? AND bytes = ? AND query = ? AND products = ?",
      arguments: [now - sharing, now, bytes.count, question, bytes])
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
    try ShopDatabase.translatingErrors(at: path) { try queue.read(work) }
  }
}

/// The searches of a shop in a process that runs many commands: their file is opened once.
///
/// ```swift
/// let searches = OpenedSearches()
/// OpenedSearches.$current.withValue(searches) { /* runs a command */ }
/// ```
public final class OpenedSearches: Sendable {
  /// What the running command uses; nil where each opens the file.
  @TaskLocal public static var current: OpenedSearches?

  private struct Opened: Sendable {
    let searches: KeptSearches
    let file: [UInt64]
  }

  private let opened = Mutex<Opened?>(nil)

  public init() {}

  /// Closes the file.
  public func close() { opened.withLock { $0 = nil } }

  /// The searches of a file; see ``KeptSearches/ifWritable(at:)``. The file may be deleted at any time.
  fileprivate func searches(at path: String) throws -> KeptSearches? {
    try opened.withLock { opened in
      if let opened, opened.file == Self.file(at: path) { return opened.searches }
      opened = nil
      do {
        let searches = try KeptSearches(at: path)
        opened = Self.file(at: path).map { Opened(searches: searches, file: $0) }
        return searches
      } catch let error where ShopDatabase.cannotWrite(error, at: path) {
        return nil
      }
    }
  }

  /// The device and the inode of a file, by which another in its place is noticed; nil without one.
  private static func file(at path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}

internal import Foundation
internal import GRDB
internal import RetailValues

/// Keeping the rows of an import that was just applied, for the next time.
extension RowCache {
  /// Writes down the rows whose like would now change nothing; within the transaction that applied them.
  ///
  /// - Parameter leastRows: a file with fewer rows is not worth remembering.
  package func keep(_ area: StagingArea, importID: Int64, context: StagingContext, leastRows: Int) throws {
    guard isKeeping, log.rows >= leastRows else { return }
    var pages = try PageWriter(
      database, hash,
      feed: try CachedFeed.replace(
        database, fingerprint: fingerprint, key: key, importID: importID, at: now, columns: columns))
    // Changes by this import may affect recognised rows too, such as another price of an item.
    let changed = recognisedRows > 0 ? try ChangedRecords(database, from: importID, through: importID) : nil
    let staged = try StagedRows(area, context: context, now: now)
    var isSound = !log.isAmbiguous
    try log.forEach(database) { entry in
      switch entry {
      case .recognised(let digest, let references):
        guard let changed, !references.contains(where: { changed.contains($0) }) else { return }
        try pages.append(digest, references)
      case .mapped(let digest, let table, let record, let notes):
        guard let references = try staged.references(table: table, record: record), let digest else { return }
        guard references.count + notes.count <= RowCachePage.referenceLimit else { return }
        try pages.append(digest, references + notes)
      }
    }
    isSound = isSound && staged.isAtEnd
    guard isSound else { return try CachedFeed.forget(database, fingerprint: fingerprint) }
    try pages.finish()
  }

  /// Writes pages one after the other.
  private struct PageWriter {
    private let database: Database
    private let hash: SipHash
    private let feed: Int64
    private let insertion: Statement
    private var page = RowCachePage()
    private var number: Int64 = 0
    private var rows = 0

    init(_ database: Database, _ hash: SipHash, feed: Int64) throws {
      self.database = database
      self.hash = hash
      self.feed = feed
      insertion = try database.makeStatement(
        sql: "INSERT INTO known_rows (feed_id, page, content) VALUES (?, ?, ?)")
    }

    mutating func append(_ digest: RowDigest, _ references: [RowReference]) throws {
      page.append(digest, references)
      if page.isFull { try write() }
    }

    private mutating func write() throws {
      try insertion.execute(arguments: [feed, number, Data(page.encoded(hash, feed: feed, page: number))])
      number += 1
      rows += page.count
      page.removeAll()
    }

    mutating func finish() throws {
      if page.count > 0 { try write() }
      try database.execute(sql: "UPDATE known_feeds SET rows = ? WHERE id = ?", arguments: [rows, feed])
    }
  }
}

internal import Foundation
internal import GRDB
package import RetailValues

/// The remembered rows of a file that was imported before, and the rows to remember of one that is being imported.
///
/// A row is recognised by its digest if it came in the same way before, nothing had to be reported about it, all its
/// values are in the shop, and no record that it names has changed since. Mapped, staged and compared, it would only
/// give unchanged records; so it is only counted. If anything could make that wrong, ``RecognitionAbandoned`` is
/// thrown: the file is then read once more and every row is treated as new.
package final class RowCache {
  /// The kinds whose records are recognised; rows that bring others are not.
  package static let kinds = RowReference.kinds

  let database: Database
  let fingerprint: String
  package let hash: SipHash
  let key: [UInt8]
  let now: Timestamp
  /// Whether the rows of this import are written down, to be kept when it is applied.
  let isKeeping: Bool
  /// Whether there are rows that can be recognised.
  package let isRecognising: Bool
  /// The last import when rows began to be recognised.
  let lastImport: Int64
  private let changed: ChangedRecords?
  private var window: RowCacheWindow
  /// The records and items that recognised rows name, by sort.
  private(set) var named = Array(repeating: RecordNumbers(), count: RowReference.item + 1)
  package private(set) var recognisedRows = 0
  /// The columns with barcodes, in the order in which they came first.
  private(set) var columns: [String]
  /// How many codes of each column recognised rows had: GTINs and others.
  private var codes: [(gtins: Int, others: Int)]
  /// How many records of a kind only recognised rows name; all are as they were.
  var unchanged: [String: Int] = [:]
  /// The values of the current row in columns with barcodes.
  private var notes: [RowReference] = []
  var log: RowLog

  private init(
    _ database: Database, feed: CachedFeed?, fingerprint: String, changed: ChangedRecords?, keeps: Bool,
    now: Timestamp, lastImport: Int64
  ) throws {
    self.database = database
    self.fingerprint = fingerprint
    self.now = now
    self.lastImport = lastImport
    self.changed = changed
    isKeeping = keeps
    isRecognising = changed != nil
    var generator = SystemRandomNumberGenerator()
    let key = feed?.key ?? (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard let hash = SipHash(key: key) else { throw RecognitionAbandoned() }
    self.key = key
    self.hash = hash
    columns = feed?.columns ?? []
    codes = columns.map { _ in (0, 0) }
    log = try RowLog(database, isWanted: keeps)
    let id = feed?.id ?? 0
    window = RowCacheWindow { page in
      // The pages are in a temporary table, so reading them locks nothing in the shop.
      guard changed != nil,
        let bytes = try Data.fetchOne(
          database, sql: "SELECT content FROM temp.pages_of_feed WHERE page = ?", arguments: [page])
      else { return nil }
      guard let known = RowCachePage(Array(bytes), hash, feed: id, page: page) else { throw RecognitionAbandoned() }
      return known
    }
  }

  /// Prepares to recognise or keep the rows of a feed.
  ///
  /// - Parameters:
  ///   - fingerprint: identifies everything besides a row's bytes and the shop's records that decides what becomes of the row.
  ///   - recognises: whether rows are to be recognised.
  ///   - keeps: whether rows are to be kept when the import is applied.
  /// - Returns: nil when there is nothing to do.
  package static func open(
    _ area: StagingArea, fingerprint: String, recognises: Bool, keeps: Bool, now: Timestamp
  ) throws -> RowCache? {
    guard recognises || keeps else { return nil }
    let database = area.database
    // One look at the shop: what is remembered and what changed since belong together.
    return try area.inReadOnlyTransaction {
      let lastImport = try area.lastImport()
      let feed = try CachedFeed.find(database, fingerprint: fingerprint)
      var changed: ChangedRecords?
      // A price may have become valid or lapsed by a clock that was set back.
      if recognises, let feed, feed.keptAt <= now.millisecondsSince1970, feed.importID <= lastImport,
        try !ChangedRecords.mayMeanOtherPartners(database, from: feed.importID + 1, through: lastImport)
      {
        changed = try ChangedRecords(database, from: feed.importID + 1, through: lastImport)
        if changed != nil {
          try database.execute(
            sql: """
              CREATE TEMP TABLE pages_of_feed (page INTEGER PRIMARY KEY, content BLOB);
              INSERT INTO temp.pages_of_feed SELECT page, content FROM known_rows WHERE feed_id = \(feed.id) ORDER BY page;
              """)
        }
      }
      guard keeps || changed != nil else { return nil }
      return try RowCache(
        database, feed: feed, fingerprint: fingerprint, changed: changed, keeps: keeps, now: now,
        lastImport: lastImport)
    }
  }

  // MARK: Reading

  /// Whether a row is known and all that it names is as it was; the row then needs no mapping.
  package func recognises(_ digest: RowDigest) throws -> Bool {
    guard let changed, let found = try window.find(digest) else { return false }
    let isSame = window.withReferences(of: found) { references in
      for reference in references where changed.contains(reference) { return false }
      return true
    }
    guard isSame else { return false }
    recognisedRows += 1
    try window.withReferences(of: found) { references in
      for reference in references {
        switch reference.sort {
        case ...RowReference.item: named[reference.sort].insert(reference.number)
        default:
          guard reference.number < codes.count else { throw RecognitionAbandoned() }
          if reference.sort == RowReference.gtin {
            codes[Int(reference.number)].gtins += 1
          } else {
            codes[Int(reference.number)].others += 1
          }
        }
      }
      try log.add(recognised: digest, references)
    }
    return true
  }

  /// Notes that a row that is being mapped has a code in a column with barcodes.
  package func note(column: String, isGTIN: Bool) {
    guard isKeeping else { return }
    let place = columns.firstIndex(of: column) ?? columns.count
    if place == columns.count {
      columns.append(column)
      codes.append((0, 0))
    }
    notes.append(RowReference(isGTIN ? RowReference.gtin : RowReference.otherCode, Int64(place)))
  }

  /// Records a row that was mapped.
  ///
  /// - Parameter digest: nil for a row about which something was reported, which must not be recognised.
  package func mapped(_ digest: RowDigest?, table: Int, record: Int) throws {
    defer { notes.removeAll(keepingCapacity: true) }
    try log.add(mapped: digest, table: table, record: record, notes)
  }

  /// The number of codes of columns with barcodes in rows that were recognised.
  package var recognisedCodes: [(column: String, gtins: Int, others: Int)] {
    zip(columns, codes).filter { $1.gtins + $1.others > 0 }.map { ($0, $1.gtins, $1.others) }
  }
}

/// Rows were recognised, but other content of the file may change their meaning, so the file must be read again without
/// recognition. Nothing was written.
package struct RecognitionAbandoned: Error {
  package init() {}
}

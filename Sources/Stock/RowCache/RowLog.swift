internal import Foundation
internal import GRDB

/// The rows of a file that is being imported, in their order, on disk until the import is applied.
struct RowLog {
  enum Entry {
    /// A row that was recognised, with what it refers to.
    case recognised(RowDigest, [RowReference])
    /// A row that was mapped; without a digest it is not kept.
    case mapped(RowDigest?, table: Int64, record: Int64, notes: [RowReference])
  }

  private static let pageBytes = 1 << 16
  private var bytes: [UInt8] = []
  private var insertion: Statement?
  private var last: (table: Int, record: Int) = (-1, -1)
  private(set) var rows = 0
  /// Whether two consecutive rows had the same position, so that their records cannot be distinguished.
  private(set) var isAmbiguous = false

  init(_ database: Database, isWanted: Bool) throws {
    guard isWanted else { return }
    try database.execute(sql: "CREATE TEMP TABLE rows_of_file (page INTEGER PRIMARY KEY, content BLOB)")
    insertion = try database.makeStatement(sql: "INSERT INTO temp.rows_of_file (content) VALUES (?)")
  }

  mutating func add(recognised digest: RowDigest, _ references: UnsafeBufferPointer<RowReference>) throws {
    guard insertion != nil else { return }
    bytes.append(0)
    bytes.append(digest)
    append(references)
    try endRow()
  }

  mutating func add(mapped digest: RowDigest?, table: Int, record: Int, _ notes: [RowReference]) throws {
    guard insertion != nil else { return }
    if last == (table, record) { isAmbiguous = true }
    last = (table, record)
    let digest = notes.count > RowCachePage.referenceLimit ? nil : digest
    bytes.append(digest == nil ? 2 : 1)
    bytes.append(varint: UInt64(table))
    bytes.append(varint: UInt64(record))
    if let digest {
      bytes.append(digest)
      append(notes)
    }
    try endRow()
  }

  private mutating func append(_ references: some Collection<RowReference>) {
    bytes.append(varint: UInt64(references.count))
    for reference in references { bytes.append(varint: reference.packed) }
  }

  private mutating func endRow() throws {
    rows += 1
    if bytes.count >= Self.pageBytes { try flush() }
  }

  private mutating func flush() throws {
    guard !bytes.isEmpty, let insertion else { return }
    try insertion.execute(arguments: [Data(bytes)])
    bytes.removeAll(keepingCapacity: true)
  }

  /// Hands out the rows in their order.
  mutating func forEach(_ database: Database, _ body: (Entry) throws -> Void) throws {
    try flush()
    let pages = try Data.fetchCursor(database, sql: "SELECT content FROM temp.rows_of_file ORDER BY page")
    while let page = try pages.next() {
      var reader = PackedReader(Array(page))
      while !reader.isAtEnd {
        guard let entry = Self.entry(&reader) else { throw RecognitionAbandoned() }
        try body(entry)
      }
    }
  }

  private static func entry(_ reader: inout PackedReader) -> Entry? {
    func references() -> [RowReference]? {
      guard let count = reader.varint(), count <= RowCachePage.referenceLimit else { return nil }
      var references: [RowReference] = []
      references.reserveCapacity(Int(count))
      for _ in 0..<count {
        guard let packed = reader.varint() else { return nil }
        references.append(RowReference(packed: packed))
      }
      return references
    }
    guard let tag = reader.byte() else { return nil }
    if tag == 0 {
      guard let digest = reader.digest(), let references = references() else { return nil }
      return .recognised(digest, references)
    }
    guard let table = reader.varint(), let record = reader.varint() else { return nil }
    var digest: RowDigest?
    var notes: [RowReference] = []
    if tag == 1 {
      guard let known = reader.digest(), let noted = references() else { return nil }
      (digest, notes) = (known, noted)
    }
    return .mapped(digest, table: Int64(table), record: Int64(record), notes: notes)
  }
}

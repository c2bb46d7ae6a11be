internal import Foundation
internal import GRDB

/// The records of a kind that say again what one before them said, such as the product in each row of its variants.
///
/// They would be merged with that one. So only their positions are kept, packed; as long as nothing is wrong with the
/// source, they are not needed. Where something is wrong, they are spelled out, so that every problem is reported row
/// by row. So they are where the last value of a key counts, which one of them may have.
final class RepeatedRecords {
  private enum Kept: Equatable {
    case absent, clear
    case integer(Int64)
    case text(length: Int)

    /// Adds the value to the words of a digest, to which the bytes of texts are added.
    func append(to words: inout [UInt64]) {
      switch self {
      case .absent: words.append(0)
      case .clear: words.append(1)
      case .integer(let number): words += [2, UInt64(bitPattern: number)]
      case .text(let length): words += [3, UInt64(length)]
      }
    }
  }

  private let database: Database
  private let kind: String
  private var values: [Kept] = []
  private var bytes: [UInt8] = []
  private var twin: Int64?
  private var isKept = false
  /// The number, the number of the one repeated, and the four parts of the place of each.
  private var places: [Int64] = []
  fileprivate static let parts = 6
  private static let packed = 512 * parts
  /// Whether any record was set aside.
  private(set) var isUsed = false

  init(database: Database, kind: String, keyPlace: Int?) {
    self.database = database
    self.kind = kind
    self.keyPlace = keyPlace
  }

  static let table = "CREATE TEMP TABLE repeated_records (id INTEGER PRIMARY KEY, kind TEXT, places BLOB)"

  /// The place of the kind's own code among the values; nil for a kind without one, where only the record just before is
  /// known.
  private let keyPlace: Int?
  private var known = ContentNumbers()
  private var words: [UInt64] = []
  /// The number of the record that said first what the last one said.
  private var first: Int64 = 0
  /// Whether any record was set aside that does not come right after those that say the same.
  private(set) var isScattered = false

  /// The number of the record that said first what a record says.
  ///
  /// - Parameters:
  ///   - number: the number of the record, under which what it says is known if it is new.
  ///   - isBroken: whether it has an error; then it is not repeated, and repeats none.
  func first(saying record: [StagedValue], _ twin: Int64?, as number: Int64, isBroken: Bool) -> Int64? {
    if !isBroken, isSame(record, twin) { return first }
    keep(record, twin, isBroken: isBroken)
    first = number
    guard !isBroken, twin == nil, let keyPlace, case .text = values[keyPlace] else { return nil }
    words.removeAll(keepingCapacity: true)
    for value in values { value.append(to: &words) }
    let earlier = words.withUnsafeBufferPointer { words in
      bytes.withUnsafeBytes { known.number(of: words, $0, orAdd: number) }
    }
    guard let earlier else { return nil }
    first = earlier
    isScattered = true
    return earlier
  }

  /// Whether a record says what the last one said.
  private func isSame(_ record: [StagedValue], _ twin: Int64?) -> Bool {
    guard isKept, twin == self.twin, record.count == values.count else { return false }
    var start = 0
    for (value, kept) in zip(record, values) {
      switch (value, kept) {
      case (.absent, .absent), (.clear, .clear): break
      case (.integer(let number), .integer(let known)): if number != known { return false }
      case (.bytes, .text(let length)), (.text, .text(let length)):
        let isEqual = value.withBytes { text in
          guard let text, text.count == length else { return false }
          return bytes.withUnsafeBufferPointer { known in
            for place in 0..<length where known[start + place] != text[place] { return false }
            return true
          }
        }
        guard isEqual else { return false }
        start += length
      default: return false
      }
    }
    return true
  }

  /// Keeps what a record says, to set the next one against; a broken one is not repeated.
  private func keep(_ record: [StagedValue], _ twin: Int64?, isBroken: Bool) {
    isKept = !isBroken
    guard isKept else { return }
    self.twin = twin
    values.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    for value in record {
      switch value {
      case .absent: values.append(.absent)
      case .clear: values.append(.clear)
      case .integer(let number): values.append(.integer(number))
      case .bytes, .text:
        value.withBytes { text in
          guard let text else { return }
          bytes.append(contentsOf: text)
          values.append(.text(length: text.count))
        }
      }
    }
  }

  /// The highest number of a record that was set aside; 0 before the first one.
  private(set) var lastNumber: Int64 = 0

  /// Sets a record aside.
  func add(_ number: Int64, of first: Int64, _ position: StagedPosition) throws {
    isUsed = true
    lastNumber = max(lastNumber, number)
    places += [
      number, first, Int64(position.table), Int64(position.line), Int64(position.record), Int64(position.byteOffset),
    ]
    if places.count >= Self.packed { try pack() }
  }

  /// Writes down the places that are not yet.
  func pack() throws {
    guard !places.isEmpty else { return }
    try database.execute(
      sql: "INSERT INTO temp.repeated_records (kind, places) VALUES (?, ?)",
      arguments: [kind, places.withUnsafeBytes { Data($0) }])
    places.removeAll(keepingCapacity: true)
  }

  /// Puts all of them into the staging table after all.
  ///
  /// - Parameter columns: those that hold what a record says.
  func spellOut(columns: [String]) throws {
    let said = (["clear", "twin"] + columns).joined(separator: ", ")
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO temp.stage_\(kind) (seq, tbl, line, record, offset, broken, implied, \(said))
        SELECT ?1, ?3, ?4, ?5, ?6, 0, 0, \(said) FROM temp.stage_\(kind) WHERE seq = ?2
        """)
    let places = try RepeatedPlaces(database, kind: kind)
    while let place = places.current {
      try statement.execute(arguments: StatementArguments(Array(place)))
      try places.advance()
    }
  }

  /// The places of all records that were set aside, in the order of the source.
  func setAside() throws -> RepeatedPlaces {
    try pack()
    return try RepeatedPlaces(database, kind: kind)
  }

  /// Hands out the places one by one.
  final class RepeatedPlaces {
    private let blobs: FastDatabaseValueCursor<Data>
    private var places: [Int64] = []
    private var start = 0
    /// The number, the number of the one repeated, and table, line, record and offset of the next; nil at the end.
    private(set) var current: ArraySlice<Int64>?

    fileprivate init(_ database: Database, kind: String) throws {
      blobs = try Data.fetchCursor(
        database, sql: "SELECT places FROM temp.repeated_records WHERE kind = ? ORDER BY id", arguments: [kind])
      try read()
    }

    private func read() throws {
      places = try blobs.next().map { $0.withUnsafeBytes { Array($0.bindMemory(to: Int64.self)) } } ?? []
      start = 0
      current = places.isEmpty ? nil : places[0..<RepeatedRecords.parts]
    }

    func advance() throws {
      start += RepeatedRecords.parts
      guard start < places.count else { return try read() }
      current = places[start..<start + RepeatedRecords.parts]
    }
  }
}

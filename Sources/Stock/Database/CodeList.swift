internal import GRDB

/// The codes of a short table, held in memory: looking one up by its number costs less than a join for each record.
final class CodeList {
  /// A table that may have more rows is joined.
  private static let limit: Int64 = 4096

  /// A view for look-ups that does not count references for each record. It must not outlive the list.
  struct View {
    fileprivate let bytes: UnsafeMutableBufferPointer<UInt8>
    /// The range of each number's code in `bytes`; nil for a number that is not in use.
    fileprivate let places: UnsafeMutableBufferPointer<Range<Int>?>

    subscript(id: Int64) -> UnsafeBufferPointer<UInt8>? {
      guard id >= 0, id < places.count, let place = places[Int(id)] else { return nil }
      return UnsafeBufferPointer(rebasing: bytes[place])
    }
  }

  let view: View

  /// - Returns: nil for a table whose numbers say that it may be long.
  init?(_ database: Database, table: String, key: String) throws {
    guard try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM \(table)") ?? 0 < Self.limit else { return nil }
    var text: [UInt8] = []
    var places: [Range<Int>?] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT id, \(key) FROM \(table) WHERE id >= 0 ORDER BY id")
    while let row = try rows.next() {
      let (id, code): (Int, String?) = (row[0], row[1])
      places += repeatElement(nil, count: id + 1 - places.count)
      guard let code else { continue }
      places[id] = text.count..<(text.count + code.utf8.count)
      text += code.utf8
    }
    view = View(bytes: .allocate(capacity: max(1, text.count)), places: .allocate(capacity: max(1, places.count)))
    view.bytes.initialize(repeating: 0)
    view.places.initialize(repeating: nil)
    _ = view.bytes.update(fromContentsOf: text)
    _ = view.places.update(fromContentsOf: places)
  }

  deinit {
    view.bytes.deallocate()
    view.places.deallocate()
  }
}

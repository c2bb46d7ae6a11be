internal import FormatKit

/// The cells of a table that wait until the widths of its columns are known, in a temporary file when they are many.
///
/// Rows that come from the shop are so read once, and memory does not grow with their number.
final class SpilledCells {
  private let bytes = SpillBuffer(
    limit: 1 << 18, source: "the table", purpose: "its rows wait until the columns are measured")
  private let columns: Int
  private var row: [UInt8] = []

  /// - Parameter columns: how many cells each row has, one or more.
  init(columns: Int) { self.columns = columns }

  var isEmpty: Bool { bytes.count == 0 }

  /// - Parameter cells: of one row, without line breaks.
  func append(_ cells: [String]) throws {
    row.removeAll(keepingCapacity: true)
    for cell in cells {
      row += cell.utf8
      row.append(Self.end)
    }
    try row.withUnsafeBytes { try bytes.append($0) }
  }

  /// Hands out the rows in the order in which they came.
  func forEachRow(_ body: ([String]) throws -> Void) throws {
    var cells: [String] = []
    // The beginning of a cell that goes on in the next chunk.
    var part: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var place = 0
    while place < bytes.count {
      let count = min(chunk.count, bytes.count - place)
      try chunk.withUnsafeMutableBytes { try bytes.read(at: place, into: .init(rebasing: $0[..<count])) }
      place += count
      var start = 0
      while let end = chunk[start..<count].firstIndex(of: Self.end) {
        if part.isEmpty {
          cells.append(String(decoding: chunk[start..<end], as: UTF8.self))
        } else {
          part += chunk[start..<end]
          cells.append(String(decoding: part, as: UTF8.self))
          part.removeAll(keepingCapacity: true)
        }
        start = end + 1
        guard cells.count == columns else { continue }
        try body(cells)
        cells.removeAll(keepingCapacity: true)
      }
      part += chunk[start..<count]
    }
  }

  private static let end = UInt8(ascii: "\n")
}

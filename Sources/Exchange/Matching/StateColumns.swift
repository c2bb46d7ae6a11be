internal import FormatKit
internal import RetailValues

/// A column that may say of single records that they did not happen: that a sale was cancelled, or that goods came back.
struct StateColumn: Hashable {
  var table: String
  var column: String
  /// The words that say so, in lower case.
  var words: Set<String>
  /// Whether the records are sales, in which goods come back with a negative quantity.
  var canReturn = false
}

/// Looks through every record of a source for such words, which may be in one of thousands.
struct StateColumns {
  /// What is known of one column.
  private struct Watched {
    let state: StateColumn
    /// The different values so far.
    var known: [[UInt8]] = []
    /// The words found, each with the first line and how many records have them.
    var found: [(word: String, line: Int, count: Int)] = []
    /// For each known value the word that it is.
    var words: [Int?] = []
    /// Whether the values are too many for states.
    var isGivenUp = false
  }

  private var watched: [Watched]
  private static let valueLimit = 50
  private static let longestState = 60

  init(_ columns: [StateColumn]) { watched = columns.map { Watched(state: $0) } }

  mutating func look(at batch: borrowing RecordBatch) {
    for place in watched.indices where !watched[place].isGivenUp && watched[place].state.table == batch.schema.table {
      guard let column = batch.schema.index(of: watched[place].state.column) else { continue }
      for row in 0..<batch.rowCount where batch.kind(row: row, column: column) == .text {
        let bytes = batch.bytes(row: row, column: column).trimmed
        if !bytes.isEmpty { Self.note(bytes, at: batch.position(row: row), in: &watched[place]) }
        if watched[place].isGivenUp { break }
      }
    }
  }

  private static func note(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: RecordPosition, in watched: inout Watched
  ) {
    if let value = watched.known.firstIndex(where: { $0.count == bytes.count && $0.elementsEqual(bytes) }) {
      if let word = watched.words[value] { watched.found[word].count += 1 }
      return
    }
    guard watched.known.count < valueLimit, bytes.count <= longestState else {
      watched.isGivenUp = watched.found.isEmpty
      return
    }
    watched.known.append(Array(bytes))
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    let word = watched.state.words.contains(text) ? text : nil
    watched.words.append(word.map { _ in watched.found.count })
    if word != nil {
      watched.found.append(
        (String(decoding: bytes, as: UTF8.self), position.line > 0 ? position.line : position.record, 1))
    }
  }

  /// The columns with such words.
  var found: [UnusedColumn] {
    watched.compactMap { watched in
      guard let first = watched.found.first else { return nil }
      let count = watched.found.map(\.count).reduce(0, +)
      let records = count == 1 ? "1 record is taken like the others" : "\(count) records are taken like the others"
      let column = watched.state.column
      let options = watched.found.prefix(4).map { found in
        "--leave-out \(ShellText.word("\(column)=\(found.word)"))"
      }
      let returned = watched.found.first {
        ColumnWords.returned.contains($0.word.lowercased()) && watched.state.canReturn
      }
      let back = returned.map {
        "; --returned \(ShellText.word("\(column)=\($0.word)")) takes it as goods that came back"
      }
      return UnusedColumn(
        column: column,
        message:
          "column '\(column.prefix(80))' says '\(first.word)' in line \(first.line): \(records); "
          + "\(options.joined(separator: " ")) leaves out what did not happen\(back ?? "")")
    }
  }
}

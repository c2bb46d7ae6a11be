internal import FormatKit
internal import RetailValues

/// The type of the barcodes in a column, as far as its name and its values show it.
enum CodeColumn: Hashable {
  /// ISBNs: the column is called so, or nearly all its values are.
  case books
  /// GTINs as they should be.
  case articles
  /// Half of the values or more may be ISBNs, which proves nothing.
  case perhapsBooks
  /// Nothing says either.
  case unknown

  /// Counts the values of a column that may be either.
  struct Counts {
    var filled = 0
    var books = 0
    var articles = 0

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
      filled += 1
      if let barcode = Barcode(digits: bytes) {
        if barcode.symbology == .isbn13 { books += 1 } else { articles += 1 }
        return
      }
      guard bytes.count <= 20 else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      if let barcode = try? Barcode(parsing: text), [.isbn10, .isbn13].contains(barcode.symbology) {
        books += 1
      } else if Barcode(isbnWithoutZeros: text) != nil {
        books += 1
      }
    }

    /// Nine of ten values are ISBNs, or half of them GTINs, and there are enough of them that chance does not count.
    var kind: CodeColumn {
      if books >= 3, books * 10 >= filled * 9 { return .books }
      if articles >= 3, articles * 2 >= filled { return .articles }
      return books > 0 && books * 2 >= filled ? .perhapsBooks : .unknown
    }
  }

  /// Whether a column says by its name that it has ISBNs: `ISBN`, `isbn10`, `ISBN-13 (print)`.
  static func isNamedBooks(_ column: String) -> Bool {
    column.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix("isbn") }
  }
}

/// The product and the variant that the current row has brought so far.
///
/// The other records of the row keep their places: what they name is then most likely found there, without a search
/// by its code.
final class RowSiblings {
  private var table = -1
  private var record = -1
  var product: Int64?
  var variant: Int64?
  /// The codes of the last product and the last variant.
  let productKey = KeptBytes()
  let variantKey = KeptBytes()

  func enter(table: Int, record: Int) {
    guard table != self.table || record != self.record else { return }
    self.table = table
    self.record = record
    product = nil
    variant = nil
  }
}

/// A copy of the bytes of one code, to set the next one against.
final class KeptBytes {
  private var bytes: [UInt8] = []
  private var isKept = false

  func keep(_ code: UnsafeBufferPointer<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: code)
    isKept = true
  }

  func clear() { isKept = false }

  /// Compares a code with the stored one by SQLite's own rule: below zero if it comes before, zero if it is the same,
  /// above zero if it comes after. Any code comes after no code.
  func order(_ code: UnsafeBufferPointer<UInt8>) -> Int {
    guard isKept else { return 1 }
    let shared = min(bytes.count, code.count)
    return bytes.withUnsafeBufferPointer { kept in
      for place in 0..<shared where kept[place] != code[place] { return Int(code[place]) - Int(kept[place]) }
      return code.count - kept.count
    }
  }
}

extension StagedValue {
  /// Lends the UTF-8 of a text; nil for anything else.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
    switch self {
    case .bytes(let bytes): return body(bytes)
    case .text(var text): return text.withUTF8 { body($0) }
    case .absent, .clear, .integer: return body(nil)
    }
  }
}

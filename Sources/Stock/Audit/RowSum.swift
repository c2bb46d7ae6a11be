internal import CLibCrypto

/// The sum of the SHA-256 digests of some rows, modulo 2^256, and how many rows they are.
///
/// A sum does not depend on the order of the rows, and a row that is added, changed or removed changes it without the others.
/// As a change, it may have a negative number of rows.
package struct RowSum: Equatable {
  /// The least significant word first.
  private var words: (UInt64, UInt64, UInt64, UInt64)
  package private(set) var rows: Int64

  package static let zero = RowSum(words: (0, 0, 0, 0), rows: 0)

  private init(words: (UInt64, UInt64, UInt64, UInt64), rows: Int64) {
    self.words = words
    self.rows = rows
  }

  /// The sum of one row.
  init(row bytes: UnsafeBufferPointer<UInt8>) {
    words = (0, 0, 0, 0)
    rows = 1
    withUnsafeMutableBytes(of: &words) { digest in
      stockroom_sha256(bytes.baseAddress, bytes.count, digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    words = (
      UInt64(littleEndian: words.0), UInt64(littleEndian: words.1), UInt64(littleEndian: words.2),
      UInt64(littleEndian: words.3)
    )
  }

  /// - Parameter hexadecimal: 64 lower-case digits, as ``hexadecimal`` has them.
  package init?(hexadecimal: String, rows: Int64) {
    let digits = Array(hexadecimal.utf8)
    guard digits.count == 64, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
      return nil
    }
    func word(_ index: Int) -> UInt64 {
      digits[(48 - 16 * index)..<(64 - 16 * index)].reduce(0) { $0 << 4 | UInt64($1 < 58 ? $1 - 48 : $1 - 87) }
    }
    self.init(words: (word(0), word(1), word(2), word(3)), rows: rows)
  }

  /// 64 lower-case digits, the most significant first.
  package var hexadecimal: String {
    [words.3, words.2, words.1, words.0].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  package mutating func add(_ other: RowSum) {
    var carry = false
    func sum(_ one: UInt64, _ two: UInt64) -> UInt64 {
      let (first, isOver) = one.addingReportingOverflow(two)
      let (second, isOverToo) = first.addingReportingOverflow(carry ? 1 : 0)
      carry = isOver || isOverToo
      return second
    }
    words.0 = sum(words.0, other.words.0)
    words.1 = sum(words.1, other.words.1)
    words.2 = sum(words.2, other.words.2)
    words.3 = sum(words.3, other.words.3)
    rows &+= other.rows
  }

  /// The sum that removes these rows when it is added: the two's complement.
  var negated: RowSum {
    var sum = RowSum(words: (~words.0, ~words.1, ~words.2, ~words.3), rows: 0)
    sum.add(RowSum(words: (1, 0, 0, 0), rows: -rows))
    return sum
  }

  package static func == (left: RowSum, right: RowSum) -> Bool { left.words == right.words && left.rows == right.rows }
}

internal import RetailValues

/// A number as people write it: the digits with their marks, and the characters around them.
///
/// A minus may be before or after (`12,50-`), a negative number in parentheses, and the sign or code of a currency on
/// either side. A mark and a dash stand for no cents: `49,-`. Other notations are left alone rather than guessed at.
struct NumberNotation {
  /// From the first digit or the mark before it to the last digit.
  let digits: UnsafeBufferPointer<UInt8>
  let isNegative: Bool
  /// The name of the currency; nil without one.
  let currency: String?
  /// The decimal mark before a dash in place of the cents; nil without such a dash.
  let dashMark: ExactDecimal.Mark?
  /// Whether words after it say that it is for one piece: `11.90/ea`, `12.90 each`.
  private(set) var isForOne = false

  /// - Parameter bytes: trimmed.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes
    var signs = 0
    if rest.count > 2, rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")") {
      rest = UnsafeBufferPointer(rebasing: rest[1..<(rest.count - 1)]).trimmed
      signs += 1
    }
    guard rest.count <= 80, var start = rest.firstIndex(where: Self.isDigit),
      let end = rest.lastIndex(where: Self.isDigit)
    else { return nil }
    // A mark before the first digit belongs to it, unless it ends an abbreviation such as `Fr.`.
    let marks = [UInt8(ascii: "."), UInt8(ascii: ",")]
    if start > 0, marks.contains(rest[start - 1]), start == 1 || !Self.isLetter(rest[start - 2]) { start -= 1 }
    digits = UnsafeBufferPointer(rebasing: rest[start...end])
    var currency: String?
    var dashMark: ExactDecimal.Mark?
    // Most numbers are nothing but their digits.
    for part in [rest[..<start], rest[(end + 1)...]] where !part.isEmpty {
      var text = Substring(String(decoding: part, as: UTF8.self))
      let isBefore = part.startIndex == 0 && start > 0
      if !isBefore, let mark = text.first, mark == "," || mark == "." {
        let dashes = text.dropFirst().prefix { "-\u{2013}\u{2014}".contains($0) }
        guard (1...2).contains(dashes.count) else { return nil }
        dashMark = mark == "," ? .comma : .point
        text = text.dropFirst(1 + dashes.count)
      }
      // One sign, on the outer or the inner side of the currency.
      for minus in ["-", "\u{2212}"] where text.contains(minus) {
        guard text.hasPrefix(minus) || text.hasSuffix(minus) else { return nil }
        text = text.hasPrefix(minus) ? text.dropFirst() : text.dropLast()
        signs += 1
      }
      if !isBefore, let rest = QuantityWords.withoutOne(text) {
        text = rest
        isForOne = true
      }
      if isBefore, text.hasPrefix("+") { text = text.dropFirst() }
      let token = text.trimmingSpaces()
      guard !token.isEmpty else { continue }
      guard currency == nil, CurrencySigns.isKnown(token) else { return nil }
      currency = token
    }
    guard signs <= 1 else { return nil }
    isNegative = signs == 1
    self.currency = currency
    self.dashMark = dashMark
  }

  /// The digits without the marks between their groups, where these are of two digits and the last of three, as in India:
  /// `12,34,567.00`; nil for any other number.
  static func withoutIndianGroups(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, parts.last?.isEmpty == false,
      parts.dropFirst().allSatisfy({ $0.allSatisfy(isDigit) })
    else { return nil }
    let groups = whole.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard groups.count > 2, let first = groups.first, (1...2).contains(first.count), groups.last?.count == 3,
      groups.dropFirst().dropLast().allSatisfy({ $0.count == 2 }), groups.allSatisfy({ $0.allSatisfy(isDigit) })
    else { return nil }
    return digits.filter { $0 != UInt8(ascii: ",") }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

/// What a number shows about the decimal mark of its column.
enum MarkSign: Equatable {
  /// There is no mark that could be either.
  case none
  /// Only with this decimal mark is it a number.
  case certain(ExactDecimal.Mark)
  /// `1,234` or `1.234`: a thousand or a fraction, with the mark that it has.
  case doubtful(ExactDecimal.Mark)

  /// Nil when the bytes, trimmed, are not a number.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.allSatisfy(NumberNotation.isDigit) {
      self = .none
      return
    }
    var bytes = bytes
    if bytes.last == UInt8(ascii: "%") { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()).trimmed }
    guard let notation = NumberNotation(bytes) else { return nil }
    if let mark = notation.dashMark {
      self = .certain(mark)
      return
    }
    let point = UInt8(ascii: ".")
    let comma = UInt8(ascii: ",")
    /// The runs of digits between marks, and the marks; other signs of grouping join runs.
    var run = 0
    var runs: [Int] = []
    var marks: [UInt8] = []
    var hasOtherGrouping = false
    var index = 0
    let digits = notation.digits
    scan: while index < digits.count {
      let byte = digits[index]
      index += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): run += 1
      case point, comma:
        runs.append(run)
        marks.append(byte)
        run = 0
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // An exponent is written by machines, which do not group.
        guard marks.count <= 1, digits[index...].dropFirst().allSatisfy(NumberNotation.isDigit) else { return nil }
        self = marks.first.map { .certain($0 == point ? .point : .comma) } ?? .none
        return
      case UInt8(ascii: " "), UInt8(ascii: "'"), 0xC2, 0xA0, 0xE2, 0x80, 0x89, 0xAF, 0x99:
        guard marks.isEmpty else { return nil }
        hasOtherGrouping = true
      default: return nil
      }
    }
    runs.append(run)
    // Groups that are not of three digits, as in 12 3, are not a number with either mark.
    if hasOtherGrouping {
      guard ExactDecimal.Mark.allCases.contains(where: { (try? ExactDecimal(parsing: digits, mark: $0)) != nil }) else {
        return nil
      }
    }
    guard let last = marks.last else {
      self = .none
      return
    }
    let mark: ExactDecimal.Mark = last == point ? .point : .comma
    let other: ExactDecimal.Mark = last == point ? .comma : .point
    let same = marks.count { $0 == last }
    if NumberNotation.withoutIndianGroups(digits) != nil {
      self = .certain(.point)
    } else if same < marks.count || hasOtherGrouping {
      guard same == 1 else { return nil }
      self = .certain(mark)
    } else if same > 1 {
      // A mark that occurs twice separates groups; a group without exactly three digits proves nothing.
      guard runs.dropFirst().allSatisfy({ $0 == 3 }) else { return nil }
      self = .certain(other)
    } else if runs[1] == 3, (1...3).contains(runs[0]), digits.first != UInt8(ascii: "0") {
      self = .doubtful(mark)
    } else {
      self = .certain(mark)
    }
  }
}

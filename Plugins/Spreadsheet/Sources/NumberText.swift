/// The digits of a number as a workbook stores them, made plain without going through a binary number.
enum NumberText {
  /// The longest number without a fraction that is written out instead of with an exponent.
  private static let longest = 40
  /// How many digits a spreadsheet shows; what it stores beyond them are leavings of binary arithmetic.
  static let shownDigits = 15

  /// A plain decimal: no exponent, no zeros that say nothing, a fraction of at most 15 digits in all.
  ///
  /// A whole number keeps all its digits, because it may be somebody's article number. Nil when the text is not a number.
  static func plain(_ stored: some Collection<UInt8>) -> String? {
    guard var parsed = Parsed(stored) else { return nil }
    if parsed.digits.count > shownDigits, parsed.exponent < 0 { parsed.round(to: shownDigits) }
    return parsed.text(longest: longest)
  }

  /// Whether a text is a number just as ``plain(_:)`` writes it, and of no more digits than a spreadsheet keeps.
  ///
  /// - Parameter allowingZeros: whether the fraction may end with zeros.
  static func isKept(_ text: some BidirectionalCollection<UInt8>, allowingZeros: Bool) -> Bool {
    guard let parsed = Parsed(text), parsed.digits.count <= shownDigits, text.last != UInt8(ascii: ".") else {
      return false
    }
    var body = text[...]
    if allowingZeros, body.contains(UInt8(ascii: ".")) {
      while body.last == UInt8(ascii: "0") { body = body.dropLast() }
      if body.last == UInt8(ascii: ".") { body = body.dropLast() }
      if text.count - body.count > shownDigits { return false }
      if body.elementsEqual("-0".utf8) { return false }
    }
    return parsed.text(longest: shownDigits).utf8.elementsEqual(body)
  }

  /// A number as its significant digits and the power of ten that they are multiplied with.
  private struct Parsed {
    var isNegative = false
    /// Without zeros at either end; empty for zero.
    var digits: [UInt8] = []
    var exponent = 0

    init?(_ text: some Collection<UInt8>) {
      var index = text.startIndex
      let end = text.endIndex
      func peek() -> UInt8? { index < end ? text[index] : nil }
      func next() { index = text.index(after: index) }
      if let sign = peek(), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        isNegative = sign == UInt8(ascii: "-")
        next()
      }
      var count = 0
      var fraction = 0
      var isFraction = false
      while let byte = peek() {
        if (48...57).contains(byte) {
          count += 1
          if isFraction { fraction += 1 }
          if !digits.isEmpty || byte != 48 { digits.append(byte) }
        } else if byte == UInt8(ascii: "."), !isFraction {
          isFraction = true
        } else {
          break
        }
        next()
      }
      guard count > 0, count < 1000 else { return nil }
      exponent = -fraction
      if let mark = peek(), mark | 0x20 == UInt8(ascii: "e") {
        next()
        var isDown = false
        if let sign = peek(), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
          isDown = sign == UInt8(ascii: "-")
          next()
        }
        var power = 0
        var powerDigits = 0
        while let byte = peek(), (48...57).contains(byte) {
          power = min(99_999, power * 10 + Int(byte) - 48)
          powerDigits += 1
          next()
        }
        guard powerDigits > 0 else { return nil }
        exponent += isDown ? -power : power
      }
      guard index == end else { return nil }
      trim()
    }

    private mutating func trim() {
      while digits.last == 48 {
        digits.removeLast()
        exponent += 1
      }
      if digits.isEmpty { (exponent, isNegative) = (0, false) }
    }

    mutating func round(to count: Int) {
      let isUp = digits[count] >= UInt8(ascii: "5")
      exponent += digits.count - count
      digits.removeLast(digits.count - count)
      if isUp {
        var place = count - 1
        while place >= 0, digits[place] == 57 {
          digits[place] = 48
          place -= 1
        }
        if place >= 0 { digits[place] += 1 } else { digits.insert(49, at: 0) }
      }
      trim()
    }

    func text(longest: Int) -> String {
      if digits.isEmpty { return "0" }
      var text = isNegative ? "-" : ""
      let shown = String(decoding: digits, as: UTF8.self)
      let whole = digits.count + exponent
      if exponent >= 0, whole <= longest {
        text += shown + String(repeating: "0", count: exponent)
      } else if exponent < 0, whole > 0 {
        text += shown.prefix(whole) + "." + shown.dropFirst(whole)
      } else if exponent < 0, -exponent <= longest {
        text += "0." + String(repeating: "0", count: -whole) + shown
      } else {
        text += shown.prefix(1) + (shown.count > 1 ? "." : "") + shown.dropFirst() + "E\(whole - 1)"
      }
      return text
    }
  }
}

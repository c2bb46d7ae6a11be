internal import FormatKit
internal import RetailValues

/// The use of a field, where that decides which part of a text is its value.
enum FieldUse: Hashable {
  case plain
  /// A name that serves as a code, in which a line break is no more than a space.
  case name
  /// How many are in a pack: `6er`, `12-pack`.
  case packSize
  /// The unit that stock is kept in.
  case stockUnit
  /// The rate of a tax.
  case taxRate
  /// The code of an item, as opposed to the word of a row of totals.
  case item
  /// The code of an item that was counted, which may be any sign for what nobody could name.
  case counted
  /// A supplier's code of an item.
  case supplierItem
  /// What goods are sold at, as it is written.
  case price
  /// The size of an item.
  case size
  /// The last day of use, for which a month alone means its last day.
  case lastDay
  /// The last moment of something, for which a day alone means its end.
  case lastMoment

  /// Whether the value is the shop's code of an item.
  var isItem: Bool { self == .item || self == .counted }

  /// - Parameter isCalculated: whether the value is calculated from what is written.
  init(_ field: String, of kind: RecordKind? = nil, isCalculated: Bool = false) {
    if kind?.isCountLine == true, field == "sku" {
      self = .counted
      return
    }
    switch field {
    case "category", "parent_category", "brand", "colour": self = .name
    case "pack_size", "pack_quantity": self = .packSize
    case "sku", "product_code": self = .item
    case "supplier_code": self = .supplierItem
    case "size": self = .size
    case "price" where !isCalculated: self = .price
    case "tax_rate": self = .taxRate
    case "stock_unit": self = .stockUnit
    case "expires_on": self = .lastDay
    case "valid_to", "ends_at": self = .lastMoment
    default: self = .plain
    }
  }
}

/// What people write for a price that contains the tax, and for one that does not.
enum TaxWords {
  private static let gross: Set<String> = [
    "brutto", "gross", "ttc", "incl", "incl.", "inkl", "inkl.", "inc", "inc.", "incl vat", "inc vat", "incl. vat",
    "inkl. mwst", "inkl mwst", "inkl. mwst.", "inclusive", "inklusive", "inklusiv", "incluido", "compris",
  ]
  private static let net: Set<String> = [
    "netto", "net", "ht", "excl", "excl.", "exkl", "exkl.", "ex", "ex.", "excl vat", "ex vat", "excl. vat",
    "zzgl. mwst", "zzgl mwst", "zzgl. mwst.", "exclusive", "exklusive", "exklusiv", "plus vat", "+ vat",
  ]

  /// Whether a text in small letters says that the tax is contained; nil when it says neither.
  static func isGross(_ text: String) -> Bool? { gross.contains(text) ? true : net.contains(text) ? false : nil }
}

/// What people and programs write where a code is missing.
enum PlaceholderCodes {
  private static let words: Set<String> = [
    "null", "(null)", "<null>", "none", "nan", "n/a", "#n/a", "#nv", "n.a.", "k.a.", "tbd", "undefined", "#ref!",
    "#value!", "#name?", "#null!", "#num!", "#div/0!", "#wert!", "#bezug!",
  ]

  /// Whether one of them begins with a byte, in small letters.
  private static let beginnings = (0...UInt8.max).map { byte in
    words.contains { $0.utf8.first.map { $0 | 0x20 } == byte }
  }

  /// Whether a text is such a word, or has nothing but dashes, question marks, points or a single zero.
  static func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, bytes.count <= 12 else { return false }
    if bytes.count == 1, first == UInt8(ascii: "0") { return true }
    let signs = "-?._/".utf8
    if bytes.allSatisfy({ signs.contains($0) }) { return true }
    // Nearly all codes begin with something else.
    guard first >= 0x80 || beginnings[Int(first | 0x20)] else { return false }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return words.contains(text) || text == "–" || text == "—"
  }
}

/// Words after a quantity that only say that it counts pieces or packs.
enum QuantityWords {
  private static let pieces = UnitWords.pieces
  private static let packs = UnitWords.packsAfterPieces

  private static let measures: Set<String> = [
    "kg", "g", "mg", "t", "l", "ml", "cl", "hl", "m", "cm", "mm", "km", "lb", "lbs", "oz", "ft", "in", "yd", "gal",
  ]

  /// Whether a word in small letters is a unit of measure.
  static func isMeasure(_ word: String) -> Bool { measures.contains(word) }

  /// The number in a text such as `6er` or `6er Pack`; nil for any other text.
  static func count(ofPack bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count <= 20, let last = bytes.lastIndex(where: NumberNotation.isDigit), last + 1 < bytes.count,
      bytes[...last].allSatisfy(NumberNotation.isDigit)
    else { return nil }
    let word = String(decoding: bytes[(last + 1)...], as: UTF8.self).lowercased()
    return word.hasPrefix("er") && packs.contains(word) ? String(decoding: bytes[...last], as: UTF8.self) : nil
  }

  /// What is before words for one piece at the end of a text, as in `EUR/Stk` or ` each`; nil without such words.
  static func withoutOne(_ text: Substring) -> Substring? {
    let words = text.lowercased()
    for link in ["/", "per ", "je ", "pro ", "par ", "por "] {
      guard let place = words.ranges(of: link).last,
        pieces.contains(String(words[place.upperBound...]).trimmingSpaces())
      else { continue }
      return text.prefix(words.distance(from: words.startIndex, to: place.lowerBound))
    }
    let last = words.split(separator: " ").last.map(String.init) ?? ""
    guard ["each", "ea", "piece", "pc", "stk", "stück"].contains(last) else { return nil }
    return text.dropLast(last.count)
  }

  /// Whether a word in small letters is a pack of several pieces.
  static func isPack(_ word: String) -> Bool { UnitWords.packs.contains(word) }
  /// Whether a word in small letters counts pieces.
  static func isPieces(_ word: String) -> Bool { pieces.contains(word) }

  /// The unit of measure after a number; nil when there is no unit.
  static func measure(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count <= 60, let last = bytes.lastIndex(where: NumberNotation.isDigit), last + 1 < bytes.count,
      bytes[...last].allSatisfy({ NumberNotation.isDigit($0) || [0x2C, 0x2E, 0x20, 0x27].contains($0) })
    else { return nil }
    let word = String(decoding: bytes[(last + 1)...], as: UTF8.self).trimmingSpaces()
    return measures.contains(word.lowercased()) ? word : nil
  }

  /// The number before a unit of measure; nil without one.
  static func measured(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let last = bytes.last, !NumberNotation.isDigit(last), measure(in: bytes) != nil,
      let end = bytes.lastIndex(where: NumberNotation.isDigit)
    else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[...end])
  }

  /// The word after a number, of any kind; nil when there is no word.
  static func word(after bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count <= 60, let last = bytes.lastIndex(where: NumberNotation.isDigit), last + 1 < bytes.count,
      bytes[...last].allSatisfy({ NumberNotation.isDigit($0) || [0x2C, 0x2E].contains($0) })
    else { return nil }
    let word = String(decoding: bytes[(last + 1)...], as: UTF8.self).trimmingSpaces()
    guard word.count >= 2, word.first?.isLetter == true, word.allSatisfy({ $0.isLetter || "-. ".contains($0) }) else {
      return nil
    }
    return measures.contains(word.lowercased()) ? nil : word
  }

  /// Whether the bytes are two numbers with a multiplication sign between them: `2 x 6`.
  static func isProduct(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= 60 else { return false }
    let parts = String(decoding: bytes, as: UTF8.self).lowercased().split { "x×*".contains($0) }
      .map { String($0).trimmingSpaces() }
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(NumberNotation.isDigit) }
  }

  /// The number before such a word; nil when there is no such word, or another one, such as a unit of measure.
  static func number(
    in bytes: UnsafeBufferPointer<UInt8>, _ use: FieldUse
  ) -> UnsafeBufferPointer<UInt8>? {
    guard bytes.count <= 60, let last = bytes.lastIndex(where: NumberNotation.isDigit), last + 1 < bytes.count else {
      return nil
    }
    let word = String(decoding: bytes[(last + 1)...], as: UTF8.self).trimmingSpaces().lowercased()
    guard pieces.contains(word) || use == .packSize && packs.contains(word) else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[...last])
  }
}

extension ExactDecimal {
  /// Reads a fraction as spreadsheets show it, `1 1/2`; nil for what is not one or has no end as a decimal.
  ///
  /// A fraction without whole number, `1/2`, may be a day and is not read.
  init?(fraction bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.last.map({ $0 >= 0x80 }) == true {
      self.init(fractionSign: bytes)
      return
    }
    guard bytes.count <= 16, let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
      let space = bytes.lastIndex(of: UInt8(ascii: " ")), space < slash
    else { return nil }
    var first = bytes.startIndex
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { first += 1 }
    func number(_ range: Range<Int>) -> Int64? {
      guard !range.isEmpty, range.count <= 6, bytes[range].allSatisfy(NumberNotation.isDigit) else { return nil }
      return Int64(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let whole = number(first..<space), let upper = number((space + 1)..<slash),
      let lower = number((slash + 1)..<bytes.endIndex), upper > 0, upper < lower, lower <= 1000
    else { return nil }
    for digits in 1...9 {
      let (scaled, remainder) = (upper * ExactDecimal.powersOfTen[digits]).quotientAndRemainder(dividingBy: lower)
      guard remainder == 0 else { continue }
      let value = whole * ExactDecimal.powersOfTen[digits] + scaled
      self.init(coefficient: isNegative ? -value : value, exponent: -digits)
      return
    }
    return nil
  }

  /// The signs of fractions that have an end as decimals, in thousandths.
  private static let fractionSigns: [Character: Int64] = [
    "½": 500, "¼": 250, "¾": 750, "⅕": 200, "⅖": 400, "⅗": 600, "⅘": 800, "⅛": 125, "⅜": 375, "⅝": 625, "⅞": 875,
  ]

  /// Reads `½`, `2½` and `2 ½`.
  private init?(fractionSign bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= 16 else { return nil }
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    guard let sign = text.popLast(), let part = Self.fractionSigns[sign] else { return nil }
    let isNegative = text.first == "-"
    if isNegative { text = text.dropFirst() }
    if text.last == " " { text = text.dropLast() }
    guard text.count <= 6, text.utf8.allSatisfy(NumberNotation.isDigit), let whole = text.isEmpty ? 0 : Int64(text)
    else {
      return nil
    }
    let value = whole * 1000 + part
    self.init(coefficient: isNegative ? -value : value, exponent: -3)
  }
}

/// The dark and light modules of a printed barcode, from the first bar to the last.
///
/// EAN-13, EAN-8 and UPC-A follow the GS1 General Specifications, section 5.2 (ISO/IEC 15420); Code 128 follows ISO/IEC 15417.
public struct BarcodeSymbol: Hashable, Sendable {
  /// True for dark; each module is as wide as the narrowest bar.
  public let modules: [Bool]
  /// The text that is printed below it.
  public let text: String
  /// How many light modules there must be on either side.
  public let quietZone: Int

  /// The symbol of an item: its barcode if it has a valid one, otherwise its SKU as Code 128.
  ///
  /// Nil if neither can be encoded.
  public init?(printing barcode: String?, else sku: String) {
    if let barcode, let known = try? Barcode(parsing: barcode), let symbol = BarcodeSymbol(known) {
      self = symbol
    } else if let symbol = BarcodeSymbol(code128: sku) {
      self = symbol
    } else {
      return nil
    }
  }

  /// The symbol that a code is printed as: a GTIN of up to 13 digits as EAN or UPC, all others as Code 128.
  public init?(_ barcode: Barcode) {
    switch barcode.symbology {
    case .gtin8: self.init(ean8: barcode.code)
    case .gtin14 where !barcode.canonical.hasPrefix("0"): self.init(code128: barcode.canonical)
    case .inStore: self.init(code128: barcode.code)
    default:
      let digits = String(barcode.canonical.dropFirst())
      self.init(ean13: digits, text: digits.hasPrefix("0") ? String(digits.dropFirst()) : digits)
    }
  }

  private init(_ modules: [Bool], text: String, quietZone: Int) {
    self.modules = modules
    self.text = text
    self.quietZone = quietZone
  }

  // MARK: EAN and UPC

  /// Modules of the digits in the left half with odd parity (set A).
  private static let leftOdd = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
  ]
  /// The digits of the left half that have even parity (set B), by the first digit of an EAN-13.
  private static let parities = [
    "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
  ]

  /// The right half (set C) has the colours of set A turned round; set B is set C read from the right.
  private static func digit(_ digit: Int, set: Character) -> [Bool] {
    let left = leftOdd[digit].map { $0 == "1" }
    switch set {
    case "A": return left
    case "B": return left.map { !$0 }.reversed()
    default: return left.map { !$0 }
    }
  }

  private static func digits(_ text: String, count: Int) -> [Int]? {
    let digits = text.utf8.compactMap { (0x30...0x39).contains($0) ? Int($0) - 0x30 : nil }
    return digits.count == count && text.utf8.count == count ? digits : nil
  }

  /// A UPC-A is an EAN-13 that begins with 0: the bars are the same.
  init?(ean13 text: String, text printed: String? = nil) {
    guard let digits = Self.digits(text, count: 13) else { return nil }
    var modules: [Bool] = [true, false, true]
    for (digit, set) in zip(digits[1...6], Self.parities[digits[0]]) { modules += Self.digit(digit, set: set) }
    modules += [false, true, false, true, false]
    for digit in digits[7...12] { modules += Self.digit(digit, set: "C") }
    modules += [true, false, true]
    self.init(modules, text: printed ?? text, quietZone: 11)
  }

  init?(ean8 text: String) {
    guard let digits = Self.digits(text, count: 8) else { return nil }
    var modules: [Bool] = [true, false, true]
    for digit in digits[0...3] { modules += Self.digit(digit, set: "A") }
    modules += [false, true, false, true, false]
    for digit in digits[4...7] { modules += Self.digit(digit, set: "C") }
    modules += [true, false, true]
    self.init(modules, text: text, quietZone: 7)
  }

  // MARK: Code 128

  /// The widths of bar and space, in turns, of the values 0 to 105; 103 to 105 start a symbol in code set A, B and C.
  private static let widths = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
    "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
    "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
    "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
    "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
    "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
    "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
    "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
    "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232",
  ]
  private static let stop = "2331112"
  /// A longer one does not fit on the page, and few scanners read it.
  private static let longestCode128 = 40

  /// Printable ASCII text in code set B, or in code set C for an even number of digits; nil for other text, for an
  /// empty text, and for more than 40 characters.
  public init?(code128 text: String) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.longestCode128, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    var values: [Int]
    if bytes.count >= 4, bytes.count.isMultiple(of: 2), bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
      values = [105]
      for index in stride(from: 0, to: bytes.count, by: 2) {
        values.append(Int(bytes[index] - 0x30) * 10 + Int(bytes[index + 1] - 0x30))
      }
    } else {
      values = [104] + bytes.map { Int($0) - 0x20 }
    }
    var sum = values[0]
    for (place, value) in values.enumerated().dropFirst() { sum += place * value }
    values.append(sum % 103)
    var modules: [Bool] = []
    for widths in values.map({ Self.widths[$0] }) + [Self.stop] {
      for (index, width) in widths.enumerated() {
        modules += [Bool](repeating: index.isMultiple(of: 2), count: width.wholeNumberValue ?? 0)
      }
    }
    self.init(modules, text: text, quietZone: 10)
  }
}

import RetailValues
import Testing

/// Symbols are read back as a scanner does, from the widths of their bars, with the tables of the standards written down a
/// second time in another form.
@Suite struct BarcodeSymbolTests {
  /// The runs of dark and light from the first bar on.
  private func runs(_ modules: [Bool]) -> [Int] {
    var runs: [Int] = []
    var last: Bool?
    for isDark in modules {
      if isDark == last { runs[runs.count - 1] += 1 } else { runs.append(1) }
      last = isDark
    }
    return runs
  }

  /// ISO/IEC 15420: the widths of the four elements of each digit in set A; set B has them the other way round.
  private static let eanWidths = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"]
  private static let firstDigits = [
    "------", "--x-xx", "--xx-x", "--xxx-", "-x--xx", "-xx--x", "-xxx--", "-x-x-x", "-x-xx-", "-xx-x-",
  ]

  private func readEAN(_ symbol: BarcodeSymbol) -> String? {
    let runs = runs(symbol.modules)
    let half = (runs.count - 11) / 8
    guard [59, 43].contains(runs.count), runs.prefix(3) == [1, 1, 1], runs.suffix(3) == [1, 1, 1] else { return nil }
    let middle = 3 + 4 * half
    guard runs[middle..<(middle + 5)] == [1, 1, 1, 1, 1] else { return nil }
    var text = ""
    var parity = ""
    for start in Array(stride(from: 3, to: middle, by: 4)) + Array(stride(from: middle + 5, to: runs.count - 3, by: 4))
    {
      let widths = runs[start..<(start + 4)].map(String.init).joined()
      if let digit = Self.eanWidths.firstIndex(of: widths) {
        parity += "-"
        text += "\(digit)"
      } else if let digit = Self.eanWidths.firstIndex(of: String(widths.reversed())) {
        parity += "x"
        text += "\(digit)"
      } else {
        return nil
      }
    }
    guard half == 6 else { return text }
    return Self.firstDigits.firstIndex(of: String(parity.prefix(6))).map { "\($0)" + text }
  }

  @Test(arguments: [
    ("4006381333931", "4006381333931", 95), ("036000291452", "0036000291452", 95),
    ("5901234123457", "5901234123457", 95),
    ("9780306406157", "9780306406157", 95), ("0306406152", "9780306406157", 95), ("96385074", "96385074", 67),
    ("8711253001202", "8711253001202", 95),
  ])
  func eanAndUPCAreReadBack(_ code: String, _ read: String, _ width: Int) throws {
    let symbol = try #require(BarcodeSymbol(printing: code, else: "X"))
    #expect(symbol.modules.count == width)
    #expect(readEAN(symbol) == read)
    #expect(read.hasSuffix(symbol.text))
  }

  /// The first digits 0 to 9 have ten different patterns of parity.
  @Test(arguments: 0...9) func everyFirstDigit(digit: Int) throws {
    let body = "\(digit)01234567890".map { $0.wholeNumberValue ?? 0 }
    let sum = body.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
    let code = body.map(String.init).joined() + "\((10 - sum % 10) % 10)"
    let symbol = try #require(BarcodeSymbol(printing: code, else: "X"))
    #expect(readEAN(symbol) == code)
  }

  /// ISO/IEC 15417: a character is three bars and three spaces of eleven modules, its bars an even number of them; the stop
  /// pattern has a bar more. The value of a character is found by its place among all such patterns that the standard uses.
  private func readCode128(_ symbol: BarcodeSymbol) -> [String]? {
    var runs = runs(symbol.modules)
    guard runs.suffix(7) == [2, 3, 3, 1, 1, 1, 2] else { return nil }
    runs.removeLast(7)
    guard runs.count.isMultiple(of: 6) else { return nil }
    return stride(from: 0, to: runs.count, by: 6).map { runs[$0..<($0 + 6)].map(String.init).joined() }
  }

  @Test func code128HasTheShapeOfTheStandard() throws {
    var patterns: Set<String> = []
    for value in 0x20...0x7E {
      let symbol = try #require(BarcodeSymbol(code128: String(UnicodeScalar(UInt8(value)))))
      let characters = try #require(readCode128(symbol))
      #expect(characters.count == 3)
      #expect(characters[0] == "211214")
      for character in characters {
        let widths = character.compactMap(\.wholeNumberValue)
        #expect(widths.reduce(0, +) == 11)
        #expect((widths[0] + widths[2] + widths[4]).isMultiple(of: 2))
      }
      // The check character of one character x is (104 + x) mod 103.
      #expect(characters[2] == Self.known[(104 + value - 0x20) % 103, default: characters[2]])
      patterns.insert(characters[1])
    }
    #expect(patterns.count == 95)
  }

  /// Some values of the standard's table.
  private static let known = [
    0: "212222", 1: "222122", 16: "123122", 17: "123221", 33: "111323", 34: "131123", 64: "111422", 65: "121124",
    94: "131141",
    102: "411131",
  ]

  @Test(arguments: [
    // "A" and "B" are 33 and 34; 104 + 33 + 2 × 34 = 205, which leaves 102.
    ("AB", ["211214", "111323", "131123", "411131"]),
    // Pairs of digits are characters of set C: 00, 01; 105 + 0 + 2 × 1 = 107, which leaves 4.
    ("0001", ["211232", "212222", "222122", "121322"]),
    // An odd number of digits stays in set B: 0 is 16, 1 is 17; 104 + 16 + 34 + 48 = 202, which leaves 99.
    ("010", ["211214", "123122", "123221", "123122", "113141"]),
  ])
  func code128IsReadBack(_ text: String, _ characters: [String]) throws {
    let symbol = try #require(BarcodeSymbol(code128: text))
    #expect(readCode128(symbol) == characters)
    #expect(symbol.text == text)
    #expect(symbol.quietZone == 10)
  }

  @Test(arguments: ["", "Größe", "A\nB", String(repeating: "A", count: 41)])
  func whatCannotBeEncodedHasNoSymbol(_ text: String) {
    #expect(BarcodeSymbol(code128: text) == nil)
  }

  @Test func aBarcodeThatIsNoneLeavesTheSKU() throws {
    #expect(try #require(BarcodeSymbol(printing: "4006381333932", else: "A1")).text == "A1")
    #expect(try #require(BarcodeSymbol(printing: nil, else: "A1")).text == "A1")
    #expect(try #require(BarcodeSymbol(printing: "shelf-7", else: "A1")).text == "shelf-7")
    #expect(BarcodeSymbol(printing: nil, else: "Größe") == nil)
  }
}

internal import RetailValues
internal import Workbook

/// The meaning of a number, by its format.
struct NumberFormat: Hashable {
  enum Meaning: Hashable {
    case number
    /// A number of which people see a hundred times as much, with the percent sign.
    case percentage
    /// A whole number with zeros in front, to this many digits: a code.
    case zeros(Int)
    case date
    case dateTime
    case time
    /// Hours that continue beyond 24.
    case duration
    /// A number written by us with this many decimals, zeros included.
    case decimals(Int)
    /// A number with too many digits for a spreadsheet, written by us as text.
    case numberAsText
    /// The same of a percentage.
    case percentageAsText
  }

  var meaning = Meaning.number
  /// The sign or code of the currency that is shown next to the number.
  var currency: String?
  /// Whether parts of a second are shown.
  var showsFractions = false
  /// Text that follows a date and time and is its offset from UTC, as we write it: `+01:00`, `Z`.
  var offset = ""

  /// The words around a number, by which it means something else than the number alone.
  var words: Words?

  /// Words that a format puts around its number, as in `0" cases of 12"`.
  struct Words: Hashable {
    var before = ""
    var after = ""
    /// How often a thousand is taken off the number that is shown, as in `0.0,"k"`.
    var thousands = 0
  }

  static let general = NumberFormat()

  /// Whether a word without spaces is what people write for a currency.
  static func isCurrency(_ word: String) -> Bool {
    let isSign = word.contains(where: \.isCurrencySymbol) && word.count <= 4
    return isSign || Currency(word) != nil && word == word.uppercased() || currencyNames.contains(word)
  }

  /// What is written for currencies of whose signs Unicode knows nothing.
  private static let currencyNames: Set<String> = ["kr", "kr.", "zł", "Kč", "Ft", "Fr.", "SFr.", "lei"]
  /// The most digits of a number that are put in front of it as zeros.
  private static let maximumZeros = 15

  /// The format of numbers whose final zeros are to be kept: shown as `0.00`, and recognised again by the second part.
  static func code(decimals: Int) -> String {
    let digits = "0." + String(repeating: "0", count: decimals)
    return "\(digits);-\(digits)"
  }
  /// The format of numbers that only text can hold.
  static let numberAsTextCode = "0;-0;0;@"
  static let percentageAsTextCode = "0%;-0%;0%;@"
  /// What we write around amounts of a currency.
  static func code(currency: String) -> String {
    "0.00 [$\(currency.filter { !"[]-;\"\\".contains($0) })]"
  }
  static let percentageCode = "0.00%"
  static let dateCode = "yyyy\\-mm\\-dd"
  static func dateTimeCode(fractions: Bool, offset: String) -> String {
    "yyyy\\-mm\\-dd\\Thh:mm:ss" + (fractions ? ".000" : "") + (offset.isEmpty ? "" : "\"\(offset)\"")
  }

  /// The formats that have a number instead of a code (ECMA-376 part 1, 18.8.30), East Asian ones included.
  init(builtIn id: Int) {
    switch id {
    case 9, 10: meaning = .percentage
    case 14...17, 27...31, 34...36, 50...58: meaning = .date
    case 18...21, 32, 33, 45: meaning = .time
    case 22: meaning = .dateTime
    case 46: meaning = .duration
    case 47: (meaning, showsFractions) = (.time, true)
    default: meaning = .number
    }
  }

  private init() {}

  init(code: String) {
    if code == Self.numberAsTextCode {
      meaning = .numberAsText
      return
    }
    if code == Self.percentageAsTextCode {
      meaning = .percentageAsText
      return
    }
    if code.hasPrefix("0."), code.utf8.count < 80 {
      let decimals = code.prefix { $0 != ";" }.utf8.count - 2
      if decimals > 0, code == Self.code(decimals: decimals) {
        meaning = .decimals(decimals)
        return
      }
    }
    if (2...Self.maximumZeros).contains(code.utf8.count), code.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      meaning = .zeros(code.utf8.count)
      return
    }
    var scan = CodeScan()
    scan.read(Array(code.utf8))
    (meaning, showsFractions) = (scan.meaning, scan.showsFractions)
    if meaning == .number { (currency, words) = (scan.currency, scan.words) }
    if meaning == .dateTime, let last = scan.lastLiteral, DateSerial.isOffset(last) { offset = last }
  }
}

/// A scan of the first section of a format code, for the letters that represent parts of a date.
private struct CodeScan {
  private var years = false
  private var days = false
  private var hours = false
  private var seconds = false
  private var months = 0
  private var elapsed = false
  private var digits = false
  private var isPercentage = false
  private(set) var showsFractions = false
  private(set) var lastLiteral: String?
  /// What stands around the digits and may be a currency: `[$€-407]`, `"CHF"`, `$`.
  private(set) var currency: String?
  private var hasNumber = false
  private var shown = NumberFormat.Words()
  /// The commas since the last digit, each of which divides by a thousand where no digit follows.
  private var commas = 0

  /// Nil where nothing but signs, spaces and a currency is around the number. A short word before it is mostly a currency.
  var words: NumberFormat.Words? {
    let isShort = shown.before.count <= 4 && !shown.before.contains(where: \.isNumber)
    let words = (isShort ? "" : shown.before) + shown.after
    guard hasNumber, words.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    var found = shown
    found.thousands += commas
    return found
  }

  var meaning: NumberFormat.Meaning {
    // A digit means a number, unless it is one of the fraction of a second.
    if digits { return isPercentage ? .percentage : .number }
    if elapsed { return .duration }
    let hasTime = hours || seconds
    let hasDate = years || days || months >= 3 || months > 0 && !hasTime
    switch (hasDate, hasTime) {
    case (true, true): return .dateTime
    case (true, false): return .date
    case (false, true): return .time
    case (false, false): return .number
    }
  }

  mutating func read(_ code: [UInt8]) {
    var index = 0
    func starts(with word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      guard index + count <= code.count else { return false }
      return (0..<count).allSatisfy { code[index + $0] | 0x20 == word.utf8Start[$0] | 0x20 }
    }
    while index < code.count {
      let byte = code[index]
      switch byte {
      case UInt8(ascii: ";"): return
      case UInt8(ascii: "\""):
        let end = code[(index + 1)...].firstIndex(of: byte) ?? code.count
        let literal = String(decoding: code[min(index + 1, end)..<end], as: UTF8.self)
        lastLiteral = literal
        if !note(currency: literal) { note(word: literal) }
        index = end
      case UInt8(ascii: "\\"):
        index += 1
        noteSign(in: code, at: index)
        let end = code[min(index + 1, code.count)...].firstIndex { $0 & 0xC0 != 0x80 } ?? code.count
        if index < end { note(word: String(decoding: code[index..<end], as: UTF8.self)) }
      case UInt8(ascii: "_"), UInt8(ascii: "*"): index += 1
      case UInt8(ascii: "["):
        let end = code[index...].firstIndex(of: UInt8(ascii: "]")) ?? code.count
        let inside = code[(index + 1)..<end]
        // Besides elapsed time, brackets hold colours, conditions and languages.
        let letters = Set(inside.map { $0 | 0x20 })
        if inside.first == UInt8(ascii: "$") {
          note(currency: String(decoding: inside.dropFirst().prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self))
        }
        if letters.count == 1, let letter = letters.first, Array("hms".utf8).contains(letter) { elapsed = true }
        index = end
      case _ where starts(with: "general"):
        hasNumber = true
        index += 6
      case _ where starts(with: "am/pm"):
        hours = true
        index += 4
      case _ where starts(with: "a/p"):
        hours = true
        index += 2
      case UInt8(ascii: "E") where index + 1 < code.count && [43, 45].contains(code[index + 1]): digits = true
      case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "e"), UInt8(ascii: "E"): years = true
      case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "a"), UInt8(ascii: "A"): days = true
      case UInt8(ascii: "h"), UInt8(ascii: "H"): hours = true
      case UInt8(ascii: "s"), UInt8(ascii: "S"):
        seconds = true
        while index + 1 < code.count, code[index + 1] | 0x20 == UInt8(ascii: "s") { index += 1 }
        if index + 2 < code.count, code[index + 1] == UInt8(ascii: "."), code[index + 2] == UInt8(ascii: "0") {
          showsFractions = true
          index += 2
          while index + 1 < code.count, code[index + 1] == UInt8(ascii: "0") { index += 1 }
        }
      case UInt8(ascii: "m"), UInt8(ascii: "M"):
        var run = 1
        while index + 1 < code.count, code[index + 1] | 0x20 == UInt8(ascii: "m") {
          run += 1
          index += 1
        }
        months = max(months, run)
      case UInt8(ascii: "0"), UInt8(ascii: "#"), UInt8(ascii: "?"):
        (digits, hasNumber, commas) = (true, true, 0)
      case UInt8(ascii: ",") where digits: commas += 1
      case UInt8(ascii: ".") where digits:
        shown.thousands += commas
        commas = 0
      case UInt8(ascii: "%"): isPercentage = true
      default: noteSign(in: code, at: index)
      }
      index += 1
    }
  }

  /// Takes note of a sign such as `€` that stands without quotes.
  private mutating func noteSign(in code: [UInt8], at index: Int) {
    for sign in ["$", "€", "£", "¥"] where code[min(index, code.count)...].starts(with: sign.utf8) {
      note(currency: sign)
    }
  }

  private mutating func note(word: String) {
    if hasNumber { shown.after += word } else { shown.before += word }
  }

  /// Takes note of what may be a currency: a sign, or three capital letters.
  ///
  /// - Returns: whether the text is one.
  @discardableResult
  private mutating func note(currency text: String) -> Bool {
    let word = text.filter { !$0.isWhitespace }
    guard NumberFormat.isCurrency(word) else { return false }
    currency = currency ?? word
    return true
  }
}

internal import FormatKit
internal import RetailValues

/// Which sorts of characters a value has. Nearly all values are ASCII, where the bytes show it.
private struct CharacterSorts {
  private(set) var hasLetter = false
  private(set) var hasSpace = false
  private(set) var hasColon = false
  private(set) var digits = 0
  /// Whether there is a digit at each end, so that no currency can be.
  private(set) var isBetweenDigits = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, of text: String) {
    var isASCII = true
    for byte in bytes {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x41...0x5A, 0x61...0x7A: hasLetter = true
      case 0x09...0x0D, 0x20: hasSpace = true
      case 0x3A: hasColon = true
      case 0x80...: isASCII = false
      default: break
      }
    }
    guard isASCII else {
      hasLetter = text.contains(where: \.isLetter)
      hasSpace = text.contains(where: \.isWhitespace)
      return
    }
    isBetweenDigits = (0x30...0x39).contains(bytes.first ?? 0) && (0x30...0x39).contains(bytes.last ?? 0)
  }
}

/// The appearance of the values in a column, regardless of its name.
struct ColumnLook: Sendable {
  /// How many values were looked at.
  private(set) var filled = 0
  private(set) var blank = 0
  /// Whether the first row has a value.
  private(set) var isFilledFirst = false
  /// Codes of 8 to 14 digits with a right check digit.
  private(set) var barcodes = 0
  private(set) var dates = 0
  /// Times of the day, such as 9:05 or 17:30:00.
  private(set) var times = 0
  private(set) var numbers = 0
  /// Numbers below zero.
  private(set) var negatives = 0
  /// Numbers with a plus sign in front.
  private(set) var plusSigns = 0
  /// Numbers without a mark.
  private(set) var wholeNumbers = 0
  /// Their sum.
  private(set) var wholeSum: Int64 = 0
  /// Numbers with two decimals or a currency next to them.
  private(set) var amounts = 0
  /// Texts of several words.
  private(set) var phrases = 0
  /// Words without any digit.
  private(set) var plainWords = 0
  /// The words for tips, as they are written.
  private(set) var tips: Set<String> = []
  /// Values that are the number of their row: 1, 2, 3 …
  private var rowNumbers = 0
  /// The length of the longest value, in bytes.
  private(set) var longest = 0
  /// The first different values, as people are shown them.
  private(set) var examples: [String] = []
  /// The first different values as they are written.
  private(set) var samples: [String] = []
  var example: String { examples.first ?? "" }
  private var hashes: Set<Int> = []
  /// The values of the first rows, by which rows are compared; nil for a blank one.
  private(set) var rows: [Int?] = []
  private static let rowLimit = 200
  /// The distinct values in lower case, as long as they are few and short.
  private(set) var words: Set<String> = []
  private static let wordLimit = 20
  private static let shownExamples = 3
  private static let sampleLimit = 20

  /// How many different values there are among those looked at.
  var distinct: Int { hashes.count }

  mutating func noteBlank() {
    blank += 1
    note(row: nil)
  }

  private mutating func note(row: Int?) { if rows.count < Self.rowLimit { rows.append(row) } }

  mutating func note(_ bytes: UnsafeBufferPointer<UInt8>) {
    if filled == 0, blank == 0 { isFilledFirst = true }
    filled += 1
    longest = max(longest, bytes.count)
    guard bytes.count <= 80 else {
      phrases += 1
      let hash = Int(bitPattern: bytes.prefix(200).reduce(UInt(bytes.count)) { ($0 &* 31) &+ UInt($1) })
      hashes.insert(hash)
      note(row: hash)
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text == "\(filled)" { rowNumbers += 1 }
    let hash = text.hashValue
    let isNew = hashes.insert(hash).inserted
    note(row: hash)
    if words.count <= Self.wordLimit { words.insert(text.lowercased()) }
    if samples.count < Self.sampleLimit, hashes.count > samples.count { samples.append(text) }
    if examples.count < Self.shownExamples, hashes.count > examples.count { examples.append(FieldReader.shown(text)) }
    if Self.isBarcode(text) { barcodes += 1 }
    let characters = CharacterSorts(bytes, of: text)
    let hasLetter = characters.hasLetter
    if hasLetter, characters.hasSpace { phrases += 1 }
    let digits = characters.digits
    guard digits > 0 else {
      if hasLetter { plainWords += 1 }
      if hasLetter, isNew, tips.count < Self.wordLimit, ChargeWords.isTip(text) { tips.insert(text) }
      return
    }
    if digits >= 3, text.utf8.contains(where: { $0 == 0x2D || $0 == 0x2E || $0 == 0x2F }),
      DateOrder.allCases.contains(where: { Timestamp(text, order: $0, clock: .utc) != nil })
    {
      dates += 1
      return
    }
    if characters.hasColon, Self.isTimeOfDay(text) {
      times += 1
      return
    }
    let amount = characters.isBetweenDigits ? text : text.trimmingCurrency
    guard let mark = Self.mark(of: amount) else { return }
    numbers += 1
    if amount.hasPrefix("-") || amount.hasSuffix("-") { negatives += 1 }
    if text.hasPrefix("+") { plusSigns += 1 }
    if !amount.utf8.contains(0x2E), !amount.utf8.contains(0x2C) {
      wholeNumbers += 1
      wholeSum &+= Int64(amount) ?? 0
    } else if amount.split(separator: mark == .point ? "." : ",").last?.count == 2 {
      amounts += 1
    }
    if amount.utf8.count < text.utf8.count { amounts += 1 }
  }

  private static func mark(of text: String) -> ExactDecimal.Mark? {
    [.point, .comma].first { (try? ExactDecimal(parsing: text.utf8, mark: $0)) != nil }
  }

  /// Whether a text is hours and minutes, perhaps with seconds and with AM or PM.
  private static func isTimeOfDay(_ text: String) -> Bool {
    let clock = text.uppercased().split(separator: " ")
    guard let first = clock.first, clock.count == 1 || clock.count == 2 && ["AM", "PM"].contains(clock[1]) else {
      return false
    }
    let parts = first.split(separator: ":", omittingEmptySubsequences: false)
    return (2...3).contains(parts.count) && parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy(\.isNumber) }
  }

  /// Whether the check digit proves a code; zeros alone prove nothing.
  static func isBarcode(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x30...0x39).contains(first), text.utf8.count >= 8,
      text.utf8.contains(where: { (0x31...0x39).contains($0) }), let barcode = try? Barcode(parsing: text)
    else { return false }
    return barcode.symbology != .inStore && !barcode.isRestored
  }

  /// A share of the values, in per cent, rounded down.
  func share(_ count: Int) -> Int { filled == 0 ? 0 : count * 100 / filled }

  /// Whether nearly all values are barcodes, and there are enough of them to be sure.
  var isBarcode: Bool { distinct >= 3 && share(barcodes) >= 95 }
  var isDate: Bool { filled >= 2 && dates == filled }
  var isTimeOfDay: Bool { filled > 0 && times == filled }
  /// Whether most values are numbers, and not all of them are 0.
  var isMostlyNumbers: Bool {
    numbers * 2 > filled && !words.allSatisfy { $0.allSatisfy { "0.,-".contains($0) } }
  }
  /// Whether most values are numbers or percentages, and not all of them are 0.
  var hasAmounts: Bool {
    let percentages = words.filter { $0.hasSuffix("%") && $0.contains { $0.isNumber && $0 != "0" } }
    return isMostlyNumbers || !percentages.isEmpty && percentages.count * 2 >= words.count
  }
  /// Whether all values are numbers of any sort.
  var isNumber: Bool { filled >= 2 && numbers == filled }
  /// Whether the values count the rows, from 1 on without a gap.
  var countsRows: Bool { filled > 0 && blank == 0 && rowNumbers == filled }
  /// Whether at least one of the values may be one of some words; also true when there are too many values to check.
  func mayBeAmong(_ choices: [String]) -> Bool {
    words.isEmpty || words.count > Self.wordLimit || !words.isDisjoint(with: choices)
  }

  /// Whether the values are few and a test accepts all of them, in small letters.
  func areWords(_ isMeant: (String) -> Bool) -> Bool {
    !words.isEmpty && words.count <= Self.wordLimit && words.allSatisfy(isMeant)
  }

  /// Whether the values are units, and not always the same one or always pieces.
  var isUnit: Bool {
    guard !words.isEmpty, words.count <= Self.wordLimit, longest <= 20 else { return false }
    let others = words.filter { !QuantityWords.isPieces($0) }
    return words.count > 1 && !others.isEmpty || others.contains { $0.contains(where: \.isNumber) }
      || others.contains(where: QuantityWords.isPack)
  }

  /// Whether the values are what a name of a field demands of them.
  func meets(_ condition: RecordField.Condition) -> Bool {
    switch condition {
    case .smallWholeNumbers: wholeNumbers == filled && barcodes == 0 && longest <= 6
    }
  }

  /// Whether the values are names or sentences.
  var isPhrase: Bool { filled >= 2 && share(phrases) >= 60 }
  /// Whether every record has a value, and no two the same.
  var isUnique: Bool { filled > 0 && blank == 0 && distinct == filled }

  /// A description of the values for people; nil when they have nothing in common.
  var summary: String? {
    if isBarcode { return "\(share(barcodes)) % of its values are GTINs with a right check digit" }
    if isDate { return "all its values are dates" }
    if isNumber, amounts * 2 >= filled { return "its values look like amounts of money" }
    if isNumber { return wholeNumbers == filled ? "all its values are whole numbers" : "all its values are numbers" }
    return isPhrase ? "its values are texts of several words" : nil
  }
}

/// The looks of a table's columns, from its first records; bounded in time and memory.
struct TableLook: Sendable {
  private(set) var columns: [String: ColumnLook] = [:]
  /// How many columns are looked at, and how many values in all.
  private static let columnLimit = 256
  private static let valueLimit = 40_000

  mutating func look(at batch: borrowing RecordBatch) {
    let names = batch.schema.columns.map(\.name)
    let limit = min(1000, max(50, Self.valueLimit / max(1, names.count)))
    for (index, name) in names.enumerated().prefix(Self.columnLimit) {
      var look = columns[name] ?? ColumnLook()
      for row in 0..<batch.rowCount where look.filled < limit && look.blank < limit {
        switch batch.kind(row: row, column: index) {
        case .absent, .null: look.noteBlank()
        default:
          let bytes = batch.bytes(row: row, column: index).trimmed
          if bytes.isEmpty { look.noteBlank() } else { look.note(bytes) }
        }
      }
      columns[name] = look
    }
  }
}

extension String {
  /// The text without a currency's sign or code at one of its ends.
  var trimmingCurrency: String {
    func isMoney(_ text: Substring) -> Bool {
      let word = text.filter { !$0.isWhitespace }
      return word.count == 1 && word.first?.isCurrencySymbol == true || Currency(String(word)) != nil
    }
    guard let first = firstIndex(where: { $0.isNumber || $0 == "-" || $0 == "+" }),
      let last = lastIndex(where: \.isNumber)
    else { return self }
    let (before, after) = (self[..<first], self[index(after: last)...])
    if before.isEmpty, after.isEmpty { return self }
    guard before.isEmpty || isMoney(before), after.isEmpty || isMoney(after) else { return self }
    return String(self[first...last])
  }
}

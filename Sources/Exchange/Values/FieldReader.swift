internal import FormatKit
internal import RetailValues
internal import Stock

/// Turns the text of a field into the value that is staged, in the units of storage.
struct FieldReader {
  /// The field's name, with which messages about a value begin.
  let name: String
  /// The name of the column in the source, with which messages about a whole column begin.
  let column: String
  let numbers: ColumnReading<ExactDecimal.Mark>
  let dates: ColumnReading<DateOrder>
  let settings: ShopSettings
  let clock: ShopClock
  let changes: ClockChanges
  /// The type of the barcodes in the column.
  let codes: CodeColumn
  /// How the percentages of the column are written.
  let percentages: PercentageReading
  /// The use of the field, where that decides which part of a text is its value.
  let use: FieldUse
  /// How many digits of a number the source keeps; nil where it keeps all of them.
  let keptDigits: Int?
  /// Whether all codes of the column are whole numbers followed by `.0`.
  let hasDecimalCodes: Bool
  /// What can be given for the whole file where a value has a sign or a unit of its own.
  let givable: Givable

  /// What an option can say about all values of a field.
  struct Givable {
    /// Whether the amounts may be in another currency than the shop's.
    var currency = true
    /// How the unit that the items are kept in can be given; nil where only a list of the items can say it.
    var stockUnit: String? = Self.stockUnitOption

    static let currencyOption = "--set currency="
    static let stockUnitOption = "--set stock_unit="

    /// Whether a remedy names an option that answers for the whole file, so that it need be asked only once.
    static func isAnswer(_ remedy: String) -> Bool {
      [currencyOption, stockUnitOption].contains { remedy.contains($0) }
    }
  }

  var decimal: ExactDecimal.Mark { numbers.notation }

  init(
    name: String, column: String, numbers: ColumnReading<ExactDecimal.Mark>, dates: ColumnReading<DateOrder>,
    settings: ShopSettings,
    clock: ShopClock, codes: CodeColumn = .unknown, percentages: PercentageReading = .whole, use: FieldUse = .plain,
    keptDigits: Int? = nil, hasDecimalCodes: Bool = false, givable: Givable = Givable()
  ) {
    self.givable = givable
    self.name = name
    self.column = column
    self.codes = codes
    self.percentages = percentages
    self.use = use
    self.keptDigits = keptDigits
    self.hasDecimalCodes = hasDecimalCodes
    self.numbers = numbers
    self.dates = dates
    self.settings = settings
    self.clock = clock
    changes = ClockChanges(clock: clock)
  }

  /// Why a value cannot be taken; the message is a whole sentence that begins with the field's or the column's name.
  struct ValueProblem: Error {
    var code: Problem.Code
    var message: String
    var remedy: String?
    /// Whether it is reported once for the column, with the number of values it applies to, instead of for each value.
    var isForColumn = false
  }

  /// The longest code that is kept, in bytes.
  static let maximumCodeBytes = 200
  /// The longest text that is kept, in bytes.
  static let maximumTextBytes = 1 << 20

  /// Reads bytes that are trimmed and not empty.
  ///
  /// - Parameter note: a problem to report about a value that is accepted.
  func read(
    _ bytes: UnsafeBufferPointer<UInt8>, as type: ValueType, kind: FieldKind, currency: Currency?,
    note: inout ValueProblem?
  ) throws(ValueProblem) -> StagedValue {
    let isNumberToken = kind == .number
    if kind == .percentage { return try percentage(shown: bytes, as: type, note: &note) }
    if isNumberToken, let keptDigits, bytes.count > keptDigits, type == .code || type == .barcode,
      bytes.allSatisfy(NumberNotation.isDigit)
    {
      throw damaged(bytes, type == .code ? "a code" : "a barcode")
    }
    switch type {
    case .text:
      guard bytes.count <= Self.maximumTextBytes else {
        throw ValueProblem(code: .valueTooLong, message: "\(name) is longer than 1 MiB")
      }
      guard !bytes.contains(0) else {
        throw ValueProblem(
          code: .invalidText, message: "\(name) has the control character NUL in it", remedy: "Take the character out.")
      }
      return .bytes(bytes)
    case .code:
      guard bytes.count <= Self.maximumCodeBytes else {
        throw ValueProblem(code: .valueTooLong, message: "\(name) is \(bytes.count) bytes long")
      }
      if use == .name, let line = Self.oneLine(bytes) {
        note = ValueProblem(
          code: .lineBreakRead, message: "\(column) '\(Self.shown(bytes))' is read as '\(line)'", isForColumn: true)
        return .text(line)
      }
      if isNoText(bytes, kind) {
        throw ValueProblem(code: .codeIsNoText, message: "\(name) '\(Self.shown(bytes))' is not text in its cell")
      }
      if use == .item, PlaceholderCodes.contains(bytes) {
        throw ValueProblem(
          code: .codeIsPlaceholder, message: "\(name) '\(Self.shown(bytes))' means that there is no code")
      }
      if let plain = withoutMarks(bytes, note: &note) { return .text(plain) }
      // The barcode of the same column reports it.
      if codes == .books, use.isItem, let isbn = Barcode(isbnWithoutZeros: Self.string(bytes)) {
        return .text(isbn.code)
      }
      if let plain = try Self.plainCode(bytes, of: name, isNumberToken: isNumberToken) { return .text(plain) }
      return .bytes(try code(bytes, note: &note))
    case .barcode: return try barcode(bytes, note: &note)
    case .quantity: return try quantity(bytes, isNumberToken, note: &note)
    case .unitCost:
      return try number(
        bytes, digits: UnitCost.fractionDigits, isNumberToken, in: currency ?? settings.currency, note: &note)
    case .money:
      let currency = currency ?? settings.currency
      return try number(bytes, digits: currency.minorUnitDigits, isNumberToken, in: currency, note: &note)
    case .percent: return try percentage(bytes, isNumberToken, note: &note)
    case .degrees(let limit):
      let value = try number(bytes, digits: Degrees.fractionDigits, isNumberToken, note: &note)
      guard case .integer(let degrees) = value, degrees.magnitude <= UInt64(limit) * 10_000_000 else {
        throw ValueProblem(
          code: .numberTooLarge, message: "\(name) '\(Self.shown(bytes))' is not between -\(limit) and \(limit) degrees"
        )
      }
      return value
    case .wholeNumber:
      let number = try decimalNumber(bytes, isNumberToken)
      guard let (value, isExact) = number.scaled(toFractionDigits: 0), isExact else {
        throw ValueProblem(code: .notANumber, message: "\(name) '\(Self.shown(bytes))' is not a whole number")
      }
      return .integer(value)
    case .currency:
      if settings.currency.code.utf8.elementsEqual(bytes) { return .text(settings.currency.code) }
      if let whole = CurrencySigns.currency(ofHundredth: Self.string(bytes)) {
        throw ValueProblem(
          code: .unknownCurrency, message: "\(name) '\(Self.shown(bytes))' is the hundredth part of \(whole)",
          remedy: "Write \(whole), and call the column of the prices 'Price (pence)', or divide them by 100.")
      }
      guard let currency = Currency(String(decoding: bytes, as: UTF8.self)) else {
        throw ValueProblem(
          code: .unknownCurrency, message: "\(name) '\(Self.shown(bytes))' is not a currency of ISO 4217",
          remedy: nearestName(to: Self.shown(bytes), among: Currency.codes).map { "Did you mean \($0)?" })
      }
      return .text(currency.code)
    case .boolean: return try boolean(bytes)
    case .date:
      if use == .lastDay, let day = Self.lastDay(ofMonth: bytes) { return .text(day.description) }
      let time = try time(bytes)
      // A day that is written is that day; only a time with an offset may be another one here.
      guard time.offsetSeconds != nil else { return .text(time.date.description) }
      let day = clock.date(of: time.moment(on: clock))
      if day != time.date {
        note = ValueProblem(
          code: .momentAsDay,
          message: "\(column) '\(Self.shown(bytes))' is read as \(day), its day in \(clock.identifier)",
          isForColumn: true)
      }
      return .text(day.description)
    case .dateTime:
      let time = try time(bytes)
      if let problem = changes.problem(with: time) { note = doubtful(bytes, problem) }
      return .integer(time.moment(on: clock, endOfDay: use == .lastMoment).millisecondsSince1970)
    case .choice(let words):
      if let word = words.first(where: { $0.utf8.elementsEqual(bytes) }), word == word.lowercased() {
        return .text(word)
      }
      let text = Self.string(bytes).lowercased()
      if use == .stockUnit, QuantityWords.isPieces(text) { return .text("each") }
      guard words.contains(text) else {
        let near = nearestName(to: text, among: words)
        throw ValueProblem(
          code: .notAChoice, message: "\(name) '\(Self.shown(bytes))' is not one of \(words.joined(separator: ", "))",
          remedy: near.map { "Did you mean '\($0)'?" })
      }
      return .text(text)
    }
  }

  private static let yes: Set<String> = ["yes", "true", "1", "y", "t", "ja", "oui", "sí", "si", "j", "on"]
  private static let no: Set<String> = ["no", "false", "0", "n", "f", "nein", "non", "nej", "off"]

  private func boolean(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> StagedValue {
    let text = Self.string(bytes).lowercased()
    if name == "tax_included", let isGross = TaxWords.isGross(text) { return .integer(isGross ? 1 : 0) }
    if Self.yes.contains(text) { return .integer(1) }
    if Self.no.contains(text) { return .integer(0) }
    throw ValueProblem(code: .notYesOrNo, message: "\(name) '\(Self.shown(bytes))' is neither yes nor no")
  }

  static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The same for a text.
  static func shown(_ text: String) -> String {
    var text = text
    return text.withUTF8 { shown($0) }
  }

  /// A value for a message: at most 60 characters, control characters shown as `·`.
  static func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(240), as: UTF8.self)
    let clean = String(text.prefix(60).map { $0.isNewline || ($0.asciiValue ?? 32) < 32 ? "·" : $0 })
    return clean.count < text.count || bytes.count > 240 ? clean + "…" : clean
  }
}

internal import RetailValues
internal import Stock
internal import Wording

/// Prints the exact whole numbers of the views for people, and for programs.
struct Formatting {
  let locale: LanguageConventions
  private(set) var currency: Currency
  let clock: ShopClock

  init(settings: ShopSettings, language: Language = .english) {
    locale = LanguageConventions(language)
    currency = settings.currency
    clock = settings.clock
  }

  /// The same for the cells of a column whose amounts are in the currency that another column of the row names.
  func inCurrency(of column: ReportColumn, in row: [ReportingValue]) -> Formatting {
    guard let place = column.currencyPlace, case .text(let code) = row[place] else { return self }
    return inCurrency(code)
  }

  /// The same for amounts in another currency; unchanged for an unknown one.
  func inCurrency(_ code: String) -> Formatting {
    guard let other = Currency(code), other != currency else { return self }
    var formatting = self
    formatting.currency = other
    return formatting
  }

  // MARK: - For people

  /// Whether texts of a type are shown otherwise than they are.
  func translates(_ type: ReportColumnType, _ translations: WordTranslations) -> Bool {
    type == .label ? !translations.isEmpty : type == .date && locale.dayOrder != .iso
  }

  /// The value as people read it: grouped digits, times in the shop's time zone; empty for NULL.
  ///
  /// - Parameter translations: of the words that a label may be.
  func display(
    _ value: ReportingValue, as type: ReportColumnType, _ translations: WordTranslations = [:]
  ) -> String {
    guard case .integer(let number) = value else {
      guard case .text(let text) = value else { return "" }
      switch type {
      case .label: return translations[text] ?? text
      case .date: return locale.day(text)
      default: return text
      }
    }
    if type == .dateTime, !Self.years.contains(number) { return String(number) }
    return display(number, as: type)
  }

  func display(_ number: Int64, as type: ReportColumnType) -> String {
    switch type {
    case .money: locale.number(FixedPointText.fixed(number, fractionDigits: currency.minorUnitDigits))
    case .quantity: locale.number(FixedPointText.shortest(number, fractionDigits: Quantity.fractionDigits))
    case .unitCost: locale.number(unitCost(number))
    case .percent:
      locale.number(FixedPointText.fixed(number.dividedHalfAwayFromZero(by: 100), fractionDigits: 2)) + locale.unitSpace
        + "%"
    case .wholeNumber: locale.number(String(number))
    case .degrees: locale.number(FixedPointText.shortest(number, fractionDigits: Degrees.fractionDigits)) + "°"
    case .distance: distance(number)
    case .dateTime: locale.moment(clock.display(Timestamp(millisecondsSince1970: number)))
    case .text, .label, .date, .flag: exact(.integer(number), as: type)
    }
  }

  /// All decimals that are not zero, but not fewer than the currency has.
  private func unitCost(_ number: Int64) -> String {
    let text = FixedPointText.fixed(number, fractionDigits: UnitCost.fractionDigits)
    let droppable = UnitCost.fractionDigits - currency.minorUnitDigits
    let zeros = text.reversed().prefix(droppable).prefix { $0 == "0" }.count
    let kept = text.dropLast(zeros)
    return String(kept.hasSuffix(".") ? kept.dropLast() : kept)
  }

  /// Metres below a kilometre, tenths of a kilometre below a hundred, and kilometres above.
  private func distance(_ metres: Int64) -> String {
    if abs(metres) < 1000 { return locale.number(String(metres)) + locale.unitSpace + "m" }
    if abs(metres) < 99_950 {
      return locale.number(FixedPointText.fixed(metres.dividedHalfAwayFromZero(by: 100), fractionDigits: 1))
        + locale.unitSpace + "km"
    }
    return locale.number(String(metres.dividedHalfAwayFromZero(by: 1000))) + locale.unitSpace + "km"
  }

  /// The moments that the calendar can name, years 1 to 9999.
  private static let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_200_000_000

  // MARK: - For programs

  /// The value exactly, with a decimal point and ISO 8601 times; empty for NULL.
  func exact(_ value: ReportingValue, as type: ReportColumnType) -> String {
    switch value {
    case .null: ""
    case .text(let text): text
    case .integer(let number):
      switch type {
      case .money: FixedPointText.fixed(number, fractionDigits: currency.minorUnitDigits)
      case .quantity: FixedPointText.shortest(number, fractionDigits: Quantity.fractionDigits)
      case .unitCost: FixedPointText.shortest(number, fractionDigits: UnitCost.fractionDigits)
      case .percent: FixedPointText.shortest(number, fractionDigits: 4)
      case .dateTime where !Self.years.contains(number): String(number)
      case .dateTime: clock.iso8601(Timestamp(millisecondsSince1970: number))
      case .flag: number == 0 ? "false" : "true"
      case .degrees: FixedPointText.shortest(number, fractionDigits: Degrees.fractionDigits)
      case .wholeNumber, .distance, .text, .label, .date: String(number)
      }
    }
  }
}

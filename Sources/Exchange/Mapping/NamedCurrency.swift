internal import FormatKit
internal import RetailValues
internal import Stock

/// The currency that the columns of a record's amounts name: in their header, `Price (USD)`, or in the cells of a workbook.
///
/// It counts as a column of currencies would.
struct NamedCurrency {
  /// As it is written: `USD`, `€`, `$`.
  let sign: String
  let column: String
  /// What it means in the shop; nil where only a currency in each record decides.
  private(set) var currency: Currency?

  /// The sign or code that a column names.
  static func sign(of column: Column) -> String? { HeaderUnits(column.name).currency ?? column.currency }

  /// Where it is named, for people.
  static func evidence(of column: Column) -> String {
    HeaderUnits(column.name).currency == nil ? "by the number formats of its cells" : "by its name"
  }

  /// Whether a currency is the one that is named.
  func fits(_ other: Currency) -> Bool { currency == other || CurrencySigns.fits(sign, other) }

  /// What the columns of a record's amounts name; nil when they name none.
  ///
  /// - Parameters:
  ///   - outer: what the document names outside its records; a column of currencies counts more.
  ///   - given: what stands for the record's own currency.
  /// - Throws: `unknown-currency` when a sign may mean several currencies, the columns contradict each other, or the amounts
  ///   cannot have another currency than the shop's; `currency-differs` when another one is given.
  static func named(
    by columns: [Column], around outer: String? = nil, of kind: RecordKind, given: ValueExpression?, shop: Currency,
    source: String
  ) throws(Problems) -> NamedCurrency? {
    var named: NamedCurrency?
    let isConstant = if case .constant? = given?.source { true } else { given == nil }
    let outer = isConstant ? outer : nil
    if let outer, outer.contains(","), let column = columns.first { throw several(outer, column.name, source) }
    for column in columns {
      for sign in [HeaderUnits(column.name).currency, column.currency, outer].compactMap({ $0 }) {
        let next = NamedCurrency(sign: sign, column: column.name, currency: CurrencySigns.currency(sign, in: shop))
        guard let known = named else {
          named = next
          continue
        }
        guard known.agrees(with: next) else { throw contradiction(known, next, source) }
        if known.currency == nil { named = next }
      }
    }
    guard var named else { return nil }
    if case .constant(let code)? = given?.source, let given = Currency(code) {
      guard named.fits(given) else { throw differs(named, given, source) }
      named.currency = given
    }
    if given == nil, named.currency == nil { throw unclear(named, kind, source) }
    let isShopOnly = kind.field("currency") == nil || kind.isInShopCurrency
    if isShopOnly, let currency = named.currency, currency != shop {
      throw foreign(named, currency, shop, kind, source)
    }
    return named
  }

  private func agrees(with other: NamedCurrency) -> Bool {
    if let currency, let theirs = other.currency { return currency == theirs }
    if let currency { return CurrencySigns.fits(other.sign, currency) }
    return other.currency.map { CurrencySigns.fits(sign, $0) } ?? (sign == other.sign)
  }

  // MARK: Questions

  private static func error(
    _ code: Problem.Code, _ named: NamedCurrency, _ source: String, _ message: String, remedy: String
  ) -> Problems {
    Problems(
      code, source: source, at: SourcePosition(field: named.column), value: named.sign, message, remedy: remedy)
  }

  private static func unclear(_ named: NamedCurrency, _ kind: RecordKind, _ source: String) -> Problems {
    let candidates = CurrencySigns.candidates(named.sign).joined(separator: ", ")
    let setting = kind.field("currency") == nil ? "Write the code of the currency in the name of the column." : nil
    return error(
      .unknownCurrency, named, source,
      "the amounts of '\(named.column)' are in \(named.sign), which may be any of \(candidates) …",
      remedy: setting ?? "Say which: `\(HeaderMatching.importCommand(source)) --set currency=CODE`.")
  }

  private static func several(_ outer: String, _ column: String, _ source: String) -> Problems {
    error(
      .unknownCurrency, NamedCurrency(sign: outer, column: column), source,
      "the file names several currencies outside its records (\(outer)), and nothing says which the amounts of '\(column)' "
        + "are in",
      remedy: "Ask the sender for a file with the currency in each record, or for a file for each currency.")
  }

  private static func differs(_ named: NamedCurrency, _ given: Currency, _ source: String) -> Problems {
    error(
      .currencyDiffers, named, source,
      "the amounts of '\(named.column)' are in \(named.sign), and the currency given is \(given)",
      remedy: "Leave the currency out, or correct the name of the column.")
  }

  private static func contradiction(_ named: NamedCurrency, _ other: NamedCurrency, _ source: String) -> Problems {
    let isSame = named.column == other.column
    return error(
      .unknownCurrency, other, source,
      isSame
        ? "the name of '\(named.column)' says \(named.sign), and its cells are shown in \(other.sign)"
        : "'\(named.column)' is in \(named.sign) and '\(other.column)' in \(other.sign), and a record has one currency",
      remedy: isSame
        ? "Correct the name or the cells of the column."
        : "Import the columns one after the other, each in a file of its own."
    )
  }

  private static func foreign(
    _ named: NamedCurrency, _ currency: Currency, _ shop: Currency, _ kind: RecordKind, _ source: String
  ) -> Problems {
    // A supplier's costs may be in any currency.
    let offer = kind.part == .variant ? ", or name the supplier whose costs they are with --supplier CODE" : ""
    return error(
      .unknownCurrency, named, source,
      "the amounts of '\(named.column)' are in \(currency), and here they must be in \(shop), the currency of the shop's "
        + "books",
      remedy: "Give the amounts in \(shop), or convert them in a mapping profile: "
        + "`{ column: NAME, apply: [multiply: RATE] }`\(offer).")
  }
}

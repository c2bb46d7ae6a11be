internal import Mustache
internal import RetailValues
internal import Stock

/// Whom the values of a template are printed for.
enum PrintStyle {
  /// Grouped digits, local times.
  case people
  /// Exact digits, ISO 8601; texts made harmless for spreadsheets or not.
  case spreadsheet(guardsFormulas: Bool)
}

/// One value in a template. `{{value}}` prints it; `{{#value}}…{{/value}}` is left out when it is NULL.
///
/// Of a number there are also `signed` (with a plus), `magnitude`, and the flags `is_positive`, `is_negative`, `is_zero`.
struct ReportCell: MustacheParent, MustacheCustomRenderable {
  let value: ReportingValue
  let type: ReportColumnType
  let formatting: Formatting
  let style: PrintStyle
  /// Of the words that a label may be.
  var translations: WordTranslations = [:]

  var isNull: Bool { value == .null }

  /// The currency of an amount; nil for other values.
  var unit: String? { type == .money || type == .unitCost ? formatting.currency.code : nil }

  var renderText: String {
    switch style {
    case .people:
      let text = formatting.display(value, as: type, translations)
      // Control characters have no place in HTML, and NUL marks the places of streamed rows.
      guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) else { return text }
      return String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { $0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0) ? "\u{FFFD}" : $0 }))
    case .spreadsheet(let guardsFormulas):
      let text = formatting.exact(value, as: type)
      return guardsFormulas && type.isText ? CSVText.harmless(text) : text
    }
  }

  func child(named name: String) -> Any? {
    if name == "address" {
      return switch value {
      case .null: nil
      case .text(let text): Self.inAddress(text)
      case .integer(let number): "\(number)"
      }
    }
    if name == "has_text" { return !isNull && value != .text("") }
    guard case .integer(let number) = value else { return nil }
    switch name {
    case "is_positive": return number > 0
    case "is_negative": return number < 0
    case "is_zero": return number == 0
    case "signed": return (number > 0 ? "+" : "") + renderText
    case "magnitude":
      let magnitude = number == .min ? .max : abs(number)
      return Self(value: .integer(magnitude), type: type, formatting: formatting, style: style)
    default: return nil
    }
  }
}

/// One row in a template: its columns, and the rows of other queries within it.
struct ReportRow: MustacheParent {
  let columns: ColumnIndex
  let values: [ReportingValue]
  let formatting: Formatting
  let style: PrintStyle
  var nested: [String: [ReportRow]] = [:]
  /// The other names for a streamed row: the report, the shop, the parameters.
  var outer: TemplateContext?

  func child(named name: String) -> Any? {
    guard let index = columns.index[name] else { return nested[name] ?? outer?.child(named: name) }
    let type = columns.columns[index].type
    if type == .flag { return values[index] != .integer(0) && values[index] != .null }
    return ReportCell(
      value: values[index], type: type, formatting: formatting.inCurrency(of: columns.columns[index], in: values),
      style: style, translations: columns.translations[index])
  }
}

/// The columns of a query with their places.
struct ColumnIndex {
  let columns: [ReportColumn]
  let index: [String: Int]
  /// By the column's place, what the words that it may hold are in the reader's language.
  let translations: [WordTranslations]

  init(_ columns: [ReportColumn], messages: ReportMessages = .none) {
    self.columns = columns
    translations = columns.map { messages.translations(of: $0.words) }
    index = Dictionary(columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Everything that a template may name.
struct TemplateContext: MustacheParent {
  private var values: [String: Any] = [:]

  subscript(name: String) -> Any? {
    get { values[name] }
    set { values[name] = newValue }
  }

  func child(named name: String) -> Any? { values[name] }
}

/// A streamed query as a page sees it: `any`, and `rows`, the place where the rows are put while the page is written.
struct StreamedRows: MustacheParent {
  let query: String
  let any: Bool

  /// NUL cannot come from a template or a value, so no text can be mistaken for the placeholder of rows.
  static func mark(_ query: String) -> String { "\0\(query)\0" }

  func child(named name: String) -> Any? {
    switch name {
    case "any": any
    case "rows": Self.mark(query)
    default: nil
    }
  }
}

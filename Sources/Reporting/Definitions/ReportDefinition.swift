internal import Wording

/// The type of a report's column: it decides how values are printed, and never changes them.
public enum ReportColumnType: String, Hashable, Sendable, CaseIterable {
  case text
  /// A word of the report's own, such as `moving-average` or `No category`: translated for people, exact for programs.
  case label
  /// Thousandths of the stock unit.
  case quantity
  /// Millionths of the shop's currency.
  case unitCost = "unit-cost"
  /// Minor units of the shop's currency.
  case money
  /// Ten-thousandths of a percent.
  case percent
  /// A day in ISO 8601 text.
  case date
  /// Milliseconds since 1970 in UTC; shown in the shop's time zone.
  case dateTime = "date-time"
  case wholeNumber = "whole-number"
  /// Ten-millionths of a degree of latitude or longitude.
  case degrees
  /// Whole metres; shown as metres or kilometres.
  case distance
  /// 0 or 1.
  case flag

  /// Whether a spreadsheet might take its values for formulas.
  var isText: Bool { self == .text || self == .label }
}

/// A column of a query: its name in the SQL, in JSON, in CSV and in templates.
public struct ReportColumn: Hashable, Sendable {
  public let name: String
  public let type: ReportColumnType
  /// Its heading in a spreadsheet; made of the name when nil.
  public let title: String?
  /// The place of the query's column that names the currency of its amounts; nil for amounts in the shop's.
  public let currencyPlace: Int?
  /// The words that a column of labels may contain; any other text in it is the shop's, and shown unchanged.
  let words: LabelWords
  let cell: Cell

  init(
    name: String, type: ReportColumnType, title: String? = nil, currencyPlace: Int? = nil,
    words: LabelWords = LabelWords(), cell: Cell = Cell()
  ) {
    self.words = words
    self.cell = cell
    self.name = name
    self.type = type
    self.title = title
    self.currencyPlace = currencyPlace
  }
}

/// The words of the report's own that a column of labels may hold.
struct LabelWords: Hashable, Sendable {
  /// Those that the column lists itself, and those of the vocabularies that it names.
  var own: [String] = []
  var shared: [String] = []

  var all: [String] { own + shared }
}

/// The type of a parameter's values.
public enum ReportParameterType: String, Hashable, Sendable, CaseIterable {
  case text
  /// The code or name of a location of the shop.
  case location
  /// The code or name of a store that customers are shown.
  case store
  /// The code of a count session of the shop.
  case session
  /// The code or name of a category of the shop.
  case category
  /// The code or name of a supplier of the shop.
  case supplier
  /// The code or name of a reason of losses and adjustments.
  case reason
  /// The code or title of a list of the reader's own that has something on it.
  case ownList = "own-list"
  /// An address of the web, `https://shop.example/p/1`, or nothing.
  case webAddress = "web-address"
  /// The number of a purchase order.
  case order
  /// The number of an invoice or credit note.
  case invoice
  /// A day, `2026-10-31`.
  case date
  /// A moment, `2026-10-31T18:00`; without an offset in the shop's time zone.
  case dateTime = "date-time"
  /// A year, quarter, month or day: `2026`, `2026-Q4`, `2026-10`, `2026-10-31`. Sets `:from` and `:to`.
  case period
  case wholeNumber = "whole-number"
  /// A share, `2.5`, with a percent sign or without.
  case percent
  /// An amount in the shop's currency.
  case money
  /// One of the parameter's `choices`.
  case choice
}

extension ReportParameterType {
  /// Whether its values are days or moments, which may be written in words.
  var isDay: Bool { self == .date || self == .dateTime }

  /// Whether its values have an order, so that they can be limited.
  var isMeasure: Bool { isDay || self == .wholeNumber || self == .percent || self == .money }

  /// The type as which its values are printed.
  var shownAs: ReportColumnType {
    switch self {
    case .text, .location, .store, .session, .category, .supplier, .reason, .ownList, .webAddress, .order, .invoice,
      .period:
      .text
    case .choice: .label
    case .date: .date
    case .dateTime: .dateTime
    case .wholeNumber: .wholeNumber
    case .percent: .percent
    case .money: .money
    }
  }
}

/// A parameter of a report; its name is that of the SQL's `:name`.
public struct ReportParameter: Hashable, Sendable {
  /// The moment that a day without a time of day means.
  public enum DateMeaning: String, Hashable, Sendable, CaseIterable {
    case start, end
  }

  public let name: String
  public let type: ReportParameterType
  public let help: String
  /// The value taken when none is given, as a user would write it.
  public let defaultValue: String?
  /// The SQL file whose one value is taken when none is given.
  public let defaultQuery: String?
  public let isRequired: Bool
  public let choices: [String]
  public let dateMeans: DateMeaning
  /// The least and the greatest number, amount, day or moment that is taken, as a user would write it; days also in words.
  public let minimum: String?
  public let maximum: String?
  /// The regular expression that a text must match as a whole.
  public let pattern: String?
}

/// How many rows of a query there are, which decides how templates see them.
public enum ReportRowCount: String, Hashable, Sendable, CaseIterable {
  /// Exactly one: its columns are read as `{{query.column}}`.
  case one
  /// Some, held in memory: `{{#query}}…{{/query}}`. At most ``Report/rowsInMemory``.
  case many
  /// Any number, never held in memory: `{{{query.rows}}}`, each row through the query's `row-template`.
  case streamed
}

/// A query of a report.
public struct ReportQuery: Hashable, Sendable {
  public let name: String
  public let file: String
  public let rows: ReportRowCount
  public let columns: [ReportColumn]
  /// The template of one row in HTML, for streamed rows.
  public let rowTemplate: String?
  /// The query within whose rows this one's are found in templates, by the column that both have.
  public let within: String?
  public let by: String?
  /// The position of its rows in a spreadsheet.
  public let sheet: ReportSheet
  /// How pages show it as a table that is made of its columns; nil when their templates write the table themselves.
  let table: ReportTable?
}

/// The position of the rows of a query in a spreadsheet.
public enum ReportSheet: Hashable, Sendable {
  /// On a sheet with the query's own name.
  case ownName
  /// On a sheet of that name.
  case named(String)
  /// Nowhere: they repeat what other queries say.
  case none
}

/// A chart over the rows of a query: horizontal bars, or lines.
public struct ReportChart: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Every bar starts at zero.
    case bars
    /// Every bar starts where the one before ended, except those marked as totals.
    case waterfall
    /// The points of each series joined from left to right; a row without a value leaves a gap.
    case line
  }

  /// Whether a positive length is a loss, or just an amount.
  public enum Sense: String, Hashable, Sendable, CaseIterable {
    case amount, loss
  }

  public let name: String
  public let title: String
  public let kind: Kind
  public let sense: Sense
  public let query: String
  /// The column with the text of a bar or with the place of a point, and the one with its length or height.
  public let label: String
  public let value: String
  /// The flag that marks the totals of a waterfall.
  public let total: String?
  /// The column that says which line of several a point belongs to; nil when there is but one.
  public let series: String?
  /// Whether the scale of lines begins at zero, or near the least value.
  public let startsAtZero: Bool
}

/// A map of the places that the rows of a query have.
public struct ReportMap: Hashable, Sendable {
  public let name: String
  public let title: String
  public let query: String
  /// The columns with the coordinates, and the one with the label next to the mark.
  public let latitude: String
  public let longitude: String
  public let label: String
}

/// The source of a report's CSV.
public enum ReportCSV: Hashable, Sendable {
  /// The columns of one query, streamed.
  case query(String)
  /// A template over queries that are held in memory.
  case template(String)
  /// The columns of several queries that are held in memory, in one table.
  case table(ReportCSVTable)
}

/// What a report is about, by which lists of reports are ordered.
public enum ReportSubject: String, Hashable, Sendable, CaseIterable {
  case losses, sales, stock, counts, orders, goods, stores, books, checks
  /// The subject of a report that names none.
  case others

  /// The heading above the reports of the subject.
  public var title: String {
    switch self {
    case .losses: "Losses"
    case .sales: "Sales and margin"
    case .stock: "Stock"
    case .counts: "Counts"
    case .orders: "Orders and suppliers"
    case .goods: "Goods and prices"
    case .stores: "Stores and lists"
    case .books: "Books that people offer and look for"
    case .checks: "Checks of the data"
    case .others: "Others"
    }
  }
}

/// The content of `report.yml`.
public struct ReportDefinition: Hashable, Sendable {
  /// The name of its folder.
  public let name: String
  public let title: String
  public let summary: String
  public let subject: ReportSubject
  public let parameters: [ReportParameter]
  /// Parameters of which at most one may be given.
  let atMostOneOf: [[String]]
  /// Expressions that every query may read, as `WITH name AS (file)`, in this order.
  public let common: [CommonExpression]
  public let queries: [ReportQuery]
  public let charts: [ReportChart]
  public let maps: [ReportMap]
  public let htmlTemplate: String?
  public let csv: ReportCSV?
  /// The translations of titles and headings that columns have with them: the English and the translation, by language.
  let translations: [Language: [String: String]]

  /// A named expression that the report's queries share: an SQL file, or a generated one such as `calendar-months`.
  public struct CommonExpression: Hashable, Sendable {
    public let name: String
    public let file: String
    /// Whether it is computed once for all queries of an output, instead of again in each.
    public let isKept: Bool
  }
}

public import FormatKit

/// How a CSV file is cut into fields, and how one is written.
///
/// Options that are not given are detected from the first 200 records and listed in the reader's findings.
public struct CSVOptions: FormatOptions {
  /// The byte between fields; nil to have it found among comma, semicolon, tab and pipe, a comma when writing.
  public var delimiter: UInt8?
  /// The quote character for fields that contain delimiters, quotes or line ends.
  public var quote = Quote.found
  /// How a quote within a quoted field is written.
  ///
  /// Nil to have it found, twice when writing.
  public var escape: Escape?
  /// How to treat a line whose quotes are wrong and that can be read in only one way.
  public var quotes = Quotes.strict
  /// Whether the first record holds the names of the columns.
  public var header = Header.found
  /// How many records at the beginning hold the names of the columns, 1 to 20, when there is a header; nil for one, unless
  /// the second looks like names too.
  public var headerLines: Int?
  /// The number of records that hold names where nothing is asked about the second.
  var headerLineCount: Int { headerLines ?? 1 }
  /// The names of the columns instead of those of the header; empty to take those of the header.
  public var columns: [String] = []
  /// Whether names of columns that are empty or repeated get others.
  public var names = Names.distinct
  /// Whether records may lack fields at their end, or have empty ones beyond the last column.
  public var isRagged = false
  /// Whether a leading column without a name is taken as the row names of R, and a header that is repeated is left out.
  /// Formats with headers of their own do that themselves, or refuse such files.
  package var adjustsHeader = true
  /// The character set of what is read; nil to have it found. Written is always UTF-8.
  public var charset: Charset?
  /// The literal that, outside quotes, means that there is no value; nil for no such literal.
  public var null: String?
  /// The spaces outside quotes that are not part of a field; nil to detect them.
  public var spaces: Spaces?
  /// The number of lines above the header that are not part of the table, 0 to 1000; nil to detect titles.
  ///
  /// A line break within quotes does not count.
  public var skippedLines: Int?
  /// The end of a written record.
  public var lineEnds = LineEnds.lf
  /// The fields that are enclosed in quotes when written.
  public var quoting = Quoting.needed
  /// Whether cells that a spreadsheet would run as formulas have a leading apostrophe. With nil, it is removed from
  /// input and not added to output.
  public var formulas: FormulaTexts?
  /// Whether only the first character of a cell makes it a formula, as in the files of shop systems.
  package var formulasAreToldByFirstCharacter = false
  /// Whether what is written begins with a byte-order mark.
  public var byteOrderMark = false

  public init() {}

  /// The quote character of fields.
  public enum Quote: Hashable, Sendable {
    /// The double quote, unless the first lines show that every field is in single quotes.
    case found
    /// Quotes are text like any other character.
    case none
    /// One ASCII character.
    case character(UInt8)
  }

  /// How a quote within a quoted field is written.
  public enum Escape: String, CaseIterable, Sendable {
    /// Twice, as RFC 4180 section 2.7 has it.
    case double
    /// With a backslash before it, as database dumps have it; so are the backslash itself and the delimiter.
    case backslash
  }

  /// The spaces outside quotes that are not part of a field.
  public enum Spaces: String, CaseIterable, Sendable {
    /// No spaces, as in RFC 4180 section 2.4.
    case kept
    /// Spaces after each delimiter: `a, b`.
    case after
    /// Spaces at either end of each field: `a | b`.
    case around
  }

  /// How to treat a line whose quotes are wrong and that can be read in only one way.
  public enum Quotes: String, CaseIterable, Sendable {
    /// It is refused, and how it would be read is shown.
    case strict
    /// It is read so, with a warning.
    case repair
  }

  /// How to name columns whose names are empty or repeated.
  public enum Names: String, CaseIterable, Sendable {
    /// `column 3` and `price (2)`.
    case distinct
    /// As the file has it, for a copy that keeps its header.
    case asIs = "as-is"
  }

  /// Whether the first record holds the names of the columns.
  public enum Header: String, CaseIterable, Sendable {
    case found, yes, no
  }

  /// The end of a written record.
  public enum LineEnds: String, CaseIterable, Sendable {
    /// A line feed.
    case lf
    /// A carriage return and a line feed, as RFC 4180 section 2.1 has it.
    case crlf
  }

  /// The fields that are enclosed in quotes when written.
  public enum Quoting: String, CaseIterable, Sendable {
    case needed, all
  }

  public static let fields: [OptionField<CSVOptions>] = [
    OptionField(
      "delimiter", "The character between fields; found when not given or none, comma in output.",
      values: "one character, or tab, space, comma, semicolon, pipe, none; with spaces next to it, as \", \"",
      assign: { options, text in options.assign(delimiter: text) }),
    OptionField(
      "quote", "The character around fields; found when not given; none: quotes are text.",
      values: "one character, or none",
      assign: { options, text in
        if text == "none" {
          options.quote = .none
          return true
        }
        guard text.utf8.count == 1, let byte = text.utf8.first else { return false }
        options.quote = .character(byte)
        return true
      }),
    .choice(
      "escape", \.escape,
      "How a quote within a quoted field is written: twice, or after a backslash; found when not given."),
    .choice(
      "quotes", \.quotes, "Whether a line with a quote too many or too few is refused or read the only way it can be."),
    .choice("header", \.header, "Whether the first record names the columns; output has one unless no."),
    .integer(
      "header-lines", \.headerLines, in: 1...20, "How many records hold the names; those of a column are joined."),
    OptionField(
      "columns", "The names of all columns, instead of those of the header.", values: "names with commas between",
      assign: { options, text in
        options.columns = text.split(separator: ",", omittingEmptySubsequences: false)
          .map { $0.trimmingPrefix { $0 == " " } }.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        return !options.columns.contains("")
      }),
    .choice("names", \.names, "Whether empty and repeated names get others, or stay as they are."),
    .flag("ragged", \.isRagged, "Whether records may lack fields at their end, or have empty ones beyond it."),
    .choice("charset", \.charset, "The character set of the input; found when not given."),
    .text("null", \.null, "A word that, outside quotes, means no value, such as NULL; may be empty."),
    .choice(
      "spaces", \.spaces,
      "Whether spaces after delimiters, or around all fields, are left out; found when not given. Those within quotes stay."
    ),
    .integer(
      "skip-lines", \.skippedLines, in: 0...1000,
      "How many lines above the header are left out; a line break within quotes does not count."),
    .choice("line-ends", \.lineEnds, "What ends a record in output."),
    .choice("quoting", \.quoting, "Which fields of output are quoted."),
    .formulas(\.formulas),
    .flag("bom", \.byteOrderMark, "Whether output begins with a byte-order mark, for spreadsheets."),
  ]

  /// Refuses settings that contradict each other.
  ///
  /// - Throws: ``Problem/Code/invalidOption``.
  func validate() throws(Problems) {
    var marks: [(name: String, byte: UInt8)] = []
    if let delimiter { marks.append(("delimiter", delimiter)) }
    if case .character(let byte) = quote { marks.append(("quote", byte)) }
    for (name, byte) in marks where byte == 0 || byte == 10 || byte == 13 || byte >= 0x80 {
      throw Problems(
        .invalidOption, value: "\(byte)", "the byte \(byte) cannot be the \(name)",
        remedy: "Give one ASCII character that is not a line end.")
    }
    if marks.count == 2, marks[0].byte == marks[1].byte {
      throw Problems(
        .invalidOption, value: marks[0].byte.shownInCSV, "delimiter and quote are both '\(marks[0].byte.shownInCSV)'",
        remedy: "Give two different characters.")
    }
    if delimiter == 32, let spaces, spaces != .kept {
      throw Problems(
        .invalidOption, value: spaces.rawValue, "the delimiter is the space, and spaces cannot be left out",
        remedy: "Leave --option spaces out, or give another delimiter.")
    }
    if escape == .backslash, let mark = marks.first(where: { $0.byte == UInt8(ascii: "\\") }) {
      throw Problems(
        .invalidOption, value: "\\", "the backslash is both the escape and the \(mark.name)",
        remedy: "Leave --option escape=backslash out, or give another \(mark.name).")
    }
  }
}

extension CSVOptions {
  /// Sets the delimiter, and the spaces around it if they are given; false for any other text.
  mutating func assign(delimiter text: String) -> Bool {
    if let found = OptionField<CSVOptions>.character(text) {
      delimiter = found
      return true
    }
    let bytes = text.drop { $0 == " " }
    let name = String(bytes.reversed().drop { $0 == " " }.reversed())
    guard text.hasSuffix(" "), let found = OptionField<CSVOptions>.character(name), let byte = found else {
      return false
    }
    delimiter = byte
    spaces = text.hasPrefix(" ") ? .around : .after
    return true
  }

  /// The character that encloses fields before the quote is detected; nil when quotes are text.
  var likelyQuote: UInt8? {
    switch quote {
    case .none: nil
    case .character(let byte): byte
    case .found: UInt8(ascii: "\"")
    }
  }
}

extension UInt8 {
  /// The name of a delimiter or quote for people.
  var shownInCSV: String {
    switch self {
    case 9: "tab"
    case 32: "space"
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: ";"): "semicolon"
    case UInt8(ascii: "|"): "pipe"
    default: String(Unicode.Scalar(self))
    }
  }
}

public import FormatKit

/// How a CSV file is cut into fields, and how one is written.
///
/// What is not given is found by looking at the first 200 records and told in the reader's findings.
public struct CSVOptions: FormatOptions {
  /// The byte between fields; nil to have it found among comma, semicolon, tab and pipe, a comma when writing.
  public var delimiter: UInt8?
  /// What encloses fields that hold delimiters, quotes or line ends.
  public var quote = Quote.found
  /// How a quote within a quoted field is written.
  ///
  /// Nil to have it found, twice when writing.
  public var escape: Escape?
  /// What becomes of a line whose quotes are wrong and which can be read in one way only.
  public var quotes = Quotes.strict
  /// Whether the first record holds the names of the columns.
  public var header = Header.found
  /// How many records at the beginning hold the names of the columns, 1 to 20, when there is a header.
  public var headerLines = 1
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
  /// How many lines above the header are not part of the table, 0 to 1000.
  public var skippedLines = 0
  /// What ends a written record.
  public var lineEnds = LineEnds.lf
  /// Which fields are enclosed in quotes when written.
  public var quoting = Quoting.needed
  /// Whether cells that a spreadsheet would run as formulas carry a leading apostrophe; nil to have it taken off in input and
  /// none set in output.
  public var formulas: FormulaTexts?
  /// Whether only the first character of a cell tells, as in the files of shop systems.
  package var formulasAreToldByFirstCharacter = false
  /// Whether what is written begins with a byte-order mark.
  public var byteOrderMark = false

  public init() {}

  /// What encloses a field.
  public enum Quote: Hashable, Sendable {
    /// The double quote, unless the first lines show that every field stands in single quotes.
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

  /// What becomes of a line whose quotes are wrong and which can be read in one way only.
  public enum Quotes: String, CaseIterable, Sendable {
    /// It is refused, and how it would be read is shown.
    case strict
    /// It is read so, with a warning.
    case repair
  }

  /// What columns are called whose names are empty or repeated.
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

  /// What ends a written record.
  public enum LineEnds: String, CaseIterable, Sendable {
    /// A line feed.
    case lf
    /// A carriage return and a line feed, as RFC 4180 section 2.1 has it.
    case crlf
  }

  /// Which fields are enclosed in quotes when written.
  public enum Quoting: String, CaseIterable, Sendable {
    case needed, all
  }

  public static let fields: [OptionField<CSVOptions>] = [
    .character(
      "delimiter", \.delimiter, "The character between fields; found when not given or none, comma in output."),
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
    .integer("skip-lines", \.skippedLines, in: 0...1000, "How many lines above the header are left out."),
    .choice("line-ends", \.lineEnds, "What ends a record in output."),
    .choice("quoting", \.quoting, "Which fields of output stand in quotes."),
    .formulas(\.formulas),
    .flag("bom", \.byteOrderMark, "Whether output begins with a byte-order mark, for spreadsheets."),
  ]

  /// Refuses settings that contradict each other.
  ///
  /// - Throws: ``DiagnosticCode/invalidOption``.
  func validate() throws(FormatError) {
    var marks: [(name: String, byte: UInt8)] = []
    if let delimiter { marks.append(("delimiter", delimiter)) }
    if case .character(let byte) = quote { marks.append(("quote", byte)) }
    for (name, byte) in marks where byte == 0 || byte == 10 || byte == 13 || byte >= 0x80 {
      throw FormatError(
        .invalidOption, value: "\(byte)", "the byte \(byte) cannot be the \(name)",
        remedy: "Give one ASCII character that is not a line end.")
    }
    if marks.count == 2, marks[0].byte == marks[1].byte {
      throw FormatError(
        .invalidOption, value: marks[0].byte.shownInCSV, "delimiter and quote are both '\(marks[0].byte.shownInCSV)'",
        remedy: "Give two different characters.")
    }
    if escape == .backslash, let mark = marks.first(where: { $0.byte == UInt8(ascii: "\\") }) {
      throw FormatError(
        .invalidOption, value: "\\", "the backslash is both the escape and the \(mark.name)",
        remedy: "Leave --option escape=backslash out, or give another \(mark.name).")
    }
  }
}

extension UInt8 {
  /// What people call a delimiter or quote.
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

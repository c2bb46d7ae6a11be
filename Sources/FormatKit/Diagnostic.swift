/// A kind of problem, declared once: its stable code, its severity and its remedy.
///
/// Formats declare theirs as static members and list them in ``FormatDescriptor/diagnosticCodes``; the catalogue of
/// errors in `docs/` is generated from these declarations.
public struct DiagnosticCode: Hashable, Sendable {
  /// Stable, in kebab-case, beginning with the id of the format or module: `csv-unclosed-quote`.
  public let id: String
  public let severity: Severity
  /// One sentence that describes the problem, without the values of a particular case.
  public let summary: String
  /// One sentence that says what to do.
  public let remedy: String

  public init(_ id: String, _ severity: Severity, _ summary: String, remedy: String) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.remedy = remedy
  }
}

/// How grave a diagnostic is.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Reported for information only.
  case notice
  /// The record is imported, but should be checked.
  case warning
  /// The record could be imported, but is probably a mistake: nothing is imported until a person accepts it.
  case `guard`
  /// The record cannot be taken.
  case error

  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A position in a source. Every known part is given; all counts begin with 1.
public struct SourcePosition: Hashable, Sendable {
  /// The line of the text, 0 when the source has no lines.
  public var line: Int
  /// The character within the line, 0 when unknown.
  public var column: Int
  /// Bytes before the record, from the start of the decoded text; -1 when unknown.
  public var byteOffset: Int
  /// The record number within its table; 0 if the problem does not belong to a record.
  public var record: Int
  /// The name of the field, as the source names it.
  public var field: String?
  /// A path inside the document where lines say little: `Sheet1!B17`, `/catalog/product[17]/price`, `PO1-04`.
  public var path: String?

  public init(
    line: Int = 0, column: Int = 0, byteOffset: Int = -1, record: Int = 0, field: String? = nil, path: String? = nil
  ) {
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
    self.record = record
    self.field = field
    self.path = path
  }
}

/// One problem, with its position, the original value, what is wrong and what would be right.
public struct Diagnostic: Hashable, Sendable {
  public var code: DiagnosticCode
  /// The name of the source as the user gave it; empty if it has no name.
  public var source: String
  public var position: SourcePosition
  /// The original value, which the presentation shortens to 200 characters; nil if the problem has no single value.
  public var value: String?
  /// The problem, in lower case, with the value quoted: `quantity 'abc' is not a number`.
  public var message: String
  /// What to do; the code's own remedy unless the case has a better one.
  public var remedy: String

  public init(
    _ code: DiagnosticCode, source: String = "", at position: SourcePosition = SourcePosition(), value: String? = nil,
    _ message: String, remedy: String? = nil
  ) {
    self.code = code
    self.source = source
    self.position = position
    self.value = value
    self.message = message
    self.remedy = remedy ?? code.remedy
  }

  public var severity: Severity { code.severity }

  /// The first line of what people see: `spring.csv:17:5: quantity 'abc' is not a number`.
  public var headline: String {
    var text = source
    if position.line > 0 {
      text += text.isEmpty ? "line \(position.line)" : ":\(position.line)"
      if position.column > 0 { text += ":\(position.column)" }
    } else if position.record > 0, position.path == nil {
      text += text.isEmpty ? "record \(position.record)" : ": record \(position.record)"
    }
    if let path = position.path { text += text.isEmpty ? path : ": \(path)" }
    return text.isEmpty ? message : "\(text): \(message)"
  }
}

/// Ends the reading or writing of a source. A problem with a single record is a ``RecordBatch/diagnostics`` entry
/// instead.
public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
  public var diagnostic: Diagnostic
  /// Further problems of the same sort, so that all of them are reported together.
  public var further: [Diagnostic] = []

  public init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

  /// One error out of several, in order; nil if the list is empty.
  public init?(all diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first else { return nil }
    diagnostic = first
    further = Array(diagnostics.dropFirst())
  }

  public init(
    _ code: DiagnosticCode, source: String = "", at position: SourcePosition = SourcePosition(), value: String? = nil,
    _ message: String, remedy: String? = nil
  ) {
    diagnostic = Diagnostic(code, source: source, at: position, value: value, message, remedy: remedy)
  }

  public var description: String { "\(diagnostic.headline)\n\(diagnostic.remedy)" }
}

extension DiagnosticCode {
  /// The codes that every format may report.
  public static let common: [DiagnosticCode] = [
    .sourceUnreadable, .sourceEmpty, .nothingTaken, .sourceTruncated, .invalidText, .fieldTooLarge, .tooManyColumns,
    .tooDeep,
    .wrongFormat,
    .unknownFormat, .ambiguousFormat, .unknownOption, .invalidOption, .sinkFailed, .tableUnknown, .duplicateColumn,
    .charsetDetected, .formulaApostrophe, .rejectsUnwritable,
  ]

  public static let sourceUnreadable = DiagnosticCode(
    "source-unreadable", .error, "The file cannot be opened or read.",
    remedy: "Check that the file exists and that you may read it.")
  public static let sourceEmpty = DiagnosticCode(
    "source-empty", .error, "The file holds no data.", remedy: "Ask the sender for the file again; nothing was changed."
  )
  public static let nothingTaken = DiagnosticCode(
    "nothing-taken", .error, "The file was read to its end, and nothing in it can be taken.",
    remedy: "See what the file holds with `stockroom inspect FILE`, and ask the sender for the records.")
  public static let sourceTruncated = DiagnosticCode(
    "source-truncated", .error, "The file ends in the middle of a record.",
    remedy: "The file was cut off, probably in transfer; fetch it again.")
  public static let invalidText = DiagnosticCode(
    "invalid-text", .error, "The text is not valid in its character set.",
    remedy: "Give the character set with --option charset=windows-1252 (or utf-8, utf-16le, utf-16be, iso-8859-1).")
  public static let fieldTooLarge = DiagnosticCode(
    "field-too-large", .error, "One field is larger than 16 MiB.",
    remedy: "Look for an unclosed quote or tag before this place, or leave the field out of the export.")
  public static let tooManyColumns = DiagnosticCode(
    "too-many-columns", .error, "A record has more than 16,384 columns.",
    remedy: "Check the delimiter; a table of goods has a few dozen columns.")
  public static let tooDeep = DiagnosticCode(
    "too-deep", .error, "The document is nested deeper than allowed.",
    remedy: "Export the data flat; no list of goods is nested this deep.")
  public static let wrongFormat = DiagnosticCode(
    "wrong-format", .error, "The content is of another format than the one asked for.",
    remedy: "Leave --format out to have the format found, or see `stockroom inspect`.")
  public static let unknownFormat = DiagnosticCode(
    "unknown-format", .error, "No registered format recognises the file.",
    remedy: "See `stockroom formats` for what can be read, and name one with --format.")
  public static let ambiguousFormat = DiagnosticCode(
    "ambiguous-format", .error, "Two formats claim the file with equal confidence.",
    remedy: "Name one of them with --format.")
  public static let unknownOption = DiagnosticCode(
    "unknown-option", .error, "The format has no option of that name.",
    remedy: "See `stockroom formats` for its options.")
  public static let invalidOption = DiagnosticCode(
    "invalid-option", .error, "The value does not suit the option.",
    remedy: "See `stockroom formats` for the values allowed.")
  public static let sinkFailed = DiagnosticCode(
    "output-failed", .error, "The output cannot be written.",
    remedy: "Check the free space and the rights of the folder.")
  public static let tableUnknown = DiagnosticCode(
    "unknown-table", .error, "The file has no table of that name.", remedy: "See `stockroom inspect` for its tables.")
  public static let duplicateColumn = DiagnosticCode(
    "duplicate-column", .warning, "Two columns have the same name.",
    remedy: "The later one is renamed with its number; name the one you mean in a profile.")
  public static let charsetDetected = DiagnosticCode(
    "charset-detected", .notice, "The character set was found by looking at the bytes.",
    remedy: "If letters look wrong, name it with --option charset=NAME.")
}

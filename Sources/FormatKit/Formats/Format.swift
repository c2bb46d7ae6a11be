public import ProblemKit

/// The properties of a format that are known without opening a file.
public struct FormatDescriptor: Hashable, Sendable {
  /// Stable, in kebab-case: `csv`.
  public let id: String
  /// The name for people: `Comma-separated values`.
  public let name: String
  /// One sentence.
  public let summary: String
  /// File-name endings in lower case, without the point; the first one is used for files we name.
  public let extensions: [String]
  /// Further endings of files that are read and never written.
  public let readExtensions: [String]
  /// Whether its columns are those of the file or of the record vocabulary.
  public let shape: Shape
  /// Other names that people use for the format, such as `jsonl` for JSON Lines.
  public let aliases: [FormatAlias]
  /// The problems that this format may report in addition to ``Problem/Code/common``.
  public let problemCodes: [Problem.Code]

  /// Whether the columns are the file's own or those of the record vocabulary.
  public enum Shape: String, Hashable, Sendable {
    /// Yields the columns that the file has; a mapping turns them into records.
    case tabular
    /// Yields record kinds and fields of ``Vocabulary`` itself.
    case semantic
  }

  /// Describes a format.
  ///
  /// ```swift
  /// FormatDescriptor(
  ///   id: "shelf-scan", name: "Shelf scanner", summary: "A barcode and what was counted, on each line.",
  ///   extensions: ["scan"], shape: .semantic, problemCodes: [ShelfScanFormat.badLine])
  /// ```
  public init(
    id: String, name: String, summary: String, extensions: [String], readExtensions: [String] = [],
    shape: Shape = .tabular, aliases: [FormatAlias] = [], problemCodes: [Problem.Code] = []
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.extensions = extensions
    self.readExtensions = readExtensions
    self.shape = shape
    self.aliases = aliases
    self.problemCodes = problemCodes
  }
}

/// Another name for a format: one that people type, or a variant of the format that has a name of its own.
///
/// ```swift
/// FormatAlias("tsv", options: ["delimiter": "tab"])
/// ```
public struct FormatAlias: Hashable, Sendable {
  /// In lower case: `tsv`. It applies to a file that is written with this ending, too.
  public let name: String
  /// The options that the name implies; options that the user gives take precedence.
  public let options: [String: String]
  /// Whether the format is only read under this name.
  public let isReadOnly: Bool

  /// Another name of the format.
  ///
  /// ```swift
  /// FormatAlias("ndjson")
  /// FormatAlias("tsv", options: ["delimiter": "tab"])
  /// ```
  public init(_ name: String, options: [String: String] = [:], isReadOnly: Bool = false) {
    self.name = name
    self.options = options
    self.isReadOnly = isReadOnly
  }
}

/// How sure a format is that a source is its own, and why.
public struct Confidence: Hashable, Sendable {
  /// 0 (not mine) to 100 (a signature that nothing else has).
  public let score: Int
  /// For people: `starts with '[' and parses as JSON`.
  public let reason: String

  /// A score with its reason; a score outside of 0 to 100 becomes the nearest of these.
  ///
  /// ```swift
  /// Confidence(80, "the first line is a code, x and a quantity")
  /// ```
  public init(_ score: Int, _ reason: String) {
    self.score = min(100, max(0, score))
    self.reason = reason
  }

  /// The score of a source that is not of this format.
  public static let none = Confidence(0, "not recognised")
}

/// A file format. It conforms to ``ReadableFormat`` if it can be read and to ``WritableFormat`` if it can be written.
public protocol Format: Sendable {
  /// The options of the format; none unless declared.
  associatedtype Options: FormatOptions = NoOptions
  /// The name, file endings and problems of the format.
  static var descriptor: FormatDescriptor { get }
  /// A format with the options that a person gave.
  ///
  /// ```swift
  /// let options: CSVOptions
  ///
  /// init(options: CSVOptions) { self.options = options }
  /// ```
  init(options: Options)
}

/// A format that can be read.
public protocol ReadableFormat: Format {
  /// Reads one source.
  associatedtype Reader: BatchReader
  /// Judges a source by its first bytes and its name. Must not fail and must not look further.
  ///
  /// ```swift
  /// static func sniff(_ preview: SourcePreview) -> Confidence {
  ///   preview.text.hasPrefix("ISA*") ? Confidence(95, "begins with an ISA segment") : .none
  /// }
  /// ```
  static func sniff(_ preview: SourcePreview) -> Confidence
  /// Begins to read. A source that is not of this format may be refused here or at the first batch.
  ///
  /// ```swift
  /// func reader(for source: ByteSource) throws(Problems) -> ShelfScanReader {
  ///   ShelfScanReader(name: source.name, lines: try TextLines(source))
  /// }
  /// ```
  func reader(for source: ByteSource) throws(Problems) -> Reader
  /// The range of a field within the text of its record, for the caret under an excerpt; nil if unknown.
  ///
  /// ```swift
  /// func locate(column: Int, named name: String, in record: String) -> Range<String.Index>? {
  ///   let fields = record.split(separator: ",", omittingEmptySubsequences: false)
  ///   return fields.indices.contains(column) ? fields[column].startIndex..<fields[column].endIndex : nil
  /// }
  /// ```
  func locate(column: Int, named name: String, in record: String) -> Range<String.Index>?
}

extension ReadableFormat {
  /// Nil: the caret is put at the start of the record.
  ///
  /// ```swift
  /// let format = ShelfScanFormat(options: NoOptions())
  /// format.locate(column: 0, named: "barcode", in: "4006381333931 x 12")  // nil
  /// ```
  public func locate(column: Int, named name: String, in record: String) -> Range<String.Index>? { nil }
}

/// Reads the records of a source, a batch at a time.
///
/// Implementers guarantee: every record appears once, in the source's order within its table, with its position; memory
/// does not grow with the source; a record with a problem is included, and the reader continues with the next
/// record; after `false` or an error the reader is not called again. A batch belongs to one table, and its schema is
/// set with ``RecordBatch/reset(schema:)`` on each call. If a table gains a column, the batch ends before the record
/// that has it.
public protocol BatchReader {
  /// Fills `batch`, including its schema, with the next records of one table; returns false at the end.
  ///
  /// ```swift
  /// mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
  ///   batch.reset(schema: Schema(table: "count_lines", columnNames: ["barcode"]))
  ///   while !batch.isFull, let line = try lines.next() {
  ///     record += 1
  ///     batch.append(text: line.text)
  ///     batch.endRow(at: line.position(record: record))
  ///   }
  ///   return batch.rowCount > 0
  /// }
  /// ```
  ///
  /// - Throws: an error that ends the source: unreadable, truncated, of another format.
  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool
  /// Findings about the source so far, for people: character set, delimiter, header.
  var findings: [SourceFinding] { get }
  /// Whether a later record may have a column that the first records of its table do not have. False by default.
  var columnsMayGrow: Bool { get }
}

extension BatchReader {
  /// No findings.
  public var findings: [SourceFinding] { [] }
  /// False: the first records of a table have all its columns.
  public var columnsMayGrow: Bool { false }
}

/// One thing that a reader found out: `delimiter` is `semicolon`.
public struct SourceFinding: Hashable, Sendable {
  /// What was found out, such as `delimiter`.
  public let name: String
  /// What it is, such as `semicolon`.
  public let value: String
  /// How it is known: `given`, `byte-order mark`, `by looking at the first lines`.
  public let evidence: String
  /// What it is for programs, which do not read its name; nil for a finding that only people need.
  public let code: String?

  /// A finding with the way in which it is known.
  ///
  /// ```swift
  /// SourceFinding("charset", "windows-1252", evidence: "by looking at the bytes")
  /// ```
  public init(_ name: String, _ value: String, evidence: String, code: String? = nil) {
    self.name = name
    self.value = value
    self.evidence = evidence
    self.code = code
  }

  /// The code of the finding about columns that are kept for a supplier where the list names one.
  package static let supplierOffer = "supplier-offer"

  /// The code of the finding about a saved profile that is taken because it was made for the same columns.
  package static let profileTaken = "profile-taken"

  /// The code of the finding that the same bytes were imported with a profile, and are read without it now.
  package static let importedBefore = "imported-before"

  /// How the name of a finding about a value next to the records begins.
  public static let valuePrefix = "value of "

  /// A value that a document has next to its records or around them, and that belongs to none of them: the number of an order
  /// above its lines.
  ///
  /// - Parameters:
  ///   - name: the key, attribute or element that it belongs to.
  ///   - text: the value, of which at most 64 characters are kept.
  ///
  /// ```swift
  /// SourceFinding.value(of: "order_number", "PO-77").name  // "value of order_number"
  /// ```
  public static func value(of name: String, _ text: String) -> SourceFinding {
    SourceFinding(valuePrefix + name, String(text.prefix(64)), evidence: "next to the records")
  }

  /// How the name of a finding about a list next to the records begins.
  public static let listPrefix = "list not read "

  /// A list that a document has next to the one whose records are read.
  ///
  /// - Parameters:
  ///   - path: where it is, as the option that would read it takes it.
  ///   - columns: the names in its first record, of which at most 16 are kept.
  ///
  /// ```swift
  /// SourceFinding.list(at: "products", columns: ["sku", "price"]).name  // "list not read products"
  /// ```
  public static func list(at path: String, columns: [String]) -> SourceFinding {
    SourceFinding(
      listPrefix + path, columns.prefix(16).map { String($0.prefix(40)) }.joined(separator: ", "),
      evidence: "next to the records")
  }

  /// The name of a finding about the lines above a table.
  public static let titlesName = "titles"

  /// The lines above a table, which belong to no record and may say what the records are, or in which currency they are:
  /// `Delivery note 4711`, `All prices in USD`.
  ///
  /// - Parameter lines: the lines as texts, from the first one. Empty ones are left out, and no more than 20 are kept, each with at
  ///   most 120 characters.
  /// - Returns: a finding called `titles` whose value has ` | ` between the lines; nil when all are empty.
  ///
  /// ```swift
  /// SourceFinding.titles(["Bestellung 4711", "", "an ACME"])?.value  // "Bestellung 4711 | an ACME"
  /// ```
  public static func titles(_ lines: some Sequence<String>) -> SourceFinding? {
    let texts = lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(120) }
      .filter { !$0.isEmpty }.prefix(20)
    guard !texts.isEmpty else { return nil }
    return SourceFinding(titlesName, texts.joined(separator: " | "), evidence: "above the names of the columns")
  }
}

/// A format that can be written.
public protocol WritableFormat: Format {
  /// Writes one table.
  associatedtype Writer: BatchWriter
  /// Begins to write one table.
  ///
  /// ```swift
  /// func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> CSVWriter {
  ///   try sink.write(schema.columns.map(\.name).joined(separator: ",") + "\n")
  ///   return CSVWriter(sink: sink)
  /// }
  /// ```
  func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> Writer
}

/// Takes the records of one table. Implementers guarantee that the same batches give the same bytes.
public protocol BatchWriter {
  /// Writes all rows; the batch's columns must be those of the schema that the writer was made for, in order.
  ///
  /// ```swift
  /// mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
  ///   for row in 0..<batch.rowCount {
  ///     let fields = batch.strings(row: row).map { $0 ?? "" }
  ///     try sink.write(fields.joined(separator: "\t") + "\n")
  ///   }
  /// }
  /// ```
  mutating func write(_ batch: borrowing RecordBatch) throws(Problems)
  /// Writes the end of the file. Nothing may be written after it. The owner of the sink flushes it.
  ///
  /// ```swift
  /// mutating func finish() throws(Problems) { try sink.write("]\n") }
  /// ```
  mutating func finish() throws(Problems)
  /// Notices about the finished output, such as columns that the format does not have. Empty by default.
  var notices: [Problem] { get }
  /// How many records are not in the finished output, as a notice says. None by default.
  var omittedRecords: Int { get }
}

extension BatchWriter {
  /// No notices.
  public var notices: [Problem] { [] }
  /// None.
  public var omittedRecords: Int { 0 }
}

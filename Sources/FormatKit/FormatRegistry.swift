public import ProblemKit

/// A format in the registry, with its type erased.
public struct RegisteredFormat: Sendable {
  /// The declaration of the format.
  public let descriptor: FormatDescriptor
  /// The Swift module that has the format; a plugin's is its folder's name with `Format` after it.
  public let module: String
  /// The options of the format, as its declaration describes them.
  public let options: [OptionDescription]
  /// The options that the requested name of the format implies; see ``FormatAlias``.
  public var impliedOptions: [String: String] { alias?.options ?? [:] }
  /// The requested name of the format: its id, or one of its aliases.
  public var name: String { alias?.name ?? descriptor.id }
  private var alias: FormatAlias?
  /// Nil when the format cannot be read.
  public private(set) var reading: Reading?
  /// Nil when the format cannot be written.
  public private(set) var writing: Writing?
  /// Nil when refused records cannot be written back in this format.
  public let rejecting: Rejecting?
  /// Whether refused records are rewritten with the format's writer, because the format cannot copy them from the
  /// source.
  public let isRewriting: Bool
  /// Nil if the format has no acknowledgements.
  public let acknowledging: Acknowledging?
  /// Nil when the format has no files that hold several kinds of records together.
  public let gathering: Gathering?
  /// Nil when the format's file is not the catalogue of a shop system.
  public let catalogue: CatalogueExport?
  /// Whether files of the format can be written, of one kind of records or of several together.
  public var isWritten: Bool { writing != nil || gathering != nil }

  /// What a format can do with sources.
  public struct Reading: Sendable {
    /// Judges a source, as ``ReadableFormat/sniff(_:)``.
    public let sniff: @Sendable (SourcePreview) -> Confidence
    fileprivate let makeReader: @Sendable (ByteSource, [String: String]) throws(Problems) -> any BatchReader
    fileprivate let locateField: @Sendable ([String: String], Int, String, String) -> Range<String.Index>?
    fileprivate var impliedOptions: [String: String] = [:]

    /// Begins to read a source with options given as text.
    ///
    /// A source that is read to its end without a record or a table ends with ``Problem/Code/nothingTaken``.
    public func reader(
      for source: ByteSource, options: [String: String] = [:]
    ) throws(Problems) -> any BatchReader {
      let completed = impliedOptions.merging(options) { _, given in given }
      return TakingReader(try makeReader(source, completed), source: source.name)
    }

    /// The range of a field in the text of its record; nil if unknown.
    public func locate(
      column: Int, named name: String, in record: String, options: [String: String] = [:]
    ) -> Range<String.Index>? {
      locateField(options, column, name, record)
    }
  }

  /// What a format can write.
  public struct Writing: Sendable {
    fileprivate let makeWriter:
      @Sendable (Schema, ByteSink, [String: String], ControlNumbers?) throws(Problems) -> any BatchWriter
    fileprivate var impliedOptions: [String: String] = [:]

    /// Begins to write a table with options given as text.
    ///
    /// - Parameter numbers: where the numbers of interchanges come from, in a ``NumberedFormat``.
    public func writer(
      for schema: Schema, to sink: ByteSink, options: [String: String] = [:], numbers: ControlNumbers? = nil
    ) throws(Problems) -> any BatchWriter {
      try makeWriter(schema, sink, impliedOptions.merging(options) { _, given in given }, numbers)
    }
  }

  /// What a format can do with refused records.
  public struct Rejecting: Sendable {
    fileprivate let write: @Sendable (ByteSource, [String: String], RejectedRecords, ByteSink) throws(Problems) -> Void

    /// Writes a source of the same format that holds only the refused records of another one, with the reasons.
    ///
    /// - Parameters:
    ///   - options: those that the source was read with.
    ///   - rejected: the refused records, in the order of their places.
    public func writeRejects(
      of source: ByteSource, options: [String: String] = [:], _ rejected: RejectedRecords, to sink: ByteSink
    ) throws(Problems) {
      try write(source, options, rejected, sink)
    }
  }

  /// How a format answers senders.
  public struct Acknowledging: Sendable {
    /// The name of the acknowledgement.
    public let name: String
    fileprivate let write:
      @Sendable (ByteSource, [String: String], AcknowledgementRequest, ByteSink) throws(Problems) -> Acknowledgement

    /// Writes the answer to a source; see ``AcknowledgingFormat``.
    ///
    /// - Parameter options: those that the source was read with.
    public func acknowledge(
      _ source: ByteSource, options: [String: String] = [:], with request: AcknowledgementRequest, to sink: ByteSink
    ) throws(Problems) -> Acknowledgement {
      try write(source, options, request, sink)
    }
  }

  /// Writing of several kinds of records into one file; see ``ManyTablesFormat``.
  public struct Gathering: Sendable {
    fileprivate let demand: @Sendable ([String: String]) throws(Problems) -> [TableDemand]
    fileprivate let makeWriter: @Sendable (ByteSink, [String: String]) throws(Problems) -> any BatchWriter

    /// The tables in the format's files, in order, with options given as text.
    public func demands(options: [String: String] = [:]) throws(Problems) -> [TableDemand] { try demand(options) }

    /// Begins to write.
    public func writer(to sink: ByteSink, options: [String: String] = [:]) throws(Problems) -> any BatchWriter {
      try makeWriter(sink, options)
    }
  }

  private init<F: Format>(_ format: F.Type, reading: Reading?, writing: Writing?, rejecting: Rejecting? = nil) {
    descriptor = F.descriptor
    module = String(String(reflecting: F.self).prefix { $0 != "." })
    options = F.Options.fields.map(\.description)
    self.reading = reading
    self.writing = writing
    self.rejecting = rejecting
    isRewriting = rejecting != nil && !(format is any RejectingFormat.Type)
    acknowledging = (format as? any AcknowledgingFormat.Type).map { Self.acknowledging($0) }
    gathering = (format as? any ManyTablesFormat.Type).map { Self.gathering($0) }
    catalogue = (format as? any CatalogueFormat.Type).map { Self.catalogue($0) }
  }

  /// A format that is only read.
  public static func readable<F: ReadableFormat>(_ format: F.Type) -> RegisteredFormat {
    RegisteredFormat(format, reading: reading(format), writing: nil, rejecting: ownRejecting(format))
  }

  /// A format that is only written.
  public static func writable<F: WritableFormat>(_ format: F.Type) -> RegisteredFormat {
    RegisteredFormat(format, reading: nil, writing: writing(format))
  }

  /// A format that is read and written.
  public static func format<F: ReadableFormat & WritableFormat>(_ format: F.Type) -> RegisteredFormat {
    RegisteredFormat(
      format, reading: reading(format), writing: writing(format),
      rejecting: ownRejecting(format) ?? rewriting(format))
  }

  /// The format under another of its names.
  fileprivate func named(by alias: FormatAlias) -> RegisteredFormat {
    var format = self
    format.alias = alias
    format.reading?.impliedOptions = alias.options
    format.writing?.impliedOptions = alias.options
    if alias.isReadOnly { format.writing = nil }
    return format
  }

  /// The options to read or write with: those given, and those that the format's name implies.
  public func completed(_ options: [String: String]) -> [String: String] {
    impliedOptions.merging(options) { _, given in given }
  }

  /// How the format is written.
  ///
  /// - Parameter source: whose records are to be written, for the error.
  /// - Throws: ``Problem/Code/unknownFormat`` when the format, or its alias, is only read.
  public func requireWriting(source: String = "") throws(Problems) -> Writing {
    if let writing { return writing }
    var problem = Problem(
      .unknownFormat, source: source, value: name, "the format \(name) cannot be written",
      remedy: alias != nil ? "Write \(descriptor.id) instead." : "See `stockroom formats` for those that can.")
    if source.isEmpty { problem.outcome = .usage }
    throw Problems(problem)
  }

  private static func ownRejecting<F: ReadableFormat>(_ format: F.Type) -> Rejecting? {
    guard let able = format as? any RejectingFormat.Type else { return nil }
    return rejecting(able)
  }

  private static func rejecting<F: RejectingFormat>(_ format: F.Type) -> Rejecting {
    Rejecting { (source, options, rejected, sink) throws(Problems) in
      try F(options: F.Options(parsing: options, of: F.descriptor.id)).writeRejects(of: source, rejected, to: sink)
    }
  }

  private static func acknowledging<F: AcknowledgingFormat>(_ format: F.Type) -> Acknowledging {
    Acknowledging(name: F.acknowledgementName) { (source, options, request, sink) throws(Problems) in
      try F(options: F.Options(parsing: options, of: F.descriptor.id)).acknowledge(source, with: request, to: sink)
    }
  }

  private static func gathering<F: ManyTablesFormat>(_ format: F.Type) -> Gathering {
    Gathering(
      demand: { options throws(Problems) in
        try F(options: F.Options(parsing: options, of: F.descriptor.id)).demands
      },
      makeWriter: { sink, options throws(Problems) in
        try F(options: F.Options(parsing: options, of: F.descriptor.id)).tablesWriter(to: sink)
      })
  }

  private static func catalogue<F: CatalogueFormat>(_ format: F.Type) -> CatalogueExport { CatalogueExport(format) }

  private static func rewriting<F: ReadableFormat & WritableFormat>(_ format: F.Type) -> Rejecting {
    Rejecting { (source, options, rejected, sink) throws(Problems) in
      let format = try F(options: F.Options(parsing: options, of: F.descriptor.id))
      try RewrittenRejects.write(as: format, of: source, rejected, to: sink)
    }
  }

  private static func reading<F: ReadableFormat>(_ format: F.Type) -> Reading {
    Reading(
      sniff: { F.sniff($0) },
      makeReader: { (source, options) throws(Problems) in
        try F(options: F.Options(parsing: options, of: F.descriptor.id)).reader(for: source)
      },
      locateField: { options, column, name, record in
        guard let parsed = try? F.Options(parsing: options, of: F.descriptor.id) else { return nil }
        return F(options: parsed).locate(column: column, named: name, in: record)
      })
  }

  private static func writing<F: WritableFormat>(_ format: F.Type) -> Writing {
    let numbered = (format as? any NumberedFormat.Type).map { numbering($0) }
    return Writing { (schema, sink, options, numbers) throws(Problems) in
      if let numbered, let numbers { return try numbered(schema, sink, options, numbers) }
      return try F(options: F.Options(parsing: options, of: F.descriptor.id)).writer(for: schema, to: sink)
    }
  }

  private static func numbering<F: NumberedFormat>(
    _ format: F.Type
  ) -> @Sendable (Schema, ByteSink, [String: String], ControlNumbers) throws(Problems) -> any BatchWriter {
    { (schema, sink, options, numbers) throws(Problems) in
      try F(options: F.Options(parsing: options, of: F.descriptor.id)).writer(for: schema, numbers: numbers, to: sink)
    }
  }
}

/// The formats that a program supports. A value type: create it once and pass it on.
public struct FormatRegistry: Sendable {
  /// In the order of registration.
  public let formats: [RegisteredFormat]

  /// - Precondition: no two formats have the same id or alias.
  public init(_ formats: [RegisteredFormat]) {
    let names = formats.flatMap { [$0.descriptor.id] + $0.descriptor.aliases.map(\.name) }
    precondition(Set(names).count == names.count, "format ids and aliases are unique")
    self.formats = formats
  }

  /// The format with that id or alias, whether in lower or upper case.
  ///
  /// - Throws: ``Problem/Code/unknownFormat`` with the nearest known name.
  public func format(_ id: String) throws(Problems) -> RegisteredFormat {
    let name = id.lowercased()
    if let found = formats.first(where: { $0.descriptor.id == name }) { return found }
    for format in formats {
      if let alias = format.descriptor.aliases.first(where: { $0.name == name }) { return format.named(by: alias) }
    }
    let near = nearestName(to: name, among: formats.flatMap { [$0.descriptor.id] + $0.descriptor.aliases.map(\.name) })
    var problem = Problem(
      .unknownFormat, value: id, "there is no format '\(id)'", remedy: near.map { "Did you mean '\($0)'?" })
    // A format that was named, not a file that none recognises.
    problem.outcome = .usage
    throw Problems(problem)
  }

  /// One format's claim to a source.
  public struct Claim: Sendable {
    /// The format that recognises the source.
    public let format: RegisteredFormat
    /// How sure it is, and why.
    public let confidence: Confidence
  }

  /// The claims of all readable formats to a source, the most confident first; formats that do not recognise it are left out.
  public func claims(to preview: SourcePreview) -> [Claim] {
    formats.compactMap { format in
      guard let confidence = format.reading?.sniff(preview), confidence.score > 0 else { return nil }
      return Claim(format: format, confidence: confidence)
    }
    .sorted { $0.confidence.score > $1.confidence.score }
  }

  /// Identifies the format of a source.
  ///
  /// - Throws: ``Problem/Code/unknownFormat`` if no format recognises it, ``Problem/Code/ambiguousFormat`` if two
  ///   are equally confident, ``Problem/Code/sourceEmpty`` if the source is empty.
  public func identify(_ preview: SourcePreview) throws(Problems) -> Claim {
    if preview.bytes.isEmpty {
      throw Problems(.sourceEmpty, source: preview.name, "the file is empty")
    }
    let claims = claims(to: preview)
    if claims.first?.confidence.score ?? 0 < Self.certainScore, let other = Self.otherKind(preview.bytes) {
      throw Problems(.unknownFormat, source: preview.name, "the file is \(other.what)", remedy: other.remedy)
    }
    guard let first = claims.first else {
      throw Problems(.unknownFormat, source: preview.name, "no format recognises this file")
    }
    if claims.count > 1, claims[1].confidence.score == first.confidence.score {
      throw Problems(
        .ambiguousFormat, source: preview.name,
        "the file may be \(first.format.descriptor.id) (\(first.confidence.reason)) or "
          + "\(claims[1].format.descriptor.id) (\(claims[1].confidence.reason))")
    }
    return first
  }

  /// The minimum confidence at which a format's claim has precedence over every signature.
  private static let certainScore = 90

  /// Kinds of files that people send by mistake, by the first bytes, with a remedy.
  private static func otherKind(_ bytes: [UInt8]) -> (what: String, remedy: String)? {
    let spreadsheet = "Open it in the spreadsheet program and save it as .xlsx (Excel workbook), without a password"
    let archive: (what: String, remedy: String) =
      String(decoding: bytes.prefix(128), as: UTF8.self).contains("opendocument")
      ? (
        "an OpenDocument file that is not a spreadsheet",
        "Copy the table into a spreadsheet and save it as .ods or .xlsx."
      )
      : (
        "a zip archive, and neither an .xlsx nor an .ods workbook",
        "Unpack it and import the files in it; a workbook of another kind, open and save as .xlsx."
      )
    let kinds: [(signature: [UInt8], what: String, remedy: String)] = [
      ([0x50, 0x4B, 0x03, 0x04], archive.what, archive.remedy),
      (
        [0xD0, 0xCF, 0x11, 0xE0], "a workbook of an old spreadsheet program (.xls), or one with a password",
        spreadsheet + ", or convert it: libreoffice --headless --convert-to xlsx FILE."
      ),
      ([0x1F, 0x8B], "compressed with gzip", "Unpack it first, with gunzip."),
      (Array("%PDF".utf8), "a PDF document", "Ask the sender for the list as CSV or as a spreadsheet."),
    ]
    return kinds.first { bytes.starts(with: $0.signature) }.map { ($0.what, $0.remedy) }
  }

  /// The writable format for the ending of a file name, with the options that the ending implies; nil if no format has
  /// that ending.
  public func writableFormat(forFileName name: String) -> RegisteredFormat? {
    let ending = SourcePreview(name: name, bytes: [], isWhole: true).fileExtension
    let found = formats.first { $0.writing != nil && $0.descriptor.extensions.contains(ending) }
    guard let found, let alias = found.descriptor.aliases.first(where: { $0.name == ending }) else { return found }
    return found.named(by: alias)
  }
}

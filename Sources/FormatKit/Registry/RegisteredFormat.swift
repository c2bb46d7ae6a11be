public import ProblemKit

/// A format in the registry, with its type erased.
public struct RegisteredFormat: Sendable {
  /// The declaration of the format.
  public let descriptor: FormatDescriptor
  /// The Swift module that has the format; a plugin's is its folder's name with `Format` after it.
  public var module: String { String(String(reflecting: type).prefix { $0 != "." }) }
  private let type: any Format.Type
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
    ///
    /// ```swift
    /// if var reader = try format.reading?.reader(for: source, options: ["delimiter": "comma"]) {
    ///   while try reader.read(into: &batch) { print(batch.rowCount, "records") }
    /// }
    /// ```
    public func reader(
      for source: ByteSource, options: [String: String] = [:]
    ) throws(Problems) -> any BatchReader {
      let completed = impliedOptions.merging(options) { _, given in given }
      return TakingReader(try makeReader(source, completed), source: source.name)
    }

    /// The range of a field in the text of its record; nil if unknown.
    ///
    /// ```swift
    /// let record = "A-1,Lamp,12"
    /// let range = format.reading?.locate(column: 1, named: "title", in: record)
    /// range.map { record[$0] }  // "Lamp"
    /// ```
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
    /// ```swift
    /// var writer = try format.requireWriting().writer(for: batch.schema, to: sink)
    /// try writer.write(batch)
    /// try writer.finish()
    /// sink.collectedText  // "sku,title,quantity\nA-1,Lamp,12\nA-2,Chair,4\n"
    /// ```
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
    /// ```swift
    /// let refused = RejectedRecord(
    ///   record: 2, table: "records", line: 3, byteOffset: 31, mark: "p7:2", reasons: ["the title is missing"])
    /// try format.rejecting?.writeRejects(of: source, RejectedRecords([refused]), to: sink)
    /// sink.collectedText.hasSuffix("p7:2,the title is missing,A-2,Chair,4\n")  // true
    /// ```
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
    /// ```swift
    /// let x12 = try registry.format("x12")
    /// let request = AcknowledgementRequest(prepared: "2026-10-31T18:30")
    /// let answer = try x12.acknowledging?.acknowledge(source, with: request, to: sink)
    /// answer?.acceptsAll  // true
    /// ```
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
    ///
    /// ```swift
    /// let lists = try registry.format("freshness-list")
    /// try lists.gathering?.demands().map(\.group)  // ["list"]
    /// ```
    public func demands(options: [String: String] = [:]) throws(Problems) -> [TableDemand] { try demand(options) }

    /// Begins to write.
    ///
    /// ```swift
    /// let lists = try registry.format("freshness-list")
    /// var writer = try lists.gathering?.writer(to: sink)
    /// try writer?.finish()
    /// sink.collectedText  // "{\"freshness_lists\":[]}\n"
    /// ```
    public func writer(to sink: ByteSink, options: [String: String] = [:]) throws(Problems) -> any BatchWriter {
      try makeWriter(sink, options)
    }
  }

  private init<F: Format>(_ format: F.Type, reading: Reading?, writing: Writing?, rejecting: Rejecting? = nil) {
    descriptor = F.descriptor
    type = format
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
  ///
  /// ```swift
  /// RegisteredFormat.readable(ShelfScanFormat.self).isWritten  // false
  /// ```
  public static func readable<F: ReadableFormat>(_ format: F.Type) -> RegisteredFormat {
    RegisteredFormat(format, reading: reading(format), writing: nil, rejecting: ownRejecting(format))
  }

  /// A format that is only written.
  ///
  /// ```swift
  /// RegisteredFormat.writable(FreshnessListFormat.self).reading == nil  // true
  /// ```
  public static func writable<F: WritableFormat>(_ format: F.Type) -> RegisteredFormat {
    RegisteredFormat(format, reading: nil, writing: writing(format))
  }

  /// A format that is read and written.
  ///
  /// ```swift
  /// let csv = RegisteredFormat.format(CSVFormat.self)
  /// csv.reading != nil && csv.writing != nil  // true
  /// ```
  public static func format<F: ReadableFormat & WritableFormat>(_ format: F.Type) -> RegisteredFormat {
    RegisteredFormat(
      format, reading: reading(format), writing: writing(format),
      rejecting: ownRejecting(format) ?? rewriting(format))
  }

  /// The format under another of its names.
  func named(by alias: FormatAlias) -> RegisteredFormat {
    var format = self
    format.alias = alias
    format.reading?.impliedOptions = alias.options
    format.writing?.impliedOptions = alias.options
    if alias.isReadOnly { format.writing = nil }
    return format
  }

  /// The options to read or write with: those given, and those that the format's name implies.
  ///
  /// ```swift
  /// let tsv = try registry.format("tsv")
  /// tsv.completed(["charset": "utf-8"])  // ["charset": "utf-8", "delimiter": "tab"]
  /// ```
  public func completed(_ options: [String: String]) -> [String: String] {
    impliedOptions.merging(options) { _, given in given }
  }

  /// How the format is written.
  ///
  /// ```swift
  /// let writing = try registry.format("csv").requireWriting()
  ///
  /// try registry.format("shelf-scan").requireWriting()  // throws .unknownFormat: it cannot be written
  /// ```
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
        let format = F(options: try F.Options(parsing: options, of: F.descriptor.id))
        guard let rows = (format as? any NestingFormat)?.nestedRows else { return try format.reader(for: source) }
        return FlattenedReader(source, rows: rows) { () throws(Problems) in try format.reader(for: source) }
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

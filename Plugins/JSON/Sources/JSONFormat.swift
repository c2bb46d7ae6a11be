public import FormatKit
import JSONReading

/// A JSON document (RFC 8259): an array of records, an object that holds it at a path, an object of records by key, or a
/// single record.
public struct JSONFormat: NestingFormat, WritableFormat {
  public static let descriptor = FormatDescriptor(
    id: "json", name: "JSON", summary: "A JSON document: an array of objects, or an object that holds one.",
    extensions: ["json"], problemCodes: Problem.Code.jsonCodes)

  public let options: JSONOptions

  public init(options: JSONOptions) { self.options = options }

  public var nestedRows: String? { options.rows }

  public static func sniff(_ preview: SourcePreview) -> Confidence { JSONSniffing.document(preview) }

  public func reader(for source: ByteSource) throws(Problems) -> JSONReader {
    let found = try JSONLayoutChoice(options, for: source)
    return try JSONReader(
      source, layout: found.layout, table: options.table ?? found.table, depth: options.depth,
      charset: options.charset, findings: found.findings, currency: found.currency)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> JSONWriter {
    JSONWriter(schema, to: sink, framing: .array, nesting: options.nested)
  }

  public func locate(column: Int, named name: String, in record: String) -> Range<String.Index>? {
    JSONFieldSearch.range(of: name, in: record)
  }
}

/// JSON Lines: a record, mostly an object, on each line.
public struct JSONLinesFormat: NestingFormat, WritableFormat {
  public static let descriptor = FormatDescriptor(
    id: "json-lines", name: "JSON Lines", summary: "A JSON object on each line.", extensions: ["jsonl", "ndjson"],
    aliases: [FormatAlias("jsonl"), FormatAlias("ndjson")],
    problemCodes: [.jsonSyntax, .jsonDuplicateKey, .jsonLoneSurrogate, .jsonTooManyTables, .jsonOddRecord])

  public let options: JSONLinesOptions

  public init(options: JSONLinesOptions) { self.options = options }

  public var nestedRows: String? { options.rows }

  public static func sniff(_ preview: SourcePreview) -> Confidence { JSONSniffing.lines(preview) }

  public func reader(for source: ByteSource) throws(Problems) -> JSONReader {
    try JSONReader(
      source, layout: .lines, table: options.table ?? Schema.defaultTable, depth: options.depth,
      charset: options.charset, findings: [])
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> JSONWriter {
    JSONWriter(schema, to: sink, framing: .lines, nesting: options.nested)
  }

  public func locate(column: Int, named name: String, in record: String) -> Range<String.Index>? {
    JSONFieldSearch.range(of: name, in: record)
  }
}

public import FormatKit

/// Comma-separated values with any delimiter: read with libcsv, written according to RFC 4180.
public struct CSVFormat: ReadableFormat, WritableFormat {
  public static let descriptor = FormatDescriptor(
    id: "csv", name: "Comma-separated values",
    summary: "Text tables with a delimiter: comma, semicolon, tab, pipe or any other character.",
    extensions: ["csv", "tsv", "txt", "tab"], shape: .tabular,
    aliases: [
      FormatAlias("tsv", options: ["delimiter": "tab"]), FormatAlias("tab", options: ["delimiter": "tab"]),
    ], problemCodes: Problem.Code.csv)

  let options: CSVOptions

  public init(options: CSVOptions) { self.options = options }

  /// - Throws: ``Problem/Code/invalidOption`` when settings contradict each other, and what opening the source throws.
  public func reader(for source: ByteSource) throws(Problems) -> CSVReader {
    try options.validate()
    return try CSVReader(source, options: options)
  }

  /// - Throws: ``Problem/Code/invalidOption`` when settings contradict each other or ask for another charset than UTF-8.
  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> CSVWriter {
    try options.validate()
    if let charset = options.charset, charset != .utf8 {
      throw Problems(
        .invalidOption, value: charset.rawValue, "output cannot be in \(charset.rawValue)",
        remedy: "Leave the option charset out; output is UTF-8, with --option bom=yes for spreadsheets.")
    }
    if let spaces = options.spaces, spaces != .kept {
      throw Problems(
        .invalidOption, value: spaces.rawValue, "output has no spaces next to its delimiters",
        remedy: "Give the delimiter without spaces, such as --output-option delimiter=comma.")
    }
    return CSVWriter(schema, to: sink, options: options)
  }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    var text = preview.text
    return text.withUTF8 { bytes in
      let sample = CSVSample(bytes, isWhole: preview.isWhole)
      return sample.confidence(extension: preview.fileExtension)
    }
  }

  public func locate(column: Int, named name: String, in record: String) -> Range<String.Index>? {
    guard column >= 0 else { return nil }
    var text = record
    let found: Range<Int>? = text.withUTF8 { bytes in
      let sample = CSVSample(bytes, isWhole: true)
      let quote = options.likelyQuote
      let candidates = options.delimiter.map { [$0] } ?? CSVSample.delimiters
      let records = candidates.map { candidate in
        sample.records(CSVMarks(delimiter: candidate, quote: quote, escape: options.escape ?? .double), limit: 1).first
          ?? []
      }
      guard let fields = records.max(by: { $0.count < $1.count }), column < fields.count else { return nil }
      return sample.content(of: fields[column], quote: quote)
    }
    guard let found else { return nil }
    let start = record.utf8.index(record.startIndex, offsetBy: found.lowerBound)
    return start..<record.utf8.index(start, offsetBy: found.count)
  }
}

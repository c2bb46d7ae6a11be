import FormatKit

// Formats that examples use: small ones with the names and the calls of those in Plugins.

struct CSVFormat: ReadableFormat, WritableFormat {
  static let descriptor = FormatDescriptor(
    id: "csv", name: "Comma-separated values", summary: "Text tables with a delimiter.", extensions: ["csv", "tsv"],
    aliases: [FormatAlias("tsv", options: ["delimiter": "tab"])])
  let options: CSVOptions

  static func sniff(_ preview: SourcePreview) -> Confidence {
    preview.text.contains(",") ? Confidence(60, "the first line has commas") : .none
  }

  func reader(for source: ByteSource) throws(Problems) -> CSVReader {
    CSVReader(lines: try TextLines(source), delimiter: options.delimiter)
  }

  func locate(column: Int, named name: String, in record: String) -> Range<String.Index>? {
    let fields = record.utf8.split(separator: options.delimiter, omittingEmptySubsequences: false)
    return fields.indices.contains(column) ? fields[column].startIndex..<fields[column].endIndex : nil
  }

  func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> CSVWriter {
    try sink.write(schema.columns.map(\.name).joined(separator: ",") + "\n")
    return CSVWriter(sink: sink)
  }
}

struct CSVOptions: FormatOptions {
  var delimiter = UInt8(ascii: ",")
  var charset: Charset?
  var formulas: FormulaTexts?
  static var fields: [OptionField<CSVOptions>] {
    [
      OptionField("delimiter", "The character between fields.", values: "one character") { options, text in
        guard let delimiter = OptionField<CSVOptions>.character(text) else { return false }
        options.delimiter = delimiter ?? options.delimiter
        return delimiter != nil
      },
      .choice("charset", \.charset, "The character set."), .formulas(\.formulas),
    ]
  }
}

struct CSVReader: BatchReader {
  var lines: TextLines
  let delimiter: UInt8
  var names: [String]?
  var record = 0

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if names == nil { names = try lines.next().map(fields) }
    guard let names else { return false }
    batch.reset(schema: Schema(columnNames: names))
    while !batch.isFull, let line = try lines.next() {
      record += 1
      for field in fields(of: line) { batch.append(text: field, kind: Int(field) == nil ? .text : .number) }
      batch.endRow(at: line.position(record: record))
    }
    return batch.rowCount > 0
  }

  private func fields(of line: TextLines.Line) -> [String] {
    line.text.utf8.split(separator: delimiter, omittingEmptySubsequences: false).compactMap { String($0) }
  }
}

struct CSVWriter: BatchWriter {
  let sink: ByteSink

  mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      try sink.write(batch.strings(row: row).map { $0 ?? "" }.joined(separator: ",") + "\n")
    }
  }

  mutating func finish() throws(Problems) {}
}

/// The settings of a shelf scanner, one of each type.
struct ScanOptions: FormatOptions {
  enum Layout: String, CaseIterable { case lines, blocks }

  var delimiter: UInt8?
  var layout = Layout.lines
  var charset: Charset?
  var depth = 64
  var limit: Int?
  var section: String?
  var isTest = false
  var formulas: FormulaTexts?
  static var fields: [OptionField<ScanOptions>] { [] }
}

struct X12Format: AcknowledgingFormat {
  static let descriptor = FormatDescriptor(
    id: "x12", name: "ANSI X12", summary: "Documents of supply.", extensions: ["x12"], shape: .semantic)
  static let acknowledgementName = "997"

  init(options: NoOptions) {}

  static func sniff(_ preview: SourcePreview) -> Confidence {
    preview.text.hasPrefix("ISA*") ? Confidence(95, "begins with an ISA segment") : .none
  }

  func reader(for source: ByteSource) throws(Problems) -> ShelfScanReader {
    ShelfScanReader(name: source.name, lines: try TextLines(source))
  }

  func acknowledge(
    _ source: ByteSource, with request: AcknowledgementRequest, to sink: ByteSink
  ) throws(Problems) -> Acknowledgement {
    try sink.write("ISA*\(request.prepared)*\(try request.numbers.next(for: source.name))~")
    var answer = Acknowledgement()
    answer.messages = 1
    return answer
  }
}

struct FreshnessListFormat: ManyTablesFormat, WritableFormat {
  static let descriptor = FormatDescriptor(
    id: "freshness-list", name: "Freshness list", summary: "Lists of food with their items.", extensions: ["json"],
    shape: .semantic)

  init(options: NoOptions) {}

  var demands: [TableDemand] {
    [.group(by: "list", [TableDemand.Table("shared_lists", ["list", "list_title"])])]
  }

  func tablesWriter(to sink: ByteSink) throws(Problems) -> FreshnessListWriter { FreshnessListWriter(to: sink) }

  func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> FreshnessListWriter {
    FreshnessListWriter(to: sink)
  }
}

struct FreshnessListWriter: BatchWriter {
  let sink: ByteSink

  init(to sink: ByteSink) { self.sink = sink }

  mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {}
  mutating func finish() throws(Problems) { try sink.write("{\"freshness_lists\":[]}\n") }
}

/// What the formats of delimited text share.
enum DelimitedRejects {
  static func write(
    of source: ByteSource, charset: Charset?, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {}
}

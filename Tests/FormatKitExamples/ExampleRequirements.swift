import FormatKit

// The types around the examples of what the author of a format implements. Each example takes the place of its comment.

// MARK: - Format

struct FormatInitExample: Format {
  static let descriptor = CSVFormat.descriptor
  // example: Format.init
}

// MARK: - ReadableFormat

struct SniffExample: ReadableFormat {
  static let descriptor = X12Format.descriptor
  init(options: NoOptions) {}
  // example: ReadableFormat.sniff
  func reader(for source: ByteSource) throws(Problems) -> ShelfScanReader {
    ShelfScanReader(name: source.name, lines: try TextLines(source))
  }
}

struct ReaderExample: ReadableFormat {
  static let descriptor = ShelfScanFormat.descriptor
  init(options: NoOptions) {}
  static func sniff(_ preview: SourcePreview) -> Confidence { .none }
  // example: ReadableFormat.reader
}

struct LocateExample: ReadableFormat {
  static let descriptor = CSVFormat.descriptor
  init(options: NoOptions) {}
  static func sniff(_ preview: SourcePreview) -> Confidence { .none }
  func reader(for source: ByteSource) throws(Problems) -> ShelfScanReader {
    ShelfScanReader(name: source.name, lines: try TextLines(source))
  }
  // example: ReadableFormat.locate
}

struct ReadExample: BatchReader {
  var lines: TextLines
  var record = 0
  // example: BatchReader.read
}

struct TableRowsExample: BatchReader {
  let name: String
  var rows = TableRows([Schema(table: "products", columnNames: ["product_code", "title"])])
  var products = [(code: "P-1", title: "Lamp")]
  // example: TableRows

  private mutating func nextProduct() throws(Problems) -> (code: String, title: String)? { products.popLast() }

  private func records(of product: (code: String, title: String)) -> [TableRow] {
    var row = TableRow("products", at: SourcePosition(line: 1, byteOffset: 0))
    row["product_code"] = product.code
    row["title"] = product.title
    return [row]
  }
}

// MARK: - WritableFormat

struct WriterExample: WritableFormat {
  static let descriptor = CSVFormat.descriptor
  init(options: NoOptions) {}
  // example: WritableFormat.writer
}

struct WriteExample: BatchWriter {
  let sink: ByteSink
  // example: BatchWriter.write
  mutating func finish() throws(Problems) {}
}

struct FinishExample: BatchWriter {
  let sink: ByteSink
  mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {}
  // example: BatchWriter.finish
}

struct TablesWriterExample: ManyTablesFormat {
  static let descriptor = FreshnessListFormat.descriptor
  let demands: [TableDemand] = []
  init(options: NoOptions) {}
  // example: ManyTablesFormat.tablesWriter
}

struct NumberedExample: NumberedFormat {
  struct Options: FormatOptions {
    var controlNumber: Int?
    static var fields: [OptionField<Options>] { [] }
  }

  struct OrderWriter: BatchWriter {
    let schema: Schema
    let numbers: ControlNumbers
    let sink: ByteSink
    init(_ schema: Schema, _ numbers: ControlNumbers, to sink: ByteSink) throws(Problems) {
      (self.schema, self.numbers, self.sink) = (schema, numbers, sink)
    }
    mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {}
    mutating func finish() throws(Problems) {}
  }

  static let descriptor = X12Format.descriptor
  let options: Options
  func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> OrderWriter {
    try writer(for: schema, numbers: ControlNumbers(), to: sink)
  }
  // example: NumberedFormat.writer
}

// MARK: - Answers to senders

struct AcknowledgeExample: AcknowledgingFormat {
  /// Finds the messages of an interchange.
  struct InterchangeScanner {
    struct Step {}
    init(_ source: ByteSource) throws(Problems) {}
    mutating func next() throws(Problems) -> Step? { nil }
  }

  /// Writes the answer to each message.
  struct AcknowledgementWriter {
    let summary = Acknowledgement()
    init(_ request: AcknowledgementRequest, to sink: ByteSink) {}
    mutating func take(_ step: InterchangeScanner.Step) throws(Problems) {}
  }

  static let descriptor = X12Format.descriptor
  static let acknowledgementName = "997"
  init(options: NoOptions) {}
  static func sniff(_ preview: SourcePreview) -> Confidence { .none }
  func reader(for source: ByteSource) throws(Problems) -> ShelfScanReader {
    ShelfScanReader(name: source.name, lines: try TextLines(source))
  }
  // example: AcknowledgingFormat.acknowledge
}

// MARK: - Refused records

struct RejectsExample: RejectingFormat {
  static let descriptor = CSVFormat.descriptor
  let options: CSVOptions
  static func sniff(_ preview: SourcePreview) -> Confidence { .none }
  func reader(for source: ByteSource) throws(Problems) -> ShelfScanReader {
    ShelfScanReader(name: source.name, lines: try TextLines(source))
  }
  // example: RejectingFormat.writeRejects
}

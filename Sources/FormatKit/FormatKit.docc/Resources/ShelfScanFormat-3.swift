import FormatKit

/// Lines of a shelf scanner: `4006381333931 x 12`.
struct ShelfScanFormat: ReadableFormat {
  static let badLine = Problem.Code(
    "shelf-scan-bad-line", .error, "A line is not a code, x and a quantity.", remedy: "Scan this shelf again.")
  static let descriptor = FormatDescriptor(
    id: "shelf-scan", name: "Shelf scanner", summary: "A barcode and what was counted, on each line.",
    extensions: ["scan"], shape: .semantic, problemCodes: [badLine])

  init(options: NoOptions) {}

  static func sniff(_ preview: SourcePreview) -> Confidence {
    let first = preview.text.split(whereSeparator: \.isNewline).first ?? ""
    return first.contains(" x ") ? Confidence(80, "the first line is a code, x and a quantity") : .none
  }

  func reader(for source: ByteSource) throws(Problems) -> ShelfScanReader {
    ShelfScanReader(name: source.name, lines: try TextLines(source))
  }
}

struct ShelfScanReader: BatchReader {
  let name: String
  var lines: TextLines
  var record = 0

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    batch.reset(schema: Schema(table: "count_lines", columnNames: ["barcode", "counted_quantity"]))
    while !batch.isFull, let line = try lines.next() {
      record += 1
      let parts = line.text.split(separator: " x ")
      for part in parts.prefix(2) { batch.append(text: String(part)) }
      batch.endRow(at: line.position(record: record))
    }
    return batch.rowCount > 0
  }
}

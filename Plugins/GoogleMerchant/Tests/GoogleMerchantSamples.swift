import FormatKit
import FormatKitTesting
import GoogleMerchantFormat

/// The fixtures of the format, and feeds made in tests.
enum GoogleMerchantSamples {
  static let folder = "Plugins/GoogleMerchant/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)

  static func named(_ names: String...) -> [ConformanceSample] {
    all.filter { sample in names.contains { sample.name.hasPrefix($0 + "/") } }
  }

  static func reading(_ text: String, options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: GoogleMerchantFormat.self, source: .text(text, name: "input"), options: options)
  }

  /// A feed of RSS with the given items, whose elements have their prefixes.
  static func feed(_ items: String...) -> String {
    "<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\" xmlns:c=\"http://base.google.com/cns/1.0\">\n<channel>\n"
      + items.map { "<item>\($0)</item>\n" }.joined() + "</channel>\n</rss>\n"
  }

  /// The reading of a feed of one item.
  static func item(_ elements: String, options: [String: String] = [:]) -> CollectedReading {
    reading(feed("<g:id>A-1</g:id>\(elements)"), options: options)
  }

  /// The bytes of a written table of texts; nil means an absent field.
  static func written(
    _ table: String, _ columns: [String], _ rows: [[String?]], options: [String: String] = [:], rowsPerBatch: Int = 1024
  ) throws -> [UInt8] {
    let schema = Schema(table: table, columnNames: columns)
    let sink = ByteSink.memory()
    let format = try GoogleMerchantFormat(options: GoogleMerchantOptions(parsing: options, of: "google-merchant"))
    var writer = try format.writer(for: schema, to: sink)
    var batch = RecordBatch(rowLimit: rowsPerBatch)
    batch.reset(schema: schema)
    for (index, row) in rows.enumerated() {
      for text in row {
        if let text { batch.append(text: text) } else { batch.append(missing: .null) }
      }
      batch.endRow(at: RecordPosition(line: 0, byteOffset: 0, record: index + 1))
      if batch.isFull {
        try writer.write(batch)
        batch.removeAllRows()
      }
    }
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
    return sink.collectedBytes
  }
}

extension CollectedReading {
  /// The codes without those that an item of a few elements cannot be without.
  var codes: [String] {
    allProblems.map(\.code.id).filter {
      !["google-merchant-missing-attribute", "google-merchant-replaces-attributes"].contains($0)
    }
  }
}

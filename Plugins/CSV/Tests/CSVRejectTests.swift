import CSVFormat
import FormatKit
import FormatKitTesting
import Testing

/// The bytes of files of refused records.
@Suite struct CSVRejectTests {
  /// Refuses records by their numbers, each for the same reason.
  static func rejects(
    _ bytes: [UInt8], _ records: [Int], options: [String: String] = [:], reason: String = "price 'x' is not a number"
  ) throws -> [UInt8] {
    let source = ByteSource.memory(bytes, name: "list.csv")
    let reading = CollectedReading(of: CSVFormat.self, source: source, options: options)
    let rejected = reading.tables.flatMap(\.records).map(\.position).filter { records.contains($0.record) }.map {
      RejectedRecord(
        record: $0.record, table: "records", line: $0.line, byteOffset: $0.byteOffset, mark: "7-\($0.record)",
        reasons: [reason])
    }
    let sink = ByteSink.memory()
    let format = RegisteredFormat.format(CSVFormat.self)
    try format.rejecting?.writeRejects(of: source, options: options, RejectedRecords(rejected), to: sink)
    return sink.collectedBytes
  }

  @Test(
    arguments: [
      // Digits, quotes, spaces and line ends stay as they were.
      (
        "sku;price;name\r\n007;1,50;\"Cup, \"\"blue\"\"\"\r\nA;2;B\r\n 8 ;x;\r\n", [1, 3], [:],
        "stockroom_record;stockroom_reason;sku;price;name\r\n7-1;price 'x' is not a number;007;1,50;\"Cup, \"\"blue\"\"\"\r\n"
          + "7-3;price 'x' is not a number; 8 ;x;\r\n"
      ),
      // The lines above the table, short records and long ones.
      (
        "Price list\nof spring\nsku,price\nA\nB,2,3,4\nC,5", [1, 2, 3], ["skip-lines": "2"],
        "Price list\nof spring\nstockroom_record,stockroom_reason,sku,price\n7-1,price 'x' is not a number,A\n"
          + "7-2,price 'x' is not a number,B,2,3,4\n7-3,price 'x' is not a number,C,5"
      ),
      // A line that names the separator.
      (
        "sep=;\nsku;price\nA;1\nB;2\n", [2], [:],
        "sep=;\nstockroom_record;stockroom_reason;sku;price\n7-2;price 'x' is not a number;B;2\n"
      ),
      // A table without a header gets one with the names that its columns have anyway.
      (
        "4006381333931;12\n4006381333948;3\n", [2], ["header": "no"],
        "stockroom_record;stockroom_reason;column 1;column 2\n7-2;price 'x' is not a number;4006381333948;3\n"
      ),
      // One column, which contains the characters that now separate the cells.
      (
        "name\nplain\nwith \"a\"\ttab\n", [1, 2], ["delimiter": "none"],
        "stockroom_record\tstockroom_reason\tname\n7-1\tprice 'x' is not a number\tplain\n"
          + "7-2\tprice 'x' is not a number\t\"with \"\"a\"\"\ttab\"\n"
      ),
      // Single quotes are found again by those of the names.
      (
        "'sku','price'\n'A','1'\n'B','2'\n", [2], [:],
        "'stockroom_record','stockroom_reason','sku','price'\n7-2,'price ''x'' is not a number','B','2'\n"
      ),
      // Refused again: the two cells are replaced.
      (
        "stockroom_record;stockroom_reason;sku\n1-4;\"old; and long\";A\n1-9;;B\n", [1, 2], [:],
        "stockroom_record;stockroom_reason;sku\n7-1;price 'x' is not a number;A\n7-2;price 'x' is not a number;B\n"
      ),
      // The same after somebody has moved the columns.
      (
        "sku;stockroom_record;price;stockroom_reason\nA;1-4;3;old\nB;1-9\n", [1, 2], ["delimiter": "semicolon"],
        "sku;stockroom_record;price;stockroom_reason\nA;7-1;3;price 'x' is not a number\n"
          + "B;7-2;;price 'x' is not a number\n"
      ),
    ] as [(String, [Int], [String: String], String)])
  func keepsWhatTheSenderWrote(_ text: String, _ records: [Int], _ options: [String: String], _ expected: String) throws
  {
    let written = try Self.rejects(Array(text.utf8), records, options: options)
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  @Test func keepsCharacterSets() throws {
    // Caf\u{E9} and then two letters that would pass for one of UTF-8.
    let windows = Array("sku;name\nA;Caf".utf8) + [0xE9] + Array("\nB;".utf8) + [0xC3, 0xBC] + Array("\n".utf8)
    let written = try Self.rejects(windows, [2], reason: "not \u{20AC} or \u{4E00}")
    let expected =
      Array("stockroom_record;stockroom_reason;sku;name\n7-2;".utf8) + [0x96] + Array(" not ".utf8) + [0x80]
      + Array(" or ?;B;".utf8) + [0xC3, 0xBC] + Array("\n".utf8)
    #expect(written == expected)
    let again = CollectedReading(of: CSVFormat.self, source: .memory(written))
    #expect(again.tables.first?.records.first?.fields.last?.text == "\u{C3}\u{BC}")

    let wide = "\u{FEFF}sku;name\nA;\u{1F600}\n".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let wideWritten = try Self.rejects(wide, [1], reason: "\u{20AC}")
    #expect(
      wideWritten
        == "\u{FEFF}stockroom_record;stockroom_reason;sku;name\n7-1;\u{20AC};A;\u{1F600}\n".utf16
        .flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    let marked = Array("\u{FEFF}sku;name\nA;B\n".utf8)
    #expect(try Self.rejects(marked, [1]).starts(with: Array("\u{FEFF}stockroom_record;".utf8)))
  }

  @Test(arguments: ["=1+1", "@SUM(A1)", "+1;2", "-cmd", "'=1"])
  func makesNoFormulaOfAReason(_ reason: String) throws {
    let written = try Self.rejects(Array("sku;name\nA;B\n".utf8), [1], reason: reason)
    let cell = CollectedReading(
      of: CSVFormat.self, source: .memory(written), options: ["formulas": "as-is"]
    ).tables.first?.records.first?.fields[1]
      .text
    #expect(cell == "'" + reason)
  }

  @Test func saysThatARecordIsGone() {
    let left = RejectedRecord(record: 9, table: "records", line: 10, byteOffset: 500, mark: "9", reasons: [])
    #expect {
      try CSVFormat(options: CSVOptions()).writeRejects(
        of: .text("sku;name\nA;B\n"), RejectedRecords([left]), to: .memory())
    } throws: { error in
      (error as? Problems)?.code == .rejectsUnwritable
    }
  }
}

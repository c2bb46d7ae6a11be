import FormatKit
import FormatKitTesting
import Testing

@Suite struct RecordBatchTests {
  private let place = RecordPosition(line: 2, byteOffset: 9, record: 1)

  private func append(partial text: String, to batch: inout RecordBatch) {
    var text = text
    text.withUTF8 { batch.append(partial: $0) }
  }

  @Test func buildsFieldsFromParts() {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: ["a", "b"]))
    append(partial: "Hå", to: &batch)
    batch.append(partialByte: UInt8(ascii: "k"))
    append(partial: "", to: &batch)
    append(partial: "an", to: &batch)
    #expect(batch.pendingFieldBytes == 6)
    #expect(batch.pendingFieldCount == 0)
    batch.endField(.text)
    #expect(batch.pendingFieldBytes == 0)
    #expect(batch.pendingFieldCount == 1)
    batch.append(text: "-1.50", kind: .number)
    batch.endRow(at: place)
    #expect(batch.strings(row: 0) == ["Håkan", "-1.50"])
    #expect(batch.kind(row: 0, column: 1) == .number)
    #expect(batch.position(row: 0) == place)
    #expect(batch.pendingFieldCount == 0)
  }

  @Test func tellsAbsentNullAndEmptyApart() {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: ["a", "b", "c", "d"]))
    batch.append(missing: .null)
    batch.append(text: "")
    batch.append(missing: .absent)
    batch.endRow(at: place)
    #expect((0..<4).map { batch.kind(row: 0, column: $0) } == [.null, .text, .absent, .absent])
    #expect(batch.strings(row: 0) == [nil, "", nil, nil])
    #expect(batch.bytes(row: 0, column: 0).isEmpty)
  }

  @Test func dropsFieldsBeyondTheColumns() {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: ["a"]))
    for text in ["1", "lost", "lost too"] { batch.append(text: text) }
    batch.endRow(at: place)
    batch.append(text: "2")
    batch.endRow(at: place)
    #expect(batch.strings(row: 0) == ["1"])
    #expect(batch.strings(row: 1) == ["2"])
  }

  @Test func dropsAFieldThatWasNotClosed() {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: ["a", "b"]))
    batch.append(text: "1")
    append(partial: "open", to: &batch)
    batch.endRow(at: place)
    batch.append(text: "2")
    batch.endRow(at: place)
    #expect(batch.strings(row: 0) == ["1", nil])
    #expect(batch.bytes(row: 0, column: 1).isEmpty)
    #expect(batch.strings(row: 1) == ["2", nil])
  }

  @Test func forgetsARowThatWasNotEnded() {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: ["a", "b"]))
    batch.append(text: "gone")
    append(partial: "gone too", to: &batch)
    batch.discardPartialRow()
    #expect(batch.pendingFieldCount == 0)
    #expect(batch.pendingFieldBytes == 0)
    batch.append(text: "1")
    batch.endRow(at: place)
    append(partial: "gone", to: &batch)
    batch.discardPartialRow()
    batch.append(text: "2")
    batch.append(text: "3")
    batch.endRow(at: place)
    #expect(batch.rowCount == 2)
    #expect(batch.strings(row: 0) == ["1", nil])
    #expect(batch.strings(row: 1) == ["2", "3"])
  }

  @Test func isFullByRowsOrBytes() {
    var rows = RecordBatch(rowLimit: 2, byteLimit: 1000)
    rows.reset(schema: Schema(columnNames: ["a"]))
    #expect(rows.isFull == false)
    for _ in 0..<2 { rows.endRow(at: place) }
    #expect(rows.isFull == true)
    var bytes = RecordBatch(rowLimit: 1000, byteLimit: 8)
    bytes.reset(schema: Schema(columnNames: ["a"]))
    bytes.append(text: "12345678")
    bytes.endRow(at: place)
    #expect(bytes.isFull == true)
    let least = RecordBatch(rowLimit: 0, byteLimit: -1)
    #expect(least.rowLimit == 1)
  }

  @Test func isReusedWithOtherColumns() {
    var batch = RecordBatch()
    batch.reset(schema: Schema(columnNames: ["a", "b", "c"]))
    for text in ["1", "2", "3"] { batch.append(text: text) }
    batch.endRow(at: place)
    batch.problems.append(RecordProblem(row: 0, Problem(.fieldTooLarge, "too large")))
    batch.append(text: "never ended")
    batch.reset(schema: Schema(table: "others", columnNames: ["d"]))
    #expect(batch.rowCount == 0)
    #expect(batch.problems.isEmpty)
    #expect(batch.pendingFieldCount == 0)
    batch.append(text: "4")
    batch.endRow(at: place)
    #expect(batch.strings(row: 0) == ["4"])
    #expect(batch.schema.table == "others")
  }

  @Test func growsAndShrinks() {
    var batch = RecordBatch(rowLimit: 100_000, byteLimit: 1 << 10)
    batch.reset(schema: Schema(columnNames: ["a", "b"]))
    let large = String(repeating: "å", count: 3 << 20)
    batch.append(text: "first")
    batch.append(text: large)
    batch.endRow(at: place)
    for number in 0..<10_000 {
      batch.append(text: "\(number)")
      batch.append(missing: .null)
      batch.endRow(at: RecordPosition(line: number, byteOffset: number, record: number))
    }
    #expect(batch.string(row: 0, column: 1) == large)
    #expect(batch.strings(row: 10_000) == ["9999", nil])
    #expect(batch.position(row: 10_000).record == 9999)
    batch.removeAllRows()
    batch.append(text: "again")
    batch.endRow(at: place)
    #expect(batch.strings(row: 0) == ["again", nil])
  }

  @Test func copiesRows() {
    var source = RecordBatch()
    var copy = RecordBatch()
    source.reset(schema: Schema(columnNames: ["a", "b"]))
    copy.reset(schema: Schema(columnNames: ["a", "b"]))
    source.append(text: "skipped")
    source.endRow(at: place)
    source.append(text: "true", kind: .boolean)
    source.append(missing: .null)
    source.endRow(at: RecordPosition(line: 7, byteOffset: 70, record: 6))
    copy.appendRow(1, of: source)
    #expect(copy.strings(row: 0) == ["true", nil])
    #expect(copy.kind(row: 0, column: 0) == .boolean)
    #expect(copy.kind(row: 0, column: 1) == .null)
    #expect(copy.position(row: 0).line == 7)
  }

  /// The same random rows, compared with arrays of arrays.
  @Test func keepsWhatWasPutIn() {
    var generator = SeededGenerator(seed: 11)
    var batch = RecordBatch(rowLimit: 50)
    for _ in 0..<50 {
      let width = Int.random(in: 0...6, using: &generator)
      batch.reset(schema: Schema(columnNames: (0..<width).map { "c\($0)" }))
      var expected: [[String?]] = []
      while !batch.isFull {
        var row: [String?] = []
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          let text = String(repeating: "é", count: Int.random(in: 0...300, using: &generator))
          let isMissing = Int.random(in: 0..<4, using: &generator) == 0
          if isMissing { batch.append(missing: .null) } else { batch.append(text: text) }
          row.append(isMissing ? nil : text)
        }
        if Int.random(in: 0..<10, using: &generator) == 0 {
          batch.discardPartialRow()
          continue
        }
        row += Array(repeating: nil, count: max(0, width - row.count))
        expected.append(Array(row.prefix(width)))
        batch.endRow(at: place)
      }
      #expect((0..<batch.rowCount).map { batch.strings(row: $0) } == expected)
    }
  }

  @Test(
    arguments: [
      ([], [], []), (["a", "b"], ["a", "b"], []), (["a", "", "a"], ["a", "column 2", "a (2)"], [2]),
      (["a", "a", "a (2)"], ["a", "a (3)", "a (2)"], [1]), (["a", "a", "a"], ["a", "a (2)", "a (3)"], [1, 2]),
      (["", "", ""], ["column 1", "column 2", "column 3"], []),
      (["", "column 1"], ["column 1 (2)", "column 1"], []),
    ] as [([String], [String], [Int])])
  func givesEveryColumnAName(headers: [String], names: [String], duplicates: [Int]) {
    let result = Schema.distinctNames(headers)
    #expect(result.names == names)
    #expect(result.duplicates == duplicates)
  }
}

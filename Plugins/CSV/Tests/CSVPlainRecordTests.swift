import CSVFormat
import FormatKit
import FormatKitTesting
import Testing

/// Most records take a fast path; it must give the same results as the general one for any text.
@Suite struct CSVPlainRecordTests {
  private struct Reading: Equatable {
    var rows: [[String?]] = []
    var positions: [RecordPosition] = []
    var problems: [RecordProblem] = []
    var failure: Problem?
  }

  /// - Parameter null: a word for no value; with one, every record takes the general way.
  private func read(_ text: [UInt8], columns: String, null: String?) -> Reading {
    var options = CSVOptions()
    options.delimiter = UInt8(ascii: ",")
    options.quote = .character(UInt8(ascii: "\""))
    options.header = .yes
    options.null = null
    var reading = Reading()
    do throws(Problems) {
      var reader = try CSVFormat(options: options).reader(for: .memory(Array("\(columns)\n".utf8) + text))
      var batch = RecordBatch(rowLimit: 7)
      while try reader.read(into: &batch) {
        for row in 0..<batch.rowCount {
          reading.rows.append(batch.strings(row: row))
          reading.positions.append(batch.position(row: row))
        }
        reading.problems += batch.problems
      }
    } catch {
      reading.failure = error.first
    }
    return reading
  }

  private static let pieces = [
    "a", "bc", " ", ",", ",", ",", "\n", "\n", "\r\n", "\r", "\"", "\"\"", "\"x\",", "\"a,b\"", "\"a\"\"b\"", "\t",
    "\0", "Größe", "1.50,x,\"y\"\n",
    "long text that goes beyond one block of sixteen bytes,", "\"quoted\nline\"", "\"\n",
  ]

  @Test(arguments: ["a", "a,b", "a,b,c"])
  func tellsTheSameAsTheGeneralWay(columns: String) {
    for seed in 1...400 {
      var random = SeededGenerator(seed: UInt64(seed))
      let text = (0..<Int.random(in: 1...40, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let short = read(Array(text.utf8), columns: columns, null: nil)
      let general = read(Array(text.utf8), columns: columns, null: "no such word")
      #expect(short == general, "seed \(seed): \(text.debugDescription)")
    }
  }

  @Test func takesRecordsAcrossTheEndOfItsBuffer() {
    let records = (1...20_000).map { "\($0),\"name \"\"\($0)\"\", of \($0 * 7)\",\($0 % 3 == 0 ? "" : "x")\r\n" }
    let reading = read(Array(records.joined().utf8), columns: "a,b,c", null: nil)
    #expect(reading == read(Array(records.joined().utf8), columns: "a,b,c", null: "no such word"))
    #expect(reading.rows.count == 20_000)
    #expect(reading.rows.last == ["20000", "name \"20000\", of 140000", "x"])
    #expect(reading.positions.last?.line == 20_001)
  }
}

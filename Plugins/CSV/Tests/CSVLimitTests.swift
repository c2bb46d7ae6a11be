import CSVFormat
import FormatKit
import Synchronization
import Testing

/// Sources larger than any memory, made as they are read.
@Suite struct CSVLimitTests {
  /// A beginning, then a pattern again and again up to a size; counts what was asked for.
  private final class Endless: Sendable {
    let taken = Mutex(0)

    func source(_ beginning: String, repeating pattern: String, size: Int) -> ByteSource {
      let head = Array(beginning.utf8)
      let body = Array(String(repeating: pattern, count: (1 << 16) / pattern.utf8.count).utf8)
      return ByteSource(name: "endless.csv") { () throws(Problems) in
        var offset = 0
        return ByteStream(name: "endless.csv") { buffer in
          let piece = offset < head.count ? head[...] : body[((offset - head.count) % body.count)...]
          let count = max(0, min(buffer.count, piece.count, size - offset))
          buffer.copyBytes(from: piece.prefix(count))
          offset += count
          self.taken.withLock { $0 = offset }
          return count
        }
      }
    }
  }

  @Test(arguments: [
    ("a,b\n1,\"", "xxxx", Problem.Code.fieldTooLarge, 2),
    ("a,b\n1,2\n3,", "xxxx", .fieldTooLarge, 3),
    ("a,b\n1,\"", "x\n", .fieldTooLarge, 2),
    ("a,b\n", "," + String(repeating: "x", count: 4095), .fieldTooLarge, 2),
    ("\"", "x\n", .fieldTooLarge, 1),
    ("", "x", .fieldTooLarge, 1),
    ("", "x,", .tooManyColumns, 1),
    ("", "\"x\",", .tooManyColumns, 1),
  ])
  func endsWithBoundedMemory(
    _ beginning: String, _ pattern: String, _ code: Problem.Code, _ line: Int
  ) throws {
    let endless = Endless()
    let source = endless.source(beginning, repeating: pattern, size: 3 << 30)
    let options = try CSVOptions(parsing: ["header": "yes", "delimiter": "comma"], of: "csv")
    var found: Problems?
    do throws(Problems) {
      var reader = try CSVFormat(options: options).reader(for: source)
      var batch = RecordBatch()
      while try reader.read(into: &batch) {}
    } catch { found = error }
    #expect(found?.first.code == code)
    #expect(found?.first.position.line == line)
    #expect(endless.taken.withLock { $0 } < 100 << 20)
  }

  @Test func countsTheFieldsOfAMillionColumnsInOneRecord() throws {
    let text = "a,b\n" + String(repeating: "x,", count: 1_000_000) + "\n1,2\n"
    var reader = try CSVFormat(options: CSVOptions()).reader(for: .text(text))
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.rowCount == 2)
    #expect(batch.problems.map(\.problem.code) == [.csvLongRow])
    #expect(batch.problems.first?.problem.message.contains("1000001 fields") == true)
    #expect(batch.strings(row: 1) == ["1", "2"])
  }

  @Test func takesTheWidestTable() throws {
    let header = (1...RecordBatch.maximumColumns).map { "c\($0)" }.joined(separator: ",")
    let record = (1...RecordBatch.maximumColumns).map { "\"\($0)\"" }.joined(separator: ",")
    var reader = try CSVFormat(options: CSVOptions()).reader(for: .text("\(header)\n\(record)\n"))
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.string(row: 0, column: RecordBatch.maximumColumns - 1) == "16384")
    #expect(batch.problems.isEmpty)
  }

  @Test func takesLargeFieldsAcrossManyBuffers() throws {
    let large = String(repeating: "line \"\"one\"\", two\n", count: 300_000)
    var reader = try CSVFormat(options: CSVOptions()).reader(for: .text("a,b\n1,\"\(large)\"\n2,x\n"))
    var batch = RecordBatch()
    var rows: [(Int, String?)] = []
    while try reader.read(into: &batch) {
      for row in 0..<batch.rowCount { rows.append((batch.position(row: row).line, batch.string(row: row, column: 1))) }
    }
    #expect(rows.map(\.0) == [2, 300_003])
    #expect(rows.map(\.1) == [large.replacing("\"\"", with: "\""), "x"])
  }
}

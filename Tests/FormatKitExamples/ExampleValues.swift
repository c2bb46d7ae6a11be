import FormatKit
import Foundation

// What the examples in FormatKit's comments use without declaring it. `scripts/check-examples.py` compiles these files together
// with the examples; they belong to no target.

/// An example is the body of a method of this type.
struct Example: ~Copyable {
  private static let goods = ByteSource.text(
    "sku,title,quantity\nA-1,Lamp,12\nA-2,Chair,4\n", name: "goods.csv")
  let name = goods.name
  /// The same goods as in ``batch``.
  let source = goods
  let sink = ByteSink.memory()
  let registry = FormatRegistry([
    .format(CSVFormat.self), .readable(ShelfScanFormat.self), .readable(X12Format.self),
    .writable(FreshnessListFormat.self),
  ])
  let format = RegisteredFormat.format(CSVFormat.self)
  /// A table with the columns `sku`, `title` and `quantity` and two rows.
  var batch: RecordBatch
  let row = 0
  /// The line of the source that is being read, and the number of its record.
  let line: TextLines.Line
  let record = 3
  let problem = Problem(ShelfScanFormat.badLine, "'A-3' is not a scanned line")
  /// The second record of the source, refused.
  let refused = RejectedRecord(
    record: 2, table: "records", line: 3, byteOffset: 31, mark: "p7:2", reasons: ["quantity 'x' is not a number"])
  /// The bytes of `A-1,Lamp,12`, with those that may be read after them.
  let start: UnsafeMutablePointer<UInt8>
  let output: UnsafeMutablePointer<UInt8>
  /// The bytes of `Lamp`.
  let text: UnsafeBufferPointer<UInt8>
  /// A descriptor that takes everything.
  let descriptor: Int32

  private init(line: TextLines.Line, batch: consuming RecordBatch) {
    self.line = line
    self.batch = batch
    start = .allocate(capacity: 100)
    start.initialize(repeating: 0x20, count: 100)
    for (index, byte) in "A-1,Lamp,12\n".utf8.enumerated() { start[index] = byte }
    output = .allocate(capacity: 100)
    text = UnsafeBufferPointer(start: start + 4, count: 4)
    descriptor = open("/dev/null", O_WRONLY)
  }

  static func make() throws(Problems) -> Example {
    var lines = try TextLines(.text("\n\nA-3\n"))
    guard let line = try lines.next() else { throw Problems(.sourceEmpty, "there is no third line") }
    var batch = RecordBatch()
    var reader = try CSVFormat(options: CSVOptions()).reader(for: goods)
    _ = try reader.read(into: &batch)
    return Example(line: line, batch: batch)
  }

  deinit {
    start.deallocate()
    output.deallocate()
    close(descriptor)
  }
}

/// A reading of what is in a compressed file.
func unpacked(_ path: String) throws(Problems) -> ByteStream { try ByteSource.text("sku\nA-1\n", name: path).open() }

// MARK: - Running

nonisolated(unsafe) private var differences = 0

/// Runs one example with values of its own.
func run(_ place: String, _ body: (inout Example) throws -> Void) {
  do {
    var example = try Example.make()
    try body(&example)
  } catch {
    report("\(place): the example throws \(error)")
  }
}

/// Compares what an example gives with what its comment says.
func compare<Value: Equatable>(_ value: Value, _ expected: Value, _ place: String) {
  if value != expected { report("\(place): the value is \(value), and not \(expected)") }
}

/// Compares an error with the code in the comment.
func compare(_ error: any Error, _ expected: Problem.Code, _ place: String) {
  guard (error as? Problems)?.code != expected else { return }
  report("\(place): the error is not \(expected.id): \(error)")
}

func noError(_ place: String) { report("\(place): there is no error") }

private func report(_ message: String) {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  differences += 1
}

/// Ends the program, with status 1 if a value was not the one in its comment.
func finish() -> Never { exit(differences == 0 ? 0 : 1) }

import FormatKit
import Testing

/// A format that claims files with the score of its options' name; only for the registry.
private struct Claiming<Kind: ClaimingKind>: ReadableFormat {
  static var descriptor: FormatDescriptor {
    FormatDescriptor(id: Kind.id, name: Kind.id, summary: "Claims.", extensions: [Kind.id])
  }
  init(options: NoOptions) {}
  static func sniff(_ preview: SourcePreview) -> Confidence { Confidence(Kind.score, "it is \(Kind.id)") }
  func reader(for source: ByteSource) throws(Problems) -> NoReader { NoReader() }
}

private struct NoReader: BatchReader {
  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool { false }
}

private protocol ClaimingKind: Sendable {
  static var id: String { get }
  static var score: Int { get }
}
private enum Alpha: ClaimingKind {
  static var id: String { "alpha" }
  static var score: Int { 60 }
}
private enum Beta: ClaimingKind {
  static var id: String { "beta" }
  static var score: Int { 60 }
}
private enum Gamma: ClaimingKind {
  static var id: String { "gamma" }
  static var score: Int { 900 }
}
private enum Silent: ClaimingKind {
  static var id: String { "silent" }
  static var score: Int { -3 }
}

@Suite struct FormatRegistryTests {
  private let preview = SourcePreview(name: "goods.bin", bytes: [1], isWhole: true)

  private func identify(_ formats: [RegisteredFormat]) throws -> String {
    try FormatRegistry(formats).identify(preview).format.descriptor.id
  }

  @Test func takesTheSurest() throws {
    #expect(try identify([.readable(Claiming<Alpha>.self), .readable(Claiming<Gamma>.self)]) == "gamma")
    let claims = FormatRegistry([.readable(Claiming<Silent>.self), .readable(Claiming<Alpha>.self)]).claims(to: preview)
    #expect(claims.map(\.format.descriptor.id) == ["alpha"])
    let sure = FormatRegistry([.readable(Claiming<Gamma>.self)]).claims(to: preview)
    #expect(sure.map(\.confidence.score) == [100])
  }

  @Test func namesBothOfTwoEquals() {
    let error = #expect(throws: Problems.self) {
      try identify([.readable(Claiming<Alpha>.self), .readable(Claiming<Beta>.self)])
    }
    #expect(error?.code == .ambiguousFormat)
    #expect(
      error?.headline
        == "goods.bin: the file may be alpha (it is alpha) or beta (it is beta)")
  }

  @Test func refusesWhatNobodyKnows() {
    let error = #expect(throws: Problems.self) { try identify([.readable(Claiming<Silent>.self)]) }
    #expect(error?.code == .unknownFormat)
    let empty = #expect(throws: Problems.self) {
      try FormatRegistry([.readable(Claiming<Alpha>.self)]).identify(SourcePreview(name: "", bytes: [], isWhole: true))
    }
    #expect(empty?.code == .sourceEmpty)
  }

  @Test func findsFormatsByNameAndEnding() throws {
    let registry = FormatRegistry([.readable(Claiming<Alpha>.self), .format(LineFormat.self)])
    #expect(try registry.format("lines").descriptor == LineFormat.descriptor)
    #expect(registry.writableFormat(forFileName: "out/GOODS.LINES")?.descriptor.id == "lines")
    #expect(registry.writableFormat(forFileName: "goods.alpha") == nil)
    #expect(registry.writableFormat(forFileName: "lines") == nil)
    let error = #expect(throws: Problems.self) { try registry.format("alfa") }
    #expect(error?.code == .unknownFormat)
    #expect(error?.remedy == "Did you mean 'alpha'?")
  }

  @Test func findsFormatsByTheirAliases() throws {
    let registry = FormatRegistry([.format(LineFormat.self)])
    let bars = try registry.format("BARS")
    #expect(bars.descriptor == LineFormat.descriptor)
    #expect(bars.name == "bars")
    #expect(bars.completed(["fault": "none"]) == ["fault": "none"])
    #expect(try registry.format("lines").impliedOptions.isEmpty)
    let faulty = try registry.format("faulty-lines")
    #expect(faulty.impliedOptions == ["fault": "keepsMark"])
    #expect(faulty.reading != nil)
    let error = #expect(throws: Problems.self) { try faulty.requireWriting() }
    #expect(error?.message == "the format faulty-lines cannot be written")
    #expect(error?.remedy == "Write lines instead.")
    #expect(registry.writableFormat(forFileName: "x.lines")?.name == "lines")
  }

  @Test func passesOptionsOn() throws {
    let format = RegisteredFormat.format(LineFormat.self)
    #expect(format.options.map(\.name) == ["fault"])
    let reading = try #require(format.reading)
    let error = #expect(throws: Problems.self) {
      try reading.reader(for: .text("a|b\n"), options: ["fualt": "none"])
    }
    #expect(error?.remedy == "Did you mean 'fault'?")
    var reader = try reading.reader(for: .text("a|b\n1|2\n"), options: ["fault": "none"])
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.strings(row: 0) == ["1", "2"])
    #expect(reading.locate(column: 0, named: "a", in: "1|2", options: ["fualt": ""]) == nil)

    let sink = ByteSink.memory()
    var writer = try #require(format.writing).writer(for: batch.schema, to: sink)
    try writer.write(batch)
    try writer.finish()
    #expect(sink.collectedText == "a|b\n1|2\n")
    #expect(RegisteredFormat.writable(LineFormat.self).reading == nil)
  }

  /// Control numbers have nine digits, and start again after the greatest.
  @Test func numbersFollowEachOther() throws {
    let numbers = ControlNumbers(startingAt: ControlNumbers.greatest - 1)
    #expect(try (0..<3).map { _ in try numbers.next(for: "a") } == [999_999_998, 999_999_999, 1])
    #expect(try ControlNumbers(startingAt: -5).next(for: "a") == 1)
    #expect(RegisteredFormat.readable(Claiming<Alpha>.self).acknowledging == nil)
  }
}

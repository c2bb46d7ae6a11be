import FormatKit
import Testing

@Suite struct RejectTests {
  private func record(_ number: Int, at offset: Int, _ reasons: String...) -> RejectedRecord {
    RejectedRecord(record: number, table: "records", byteOffset: offset, mark: "m\(number)", reasons: reasons)
  }

  /// A format that knows nothing of refused records has them written by its writer.
  @Test func writesAnewWhatAFormatDoesNotWriteItself() throws {
    let format = RegisteredFormat.format(LineFormat.self)
    let sink = ByteSink.memory()
    let source = ByteSource.text("sku|stockroom_reason|n\nA|old|1\nB||2\nC||3\n")
    let rejected = RejectedRecords([record(1, at: 23, "a", "b"), record(3, at: 37, "c")])
    try #require(format.rejecting).writeRejects(of: source, rejected, to: sink)
    #expect(sink.collectedText == "stockroom_record|stockroom_reason|sku|n\nm1|a; b|A|1\nm3|c|C|3\n")
  }

  @Test func saysThatARecordIsGone() {
    let format = RegisteredFormat.format(LineFormat.self)
    #expect {
      try format.rejecting?.writeRejects(of: .text("a|b\n1|2\n"), RejectedRecords([record(2, at: 8)]), to: .memory())
    } throws: { error in
      (error as? Problems)?.code == .rejectsUnwritable
    }
  }

  @Test func isNotThereForAFormatThatIsOnlyRead() {
    #expect(RegisteredFormat.readable(LineFormat.self).rejecting == nil)
  }

  @Test func putsTheRowsOfARecordTogether() throws {
    let rejected = RejectedRecords([
      record(1, at: 5, "a\nb"), record(2, at: 5), record(9, at: 12, "c"), record(3, at: 30),
    ])
    #expect(try rejected.take(before: 5) == nil)
    #expect(try rejected.take(before: 20) == RejectNote(mark: "m1 m2 m9", reason: "a b; c"))
    #expect(try rejected.take(record: 4) == nil && rejected.take(record: 3)?.mark == "m3")
    #expect(try rejected.peek() == nil && rejected.take(before: .max) == nil)
    let long = RejectedRecords([record(1, at: 0, String(repeating: "\u{20AC}", count: 100_000))])
    #expect(try long.take(before: 1).map { $0.reason.utf8.count < 32_100 } == true)
  }

  @Test(
    arguments: [
      ("utf-8", [0x61, 0xC3, 0xA9, 0x62], Array("a\u{20AC}b".utf8)),
      ("windows-1252", [0x61, 0xE9, 0x62], [0x61, 0x80, 0x62]), ("iso-8859-1", [0x61, 0xE9, 0x62], Array("a?b".utf8)),
      ("utf-16le", [0x61, 0, 0xE9, 0, 0x62, 0], [0x61, 0, 0xAC, 0x20, 0x62, 0]),
      ("utf-16be", [0, 0x61, 0, 0xE9, 0, 0x62], [0, 0x61, 0x20, 0xAC, 0, 0x62]),
    ] as [(String, [UInt8], [UInt8])])
  func copiesInTheSourcesCharacterSet(_ charset: String, _ bytes: [UInt8], _ expected: [UInt8]) throws {
    for chunk in [1, 2, 3, 100] {
      let sink = ByteSink.memory()
      let source = ByteSource.memory(bytes, chunk: chunk)
      let copy = try TextCopy(of: source, charset: Charset(name: charset), to: sink)
      try copy.copy(to: 1)
      try copy.write("\u{20AC}")
      try copy.skip(to: 3)
      try copy.copyRest()
      #expect(sink.collectedBytes == expected)
      let whole = ByteSink.memory()
      try TextCopy(of: source, charset: Charset(name: charset), to: whole).copyRest()
      #expect(whole.collectedBytes == bytes)
    }
  }
}

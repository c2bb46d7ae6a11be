import FormatKit
import FormatKitTesting
import Testing

@testable import X12Format

/// Sources that claim too much.
@Suite struct X12HostileTests {
  private static let header =
    "ISA*00*          *00*          *ZZ*NORTHWIND      *ZZ*CORNERSHOP     *260915*0930*U*00401*000000001*0*P*>~"

  private func notice(_ body: [String]) -> ByteSource {
    let set = ["ST*856*0001", "BSN*00*D-1*20260920*0815"] + body + ["SE*\(body.count + 3)*0001"]
    let all = ["GS*SH*A*B*20260915*0930*1*X*004010"] + set + ["GE*1*1", "IEA*1*000000001"]
    return .text(Self.header + all.map { $0 + "~" }.joined())
  }

  private func codes(_ reading: CollectedReading) -> [String] {
    reading.tables.flatMap(\.records).flatMap(\.problems).map(\.code.id)
  }

  @Test(arguments: [(1000, false), (1001, true), (20_000, true)])
  func boundsTheDepthOfLevels(_ depth: Int, _ isRefused: Bool) {
    let levels = (1...depth).map { $0 == 1 ? "HL*1**S" : "HL*\($0)*\($0 - 1)*P" }
    let reading = CollectedReading(of: X12Format.self, source: notice(levels + ["LIN**IN*A", "SN1**1*EA"]))
    #expect(codes(reading).contains("too-deep") == isRefused)
    #expect(reading.error == nil)
  }

  @Test func boundsTheSegment() {
    let long = String(repeating: "x", count: 17 << 20)
    let reading = CollectedReading(of: X12Format.self, source: notice(["REF*ZZ*" + long]))
    #expect(reading.error?.code == .fieldTooLarge)
  }

  @Test func boundsTheElements() {
    let reading = CollectedReading(
      of: X12Format.self, source: notice(["MSG" + String(repeating: "*", count: 20_000) + "1"]))
    #expect(reading.error?.code == .tooManyColumns)
  }

  /// Millions of elements end the source before they take many times the memory of the segment.
  @Test func boundsTheMemoryOfElements() {
    let separators = String(repeating: "*", count: 5_000_000)
    let components = String(repeating: ">", count: 5_000_000)
    let time = ProcessorTime.spent {
      let reading = CollectedReading(of: X12Format.self, source: notice(["MSG" + separators + "1"]))
      #expect(reading.error?.code == .tooManyColumns)
      #expect(reading.error?.message.contains("more than 16,384") == true)
      let other = CollectedReading(of: X12Format.self, source: notice(["MSG*A" + components + "B"]))
      #expect(other.error == nil)
    }
    #expect(time < .seconds(60), "\(time)")
  }

  /// Four times the lines take about four times the time.
  @Test func aLongOrderGrowsInProportion() throws {
    func time(_ lines: Int) throws -> Double {
      let text = Self.order(lines: lines)
      let spent = try ProcessorTime.spent {
        var reader = try X12Format(options: X12Options()).reader(for: .memory(text, name: "long"))
        var batch = RecordBatch()
        while try reader.read(into: &batch) {}
      }
      return Double(spent.components.seconds) + Double(spent.components.attoseconds) / 1e18
    }
    _ = try time(500)
    // The quickest of three: another process may have taken the caches.
    let short = try (0..<3).map { _ in try time(4_000) }.min() ?? 0
    let long = try (0..<3).map { _ in try time(16_000) }.min() ?? 0
    #expect(long < 7 * short, "4,000 lines take \(short) s, 16,000 take \(long) s")
  }

  @Test(arguments: [4_000, 16_000]) func walksThroughWholeOrders(_ lines: Int) throws {
    let reading = CollectedReading(of: X12Format.self, source: .memory(Self.order(lines: lines), name: "long"))
    #expect(reading.error == nil && reading.recordCount == lines + 1)
  }

  private static func order(lines: Int) -> [UInt8] {
    var text = Array((header + "GS*PO*A*B*20260915*0930*1*X*004010~ST*850*0001~BEG*00*SA*1**20260915~").utf8)
    for line in 1...lines { text += Array("PO1*\(line)*1*EA*1**IN*ITEM-\(line)~".utf8) }
    return text + Array("CTT*\(lines)~SE*\(lines + 4)*0001~GE*1*1~IEA*1*000000001~".utf8)
  }

  @Test(arguments: [
    "BIN*99999999999999999999*x", "BIN*-1*x", "BIN*999999999*x", "BDS*ASC*99999999*x", "BIN*5", "BDS", "BIN**",
  ])
  func believesNoLength(_ segment: String) {
    let reading = CollectedReading(of: X12Format.self, source: notice(["HL*1**S", segment]))
    #expect(reading.error != nil || !codes(reading).isEmpty)
  }

  @Test(arguments: [
    "SE*99999999999999999999*0001", "SE*-5*0001", "SE**", "CTT*99999999999999999999*1e5", "HL*1*1*S", "HL", "HL***",
    "SDQ*EA",
    "SN1**99999999999999999999999999999999*EA", "PO4*0*0*EA**********0",
  ])
  func survivesOddNumbers(_ segment: String) {
    let reading = CollectedReading(of: X12Format.self, source: notice(["HL*1**I", "LIN**IN*A", "SN1**1*CA", segment]))
    #expect(reading.recordCount > 0)
  }

  /// Names that look like the envelope's, separators that are letters, a file that is all terminators.
  @Test(arguments: [
    "ISA", "ISA*", "ISA~~~~~~~~~~~~~~~~~~~~", "ISAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "ISA" + String(repeating: "*", count: 40),
    "ISA*00*          *00*          *ZZ*A              *ZZ*B              *260915*0930*U*00401*000000001*0*P*AB",
    "ISA*00*          *00*          *ZZ*A              *ZZ*B              *260915*0930*U*00401*000000001*0*P*>",
    "ISA*00*          *00*          *ZZ*A              *ZZ*B              *260915*0930*U*00401*000000001*0*P**~",
    "ISA*00*          *00*          *ZZ*A              *ZZ*B              *260915*0930*U*00401*000000001*0*P*\n~",
  ])
  func refusesHeadersThatTellNothing(_ text: String) {
    let reading = CollectedReading(of: X12Format.self, source: .text(text))
    let code = reading.error?.code
    #expect(code == .x12UnreadableHeader || code == .sourceTruncated || code == .x12MissingHeader)
  }

  /// A long order comes line by line, each once.
  @Test func handsOutALongOrder() throws {
    let lines = 20_000
    var sent = 0
    let head = Array((Self.header + "GS*PO*A*B*20260915*0930*1*X*004010~ST*850*0001~BEG*00*SA*1**20260915~").utf8)
    let tail = Array("CTT*\(lines)~SE*\(lines + 4)*0001~GE*1*1~IEA*1*000000001~".utf8)
    var text = head
    while sent < lines {
      sent += 1
      text += Array("PO1*\(sent)*1*EA*1**IN*ITEM-\(sent)~".utf8)
    }
    text += tail
    var reader = try X12Format(options: X12Options()).reader(for: .memory(text, name: "long", chunk: 8192))
    var batch = RecordBatch()
    var count = 0
    while try reader.read(into: &batch) {
      count += batch.rowCount
      #expect(batch.problems.isEmpty)
    }
    #expect(count == lines + 1)
  }
}

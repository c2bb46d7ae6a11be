import FormatKit
import Testing
import XMLReading

/// What a reading yields, and that it does not depend on how the source cuts its bytes.
@Suite struct XMLEventReaderTests {
  static let order = """
    <?xml version="1.0" encoding="UTF-8"?>
    <o:Order xmlns:o="urn:order" xmlns="urn:common" version='2 &amp; more'>
      <ID scheme="a">7<!-- in two --><![CDATA[ & 8]]></ID>
      <Line><Item/><Quantity o:unit="EA"> 3 </Quantity></Line>
      <Line><Note>a</Note><Note>b<i>c</i>d</Note></Line>
    </o:Order>
    """

  /// One line for each event: `+path {namespace} @name=value line`, `text`, `-`.
  static func lines(_ source: ByteSource, charset: Charset? = nil) throws -> [String] {
    let reader = try XMLEventReader(source, charset: charset)
    var lines: [String] = []
    while let event = try reader.next() {
      switch event {
      case .begin(let tag):
        let attributes = tag.attributes.map { " @\($0.name)=\($0.value)" }.joined()
        lines.append("+\(tag.path) {\(tag.namespace ?? "")}\(attributes) \(tag.line)")
      case .text(let text): lines.append(text)
      case .end: lines.append("-")
      }
    }
    return lines
  }

  @Test(arguments: [1, 5, 4096]) func yieldsEventsHoweverTheBytesCome(_ chunk: Int) throws {
    let lines = try Self.lines(.memory(Array(Self.order.utf8), chunk: chunk))
    #expect(
      lines == [
        "+/Order {urn:order} @version=2 & more 2", "+/Order/ID {urn:common} @scheme=a 3", "7 & 8", "-",
        "+/Order/Line {urn:common} 4", "+/Order/Line/Item {urn:common} 4", "-",
        "+/Order/Line/Quantity {urn:common} @unit=EA 4", " 3 ", "-", "-", "+/Order/Line[2] {urn:common} 5",
        "+/Order/Line[2]/Note {urn:common} 5", "a", "-", "+/Order/Line[2]/Note[2] {urn:common} 5", "b",
        "+/Order/Line[2]/Note[2]/i {urn:common} 5", "c", "-", "d", "-", "-", "-",
      ])
  }

  @Test func takesElementsWhole() throws {
    let reader = try XMLEventReader(.text(Self.order))
    guard case .begin(let root)? = try reader.next() else { return #expect(Bool(false)) }
    #expect(root[attribute: "version"] == "2 & more")
    let order = try reader.subtree()
    #expect(try reader.next() == nil)
    #expect(order.all("Line").count == 2)
    #expect(order.value("Line", "Quantity") == "3")
    #expect(order.value("Line", "Item") == nil)
    #expect(order.value("Line", "Note") == "a")
    #expect(order.first("Line", "Quantity")?[attribute: "unit"] == "EA")
    let note = try #require(order.all("Line").last?.all("Note").last)
    #expect((note.text, note.line, note.path) == ("bd", 5, "/Order/Line[2]/Note[2]"))
    #expect(note.namespace == "urn:common")
    #expect(Self.order.utf8.dropFirst(note.byteOffset).starts(with: "<Note>b".utf8))
  }

  @Test func passesOverElements() throws {
    let reader = try XMLEventReader(.text("<a><b><c><d/>x</c></b><e>1</e></a>"))
    var seen: [String] = []
    while let event = try reader.next() {
      guard case .begin(let tag) = event else { continue }
      seen.append(tag.name)
      if tag.name == "b" { try reader.skip() }
    }
    #expect(seen == ["a", "b", "e"])
  }

  static let charsets: [(name: String, bytes: [UInt8], charset: String)] = [
    ("UTF-8 with its mark", [0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8), "utf-8"),
    (
      "declared ISO-8859-1",
      Array("<?xml version='1.0' encoding='iso-8859-1'?><a>".utf8) + [0xE9, 0x3C, 0x2F, 0x61, 0x3E],
      "iso-8859-1"
    ),
    (
      "declared ISO-8859-15",
      Array("<?xml version='1.0' encoding='ISO-8859-15'?><a>".utf8) + [0xE9]
        + Array("</a>".utf8), "iso-8859-15"
    ),
    (
      "UTF-16 with its mark", [0xFF, 0xFE] + "<a>é</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "utf-16le"
    ),
    ("UTF-16 without a mark", "<a>é</a>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "utf-16be"),
  ]

  @Test(arguments: charsets) func decodes(_ name: String, _ bytes: [UInt8], _ charset: String) throws {
    #expect(try Self.lines(.memory(bytes, chunk: 3)).contains("é"), "\(name)")
    #expect(try XMLEventReader(.memory(bytes)).findings.first?.value == charset, "\(name)")
  }

  @Test func takesACharsetGiven() throws {
    #expect(try Self.lines(.memory([0x3C, 0x61, 0x3E, 0x80, 0x3C, 0x2F, 0x61, 0x3E]), charset: .windows1252)[1] == "€")
  }

  @Test func knowsEntitiesThatStandForShortText() throws {
    let text = "<!DOCTYPE a [<!ENTITY firm 'Müller'>]><a b='&firm; &amp; Co'>&firm;</a>"
    #expect(try Self.lines(.text(text)) == ["+/a {} @b=Müller & Co 1", "Müller", "-"])
    let html = "<!DOCTYPE a SYSTEM 'http://example.org/a.dtd'><a>caf&eacute;</a>"
    #expect(try Self.lines(.text(html))[1] == "café")
  }

  @Test func tellsWhatDoesNotEndTheDocument() throws {
    let text = "<!DOCTYPE a SYSTEM 'a.dtd'>\n<a>\n<x:b x:c='1'/>&nowhere;<x:b/></a>"
    let reader = try XMLEventReader(.text(text, name: "t.xml"))
    var found: [Problem] = []
    // How much was reported by each event: nothing is reported before all text that precedes it.
    var ahead: [Int] = []
    while let event = try reader.next() {
      defer { ahead.append(found.count) }
      if case .begin(let tag) = event, tag.name == "b" { #expect(tag.namespace == nil) }
      found += reader.takeProblems()
    }
    found += reader.takeProblems()
    #expect(found.map(\.code) == [XMLCodes.undeclaredPrefix, XMLCodes.unknownEntity])
    #expect(ahead == [0, 1, 2, 2, 2, 2])
    #expect(found.map(\.value) == ["x", "&nowhere;"])
    #expect(found.allSatisfy { $0.position.line == 3 && $0.source == "t.xml" })
  }

  @Test func handsOverWhatStandsAheadOfAnError() throws {
    let reader = try XMLEventReader(.text("<a><b/><c></a>"))
    var events = 0
    var errors: [Problems] = []
    for _ in 0..<8 {
      do throws(Problems) { if try reader.next() != nil { events += 1 } } catch { errors.append(error) }
    }
    #expect(events == 4)
    #expect(errors.count == 4 && Set(errors.map(\.first.code)) == [XMLCodes.syntax])
  }
}

import FormatKit
import FormatKitTesting
import Foundation
import FoundationXML
import Segments
import Testing

@testable import EDIFACTFormat

/// The results of other programs for the same files.
@Suite(.enabled(if: Corpora.isAvailable("edifact"), "\(Corpora.notice)"))
struct EDIFACTPeerTests {
  /// A segment as its tag and elements of components.
  private struct Plain: Equatable, CustomStringConvertible {
    var tag: String
    var elements: [[String]]
    /// Without the empty components at the ends of elements, which pydifact leaves out.
    var shortened: Plain {
      Plain(tag: tag, elements: elements.map { Array($0.prefix(($0.lastIndex { !$0.isEmpty } ?? 0) + 1)) })
    }

    var description: String { "\(tag)+" + elements.map { $0.joined(separator: ":") }.joined(separator: "+") }
  }

  private func segments(of path: String) throws -> [Plain] {
    let sample = try #require(Corpora.sample(path))
    let reader = try SegmentReader(sample.source(), charset: nil)
    var segment = Segment()
    var found: [Plain] = []
    while try reader.next(into: &segment) {
      if segment.tag == "UNB" { reader.setVersion(Int(segment.value(1, 2)) ?? 0) }
      let elements = segment.elementCount > 0 ? (1...segment.elementCount).map { segment.values($0) } : []
      found.append(Plain(tag: segment.tag, elements: elements))
    }
    return found
  }

  /// pydifact gives the same segments, elements and components.
  @Test func agreesWithPydifact() throws {
    let folder = try #require(Corpora.folder("peer-outputs/pydifact/edifact"))
    let files = try #require(Corpora.folder("edifact"))
    var compared = 0
    for path in Corpora.files(in: "peer-outputs/pydifact/edifact", endings: ["json"]) {
      let name = String(path.dropFirst(folder.count + 1).dropLast(5))
      let data = try #require(FileManager.default.contents(atPath: path))
      let parsed = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      guard let peer = parsed["segments"] as? [[Any]] else { continue }
      let theirs = peer.map { segment in
        Plain(
          tag: segment.first as? String ?? "",
          elements: segment.dropFirst().map { ($0 as? [String]) ?? [$0 as? String ?? ""] })
      }
      // A repetition is one element for us and for the standard; pydifact nests what it has repeated.
      if name.hasSuffix("invoic/invoic.txt") { continue }
      let ours = try segments(of: "\(files)/\(name)").filter { $0.tag != "UNA" }
      compared += 1
      #expect(ours.map(\.shortened) == theirs.filter { $0.tag != "UNA" }.map(\.shortened), "\(name)")
    }
    #expect(compared > 20)
  }

  /// Smooks nests the segments of an invoice in the same groups.
  @Test func agreesWithTheGroupsOfSmooks() throws {
    let folder = try #require(Corpora.folder("edifact/smooks/edg/src/test/resources/invoic"))
    let expected = XMLOutline()
    let parser = try #require(XMLParser(contentsOf: URL(fileURLWithPath: "\(folder)/expected.xml")))
    parser.delegate = expected
    #expect(parser.parse())
    let table = try #require(MessageTables.table("INVOIC", Directory(version: "D", release: "03B"))).table
    var walk = MessageWalker(table.root, .edifact)
    let ours = try segments(of: "\(folder)/invoic.txt").filter { !["UNB", "UNH", "UNT", "UNZ"].contains($0.tag) }
    let paths = ours.map { segment -> String in
      let node = walk.take(segment.tag)
      #expect(node != nil && walk.findings == [], "\(segment)")
      return (node?.group.replacing("UNS/", with: "") ?? "-") + "|" + segment.tag
    }
    #expect(paths == expected.paths)
  }

  /// The values of the invoices that Smooks reads without their envelope, in their order.
  @Test(arguments: ["d93a-invoic-1", "d93a-invoic-shortname", "d96a-invoic-1", "d96a-invoic-shortname"])
  func agreesWithTheValuesOfSmooks(_ name: String) throws {
    let folder = try #require(Corpora.folder("edifact/smooks/ect/src/test/resources/testfiles/\(name)"))
    let expected = XMLOutline()
    let parser = try #require(XMLParser(contentsOf: URL(fileURLWithPath: "\(folder)/expected-result.xml")))
    parser.delegate = expected
    #expect(parser.parse())
    let ours = try segments(of: "\(folder)/input.edi").flatMap(\.elements).flatMap { $0 }.filter { !$0.isEmpty }
    let numbers = { (text: String) in text.replacing(",", with: ".") }
    // Smooks gives numbers a point and takes zeros off their ends.
    let same = zip(ours, expected.texts).allSatisfy { our, their in
      our == their || numbers(our) == their || Double(numbers(our)) == Double(numbers(their))
    }
    #expect(same)
    #expect(ours.count == expected.texts.count)
  }

  /// The despatch advice as php-edifact has it: the values of each segment.
  @Test func agreesWithPHPEdifact() throws {
    let folder = try #require(Corpora.folder("edifact/php-edifact"))
    let data = try #require(FileManager.default.contents(atPath: "\(folder)/D96ADESADV.json"))
    var theirs: [Int: [String]] = [:]
    collect(try JSONSerialization.jsonObject(with: data), &theirs)
    let ours = try segments(of: "\(folder)/D96ADESADV.edi").filter { !["UNB", "UNZ"].contains($0.tag) }
    #expect(theirs.count >= ours.count - 1)
    for (index, segment) in ours.enumerated() {
      guard let values = theirs[index] else { continue }
      #expect(values == ([segment.tag] + segment.elements.flatMap { $0 }.filter { !$0.isEmpty }).sorted(), "\(segment)")
    }
  }

  private func collect(_ value: Any, _ found: inout [Int: [String]]) {
    if let list = value as? [Any] { for item in list { collect(item, &found) } }
    guard let object = value as? [String: Any] else { return }
    if let index = object["segmentIdx"] as? Int {
      found[index] = texts(object.filter { $0.key != "segmentGroup" }).sorted()
    } else {
      for item in object.values { collect(item, &found) }
    }
  }

  private func texts(_ value: Any) -> [String] {
    if let text = value as? String { return text.isEmpty ? [] : [text] }
    if let list = value as? [Any] { return list.flatMap(texts) }
    if let object = value as? [String: Any] { return object.values.flatMap(texts) }
    return []
  }

  /// With `STOCKROOM_PYDIFACT` naming a Python that has pydifact, it reads what we write as we do.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_PYDIFACT"] != nil, "STOCKROOM_PYDIFACT is not set"))
  func isReadByPydifact() throws {
    let python = ProcessInfo.processInfo.environment["STOCKROOM_PYDIFACT"] ?? ""
    let script = """
      import sys, json
      from pydifact.segmentcollection import Interchange
      i = Interchange.from_str(sys.stdin.buffer.read().decode('latin-1'))
      i.validate()
      print(json.dumps([[s.tag] + s.elements for s in i.segments]))
      """
    var count = 0
    for sample in EDIFACTSamples.all {
      let sink = ByteSink.memory()
      let request = AcknowledgementRequest(prepared: "2026-10-31T18:00")
      guard let result = try? EDIFACTFormat().acknowledge(sample.source(), with: request, to: sink),
        result.interchanges == 1
      else { continue }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: python)
      process.arguments = ["-c", script]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      input.fileHandleForWriting.write(Data(sink.collectedBytes))
      try input.fileHandleForWriting.close()
      let read = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(sample.name)")
      let theirs = try #require(try JSONSerialization.jsonObject(with: read) as? [[Any]], "\(sample.name)")
      let reader = try SegmentReader(.memory(sink.collectedBytes, name: "answer"), charset: nil)
      var segment = Segment()
      var tags: [String] = []
      while try reader.next(into: &segment) { tags.append(segment.tag) }
      #expect(
        tags.filter { !["UNB", "UNZ"].contains($0) } == theirs.compactMap { $0.first as? String }, "\(sample.name)")
      count += 1
    }
    #expect(count > 10)
  }
}

/// The segments of an expected reading in XML, by the tags that their groups begin with, and all texts.
private final class XMLOutline: NSObject, XMLParserDelegate {
  private(set) var paths: [String] = []
  private(set) var texts: [String] = []
  private var groups: [String?] = []
  private var open: [String] = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    let local = String(name.split(separator: ":").last ?? "")
    open.append(local)
    if local.hasPrefix("SegGrp") { groups.append(nil) }
    guard local.utf8.count == 3, local.allSatisfy({ $0.isUppercase }),
      open.dropLast().allSatisfy({ $0.hasPrefix("SegGrp") || $0.utf8.count != 3 || $0 == "UNH" }),
      !["UNA", "UNB", "UNH", "UNT", "UNZ"].contains(local)
    else { return }
    if let last = groups.indices.last, groups[last] == nil { groups[last] = local }
    paths.append(groups.compactMap { $0 }.joined(separator: "/") + "|" + local)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    let local = open.removeLast()
    if local.hasPrefix("SegGrp") { groups.removeLast() }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if !trimmed.isEmpty { texts.append(trimmed) }
    text = ""
  }
}

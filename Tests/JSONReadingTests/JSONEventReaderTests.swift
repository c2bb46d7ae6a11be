import FormatKit
import FormatKitTesting
import JSONReading
import Testing

@Suite struct JSONEventReaderTests {
  /// Every event with its line, bytes before it, and path.
  private func events(_ text: String, chunk: Int = .max, layout: JSONEventReader.Layout = .document) throws -> [String]
  {
    let reader = try JSONEventReader(.memory(Array(text.utf8), name: "t.json", chunk: chunk), layout: layout)
    var found: [String] = []
    while let event = try reader.next() {
      let place = reader.position
      found.append("\(shown(event)) \(place.line):\(place.byteOffset) \(place.path ?? "")")
    }
    return found
  }

  private func shown(_ event: JSONEvent) -> String {
    switch event {
    case .beginObject: "{"
    case .endObject: "}"
    case .beginArray: "["
    case .endArray: "]"
    case .key(let key): "\(key):"
    case .string(let text): "'\(text)'"
    case .number(let digits): digits
    case .boolean(let flag): "\(flag)"
    case .null: "null"
    }
  }

  @Test(arguments: [1, 5, .max]) func tellsEveryEventWithItsPlace(chunk: Int) throws {
    let text = "{\"a\": [1.50, \"x\\u00e9\\n\",\n  {\"b\": null}],\n \"c\": {}, \"d\": true}"
    #expect(
      try events(text, chunk: chunk) == [
        "{ 1:0 ", "a: 1:1 a", "[ 1:6 a", "1.50 1:7 a[1]", "'xé\n' 1:13 a[2]", "{ 2:28 a[3]", "b: 2:29 a[3]/b",
        "null 2:34 a[3]/b", "} 2:38 a[3]", "] 2:39 a", "c: 3:43 c", "{ 3:48 c", "} 3:49 c", "d: 3:52 d", "true 3:57 d",
        "} 3:61 ",
      ])
  }

  @Test func readsUTF16AndTellsTheCharset() throws {
    let bytes: [UInt8] = [0xFF, 0xFE] + "{\"ä\":1}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let reader = try JSONEventReader(.memory(bytes))
    #expect(try reader.next() == .beginObject)
    #expect(try reader.nextKey() == "ä")
    #expect(reader.findings.map(\.value) == ["utf-16le"])
  }

  @Test func keepsDigitsAsTheyAreWritten() throws {
    let reader = try JSONEventReader(.text("[0.10, 1E400, 123456789012345678901234567890, -0]"))
    #expect(try reader.value().elements.map(\.number) == ["0.10", "1E400", "123456789012345678901234567890", "-0"])
  }

  @Test func readsValuesWithTheirPlaces() throws {
    let reader = try JSONEventReader(
      .text("{\"skipped\": {\"x\": [1, 2]},\n\"inventory\": {\"ABC\": {\"Colors\":\n {\"Red\": {\"Small\": \"3\"}}}}}"))
    #expect(try reader.next() == .beginObject)
    #expect(try reader.nextKey() == "skipped")
    try reader.skipValue()
    #expect(try reader.nextKey() == "inventory")
    #expect(try reader.next() == .beginObject)
    #expect(try reader.nextKey() == "ABC")
    let value = try reader.value()
    let small = value["Colors"]?["Red"]?["Small"]
    #expect(small?.scalar == "3")
    #expect(small?.position == SourcePosition(line: 3, byteOffset: 78, path: "inventory/ABC/Colors/Red/Small"))
    #expect(value["Sizes"] == nil)
    #expect(try reader.nextKey() == nil)
    #expect(try reader.next() == .endObject)
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
  }

  @Test func tellsKeysThatStandTwiceAndTakesTheLast() throws {
    let reader = try JSONEventReader(.text("{\"a\": 1, \"b\": {\"a\": 2, \"a\": 3}}", name: "t.json"))
    let value = try reader.value()
    #expect(value["b"]?["a"]?.number == "3")
    #expect(value["b"]?.members.map(\.key) == ["a", "a"])
    let reported = reader.takeProblems()
    #expect(reported.map(\.code) == [.jsonDuplicateKey])
    #expect(reported.first?.position.path == "b/a")
    #expect(reader.takeProblems() == [])
  }

  @Test func replacesHalvesOfCharacters() throws {
    let reader = try JSONEventReader(.text("[\"\\ud83d\", \"\\ud83d\\ude00\"]"))
    #expect(try reader.value().elements.map(\.string) == ["\u{FFFD}", "😀"])
    #expect(reader.takeProblems().map(\.code) == [.jsonLoneSurrogate])
  }

  @Test(arguments: [
    ("", "source-empty"), ("{\"a\": 1", "source-truncated"), ("{\"a\" 1}", "json-syntax"), ("[1, ]", "json-syntax"),
    ("[1] [2]", "json-syntax"), ("[\"\u{1}\"]", "json-syntax"), ("{\"skip\": [01]}", "json-syntax"),
    (String(repeating: "[", count: 65), "too-deep"),
    ("{\"\(String(repeating: "k", count: 4097))\": 1}", "field-too-large"),
  ])
  func throwsTheSameErrorAgain(text: String, code: String) throws {
    let reader = try JSONEventReader(.text(text))
    var codes: [String] = []
    for _ in 0..<2 {
      do throws(Problems) { while try reader.next() != nil {} } catch { codes.append(error.code.id) }
    }
    #expect(codes == [code, code])
  }

  @Test func findsProblemsInWhatIsSkipped() throws {
    let reader = try JSONEventReader(.text("{\"a\": {\"b\": [1 2]}, \"c\": 3}"))
    _ = try reader.next()
    _ = try reader.next()
    #expect(throws: Problems.self) { try reader.skipValue() }
    #expect(throws: Problems.self) { try reader.next() }
  }

  @Test func boundsWhatIsReadAsAWhole() throws {
    let large = "{\"list\": [" + (0..<1000).map(String.init).joined(separator: ",") + "]}"
    for limit in [JSONValueLimit(nodes: 1001), JSONValueLimit(bytes: 2000)] {
      let reader = try JSONEventReader(.text("[7, \(large)]"))
      #expect(try reader.next() == .beginArray)
      #expect(try reader.next() == .number("7"))
      #expect(try reader.next() == .beginObject)
      do throws(Problems) {
        _ = try reader.value(limit: limit)
        Issue.record("the value is larger than the limit")
      } catch {
        #expect(error.code == .jsonValueTooLarge)
        #expect(error.first.position.path == "[2]")
      }
    }
    // 1,002 values and 2,894 bytes: an object, an array and the numbers up to 999, after a key of four bytes.
    let reader = try JSONEventReader(.text(large))
    #expect(try reader.value(limit: JSONValueLimit(bytes: 2894, nodes: 1002))["list"]?.elements.count == 1000)
  }

  @Test func goesOnAfterABrokenLine() throws {
    let reader = try JSONEventReader(.text("{\"a\": 1}\n\n{\"a\" 2}\n{\"a\": 3}\n[1] 2\n{\"a\": 4}"), layout: .lines)
    var found: [String] = []
    while true {
      do throws(Problems) {
        guard try reader.next() != nil else { break }
        found.append(try reader.value()["a"]?.number ?? "none")
      } catch {
        found.append("\(error.code.id) \(error.first.position.line)")
        #expect(try reader.skipBrokenLine())
      }
    }
    #expect(found == ["1", "json-syntax 3", "3", "none", "json-syntax 5", "4"])
  }

  @Test func aDocumentHasNoLinesToSkip() throws {
    let reader = try JSONEventReader(.text("[1 2]"))
    #expect(throws: Problems.self) { while try reader.next() != nil {} }
    #expect(try !reader.skipBrokenLine())
  }

  /// Values in random shapes come back from their own text, through events, chunks and both styles of writing.
  @Test(arguments: 0..<40) func readsWhatItWrites(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for indentation in [0, 2] {
      let sink = ByteSink.memory()
      var writer = JSONTextWriter(to: sink, indentation: indentation)
      try writeRandom(&writer, depth: 0, &random)
      let reader = try JSONEventReader(.memory(sink.collectedBytes, chunk: Int.random(in: 1...40, using: &random)))
      let value = try reader.value(limit: JSONValueLimit(nodes: 1_000_000))
      #expect(try reader.next() == nil)
      let again = ByteSink.memory()
      var second = JSONTextWriter(to: again, indentation: indentation)
      try second.value(value)
      #expect(again.collectedText == sink.collectedText)
    }
  }

  private func writeRandom(
    _ writer: inout JSONTextWriter, depth: Int, _ random: inout SeededGenerator
  ) throws(Problems) {
    switch Int.random(in: depth > 5 ? 2...6 : 0...6, using: &random) {
    case 0:
      try writer.beginObject()
      for index in 0..<Int.random(in: 0...5, using: &random) {
        try writer.key("k\(index)\"\\\u{7}é")
        try writeRandom(&writer, depth: depth + 1, &random)
      }
      try writer.endObject()
    case 1:
      try writer.beginArray()
      for _ in 0..<Int.random(in: 0...5, using: &random) { try writeRandom(&writer, depth: depth + 1, &random) }
      try writer.endArray()
    case 2: try writer.number("\(Int.random(in: -1000...1000, using: &random)).50")
    case 3: try writer.boolean(Bool.random(using: &random))
    case 4: try writer.null()
    default:
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
      }
      try writer.string(String(String.UnicodeScalarView(scalars)))
    }
  }
}

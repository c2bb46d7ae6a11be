import FormatKit
import FormatKitTesting
import Foundation
import Testing
import XMLReading

/// Hostile and broken documents end with an error that says why, in little memory and time.
@Suite(.serialized) struct XMLHostileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let code: Problem.Code
    let source: @Sendable () -> ByteSource
    var testDescription: String { name }

    init(_ name: String, _ code: Problem.Code, _ text: @autoclosure @escaping @Sendable () -> String) {
      self.name = name
      self.code = code
      source = { .text(text()) }
    }

    init(_ name: String, _ code: Problem.Code, source: @escaping @Sendable () -> ByteSource) {
      (self.name, self.code, self.source) = (name, code, source)
    }
  }

  /// A source of `head`, then `body` again and again up to so many bytes, never in memory as a whole.
  static func endless(_ head: String, _ body: String, bytes total: Int) -> ByteSource {
    let head = Array(head.utf8)
    let block = Array(String(repeating: body, count: max(1, 65_536 / body.utf8.count)).utf8)
    return ByteSource(name: "endless.xml") { () throws(Problems) in
      var position = 0
      return ByteStream(name: "endless.xml") { buffer in
        guard position < total else { return 0 }
        let isHead = position < head.count
        let start = isHead ? position : (position - head.count) % block.count
        let part = (isHead ? head[start...] : block[start...]).prefix(min(buffer.count, total - position))
        buffer.copyBytes(from: part)
        position += part.count
        return part.count
      }
    }
  }

  static let bomb = "<!DOCTYPE r [<!ENTITY a 'ha'>" + (1...20).map { "<!ENTITY a\($0) '&a\($0 - 1);&a;'>" }.joined()
  static let longBytes = 1 << 28

  static let cases: [Case] = [
    Case("an entity bomb", XMLCodes.entityRefused, bomb + "]><r>&a20;</r>"),
    Case(
      "a long entity again and again", XMLCodes.entityRefused,
      "<!DOCTYPE r [<!ENTITY a \"\(String(repeating: "x", count: 5000))\">]><r>&a;&a;</r>"),
    Case("an entity of itself", XMLCodes.entityRefused, "<!DOCTYPE r [<!ENTITY a '&a;'>]><r>&a;</r>"),
    Case(
      "an external entity", XMLCodes.entityRefused,
      "<!DOCTYPE r [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><r>&a;</r>"),
    Case(
      "a parameter entity", XMLCodes.entityRefused,
      "<!DOCTYPE r [<!ENTITY % a SYSTEM 'http://127.0.0.1/'> %a;]><r/>"),
    Case("markup in an entity", XMLCodes.entityRefused, "<!DOCTYPE r [<!ENTITY a '<b/>'>]><r>&a;</r>"),
    Case(
      "defaults for everybody", XMLCodes.entityRefused,
      "<!DOCTYPE r [<!ATTLIST a b CDATA '\(String(repeating: "x", count: 5000))'>]><r><a/><a/></r>"),
    Case("1,000 deep", .tooDeep, String(repeating: "<a>", count: 1000) + String(repeating: "</a>", count: 1000)),
    Case("101 deep", .tooDeep, String(repeating: "<a>", count: 101) + String(repeating: "</a>", count: 101)),
    Case(
      "two thousand attributes", XMLCodes.tooManyAttributes,
      "<a " + (0..<2000).map { "a\($0)=''" }.joined(separator: " ") + "/>"),
    Case(
      "namespaces without end", XMLCodes.tooManyAttributes,
      "<r " + (0..<1100).map { "xmlns:n\($0)='u'" }.joined(separator: " ") + "/>"),
    Case("a million attributes", XMLCodes.tooManyAttributes) { endless("<r><a ", "b='' ", bytes: longBytes) },
    Case("attributes that grow", .fieldTooLarge) {
      let value = String(repeating: "&a;", count: 17_000)
      let tag = (0..<40).map { "a\($0)='\(value)'" }.joined(separator: " ")
      return .text("<!DOCTYPE r [<!ENTITY a '\(String(repeating: "x", count: 1000))'>]><r \(tag)/>")
    },
    Case("a text of 256 MiB", .fieldTooLarge) { endless("<r>", "0123456789abcdef", bytes: longBytes) },
    Case("CDATA of 256 MiB", .fieldTooLarge) { endless("<r><![CDATA[", "0123456789abcdef", bytes: longBytes) },
    Case("a comment of 256 MiB", .fieldTooLarge) { endless("<r><!--", "0123456 ", bytes: longBytes) },
    Case("a name of 2,000 bytes", .fieldTooLarge, "<r><\(String(repeating: "n", count: 2000))/></r>"),
    Case("names without end", .tooManyColumns) {
      .text("<r>" + (0..<20_000).map { "<n\($0)/>" }.joined() + "</r>")
    },
    Case("an element of 100,001", XMLCodes.elementTooLarge) {
      .text("<r>" + String(repeating: "<a/>", count: 100_001) + "</r>")
    },
    Case("an element of 20 MiB of text", XMLCodes.elementTooLarge) {
      .text("<r>" + String(repeating: "<a>\(String(repeating: "x", count: 1 << 20))</a>", count: 20) + "</r>")
    },
    Case("an end that is missing", .sourceTruncated, "<r><a>1</a>"),
    Case("cut off in a tag", .sourceTruncated, "<r><a>1</a><b c='"),
    Case("tags that cross", XMLCodes.syntax, "<r><a></r></a>"),
    Case("two roots", XMLCodes.syntax, "<r/><r/>"),
    Case("an ampersand", XMLCodes.syntax, "<r>Fish & Chips</r>"),
    Case("a zero byte", XMLCodes.syntax, "<r>\u{0}</r>"),
    Case("an unknown character set", .invalidText, "<?xml version='1.0' encoding='utf-7'?><r/>"),
    Case("a character set that it is not in", .invalidText) {
      .memory(Array("<?xml version='1.0' encoding='utf-8'?><r>".utf8) + [0xE9, 0x20] + Array("</r>".utf8))
    },
    Case("UTF-16 cut in the middle", .invalidText) {
      .memory([0xFF, 0xFE] + "<r>x</r>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0x20])
    },
    Case("an empty file", .sourceEmpty, ""),
    Case("white space", .sourceEmpty, " \n\t "),
    Case("a list", .wrongFormat, "sku,name\nA,B\n"),
    Case("JSON", .wrongFormat, "{}"),
  ]

  /// The memory that the process holds now, in MiB.
  static var residentMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096 >> 20
  }

  /// Reads the document's root as a whole, or skips it.
  static func read(_ source: ByteSource, whole: Bool) -> Problems? {
    do throws(Problems) {
      let reader = try XMLEventReader(source)
      while let event = try reader.next() {
        guard case .begin = event else { continue }
        if whole { _ = try reader.subtree() } else { try reader.skip() }
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: cases) func refusesInLittleMemory(_ hostile: Case) {
    let source = hostile.source()
    let before = Self.residentMegabytes
    let start = ProcessorTime.ofThread
    let error = Self.read(source, whole: true)
    #expect(error?.code == hostile.code, "\(error.map(\.description) ?? "no error")")
    #expect(error.map { $0.first.source == source.name } ?? true)
    // Skipping keeps no element in memory, so it has no limit.
    let passed = Self.read(source, whole: false)
    #expect(passed?.code == (hostile.code == XMLCodes.elementTooLarge ? nil : hostile.code))
    #expect(Self.residentMegabytes - before < 128)
    #expect(ProcessorTime.ofThread - start < .seconds(30))
  }

  @Test func tellsThePlace() {
    let error = Self.read(.text("<r>\n <a/>\n <a><b>Fish & Chips</b></a></r>"), whole: true)
    #expect(error?.first.position.line == 3)
    let deep = Self.read(.text(String(repeating: "<a>\n", count: 200)), whole: true)
    #expect(deep?.first.position.line == 101)
    #expect(deep?.first.position.path == String(repeating: "/a", count: 100))
  }

  static let corpus = Corpora.files(in: "xml-security", endings: ["xml"])

  @Test(.enabled(if: Corpora.isAvailable("xml-security"), "\(Corpora.notice)"), arguments: corpus)
  func isNotHarmedByTheCollection(_ path: String) throws {
    let expected: [String: Problem.Code] = [
      "billion_laughs.xml": XMLCodes.entityRefused, "recursive_entity.xml": XMLCodes.entityRefused,
      "cyclic.xml": XMLCodes.entityRefused, "xmlbomb.xml": XMLCodes.entityRefused,
      "external_file.xml": XMLCodes.entityRefused, "utf16_bom_entity.xml": XMLCodes.entityRefused,
      "xxe_parameter_entity.xml": XMLCodes.entityRefused, "deep_nesting_20000.xml": .tooDeep,
      "many_attributes.xml": XMLCodes.tooManyAttributes, "utf7_declared.xml": .invalidText,
    ]
    let error = Self.read(try .file(path), whole: true)
    #expect(error?.code == expected[URL(fileURLWithPath: path).lastPathComponent])
  }
}

import FormatKit
import FormatKitTesting
import Foundation
import Testing
import XMLFormat

/// Hostile documents end with an error that says why, in little memory and time.
@Suite(.serialized)
struct XMLSecurityTests {
  /// A source of `head`, then `body` repeated `times` times, then `tail`, which is never in memory as a whole.
  static func endless(_ head: String, _ body: String, times: Int, _ tail: String = "") -> ByteSource {
    let block = Array(String(repeating: body, count: max(1, 65_536 / max(1, body.utf8.count))).utf8)
    let total = body.utf8.count * times
    let (head, tail) = (Array(head.utf8), Array(tail.utf8))
    return ByteSource(name: "endless.xml") { () throws(Problems) in
      var (headAt, bodyAt, tailAt) = (0, 0, 0)
      return ByteStream(name: "endless.xml") { buffer in
        let part: ArraySlice<UInt8>
        if headAt < head.count {
          part = head[headAt...].prefix(buffer.count)
          headAt += part.count
        } else if bodyAt < total {
          let start = bodyAt % block.count
          part = block[start...].prefix(min(buffer.count, total - bodyAt))
          bodyAt += part.count
        } else {
          part = tail[tailAt...].prefix(buffer.count)
          tailAt += part.count
        }
        buffer.copyBytes(from: part)
        return part.count
      }
    }
  }

  /// Reads to the end or the error; gives the number of rows and the error.
  static func drain(_ source: ByteSource, _ options: XMLOptions = XMLOptions()) -> (rows: Int, error: Problems?) {
    var rows = 0
    do throws(Problems) {
      var reader = try XMLFormat(options: options).reader(for: source)
      var batch = RecordBatch()
      while try reader.read(into: &batch) { rows += batch.rowCount }
      return (rows, nil)
    } catch {
      return (rows, error)
    }
  }

  /// The memory that the process holds now, in MiB.
  static var residentMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096 >> 20
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let code: Problem.Code
    let source: @Sendable () -> ByteSource
    var testDescription: String { name }
  }

  static let gigabytes = 2 << 30

  static let cases: [Case] = [
    Case(name: "a document 100,000 deep", code: .tooDeep) { endless("<r>", "<a>", times: 100_000) },
    Case(name: "a text of 2 GB", code: .fieldTooLarge) { endless("<r><a>", "0123456789abcdef", times: gigabytes / 16) },
    Case(name: "a text of 2 GB in CDATA", code: .fieldTooLarge) {
      endless("<r><a><![CDATA[", "0123456789abcdef", times: gigabytes / 16)
    },
    Case(name: "a million attributes", code: .xmlTooManyAttributes) { attributes(count: 1_000_000) },
    Case(name: "five thousand attributes in one block", code: .xmlTooManyAttributes) { attributes(count: 5000) },
    Case(name: "an unclosed tag of 2 GB", code: .xmlTooManyAttributes) {
      endless("<r><a ", "b='' ", times: gigabytes / 5)
    },
    Case(name: "an unclosed value of 2 GB", code: .fieldTooLarge) {
      endless("<r><a b='", "01234567", times: gigabytes / 8)
    },
    Case(name: "an unclosed comment of 2 GB", code: .fieldTooLarge) {
      endless("<r><!--", "0123456 ", times: gigabytes / 8)
    },
    Case(name: "an unclosed instruction of 2 GB", code: .fieldTooLarge) {
      endless("<r><?x ", "0123456 ", times: gigabytes / 8)
    },
    Case(name: "a name of 2 GB", code: .fieldTooLarge) { endless("<r><", "abcdefgh", times: gigabytes / 8) },
    Case(name: "an unclosed DOCTYPE of 2 GB", code: .fieldTooLarge) {
      endless("<!DOCTYPE r [", "<!ELEMENT a ANY>", times: gigabytes / 16)
    },
    Case(name: "a record of 100 MB", code: .xmlRecordTooLarge) {
      let text = String(repeating: "x", count: 1 << 20)
      return .text("<r>" + (0..<70).map { "<a\($0)>\(text)</a\($0)>" }.joined() + "</r>")
    },
    Case(name: "entities in quadratic number", code: .xmlEntityRefused) {
      .text("<!DOCTYPE r [<!ENTITY a \"\(String(repeating: "x", count: 5000))\">]><r>&a;&a;</r>")
    },
    Case(name: "an external DTD's entity as a whole record", code: .xmlEntityRefused) {
      .text("<!DOCTYPE r [<!ENTITY a PUBLIC 'p' 'file:///etc/passwd'>]><r><x y='1'/></r>")
    },
    Case(name: "defaults for everybody", code: .xmlEntityRefused) {
      .text("<!DOCTYPE r [<!ATTLIST a b CDATA '\(String(repeating: "x", count: 5000))'>]><r><a/><a/></r>")
    },
    Case(name: "namespaces without end", code: .xmlTooManyAttributes) {
      .text("<r " + (0..<1100).map { "xmlns:n\($0)='u'" }.joined(separator: " ") + "/>")
    },
  ]

  static func attributes(count: Int) -> ByteSource {
    .text("<r><a " + (0..<count).map { "a\($0)=''" }.joined(separator: " ") + "/></r>")
  }

  @Test(arguments: cases)
  func refusesInLittleMemory(_ hostile: Case) {
    let source = hostile.source()
    let before = Self.residentMegabytes
    let start = ContinuousClock.now
    let options = hostile.code == .xmlRecordTooLarge ? XMLOptions(record: "r") : XMLOptions()
    let (_, error) = Self.drain(source, options)
    let time = ContinuousClock.now - start
    #expect(error?.code == hostile.code, "\(error.map(\.description) ?? "no error")")
    // A record may hold up to 64 MiB, and its memory grows by doubling.
    let bound = hostile.code == .xmlRecordTooLarge ? 256 : 64
    #expect(Self.residentMegabytes - before < bound)
    #expect(time < .seconds(20), "\(time)")
  }

  static let corpus = Corpora.files(in: "xml-security", endings: ["xml"])

  @Test(.enabled(if: Corpora.isAvailable("xml-security"), "\(Corpora.notice)"), arguments: corpus)
  func isNotHarmedByTheCollection(_ path: String) throws {
    let start = ContinuousClock.now
    let before = Self.residentMegabytes
    let (rows, error) = Self.drain(try .file(path))
    #expect(ContinuousClock.now - start < .seconds(2))
    #expect(Self.residentMegabytes - before < 64)
    let expected: [String: Problem.Code] = [
      "billion_laughs.xml": .xmlEntityRefused, "recursive_entity.xml": .xmlEntityRefused,
      "cyclic.xml": .xmlEntityRefused,
      "xmlbomb.xml": .xmlEntityRefused, "external_file.xml": .xmlEntityRefused,
      "utf16_bom_entity.xml": .xmlEntityRefused,
      "xxe_parameter_entity.xml": .xmlEntityRefused, "deep_nesting_20000.xml": .tooDeep,
      "many_attributes.xml": .xmlTooManyAttributes, "utf7_declared.xml": .invalidText,
    ]
    let name = URL(fileURLWithPath: path).lastPathComponent
    #expect(error?.code == expected[name], "\(error.map(\.description) ?? "no error")")
    if error == nil { #expect(rows > 0) }
  }
}

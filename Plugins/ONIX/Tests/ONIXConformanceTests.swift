import FormatKit
import FormatKitTesting
import Foundation
import ONIXFormat
import Testing
import XMLReading

/// The fixtures of the format.
enum ONIXSamples {
  static let folder = "Plugins/ONIX/Fixtures"
  static let all = GoldenFixtures.samples(in: folder)

  static func reading(_ text: String, options: [String: String] = [:]) -> CollectedReading {
    CollectedReading(of: ONIXFormat.self, source: .text(text, name: "input.xml"), options: options)
  }

  /// A message of release 3.0 with the products given.
  static func message(_ products: String..., root: String = "ONIXMessage release=\"3.0\"") -> String {
    let header = "<Header><Sender><SenderName>Quayside Press</SenderName></Sender></Header>"
    return "<\(root)>\(header)\(products.joined())</\(root.prefix { $0 != " " })>"
  }

  /// A product with its ISBN and further elements.
  static func product(_ isbn: String, reference: String? = nil, _ rest: String = "") -> String {
    "<Product><RecordReference>\(reference ?? isbn)</RecordReference><NotificationType>03</NotificationType>"
      + "<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>\(isbn)</IDValue></ProductIdentifier>\(rest)</Product>"
  }

  /// Supply by the sender with the prices given.
  static func supply(_ prices: String) -> String {
    "<ProductSupply><SupplyDetail><Supplier><SupplierName>Quayside Press</SupplierName></Supplier>\(prices)</SupplyDetail>"
      + "</ProductSupply>"
  }
}

@Suite struct ONIXConformanceTests {
  @Test func keepsTheContract() {
    #expect(FormatConformance.violations(of: ONIXFormat.self, samples: ONIXSamples.all) == [])
  }

  @Test func readsFixturesAsExpected() {
    // Documents of that size are made by the tests.
    #expect(
      GoldenFixtures.violations(
        of: ONIXFormat.self, folder: ONIXSamples.folder,
        codesWithoutCase: [XMLCodes.tooManyAttributes, XMLCodes.elementTooLarge]) == [])
  }

  @Test func survivesDamage() {
    #expect(FormatConformance.mutationViolations(of: ONIXFormat.self, samples: ONIXSamples.all, rounds: 1500) == [])
  }

  /// As long as `STOCKROOM_FUZZ` says, in seconds: fixtures and collections, damaged, from `STOCKROOM_FUZZ_SEED` on.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] != nil, "STOCKROOM_FUZZ is not set"))
  func survivesDamageForLong() {
    let seconds = Int(ProcessInfo.processInfo.environment["STOCKROOM_FUZZ"] ?? "") ?? 1
    let samples = ONIXSamples.all + Corpora.files(in: "onix", largest: 1 << 15).compactMap { Corpora.sample($0) }
    let start = ContinuousClock.now
    var seed = ProcessInfo.processInfo.environment["STOCKROOM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    while ContinuousClock.now - start < .seconds(seconds) {
      #expect(
        FormatConformance.mutationViolations(of: ONIXFormat.self, samples: samples, rounds: 500, seed: seed) == [],
        "seed \(seed)")
      seed &+= 1
    }
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let own = ONIXSamples.all.filter { !$0.name.hasPrefix("wrong-root") }
    let foreign = [
      ConformanceSample(name: "goods.csv", text: "isbn,title\n9781900000017,Tides\n"),
      ConformanceSample(name: "books.xml", text: "<?xml version=\"1.0\"?><books><book><isbn>1</isbn></book></books>\n"),
      ConformanceSample(name: "onix.xml", text: "<?xml version=\"1.0\"?><!-- ONIXMessage --><feed/>\n"),
      ConformanceSample(name: "marc.xml", text: "<record xmlns=\"http://www.loc.gov/MARC21/slim\"/>\n"),
      ConformanceSample(name: "doctype.xml", text: "<!DOCTYPE ONIXMessage [<!ENTITY a \"b\">]><other/>\n"),
      ConformanceSample(name: "order.json", text: "{\"ONIXMessage\": 1}\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: ONIXFormat.self, own: own, foreign: foreign) == [])
  }

  @Test func knowsMessagesBehindWhatMayStandAhead() {
    let ahead = [
      "", "\u{FEFF}", "<?xml version='1.0'?>\n<!-- a > b -->\n", "<!DOCTYPE ONIXMessage SYSTEM \"x.dtd\">",
      "<!DOCTYPE ONIXMessage [ <!ENTITY a \"b\"> ]  >", "<?xml-stylesheet href='a'?>",
    ]
    for text in ahead {
      for root in [
        "<ONIXMessage>", "<ONIXmessage release='3.0'>",
        "<o:ONIXMessage xmlns:o='http://ns.editeur.org/onix/3.0/reference'>",
      ] {
        let preview = SourcePreview(name: "feed", bytes: Array((text + root).utf8), isWhole: false)
        #expect(ONIXFormat.sniff(preview).score >= 90, "\(text)\(root)")
      }
    }
    // This format reports a misspelt root element; the file is not read as a table of products.
    let mistaken = SourcePreview(name: "a.xml", bytes: Array("<?xml version='1.0'?><ONIXMESAGE/>".utf8), isWhole: true)
    #expect(ONIXFormat.sniff(mistaken).score == 65)
  }

  @Test func listsItsOptionsAndCodes() throws {
    let root = try #require(PackageRoot.path())
    let text = try String(contentsOfFile: "\(root)/Plugins/ONIX/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").map(String.init)
    for option in ONIXOptions.fields.map(\.description) {
      #expect(rows.contains("| `\(option.name)` | \(option.values) | \(option.summary) |"))
    }
    for code in ONIXFormat.descriptor.problemCodes where code.id.hasPrefix("onix") {
      #expect(text.contains("`\(code.id)`"), "the README names \(code.id)")
    }
  }
}

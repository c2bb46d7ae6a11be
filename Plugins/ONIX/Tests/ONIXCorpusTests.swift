import FormatKit
import FormatKitTesting
import Foundation
import ONIXFormat
import Testing

/// Every file of the collection is read, or refused with the right words.
@Suite(.enabled(if: Corpora.isAvailable("onix"), "\(Corpora.notice)"))
struct ONIXCorpusTests {
  /// File, records by table, the error that ends it, other codes.
  private static let expected = """
    goodbooks/books_xml/sample_book.xml |  | wrong-format |
    goodbooks/samples/books.csv |  | wrong-format |
    jonix/Onix3.1-single-ref.xml | 1 suppliers, 1 products, 1 variants, 1 barcodes, 1 supplier_items, 2 prices |  | onix-several-prices
    jonix/samples/onix2-multiple.json |  | wrong-format |
    jonix/samples/onix2-multiple.xml | 1 suppliers, 21 products, 21 variants, 21 barcodes, 21 supplier_items, 41 prices |  | onix-not-imported onix-repeated-record
    jonix/single-book-onix2.json |  | wrong-format |
    jonix/single-book-onix2.xml | 1 suppliers, 1 products, 1 variants, 1 barcodes, 1 supplier_items, 1 prices |  |
    jonix/single-book-onix3-short.json |  | wrong-format |
    jonix/single-book-onix3-short.xml | 1 suppliers, 1 products, 1 variants, 1 barcodes, 1 supplier_items, 2 prices |  | onix-several-prices
    jonix/single-book-onix3.json |  | wrong-format |
    jonix/single-book-onix3.xml | 1 suppliers, 1 products, 1 variants, 1 barcodes, 1 supplier_items, 2 prices |  | onix-several-prices
    marc/bad_tag.xml |  | wrong-format |
    marc/marc.dat |  | wrong-format |
    marc/multi_isbn.dat |  | wrong-format |
    marc/test.dat |  | wrong-format |
    marc/test.json |  | wrong-format |
    onixcheck/invalid_google_onix_3.xml | 1 suppliers, 1 products, 1 variants, 1 barcodes, 1 supplier_items, 1 prices |  | onix-invalid-value onix-missing-element
    onixcheck/invalid_onix3_ref.xml | 1 products, 1 variants, 1 barcodes |  | onix-missing-element
    onixcheck/invalid_onix_root.xml |  | onix-wrong-root |
    onixcheck/valid_google_onix_3.xml | 1 suppliers, 1 products, 1 variants, 1 barcodes, 1 supplier_items, 1 prices |  |
    onixcheck/valid_onix3_ref_ns.xml | 1 products, 1 variants, 1 barcodes |  | onix-missing-element
    onixcheck/valid_onix3_short.xml | 1 products, 1 variants, 1 barcodes |  | onix-missing-element
    onixcheck/win_console_issue.xml | 1 suppliers, 1 products, 1 variants, 1 barcodes, 1 supplier_items, 1 prices |  |
    """

  @Test func readsEveryFileOrSaysWhyNot() throws {
    let folder = try #require(Corpora.folder("onix"))
    var found: [String] = []
    for path in Corpora.files(in: "onix") {
      let sample = try #require(Corpora.sample(path))
      let reading = CollectedReading(of: ONIXFormat.self, source: sample.source())
      let counts = reading.tables.map { "\($0.records.count) \($0.name)" }.joined(separator: ", ")
      let codes = Set(reading.tables.flatMap(\.records).flatMap(\.problems).map(\.code.id))
      let name = path.dropFirst(folder.count + 1)
      var line =
        "\(name) | \(counts) | \(reading.error?.code.id ?? "") | \(codes.sorted().joined(separator: " "))"
      while line.last == " " { line.removeLast() }
      found.append(line)
    }
    let expected = Self.expected.split(separator: "\n").map(String.init)
    #expect(found.count == expected.count)
    for (line, right) in zip(found, expected) { #expect(line == right) }
  }

  @Test func recognisesItsOwnAndNoOthers() {
    let own = (Corpora.files(in: "onix/jonix", endings: ["xml"]) + Corpora.files(in: "onix/onixcheck"))
      .filter { !$0.hasSuffix("invalid_onix_root.xml") }.compactMap { Corpora.sample($0) }
    let others =
      Corpora.files(in: "onix/marc") + Corpora.files(in: "onix/goodbooks")
      + Corpora.files(in: "onix/jonix", endings: ["json"])
      + ["ubl", "xml", "edifact", "json", "csv"].flatMap { Corpora.files(in: $0, largest: 1 << 14).prefix(80) }
    let foreign = others.compactMap { Corpora.sample($0) }
    #expect(own.count == 11)
    #expect(FormatConformance.sniffingViolations(of: ONIXFormat.self, own: own, foreign: foreign) == [])
  }

  /// File, ISBN-13, title, and the first price of types 01 and 02 by currency, as a program of some forty lines over lxml
  /// took them out of the same files.
  private static let products = """
    jonix/Onix3.1-single-ref.xml | 9780007232833 | Roseanna | 7.99 GBP 8.99 EUR
    jonix/samples/onix2-multiple.xml | 9781509854172 | 147 Things: My user's guide to the universe, from black holes to belly buttons | 19.99 AUD
    jonix/samples/onix2-multiple.xml | 9781509851775 | Runaway Robot | 24.99 AUD 22.99 NZD
    jonix/samples/onix2-multiple.xml | 9781509886036 | Dream Horse: The Incredible True Story of Dream Alliance - the Allotment Horse who Became a Champion | 39.99 AUD 44.99 NZD
    jonix/samples/onix2-multiple.xml | 9780765380555 | Vassa in the Night: A Novel | 16.99 AUD 19.99 NZD
    jonix/samples/onix2-multiple.xml | 9780765396419 | Dark of the West | 26.99 AUD 32.99 NZD
    jonix/samples/onix2-multiple.xml | 9781509883684 | London | 14.99 AUD 17.99 NZD
    jonix/samples/onix2-multiple.xml | 9781250190451 | Zendoodle Coloring: Funky Monkeys: Playful Primates to Color and Display | 19.99 AUD 24.99 NZD
    jonix/samples/onix2-multiple.xml | 9780330302630 | Rage: A Courtney Novel 6 | 17.99 AUD 25.99 NZD
    jonix/samples/onix2-multiple.xml | 9780330520331 | The Forgotten: A John Puller Novel 2 | 17.99 AUD 24.99 NZD
    jonix/samples/onix2-multiple.xml | 9781447231622 | Seduction | 19.99 AUD 19.99 NZD
    jonix/samples/onix2-multiple.xml | 9781250142405 | Prince Not-So Charming: Her Royal Slyness | 9.99 AUD 12.99 NZD
    jonix/samples/onix2-multiple.xml | 9781743537503 | The 26-Storey Treehouse: Treehouse Trivia | 9.99 AUD 12.99 NZD
    jonix/samples/onix2-multiple.xml | 9781783417605 | Alphaprints: A Toy Box of Shapes: Picture Fit | 9.99 AUD 9.99 NZD
    jonix/samples/onix2-multiple.xml | 9781760554712 | Cricket Outlaws: Inside Kerry Packer’s World Series Revolution | 39.99 AUD 44.99 NZD
    jonix/samples/onix2-multiple.xml | 9781742612317 | Wildlife | 16.99 AUD 19.99 NZD
    jonix/samples/onix2-multiple.xml | 9781760554712 | Cricket Outlaws: Inside Kerry Packer’s World Series Revolution | 39.99 AUD 44.99 NZD
    jonix/samples/onix2-multiple.xml | 9781447230533 | Hatchet Job | 19.99 AUD 24.99 NZD
    jonix/samples/onix2-multiple.xml | 9781509820634 | Mother Goose's Nursery Rhymes | 14.99 AUD 17.99 NZD
    jonix/samples/onix2-multiple.xml | 9781509833627 | Goodnight Moon 123 and Goodnight Moon ABC Gift Slipcase | 22.99 AUD 27.99 NZD
    jonix/samples/onix2-multiple.xml | 9781447223740 | Prima Donna | 19.99 AUD 24.99 NZD
    jonix/samples/onix2-multiple.xml | 9781509801831 | The Gruffalo and Friends Activity Case | 19.99 AUD 19.99 NZD
    jonix/single-book-onix2.xml | 9781576753422 | Be the Hero | 19.95 USD
    jonix/single-book-onix3-short.xml | 9780007232833 | Roseanna | 7.99 GBP 8.99 EUR
    jonix/single-book-onix3.xml | 9780007232833 | Roseanna | 7.99 GBP 8.99 EUR
    onixcheck/invalid_google_onix_3.xml | 9789999999991 | This Is My Distinctive Title: This Is A Subtitle | 9.99 USDD
    onixcheck/invalid_onix3_ref.xml | 9788871184371 | - | -
    onixcheck/valid_google_onix_3.xml | 9789999999991 | This Is My Distinctive Title: This Is A Subtitle | 9.99 USD
    onixcheck/valid_onix3_ref_ns.xml | 9788871184371 | - | -
    onixcheck/valid_onix3_short.xml | 9788871184371 | - | -
    onixcheck/win_console_issue.xml | 9783141592641 | The Book of Texas | 25.99 USD
    """

  @Test func findsWhatAnotherParserFinds() throws {
    let folder = try #require(Corpora.folder("onix"))
    let rows = Self.products.split(separator: "\n").map { $0.components(separatedBy: " | ") }
    for (file, expected) in Dictionary(grouping: rows, by: { $0[0] }) {
      let sample = try #require(Corpora.sample(folder + "/" + file))
      let reading = CollectedReading(of: ONIXFormat.self, source: sample.source())
      let (skus, titles) = (reading.values("products", "product_code"), reading.values("products", "title"))
      #expect(skus.map { $0 ?? "-" } == expected.map { $0[1] }, "\(file)")
      #expect(titles.map { $0 ?? "-" } == expected.map { $0[2] }, "\(file)")
      var prices: [String: Set<String>] = [:]
      let columns = ["sku", "price_type", "price", "currency"].map { reading.values("prices", $0) }
      for index in columns[0].indices where columns[1][index] == "list" {
        prices[columns[0][index] ?? "", default: []].insert("\(columns[2][index] ?? "") \(columns[3][index] ?? "")")
      }
      for row in expected {
        let theirs = row[3].split(separator: " ").map(String.init)
        let pairs = Set(stride(from: 0, to: theirs.count - 1, by: 2).map { "\(theirs[$0]) \(theirs[$0 + 1])" })
        #expect(prices[row[1]] ?? [] == pairs, "\(file) \(row[1])")
      }
    }
  }

  /// The readings of jonix are in the same folder as its messages: each ISBN, title and price that we find is one of
  /// its own.
  @Test(arguments: [
    "single-book-onix2", "single-book-onix3", "single-book-onix3-short", "samples/onix2-multiple",
  ])
  func agreesWithJonix(name: String) throws {
    let folder = try #require(Corpora.folder("onix/jonix"))
    let text = try String(contentsOfFile: "\(folder)/\(name).json", encoding: .utf8)
    let documents = try text.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    let sample = try #require(Corpora.sample("\(folder)/\(name).xml"))
    let reading = CollectedReading(of: ONIXFormat.self, source: sample.source())
    let (skus, titles) = (reading.values("products", "product_code"), reading.values("products", "title"))
    #expect(skus.count == documents.count)
    for (index, document) in documents.enumerated() {
      let identifiers = Self.values("idValue", below: "productIdentifiers", in: document)
      #expect(identifiers.contains(skus[index] ?? ""))
      let parts = ["titleText", "titleWithoutPrefix", "titlePrefix", "subtitle"].flatMap {
        Self.values($0, below: nil, in: document)
      }
      let title = try #require(titles[index])
      // The title is put together from parts that jonix has, in one line.
      #expect(parts.contains { title.hasPrefix($0.split(whereSeparator: \.isWhitespace).joined(separator: " ")) })
      let amounts = Set(Self.values("priceAmount", below: "prices", in: document).compactMap { Double($0) })
      let prices = zip(reading.values("prices", "sku"), reading.values("prices", "price"))
        .filter { $0.0 == skus[index] }.compactMap { $0.1.flatMap(Double.init) }
      #expect(!prices.isEmpty && amounts.isSuperset(of: prices), "\(skus[index] ?? "")")
    }
  }

  /// The texts of all members of a name, within the member `container` when it is given.
  private static func values(_ name: String, below container: String?, in json: Any) -> [String] {
    if let list = json as? [Any] { return list.flatMap { values(name, below: container, in: $0) } }
    guard let object = json as? [String: Any] else { return [] }
    return object.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
      if key == name, container == nil, let inner = (value as? [String: Any])?["value"] { return ["\(inner)"] }
      return values(name, below: key == container ? nil : container, in: value)
    }
  }

  @Test func survivesDamage() {
    let samples = Corpora.files(in: "onix", largest: 1 << 15).compactMap { Corpora.sample($0) }
    #expect(FormatConformance.mutationViolations(of: ONIXFormat.self, samples: samples, rounds: 500) == [])
  }
}

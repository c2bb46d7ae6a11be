import FormatKit
import FormatKitTesting
import StandardFormats
import Testing

/// Files of shop systems: those that have a format of their own are found by it, and tables of other systems stay CSV.
@Suite(.enabled(if: Corpora.isAvailable("commerce"), "\(Corpora.notice)"))
struct CommerceCorpusTests {
  private static let own = [
    "shopify/apparel.csv": "shopify", "shopify/home-and-garden.csv": "shopify",
    "woocommerce/sample_products.csv": "woocommerce",
  ]

  @Test func findsTheFormatOfEveryFile() throws {
    let folder = try #require(Corpora.folder("commerce"))
    var seen = 0
    for path in Corpora.files(in: "commerce", endings: ["csv"]) {
      let name = String(path.dropFirst(folder.count + 1))
      let sample = try #require(Corpora.sample(path))
      let claim = try standardFormats.identify(sample.source().preview())
      #expect(claim.format.descriptor.id == Self.own[name] ?? "csv", "\(name): \(claim.confidence.reason)")
      var reader = try #require(claim.format.reading).reader(for: sample.source())
      var batch = RecordBatch()
      var rows = 0
      while try reader.read(into: &batch) { rows += batch.rowCount }
      #expect(rows > 0, "\(name)")
      seen += Self.own[name] == nil ? 0 : 1
    }
    #expect(seen == Self.own.count)
  }

  /// A table with some columns of each system does not belong to any of them.
  @Test(arguments: [
    "Handle,Title,Type,SKU,Name,Item Name,Variation Name,Price,Stock,Location\n1,2,3,4,5,6,7,8,9,10\n",
    "ID,Type,SKU,Name,Published,Categories,Regular price,Stock\n1,simple,A,B,1,C,2,3\n",
    "Item Name,Variation Name,SKU,Category,Price\nMug,Regular,M,Cups,3\n",
  ])
  func leavesOtherTablesToCSV(_ text: String) throws {
    let claim = try standardFormats.identify(ByteSource.text(text, name: "goods.csv").preview())
    #expect(claim.format.descriptor.id == "csv")
  }
}

import Exchange
import Stock
import Testing

/// The names by which imports know their files.
@Suite struct RecordedNameTests {
  @Test(arguments: [nil, "Orte 2026.csv"] as [String?])
  func anImportIsKnownByTheNameThatIsGivenForItsFile(name: String?) throws {
    let shop = try TestShop()
    let path = "/srv/shop/.uploads/5318d03c/list.csv"
    #expect(try shop.take("location\nshop\n", name: path) { $0.recordedName = name }.isApplied)
    #expect(try shop.shop.imports().map(\.source) == [name ?? path])
  }
}

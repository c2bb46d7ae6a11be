import FormatKit
import FormatKitTesting
import ShopifyFormat
import Testing

@Suite struct ShopifyTableTests {
  private static let header =
    "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price\n"

  @Test(arguments: [
    ("lamp,Lamp,Title,Default Title,L-1,12.50,\n", "12.50"), ("lamp,Lamp,Title,Default Title,L-1,$12.50,\n", "12.50"),
    ("lamp,Lamp,Title,Default Title,L-1,.5,\n", "0.5"), ("lamp,Lamp,Title,Default Title,L-1,7.,\n", "7"),
    ("lamp,Lamp,Title,Default Title,L-1, 3 ,\n", "3"),
  ])
  func readsPrices(_ row: String, _ price: String) {
    let reading = ShopifySamples.reading(Self.header + row)
    #expect(reading.values("prices", "price") == [price])
    #expect(reading.problemCodes == [])
  }

  @Test(arguments: ["1,50", "1,250.00", "call us", "1.2.3", "-4", "=1+1", "1e3", "12 EUR?", "0x10"])
  func refusesPricesThatAreNone(_ price: String) {
    let reading = ShopifySamples.reading(Self.header + "lamp,Lamp,Title,Default Title,L-1,\"\(price)\",\n")
    #expect(reading.problemCodes == ["shopify-invalid-number"])
    let place = reading.table("prices")?.records.first?.problems.first
    #expect(place?.value == price)
    #expect(place?.position.line == 2)
    #expect(place?.position.field == "Variant Price")
  }

  @Test(arguments: [
    ("Color", "Red", "colour"), ("Farbe", "Rot", "colour"), ("Couleur", "Rouge", "colour"), ("FÄRG", "Röd", "colour"),
    ("Size", "M", "size"), ("Größe", "M", "size"), ("taille", "38", "size"), ("Talla", "38", "size"),
  ])
  func knowsColourAndSize(_ name: String, _ value: String, _ field: String) {
    let reading = ShopifySamples.reading(Self.header + "a,A,\(name),\(value),S-1,1,\n")
    #expect(reading.values("variants", field) == [value])
  }

  @Test func keepsOtherOptionsAmongTheAttributes() {
    let reading = ShopifySamples.reading(Self.header + "a,A,\"Stoff \"\"neu\"\"\",Leinen,S-1,1,\n")
    #expect(reading.values("variants", "attributes") == [#"{"option:Stoff \"neu\"":"Leinen"}"#])
  }

  /// The SKU that replaces a missing one is that of the mapping profile for Shopify.
  @Test(arguments: [
    ("clay-pot", "Large", "clay-pot-large"), ("clay-pot", "38 / Wide", "clay-pot-38-wide"),
    ("clay-pot", "Größe Ä", "clay-pot-größe-ä"),
  ])
  func makesSKUs(_ handle: String, _ value: String, _ sku: String) {
    let reading = ShopifySamples.reading(Self.header + "\(handle),Pot,Kind,\(value),,1,\n")
    #expect(reading.values("variants", "sku") == [sku])
    #expect(reading.problemCodes == ["shopify-made-sku"])
  }

  @Test func takesRowsOfOneHandleFromTheNextOneOn() {
    let reading = ShopifySamples.reading(
      Self.header + "a,A,Size,S,A-S,1,\nb,B,Size,S,B-S,1,\na,,,M,A-M,1,\n")
    #expect(reading.problemCodes == ["shopify-stray-row"])
    #expect(reading.values("products", "product_code") == ["a", "b"])
  }

  @Test func namesColumnsThatComeToNothingOnce() {
    let columns = (1...10_000).map { "Extra \($0)" }.joined(separator: ",")
    let cells = String(repeating: ",x", count: 10_000)
    let text = "Handle,Variant SKU,Variant Price,\(columns)\na,S-1,1\(cells)\nb,S-2,1\(cells)\n"
    let reading = ShopifySamples.reading(text)
    #expect(reading.problemCodes == ["shopify-unused-columns"])
    #expect(reading.values("variants", "sku") == ["S-1", "S-2"])
    #expect(reading.tables.first?.records.first?.problems.first?.message.contains("and 9980 more") == true)
  }

  @Test func findsColumnsWhateverTheirCase() {
    let reading = ShopifySamples.reading(
      "  url  HANDLE ,title,SKU,Price,published ON online store\nlamp,Lamp,L-1,3.00,TRUE\n")
    #expect(reading.values("products", "product_code") == ["lamp"])
    #expect(reading.values("variants", "sku") == ["L-1"])
  }

  @Test func refusesOtherFiles() {
    let reading = ShopifySamples.reading("sku,name\nA-1,Mug\n")
    #expect(reading.problemCodes == ["wrong-format"])
  }

  @Test func memoryDoesNotGrowWithAProduct() {
    var text = Self.header
    for number in 0..<20_000 {
      text += "a,\(number == 0 ? "A" : ""),\(number == 0 ? "Size" : ""),\(number),S-\(number),1,\n"
    }
    let reading = ShopifySamples.reading(text)
    #expect(reading.table("variants")?.records.count == 20_000)
    #expect(reading.problemCodes == [])
  }
}

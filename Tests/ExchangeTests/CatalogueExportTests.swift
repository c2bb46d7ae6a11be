import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import StandardFormats
import Stock
import Testing

/// Catalogues for shop systems: complete, or an error that lists everything missing.
@Suite struct CatalogueExportTests {
  static let formats = ["shopify", "woocommerce", "square", "google-merchant"]

  private static let products = #"""
    product_code,title,description,brand,category
    SHIRT,Shirt,"Soft, ""warm""",Hill,Clothing
    MUG,Mug,A mug,Hill,Kitchen
    PEN,Pen,Writes,Acme,
    """#
  private static let variants = """
    sku,product_code,variant_title,colour,size
    SHIRT-R,SHIRT,,Red,M
    MUG,MUG,,,
    SHIRT-G,SHIRT,,Green,M
    PEN-1,PEN,Blue pen,,
    PEN-2,PEN,Black pen,,
    """
  private static let prices = """
    sku,price,price_type
    SHIRT-R,29.90,regular
    SHIRT-G,31.90,regular
    MUG,9.50,regular
    PEN-1,1.50,regular
    PEN-2,1.60,regular
    """

  private func shop() throws -> TestShop {
    let shop = try TestShop()
    for (kind, text) in [
      ("locations", "location\nshop\nstore\n"), ("categories", "category\nClothing\nKitchen\n"),
      ("products", Self.products), ("variants", Self.variants), ("prices", Self.prices),
      ("barcodes", "barcode,sku\n4006381333931,SHIRT-R\n96385074,MUG\n"),
      ("stock_levels", "sku,location,quantity\nSHIRT-R,shop,5\nSHIRT-R,store,7\nMUG,shop,3\n"),
    ] {
      let summary = try shop.take(text, name: "\(kind).csv") { $0.kind = kind }
      #expect(summary.isApplied, "\(kind)")
    }
    return shop
  }

  private func catalogue(
    of shop: TestShop, _ format: String, _ options: [String: String] = [:], location: String? = nil,
    set templates: [(String, String)] = [], noted: ((Problem) -> Void)? = nil
  ) throws -> String {
    let sink = ByteSink.memory()
    var export = RecordExport(shop: shop.shop)
    export.templates = try templates.map { try FieldTemplate($0.0, $0.1) }
    export.noted = noted
    try export.writeCatalogue(
      format: standardFormats.format(format), location: location, options: options, to: sink)
    return sink.collectedText
  }

  private func lines(of shop: TestShop, _ kind: String, _ fields: [String]) throws -> [String] {
    try shop.export(kind, fields: fields).split(separator: "\n").dropFirst().map(String.init)
  }

  /// What Google needs and no other system.
  private static func templates(for format: String) -> [(String, String)] {
    guard format == "google-merchant" else { return [] }
    return [("link", "https://shop.example/p/{sku}"), ("image_link", "https://shop.example/i/{sku}.jpg")]
  }

  private func second(_ text: String, _ format: String, stock: Bool = false) throws -> TestShop {
    let second = try TestShop()
    try second.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    second.accepted = Set(GuardCode.allCases.map(\.rawValue))
    let summary = try second.take(text, name: format == "google-merchant" ? "feed.xml" : "catalogue.csv") {
      $0.format = format
      $0.location = "shop"
      if stock { $0.options = ["stock": "yes"] }
    }
    #expect(summary.errorCount == 0, "\(format): \(summary.problems.map(\.headline))")
    return second
  }

  @Test(arguments: formats) func aSecondShopHasTheSameGoods(_ format: String) throws {
    let shop = try shop()
    let text = try catalogue(of: shop, format, location: "shop", set: Self.templates(for: format))
    let claimed = try standardFormats.identify(
      ByteSource.text(text, name: "x").preview()
    ).format.descriptor.id
    #expect(claimed == format)
    let second = try second(text, format, stock: ["shopify", "woocommerce"].contains(format))
    for (kind, fields) in [
      ("variants", ["sku", "colour", "size", "title", "description", "price", "currency", "barcode"])
    ] {
      let expected = try lines(of: shop, kind, fields).sorted()
      var found = try lines(of: second, kind, fields).sorted()
      // Google calls a product as its first variant.
      if format == "google-merchant" { found = found.map { $0.replacing("Blue pen", with: "Pen") } }
      #expect(found == expected, "\(format)")
    }
    if format != "square" {
      let codes = try lines(of: second, "variants", ["sku", "product_code"]).sorted()
      #expect(try codes == lines(of: shop, "variants", ["sku", "product_code"]).sorted())
    }
    if ["shopify", "woocommerce"].contains(format) {
      let levels = try lines(of: second, "stock_levels", ["sku", "quantity"]).sorted()
      #expect(levels.filter { !$0.hasSuffix(",0") } == ["MUG,3", "SHIRT-R,5"])
    }
    let again = try catalogue(of: second, format, location: "shop", set: Self.templates(for: format))
    let third = try self.second(again, format, stock: ["shopify", "woocommerce"].contains(format))
    let last = try catalogue(of: third, format, location: "shop", set: Self.templates(for: format))
    #expect(last == again, "\(format)")
  }

  /// The rows of one product follow each other although its variants came at other times.
  @Test func rowsOfAProductAreTogether() throws {
    let lines = try catalogue(of: shop(), "shopify", ["headers": "classic"], location: "store")
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let sku = try #require(lines[0].firstIndex(of: "Variant SKU"))
    let title = try #require(lines[0].firstIndex(of: "Title"))
    let quantity = try #require(lines[0].firstIndex(of: "Variant Inventory Qty"))
    #expect(lines[0].starts(with: ["Handle", "Title", "Body (HTML)", "Vendor"]))
    #expect(lines.dropFirst().map { $0[0] } == ["MUG", "PEN", "PEN", "SHIRT", "SHIRT"])
    #expect(lines[3][title].isEmpty)
    #expect(lines[1][sku] == "MUG")
    #expect(lines[1][quantity] == "0")
  }

  @Test(arguments: formats) func whatIsMissingIsListedAtOnce(_ format: String) throws {
    let shop = try shop()
    try shop.take("sku,product_code\nNEW-1,SHIRT\nNEW-2,SHIRT\n", name: "variants.csv") { $0.kind = "variants" }
    let error = #expect(throws: Problems.self) { try catalogue(of: shop, format) }
    let all = ([error?.first].compactMap { $0 }) + (error?.further ?? [])
    for item in ["NEW-1", "NEW-2"] {
      #expect(all.contains { $0.headline.hasPrefix("\(item): ") && $0.message.contains("price") }, "\(format) \(item)")
    }
    for problem in all { #expect(!problem.remedy.isEmpty) }
    if format == "google-merchant" {
      #expect(all.contains { $0.headline == "MUG: Google needs link, image_link, and the shop has none" })
    }
  }

  @Test func manyProblemsAreCounted() throws {
    let shop = try TestShop()
    let rows = (1...300).map { "A\($0),A\($0)" }.joined(separator: "\n")
    let codes = (1...300).map { "A\($0)" }.joined(separator: "\n")
    try shop.take("product_code\n\(codes)\n", name: "products.csv") { $0.kind = "products" }
    try shop.take("sku,product_code\n\(rows)\n", name: "variants.csv") { $0.kind = "variants" }
    let error = #expect(throws: Problems.self) { try catalogue(of: shop, "shopify") }
    #expect(error?.further.count == 100)
    #expect(error?.further.last?.message == "500 further problems are not listed")
  }

  @Test func whatHasNoPlaceIsReported() throws {
    let shop = try shop()
    try shop.take(
      "sku,price,price_type\nMUG,7.50,sale\n", name: "prices.csv"
    ) { $0.kind = "prices" }
    try shop.take("product_code,attributes\nMUG,\"{\"\"material\"\":\"\"clay\"\"}\"\nBARE,\n", name: "products.csv") {
      $0.kind = "products"
    }
    var notices: [Problem] = []
    _ = try catalogue(of: shop, "shopify") { notices.append($0) }
    #expect(
      notices.map(\.message) == [
        "Shopify has no place for sale prices; left out of MUG",
        "Shopify has no place for the attribute 'material'; left out of MUG",
        "products without variants are not in the file: BARE",
      ])
    let text = try catalogue(of: shop, "shopify", ["further-columns": "material"])
    #expect(text.contains("clay"))
    // The whole file is refused where only what has a place is wanted.
    #expect(throws: Problems.self) { try catalogue(of: shop, "shopify", ["complete": "no"]) }
  }

  /// An item that is sold no more does not stop an export for its lack of a price.
  @Test(arguments: ["shopify", "woocommerce", "square"]) func whatIsNotSoldNeedsNoPrice(_ format: String) throws {
    let shop = try shop()
    try shop.take("product_code,title,status\nOLD,Old hat,discontinued\n", name: "products.csv") {
      $0.kind = "products"
    }
    try shop.take("sku,product_code\nOLD-1,OLD\n", name: "variants.csv") { $0.kind = "variants" }
    var notices: [Problem] = []
    let text = try catalogue(of: shop, format) { notices.append($0) }
    #expect(!text.contains("OLD-1") && text.contains("MUG"))
    #expect(notices.map(\.message).contains("items that are not active and have no price are not in the file: OLD-1"))
    try shop.take("product_code,status\nOLD,active\n", name: "products.csv") { $0.kind = "products" }
    #expect(throws: Problems.self) { try catalogue(of: shop, format) }
  }

  /// The same in a feed of Google, and it is not counted as written.
  @Test func feedsLeaveOutWhatIsNotSold() throws {
    let shop = try TestShop()
    try shop.take("sku,title,price\nMUG,Mug,4.50\n")
    try shop.take("product_code,title,status\nOLD,Old hat,discontinued\n", name: "products.csv") {
      $0.kind = "products"
    }
    try shop.take("sku,product_code\nOLD-1,OLD\n", name: "variants.csv") { $0.kind = "variants" }
    let sink = ByteSink.memory()
    var notices: [Problem] = []
    var export = RecordExport(shop: shop.shop)
    export.noted = { notices.append($0) }
    export.templates = [
      try FieldTemplate("link", "https://shop.example/{sku}"), try FieldTemplate("description", "{title}"),
      try FieldTemplate("image_link", "https://shop.example/{sku}.jpg"),
    ]
    let format = try standardFormats.format("google-merchant")
    #expect(try export.writeCatalogue(format: format, to: sink) == 1)
    #expect(notices.map(\.message) == ["items that are not active and have no price are not in the file: OLD-1"])
  }

  @Test func templatesMakeAddresses() throws {
    let shop = try shop()
    try shop.take("product_code,title\nA,A\n", name: "products.csv") { $0.kind = "products" }
    try shop.take("sku,product_code\nA B/ü,A\n", name: "variants.csv") { $0.kind = "variants" }
    let sink = ByteSink.memory()
    var export = RecordExport(shop: shop.shop)
    export.templates = [
      try FieldTemplate("link", "https://shop.example/{sku}?c={colour}"), try FieldTemplate("colour", "none of {sku}"),
    ]
    let kind = try #require(Vocabulary.kind("variants"))
    try export.write(kind, fields: ["sku", "colour"], format: standardFormats.format("csv"), to: sink)
    #expect(
      sink.collectedText.split(separator: "\n").suffix(6) == [
        "SHIRT-R,Red,https://shop.example/SHIRT-R?c=Red", "MUG,none of MUG,",
        "SHIRT-G,Green,https://shop.example/SHIRT-G?c=Green",
        "PEN-1,none of PEN-1,", "PEN-2,none of PEN-2,", "A B/ü,none of A B/ü,",
      ])
    export.templates = [try FieldTemplate("link", "https://shop.example/{sku}")]
    let other = ByteSink.memory()
    try export.write(kind, fields: ["sku"], format: standardFormats.format("csv"), to: other)
    #expect(other.collectedText.hasSuffix("A B/ü,https://shop.example/A%20B%2F%C3%BC\n"))
    for text in ["{", "{}", "a{sku"] { #expect(throws: Problems.self) { try FieldTemplate("link", text) } }
  }

  /// Shops by chance: what one exports, a second one imports, and it exports the same again.
  @Test(arguments: 0..<12) func chanceShopsComeBack(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 1800)
    let shop = try TestShop()
    try shop.take("location\nshop\n", name: "locations.csv") { $0.kind = "locations" }
    var (products, variants, prices, levels) =
      (
        "product_code,title,description,brand\n", "sku,product_code,colour,size\n", "sku,price\n",
        "sku,location,quantity\n"
      )
    let colours = ["Red", "Blue", "Grün"]
    let sizes = ["S", "M", "10 1/2"]
    for product in 0..<Int.random(in: 1...12, using: &random) {
      let titles = ["Cap", "Mug, large", "Pen \"x\"", "Käse", "Line"]
      products += "P\(product),\"\(titles.randomElement(using: &random)!.replacing("\"", with: "\"\"")) \(product)\","
      products +=
        "\(Bool.random(using: &random) ? "Nice" : "Good; cheap"),\(Bool.random(using: &random) ? "Hill" : "Acme")\n"
      let isSimple = Bool.random(using: &random)
      for colour in isSimple
        ? [""] : colours.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).map(\.self)
      {
        for size in isSimple ? [""] : sizes.prefix(Int.random(in: 1...3, using: &random)).map(\.self) {
          let sku =
            isSimple ? "P\(product)" : "P\(product)-\(colours.firstIndex(of: colour)!)\(sizes.firstIndex(of: size)!)"
          variants += "\(sku),P\(product),\(colour),\(size)\n"
          prices += "\(sku),\(Int.random(in: 0...999, using: &random)).\(Int.random(in: 10...99, using: &random))\n"
          levels += "\(sku),shop,\(Int.random(in: 0...40, using: &random))\n"
        }
      }
    }
    for (kind, text) in [("products", products), ("variants", variants), ("prices", prices), ("stock_levels", levels)] {
      let summary = try shop.take(text, name: "\(kind).csv") { $0.kind = kind }
      #expect(summary.isApplied, "\(kind) \(summary.problems.map(\.headline))")
    }
    for format in Self.formats {
      let hasStock = ["shopify", "woocommerce"].contains(format)
      let text = try catalogue(of: shop, format, set: Self.templates(for: format))
      let second = try second(text, format, stock: hasStock)
      let fields = ["sku", "colour", "size", "title", "description", "price", "currency"]
      #expect(
        try lines(of: second, "variants", fields).sorted() == lines(of: shop, "variants", fields).sorted(), "\(format)")
      if hasStock {
        let levels = ["sku", "quantity"]
        #expect(
          try lines(of: second, "stock_levels", levels).sorted() == lines(of: shop, "stock_levels", levels).sorted())
      }
      let again = try catalogue(of: second, format, set: Self.templates(for: format))
      // A feed says whether an item is in stock, and not how many of it.
      let expected = format == "google-merchant" ? text.replacing(">in_stock<", with: ">out_of_stock<") : text
      if format != "square" { #expect(again == expected, "\(format) again") }
    }
  }
}

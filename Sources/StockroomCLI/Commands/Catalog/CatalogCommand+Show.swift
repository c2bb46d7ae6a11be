internal import ArgumentParser
internal import CatalogSearch
internal import Foundation
internal import RetailValues
internal import Stock

extension CatalogCommand {
  struct Show: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a product with its colours, sizes and prices.",
      discussion: """
        Examples:
          stockroom catalog show BOOT-7
          stockroom catalog show 4006381333931 --json
        """)
    static let acts = Acts(.readCatalog)
    static let worksInOneStore = true

    @Argument(help: "The product's code, or the SKU or a barcode of one of its variants.")
    var product: String

    @Option(
      help: ArgumentHelp(
        "Show the distance of its nearest store from here, such as 52.5186,13.4083.", valueName: "lat,lon"))
    var near: String?

    @OptionGroup var sightOptions: CatalogSightOptions

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      let product: CatalogOutput
      let description: String?
      let variants: [Variant]
      let variantCount: Int
      /// The SKU of the variant whose SKU or barcode was given; nil where it was the product's code.
      let namedVariant: String?

      struct Variant: Encodable {
        let sku: String
        let title: String?
        let colour: String?
        let size: String?
        let price: String?
        let regularPrice: String?
        let barcode: String?
        let left: [String: String]?
      }
    }

    /// The SKU of the variant that was named by its SKU or a barcode; nil without one, and where several have such a SKU.
    private func namedVariant(among variants: [CatalogVariant], in database: ShopDatabase) throws -> String? {
      if let exact = variants.first(where: { $0.sku == product }) { return exact.sku }
      let typed = Self.inSmallLetters(product)
      let spelled = variants.filter { Self.inSmallLetters($0.sku) == typed }
      guard spelled.isEmpty else { return spelled.count == 1 ? spelled[0].sku : nil }
      guard let sku = try database.variant(product)?.sku else { return nil }
      return variants.contains { $0.sku == sku } ? sku : nil
    }

    /// A code with its letters A to Z small.
    private static func inSmallLetters(_ code: String) -> [UInt8] {
      code.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.booksForReading
      var query = CatalogQuery()
      try sightOptions.fill(&query, shop.folder)
      query.place = try near.map(CatalogQueryOptions.place)
      let (product, variants, count) = try database.catalogProduct(self.product, query)
      let named = try product.code != self.product ? namedVariant(among: variants, in: database) : nil
      return ValueOutput(
        JSONOutput(
          product: CatalogOutput(product), description: product.description,
          variants: variants.map { variant in
            .init(
              sku: variant.sku, title: variant.title, colour: variant.colour, size: variant.size,
              price: variant.price?.amount, regularPrice: variant.regularPrice?.amount, barcode: variant.barcode,
              left: variant.left.map { left in
                Dictionary(
                  left.map { ($0.location, $0.quantity.description) }, uniquingKeysWith: { first, _ in first })
              })
          }, variantCount: count, namedVariant: named)
      ) {
        Terminal.say("\(product.title) (\(product.code))\(product.status == "active" ? "" : ", \(product.status)")")
        let facts: [(String, String?)] = [
          ("brand", product.brandName ?? product.brand), ("category", product.categoryName ?? product.category),
          ("for", product.gender), ("store", product.storeName ?? product.store), ("price", CatalogView.price(product)),
          ("colours", product.colours.joined(separator: ", ")), ("sizes", product.sizes.joined(separator: ", ")),
          ("away", CatalogView.distance(product.metres)),
        ]
        for (name, fact) in facts {
          if let fact, !fact.isEmpty {
            Terminal.say("  \(name.padding(toLength: 10, withPad: " ", startingAt: 0))\(fact)")
          }
        }
        if let description = product.description, !description.isEmpty {
          Terminal.say()
          Terminal.say(description)
        }
        guard !variants.isEmpty else { return }
        Terminal.say()
        var headings = ["variant", "colour", "size", "price", "instead of"]
        if query.seesStock { headings.append("left") }
        Terminal.say(
          Terminal.table(
            headings,
            variants.map { variant in
              let cells = [
                variant.sku, variant.colour ?? "", variant.size ?? "", variant.price?.description ?? "",
                variant.regularPrice?.description ?? "",
              ]
              guard let left = variant.left else { return cells }
              return cells + [
                left.isEmpty ? "none" : left.map { "\($0.location) \($0.quantity)" }.joined(separator: ", ")
              ]
            }, rightAligned: [3, 4]))
        if count > variants.count { Terminal.say("and \(count - variants.count) more variants") }
      }
    }
  }
}

/// A product in JSON.
struct CatalogOutput: Encodable {
  let product: String
  let title: String
  let brand: String?
  let brandName: String?
  let category: String?
  let categoryName: String?
  let gender: String?
  let status: String
  let store: String?
  let storeName: String?
  let currency: String?
  let lowestPrice: String?
  let highestPrice: String?
  let regularPrice: String?
  let colours: [String]
  let sizes: [String]
  let inStock: Bool?
  let metres: Int64?

  init(_ product: CatalogProduct) {
    self.product = product.code
    title = product.title
    brand = product.brand
    brandName = product.brandName
    category = product.category
    categoryName = product.categoryName
    gender = product.gender
    status = product.status
    store = product.store
    storeName = product.storeName
    currency = product.lowestPrice?.currency.code
    lowestPrice = product.lowestPrice?.amount
    highestPrice = product.highestPrice?.amount
    regularPrice = product.regularPrice?.amount
    colours = product.colours
    sizes = product.sizes
    inStock = product.isInStock
    metres = product.metres
  }
}

/// The texts for products on the terminal.
enum CatalogView {
  /// The price; the lowest one if variants differ, with the regular price if it is reduced.
  static func price(_ product: CatalogProduct) -> String {
    guard let lowest = product.lowestPrice else { return "" }
    let from = product.highestPrice == lowest ? "" : "from "
    return from + lowest.description + (product.regularPrice.map { " (else \($0.amount))" } ?? "")
  }

  static func distance(_ metres: Int64?) -> String {
    guard let metres else { return "" }
    return metres < 1000 ? "\(metres) m" : "\(metres / 1000).\(metres % 1000 / 100) km"
  }
}

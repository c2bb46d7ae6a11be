internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

extension ProductCommand {
  struct Change: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Change properties and prices of a product; what is not given stays.",
      discussion: """
        Only what differs from what is stored is written. Prices are those of all variants of the product; a sale price must be \
        below the regular one, and --sale-price none ends it. Numbers are written with a point.

        Examples:
          stockroom product set "Canvas Bag" --name "Canvas Bag, large" --price 24
          stockroom product set "Canvas Bag" --sale-price 19.90 --dry-run
          stockroom product set "Canvas Bag" --sale-price none
          stockroom product set "Tea Towel" --status discontinued
        """)
    static let acts = Acts(.defineOptions)

    @OptionGroup var productOptions: ProductOptions

    @Option(help: ArgumentHelp("Its name, for people; its code stays.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Its description; (clear) for none.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("Its category, created if new; (clear) for none.", valueName: "code or name"))
    var category: String?

    @Option(help: ArgumentHelp("Its brand, created if new; (clear) for none.", valueName: "name"))
    var brand: String?

    @Option(help: ArgumentHelp("Its status.", valueName: "status"))
    var status: ProductStatusArgument?

    @Option(help: ArgumentHelp("Its regular price from now on.", valueName: "amount"))
    var price: String?

    @Option(help: ArgumentHelp("Its sale price from now on; none ends the sale.", valueName: "amount"))
    var salePrice: String?

    @Option(help: ArgumentHelp("The currency of the prices; the shop's unless given.", valueName: "code"))
    var currency: String?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    private var endsSale: Bool { salePrice == "none" }

    private func check() throws {
      let given = [name, description, category, brand, status?.rawValue, price, salePrice]
      guard given.contains(where: { $0 != nil }) else {
        throw Problems(.usage, "nothing is to be changed", remedy: "Say what, such as --price 24.")
      }
      try ProductCommand.requireAmounts(price: price, salePrice: endsSale ? nil : salePrice)
      if let name, name.trimmingSpaces().isEmpty || name == "(clear)" {
        throw Problems(.usage, "--name is empty", remedy: "A product has a name that people read.")
      }
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      try check()
      let product = productOptions.product
      let database = try shop.books
      let variants = try database.variants(ofProduct: product)
      var records = ComposedRecords()
      if [name, description, category, brand, status?.rawValue].contains(where: { $0 != nil }) {
        records.add(
          "products",
          [
            "product_code": product, "title": name, "description": description,
            "category": try database.code(category, among: .categories),
            "brand": try database.code(brand, among: .brands), "status": status?.rawValue,
          ])
      }
      guard !variants.isEmpty || price == nil && salePrice == nil else {
        throw Problems(
          .refused, "the product '\(product)' has no variant that could have a price",
          remedy: "Import a variant of it with its SKU first.")
      }
      for sku in variants {
        if let price {
          records.add("prices", ["sku": sku, "price_type": "regular", "currency": currency, "price": price])
        }
        if let salePrice, !endsSale {
          records.add("prices", ["sku": sku, "price_type": "sale", "currency": currency, "price": salePrice])
        }
      }
      if endsSale { try endSales(of: product, in: database, &records) }
      guard !records.isEmpty else {
        return ValueOutput(
          ["product": product, "changed": "nothing"], "The product '\(product)' has no sale price now.")
      }
      return try ProductCommand.take(
        records, named: "product \(product) changed", isDryRun: dryRunOption.isDryRun,
        accepting: guardOptions, in: shop)
    }

    /// Lets the sale prices that are valid now end with this moment.
    private func endSales(of product: String, in database: ShopDatabase, _ records: inout ComposedRecords) throws {
      let clock = database.settings.clock
      let now = Timestamp.now
      for sale in try database.salePrices(ofProduct: product, at: now)
      where currency.map({ $0 == sale.currency }) ?? true {
        records.add(
          "prices",
          [
            // In UTC: the offsets of long ago have seconds, which the text of a local time has not.
            "sku": sale.sku, "price_type": "sale", "currency": sale.currency,
            "valid_from": sale.validFrom.iso8601, "price": sale.price.amount, "valid_to": clock.iso8601(now),
          ])
      }
    }
  }
}

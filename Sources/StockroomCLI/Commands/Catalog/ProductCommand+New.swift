internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

extension ProductCommand {
  struct New: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Create a product with one variant that can be sold.",
      discussion: """
        The variant gets the product's code as its SKU unless --sku says otherwise. Products in several sizes or colours, each \
        with its own stock, are imported from a file. Like any import it can be undone. Numbers are written with a point.

        Examples:
          stockroom product new "Tea Towel" --price 9.90
          stockroom product new MUG-7 --name "Mug, blue" --price 12.50 --sale-price 10 --category mugs --colour Blue
          stockroom product new MUG-7 --name "Mug, blue" --barcode 4006381333931 --quantity 12 --location shop --dry-run
        """)
    static let acts = Acts(.defineOptions)

    @OptionGroup var productOptions: ProductOptions

    @Option(help: ArgumentHelp("Its name, for people; the code unless given.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Its description.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("Its category; created if new.", valueName: "code or name"))
    var category: String?

    @Option(help: ArgumentHelp("Its brand; created if new.", valueName: "code or name"))
    var brand: String?

    @Option(
      name: .customLong("colour"),
      help: ArgumentHelp("A colour that it comes in; created if new. May be repeated.", valueName: "name"))
    var colours: [String] = []

    @Option(help: ArgumentHelp("The SKU of its variant; the product's code unless given.", valueName: "code"))
    var sku: String?

    @Option(help: ArgumentHelp("The barcode of its variant.", valueName: "code"))
    var barcode: String?

    @Option(help: ArgumentHelp("Its regular price.", valueName: "amount"))
    var price: String?

    @Option(help: ArgumentHelp("Its sale price, below the regular one.", valueName: "amount"))
    var salePrice: String?

    @Option(help: ArgumentHelp("The currency of the prices; the shop's unless given.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("How many there are, in stock units.", valueName: "quantity"))
    var quantity: String?

    @Option(
      help: ArgumentHelp("The location of the stock; the shop's usual one unless given.", valueName: "code or name"))
    var location: String?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let product = productOptions.product
      try ProductCommand.requireAmounts(price: price, salePrice: salePrice)
      let database = try shop.books
      guard try !database.hasProduct(product) else {
        throw Problems(
          .refused, "there is a product '\(product)' already",
          remedy: "Choose another code, or change it with `stockroom product set`.")
      }
      let sku = sku ?? product
      var records = ComposedRecords()
      records.add(
        "products",
        [
          "product_code": product, "title": name ?? product, "description": description,
          "category": try database.code(category, among: .categories),
          "brand": try database.code(brand, among: .brands),
        ])
      records.add("variants", ["sku": sku, "product_code": product])
      if let barcode { records.add("barcodes", ["barcode": barcode, "sku": sku]) }
      for colour in colours { records.add("product_colours", ["product_code": product, "colour": colour]) }
      for (type, amount) in [("regular", price), ("sale", salePrice)] {
        guard let amount else { continue }
        records.add("prices", ["sku": sku, "price_type": type, "currency": currency, "price": amount])
      }
      var place: String?
      if let quantity {
        let count = try ProductStockOptions.quantity(quantity)
        let known = try (location ?? shop.folder.settings.location).map { given -> String in
          guard let code = try database.code(meantBy: given, among: .locations) else {
            throw Problems(.notFound, "there is no location '\(given)'", remedy: "Check the name.")
          }
          return code
        }
        guard let known else { throw Problems(.usage, "no location is given", remedy: "Say where with --location.") }
        place = known
        let moment = database.settings.clock.iso8601(.now)
        records.add(
          "movements",
          [
            "document": "product \(product) \(moment)", "line": "1", "movement_kind": "adjustment", "sku": sku,
            "quantity": count.description, "location": known, "effective_at": moment,
          ])
      } else if location != nil {
        throw Problems(.usage, "--location does not say how many there are", remedy: "Add --quantity, or leave it out.")
      }
      return try ProductCommand.take(
        records, named: "product \(product) made", location: place, isDryRun: dryRunOption.isDryRun,
        accepting: guardOptions, in: shop)
    }
  }

  /// - Throws: a usage error for a price that is not an amount above zero.
  static func requireAmounts(price: String?, salePrice: String?) throws {
    for (flag, text) in [("--price", price), ("--sale-price", salePrice)] {
      guard let text else { continue }
      guard !text.contains(","), let amount = try? ExactDecimal(parsing: text.utf8) else {
        throw Problems(.usage, "\(flag): '\(text)' is not an amount", remedy: "Write it with a point, such as 14.99.")
      }
      guard amount.coefficient > 0 else {
        throw Problems(
          .usage, "\(flag): '\(text)' is not above zero",
          remedy: flag == "--price" ? "Write what the product costs." : "Write --sale-price none for no sale.")
      }
    }
  }
}

internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// The variant of a product, and the location.
struct ProductStockOptions: ParsableArguments {
  @OptionGroup var productOptions: ProductOptions

  @Option(help: ArgumentHelp("The variant, where the product has several.", valueName: "code"))
  var sku: String?

  @Option(help: ArgumentHelp("The location; the shop's usual one unless given.", valueName: "code or name"))
  var location: String?

  @Option(help: ArgumentHelp("Why, for people.", valueName: "text"))
  var note: String?

  /// The variant meant.
  func variant(in database: ShopDatabase) throws -> String {
    let product = productOptions.product
    let known = try database.variants(ofProduct: product)
    if let sku {
      guard known.contains(sku) else {
        throw Problems(
          .notFound, "the product '\(product)' has no variant '\(sku)'", remedy: "It has: \(Terminal.list(known)).")
      }
      return sku
    }
    guard known.count == 1, let only = known.first else {
      throw Problems(
        .usage,
        known.isEmpty
          ? "the product '\(product)' has no variant" : "the product '\(product)' has \(known.count) variants",
        remedy: known.isEmpty ? "Import one with its SKU first." : "Say which with --sku: \(Terminal.list(known)).")
    }
    return only
  }

  /// The quantity, above zero.
  static func quantity(_ text: String) throws -> Quantity {
    guard !text.contains(","), let written = try? ExactDecimal(parsing: text.utf8), written.coefficient > 0,
      let (scaled, isExact) = written.scaled(toFractionDigits: Quantity.fractionDigits), isExact
    else {
      throw Problems(
        .usage, "'\(text)' is not a quantity above zero",
        remedy: "Write it with a point and at most three decimals, such as 12.")
    }
    return Quantity(scaled: scaled)
  }
}

extension ProductCommand {
  struct AddStock: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add to the stock of a product at a location.",
      discussion: """
        An adjustment is booked, so that the stock before it remains known. Book deliveries with `stockroom order \
        receive` or `stockroom scan`.

        Example:
          stockroom product stock add "Canvas Bag" 12 --location "South Side"
          stockroom product stock add "Canvas Bag" 12 --location "Harbour Street" --new-location
        """)
    static let acts = Acts(.recordGoods)

    @OptionGroup var stockOptions: ProductStockOptions

    @Argument(help: "How many more, in stock units.")
    var quantity: String

    @Flag(help: "Create the location if it is new; managers only.")
    var newLocation = false

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let quantity = try ProductStockOptions.quantity(quantity)
      return try ProductCommand.adjust(
        stockOptions, by: quantity.description, makesLocation: newLocation, isDryRun: dryRunOption.isDryRun,
        guardOptions, in: shop)
    }
  }

  struct RemoveStock: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Reduce the stock of a product at a location, or remove all of it.",
      discussion: """
        Without a quantity all of it is removed. An adjustment is booked, so that the stock before it remains known; book \
        sales and losses as such.

        Examples:
          stockroom product stock remove "Canvas Bag" 2 --location "South Side"
          stockroom product stock remove "Canvas Bag" --location "South Side"
        """)
    static let acts = Acts(.recordGoods)

    @OptionGroup var stockOptions: ProductStockOptions

    @Argument(help: "How many, in stock units; all unless given.")
    var quantity: String?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let quantity = try quantity.map { "-\(try ProductStockOptions.quantity($0))" }
      return try ProductCommand.adjust(
        stockOptions, by: quantity, isDryRun: dryRunOption.isDryRun, guardOptions, in: shop)
    }
  }

  /// Books an adjustment; without a quantity one to nothing.
  ///
  /// - Parameter makesLocation: whether a new location is made; nil for a command that makes none.
  static func adjust(
    _ stock: ProductStockOptions, by quantity: String?, makesLocation: Bool? = nil, isDryRun: Bool,
    _ guards: GuardOptions, in shop: OpenShop
  ) throws -> ValueOutput {
    let database = try shop.books
    let sku = try stock.variant(in: database)
    guard let given = stock.location ?? shop.folder.settings.location else {
      throw Problems(.usage, "no location is given", remedy: "Say where with --location.")
    }
    var records = ComposedRecords()
    let known = try database.code(meantBy: given, among: .locations)
    let place = known ?? given
    if known == nil {
      guard makesLocation == true else {
        throw Problems(
          .notFound, "there is no location '\(given)'",
          remedy: makesLocation != nil
            ? "Check the name; for a new store add --new-location, and it is made." : "Check the name.")
      }
      try shop.person.require(.importFiles, command: "product stock add --new-location")
      records.add("locations", ["location": place])
    }
    let moment = database.settings.clock.iso8601(.now)
    let product = stock.productOptions.product
    if let quantity {
      records.add(
        "movements",
        [
          "document": "product \(product) \(moment)", "line": "1", "movement_kind": "adjustment", "sku": sku,
          "quantity": quantity, "location": place, "effective_at": moment, "note": stock.note,
        ])
    } else {
      records.add("stock_levels", ["sku": sku, "location": place, "quantity": "0"])
    }
    return try take(
      records, named: "stock of product \(product) at \(place)", location: place, isDryRun: isDryRun,
      accepting: guards, in: shop)
  }
}

internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import RetailValues
internal import Stock

/// Products one at a time.
struct ProductCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "product",
    abstract: "Create or change one product: its properties, prices and colours, and its stock.",
    discussion: """
      To change many products, import a file. A change made here is an import like any other: planned, guarded, and undone \
      with `stockroom imports undo`. Only what differs is written.

      Examples:
        stockroom product new "Tea Towel" --price 9.90
        stockroom product set "Canvas Bag" --price 21.50 --description "Carries the week's bread."
        stockroom product colour add "Canvas Bag" Blue Green
        stockroom product stock add "Canvas Bag" 12 --location "South Side"
        stockroom product delete "Tea Towel"
      """,
    subcommands: [New.self, Change.self, Delete.self, ColourCommand.self, StockOfProduct.self])

  struct ColourCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "colour", abstract: "Add and remove the colours that a product comes in.",
      subcommands: [AddColour.self, RemoveColour.self])
  }

  struct StockOfProduct: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stock", abstract: "Add to or reduce the stock of a product at a location.",
      subcommands: [AddStock.self, RemoveStock.self])
  }
}

/// The product to change, and how the change is carried out.
struct ProductOptions: ParsableArguments {
  @Argument(help: "The product's code.")
  var product: String
}

extension ProductCommand {
  /// Takes the records in as an import, and shows what became of them.
  static func take(
    _ records: ComposedRecords, named name: String, location: String? = nil, isDryRun: Bool,
    accepting guards: GuardOptions, in shop: OpenShop
  ) throws -> ValueOutput {
    var request = try records.request(named: name, in: shop.folder)
    request.location = location ?? shop.folder.settings.location
    request.accepted = try guards.accepted()
    var summary = try ImportCommand.perform(
      request, in: shop.books, actor: isDryRun ? nil : shop.actor)
    summary.hideEarlierValues(from: shop.person)
    return ValueOutput(summary, to: request, isFile: false, lines: nil)
  }

  /// Says what was removed.
  static func output(of removal: RecordRemoval) -> ValueOutput {
    ValueOutput(
      RemovalOutput(
        removal: removal.number, source: removal.source,
        records: removal.records.map { .init(kind: $0.kind, key: $0.key) })
    ) { show(removal) }
  }

  private static func show(_ removal: RecordRemoval) {
    for record in removal.records {
      Terminal.say("  \(removal.number == nil ? "would remove" : "removed") \(record.kind): \(record.key)")
    }
    guard let number = removal.number else { return Terminal.say("Nothing was changed.") }
    Terminal.say("Import \(number): \(removal.source); `stockroom imports undo \(number)` brings it back.")
  }

  /// A removal in JSON.
  private struct RemovalOutput: Encodable {
    struct Record: Encodable {
      let kind: String
      let key: String
    }
    let removal: Int64?
    let source: String
    let records: [Record]
  }

  struct Delete: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract:
        "Delete a product with its variants, barcodes, prices, colours and pictures, if nothing else depends on it.",
      discussion: """
        A product that was bought, sold or counted cannot be deleted: set its status to discontinued instead. A deletion is an \
        import of its own and can be undone like one.

        Examples:
          stockroom product delete "Tea Towel" --dry-run
          stockroom product delete "Tea Towel"
        """)
    static let acts = Acts(.defineOptions)

    @OptionGroup var productOptions: ProductOptions

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let removal = try shop.books.removeProduct(
        productOptions.product, actor: shop.actor, isDryRun: dryRunOption.isDryRun)
      return ProductCommand.output(of: removal)
    }
  }

  struct AddColour: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add colours that a product comes in; those that it has stay.",
      discussion: """
        Example:
          stockroom product colour add "Canvas Bag" Blue "Dark Green"
        """)
    static let acts = Acts(.defineOptions)

    @OptionGroup var productOptions: ProductOptions

    @Argument(help: "Names of colours; created if new.")
    var colours: [String]

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let product = productOptions.product
      _ = try shop.books.variants(ofProduct: product)
      var records = ComposedRecords()
      for colour in colours {
        records.add("product_colours", ["product_code": product, "colour": colour])
      }
      return try ProductCommand.take(
        records, named: "product \(product) in \(colours.joined(separator: ", "))", isDryRun: dryRunOption.isDryRun,
        accepting: guardOptions, in: shop)
    }
  }

  struct RemoveColour: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove colours from those that a product comes in.",
      discussion: """
        Example:
          stockroom product colour remove "Canvas Bag" Blue
        """)
    static let acts = Acts(.defineOptions)

    @OptionGroup var productOptions: ProductOptions

    @Argument(help: "Names of colours that it has.")
    var colours: [String]

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let removal = try shop.books.removeColours(
        colours, of: productOptions.product,
        actor: shop.actor, isDryRun: dryRunOption.isDryRun)
      return ProductCommand.output(of: removal)
    }
  }
}

internal import ArgumentParser
internal import RetailValues
internal import Stock

/// The items that users own, offer and ask for.
struct ListingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listing", abstract: "Delete what users own, offer or ask for.",
    discussion: """
      Listings are imported, as a list of ISBNs or with `--kind listings`; `stockroom export listings` and the report books list \
      them.

      Example:
        stockroom listing delete emil-20
      """,
    subcommands: [Delete.self])

  struct Delete: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete listings, such as books that were given away.",
      discussion: """
        A deletion is an import of its own and can be undone like one.

        Examples:
          stockroom listing delete emil-20 --dry-run
          stockroom listing delete emil-20 emil-21
        """)
    static let acts = Acts(.importFiles)

    @Argument(help: "Codes of listings.")
    var listings: [String]

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let removal = try shop.books.removeListings(
        listings, actor: shop.actor, isDryRun: dryRunOption.isDryRun)
      return ProductCommand.output(of: removal)
    }
  }
}

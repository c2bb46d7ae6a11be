internal import ArgumentParser
internal import Catalog
internal import Stock

/// What users own, offer and ask for.
struct ListingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listing", abstract: "Take out what users own, offer or ask for.",
    discussion: """
      Listings are imported, as a list of ISBNs or with `--as listings`; `stockroom export listings` and the report books list \
      them.

      Example:
        stockroom listing delete emil-20
      """,
    subcommands: [Delete.self])

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take listings out, such as books that were given away.",
      discussion: """
        A deletion is an import of its own, and undone like one.

        Examples:
          stockroom listing delete emil-20 --dry-run
          stockroom listing delete emil-20 emil-21
        """)

    @Argument(help: "Codes of listings.")
    var listings: [String]

    @Flag(help: "Show what would go, and change nothing.")
    var dryRun = false

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let removal = try folder.open().removeListings(
        listings, actor: folder.actor(shopOptions.user, command: "listing delete"), isDryRun: dryRun)
      try ProductCommand.show(removal, asJSON: shopOptions.json)
    }
  }
}

internal import ArgumentParser
internal import RetailValues
internal import Stock

extension ImportsCommand {
  struct Corrections: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "corrections", abstract: "Show the cells that were imported with other values than the file has.",
      discussion: """
        The person who imported the file gave these values; the file stayed as its sender wrote it. Everybody who may list the \
        imports may see them.

        Example:
          stockroom imports corrections 7
        """)
    static let acts = Acts(.readImports)

    @Argument(help: "The import's number.")
    var number: Int64

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      var contents = try database.importContents(number, shownRecords: 0)
      if shop.folder.settings.people != nil { contents.leaveOutPersonal() }
      let shown = contents
      return ValueOutput(ImportCorrectionsOutput(shown, database.settings)) {
        ImportContentsView(shown, database.settings).showCorrections()
      }
    }
  }
}

/// The corrected cells of an import, for `--json`.
private struct ImportCorrectionsOutput: Encodable {
  let entry: ImportEntryOutput
  let corrections: [ImportOutput.Corrected]

  init(_ contents: ImportContents, _ settings: ShopSettings) {
    entry = ImportEntryOutput(contents.entry, clock: settings.clock)
    corrections = contents.corrections.map { ImportOutput.Corrected($0) }
  }
}

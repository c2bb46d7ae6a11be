internal import ArgumentParser
internal import FormatKit
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock

/// Locations one at a time.
struct LocationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "location", abstract: "Add and change one location: its name, kind, address and status.",
    discussion: """
      `stockroom export locations` lists them. To change many, import a file with --kind locations. A change made here \
      is an import like any other, and undone with `stockroom imports undo`. A location is not deleted: the books name \
      it. Set it to inactive instead.

      Examples:
        stockroom location add cellar --name "The cellar" --kind stockroom
        stockroom location change cellar --status inactive
      """,
    subcommands: [Add.self, Change.self])

  /// Why the location for files that name none is one that is in use.
  static func usualIsInactive(_ code: String, remedy: String) -> Problems {
    Problems(
      .refused, "'\(code)' cannot be inactive and at the same time the location for files that name none",
      remedy: remedy)
  }
}

extension LocationCommand {
  /// What is said of a location; nil for what stays.
  struct LocationOptions: ParsableArguments {
    @Argument(help: "The location's code.")
    var location: String

    @Option(help: "Its name, for people.")
    var name: String?

    @Option(help: "What kind of place it is.")
    var kind: LocationKindArgument?

    @Option(help: ArgumentHelp("Where it is; (clear) for none.", valueName: "text"))
    var address: String?

    @Option(help: ArgumentHelp("Its Global Location Number (GS1); (clear) for none.", valueName: "code"))
    var gln: String?

    /// Whether no field is given.
    var isEmpty: Bool { name == nil && kind == nil && address == nil && gln == nil }

    /// Takes the location in, as an import.
    ///
    /// - Parameters:
    ///   - code: the code of the location.
    ///   - title: what the import is called.
    /// - Throws: `usage` for a text that is not one line.
    func take(
      _ code: String, status: LocationStatusArgument? = nil, named title: String, isDryRun: Bool,
      accepting guards: GuardOptions, in shop: OpenShop
    ) throws -> ValueOutput {
      let texts: [(field: String, text: String?)] = [
        ("the code", code), ("--name", name), ("--address", address), ("--gln", gln),
      ]
      for (field, text) in texts {
        if let text { try SettingsEdit.requireLine(text, of: field, ifEmpty: "") }
      }
      guard name != "(clear)" else {
        throw Problems(.usage, "--name '(clear)' is not a name", remedy: "A location has a name that people read.")
      }
      if let gln, gln != "(clear)", !Barcode.isLocationNumber(gln) {
        throw IdentificationSettings.notALocationNumber("--gln '\(gln)'")
      }
      var records = ComposedRecords()
      records.add(
        "locations",
        [
          "location": code, "location_name": name, "location_kind": kind?.rawValue, "address": address,
          "gln": gln, "status": status?.rawValue,
        ])
      return try ProductCommand.take(
        records, named: title, isDryRun: isDryRun, accepting: guards, in: shop)
    }
  }

  struct Add: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a location, where stock can be.",
      discussion: """
        Its code is what files name; it cannot be changed later.

        Examples:
          stockroom location add cellar --name "The cellar" --kind stockroom
          stockroom location add harbour --name "Harbour shop" --kind shop --address "Quay 4" --gln 4098765000003
        """)
    static let acts = Acts(.importFiles)

    @OptionGroup var locationOptions: LocationOptions

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let location = locationOptions.location
      if let code = try shop.books.code(meantBy: location, among: .locations) {
        throw Problems(
          .refused, "there is a location '\(code)' already", remedy: "Choose another code, or change that location.")
      }
      guard !location.contains(where: { $0.isWhitespace && !$0.isNewline }) else {
        throw Problems(
          .usage, "the code '\(location)' has a space",
          remedy: "Files name the location by it: use letters, digits and hyphens, such as main-shop.")
      }
      return try locationOptions.take(
        location, named: "location \(location) added", isDryRun: dryRunOption.isDryRun, accepting: guardOptions,
        in: shop)
    }
  }

  struct Change: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "change", abstract: "Change a location; what is not given stays.",
      discussion: """
        Only what differs is written. An inactive location keeps its stock; customers are not shown it, and pages do \
        not offer it.

        Examples:
          stockroom location change cellar --name "Cellar, left door"
          stockroom location change cellar --status inactive
        """)
    static let acts = Acts(.importFiles)

    @OptionGroup var locationOptions: LocationOptions

    @Option(help: "Whether it is in use.")
    var status: LocationStatusArgument?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard !locationOptions.isEmpty || status != nil else {
        throw Problems(.usage, "nothing is to be changed", remedy: "Say what, such as --name \"The cellar\".")
      }
      let code = try shop.books.knownCode(locationOptions.location, among: .locations)
      let usual = shop.folder.settings.location
      guard status != .inactive || code != usual else {
        throw LocationCommand.usualIsInactive(
          code, remedy: "Choose another one first: `stockroom settings set location CODE`.")
      }
      return try locationOptions.take(
        code, status: status, named: "location \(code) changed", isDryRun: dryRunOption.isDryRun,
        accepting: guardOptions, in: shop)
    }
  }
}

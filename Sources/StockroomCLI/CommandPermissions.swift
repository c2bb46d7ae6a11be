internal import ArgumentParser
internal import Catalog

/// What each command is, as an act: the one place where it is decided who may run it.
///
/// A command without a rule is refused, so that none is forgotten.
enum CommandPermissions {
  /// A command with the acts that it can be.
  struct Rule {
    let type: any ParsableCommand.Type
    /// The words of the command.
    let path: String
    /// What it can be; empty for a command that works on no shop. The last is the one that changes something.
    let acts: [Act]
    /// With which of its options it is that.
    var remark: String { Self.remarks[path] ?? "" }
    private static let remarks = [
      "inspect": "with --save-profile; else anybody", "scan": "all but --as count; or --as count",
      "reconcile":
        "shown only; with --decide, --exclude, --include or --resolve; or with --approve, --post or --reverse",
      "check": "without --repair-index; or with it", "report": "without --new; or with it",
    ]
    /// What it is with the options given; nil when it works on no shop.
    let chosen: @Sendable (any ParsableCommand) throws -> (act: Act, shop: ShopOptions)?
  }

  static let rules: [Rule] = [
    // Without a shop there are no roles.
    free("init", InitCommand.self), free("formats", FormatsCommand.self), free("convert", ConvertCommand.self),
    free("docs", DocumentationCommand.self), free("list merge", ListCommand.Merge.self),
    Rule(type: InspectCommand.self, path: "inspect", acts: [.defineOptions]) { command in
      guard let command = command as? InspectCommand, command.saveProfile != nil else { return nil }
      return (.defineOptions, try ShopOptions.parse(command.shop.map { ["--shop", $0] } ?? []))
    },
    rule("import", ImportCommand.self, \.shopOptions, .importFiles),
    rule("apply", ApplyCommand.self, \.shopOptions, .importFiles),
    rule("imports list", ImportsCommand.ListImports.self, \.shopOptions, .readImports),
    rule("imports show", ImportsCommand.Show.self, \.shopOptions, .readChangeSets),
    rule("imports undo", ImportsCommand.Undo.self, \.shopOptions, .undoImports),
    rule("imports redo", ImportsCommand.Redo.self, \.shopOptions, .undoImports),
    rule("export", ExportCommand.self, \.shopOptions, .readCatalog),
    rule("catalog list", CatalogCommand.List.self, \.shopOptions, .readCatalog),
    rule("catalog show", CatalogCommand.Show.self, \.shopOptions, .readCatalog),
    rule("stock", StockCommand.self, \.shopOptions, .readStock),
    rule("scan", ScanCommand.self, \.shopOptions, .recordGoods, .enterCounts) {
      $0.purpose == .count ? .enterCounts : .recordGoods
    },
    rule("feed", FeedCommand.self, \.shopOptions, .readCatalog),
    rule("picture add", PictureCommand.Add.self, \.shopOptions, .importFiles),
    rule("product new", ProductCommand.New.self, \.shopOptions, .defineOptions),
    rule("product set", ProductCommand.Change.self, \.shopOptions, .defineOptions),
    rule("product delete", ProductCommand.Delete.self, \.shopOptions, .defineOptions),
    rule("product colour add", ProductCommand.AddColour.self, \.shopOptions, .defineOptions),
    rule("product colour remove", ProductCommand.RemoveColour.self, \.shopOptions, .defineOptions),
    rule("product stock add", ProductCommand.AddStock.self, \.shopOptions, .recordGoods),
    rule("product stock remove", ProductCommand.RemoveStock.self, \.shopOptions, .recordGoods),
    rule("listing delete", ListingCommand.Delete.self, \.shopOptions, .importFiles),
    rule("expiry suggest", ExpiryCommand.Suggest.self, \.shopOptions, .readCatalog),
    rule("expiry list", ExpiryCommand.List.self, \.shopOptions, .readStock),
    rule("expiry write-off", ExpiryCommand.WriteOff.self, \.shopOptions, .importFiles),
    rule("expiry calendar", ExpiryCommand.Calendar.self, \.shopOptions, .readStock),
    rule("list show", ListCommand.Show.self, \.shopOptions, .readCatalog),
    rule("list calendar", ListCommand.Calendar.self, \.shopOptions, .readCatalog),
    rule("list add", ListCommand.Add.self, \.shopOptions, .keepLists),
    rule("order list", OrderCommand.List.self, \.shopOptions, .readOrders),
    rule("order show", OrderCommand.Show.self, \.shopOptions, .readOrders),
    rule("order draft", OrderCommand.Draft.self, \.shopOptions, .placeOrders),
    rule("order write", OrderCommand.Write.self, \.shopOptions, .placeOrders),
    rule("order receive", OrderCommand.Receive.self, \.shopOptions, .recordGoods),
    rule("order close", OrderCommand.Close.self, \.shopOptions, .placeOrders),
    rule("count open", CountCommand.Open.self, \.shopOptions, .runSessions),
    rule("count start", CountCommand.Start.self, \.shopOptions, .runSessions),
    rule("count section", CountCommand.Section.self, \.shopOptions, .enterCounts),
    rule("count recount", CountCommand.Recount.self, \.shopOptions, .runSessions),
    rule("count reopen", CountCommand.Reopen.self, \.shopOptions, .runSessions),
    rule("count discard", CountCommand.Discard.self, \.shopOptions, .runSessions),
    rule("count sheet", CountCommand.Sheet.self, \.shopOptions, .openSheet),
    rule("count enter", CountCommand.Enter.self, \.shopOptions, .enterCounts),
    rule("count status", CountCommand.Status.self, \.shopOptions, .readCounts),
    rule("count resolve", CountCommand.Resolve.self, \.shopOptions, .runSessions),
    rule("count close", CountCommand.Close.self, \.shopOptions, .runSessions),
    rule("count list", CountCommand.List.self, \.shopOptions, .readCounts),
    rule("reconcile", ReconcileCommand.self, \.shopOptions, .reviewCounts, .runSessions, .postCounts) {
      $0.isPosting ? .postCounts : $0.isDeciding ? .runSessions : .reviewCounts
    },
    rule("journal", JournalCommand.self, \.shopOptions, .readJournal),
    rule("period list", PeriodCommand.List.self, \.shopOptions, .readJournal),
    rule("period close", PeriodCommand.Close.self, \.shopOptions, .closePeriods),
    rule("period reopen", PeriodCommand.Reopen.self, \.shopOptions, .closePeriods),
    Rule(type: ReportCommand.self, path: "report", acts: [.readCatalog, .defineOptions]) { command in
      guard let command = command as? ReportCommand, command.needsShop else { return nil }
      return (command.new == nil ? .readCatalog : .defineOptions, command.shopOptions)
    },
    rule("job list", JobCommand.List.self, \.shopOptions, .readJobs),
    rule("job check", JobCommand.Check.self, \.shopOptions, .readJobs),
    rule("job run", JobCommand.Run.self, \.shopOptions, .runJobs),
    rule("job status", JobCommand.Status.self, \.shopOptions, .readJobs),
    rule("job install", JobCommand.Install.self, \.shopOptions, .runJobs),
    rule("check", CheckCommand.self, \.shopOptions, .proveBooks, .mendBooks) {
      $0.repairIndex ? .mendBooks : .proveBooks
    },
    rule("log", LogCommand.self, \.shopOptions, .readLog),
  ]

  /// Refuses a command that whoever runs it may not run.
  ///
  /// - Throws: `not-permitted`, and what is wrong with the shop's settings.
  static func require(_ command: any ParsableCommand) throws {
    let type = type(of: command)
    guard let rule = rules.first(where: { ObjectIdentifier($0.type) == ObjectIdentifier(type) }) else {
      // What the parser answers by itself, such as help, is no command of ours.
      guard isOurs(type) else { return }
      throw UsageError("nothing says who may run '\(type._commandName)'", remedy: "This is a mistake in stockroom.")
    }
    guard let (act, shop) = try rule.chosen(command) else { return }
    let person = try shop.folder().acting()
    try person.require(act, command: rule.path)
    try person.requireStore(for: rule.path)
  }

  /// The act that a command does when it changes something; nil for one that never does.
  static func act(of path: String) -> Act? { rules.first { $0.path == path }?.acts.last }

  /// The commands for somebody who belongs to one store: those that see and change only what is that store's.
  static let commandsOfStores: Set<String> = [
    "import", "apply", "scan", "export", "report", "feed", "catalog list", "catalog show", "picture add",
  ]

  private static func isOurs(_ type: any ParsableCommand.Type) -> Bool {
    func holds(_ command: any ParsableCommand.Type) -> Bool {
      let children = command.configuration.subcommands
      return children.isEmpty
        ? ObjectIdentifier(command) == ObjectIdentifier(type) : children.contains(where: holds)
    }
    return holds(Stockroom.self)
  }

  private static func free(_ path: String, _ type: any ParsableCommand.Type) -> Rule {
    Rule(type: type, path: path, acts: []) { _ in nil }
  }

  /// - Parameter choose: which of the acts it is with its options; the first when there is only one.
  private static func rule<Command: ParsableCommand>(
    _ path: String, _ type: Command.Type, _ shop: @escaping @Sendable (Command) -> ShopOptions, _ first: Act,
    _ others: Act..., choose: (@Sendable (Command) -> Act)? = nil
  ) -> Rule {
    Rule(type: type, path: path, acts: [first] + others) { command in
      guard let command = command as? Command else { return nil }
      return (choose?(command) ?? first, shop(command))
    }
  }
}

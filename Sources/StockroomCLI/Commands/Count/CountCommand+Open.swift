internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

extension CountCommand {
  struct Open: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "open", abstract: "Open a count session for all or some items.",
      discussion: """
        A full count lists every item that is at the location, or was there and is still sold; a partial count only the items \
        named. A cycle count chooses the items: --by class those due by their ABC class, --by days those not counted for \
        longest, --by value those worth most, --by random any, always the same ones for a --seed. Sales may go on during the \
        count: each line is compared with the expected stock at its time.

        Tolerance and limits come from stockroom.yml, where those of the location override those of the shop, unless given \
        here; they are stored with the count. See docs/guides/counting.md.

        Examples:
          stockroom count open --location shop --kind full --blind
          stockroom count open --location shop --kind partial --item A1001-BLK-S --item A1001-BLK-M
          stockroom count open --location shop --kind cycle --by class --limit 50
          stockroom count open --location shop --kind cycle --by random --limit 20 --seed 7
        """)
    static let acts = Acts(.runSessions)

    @Option(help: ArgumentHelp("The location to count; the shop's setting unless given.", valueName: "code"))
    var location: String?

    @Option(help: "What is counted: all items, some items, or those that are due.")
    var kind = CountKind.full

    @Flag(help: "Do not show the expected quantities on the sheet.")
    var blind = false

    @Option(help: ArgumentHelp("Its number or name; the next free number unless given.", valueName: "number"))
    var number: String?

    @Option(
      help: ArgumentHelp("The time at which lines without a time are compared; a day means its end.", valueName: "time")
    )
    var cutOff: String?

    @Option(
      help: ArgumentHelp(
        "How variances are valued; the shop's setting unless given.",
        valueName: "method"))
    var valuation: ValuationMethod?

    @Option(
      name: .customLong("item"), help: ArgumentHelp("A SKU or barcode for a partial or cycle count.", valueName: "sku"))
    var items: [String] = []

    @Option(help: ArgumentHelp("How a cycle count chooses its items.", valueName: "way"))
    var by: CycleSelection.Method?

    @Option(help: ArgumentHelp("The maximum number of items of a cycle count.", valueName: "items"))
    var limit: Int?

    @Option(help: ArgumentHelp("The seed of --by random.", valueName: "number"))
    var seed: UInt64?

    @Option(
      help: ArgumentHelp(
        "With --by class: days between the counts of the classes A, B and C; 30,90,180 unless given.", valueName: "days"
      ))
    var classDays: String?

    @OptionGroup var rulesOptions: CountRulesOptions

    @Flag(help: "Create a draft, to be opened with `count start`.")
    var draft = false

    @Option(
      name: .customLong("accept"),
      help: ArgumentHelp("full-count-open opens a full count although another is still open.", valueName: "code"))
    var accepted: [String] = []

    @OptionGroup var shopOptions: ShopOptions

    /// The choice of a cycle count; nil when items are named or it is not a cycle count.
    private func selection() throws -> CycleSelection? {
      guard let method = by else {
        guard limit == nil, seed == nil, classDays == nil else {
          throw Problems(
            .usage, "--limit, --seed and --class-days belong to a choice",
            remedy: "Add --kind cycle --by class, days, value or random.")
        }
        return nil
      }
      guard kind == .cycle else {
        throw Problems(
          .usage, "--by chooses for a cycle count, not for a \(kind.rawValue) count", remedy: "Add --kind cycle.")
      }
      guard items.isEmpty else {
        throw Problems(
          .usage, "--by and --item cannot go together", remedy: "Either name the items or have them chosen.")
      }
      guard let limit, limit > 0 else {
        throw Problems(.usage, "how many items are to be chosen?", remedy: "Add --limit 50.")
      }
      var selection = CycleSelection(method: method, limit: limit)
      if method == .random {
        guard let seed else {
          throw Problems(
            .usage, "--by random needs a seed", remedy: "Add --seed 7; the same seed gives the same sheet.")
        }
        selection.seed = seed
      }
      if let classDays {
        let days = classDays.split(separator: ",").compactMap { Int($0) }
        guard days.count == 3, days.allSatisfy({ (0...36_500).contains($0) }) else {
          throw Problems(
            .usage, "--class-days \(classDays) is not three numbers of days", remedy: "Write --class-days 30,90,180.")
        }
        selection.classDays = days
      }
      return selection
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let clock = database.settings.clock
      guard let location = try database.code(self.location, among: .locations) ?? shop.folder.settings.location else {
        throw Problems(.usage, "which location is counted?", remedy: "Name it with --location CODE.")
      }
      let variants = try items.map { try database.knownVariant($0).id }
      for code in accepted where code != Problem.Code.fullCountOpen.id {
        throw Problems(
          .usage, "there is nothing to accept by '\(code)'", remedy: "Only full-count-open can be accepted here.")
      }
      let selection = try selection()
      if kind == .cycle, selection == nil, items.isEmpty {
        throw Problems(
          .usage, "what is to be counted in a cycle count?",
          remedy: "Add --by class --limit 50, or name items with --item.")
      }
      let (rules, source) = try rulesOptions.rules(
        shop.folder, location: location, currency: database.settings.currency)
      let session = try database.openCount(
        location: location, kind: kind, isBlind: blind, code: number,
        cutOff: try MomentOption.parse(cutOff, flag: "--cut-off", clock: clock),
        valuation: valuation, variants: variants,
        selection: selection, rules: rules, rulesFrom: source, isDraft: draft,
        acceptsSecondFullCount: !accepted.isEmpty, actor: shop.actor)
      return ValueOutput(SessionOutput(session, clock: clock)) {
        let status = try database.countStatus(session.code)
        Terminal.say(
          "\(session.state == .draft ? "Drafted" : "Opened") count \(session.code): \(session.kind.rawValue)\(session.isBlind ? ", blind" : "") count of "
            + "\(session.location), \(Terminal.number(status.sheetItems, "item")) on the sheet, valued by \(session.valuation.rawValue)."
        )
        if let selection = session.selection { Terminal.say("  chosen      \(selection.summary)") }
        for line in RulesView.lines(session.rules) { Terminal.say(line) }
      }
    }
  }

  struct Start: CountStateCommand {
    static let configuration = CommandConfiguration(
      commandName: "start", abstract: "Open a draft for counting; the sheet of a full count is generated again.",
      discussion: """
        Example:
          stockroom count start 1
        """)
    @OptionGroup var chosen: CountArgument

    @OptionGroup var shopOptions: ShopOptions

    func change(_ books: ShopDatabase, _ actor: Actor) throws -> CountSession {
      try books.startCount(count, actor: actor)
    }

    func sentence(_ session: CountSession, _ books: ShopDatabase) throws -> String {
      let items = try books.countStatus(session.code).sheetItems
      return "Count \(session.code) is open, \(Terminal.number(items, "item")) on the sheet."
    }
  }
}

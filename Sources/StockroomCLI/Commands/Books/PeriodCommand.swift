internal import ArgumentParser
internal import RetailValues
internal import Stock
internal import StockJournal

/// The periods of the books.
struct PeriodCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "period", abstract: "Close periods of the books, list them, and reopen the last one.",
    discussion: """
      The journal of a closed period never changes. What is recorded later for a closed period is booked on the day of \
      recording, with the day that it belongs to.

      Example, at the beginning of November:
        stockroom period close --to 2026-10-31
        stockroom period list
      """,
    subcommands: [List.self, Close.self, Reopen.self])

  /// A period, for a table and for JSON.
  private static func columns(_ clock: ShopClock) -> [OutputColumn<ClosedPeriod>] {
    [
      .init("period", number: true) { $0.number },
      .init("from", blank: "the beginning") { $0.from?.description },
      .init("to") { $0.to.description },
      .init("entries", number: true) { $0.entries },
      .init("debits", number: true) { $0.debits.amount },
      .init("closed", key: "closed_at", json: { clock.iso8601($0.closedAt) }, text: { clock.display($0.closedAt) }),
      .init("by", key: "closed_by") { $0.closedBy },
      .init(
        "reopened", key: "reopened_at", json: { $0.reopenedAt.map { clock.iso8601($0) } },
        text: { $0.reopenedAt.map { clock.display($0) } ?? "" }),
      .init("digest", key: "digest", json: { $0.digest }, text: { String($0.digest.prefix(12)) }),
      .json("currency") { $0.debits.currency.code }, .json("unvalued_lines") { $0.unvaluedLines },
      .json("reopened_by") { $0.reopenedBy },
    ]
  }

  /// A count in the time of a closed period that has not been posted.
  private static func openCountColumns(_ clock: ShopClock) -> [OutputColumn<CountSession>] {
    [
      .json("count") { $0.code }, .json("location") { $0.location }, .json("state") { $0.state.rawValue },
      .json("cut_off_at") { $0.cutOff.map { clock.iso8601($0) } },
    ]
  }

  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the periods that were closed, including those that were reopened.",
      discussion: """
        Example:
          stockroom period list --json
        """)
    static let acts = Acts(.readJournal)

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> Listing<ClosedPeriod> {
      let books = try shop.books
      return Listing(
        try books.periods(), empty: "No period is closed.", columns: PeriodCommand.columns(books.settings.clock))
    }
  }

  struct Close: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "close", abstract: "Close the books up to and including a day.",
      discussion: """
        Example:
          stockroom period close --to 2026-10-31
        """)
    static let acts = Acts(.closePeriods)

    @Option(help: ArgumentHelp("The last day; the end of last month unless given.", valueName: "date"))
    var to: String?

    @Flag(
      name: [.customLong("dry-run"), .customShort("n")], help: "Show what the period would hold, and close nothing.")
    var isTrial = false

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let last = try DayOption.parse(to, flag: "--to")
      let books = try shop.books
      let clock = books.settings.clock
      let accounts = shop.folder.settings.accounts
      let period =
        try isTrial
        ? books.periodToClose(through: last, accounts: accounts, actor: shop.actor)
        : books.closePeriod(through: last, accounts: accounts, actor: shop.actor)
      let open = try books.unpostedCounts(through: period.to)
      let counts = PeriodCommand.openCountColumns(clock)
      let columns = PeriodCommand.columns(clock) + [.json("open_counts") { _ in open.map { EncodedRow($0, counts) } }]
      return ValueOutput(EncodedRow(period, columns)) { show(period, open, clock) }
    }

    private func show(_ period: ClosedPeriod, _ open: [CountSession], _ clock: ShopClock) {
      Terminal.say(
        "\(isTrial ? "A dry run, nothing was closed: it would be" : "Closed") period \(period.number) through \(period.to): \(period.entries) entries, debits \(period.debits)."
      )
      if period.unvaluedLines > 0 {
        Terminal.say(
          "\(period.unvaluedLines) \(period.unvaluedLines == 1 ? "line has no cost and is" : "lines have no cost and are") in no amount."
        )
      }
      for count in open {
        let time = count.cutOff.map { "cut-off \(clock.display($0))" } ?? "counted in the period"
        Terminal.note(
          "warning: count \(count.code) of \(count.location) (\(time)) is not posted, it is in state '\(count.state.rawValue)': "
            + "its variances will be booked on the day of its posting, not in the period")
        Terminal.note(
          "  To have them in the period, reopen it with `stockroom period reopen`, post the count with "
            + "`stockroom reconcile \(count.code) --post`, and close the period again.")
      }
    }
  }

  struct Reopen: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "reopen", abstract: "Open the last closed period again.",
      discussion: """
        What was booked later because the period was closed returns to its own day.

        Example:
          stockroom period reopen --to 2026-10-31
        """)
    static let acts = Acts(.closePeriods)

    @Option(help: ArgumentHelp("The last day of the period that is meant; the latest unless given.", valueName: "date"))
    var to: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let last = try DayOption.parse(to, flag: "--to")
      let books = try shop.books
      let period = try books.reopenPeriod(endingOn: last, actor: shop.actor)
      return ValueOutput(
        EncodedRow(period, PeriodCommand.columns(books.settings.clock)),
        "Reopened period \(period.number), which was closed through \(period.to).")
    }
  }
}

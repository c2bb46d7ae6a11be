internal import ArgumentParser
internal import Catalog
internal import Stock

/// The periods of the books.
struct PeriodCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "period", abstract: "Close periods of the books, list them, and reopen the last one.",
    discussion: """
      What the journal has in a closed period never changes. What is recorded later and belongs there is booked on the day of \
      its recording, with the day that it belongs to told beside it.

      Example, at the beginning of November:
        stockroom period close --to 2026-10-31
        stockroom period list
      """,
    subcommands: [List.self, Close.self, Reopen.self])

  struct Answer: Encodable {
    let period: Int64
    let from: String?
    let to: String
    let closedAt: String
    let closedBy: String
    let entries: Int
    let debits: String
    let currency: String
    let unvaluedLines: Int
    let digest: String
    let reopenedAt: String?
    let reopenedBy: String?
    /// Only when a period is closed: the counts of its time that are not posted.
    let openCounts: [OpenCount]?

    struct OpenCount: Encodable {
      let count: String
      let location: String
      let state: String
      let cutOffAt: String?
    }

    init(_ period: ClosedPeriod, openCounts: [CountSession]? = nil, clock: ShopClock) {
      self.openCounts = openCounts?.map {
        OpenCount(
          count: $0.code, location: $0.location, state: $0.state.rawValue, cutOffAt: $0.cutOff.map { clock.iso8601($0) }
        )
      }
      self.period = period.number
      from = period.from?.description
      to = period.to.description
      closedAt = clock.iso8601(period.closedAt)
      closedBy = period.closedBy
      entries = period.entries
      debits = period.debits.amount
      currency = period.debits.currency.code
      unvaluedLines = period.unvaluedLines
      digest = period.digest
      reopenedAt = period.reopenedAt.map { clock.iso8601($0) }
      reopenedBy = period.reopenedBy
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the periods that were closed, those included that were reopened.",
      discussion: """
        Example:
          stockroom period list --json
        """)

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let database = try shopOptions.folder().open()
      let clock = database.settings.clock
      let periods = try database.periods()
      if shopOptions.json { return try Terminal.sayJSON(periods.map { Answer($0, clock: clock) }) }
      guard !periods.isEmpty else { return Terminal.say("No period is closed.") }
      let rows = periods.map { period in
        [
          "\(period.number)", period.from?.description ?? "the beginning", period.to.description, "\(period.entries)",
          period.debits.amount, clock.display(period.closedAt), period.closedBy,
          period.reopenedAt.map { clock.display($0) } ?? "", String(period.digest.prefix(12)),
        ]
      }
      Terminal.say(
        Terminal.table(
          ["period", "from", "to", "entries", "debits", "closed", "by", "reopened", "digest"], rows,
          rightAligned: [0, 3, 4]))
    }
  }

  struct Close: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "close", abstract: "Close the books up to and with a day.",
      discussion: """
        Example:
          stockroom period close --to 2026-10-31
        """)

    @Option(help: ArgumentHelp("The last day; the end of last month unless given.", valueName: "date"))
    var to: String?

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let last = try DayOption.parse(to, flag: "--to")
      let database = try folder.open()
      let period = try database.closePeriod(
        through: last, accounts: folder.settings.accounts,
        actor: try folder.actor(shopOptions.user, command: "period close"))
      let clock = database.settings.clock
      let open = try database.unpostedCounts(through: period.to)
      if shopOptions.json { return try Terminal.sayJSON(Answer(period, openCounts: open, clock: clock)) }
      Terminal.say(
        "Closed period \(period.number) through \(period.to): \(period.entries) entries, debits \(period.debits).")
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

  struct Reopen: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reopen", abstract: "Open the last closed period again.",
      discussion: """
        What was booked later because the period was closed goes back to its own day.

        Example:
          stockroom period reopen --to 2026-10-31
        """)

    @Option(help: ArgumentHelp("The last day of the period that is meant; the latest unless given.", valueName: "date"))
    var to: String?

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let last = try DayOption.parse(to, flag: "--to")
      let database = try folder.open()
      let period = try database.reopenPeriod(
        endingOn: last, actor: try folder.actor(shopOptions.user, command: "period reopen"))
      if shopOptions.json { return try Terminal.sayJSON(Answer(period, clock: database.settings.clock)) }
      Terminal.say("Reopened period \(period.number), which was closed through \(period.to).")
    }
  }
}

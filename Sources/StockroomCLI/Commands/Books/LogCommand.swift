internal import ArgumentParser
internal import ProblemKit
internal import RetailValues
internal import Stock

/// Shows the audit log.
struct LogCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show the audit log: who did what, when and in which role, the latest first.",
    discussion: """
      Examples:
        stockroom log --limit 20
        stockroom log --by anna --since 2026-10-01 --command count
      """)
  static let acts = Acts(.readLog)

  @Option(help: "The maximum number of entries.")
  var limit = 50

  @Option(help: ArgumentHelp("Only entries of this person: a name, or a user of the system.", valueName: "name"))
  var by: String?

  @Option(help: ArgumentHelp("Only entries from this time on.", valueName: "time"))
  var since: String?

  @Option(
    help: ArgumentHelp("Only this command, such as import, or a group, such as count.", valueName: "command"))
  var command: String?

  @Option(help: ArgumentHelp("Only entries before the one of this number.", valueName: "number"))
  var before: Int64?

  @Flag(help: "Count all of them as well; with --json, the answer is an object with `total` and `entries`.")
  var total = false

  @OptionGroup var shopOptions: ShopOptions

  /// The entries, with how many there are without the limit where that was asked for.
  struct Entries: CommandOutput {
    private struct Counted: Encodable {
      let total: Int
      let entries: [EncodedRow<AuditLog.Entry>]
    }

    let listing: Listing<AuditLog.Entry>
    let total: Int?

    func write(as style: OutputStyle) throws {
      guard let total else { return try listing.write(as: style) }
      if style == .json {
        let rows = listing.rows.map { EncodedRow($0, listing.columns) }
        return try Terminal.sayJSON(Counted(total: total, entries: rows))
      }
      try listing.write(as: style)
      Terminal.say("\(listing.rows.count) of \(total)")
    }
  }

  func run(in shop: OpenShop) throws -> Entries {
    try Problems.requireLimit(limit)
    let books = try shop.books
    let clock = books.settings.clock
    let filter = AuditLog.Filter(
      actor: by, command: command,
      since: try MomentOption.parse(since, flag: "--since", clock: clock, endOfDay: false), before: before,
      limit: limit)
    let listing = Self.listing(try books.auditEntries(filter), clock)
    return Entries(listing: listing, total: try total ? books.auditEntryCount(filter) : nil)
  }

  private static func listing(_ entries: [AuditLog.Entry], _ clock: ShopClock) -> Listing<AuditLog.Entry> {
    Listing(
      entries,
      columns: [
        .json("number") { $0.id }, .json("at") { clock.iso8601($0.at) }, .json("actor") { $0.actor },
        .json("login") { $0.login }, .json("role") { $0.role }, .json("command") { $0.command },
        .json("details") { $0.details }, .json("hash") { $0.hash },
      ]
    ) { entry in
      let login = entry.login.map { $0 == entry.actor ? "" : ", as user \($0)" } ?? ""
      return [
        "\(entry.id)  \(clock.display(entry.at))  \(entry.actor) (\(entry.role)\(login))  \(entry.command)",
        "    " + entry.details,
      ].map(Terminal.oneLine)
    }
  }
}

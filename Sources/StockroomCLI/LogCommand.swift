internal import ArgumentParser
internal import Catalog
internal import Stock

/// Shows the audit log.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show who did what, when and in which role: the audit log, the latest first.",
    discussion: """
      Examples:
        stockroom log --limit 20
        stockroom log --by anna --since 2026-10-01 --command count
      """)

  @Option(help: "How many entries at the most.")
  var limit = 50

  @Option(help: ArgumentHelp("Only what this person did: a name, or a user of the system.", valueName: "name"))
  var by: String?

  @Option(help: ArgumentHelp("Only what was done from this time on.", valueName: "time"))
  var since: String?

  @Option(
    help: ArgumentHelp("Only this command, such as import, or a group, such as count.", valueName: "command"))
  var command: String?

  @OptionGroup var shopOptions: ShopOptions

  private struct Answer: Encodable {
    let number: Int64
    let at: String
    let actor: String
    let login: String?
    let role: String
    let command: String
    let details: String
    let hash: String
  }

  func run() throws {
    guard limit > 0 else { throw UsageError("--limit must be 1 or more", remedy: "Write --limit 50.") }
    let database = try shopOptions.folder().open()
    let clock = database.settings.clock
    let from = try since.map { text in
      guard let moment = Timestamp(text, clock: clock, endOfDay: false) else {
        throw UsageError("--since \(text) is not a time", remedy: "Write 2026-10-31 or 2026-10-31T18:00.")
      }
      return moment
    }
    let entries = try database.auditEntries(
      AuditLog.Filter(actor: by, command: command, since: from, limit: limit))
    if shopOptions.json {
      return try Terminal.sayJSON(
        entries.map { entry in
          Answer(
            number: entry.id, at: clock.iso8601(entry.at), actor: entry.actor, login: entry.login, role: entry.role,
            command: entry.command, details: entry.details, hash: entry.hash)
        })
    }
    for entry in entries {
      let login = entry.login.map { $0 == entry.actor ? "" : ", as user \($0)" } ?? ""
      Terminal.say(
        Terminal.oneLine(
          "\(entry.id)  \(clock.display(entry.at))  \(entry.actor) (\(entry.role)\(login))  \(entry.command)"))
      Terminal.say("    " + Terminal.oneLine(entry.details))
    }
  }
}

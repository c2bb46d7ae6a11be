internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reporting
internal import RetailValues
package import Serving
internal import Stock
internal import Synchronization

/// The `stockroom` command.
struct Stockroom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stockroom",
    abstract: "Takes a shop's goods from the supplier's file to the accountant's report.",
    discussion: """
      Begin with `stockroom init my-shop`, go into the folder, and import a file. Every command has help: add --help.

      Exit statuses: 0 done or nothing to do, 1 unexpected, 2 usage or settings, 3 done with rejected or kept records, \
      4 refused, 5 input invalid and nothing written, 6 output could not be delivered, 75 busy, try again.
      """,
    version: version,
    subcommands: [
      InitCommand.self, FormatsCommand.self, InspectCommand.self, ImportCommand.self, PlanCommand.self,
      ApplyCommand.self,
      ImportsCommand.self, ExportCommand.self, ConvertCommand.self,
      CatalogCommand.self, ProductCommand.self, ListingCommand.self, PictureCommand.self, FeedCommand.self,
      StockCommand.self,
      ExpiryCommand.self, ListCommand.self, OrderCommand.self, ScanCommand.self, CountCommand.self,
      ReconcileCommand.self,
      ReportCommand.self, JobCommand.self, JournalCommand.self, PeriodCommand.self, CheckCommand.self, LogCommand.self,
      PeopleCommand.self, LocationCommand.self, SettingsCommand.self, BackupCommand.self, ServeCommand.self,
      DocumentationCommand.self,
    ])

  static let version = "0.3.0"
}

/// The process of the command.
package enum StockroomProgram {
  private static let given = Mutex<(any PageServer)?>(nil)

  /// What serves pages; nil in the program that leaves them to `stockroom-serve`.
  static var server: (any PageServer)? { given.withLock { $0 } }

  /// Runs the command that the process was started with, and ends the process when it fails.
  package static func main(serving server: (any PageServer)? = nil) {
    given.withLock { $0 = server }
    // When a reader of our output goes away, the failing write reports it, not a signal.
    signal(SIGPIPE, SIG_IGN)
    FileAccess.restrict()
    let words = Array(CommandLine.arguments.dropFirst())
    // Of words that cannot be parsed, the option is all that is known.
    var style = words.contains("--json") ? OutputStyle.json : .text
    do {
      try Stockroom.requireCommand(words.first)
      if words == ["--version"] {
        Terminal.say(Stockroom.version)
        return
      }
      var command = try Stockroom.parsed(words)
      style = Stockroom.outputStyle(of: command)
      try Stockroom.requireRule(for: command)
      try command.run()
      try Terminal.finish()
    } catch {
      Foundation.exit(Failure.report(error, as: style))
    }
  }
}

extension Stockroom {
  /// The command that the words name.
  ///
  /// Building the tree of all commands takes longer than many of them, so the innermost command that the first words name
  /// parses the others first. Words that it does not accept, including help and mistakes, go to the tree, which gives
  /// complete messages.
  static func parsed(_ words: [String]) throws -> any ParsableCommand {
    var (named, rest): (any ParsableCommand.Type, ArraySlice<String>) = (Stockroom.self, words[...])
    while let word = rest.first, let next = named.configuration.subcommands.first(where: { name(of: $0) == word }) {
      (named, rest) = (next, rest.dropFirst())
    }
    if rest.count < words.count, let command = try? named.parseAsRoot(Array(rest)), isOurs(type(of: command), in: named)
    {
      return command
    }
    return try parseAsRoot(words)
  }

  /// Whether a command is that of a tree, or below it, and none that the parser adds by itself.
  private static func isOurs(_ type: any ParsableCommand.Type, in tree: any ParsableCommand.Type) -> Bool {
    type == tree || tree.configuration.subcommands.contains { isOurs(type, in: $0) }
  }

  /// Suggests the nearest command name for a mistyped one.
  fileprivate static func requireCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), word != "help" else { return }
    let names = configuration.subcommands.map { name(of: $0) }
    guard !names.contains(word) else { return }
    throw Problems(
      .usage, "there is no command '\(word)'",
      remedy: nearestName(to: word, among: names).map { "Did you mean '\($0)'?" } ?? "See `stockroom --help`.")
  }
}

/// Exit statuses: a contract with people and with cron.
enum ExitStatus {
  static let done: Int32 = 0
  static let unexpected: Int32 = 1
  static let usage: Int32 = 2
  static let doneWithRejects: Int32 = 3
  static let refused: Int32 = 4
  static let inputInvalid: Int32 = 5
  static let outputFailed: Int32 = 6
  static let busy: Int32 = 75
}

/// Ends the command with a status after everything was said already.
struct Finished: Error {
  let status: Int32
}

extension Problems {
  /// - Throws: `usage` for a `--limit` that leaves no rows.
  static func requireLimit(_ limit: Int) throws {
    guard limit > 0 else { throw Problems(.usage, "--limit must be 1 or more", remedy: "Write --limit 50.") }
  }

  /// - Throws: a usage error for a negative number of entries to pass over.
  static func requireSkip(_ skip: Int) throws {
    guard skip >= 0 else { throw Problems(.usage, "--skip must not be negative", remedy: "Write --skip 50.") }
  }
}

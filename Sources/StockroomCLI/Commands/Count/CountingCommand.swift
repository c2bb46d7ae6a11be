internal import ArgumentParser
internal import FormatKit
internal import RetailValues
internal import Serving
internal import Stock

/// The count that a command is about.
struct CountArgument: ParsableArguments {
  @Argument(help: "The count's number or name.")
  var count: String
}

/// How long a command waits for another process that writes; pages ask for less where what is written can be kept.
struct PatienceOption: ParsableArguments {
  // In seconds.
  @Option(help: .hidden)
  var patience: Int?

  func apply(to database: ShopDatabase) throws {
    if let patience { try database.waitForWriters(atMost: patience) }
  }
}

/// A command that works on one count.
protocol CountingCommand: ShopCommand {
  var chosen: CountArgument { get }
}

extension CountingCommand {
  /// The count's number or name.
  var count: String { chosen.count }
}

extension ShopFolder {
  /// - Throws: `wrong-state` while entries of a count wait to be entered, or could not be.
  func requireNoWaitingEntries(of count: String) throws(Problems) {
    let entries = try WaitingEntries.number(ofCount: count, inShop: path)
    guard entries == 0 else {
      throw Problems(
        .wrongState,
        "count \(count) is not complete: \(Terminal.number(entries, "entry", plural: "entries")) left to enter",
        remedy: "The page of the count lists them; what was refused is entered again or given up there.")
    }
  }
}

/// A command that changes the state of a count and reports the new state.
protocol CountStateCommand: CountingCommand {
  /// Whether nothing can be entered afterwards.
  static var endsCounting: Bool { get }
  func change(_ books: ShopDatabase, _ actor: Actor) throws -> CountSession
  /// The sentence for people.
  func sentence(_ session: CountSession, _ books: ShopDatabase) throws -> String
}

extension CountStateCommand {
  static var acts: Acts { Acts(.runSessions) }
  static var endsCounting: Bool { false }

  func run(in shop: OpenShop) throws -> ValueOutput {
    if Self.endsCounting { try shop.folder.requireNoWaitingEntries(of: count) }
    let books = try shop.books
    let session = try change(books, shop.actor)
    return ValueOutput(
      CountCommand.SessionOutput(session, clock: books.settings.clock), try sentence(session, books))
  }
}

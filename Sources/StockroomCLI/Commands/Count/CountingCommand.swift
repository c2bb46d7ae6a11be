internal import ArgumentParser
internal import RetailValues
internal import Stock

/// The count that a command is about.
struct CountArgument: ParsableArguments {
  @Argument(help: "The count's number or name.")
  var count: String
}

/// A command that works on one count.
protocol CountingCommand: ShopCommand {
  var chosen: CountArgument { get }
}

extension CountingCommand {
  /// The count's number or name.
  var count: String { chosen.count }
}

/// A command that changes the state of a count and reports the new state.
protocol CountStateCommand: CountingCommand {
  func change(_ books: ShopDatabase, _ actor: Actor) throws -> CountSession
  /// The sentence for people.
  func sentence(_ session: CountSession, _ books: ShopDatabase) throws -> String
}

extension CountStateCommand {
  static var acts: Acts { Acts(.runSessions) }

  func run(in shop: OpenShop) throws -> ValueOutput {
    let books = try shop.books
    let session = try change(books, shop.actor)
    return ValueOutput(
      CountCommand.SessionOutput(session, clock: books.settings.clock), try sentence(session, books))
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

extension CountCommand {
  struct Close: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "close", abstract: "End the counting; the session is then in review.",
      discussion: """
        Example:
          stockroom count close 1
        """)
    static let acts = Acts(.runSessions)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      return try shop.changeState { database, actor in
        try database.closeCount(count, actor: actor)
      } saying: { _, session in
        "Count \(session.code) is in review; see `stockroom reconcile \(session.code)`."
      }
    }
  }

  struct Reopen: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "reopen", abstract: "Count on in a session that was closed or approved.",
      discussion: """
        Example:
          stockroom count reopen 1
        """)
    static let acts = Acts(.runSessions)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      return try shop.changeState { database, actor in
        try database.reopenCount(count, actor: actor)
      } saying: { _, session in
        "Count \(session.code) is counting again; it must be closed and approved again."
      }
    }
  }

  struct Discard: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "discard", abstract: "Take a session away in which nothing was entered.",
      discussion: """
        Example:
          stockroom count discard 1
        """)
    static let acts = Acts(.runSessions)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      try database.discardCount(count, actor: shop.actor)
      return ValueOutput(["discarded": count], "Count \(count) is taken away; nothing was entered in it.")
    }
  }
}

extension OpenShop {
  /// Changes the state of a count and reports it.
  func changeState(
    _ change: (ShopDatabase, Actor) throws -> CountSession,
    saying sentence: (ShopDatabase, CountSession) throws -> String
  ) throws -> ValueOutput {
    let books = try books
    let session = try change(books, actor)
    return ValueOutput(
      CountCommand.SessionOutput(session, clock: books.settings.clock), try sentence(books, session))
  }
}

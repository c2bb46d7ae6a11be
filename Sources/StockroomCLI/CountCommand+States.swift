internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit
internal import Foundation
internal import StandardFormats
internal import Stock

extension CountCommand {
  struct Close: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "End the counting; the session is then in review.",
      discussion: """
        Example:
          stockroom count close 1
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      try shopOptions.changeState(command: "count close") { database, actor in
        try database.closeCount(count, actor: actor)
      } saying: { _, session in
        "Count \(session.code) is in review; see `stockroom reconcile \(session.code)`."
      }
    }
  }

  struct Reopen: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Count on in a session that was closed or approved.",
      discussion: """
        Example:
          stockroom count reopen 1
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      try shopOptions.changeState(command: "count reopen") { database, actor in
        try database.reopenCount(count, actor: actor)
      } saying: { _, session in
        "Count \(session.code) is counting again; it must be closed and approved anew."
      }
    }
  }

  struct Discard: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take a session away in which nothing was entered.",
      discussion: """
        Example:
          stockroom count discard 1
        """)

    @Argument(help: "The count's number or name.")
    var count: String

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let folder = try shopOptions.folder()
      let database = try folder.open()
      try database.discardCount(count, actor: folder.actor(shopOptions.user, command: "count discard"))
      if shopOptions.json { return try Terminal.sayJSON(["discarded": count]) }
      Terminal.say("Count \(count) is taken away; nothing was entered in it.")
    }
  }
}

extension ShopOptions {
  /// Brings a count into another state and says so.
  func changeState(
    command: String, _ change: (ShopDatabase, Actor) throws -> CountSession,
    saying sentence: (ShopDatabase, CountSession) throws -> String
  ) throws {
    let folder = try folder()
    let database = try folder.open()
    let session = try change(database, folder.actor(user, command: command))
    if json { return try Terminal.sayJSON(CountCommand.SessionAnswer(session, clock: database.settings.clock)) }
    Terminal.say(try sentence(database, session))
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

extension CountCommand {
  struct Close: CountStateCommand {
    static let configuration = CommandConfiguration(
      commandName: "close", abstract: "End the counting; the session is then under review.",
      discussion: """
        Example:
          stockroom count close 1
        """)
    static let endsCounting = true

    @OptionGroup var chosen: CountArgument

    @OptionGroup var shopOptions: ShopOptions

    func change(_ books: ShopDatabase, _ actor: Actor) throws -> CountSession {
      try books.closeCount(count, actor: actor)
    }

    func sentence(_ session: CountSession, _ books: ShopDatabase) -> String {
      "Count \(session.code) is in review; see `stockroom reconcile \(session.code)`."
    }
  }

  struct Reopen: CountStateCommand {
    static let configuration = CommandConfiguration(
      commandName: "reopen", abstract: "Reopen a closed or approved session for counting.",
      discussion: """
        Example:
          stockroom count reopen 1
        """)

    @OptionGroup var chosen: CountArgument

    @OptionGroup var shopOptions: ShopOptions

    func change(_ books: ShopDatabase, _ actor: Actor) throws -> CountSession {
      try books.reopenCount(count, actor: actor)
    }

    func sentence(_ session: CountSession, _ books: ShopDatabase) -> String {
      "Count \(session.code) is counting again; it must be closed and approved again."
    }
  }

  struct Discard: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "discard", abstract: "Delete an empty count session.",
      discussion: """
        Undo the imports of its entries first. The entries stay in the history of these imports, which can no longer be \
        redone then. Photos that were added to the count are deleted too.

        Example:
          stockroom count discard 1
        """)
    static let acts = Acts(.runSessions)

    @OptionGroup var chosen: CountArgument

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      let discarded: String
      /// How many were deleted; nil for none.
      let photos: String?
      /// The imports whose entries it had; nil when nothing was ever entered.
      let undoneImports: [Int64]?
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.folder.requireNoWaitingEntries(of: count)
      let database = try shop.books
      let photos = CountPhotos(of: try database.countSession(count), in: shop.folder)
      let contents = photos.all
      let number = contents.photos.count + contents.problems.count
      let discarded = try database.discardCount(count, actor: shop.actor)
      let isGone = photos.removeAll()
      let imports = discarded.undoneImports
      let output = JSONOutput(
        discarded: count, photos: number > 0 && isGone ? "\(number)" : nil,
        undoneImports: imports.isEmpty ? nil : imports)
      guard number > 0 else {
        return ValueOutput(output, "Count \(count) is taken away; \(discarded.reason).")
      }
      let named = Terminal.number(number, "photo")
      guard isGone else {
        return ValueOutput(
          output, status: ExitStatus.outputFailed,
          "Count \(count) is taken away, but its \(named) could not be deleted from \(photos.path).")
      }
      return ValueOutput(output, "Count \(count) and its \(named) are taken away; \(discarded.reason).")
    }
  }
}

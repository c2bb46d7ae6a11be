internal import ArgumentParser
internal import ProblemKit
internal import RetailValues
internal import Stock

extension CountCommand {
  struct TakeBack: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "take-back", abstract: "Take back an item that you entered.",
      discussion: """
        It undoes the import of one item that you entered with `count enter --item`, as long as the count is open. What you \
        entered for the item before is valid again. If something depends on the entry, it is kept: exit status 3.

        Example:
          stockroom count take-back 1 57
        """)
    static let acts = Acts(.enterCounts)

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The number of the import, as `count enter` shows it.")
    var number: Int64

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      let count: String
      let number: Int64
      let isTakenBack: Bool
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let books = try shop.books
      let session = try books.countSession(count)
      let entry = try books.importContents(number, shownRecords: 0).entry
      guard CountEntryOptions.part(enteredBy: entry)?.count == session.code,
        CounterIdentity(entry.actor) == CounterIdentity(shop.actor.name)
      else {
        throw Problems(
          .notFound, "import \(number) is not an item that you entered in count \(session.code)",
          remedy: "Enter the right number instead, or have a manager undo the import.")
      }
      let isTakenBack = try books.takeBackCountEntry(number, in: session.code, actor: shop.actor)
      return ValueOutput(
        JSONOutput(count: session.code, number: number, isTakenBack: isTakenBack),
        status: isTakenBack ? ExitStatus.done : ExitStatus.doneWithRejects,
        isTakenBack
          ? "Import \(number) is taken back." : "Something depends on import \(number), so it is kept.")
    }
  }
}

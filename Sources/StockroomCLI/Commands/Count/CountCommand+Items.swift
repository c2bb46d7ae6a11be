internal import ArgumentParser
internal import ProblemKit
internal import RetailValues
internal import Stock

extension CountCommand {
  struct Items: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "items", abstract: "List what you counted in a section, what is left, or what one code is.",
      discussion: """
        It shows the person who runs the command their own entries: nothing that others counted, and nothing that is expected. \
        The list of a section is what the sheet has of the products that are in it (`section_products`). \
        With --recounts, `listed` in JSON is how many recounts the person made or may make, and `entered` how many are made.

        Examples:
          stockroom count items 1 --section A
          stockroom count items 1 --section A --left
          stockroom count items 1 --recounts
          stockroom count items 1 --section A --item 4006381333931
        """)
    static let acts = Acts(.enterCounts)

    @OptionGroup var chosen: CountArgument

    @Option(help: ArgumentHelp("The section; the location as a whole unless given.", valueName: "name"))
    var section = ""

    @Option(help: ArgumentHelp("Only the item of this SKU or barcode, counted or not.", valueName: "code"))
    var item: String?

    @Flag(help: "The items of the section's list that you have not entered.")
    var left = false

    @Flag(help: "The items to be counted again that you did not count before.")
    var recounts = false

    @Option(help: ArgumentHelp("How many items at most.", valueName: "items"))
    var limit = 50

    @Option(help: ArgumentHelp("How many items are left out before them.", valueName: "items"))
    var skip = 0

    // SKUs and unknown codes that are left out, one a line: for pages, which know of entries that wait.
    @Option(help: .hidden)
    var except: String?

    @OptionGroup var shopOptions: ShopOptions

    private struct ItemOutput: Encodable {
      let code: String
      let sku: String?
      let title: String?
      let colour: String?
      let size: String?
      let barcode: String?
      let counted: String?
      let pack: String
      let isRecount: Bool
      let enteredAt: String?
      let note: String?

      init(_ item: CounterItem, clock: ShopClock) {
        (code, sku, title) = (item.code, item.sku, item.title)
        (colour, size, barcode) = (item.colour, item.size, item.barcode)
        counted = item.counted?.description
        pack = item.pack.description
        isRecount = item.isRecount
        enteredAt = item.enteredAt.map { clock.iso8601($0) }
        note = item.note
      }
    }

    private struct JSONOutput: Encodable {
      let count: String
      let location: String
      let state: String
      let section: String
      let listed: Int
      let entered: Int
      let doneAt: String?
      /// Whether the section is handed out, but not to the person who asks; nil if not.
      let isOfOthers: Bool?
      let total: Int
      let items: [ItemOutput]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      guard !(left && recounts), item == nil || !(left || recounts) else {
        throw Problems(
          .usage, "--item, --left and --recounts cannot go together", remedy: "Take one after the other.")
      }
      guard limit >= 0, skip >= 0 else {
        throw Problems(.usage, "--limit and --skip are numbers from 0 on", remedy: "Write --limit 50 --skip 100.")
      }
      let books = try shop.books
      let clock = books.settings.clock
      let found = try books.counterItems(
        left ? .left : recounts ? .recounts : .entered, in: count, section: section, item: item, of: shop.actor.name,
        excluding: except?.split(separator: "\n").map(String.init) ?? [], limit: limit, skip: skip)
      let person = CounterIdentity(shop.actor.name)
      let handouts = try books.countHandouts(count).filter { $0.section == section }
      let isOfOthers = !handouts.isEmpty && !handouts.contains { CounterIdentity($0.counter) == person }
      return ValueOutput(
        JSONOutput(
          count: found.session.code, location: found.session.location, state: found.session.state.rawValue,
          section: section, listed: found.listed, entered: found.entered,
          doneAt: found.doneAt.map { clock.iso8601($0) }, isOfOthers: isOfOthers ? true : nil, total: found.total,
          items: found.items.map { ItemOutput($0, clock: clock) })
      ) {
        guard !found.items.isEmpty else { return Terminal.say("There are no such items.") }
        Terminal.say(
          Terminal.table(
            ["item", "title", "counted", "note"],
            found.items.map { [$0.code, $0.title ?? "", $0.counted?.description ?? "", $0.note ?? ""] },
            rightAligned: [2]))
        if found.total > found.items.count {
          Terminal.say("… \(found.total) in all; --skip \(skip + found.items.count) shows the next")
        }
      }
    }
  }
}

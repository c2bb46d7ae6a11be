internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// The lists that a person may see: those that they made and those that they are a member of. In a shop that lists no
/// people, the person who runs it sees all lists, or with `--user` those of that user.
struct VisibleLists {
  struct Item {
    let list: String
    let item: String
    let title: String
    let expiresOn: CalendarDate?
    let place: String?
    let quantity: String?
    let reminder: String?
    let isDone: Bool
    let note: String?
  }

  let database: ShopDatabase
  private let scope: RecordScope

  init(_ database: ShopDatabase, for person: ActingPerson) {
    self.database = database
    scope = person.isAlone && !person.isNamed ? .all : RecordScope(owner: person.code)
  }

  /// The codes of the lists.
  func codes() throws -> Set<String> {
    var codes: Set<String> = []
    try database.forEachRecord(of: "shared_lists", fields: ["list"], scope: scope) { row in
      if let code = row.text(0).map({ String(decoding: $0, as: UTF8.self) }) { codes.insert(code) }
    }
    return codes
  }

  /// - Throws: `not-found` for a list that they do not see, whether or not there is one of that code.
  func require(_ list: String?) throws {
    guard let list else { return }
    let known = try codes()
    guard !known.contains(list) else { return }
    throw Problems(
      .notFound, "you have no list '\(list)'",
      remedy: known.isEmpty
        ? "Put something on one with `stockroom list add`." : "Yours: \(Terminal.list(known.sorted())).")
  }

  /// The items on the lists: those that expire first come first, those without a date last.
  func items(of list: String?) throws -> [Item] {
    var items: [Item] = []
    try database.forEachRecord(
      of: "list_items",
      fields: [
        "list", "item", "title", "expires_on", "storage_place", "quantity", "quantity_unit", "reminder", "done", "note",
      ], scope: scope
    ) { row in
      func text(_ column: Int) -> String? { row.text(column).map { String(decoding: $0, as: UTF8.self) } }
      guard let code = text(0), let item = text(1), list == nil || code == list else { return }
      let quantity = row.integer(5).map { Quantity(scaled: $0).description }
      items.append(
        Item(
          list: code, item: item, title: text(2) ?? item, expiresOn: text(3).flatMap { CalendarDate($0) },
          place: text(4), quantity: quantity.map { [$0, text(6)].compactMap { $0 }.joined(separator: " ") },
          reminder: text(7), isDone: row.integer(8) == 1, note: text(9)))
    }
    let last = CalendarDate(daysSince1970: 10_000_000)
    return items.sorted { first, second in
      let days = (first.expiresOn ?? last, second.expiresOn ?? last)
      if days.0 != days.1 { return days.0 < days.1 }
      if first.list != second.list { return DictionaryOrder.areInOrder(first.list, second.list) }
      if first.title != second.title { return DictionaryOrder.areInOrder(first.title, second.title) }
      return first.item < second.item
    }
  }
}

extension ListCommand {
  struct Show: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show your lists, with what expires first at the top.",
      discussion: """
        Lists are personal: you see those that you made and those that you are a member of. In a shop without people you \
        see all lists, and with --user those of that user.

        Examples:
          stockroom list show
          stockroom list show home --json
        """)
    static let acts = Acts(.readCatalog)

    @Argument(help: "Code of a list; all of yours unless given.")
    var list: String?

    @Option(help: ArgumentHelp("The day from which to count; today unless given.", valueName: "day"))
    var on: String?

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      struct Item: Encodable {
        let list: String
        let item: String
        let title: String
        let expiresOn: String?
        let daysLeft: Int?
        let place: String?
        let quantity: String?
        let isDone: Bool
        let note: String?
      }
      let on: String
      let items: [Item]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let today = try DayOption.parse(on, flag: "--on") ?? DayOption.today(in: database)
      let lists = VisibleLists(database, for: shop.person)
      try lists.require(list)
      let answer = JSONOutput(
        on: "\(today)",
        items: try lists.items(of: list).map { item in
          .init(
            list: item.list, item: item.item, title: item.title, expiresOn: item.expiresOn.map { "\($0)" },
            daysLeft: item.expiresOn.map { $0.daysSince1970 - today.daysSince1970 }, place: item.place,
            quantity: item.quantity, isDone: item.isDone, note: item.note)
        })
      return ValueOutput(answer) {
        guard !answer.items.isEmpty else { return Terminal.say("Nothing is on your lists.") }
        Terminal.say(
          Terminal.table(
            ["expires on", "days left", "list", "item", "title", "place", "quantity", "note"],
            answer.items.map { item in
              [
                item.expiresOn ?? "", item.isDone ? "done" : item.daysLeft.map { $0 < 0 ? "expired" : "\($0)" } ?? "",
                item.list, item.item, item.title, item.place ?? "", item.quantity ?? "", item.note ?? "",
              ]
            }, rightAligned: [1]))
      }
    }
  }

  struct Calendar: ShopCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "calendar", abstract: "Write what expires on your lists as a calendar that a phone subscribes to.",
      discussion: """
        Each item that is not done is an all-day event on its last day of use, with the reminders that are set for it on the \
        list (iCalendar, RFC 5545). The same lists give the same file.

        Examples:
          stockroom list calendar --to mine.ics
          stockroom list calendar home --to home.ics
        """)
    static let acts = Acts(.readCatalog)

    @Argument(help: "Code of a list; all of yours unless given.")
    var list: String?

    @OptionGroup var target: OutputFileOption

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let lists = VisibleLists(database, for: shop.person)
      try lists.require(list)
      let items = try lists.items(of: list)
      let name = database.settings.name
      var count = 0
      try Output.write(to: to) { sink in
        let calendar = try CalendarFeed(named: "\(name): \(list ?? "lists")", domain: "stockroom", to: sink)
        for item in items where !item.isDone {
          guard let day = item.expiresOn else { continue }
          count += 1
          let details = [item.quantity, item.place.map { "in the \($0)" }, item.note].compactMap { $0 }
          try calendar.add(
            CalendarFeed.Event(
              identity: ["list", name, item.list, item.item].map { "\($0.utf8.count):\($0)" }.joined(), day: day,
              title: "\(item.title) expires", details: details.joined(separator: "; "),
              // Lists keep no times: the day itself stays the same as long as the item does.
              learntAt: ShopClock.utc.timestamp(day), reminders: item.reminder.flatMap { Reminders.days($0) } ?? []))
        }
        try calendar.finish()
      }
      return CalendarFeed.output(events: count, to: to)
    }
  }
}

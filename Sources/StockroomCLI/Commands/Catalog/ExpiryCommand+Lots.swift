internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

extension ExpiryCommand {
  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the lots in stock, those that expire first at the top.",
      discussion: """
        What left without a lot was taken from the lots that expire first, so what remains of each is known without naming \
        lots at the till.

        Examples:
          stockroom expiry list
          stockroom expiry list --days 7 --location shop
          stockroom expiry list --expired
          stockroom expiry list --limit 50 --skip 50
          stockroom expiry list --find yoghurt
        """)
    static let acts = Acts(.readStock)

    @Option(help: ArgumentHelp("Only what expires within so many days; 0 is today.", valueName: "number"))
    var days: Int?

    @Flag(help: "Only what has expired.")
    var expired = false

    @Option(help: ArgumentHelp("Only this location.", valueName: "code"))
    var location: String?

    @Option(help: ArgumentHelp("The day from which to count; today unless given.", valueName: "day"))
    var on: String?

    @Option(help: ArgumentHelp("Only lots with this text in the item, its title or the lot.", valueName: "text"))
    var find: String?

    @Option(help: "The maximum number of lots; all unless given.")
    var limit: Int?

    @Option(help: "How many lots to pass over first.")
    var skip = 0

    @OptionGroup var shopOptions: ShopOptions

    func checkOptions() throws {
      if let limit { try Problems.requireLimit(limit) }
      try Problems.requireSkip(skip)
      if let days { try ExpiryCommand.requireDays(days) }
      if expired, days != nil {
        throw Problems(.usage, "--expired and --days exclude each other", remedy: "Leave one of them out.")
      }
    }

    private struct JSONOutput: Encodable {
      struct Lot: Encodable {
        let expiresOn: String
        let daysLeft: Int
        let sku: String
        let title: String
        let lot: String
        let location: String
        let remaining: String
      }
      let on: String
      /// How many there are without the limit.
      var total = 0
      var lots: [Lot]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let today = try DayOption.parse(on, flag: "--on") ?? DayOption.today(in: database)
      let last = expired ? today.adding(days: -1) : days.flatMap { today.adding(days: $0) }
      var answer = JSONOutput(on: "\(today)", lots: [])
      let place = try database.code(location, among: .locations)
      func add(_ lot: ExpiringLot) {
        answer.lots.append(
          .init(
            expiresOn: "\(lot.expiresOn)", daysLeft: lot.expiresOn.daysSince1970 - today.daysSince1970, sku: lot.sku,
            title: lot.title, lot: lot.lot, location: lot.location, remaining: lot.remaining.description))
      }
      if let find, !find.isEmpty {
        try database.expiringLots(through: last, location: place) { lot in
          guard [lot.sku, lot.title, lot.lot].contains(where: { $0.localizedCaseInsensitiveContains(find) }) else {
            return
          }
          if answer.total >= skip, answer.lots.count < limit ?? .max { add(lot) }
          answer.total += 1
        }
      } else {
        try database.expiringLots(through: last, location: place, skip: skip, limit: limit) { add($0) }
        let isWhole = limit == nil && skip == 0
        answer.total =
          try isWhole ? answer.lots.count : database.expiringLotCount(through: last, location: place)
      }
      return ValueOutput(answer) {
        guard !answer.lots.isEmpty else {
          guard (find ?? "").isEmpty else { return Terminal.say("No lot matches.") }
          return Terminal.say(expired ? "Nothing in stock has expired." : "Nothing in stock expires by then.")
        }
        Terminal.say(
          Terminal.table(
            ["expires on", "days left", "item", "title", "lot", "location", "remaining"],
            answer.lots.map {
              [
                $0.expiresOn, $0.daysLeft < 0 ? "expired" : "\($0.daysLeft)", $0.sku, $0.title, $0.lot, $0.location,
                $0.remaining,
              ]
            }, rightAligned: [1, 6]))
      }
    }
  }

  struct WriteOff: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "write-off",
      abstract: "Write off what has expired: known loss with the reason expiry, as one import.",
      discussion: """
        What remains of each lot whose last day of use is before the day given is written off, but never more than the stock \
        on hand of the item. Like any import it can be looked at first, and undone.

        Examples:
          stockroom expiry write-off --dry-run
          stockroom expiry write-off --expired-before 2026-11-22 --location shop
        """)
    static let acts = Acts(.importFiles)

    @Option(
      help: ArgumentHelp("Write off what expired before this day; before today unless given.", valueName: "day"))
    var expiredBefore: String?

    @Option(help: ArgumentHelp("Only this location.", valueName: "code"))
    var location: String?

    @Option(help: ArgumentHelp("When it was taken out; now unless given.", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("Number of the document; made from the time unless given.", valueName: "number"))
    var document: String?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let clock = database.settings.clock
      let today = DayOption.today(in: database)
      let limit = try DayOption.parse(expiredBefore, flag: "--expired-before") ?? today
      // Goods that are still good are sold, not written off as expired.
      guard limit <= today else {
        throw Problems(
          .usage, "--expired-before \(limit) lies ahead, so goods that are still good would be written off",
          remedy: "Give today, \(today), or a day before.")
      }
      let moment = clock.iso8601(try MomentOption.parse(at, flag: "--at", clock: clock) ?? .now)
      let number = document ?? "expired before \(limit), \(moment)"
      var records = ComposedRecords()
      /// The remaining stock of the item whose lots are being listed.
      var left: [String: Quantity] = [:]
      var kept: [String] = []
      let place = try database.code(location, among: .locations)
      try database.expiringLots(through: limit.adding(days: -1), location: place) { lot in
        let item = "\(lot.variantID) \(lot.location)"
        let onHand = left[item] ?? max(.zero, lot.onHand)
        let quantity = min(lot.remaining, onHand)
        left[item] = onHand.subtracting(quantity)
        if quantity < lot.remaining { kept.append("\(lot.sku) lot \(lot.lot) at \(lot.location)") }
        guard quantity > .zero else { return }
        records.add(
          "movements",
          [
            "document": number, "line": "\(lot.sku) \(lot.lot) \(lot.location)", "sku": lot.sku,
            "location": lot.location, "movement_kind": "write-off", "quantity": "-\(quantity)", "lot": lot.lot,
            "reason": "expiry", "effective_at": moment, "note": "expired on \(lot.expiresOn)",
          ])
      }
      if !kept.isEmpty {
        Terminal.note(
          "Less is on hand than remains of \(Terminal.number(kept.count, "lot")), so only that is written off: "
            + "\(Terminal.list(kept)). Count these items.")
      }
      guard !records.isEmpty else {
        return ValueOutput(Nothing(expiredBefore: "\(limit)", records: 0), "Nothing in stock expired before \(limit).")
      }
      var request = try records.request(named: "expired before \(limit)", in: shop.folder)
      request.accepted = try guardOptions.accepted()
      let summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      return ValueOutput(summary, to: request)
    }

    private struct Nothing: Encodable {
      let expiredBefore: String
      let records: Int
    }
  }

  struct Calendar: ShopCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "calendar", abstract: "Write what expires when as a calendar that a phone subscribes to.",
      discussion: """
        Each lot in stock is an all-day event on its last day of use, with reminders at nine o'clock so many days before \
        (iCalendar, RFC 5545). The same stock gives the same file; put it where a web server hands it out, and write it again \
        as often as you like.

        Examples:
          stockroom expiry calendar --to expiry.ics
          stockroom expiry calendar --remind 7,1 --location shop --to shop.ics
        """)
    static let acts = Acts(.readStock)

    @OptionGroup var target: OutputFileOption

    @Option(help: ArgumentHelp("Days before to remind, or none.", valueName: "numbers"))
    var remind = "1"

    @Option(help: ArgumentHelp("Only this location.", valueName: "code"))
    var location: String?

    @Option(help: ArgumentHelp("Only what expires on this day or later.", valueName: "day"))
    var from: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let first = try DayOption.parse(from, flag: "--from")
      guard let reminders = Reminders.days(remind) else {
        throw Problems(
          .usage, "--remind \(remind) is not a list of days",
          remedy: "Write numbers from 0 to 3650, such as 7,1, or none.")
      }
      var count = 0
      try Output.write(to: to) { sink in
        let name = database.settings.name
        let calendar = try CalendarFeed(named: "\(name): expiry", domain: "stockroom", to: sink)
        try database.expiringLots(location: database.code(location, among: .locations), isDated: true) { lot in
          if let first, lot.expiresOn < first { return }
          count += 1
          try calendar.add(
            CalendarFeed.Event(
              identity: ["lot", name, lot.sku, lot.lot, lot.location].map { "\($0.utf8.count):\($0)" }.joined(),
              day: lot.expiresOn, title: "\(lot.title): \(lot.remaining) to use up",
              details: "Lot \(lot.lot) of \(lot.sku), \(lot.remaining) at \(lot.location)", place: lot.location,
              learntAt: lot.recordedAt, reminders: reminders))
        }
        try calendar.finish()
      }
      return CalendarFeed.output(events: count, to: to)
    }
  }
}

/// When to remind of a day, as people and lists write it.
enum Reminders {
  /// The days before, each once, the longest first; nil when the text is not a list of days.
  static func days(_ text: String) -> [Int]? {
    let words = text.lowercased().split { $0 == "," || $0 == " " }
    if words == ["none"] || words == ["never"] { return [] }
    if words == ["daily"] { return Array((0...7).reversed()) }
    let days = words.map { Int($0) }
    guard !days.isEmpty, days.count <= 50, days.allSatisfy({ $0.map { (0...3650).contains($0) } ?? false }) else {
      return nil
    }
    return Set(days.compactMap { $0 }).sorted(by: >)
  }
}

extension CalendarFeed {
  /// The output of a command that wrote a calendar.
  static func output(events: Int, to path: String?) -> ValueOutput {
    guard let path, path != "-" else { return .nothing }
    return ValueOutput(["file": path, "events": "\(events)"]) {
    } remarks: {
      Terminal.note("\(Terminal.number(events, "event")) written to \(path)")
    }
  }
}

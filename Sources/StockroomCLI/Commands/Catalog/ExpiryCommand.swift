internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// How long goods keep, and what becomes of those that did not.
struct ExpiryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expiry", abstract: "Show what expires when and how long foods keep, and write off what has expired.",
    discussion: """
      Goods that are kept by lot have a last day of use. Sales without a lot are taken from the lots that expire first. How long foods keep comes from a table such as the USDA's FoodKeeper, which is imported like any file.

      Examples:
        stockroom import foodkeeper.json
        stockroom expiry suggest butter --place refrigerator --on 2026-11-22
        stockroom expiry list --days 7
        stockroom expiry totals
        stockroom expiry write-off --expired-before 2026-11-22 --dry-run
        stockroom expiry calendar --to expiry.ics
      """,
    subcommands: [Suggest.self, List.self, Totals.self, WriteOff.self, Calendar.self])
}

extension DayOption {
  /// Today by the shop's clock.
  static func today(in database: ShopDatabase) -> CalendarDate { database.settings.clock.date(of: .now) }
}

/// The storage location of food on the command line.
enum PlaceArgument: String, ExpressibleByArgument, CaseIterable {
  case pantry, refrigerator, freezer

  var place: StorageDuration.Place {
    switch self {
    case .pantry: .pantry
    case .refrigerator: .refrigerator
    case .freezer: .freezer
    }
  }
}

extension ExpiryCommand {
  struct Suggest: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "suggest", abstract: "Suggest how long a food keeps, by the table of storage durations.",
      discussion: """
        Name the food by words, by its number in the table, or by the SKU or barcode of an item that has a food. If several \
        foods match, they are listed.

        Counted from the day given: after opening with --opened, after thawing with --thawed; else from purchase, where \
        the table has a time from purchase, else from storing. If the table has no time for that, its other times are shown \
        and no day is suggested.

        Examples:
          stockroom expiry suggest butter --place refrigerator
          stockroom expiry suggest "cream cheese" --on 2026-11-22 --opened
          stockroom expiry suggest 27 --place freezer --json
        """)
    static let acts = Acts(.readCatalog)

    @Argument(help: "The food: words of its name, its number, or the SKU or barcode of an item.")
    var food: String

    @Option(help: "Where it is kept: pantry, refrigerator or freezer; all of them unless given.")
    var place: PlaceArgument?

    @Option(help: ArgumentHelp("The day from which the time counts; today unless given.", valueName: "day"))
    var on: String?

    @Flag(help: "The time counts from opening.")
    var opened = false

    @Flag(help: "The time counts from thawing.")
    var thawed = false

    @OptionGroup var shopOptions: ShopOptions

    func checkOptions() throws {
      if opened, thawed {
        throw Problems(.usage, "--opened and --thawed exclude each other", remedy: "Give the one that came last.")
      }
    }

    private struct JSONOutput: Encodable {
      struct Found: Encodable {
        let food: String
        let name: String
        let category: String?
      }
      struct Time: Encodable {
        let place: String
        let from: String
        let keeps: String
        let isSuggested: Bool
        let earliest: String?
        let latest: String?
        let tips: String?
      }
      let on: String
      let foundBy: String
      let matches: [Found]
      let matchCount: Int
      var times: [Time]?
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let day = try DayOption.parse(on, flag: "--on") ?? DayOption.today(in: database)
      guard let match = try database.foods(food) else {
        throw Problems(
          .notFound, "the table of storage durations has no food '\(food)'",
          remedy: "Try fewer or other words; `stockroom export foods` lists all, and an import brings a table.")
      }
      var answer = JSONOutput(
        on: "\(day)", foundBy: match.way.rawValue,
        matches: match.foods.map { .init(food: $0.code, name: $0.name, category: $0.category) },
        matchCount: match.count, times: nil)
      // A merely similar name is not the one that was typed.
      guard match.count == 1, match.way != .near, let found = match.foods.first else {
        return ValueOutput(answer, status: ExitStatus.usage) { show(match) }
      }
      let times = StorageTimes(
        try database.storageDurations(of: found.id), place: place?.place,
        condition: opened ? .opened : thawed ? .thawed : nil, from: day)
      answer.times = times.entries.map { entry in
        .init(
          place: entry.duration.place.rawValue, from: entry.duration.condition.rawValue, keeps: entry.duration.words,
          isSuggested: entry.isSuggested, earliest: entry.days.map { "\($0.lowerBound)" },
          latest: entry.days.map { "\($0.upperBound)" }, tips: entry.duration.tips)
      }
      return ValueOutput(answer) {
        Terminal.say("\(found.code)  \(found.name)" + (found.category.map { "  (\($0))" } ?? ""))
        show(times, on: day)
      }
    }

    private func show(_ match: FoodMatch) {
      Terminal.say(
        match.way == .near
          ? "No food is called '\(food)'. Did you mean:" : "\(match.count) foods are meant by '\(food)':")
      Terminal.say(
        Terminal.table(["food", "name", "category"], match.foods.map { [$0.code, $0.name, $0.category ?? ""] }))
      if match.count > match.foods.count { Terminal.say("and \(match.count - match.foods.count) more") }
      Terminal.note("Give the number in the first column, or more words.")
    }

    private func show(_ times: StorageTimes, on day: CalendarDate) {
      guard !times.entries.isEmpty else {
        return Terminal.say(
          "The table says nothing of it\(place.map { " in the \($0.rawValue)" } ?? "").")
      }
      Terminal.say(
        Terminal.table(
          ["place", "from", "keeps", "use by"],
          times.entries.map { entry in
            [
              entry.duration.place.rawValue, entry.duration.condition.words, entry.duration.words,
              entry.isSuggested ? Self.days(entry.days) : "",
            ]
          }))
      for tip in times.tips { Terminal.say("  " + tip) }
      if !times.hasSuggestion {
        let asked = opened ? " after opening" : thawed ? " after thawing" : ""
        Terminal.note("The table gives no time\(asked) from which to calculate a day.")
      }
    }

    private static func days(_ days: ClosedRange<CalendarDate>?) -> String {
      guard let days else { return "" }
      return days.lowerBound == days.upperBound ? "\(days.upperBound)" : "\(days.lowerBound) to \(days.upperBound)"
    }
  }
}

extension StorageDuration.Condition {
  var words: String {
    switch self {
    case .stored: "storing"
    case .purchased: "purchase"
    case .opened: "opening"
    case .thawed: "thawing"
    }
  }
}

/// The times that a table gives for a food, and which of them answer a question.
struct StorageTimes {
  struct Entry {
    let duration: StorageDuration
    /// Whether it is the one that counts for its place.
    let isSuggested: Bool
    let days: ClosedRange<CalendarDate>?
  }

  let entries: [Entry]

  /// - Parameters:
  ///   - place: nil for all.
  ///   - condition: what was said of opening or thawing; nil when nothing was.
  init(
    _ durations: [StorageDuration], place: StorageDuration.Place?, condition: StorageDuration.Condition?,
    from day: CalendarDate
  ) {
    let wanted = durations.filter { place == nil || $0.place == place }
    // From purchase, else from storing: with both, the day given is that of purchase for most who ask.
    let ways: [StorageDuration.Condition] = condition.map { [$0] } ?? [.purchased, .stored]
    func counts(_ duration: StorageDuration) -> Bool {
      ways.first { way in wanted.contains { $0.place == duration.place && $0.condition == way && $0.unit != .notStated }
      }
        == duration.condition
    }
    entries = wanted.map { Entry(duration: $0, isSuggested: counts($0), days: $0.lastDays(from: day)) }
  }

  var hasSuggestion: Bool { entries.contains { $0.isSuggested } }

  /// Each once.
  var tips: [String] {
    var tips: [String] = []
    for tip in entries.compactMap(\.duration.tips) where !tips.contains(tip) { tips.append(tip) }
    return tips
  }
}

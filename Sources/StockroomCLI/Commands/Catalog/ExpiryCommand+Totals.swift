internal import ArgumentParser
internal import ProblemKit
internal import RetailValues
internal import Stock

extension ExpiryCommand {
  struct Totals: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "totals", abstract: "Say how many items in stock have expired, and how many expire soon.",
      discussion: """
        An item counts once, whatever the number of its lots. An item of which some lots have expired and others expire soon \
        is in both numbers.

        Examples:
          stockroom expiry totals
          stockroom expiry totals --days 14 --json
        """)
    static let acts = Acts(.readStock)

    @Option(help: ArgumentHelp("Look so many days ahead; 0 is today.", valueName: "number"))
    var days = 7

    @Option(help: ArgumentHelp("The day from which to count; today unless given.", valueName: "day"))
    var on: String?

    @OptionGroup var shopOptions: ShopOptions

    func checkOptions() throws { try ExpiryCommand.requireDays(days) }

    private struct JSONOutput: Encodable {
      let on: String
      let days: Int
      let expiredItems: Int
      let expiredLots: Int
      let expiringItems: Int
      let expiringLots: Int
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let today = try DayOption.parse(on, flag: "--on") ?? DayOption.today(in: database)
      let totals = try database.expiryTotals(on: today, through: today.adding(days: days) ?? today)
      let answer = JSONOutput(
        on: "\(today)", days: days, expiredItems: totals.expiredItems, expiredLots: totals.expiredLots,
        expiringItems: totals.expiringItems, expiringLots: totals.expiringLots)
      func said(_ items: Int, _ lots: Int) -> String {
        "\(Terminal.number(items, "item")) in \(Terminal.number(lots, "lot"))"
      }
      return ValueOutput(answer) {
        Terminal.say("Expired: \(said(totals.expiredItems, totals.expiredLots)).")
        Terminal.say(
          "To use within \(Terminal.number(days, "day")): \(said(totals.expiringItems, totals.expiringLots)).")
      }
    }
  }

  /// - Throws: a usage error for a number of days to look ahead that no calendar needs.
  static func requireDays(_ days: Int) throws {
    guard (0...36_500).contains(days) else {
      throw Problems(
        .usage, "--days \(days) is not from 0 to 36500", remedy: "Give the number of days to look ahead.")
    }
  }
}

internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

extension ListCommand {
  struct Add: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add something to a shared list: by barcode, by the table of foods, or by its name.",
      discussion: """
        A SKU or barcode of the catalog gives the item's name, product and food; a food of the table gives its name; anything \
        else is added under the words given. With --place, the last day of use is the latest that the table gives; otherwise \
        give it with --expires.

        Examples:
          stockroom list add home 4006381333931 --place refrigerator
          stockroom list add home butter --place freezer --on 2026-11-22 --remind 7,1
          stockroom list add home "Grandma's jam" --expires 2027-06-30
        """)
    static let acts = Acts(.keepLists)

    @Argument(help: "Code of the list; created if new.")
    var list: String
    @Argument(help: "A barcode or SKU, a food of the table, or a name.")
    var what: String

    @Option(help: ArgumentHelp("Last day of use.", valueName: "day"))
    var expires: String?
    @Option(help: "Where it is kept: pantry, refrigerator or freezer.")
    var place: PlaceArgument?
    @Option(help: ArgumentHelp("Day of purchase, or of opening with --opened; today unless given.", valueName: "day"))
    var on: String?
    @Flag(help: "It is open.")
    var opened = false
    @Option(help: ArgumentHelp("How much of it.", valueName: "number"))
    var quantity: String?
    @Option(help: ArgumentHelp("The unit of the quantity.", valueName: "text"))
    var unit: String?
    @Option(help: ArgumentHelp("Days before to remind, such as 7,1.", valueName: "numbers"))
    var remind: String?
    @Option(help: ArgumentHelp("Whose it is; codes of users, separated by commas.", valueName: "codes"))
    var owners: String?
    @Option(help: ArgumentHelp("Code of the entry; made from the time unless given.", valueName: "code"))
    var item: String?

    @OptionGroup var dryRunOption: DryRunOption
    @OptionGroup var guardOptions: GuardOptions
    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let person = shop.person
      let isNew = try !database.hasSharedList(list)
      if !isNew { try VisibleLists(database, for: person).require(list) }
      let day = try DayOption.parse(on, flag: "--on") ?? DayOption.today(in: database)
      var lastDay = try DayOption.parse(expires, flag: "--expires")
      let reminders = try remind.map { text in
        guard let days = Reminders.days(text) else {
          throw Problems(
            .usage, "--remind \(text) is not a list of days", remedy: "Write numbers from 0 to 3650, such as 7,1.")
        }
        return days.map { "\($0)" }.joined(separator: ",")
      }
      let variant = try database.variant(what)
      let match = try database.foods(what)
      let food = match.flatMap { $0.count == 1 && $0.way != .near ? $0.foods.first : nil }
      if lastDay == nil, variant == nil, food == nil, let match, match.way != .near {
        throw Problems(
          .usage,
          "\(match.count) foods are meant by '\(what)': "
            + Terminal.list(match.foods.map { "\($0.code) \($0.name)" }),
          remedy: "Give the number of one, or say with --expires until when it keeps.")
      }
      if lastDay == nil, let place, let food {
        let times = StorageTimes(
          try database.storageDurations(of: food.id), place: place.place, condition: opened ? .opened : nil, from: day)
        lastDay = times.entries.first { $0.isSuggested }?.days?.upperBound
      }
      guard let lastDay else {
        throw Problems(
          .usage, "until when '\(what)' keeps is not known",
          remedy: food == nil
            ? "Give the day with --expires." : "Say where it is kept with --place, or give the day with --expires.")
      }
      var records = ComposedRecords()
      if isNew { records.add("shared_lists", ["list": list, "list_kind": "household", "user": person.code]) }
      records.add(
        "list_items",
        [
          "list": list, "item": item ?? Timestamp.now.iso8601.filter { $0.isNumber || $0 == "T" || $0 == "Z" },
          "title": variant?.title ?? food?.name ?? what, "barcode": variant?.barcode,
          "product_code": try variant.flatMap { try database.productCode(ofVariant: $0.id) }, "food": food?.code,
          "expires_on": "\(lastDay)", "storage_place": place?.rawValue, "quantity": quantity, "quantity_unit": unit,
          "purchased_on": opened ? nil : "\(day)", "opened_on": opened ? "\(day)" : nil, "owners": owners,
          "reminder": reminders,
        ])
      var request = try records.request(named: "list \(list)", in: shop.folder)
      request.accepted = try guardOptions.accepted()
      var summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      summary.hideEarlierValues(from: person)
      return ValueOutput(ImportOutput(summary), status: ImportCommand.status(of: summary)) {
        Terminal.say("\(variant?.title ?? food?.name ?? what): use by \(lastDay)")
        ImportView(summary).show(request.source)
      }
    }
  }
}

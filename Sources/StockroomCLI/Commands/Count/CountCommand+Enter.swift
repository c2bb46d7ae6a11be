internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

extension CountCommand {
  struct Enter: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "enter", abstract: "Enter a filled-in sheet, or any file with items and counted quantities.",
      discussion: """
        Blank means not counted; zero is a count. Sections and counters add up; the same section entered again by the same \
        counter replaces the earlier entry, which is kept in the history. Items to recount have to be entered by another \
        counter. The same file twice changes nothing.

        Any list with a code and a quantity is accepted: code and qty, or barcode and count, as a phone or a spreadsheet writes \
        them, and lists without a header, such as 4006381333931;12. A list of codes alone counts one for each line. In \
        lists without a header, and in those of codes alone, several lines of one item add up.

        Example:
          stockroom count enter 1 counted.csv --section A --counter Mia
          stockroom count enter 1 phone.csv --section B
          stockroom count enter 1 weighed.csv --decimal point
        """)
    static let acts = Acts(.enterCounts)

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The file; - for standard input.")
    var file: String

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var notation: NotationOptions

    @Option(help: ArgumentHelp("The section that was counted.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Who counted.", valueName: "name"))
    var counter: String?

    @Option(help: ArgumentHelp("When it was counted, for lines without a time.", valueName: "time"))
    var at: String?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let session = try database.countSession(count)
      var request = ImportRequest(source: try ReadingOptions.source(file))
      request.format = reading.format
      request.profile = try reading.profile.map { try shop.folder.profile($0) }
      request.options = try reading.pairs()
      notation.apply(to: &request)
      request.kind = "count_lines"
      var layout: ScanLayout?
      if request.profile == nil, [nil, "csv"].contains(reading.format), try ScanLayout.isBareList(request.source) {
        let found = try ScanLayout(
          request.source, options: request.options, dates: notation.dates, knows: database.knowsItem)
        request.profile = found.profile(for: .count)
        request.duplicates["count_lines"] = .sum
        // Numbers alone in their lines would be JSON as well.
        request.format = "csv"
        layout = found
      } else if request.profile == nil {
        request.columns = try CodesByValue.columns(of: request, knows: database.knowsItem)
      }
      request.accepted = try guardOptions.accepted()
      try shop.folder.apply(to: &request)
      request.forced["count"] = session.code
      if let section { request.forced["section"] = section }
      if let counter { request.constants["counter"] = counter }
      if let moment = try MomentOption.parse(at, flag: "--at", clock: database.settings.clock) {
        request.constants["counted_at"] = database.settings.clock.iso8601(moment)
      }
      // A profile could make other records of the file as well.
      if let other = request.profile?.records.first(where: {
        Vocabulary.kind($0.kind)?.isCountLine != true
      }) {
        try shop.person.require(.importFiles, command: "count enter --profile, which makes \(other.kind)")
      }
      var summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      summary.findings += layout?.findings ?? []
      summary.hideEarlierValues(from: shop.person)
      return ValueOutput(summary, to: request)
    }
  }

  struct Section: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "section", abstract: "Set when a section was counted, for lines without a time.",
      discussion: """
        Example:
          stockroom count section 1 A --at 2026-10-31T17:30
        """)
    static let acts = Acts(.enterCounts)

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The section's name.")
    var section: String

    @Option(
      help: ArgumentHelp("When it was counted; without this option the section's time is removed.", valueName: "time"))
    var at: String?

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let clock = database.settings.clock
      let moment = try MomentOption.parse(at, flag: "--at", clock: clock)
      try database.setSectionTime(
        section, in: count, to: moment, actor: shop.actor)
      let time = moment.map { clock.iso8601($0) }
      return ValueOutput(
        ["count": count, "section": section, "counted_at": time ?? ""],
        time.map { "Section \(section) of count \(count) was counted at \($0)." }
          ?? "Section \(section) of count \(count) has no time of its own.")
    }
  }

  struct Resolve: CountingCommand {
    static let configuration = CommandConfiguration(
      commandName: "resolve", abstract: "Assign an unknown code of a count to an item.",
      discussion: """
        Example:
          stockroom count resolve 1 2419999000423 A1001-BLK-S
        """)
    static let acts = Acts(.runSessions)

    @OptionGroup var chosen: CountArgument

    @Argument(help: "The unknown code, as `count status` shows it.")
    var code: String

    @Argument(help: "The SKU or a barcode of the item.")
    var item: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      let entries = try shop.books.resolveCountedItem(
        code, as: item, in: count, actor: shop.actor)
      return ValueOutput(
        ["code": code, "item": item, "entries": "\(entries)"],
        "\(code) is \(item): \(Terminal.number(entries, "entry", plural: "entries")).")
    }
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock

/// Takes in a scanner's list of codes.
struct ScanCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Import a scanner's list: goods received, sold, returned or counted.",
    discussion: """
      One code a line; a second column is the quantity, a column with a date and time says when. Without a header the \
      columns are recognised by their values. A code is a barcode or a SKU; one scan of a case counts all that is in it.

      Examples:
        stockroom scan till.csv --kind sale --location shop
        stockroom scan delivery.txt --kind receipt --location stockroom --document DN-4711
        stockroom scan shelf-3.txt --kind count --count 1 --section C
        stockroom scan till.csv --kind sale --location shop --on-error skip
      """)
  static let acts = Acts(.recordGoods, .enterCounts, when: "all but --kind count; or --kind count")
  static let worksInOneStore = true
  static let hasKind = true
  var act: Act { purpose == .count ? .enterCounts : .recordGoods }

  enum Purpose: String, ExpressibleByArgument, CaseIterable {
    case receipt, sale, `return`, count
  }

  @Argument(help: "The scanner's file; - for standard input.")
  var file: String

  @Option(help: ArgumentHelp("What was scanned; required.", valueName: "kind"))
  var kind: Purpose?

  @Option(help: ArgumentHelp("The location; the shop's only one unless given.", valueName: "code"))
  var location: String?

  @Option(help: ArgumentHelp("When, for lines without a time; now unless given.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("Number of the document, such as the delivery note.", valueName: "number"))
  var document: String?

  @Option(help: ArgumentHelp("The count that is entered.", valueName: "number"))
  var count: String?

  @Option(help: ArgumentHelp("The section that was counted.", valueName: "name"))
  var section: String?

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp("An option of the format csv, such as charset=windows-1252.", valueName: "name=value"))
  var formatOptions: [String] = []

  @OptionGroup var notation: NotationOptions

  @OptionGroup var dryRunOption: DryRunOption

  @OptionGroup var errorOptions: ErrorOptions

  @Flag(help: "Apply a file again that was applied before.")
  var again = false

  @OptionGroup var guardOptions: GuardOptions

  @OptionGroup var shopOptions: ShopOptions

  private var purpose: Purpose? { kind ?? shopOptions.former.kind.flatMap { Purpose(rawValue: $0) } }

  private func requirePurpose() throws -> Purpose {
    if let purpose { return purpose }
    let former = shopOptions.former.kind
    throw Problems(
      .usage, former.map { "there is no kind of scan '\($0)'" } ?? "--kind is missing: nothing says what was scanned",
      remedy: "Write --kind receipt, --kind sale, --kind return or --kind count.")
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    let purpose = try requirePurpose()
    let database = try shop.books
    let clock = database.settings.clock
    let now = Timestamp.now
    let moment = try MomentOption.parse(at, flag: "--at", clock: clock)
    var request = ImportRequest(source: try ReadingOptions.source(file))
    // Named for this list, they distinguish it from another with the same content.
    request.identityParts = [document, moment.map { clock.iso8601($0) }].compactMap { $0 }
    request.again = again
    request.accepted = try guardOptions.accepted()
    try shop.folder.apply(to: &request)
    request.location = try database.code(location, among: .locations) ?? shop.folder.settings.location
    notation.apply(to: &request)
    let layout = try ScanLayout(
      request.source, options: try ReadingOptions.pairs(formatOptions, flag: "--option"), dates: notation.dates,
      knows: database.knowsItem)
    request.profile = layout.profile(for: purpose)
    request.onError = errorOptions.policy(for: request, file: file)
    if purpose == .count {
      guard let count else {
        throw Problems(
          .usage, "which count was scanned?", remedy: "Name it with --count N; `stockroom count open` opens one.")
      }
      _ = try database.countSession(count)
      request.forced = ["count": count]
      request.location = nil
      request.duplicates["count_lines"] = .sum
      if let section { request.forced["section"] = section }
      if let moment { request.forced["counted_at"] = clock.iso8601(moment) }
    } else {
      // The moment in the number keeps two lists apart that read the same.
      request.forced["document"] = document ?? "scan \(clock.iso8601(now))"
      if !layout.hasTime { request.forced["effective_at"] = clock.iso8601(moment ?? now) }
    }
    var summary = try ImportCommand.perform(
      request, in: database, actor: dryRunOption.actor(in: shop))
    summary.findings += layout.findings
    summary.hideEarlierValues(from: shop.person)
    return ValueOutput(summary, to: request, canSkip: true, isScan: true)
  }
}

internal import ArgumentParser
internal import FormatKit
internal import Foundation
internal import Reconciliation
internal import RetailValues
internal import Stock

/// Sets what was counted against what should be there.
struct ReconcileCommand: CountingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconcile", abstract: "Compare a count with the expected stock, and post the variances.",
    discussion: """
      Only --approve, --post, --reverse, --decide, --exclude and --include change data. Posting is one transaction; repeating \
      it does nothing. A full count with lines that were not counted is refused, unless --uncounted says what they mean.

      In a count with rules, variances beyond the tolerance are recounted (`count recount`) and then approved, by people who \
      did not count, except in a shop of one person. Movements that are recorded later, but happened before a posted count, \
      correct it and are shown as restated. See docs/guides/counting.md.

      Examples:
        stockroom reconcile 1
        stockroom reconcile 1 --to lines.csv
      stockroom reconcile 1 --to differences.csv --lines differences --titles
        stockroom reconcile 1 --uncounted ignore --post
        stockroom reconcile 1 --uncounted zero --accept-write-off 118.40 --post
        stockroom reconcile 1 --decide A1001-BLK-S=7 --note "second shelf was missed" --user Ines
        stockroom reconcile 1 --approve --note "seen" --user Ines
        stockroom reconcile 1 --reverse --note "wrong location was counted" --user Ines
      """)
  static let acts = Acts(
    .reviewCounts, .runSessions, .postCounts,
    when: "shown only; with --decide, --exclude, --include or --resolve; or with --approve, --post or --reverse")
  var act: Act { isPosting ? .postCounts : isDeciding ? .runSessions : .reviewCounts }

  @OptionGroup var chosen: CountArgument

  @Option(help: ArgumentHelp("As of when, for a count without a cut-off; now unless given.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("What blank lines mean.", valueName: "policy"))
  var uncounted: UncountedPolicy?

  @Option(
    help: ArgumentHelp("The total at cost that --uncounted zero writes off, as shown before.", valueName: "amount"))
  var acceptWriteOff: String?

  @Option(
    help: ArgumentHelp(
      "The net variance at cost that was shown before; any other is neither approved nor posted.", valueName: "amount"))
  var acceptNet: String?

  @OptionGroup var rulesOptions: CountRulesOptions

  @Option(
    name: .customLong("reason"),
    help: ArgumentHelp("The reason of an item's variance, where it is known.", valueName: "sku=reason"))
  var reasons: [String] = []

  @Option(
    name: .customLong("decide"),
    help: ArgumentHelp(
      "The right quantity, where counts differ or a recount is not possible.", valueName: "sku=quantity"))
  var decisions: [String] = []

  @Option(name: .customLong("exclude"), help: ArgumentHelp("An item to leave out of this count.", valueName: "sku"))
  var excluded: [String] = []

  @Option(
    name: .customLong("include"), help: ArgumentHelp("Include an item that was left out.", valueName: "sku"))
  var included: [String] = []

  @Option(
    name: .customLong("resolve"),
    help: ArgumentHelp("The item of a code that is not in the catalog.", valueName: "code=sku"))
  var resolved: [String] = []

  @Option(help: ArgumentHelp("The reason for a decision, an approval or a reversal.", valueName: "text"))
  var note: String?

  @Flag(help: "Show every line, not only those with a variance.")
  var all = false

  @Flag(help: "Add the titles of the items to the lines of --json and of --to.")
  var titles = false

  @Option(
    help: ArgumentHelp("The file to write the lines to; - for standard output.", valueName: "file"))
  var to: String?

  @Option(help: ArgumentHelp("Which lines --to writes.", valueName: "lines"))
  var lines = CountLineChoice.all

  @Option(help: ArgumentHelp("Its format; by the file's ending when not given, else csv.", valueName: "format"))
  var format: String?

  @OptionGroup var formulas: FormulaOptions

  @Flag(help: "Approve the variances beyond the tolerance, of a count that is closed.")
  var approve = false

  @Flag(help: "Post the variances to the ledger.")
  var post = false

  @Flag(help: "Reverse a posted count by movements of the opposite quantity.")
  var reverse = false

  @OptionGroup var guardOptions: GuardOptions

  @OptionGroup var shopOptions: ShopOptions

  /// Whether it is to change the books or to allow that.
  var isPosting: Bool { approve || post || reverse }
  /// Whether something of the count is decided.
  var isDeciding: Bool { !(decisions.isEmpty && excluded.isEmpty && included.isEmpty && resolved.isEmpty) }

  func run(in shop: OpenShop) throws -> ValueOutput {
    let books = try shop.books
    let moment = try MomentOption.parse(asOf, flag: "--as-of", clock: books.settings.clock)
    return try ReconcileRun(command: self, shop: shop, database: books, moment: moment).perform()
  }
}

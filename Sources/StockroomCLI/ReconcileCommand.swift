internal import ArgumentParser
internal import Catalog
internal import FormatKit
internal import Foundation
internal import Reconciliation
internal import Stock

/// Sets what was counted against what should be there.
struct ReconcileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconcile", abstract: "Set what was counted against what should be there, and post the variances.",
    discussion: """
      Without --post nothing is changed. Posting is one transaction; repeating it does nothing. A full count fails on lines \
      that nobody counted, unless --uncounted says what they mean.

      Examples:
        stockroom reconcile 1
        stockroom reconcile 1 --uncounted ignore --post
        stockroom reconcile 1 --uncounted zero --accept-write-off 118.40 --post
      """)

  @Argument(help: "The count's number or name.")
  var count: String

  @Option(help: ArgumentHelp("As of when, for a count without a cut-off; now unless given.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("What blank lines mean: ignore, fail or zero.", valueName: "policy"))
  var uncounted: String?

  @Option(
    help: ArgumentHelp("The total at cost that --uncounted zero writes off, as it was shown.", valueName: "amount"))
  var acceptWriteOff: String?

  @Option(help: ArgumentHelp("Variances up to so many units are within tolerance.", valueName: "units"))
  var toleranceUnits: String?

  @Option(
    help: ArgumentHelp(
      "Variances up to so many percent of what is expected are within tolerance.", valueName: "percent"))
  var tolerancePercent: String?

  @Option(help: ArgumentHelp("Variances worth more than this at cost are never within tolerance.", valueName: "amount"))
  var toleranceValue: String?

  @Option(
    name: .customLong("reason"),
    help: ArgumentHelp("The reason of an item's variance, where it is known.", valueName: "sku=reason"))
  var reasons: [String] = []

  @Option(name: .customLong("exclude"), help: ArgumentHelp("An item to leave out of this count.", valueName: "sku"))
  var excluded: [String] = []

  @Flag(help: "Show every line, not only those with a variance.")
  var all = false

  @Flag(help: "Post the variances to the ledger.")
  var post = false

  @OptionGroup var shopOptions: ShopOptions

  func run() throws {
    let folder = try shopOptions.folder()
    let database = try folder.open()
    let moment = try MomentOption.parse(asOf, flag: "--as-of", clock: database.settings.clock)
    let options = try options(database)
    let session = try database.countSession(count)
    var view = ReconciliationView(database: database, showsAllLines: all)
    if session.state == .posted {
      let posted = try database.postCount(
        count, uncounted: options.policy(for: session.kind),
        actor: try folder.actor(shopOptions.user, command: "reconcile")
      ) { _ in [] }
      return try view.show(posted, asJSON: shopOptions.json)
    }
    if !post {
      let reconciliation = Reconciliation(of: try database.countFactsForPosting(count, asOf: moment), options: options)
      try view.show(reconciliation, asJSON: shopOptions.json)
      return
    }
    var reconciled: Reconciliation?
    do {
      let posted = try database.postCount(
        count, asOf: moment, uncounted: options.policy(for: session.kind), valuation: options.valuation.rawValue,
        actor: try folder.actor(shopOptions.user, command: "reconcile")
      ) { facts in
        let reconciliation = Reconciliation(of: facts, options: options)
        reconciled = reconciliation
        if let problem = reconciliation.problems.first { throw problem }
        return reconciliation.lines
      }
      if let reconciled { try view.show(reconciled, asJSON: false, isQuiet: shopOptions.json) }
      try view.show(posted, asJSON: shopOptions.json)
    } catch is ReconciliationProblem {
      // Everything that stands in the way is told in one go.
      if let reconciled { try view.show(reconciled, asJSON: shopOptions.json) }
      throw Finished(status: ExitStatus.refused)
    }
  }

  private func options(_ database: ShopDatabase) throws -> ReconciliationOptions {
    var options = ReconciliationOptions()
    let currency = database.settings.currency
    if let uncounted {
      guard let policy = UncountedPolicy(rawValue: uncounted) else {
        throw UsageError("--uncounted \(uncounted) is none of ignore, fail, zero", remedy: "Write --uncounted ignore.")
      }
      options.uncounted = policy
    }
    func money(_ text: String?, _ flag: String) throws -> Money? {
      guard let text else { return nil }
      guard let number = try? ExactDecimal(parsing: text.utf8), let money = Money(number, currency: currency) else {
        throw UsageError("\(flag) \(text) is not an amount", remedy: "Write it as 118.40.")
      }
      return money
    }
    options.acceptedWriteOff = try money(acceptWriteOff, "--accept-write-off")
    options.tolerance.valueLimit = try money(toleranceValue, "--tolerance-value")
    if let toleranceUnits {
      guard let units = Quantity(toleranceUnits), units.scaled >= 0 else {
        throw UsageError(
          "--tolerance-units \(toleranceUnits) is not a number of units", remedy: "Write it as 2 or 0.250.")
      }
      options.tolerance.absolute = units
    }
    if let tolerancePercent {
      guard let share = try? ExactDecimal(parsing: tolerancePercent.utf8).scaled(toFractionDigits: 4), share.value >= 0
      else {
        throw UsageError("--tolerance-percent \(tolerancePercent) is not a percentage", remedy: "Write it as 1.5.")
      }
      options.tolerance.shareInMillionths = share.value
    }
    for (sku, code) in try ReadingOptions.pairs(reasons, flag: "--reason").sorted(by: { $0.key < $1.key }) {
      guard let reason = Reason.builtIn.first(where: { $0.code == code }) else {
        let near = nearestName(to: code, among: Reason.builtIn.map(\.code))
        throw UsageError(
          "there is no reason '\(code)'",
          remedy: near.map { "Did you mean '\($0)'?" }
            ?? "Reasons: \(Reason.builtIn.map(\.code).joined(separator: ", ")).")
      }
      options.reasons[try variant(sku, database)] = reason
    }
    for sku in excluded { options.excluded.insert(try variant(sku, database)) }
    return options
  }

  private func variant(_ sku: String, _ database: ShopDatabase) throws -> Int64 {
    guard let variant = try database.variant(sku) else {
      throw StockError(.notFound, "the catalog has no item '\(sku)'", remedy: "Give the SKU or a barcode of an item.")
    }
    return variant.id
  }
}

/// A reconciliation as people see it.
struct ReconciliationView {
  let database: ShopDatabase
  let showsAllLines: Bool
  /// How many lines a terminal is shown.
  private let shownLines = 200

  init(database: ShopDatabase, showsAllLines: Bool) {
    self.database = database
    self.showsAllLines = showsAllLines
  }

  private struct Answer: Encodable {
    struct Line: Encodable {
      let sku: String
      let state: String
      let asOf: String
      let counted: String?
      let expected: String
      let variance: String?
      let unitCost: String?
      let costSource: String
      let varianceAtCost: String?
      let varianceAtRetail: String?
      let reason: String
      let route: String
    }
    struct Amount: Encodable {
      let units: String
      let cost: String
      let retail: String

      init(_ amount: ShrinkageAmount) {
        units = amount.units.description
        cost = amount.cost.amount
        retail = amount.retail.amount
      }
    }
    struct Problem: Encodable {
      let code: String
      let message: String
      let remedy: String
    }
    let count: String
    let currency: String
    let valuation: String
    let uncounted: String
    let net: Amount
    let grossLoss: Amount
    let grossGain: Amount
    let unvaluedLines: Int
    let problems: [Problem]
    let lines: [Line]
  }

  private struct PostedAnswer: Encodable {
    let count: String
    let state: String
    let postedBefore: Bool
    let lines: Int
    let adjustments: Int
    let restatedLines: Int
  }

  mutating func show(_ reconciliation: Reconciliation, asJSON: Bool, isQuiet: Bool = false) throws {
    if asJSON { return try Terminal.sayJSON(answer(reconciliation)) }
    guard !isQuiet else { return }
    let lines = reconciliation.lines.filter { showsAllLines || ($0.variance.map { $0.scaled != 0 } ?? false) }
    let sorted = lines.sorted { left, right in
      (left.costValue?.minorUnits.magnitude ?? 0, right.fact.sku) > (
        right.costValue?.minorUnits.magnitude ?? 0, left.fact.sku
      )
    }
    let rows = sorted.prefix(shownLines).map { line in
      [
        line.fact.sku, line.state.rawValue, line.fact.counted?.description ?? "", line.fact.expected.description,
        line.variance?.description ?? "", line.costValue?.amount ?? (line.variance == nil ? "" : "unvalued"),
        line.retailValue?.amount ?? "", line.costSource.rawValue,
      ]
    }
    if !rows.isEmpty {
      Terminal.say(
        Terminal.table(
          ["item", "state", "counted", "expected", "variance", "at cost", "at retail", "cost from"], rows,
          rightAligned: [2, 3, 4, 5, 6]))
      if sorted.count > shownLines {
        Terminal.say("… and \(sorted.count - shownLines) more lines; --json gives them all")
      }
      Terminal.say()
    }
    let totals = reconciliation.totals
    let matched = reconciliation.lines.count { $0.route == .matched }
    let uncounted = reconciliation.lines.count { $0.state == .uncounted }
    Terminal.say(
      "Count \(reconciliation.session): \(reconciliation.lines.count) lines, \(matched) matched, \(uncounted) uncounted, at \(reconciliation.valuation.rawValue) cost"
    )
    func amounts(_ name: String, _ amount: ShrinkageAmount) -> [String] {
      [name, amount.units.description, amount.cost.amount, amount.retail.amount]
    }
    Terminal.say(
      Terminal.table(
        ["shrinkage (loss is positive)", "units", "at cost", "at retail"],
        [amounts("gross loss", totals.grossLoss), amounts("gross gain", totals.grossGain), amounts("net", totals.net)],
        rightAligned: [1, 2, 3]))
    if totals.unvaluedLines > 0 {
      Terminal.say(
        "\(totals.unvaluedLines) lines with a variance have no cost: they are in the units, not in the money.")
    }
    for problem in reconciliation.problems { Terminal.complain(problem.message, remedy: problem.remedy) }
  }

  private func answer(_ reconciliation: Reconciliation) -> Answer {
    let clock = database.settings.clock
    let lines = reconciliation.lines.filter { showsAllLines || ($0.variance.map { $0.scaled != 0 } ?? false) }
    return Answer(
      count: reconciliation.session, currency: database.settings.currency.code,
      valuation: reconciliation.valuation.rawValue, uncounted: reconciliation.policy.rawValue,
      net: .init(reconciliation.totals.net), grossLoss: .init(reconciliation.totals.grossLoss),
      grossGain: .init(reconciliation.totals.grossGain), unvaluedLines: reconciliation.totals.unvaluedLines,
      problems: reconciliation.problems.map { .init(code: $0.code.rawValue, message: $0.message, remedy: $0.remedy) },
      lines: lines.map { line in
        .init(
          sku: line.fact.sku, state: line.state.rawValue, asOf: clock.iso8601(line.fact.asOf),
          counted: line.fact.counted?.description, expected: line.fact.expected.description,
          variance: line.variance?.description, unitCost: line.unitCost?.description,
          costSource: line.costSource.rawValue, varianceAtCost: line.costValue?.amount,
          varianceAtRetail: line.retailValue?.amount, reason: line.reason, route: line.route.rawValue)
      })
  }

  func show(_ posted: PostedCount, asJSON: Bool) throws {
    if asJSON {
      return try Terminal.sayJSON(
        PostedAnswer(
          count: posted.session.code, state: posted.session.state.rawValue, postedBefore: posted.wasPostedBefore,
          lines: posted.lines, adjustments: posted.adjustments, restatedLines: posted.restatedLines))
    }
    if posted.wasPostedBefore {
      Terminal.say("Count \(posted.session.code) was posted before; nothing changed.")
    } else {
      Terminal.say("Posted count \(posted.session.code): \(posted.lines) lines, \(posted.adjustments) adjustments.")
    }
  }
}

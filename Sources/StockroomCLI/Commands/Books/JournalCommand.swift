internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reconciliation
internal import RetailValues
internal import Stock
internal import StockJournal

/// Writes the journal for the accountant.
struct JournalCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Write the journal of stock for the accountant.",
    discussion: """
      Opening stock, count variances with their corrections, and goods taken out for a reason, at cost, as balanced entries. \
      The accounts are set under `accounts:` in stockroom.yml; docs/guides/journal.md explains what is debited and credited when.

      Examples:
        stockroom journal --format hledger --out stock.journal
        stockroom journal --from 2026-10-01 --to 2026-10-31 --out october.csv
        stockroom journal --location shop --format beancount
      """)
  static let acts = Acts(.readJournal)

  @Option(help: ArgumentHelp("The first day.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The last day.", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("Only this location.", valueName: "code"))
  var location: String?

  @Option(help: ArgumentHelp("By the ending of --out when not given, else csv.", valueName: "format"))
  var format: JournalFormat?

  @Option(help: ArgumentHelp("The file to write; standard output when not given or -.", valueName: "file"))
  var out: String?

  @OptionGroup var formulas: FormulaOptions

  @OptionGroup var shopOptions: ShopOptions

  func run(in shop: OpenShop) throws -> ValueOutput {
    let format = try chosenFormat()
    let books = try shop.books
    let first = try DayOption.parse(from, flag: "--from")
    let last = try DayOption.parse(to, flag: "--to")
    if let first, let last, last < first {
      throw Problems(.usage, "--to \(last) is before --from \(first)", remedy: "Exchange the two days.")
    }
    let summary = try books.readJournal(
      accounts: shop.folder.settings.accounts, from: first, to: last,
      location: books.code(location, among: .locations)
    ) { journal in
      shop.progress.begin("writing", counting: .things("entries"))
      return try Output.write(to: out) { sink in try write(journal, as: format, to: sink, shop.progress) }
    }
    if let out, out != "-" { Terminal.note("Wrote \(summary.entries) entries to \(out).") }
    if summary.unvaluedLines > 0 {
      Terminal.note(
        "\(summary.unvaluedLines) \(summary.unvaluedLines == 1 ? "line has no cost: it is" : "lines have no cost: they are") in no amount. "
          + "\(summary.emptyEntries) \(summary.emptyEntries == 1 ? "entry is" : "entries are") left out."
      )
    }
    return .nothing
  }

  private func write(
    _ journal: Journal, as format: JournalFormat, to sink: ByteSink, _ progress: Progress
  ) throws -> JournalSummary {
    var heading = JournalHeading(
      shopName: journal.shopName, currency: journal.currency, closedThrough: journal.closedThrough?.description)
    if format.declaresAccounts {
      try journal.entries { entry in
        for posting in entry.postings {
          heading.accounts[posting.account] = min(heading.accounts[posting.account] ?? entry.date, entry.date)
        }
      }
    }
    var writer = JournalWriter(format, heading: heading, keepsFormulas: formulas.keepFormulas)
    try sink.write(try writer.head())
    var count = 0
    let summary = try journal.entries { entry in
      try sink.write(try writer.text(of: entry))
      count += 1
      if count % 256 == 0 { progress.advance(to: count) }
    }
    try sink.write(writer.foot(unvaluedLines: summary.unvaluedLines, emptyEntries: summary.emptyEntries))
    return summary
  }

  private func chosenFormat() throws -> JournalFormat {
    if let format { return format }
    if shopOptions.json { return .json }
    guard let out, out != "-" else { return .csv }
    if let chosen = JournalFormat(fileEnding: (out as NSString).pathExtension) { return chosen }
    throw Problems(
      .usage, "the ending of \(out) does not say which format to write",
      remedy: "Give --format csv, hledger, beancount or json.")
  }
}

/// A day on the command line.
enum DayOption {
  static func parse(_ text: String?, flag: String) throws -> CalendarDate? {
    guard let text else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
    guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
      let day = CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])
    else {
      throw Problems(.usage, "\(flag) \(text) is not a day", remedy: "Write it as 2026-10-31.")
    }
    return day
  }
}

/// The part `accounts:` of `stockroom.yml`.
enum AccountSettings {
  private static let names = ["inventory", "opening_equity", "shrinkage", "reasons"]

  /// Reads the accounts that a shop sets.
  ///
  /// - Parameters:
  ///   - value: the value of `accounts:`; nil without one.
  ///   - own: the shop's own reasons.
  static func accounts(_ value: Any?, reasons own: [Reason] = [], file: String) throws -> JournalAccounts {
    var accounts = JournalAccounts()
    guard let value, !(value is NSNull) else { return accounts }
    guard let pairs = value as? [String: Any] else {
      throw Problems(
        .usage, "\(file): accounts is not a list of accounts",
        remedy: "Write lines such as `inventory: Assets:Inventory`."
      )
    }
    for (name, setting) in pairs.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "inventory": accounts.inventory = try account(setting, "accounts, inventory", file)
      case "opening_equity": accounts.openingEquity = try account(setting, "accounts, opening_equity", file)
      case "shrinkage": accounts.shrinkage = try account(setting, "accounts, shrinkage", file)
      case "reasons":
        guard let reasons = setting as? [String: Any] else {
          throw Problems(
            .usage, "\(file): reasons is not a list of accounts by reason",
            remedy: "Write lines such as `damage: Expenses:Damage`.")
        }
        let codes = (Reason.builtIn + own).map(\.code)
        for (code, setting) in reasons.sorted(by: { $0.key < $1.key }) {
          guard codes.contains(code) else {
            throw Problems(
              .usage, "\(file): there is no reason '\(code)'",
              remedy: nearestName(to: code, among: codes).map { "Did you mean '\($0)'?" }
                ?? "Reasons: \(codes.joined(separator: ", ")).")
          }
          accounts.reasons[code] = try account(setting, "accounts, reasons, \(code)", file)
        }
      default:
        throw Problems(
          .usage, "\(file): there is no account setting '\(name)'",
          remedy: nearestName(to: name, among: names).map { "Did you mean '\($0)'?" }
            ?? "Settings: \(names.joined(separator: ", ")).")
      }
    }
    return accounts
  }

  static func account(_ value: Any, _ setting: String, _ file: String) throws -> String {
    guard let pattern = value as? String else {
      throw Problems(
        .usage, "\(file): \(setting) is not a name of an account", remedy: "Write one such as Assets:Inventory.")
    }
    do {
      try JournalAccounts.validate(pattern, of: setting)
    } catch {
      throw Problems(.usage, "\(file): \(error.message)", remedy: error.remedy)
    }
    return pattern
  }
}

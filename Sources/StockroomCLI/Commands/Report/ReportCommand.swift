internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reporting
internal import RetailValues
internal import Serving
internal import Stock
internal import Wording

/// Writes a report, or lists those there are.
struct ReportCommand: ShopCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write a report; without a name, list the reports.",
    discussion: """
      Reports in the shop's own reports/ are used before the supplied ones; docs/guides/reports.md explains how to write one.

      Examples:
        stockroom report
        stockroom report shrinkage --describe
        stockroom report shrinkage --param period=2026-Q4 --out shrinkage.html
        stockroom report shrinkage --param period=last-month --out shrinkage.html
        stockroom report shrinkage --language de --out shrinkage.xlsx
        stockroom report --new slow-sellers --title "Slow sellers"
        stockroom report --check reports/slow-sellers
        stockroom report stock-on-hand --param location=shop --format csv
      """)
  static let acts = Acts(.readCatalog, .defineOptions, when: "without --new; or with it")
  static let worksInOneStore = true
  var act: Act { new == nil ? .readCatalog : .defineOptions }

  @Argument(help: "The report's name.")
  var name: String?

  @Option(help: ArgumentHelp("A parameter of the report; may be repeated.", valueName: "name=value"))
  var param: [String] = []

  @Option(
    help: ArgumentHelp(
      "By the ending of --out when not given, else html.", valueName: "format"))
  var format: ReportFormat?

  @Option(help: ArgumentHelp("The file to write; standard output when not given or -.", valueName: "file"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "The language of pages and workbooks; the shop's when not given. Lists and --describe are in English without it.",
      valueName: "language"))
  var language: Language?

  @Option(
    help: ArgumentHelp(
      "Print the report's texts that are not translated into this language, as a message file to fill in.",
      valueName: "language"))
  var messages: Language?

  @Option(help: ArgumentHelp("Time limit of the report's queries, in seconds.", valueName: "seconds"))
  var timeLimit: Double = 60

  @Option(help: ArgumentHelp("The time of creation shown in the report; now unless given.", valueName: "time"))
  var generatedAt: String?

  @Option(
    help: ArgumentHelp(
      "Link figures of the page to what they are made of, in pages that begin with this address, such as / of a server.",
      valueName: "address"))
  var links: String?

  @Option(
    help: ArgumentHelp(
      "Show at most this many rows of each long table of an HTML page; its figures are of all rows.",
      valueName: "number"))
  var rows: Int?

  @Flag(help: "Show the report's parameters with their types, defaults, choices and limits.")
  var describe = false

  @Option(
    help: ArgumentHelp(
      "Check a report for its author: its SQL, templates and translations, and what makes it slow.",
      valueName: "folder"))
  var check: String?

  @Flag(help: "With --check: exit with status 3 if there are only warnings.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Create a working report of that name in the shop's reports/ as a starting point.",
      valueName: "name"))
  var new: String?

  @Option(help: ArgumentHelp("With --new: the title of the report.", valueName: "text"))
  var title: String?

  @OptionGroup var formulas: FormulaOptions

  @OptionGroup var shopOptions: ShopOptions

  func run() throws {
    // A report can be checked without a shop.
    if !needsShop, let check {
      let output = try self.check(check, in: nil)
      try output.write(as: shopOptions.json ? .json : .text)
      if output.status != ExitStatus.done { throw Finished(status: output.status) }
    } else {
      try runInShop()
    }
  }

  func run(in shop: OpenShop) throws -> ValueOutput {
    if name == nil, describe || messages != nil {
      let flag = describe ? "--describe" : "--messages \(messages?.rawValue ?? "")"
      throw Problems(.usage, "\(flag) needs the name of a report", remedy: "Write stockroom report NAME \(flag).")
    }
    if let check { return try self.check(check, in: shop) }
    let folder = shop.folder
    let library = folder.reports
    if let new {
      return try start(new, in: folder, library)
    }
    guard let name else { return try list(library, in: shop) }
    let report = try library.report(named: name)
    if describe { return try describe(report, in: shop) }
    if let messages {
      try sayMessages(of: report, in: messages)
      return .nothing
    }
    let database = try shop.books
    var options = ReportOptions(
      parameters: try parameters(), format: try chosenFormat(), timeLimit: timeLimit,
      guardsFormulas: !formulas.keepFormulas)
    let moment = try MomentOption.parse(generatedAt, flag: "--generated-at", clock: database.settings.clock)
    if let moment { options.generatedAt = moment }
    options.language = language ?? folder.settings.language
    options.links = try checkedLinks()
    options.rowLimit = try checkedRows(options.format)
    func may(_ act: Act) -> Bool { shop.person.store == nil && shop.person.roles.role(for: act) != nil }
    (options.linksImports, options.linksDrafts) = (may(.readChangeSets), may(.placeOrders))
    options.seen = shop.person.sees
    options.reader = ReportReader(user: shop.person.code, store: shop.person.store)
    try Progress.run(name) { progress in
      // Pages have many queries; what is shown is the one that takes its time, and what is written meanwhile.
      var written = 0
      var begun = -1
      let all = options.format == .html ? report.stepsOfPage : 0
      func begin(_ query: String) {
        progress.begin(query, counting: .bytes, as: .reading)
        begun += 1
        if all > 0 { progress.finish(steps: min(max(0, begun - 1), all), of: all) }
        written = 0
      }
      let watch = progress.isStopped.map { isStopped in
        ReportWatch(isStopped: isStopped, counted: { progress.count(records: $0, errors: 0) })
      }
      begin("starting")
      try Output.write(to: out) { sink in
        try report.run(on: folder.databasePath, options, begun: begin, watch: watch) { bytes in
          try sink.write(bytes.assumingMemoryBound(to: UInt8.self))
          written += bytes.count
          progress.advance(to: written)
        }
      }
    }
    if let out, out != "-" { Terminal.note("Wrote \(report.title.lowercased()) to \(out).") }
    return .nothing
  }

  /// The folders of the reports that are installed with the program.
  static var installedFolders: [String] {
    let folder = ShippedFolder.find(
      variable: "STOCKROOM_REPORTS", name: "reports", packagePath: "reports", marker: "_shared")
    return folder.map { [$0] } ?? []
  }

  /// The beginning of the addresses of links: a path, or an address of the web.
  private func checkedLinks() throws -> String? {
    guard let links else { return nil }
    guard ["/", "http://", "https://"].contains(where: links.lowercased().hasPrefix), links.hasSuffix("/"),
      links.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F })
    else {
      throw Problems(
        .usage, "--links '\(links)' is not the beginning of an address",
        remedy: "Write / or an address such as https://shop.example/, with a slash at its end.")
    }
    return links
  }

  private func checkedRows(_ format: ReportFormat) throws -> Int? {
    guard let rows else { return nil }
    guard rows > 0 else {
      throw Problems(.usage, "--rows \(rows) is not a number of rows", remedy: "Write --rows 200, or leave it out.")
    }
    // Files have all rows.
    return format == .html ? rows : nil
  }

  private func parameters() throws -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in param {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
        throw Problems(.usage, "--param '\(pair)' is not a name and a value", remedy: "Write --param name=value.")
      }
      let key = String(pair[..<equals])
      let previous = parameters.updateValue(String(pair[pair.index(after: equals)...]), forKey: key)
      if previous != nil { throw Problems(.usage, "--param \(key) is given twice", remedy: "Give it once.") }
    }
    return parameters
  }

  private func chosenFormat() throws -> ReportFormat {
    if let format { return format }
    guard let out, out != "-" else { return shopOptions.json ? .json : .html }
    if let format = ReportFormat(argument: (out as NSString).pathExtension.lowercased()) { return format }
    throw Problems(
      .usage, "the ending of \(out) does not say which format to write",
      remedy: "Give --format html, pdf, csv, xlsx or json.")
  }
}

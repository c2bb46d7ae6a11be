internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reporting
internal import Stock

/// Writes a report, or lists those there are.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write a report; without a name, list the reports with their parameters.",
    discussion: """
      The shop's own reports/ come before those that ship; docs/reports.md says how to write one.

      Examples:
        stockroom report
        stockroom report shrinkage --param period=2026-Q4 --out shrinkage.html
        stockroom report shrinkage --out shrinkage.xlsx
        stockroom report stock-on-hand --param location=shop --format csv
      """)

  @Argument(help: "The report's name.")
  var name: String?

  @Option(help: ArgumentHelp("A parameter of the report; may be repeated.", valueName: "name=value"))
  var param: [String] = []

  @Option(
    help: ArgumentHelp(
      "html, csv, xlsx or json; by the ending of --out when not given, else html.", valueName: "format"))
  var format: String?

  @Option(help: ArgumentHelp("The file to write; standard output when not given or -.", valueName: "file"))
  var out: String?

  @Option(help: ArgumentHelp("Seconds that the report's queries may take.", valueName: "seconds"))
  var timeLimit: Double = 60

  @Option(help: ArgumentHelp("The time that the report names as that of its making; now.", valueName: "time"))
  var generatedAt: String?

  @OptionGroup var formulas: FormulaOptions

  @OptionGroup var shopOptions: ShopOptions

  private struct Entry: Encodable {
    struct Parameter: Encodable {
      let name: String
      let type: String
      let help: String
    }
    let name: String
    let title: String
    let summary: String
    let formats: [String]
    let parameters: [Parameter]
  }

  func run() throws {
    let folder = try shopOptions.folder()
    let library = ReportLibrary(folders: [folder.reportsPath] + Self.installedFolders)
    guard let name else { return try list(library) }
    let report = try library.report(named: name)
    let database = try folder.open()
    var options = ReportOptions(
      parameters: try parameters(), format: try chosenFormat(), timeLimit: timeLimit,
      guardsFormulas: !formulas.keepFormulas)
    let moment = try MomentOption.parse(generatedAt, flag: "--generated-at", clock: database.settings.clock)
    if let moment { options.generatedAt = moment }
    let person = try folder.acting()
    options.seen = person.sees
    options.reader = ReportReader(user: person.code, store: person.store)
    try Progress.run(name) { progress in
      // Pages have many queries; what is shown is the one that takes its time, and what is written meanwhile.
      var written = 0
      func begin(_ query: String) {
        progress.begin(query, counting: .bytes)
        written = 0
      }
      begin("starting")
      try Output.write(to: out) { sink in
        try report.run(on: folder.databasePath, options, begun: begin) { bytes in
          try sink.write(bytes.assumingMemoryBound(to: UInt8.self))
          written += bytes.count
          progress.advance(to: written)
        }
      }
    }
    if let out, out != "-" { Terminal.note("Wrote \(report.title.lowercased()) to \(out).") }
  }

  /// `$STOCKROOM_REPORTS`; beside the executable's folder where it was installed; the package it was built in.
  static var installedFolders: [String] {
    if let folder = ProcessInfo.processInfo.environment["STOCKROOM_REPORTS"], !folder.isEmpty { return [folder] }
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var folder = executable.deletingLastPathComponent()
    var candidates = [folder.deletingLastPathComponent().appendingPathComponent("share/stockroom/reports").path]
    for _ in 0..<4 {
      folder = folder.deletingLastPathComponent()
      candidates.append(folder.appendingPathComponent("reports").path)
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/_shared") }.map { [$0] } ?? []
  }

  private func parameters() throws -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in param {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
        throw UsageError("--param '\(pair)' is not a name and a value", remedy: "Write --param name=value.")
      }
      let key = String(pair[..<equals])
      let previous = parameters.updateValue(String(pair[pair.index(after: equals)...]), forKey: key)
      if previous != nil { throw UsageError("--param \(key) is given twice", remedy: "Give it once.") }
    }
    return parameters
  }

  private func chosenFormat() throws -> ReportFormat {
    let ending = out.flatMap { $0 == "-" ? nil : ($0 as NSString).pathExtension.lowercased() }
    guard let id = format ?? ending ?? (shopOptions.json ? "json" : nil) else { return .html }
    if let format = ReportFormat(rawValue: id == "htm" ? "html" : id) { return format }
    throw UsageError(
      format == nil
        ? "the ending of \(out ?? "") does not say which format to write" : "reports have no format '\(id)'",
      remedy: "Give --format html, csv, xlsx or json.")
  }

  private func list(_ library: ReportLibrary) throws {
    let (reports, problems) = library.reports()
    for problem in problems { Terminal.complain(problem.headline, remedy: problem.remedy) }
    if shopOptions.json {
      try Terminal.sayJSON(
        reports.map { report in
          Entry(
            name: report.name, title: report.title, summary: report.summary, formats: report.formats.map(\.rawValue),
            parameters: report.parameters.map { .init(name: $0.name, type: $0.type.rawValue, help: $0.help) })
        })
    } else {
      for report in reports {
        Terminal.say("\(report.name): \(report.summary)")
        for parameter in report.parameters {
          Terminal.say("  --param \(parameter.name)=… (\(parameter.type.rawValue))  \(parameter.help)")
        }
      }
    }
    if !problems.isEmpty { throw Finished(status: ExitStatus.usage) }
  }
}

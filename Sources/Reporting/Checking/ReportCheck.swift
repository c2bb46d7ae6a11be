internal import Foundation
public import ProblemKit
public import RetailValues
public import Stock
internal import Subprocess
internal import Wording

/// Something that an author should know about a report.
public struct ReportFinding: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The report cannot be made, or shows what is not so.
    case error
    /// It can be made, but should be better.
    case warning
  }

  public let severity: Severity
  public let problem: Problem
}

/// Looks a report through for its author: everything that is wrong with its definition, its SQL, its templates and its
/// translations, and what makes it slow or hard to read.
///
/// ```swift
/// let findings = try ReportCheck(library).findings(in: "corner-shop/reports/sales", on: "corner-shop/stock.sqlite")
/// ```
public struct ReportCheck {
  let library: ReportLibrary
  var findings: [ReportFinding] = []

  /// - Parameter library: where the report's shared templates are from.
  public init(_ library: ReportLibrary) { self.library = library }

  /// Everything that was found, errors first.
  ///
  /// - Parameters:
  ///   - folder: the folder with the `report.yml`.
  ///   - database: a shop's database, whose rows are looked at; an empty shop is made for the check when nil.
  /// - Throws: `Problems` when the database cannot be read.
  public func findings(
    in folder: String, on database: String?, seen: Set<DataClass> = DataClass.ofRoles,
    reader: ReportReader = ReportReader()
  ) throws -> [ReportFinding] {
    var check = self
    try check.run(in: folder, on: database, seen: seen, reader: reader)
    var known: Set<ReportFinding> = []
    let findings = check.findings.filter { known.insert($0).inserted }
    return findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
  }

  private mutating func run(
    in folder: String, on database: String?, seen: Set<DataClass>, reader: ReportReader
  ) throws {
    let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
    let report: Report
    do {
      let files = try library.files(of: name, in: folder)
      report = try Report(named: name, files: files)
    } catch {
      for problem in error.all { add(.error, problem) }
      return
    }
    let files = report.files
    do {
      try lookAtPages(of: report)
      try lookAtMessages(of: report)
    } catch { for problem in error.all { add(.error, problem) } }
    lookAtParameters(of: report)
    if !report.formats.contains(.html) {
      warn(files.path("report.yml"), "the report has no page", "Name its template: html: FILE.")
    }
    if !report.formats.contains(.csv) {
      warn(files.path("report.yml"), "the report has no CSV", "Name the query whose rows it holds: csv: {query: NAME}.")
    }
    try Self.withDatabase(database) { path in
      try ReportingConnection.read(at: path, timeLimit: 60, seen: seen, reader: reader) { connection in
        try lookAtQueries(of: report, on: connection)
      }
    }
  }

  /// The shop's database, or that of an empty shop that goes away afterwards.
  private static func withDatabase(_ path: String?, _ work: (String) throws -> Void) throws {
    if let path { return try work(path) }
    let parent = FileManager.default.temporaryDirectory.path
    guard let folder = TemporaryFolder.make(in: parent, named: "stockroom-check"), let currency = Currency("EUR") else {
      throw Problems(
        .unreadable, source: parent, "no folder can be made there for an empty shop",
        remedy: "Check that the folder for temporary files may be written to.")
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/stock.sqlite"
    _ = try ShopDatabase.create(at: file, settings: ShopSettings(name: "Empty", currency: currency, timeZone: "UTC"))
    try work(file)
  }

  // MARK: - What was found

  mutating func add(_ severity: ReportFinding.Severity, _ problem: Problem) {
    findings.append(ReportFinding(severity: severity, problem: problem))
  }

  mutating func warn(_ source: String, line: Int = 0, _ message: String, _ remedy: String) {
    add(.warning, Problem(.advice, source: source, line: line, message, remedy: remedy))
  }

  mutating func refuse(
    _ code: Problem.Code, _ source: String, line: Int = 0, _ message: String, _ remedy: String
  ) {
    add(.error, Problem(code, source: source, line: line, message, remedy: remedy))
  }

  // MARK: - Parameters and messages

  /// Parameters that neither the SQL nor a template reads.
  private mutating func lookAtParameters(of report: Report) {
    let files = report.files
    let statements = Array(report.queries.values) + report.defaultQueries.values
    let pages = report.definition.pageTemplates + (report.definition.csv?.template.map { [$0] } ?? [])
    let templates = pages.compactMap { try? files.text($0) }.joined(separator: "\n")
    var read: Set<String> = []
    for sql in statements {
      var tokens = SQLTokens(sql)
      while let token = tokens.next() {
        if token.kind == .parameter { read.insert(token.content) }
      }
    }
    let readsMonths = statements.contains { $0.contains(GeneratedExpression.calendarMonths.placeholder) }
    func isRead(_ name: String) -> Bool {
      read.contains(name) || templates.contains("parameter.\(name)")
    }
    for parameter in report.parameters {
      var names = [parameter.name]
      if parameter.type == .period { names = ["from", "to", "from_day", "to_day"] }
      if ["from", "to"].contains(parameter.name) { names.append(parameter.name + "_day") }
      if names.contains(where: isRead) || readsMonths { continue }
      warn(
        files.path("report.yml"), "the parameter '\(parameter.name)' is read nowhere",
        "Read it in the SQL as :\(names[0]), or take it out.")
    }
  }

  /// Message files of the report with texts that it does not say, with other variables, and what they lack.
  private mutating func lookAtMessages(of report: Report) throws(Problems) {
    let wording = try ReportWording(of: report.definition, files: report.files)
    let said = Set(wording.own + wording.shared)
    for language in Language.allCases {
      let messages = try report.files.messages(in: language)
      guard !messages.own.isEmpty else { continue }
      let file = report.files.path("messages/\(language.rawValue).yml")
      for (english, text) in messages.own.sorted(by: { $0.key < $1.key }) {
        if MessageText.markup(text, of: english) == nil {
          refuse(
            .invalidMessages, file,
            "the translation of '\(english)' has other variables: '\(text)'",
            "Keep \(Self.list(MessageText.variables(of: english).map { "{{\($0)}}" })), and no others.")
        }
        if !said.contains(english) {
          warn(
            file, "the report says '\(english)' nowhere",
            "Take it out, or correct it." + suggestion(for: english, among: wording.own))
        }
      }
      let lacking = language == .english ? [] : wording.own.filter { messages.translation(of: $0) == nil }
      if let first = lacking.first {
        warn(
          file, "\(lacking.count) of \(wording.own.count) texts have no translation, the first '\(first)'",
          "Fill in what `stockroom report \(report.name) --messages \(language.rawValue)` prints.")
      }
    }
  }

  static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}

extension ReportCSV {
  /// The file or the name of the template that makes it; nil where the rows of a query go out as they are.
  var template: String? {
    switch self {
    case .query: nil
    case .template(let file): file
    case .table: TableTemplates.csv
    }
  }
}

internal import ProblemKit
public import RetailValues
public import Stock
public import Wording

/// The formats that a report can be written in.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  /// One self-contained page: no scripts, nothing fetched from elsewhere.
  case html
  /// RFC 4180, UTF-8, exact decimals, ISO 8601 times.
  case csv
  /// All queries under stable keys; money, quantities, costs and percentages as exact decimal texts.
  case json
  /// A workbook: each query on a sheet of its own, numbers and dates as such.
  case xlsx
  /// The page on paper, A4; made by WeasyPrint where that is installed.
  case pdf
}

/// How one run of a report is made.
public struct ReportOptions: Hashable, Sendable {
  /// Parameters by name, as the user wrote them.
  public var parameters: [String: String]
  public var format: ReportFormat
  /// The moment that the report names as that of its making, and reads as "now".
  public var generatedAt: Timestamp
  /// The moment that the report names as that of its making, where it is another than it reads as "now".
  public var namedMoment: Timestamp?
  /// The language of what is for people; CSV and JSON are the same in all.
  public var language = Language.english
  /// The beginning of the addresses to which the page links its figures, such as `/` of a server; nil for a page without links.
  public var links: String?
  /// Whether these links lead to imports too, for a reader who may see what an import changed.
  public var linksImports = false
  /// Whether these links lead to drafts of orders too, for a reader who may place orders.
  public var linksDrafts = false
  /// How many rows of each table a page has at most, with ``HTMLContentType/moreRows`` where there are more; nil for all.
  /// Figures and charts are of all rows.
  public var rowLimit: Int?
  /// Whether the page goes on paper by a program that draws without the page's style sheet.
  var isForPaper = false
  /// The folders in which the program that makes a PDF is looked for.
  var searchPath = PDFTool.searchPath
  /// Seconds that the report's queries may work together; waiting for a busy machine does not count.
  public var timeLimit: Double
  /// Whether texts in CSV and workbooks that a spreadsheet would take for formulas get an apostrophe before them.
  public var guardsFormulas: Bool
  /// The classes of data that the reader may see; a report that reads anything else is refused.
  public var seen = DataClass.ofRoles
  /// The reader whose own records it may show.
  public var reader = ReportReader()

  /// The moment of creation that the page shows.
  var shownMoment: Timestamp { namedMoment ?? generatedAt }

  /// The reader at the moment that the report reads as "now".
  var momentaryReader: ReportReader {
    var reader = reader
    reader.moment = generatedAt
    return reader
  }

  public init(
    parameters: [String: String] = [:], format: ReportFormat = .html, generatedAt: Timestamp = .now,
    timeLimit: Double = 60, guardsFormulas: Bool = true
  ) {
    self.parameters = parameters
    self.format = format
    self.generatedAt = generatedAt
    self.timeLimit = timeLimit
    self.guardsFormulas = guardsFormulas
  }
}

/// A report: SQL over the documented views, and templates that show its rows.
public struct Report: Sendable {
  public let definition: ReportDefinition
  /// The statement of each query by its name, complete in itself.
  let queries: [String: String]
  /// The same statements over the rows that are kept of common expressions, and the statements that make those rows.
  let queriesOverKept: [String: String]
  let kept: [KeptExpression]
  /// How many queries a page of it begins.
  public var stepsOfPage: Int { queries.count + kept.count }
  let defaultQueries: [String: String]
  /// Every common expression as a statement of its own, over those before it.
  let expressions: [KeptExpression]
  let templates: ReportTemplates
  let files: ReportFiles

  /// How many rows a query may have that is held in memory for its template; others are streamed.
  public static let rowsInMemory = 20_000

  /// How many bytes of text such a query may have.
  static let textInMemory = 64 << 20

  public var name: String { definition.name }
  public var title: String { definition.title }
  public var summary: String { definition.summary }
  public var parameters: [ReportParameter] { definition.parameters }

  /// The formats that the report's files provide for.
  public var formats: [ReportFormat] {
    ReportFormat.allCases.filter { format in
      switch format {
      case .html, .pdf: definition.htmlTemplate != nil
      case .csv: definition.csv != nil
      case .json, .xlsx: true
      }
    }
  }

  init(named name: String, files: ReportFiles) throws(Problems) {
    var reader = DefinitionReader(
      source: files.path("report.yml"), vocabularies: try files.vocabularies())
    guard let definition = reader.definition(named: name, from: try files.definitions()) else {
      throw Problems(collected: reader.problems)
        ?? Problems(.invalidDefinition, source: files.path("report.yml"), "the report has no definition")
    }
    var files = files
    files.tables = TableTemplates(definition).texts
    files.translations = definition.translations
    self.definition = definition
    self.files = files
    var problems: [Problem] = []
    func text(_ file: String) -> String {
      do {
        return try files.sql(file)
      } catch {
        problems += error.all
        return ""
      }
    }
    var common: [(name: String, sql: String)] = []
    var commonOverKept: [(name: String, sql: String)] = []
    var kept: [KeptExpression] = []
    var expressions: [KeptExpression] = []
    for expression in definition.common {
      let sql = GeneratedExpression(rawValue: expression.file)?.placeholder ?? text(expression.file)
      expressions.append(
        KeptExpression(name: expression.name, file: expression.file, sql: Self.sql(sql, common: common)))
      common.append((expression.name, sql))
      if expression.isKept {
        let statement = Self.sql(sql, common: commonOverKept)
        kept.append(KeptExpression(name: expression.name, file: expression.file, sql: statement))
        commonOverKept.append((expression.name, Self.keptRows(of: expression.name)))
      } else {
        commonOverKept.append((expression.name, sql))
      }
    }
    var queries: [String: String] = [:]
    var queriesOverKept: [String: String] = [:]
    for query in definition.queries {
      let sql = text(query.file)
      queries[query.name] = Self.sql(sql, common: common)
      if !kept.isEmpty { queriesOverKept[query.name] = Self.sql(sql, common: commonOverKept) }
    }
    var defaults: [String: String] = [:]
    for parameter in definition.parameters {
      if let file = parameter.defaultQuery { defaults[parameter.name] = text(file) }
    }
    self.queries = queries
    self.queriesOverKept = queriesOverKept
    self.kept = kept
    self.expressions = expressions
    defaultQueries = defaults
    do {
      templates = try ReportTemplates(for: definition, files: files)
    } catch { throw Problems(collected: problems + error.all) ?? error }
    if let error = Problems(collected: problems) { throw error }
  }

  /// Reads the stored rows of an expression. It is marked, so that a statement that names it twice does not copy them first.
  private static func keptRows(of name: String) -> String {
    "\(keptMark)SELECT * FROM \(ReportingConnection.keptTable(name))"
  }
  private static let keptMark = "/* kept */ "

  /// Puts the common expressions before a statement that may have some of its own.
  private static func sql(_ statement: String, common: [(name: String, sql: String)]) -> String {
    guard !common.isEmpty else { return statement }
    let expressions = common.map { name, sql in
      "\(name) AS \(sql.hasPrefix(keptMark) ? "NOT MATERIALIZED " : "")(\n\(sql)\n)"
    }.joined(separator: ", ")
    if let match = statement.prefixMatch(of: #/\s*(?:--[^\n]*\n\s*)*(?i:WITH)\s/#) {
      return "WITH \(expressions), \(statement[match.range.upperBound...])"
    }
    return "WITH \(expressions)\n\(statement)"
  }

  /// Runs the report and hands its bytes to `output`, a piece at a time.
  ///
  /// All queries see the same snapshot of the shop. Streamed queries, the query of an automatic CSV, and everything in
  /// JSON and in workbooks go out row by row; the other queries of a page are held in memory, up to ``rowsInMemory`` rows each.
  ///
  /// - Parameters:
  ///   - path: the shop's database.
  ///   - begun: called with the name of each query when it begins.
  ///   - watch: what learns how many rows were read, and may end the run.
  ///   - output: called with up to about 64 KiB at a time; what it throws ends the run.
  /// - Throws: ``Problems`` for the parameters, the report's files and its SQL, and for the database.
  public func run(
    on path: String, _ options: ReportOptions = ReportOptions(), begun: ((String) -> Void)? = nil,
    watch: ReportWatch? = nil, to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try ShopDatabase.open(at: path, readOnly: true).withSnapshot {
      try run(in: $0, options, begun: begun, watch: watch, to: output)
    }
  }

  /// The same on a snapshot that other reports and exports read as well; its database must be open for reading only.
  public func run(
    in snapshot: ShopSnapshot, _ options: ReportOptions = ReportOptions(), begun: ((String) -> Void)? = nil,
    watch: ReportWatch? = nil, to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard formats.contains(options.format) else {
      throw Problems(
        .formatNotOffered, "the report '\(name)' has no \(options.format.rawValue) output",
        remedy: "It offers \(formats.map(\.rawValue).joined(separator: ", ")).")
    }
    if options.format == .pdf {
      guard let tool = PDFTool.installed(path: options.searchPath) else {
        throw Problems(.pdfFailed, "the program 'weasyprint' is not installed", remedy: PDFTool.installation)
      }
      var page = options
      page.format = .html
      page.isForPaper = true
      return try withoutActuallyEscaping(output) { output in
        try tool.make(of: { try run(in: snapshot, page, begun: begun, watch: watch, to: $0) }, to: output)
      }
    }
    try snapshot.reporting(
      timeLimit: options.timeLimit, seen: options.seen, reader: options.momentaryReader, watch: watch
    ) { connection in
      try withoutActuallyEscaping(output) { output in
        let arguments = try ReportArguments(for: self, options: options, on: connection)
        let execution = try ReportExecution(
          report: self, connection: connection, arguments: arguments, options: options, begun: begun)
        let sink = OutputBuffer(output)
        switch options.format {
        case .html: try execution.writeHTML(to: sink)
        case .csv: try execution.writeCSV(to: sink)
        case .json: try execution.writeJSON(to: sink)
        case .xlsx: try execution.writeWorkbook(to: sink)
        // Of the page, above.
        case .pdf: break
        }
        try sink.flush()
      }
    }
  }
}

/// A common expression whose rows are kept while a report is made.
struct KeptExpression: Sendable {
  let name: String
  let file: String
  let sql: String
}

/// Collects small pieces of text into larger ones.
final class OutputBuffer {
  private var bytes: [UInt8] = []
  private let output: (UnsafeRawBufferPointer) throws -> Void

  init(_ output: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.output = output }

  func write(_ text: some StringProtocol) throws {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= 1 << 16 { try flush() }
  }

  func write(_ more: UnsafeRawBufferPointer) throws {
    try flush()
    try output(more)
  }

  func write(bytes text: [UInt8]) throws {
    bytes += text
    if bytes.count >= 1 << 16 { try flush() }
  }

  func flush() throws {
    if !bytes.isEmpty { try bytes.withUnsafeBytes(output) }
    bytes.removeAll(keepingCapacity: true)
  }
}

internal import ProblemKit
internal import RetailValues
internal import Stock
internal import Wording

/// One run of a report: its queries, and what all outputs need of them.
struct ReportExecution {
  let report: Report
  let connection: ReportingConnection
  let arguments: ReportArguments
  let options: ReportOptions
  let formatting: Formatting
  let messages: ReportMessages
  /// The report's templates in the reader's language.
  let templates: ReportTemplates
  /// Whether queries read the rows that were kept of common expressions.
  let readsKept: Bool
  /// Called with the name of each query when it begins.
  private let begun: ((String) -> Void)?

  /// - Parameter keepsRows: whether the rows of common expressions are computed beforehand where the report declares it.
  init(
    report: Report, connection: ReportingConnection, arguments: ReportArguments, options: ReportOptions,
    keepsRows: Bool = true, begun: ((String) -> Void)? = nil
  ) throws {
    self.begun = begun
    self.report = report
    self.connection = connection
    self.arguments = arguments
    self.options = options
    messages = try report.files.messages(in: options.language)
    templates =
      messages.isEmpty
      ? report.templates : try ReportTemplates(for: report.definition, files: report.files, messages: messages)
    formatting = Formatting(settings: connection.settings, language: messages.language)
    readsKept = keepsRows && !report.kept.isEmpty
    guard readsKept else { return }
    for expression in report.kept {
      begun?(expression.name)
      try naming(expression.file) {
        try connection.keep(try completed(expression.sql), as: expression.name, parameters: arguments.values)
      }
    }
  }

  /// Adds the name of the report's file to a problem with its SQL.
  private func naming<Result>(_ file: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch var error as Problems where Problem.Code.reportSQL.contains(error.code) {
      error.first.source = "\(report.name)/\(file)"
      throw error
    }
  }

  /// Starts a query, after comparing its columns with those that `report.yml` promises.
  func rows(of query: ReportQuery) throws -> ReportingRows {
    begun?(query.name)
    let statements = readsKept ? report.queriesOverKept : report.queries
    let rows = try naming(query.file) {
      try connection.rows(try completed(statements[query.name] ?? ""), parameters: arguments.values)
    }
    let promised = query.columns.map(\.name)
    guard rows.columnNames == promised else {
      throw Problems(
        .unexpectedRows, source: "\(report.name)/\(query.file)",
        "the columns are \(rows.columnNames.joined(separator: ", ")), "
          + "but report.yml says \(promised.joined(separator: ", "))",
        remedy: "Make both the same, in the same order.")
    }
    return rows
  }

  /// All rows of a query that is held in memory.
  func collect(_ query: ReportQuery) throws -> [[ReportingValue]] {
    let rows = try rows(of: query)
    var collected: [[ReportingValue]] = []
    var bytes = 0
    while let row = try rows.next() {
      collected.append(row)
      for case .text(let text) in row { bytes += text.utf8.count }
      guard bytes <= Report.textInMemory else {
        throw Problems(
          .unexpectedRows, source: "\(report.name)/\(query.file)",
          "the rows hold more than \(Report.textInMemory >> 20) MiB of text",
          remedy: "Say `rows: streamed` in report.yml, or take fewer columns.")
      }
      guard collected.count <= Report.rowsInMemory else {
        throw Problems(
          .unexpectedRows, source: "\(report.name)/\(query.file)", "there are more than \(Report.rowsInMemory) rows",
          remedy: "Say `rows: streamed` in report.yml, or choose fewer rows in the SQL.")
      }
    }
    if query.rows == .one, collected.count != 1 {
      throw Problems(
        .unexpectedRows, source: "\(report.name)/\(query.file)", "there are \(collected.count) rows instead of one",
        remedy: "Say `rows: many` in report.yml, or correct the SQL.")
    }
    return collected
  }

  /// The translations of a parameter's choices.
  func translations(ofParameter name: String) -> WordTranslations {
    messages.translations(of: LabelWords(own: report.parameters.first { $0.name == name }?.choices ?? []))
  }

  /// The report, the shop and the parameters, as templates name them.
  func context(_ style: PrintStyle) -> TemplateContext {
    func cell(_ value: ReportingValue, _ type: ReportColumnType = .text) -> ReportCell {
      ReportCell(value: value, type: type, formatting: formatting, style: style)
    }
    let settings = connection.settings
    var context = TemplateContext()
    func given(_ isPeriod: Bool) -> ReportCell {
      cell(.text(ReportArguments.encoded(options.parameters, of: report, isPeriod: isPeriod)))
    }
    var links = options.links.map { ["links": cell(.text($0))] } ?? [:]
    if options.linksImports { links["import_links"] = links["links"] }
    if options.linksDrafts { links["draft_links"] = links["links"] }
    context["report"] =
      [
        "place_parameters": given(false), "period_parameters": given(true),
        "within_parameters": cell(
          .text(arguments.within(options.parameters, of: report, formatting: formatting))),
        "is_paper": options.isForPaper,
        "name": cell(.text(report.name)), "title": cell(.text(messages.text(report.title))),
        "summary": cell(.text(messages.text(report.summary))),
        "language": cell(.text(formatting.locale.language.rawValue)),
      ].merging(links) { $1 } as [String: Any]
    context["shop"] = [
      "name": cell(.text(settings.name)), "currency": cell(.text(settings.currency.code)),
      "time_zone": cell(.text(settings.timeZone)),
    ]
    context["parameter"] = arguments.values.reduce(into: [String: ReportCell]()) { cells, argument in
      var cell = cell(argument.value, arguments.types[argument.key] ?? .text)
      cell.translations = translations(ofParameter: argument.key)
      cells[argument.key] = cell
    }
    context["generated_at"] = cell(.integer(options.shownMoment.millisecondsSince1970), .dateTime)
    return context
  }

  /// Refuses a page that would not go into the memory, before it is made.
  func refuseOversize(_ files: [String?], rows: [String: [ReportRow]]) throws {
    let nested = report.definition.queries.compactMap { query in query.within.map { (query.name, $0) } }
    var size = TemplateSize(
      shared: templates.sharedTexts, rows: rows.mapValues(\.count),
      within: Dictionary(nested, uniquingKeysWith: { first, _ in first }))
    for case let file? in files where size.bytes(of: try report.files.text(file)) > TemplateSize.largest {
      throw Problems(
        .unexpectedRows, source: report.files.path(file),
        "the page would be larger than \(Int(TemplateSize.largest) >> 20) MiB",
        remedy: "Do not repeat the rows of one query within those of another, or say `rows: streamed` in report.yml.")
    }
  }

  /// The context with the rows of every query that is held in memory.
  func context(_ style: PrintStyle, collecting queries: [ReportQuery]) throws -> (
    TemplateContext, [String: [ReportRow]]
  ) {
    var context = context(style)
    var rows: [String: [ReportRow]] = [:]
    for query in queries {
      let columns = ColumnIndex(query.columns, messages: messages)
      rows[query.name] = try collect(query).map {
        ReportRow(columns: columns, values: $0, formatting: formatting, style: style)
      }
    }
    for query in queries {
      if let outer = query.within, let by = query.by { nest(query.name, within: outer, by: by, in: &rows) }
    }
    for query in queries { context[query.name] = query.rows == .one ? rows[query.name]?.first : rows[query.name] }
    return (context, rows)
  }

  private func nest(_ inner: String, within outer: String, by column: String, in rows: inout [String: [ReportRow]]) {
    guard let innerRows = rows[inner], let outerRows = rows[outer] else { return }
    func key(_ row: ReportRow) -> ReportingValue { row.columns.index[column].map { row.values[$0] } ?? .null }
    let groups = Dictionary(grouping: innerRows, by: key)
    rows[outer] = outerRows.map { row in
      var row = row
      row.nested[inner] = groups[key(row)] ?? []
      return row
    }
  }
}

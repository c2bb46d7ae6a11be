internal import ProblemKit
internal import RetailValues
internal import Stock
internal import Wording

/// Checking the SQL of a report, and its speed.
extension ReportCheck {
  /// How many rows of each query are looked at.
  private static let rowsLookedAt = 50

  mutating func lookAtQueries(of report: Report, on connection: ReportingConnection) throws {
    var options = ReportOptions()
    options.language = .english
    let arguments = try arguments(for: report, options, on: connection)
    let execution = try ReportExecution(
      report: report, connection: connection, arguments: arguments, options: options, keepsRows: false)
    var told: Set<String> = []
    for expression in report.expressions {
      try lookAt(expression.sql, in: expression.file, of: report, execution, told: &told)
    }
    for (name, sql) in report.defaultQueries.sorted(by: { $0.key < $1.key }) {
      let file = report.parameters.first { $0.name == name }?.defaultQuery ?? name
      try lookAt(sql, in: file, of: report, execution, told: &told)
    }
    for query in report.definition.queries {
      let sql = report.queries[query.name] ?? ""
      guard try lookAt(sql, in: query.file, of: report, execution, told: &told) else { continue }
      do {
        try lookAtValues(of: query, sql, execution, report)
      } catch let error as Problems where Problem.Code.reports.contains(error.code) {
        for problem in error.all { add(.error, problem) }
      } catch let error as Problems where Problem.Code.reportSQL.contains(error.code) {
        refuse(.invalidSQL, report.files.path(query.file), error.message, error.remedy)
      }
      lookAtNames(of: query, report)
      lookAtWords(of: query, sql, report)
    }
  }

  /// The default arguments of the parameters; without a value where the shop has no data for them.
  private mutating func arguments(
    for report: Report, _ options: ReportOptions, on connection: ReportingConnection
  ) throws -> ReportArguments {
    do {
      return try ReportArguments(for: report, options: options, on: connection)
    } catch let error as Problems where Problem.Code.reports.contains(error.code) {
      for problem in error.all where problem.code == .invalidParameter {
        refuse(
          .invalidDefinition, report.files.path("report.yml"), "the default of \(problem.message)", problem.remedy)
      }
    } catch let error as Problems where Problem.Code.reportSQL.contains(error.code) {
      // Its query is looked at with the others.
    }
    return ReportArguments(withoutValuesFor: report, options: options, on: connection)
  }

  /// Prepares a statement and looks at how it would be carried out; whether it can be.
  @discardableResult
  private mutating func lookAt(
    _ sql: String, in file: String, of report: Report, _ execution: ReportExecution, told: inout Set<String>
  ) throws -> Bool {
    let path = report.files.path(file)
    do {
      let sql = try execution.completed(sql)
      for step in try execution.connection.slowSteps(of: sql, parameters: execution.arguments.values) {
        warn(
          path, "the database reads all of \(step.table) again and again: \(step.text)",
          "Join by a column that is looked up, such as an id, or read it once in a common expression.")
      }
      return true
    } catch let error as Problems where Problem.Code.reportSQL.contains(error.code) {
      // A problem of a common expression occurs in every query that reads it.
      guard told.insert(error.message).inserted else { return false }
      refuse(.invalidSQL, path, error.message, error.remedy + Self.suggestion(for: error.message, in: sql))
      return false
    }
  }

  /// The view or column that was probably meant.
  private static func suggestion(for message: String, in sql: String) -> String {
    guard let views = try? ReportingViewDescription.all() else { return "" }
    if let match = message.firstMatch(of: #/no such table: (?:main\.)?([^\s]+)/#) {
      return Reporting.suggestion(for: String(match.output.1), among: views.map(\.name))
    }
    if let match = message.firstMatch(of: #/no such column: (?:[^\s.]+\.)?([^\s]+)/#) {
      let read = views.filter { sql.contains($0.name) }
      return Reporting.suggestion(for: String(match.output.1), among: read.flatMap(\.columns))
    }
    return ""
  }

  /// Rows whose values are of another type than report.yml says.
  private mutating func lookAtValues(
    of query: ReportQuery, _ sql: String, _ execution: ReportExecution, _ report: Report
  ) throws {
    let rows = try execution.rows(of: query)
    var seen: Set<String> = []
    for _ in 0..<Self.rowsLookedAt {
      guard let row = try rows.next() else { break }
      for (value, column) in zip(row, query.columns) where !seen.contains(column.name) {
        switch (value, column.type) {
        case (.integer(let number), .text), (.integer(let number), .label), (.integer(let number), .date):
          seen.insert(column.name)
          warn(
            report.files.path("report.yml"),
            "the column '\(column.name)' of '\(query.name)' holds numbers such as \(number), but is a \(column.type.rawValue)",
            "Give it the type of its numbers: whole-number, money, quantity, date-time …")
        case (.null, _), (.integer, _), (.text, .text), (.text, .label), (.text, .date): break
        case (.text(let text), _):
          seen.insert(column.name)
          warn(
            report.files.path("report.yml"),
            "the column '\(column.name)' of '\(query.name)' holds texts such as '\(text.prefix(40))', "
              + "but is a \(column.type.rawValue)", "Make it a text, or correct the SQL.")
        }
      }
    }
  }

  /// Amounts, costs and quantities that would be printed as if they had no decimals, and moments as if they were numbers.
  private mutating func lookAtNames(of query: ReportQuery, _ report: Report) {
    guard let sql = try? report.files.sql(query.file) else { return }
    let given = SelectedExpressions(of: sql)
    for column in query.columns where [.text, .label, .wholeNumber, .percent].contains(column.type) {
      let units = Set((given[column.name] ?? [column.name]).compactMap(SelectedExpressions.unit))
      guard units.count == 1, let unit = units.first else { continue }
      // A ratio in millionths is a percent in ten-thousandths.
      if column.type == .percent, unit.type == "unit-cost" { continue }
      refuse(
        .unexpectedRows, report.files.path("report.yml"),
        "the column '\(column.name)' of '\(query.name)' is in \(unit.name), but a \(column.type.rawValue)",
        "Give it the type \(unit.type), so that it is shown as such.")
    }
  }
}

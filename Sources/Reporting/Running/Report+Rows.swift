internal import ProblemKit
public import RetailValues
public import Stock

extension Report {
  /// The query whose rows programs are given: that of the CSV; nil where a template makes it.
  public var dataQuery: ReportQuery? {
    guard case .query(let name) = definition.csv else { return nil }
    return definition.queries.first { $0.name == name }
  }

  /// Looks whether the report could be made: its parameters are read and its statements prepared, its rows are not.
  ///
  /// - Throws: ``Problems``: all that is wrong with the report, or what the database reports.
  public func prepare(in snapshot: ShopSnapshot, _ options: ReportOptions) throws {
    var problems: [Problem] = []
    func attempt(_ work: () throws -> Void) throws {
      do {
        try work()
      } catch let error as Problems where Problem.Code.reportSQL.contains(error.code) {
        problems.append(Problem(.invalidSQL, source: error.first.source, error.message, remedy: error.remedy))
      } catch let error as Problems where Problem.Code.reports.contains(error.code) {
        problems += error.all
      }
    }
    try snapshot.reporting(timeLimit: options.timeLimit, seen: options.seen, reader: options.momentaryReader) {
      connection in
      try attempt {
        let arguments = try ReportArguments(for: self, options: options, on: connection)
        let execution = try ReportExecution(
          report: self, connection: connection, arguments: arguments, options: options, keepsRows: false)
        for query in definition.queries { try attempt { _ = try execution.rows(of: query) } }
      }
    }
    if let error = Problems(collected: problems) { throw error }
  }

  /// Hands out the rows of a query one by one, exact.
  ///
  /// - Parameter query: one of the report's ``ReportDefinition/queries``.
  /// - Throws: as ``run(in:_:to:)``.
  public func forEachRow(
    of query: ReportQuery, in snapshot: ShopSnapshot, _ options: ReportOptions,
    _ body: (ReportDataRow) throws -> Void
  ) throws {
    try snapshot.reporting(timeLimit: options.timeLimit, seen: options.seen, reader: options.momentaryReader) {
      connection in
      let arguments = try ReportArguments(for: self, options: options, on: connection)
      let execution = try ReportExecution(
        report: self, connection: connection, arguments: arguments, options: options)
      let rows = try execution.rows(of: query)
      while let values = try rows.next() {
        try body(ReportDataRow(columns: query.columns, values: values, formatting: execution.formatting))
      }
    }
  }
}

/// One row of a report's query, as programs read it.
public struct ReportDataRow {
  private let columns: [ReportColumn]
  private let values: [ReportingValue]
  private let formatting: Formatting

  init(columns: [ReportColumn], values: [ReportingValue], formatting: Formatting) {
    self.columns = columns
    self.values = values
    self.formatting = formatting
  }

  /// The value of a column with a decimal point and ISO 8601 times; nil when it is empty.
  public func text(_ column: Int) -> String? {
    if values[column] == .null { return nil }
    return formatting.inCurrency(of: columns[column], in: values).exact(values[column], as: columns[column].type)
  }

  /// The currency that an amount in a column is in.
  public func currency(_ column: Int) -> Currency {
    formatting.inCurrency(of: columns[column], in: values).currency
  }
}

internal import ProblemKit
internal import Stock
internal import Wording

extension ReportExecution {
  /// Writes the page; streamed rows go through their row template one by one, at their place in the page.
  ///
  /// Streamed rows within streamed rows are read next to them, as a merge: both queries have the same order.
  func writeHTML(to sink: OutputBuffer) throws {
    let shared = context(.people)
    let (collected, rows) = try context(.people, collecting: report.definition.queries.filter { $0.rows != .streamed })
    try refuseOversize([report.definition.htmlTemplate], rows: rows)
    var page = collected
    var streams: [String: RowStream] = [:]
    for query in report.definition.queries where query.rows == .streamed && query.within == nil {
      let rows = try self.rows(of: query)
      let any = try rows.advance()
      let inner = try report.definition.queries.filter { $0.rows == .streamed && $0.within == query.name }.compactMap {
        try InnerRows(of: $0, within: query, rows: try self.rows(of: $0))
      }
      streams[query.name] = RowStream(query: query, rows: rows, any: any, inner: inner)
      page[query.name] = StreamedRows(query: query.name, any: any)
    }
    page["charts"] = report.definition.charts.reduce(into: [String: Any]()) { charts, chart in
      let rows = rows[chart.query] ?? []
      var context =
        chart.kind == .line ? LineGeometry(chart, rows: rows).context : ChartGeometry(chart, rows: rows).context
      context["title"] = messages.text(chart.title)
      charts[chart.name] = context
    }
    page["maps"] = report.definition.maps.reduce(into: [String: Any]()) { maps, map in
      var context = MapGeometry(map, rows: rows[map.query] ?? []).context
      context["title"] = messages.text(map.title)
      maps[map.name] = context
    }
    let cut = cutTables(in: &page, rows: rows)
    let text = templates.html(page) ?? ""
    // Placeholders alternate with text: each name is between two NUL characters.
    for (index, part) in text.split(separator: "\0", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        try sink.write(part)
      } else if let stream = streams.removeValue(forKey: String(part)) {
        try write(stream, outer: shared, to: sink)
      }
    }
    if cut { try sink.write(HTMLContentType.moreRows) }
  }

  /// Leaves the first rows alone in the tables that are held in memory, as in streamed ones; charts have them all.
  ///
  /// - Returns: whether a table has more.
  private func cutTables(in page: inout TemplateContext, rows: [String: [ReportRow]]) -> Bool {
    guard let limit = options.rowLimit else { return false }
    var isCut = false
    for query in report.definition.queries
    where query.rows == .many && query.within == nil && query.table != nil {
      guard let all = rows[query.name], all.count > limit else { continue }
      page[query.name] = Array(all.prefix(limit))
      isCut = true
    }
    return isCut
  }

  /// A streamed query, at its first row if it has any.
  private struct RowStream {
    let query: ReportQuery
    let rows: ReportingRows
    let any: Bool
    let inner: [InnerRows]
  }

  /// The rows of a streamed query that are shown within those of another, read as far as the outer query is.
  private struct InnerRows {
    let query: ReportQuery
    let rows: ReportingRows
    /// The place of the common column in both queries.
    let column: Int
    let outerColumn: Int
    /// Whether there is a row that no outer row has taken.
    var hasRow: Bool

    /// - Returns: nil for a query without the common column, which the reader of definitions refuses.
    init?(of query: ReportQuery, within outer: ReportQuery, rows: ReportingRows) throws {
      guard let column = query.columns.firstIndex(where: { $0.name == query.by }),
        let outerColumn = outer.columns.firstIndex(where: { $0.name == query.by })
      else { return nil }
      self.query = query
      self.rows = rows
      self.column = column
      self.outerColumn = outerColumn
      hasRow = try rows.advance()
    }
  }

  /// The next rows of an inner query, as long as they belong to an outer row.
  private func take(_ inner: inout InnerRows, of key: ReportingValue, _ columns: ColumnIndex) throws -> [ReportRow] {
    var taken: [ReportRow] = []
    while inner.hasRow {
      let values = inner.rows.values
      guard values[inner.column] == key else { break }
      guard taken.count < Report.rowsInMemory else {
        throw Problems(
          .unexpectedRows, source: "\(report.name)/\(inner.query.file)",
          "more than \(Report.rowsInMemory) rows have one '\(inner.query.by ?? "")'",
          remedy: "Choose fewer rows in the SQL.")
      }
      taken.append(ReportRow(columns: columns, values: values, formatting: formatting, style: .people))
      inner.hasRow = try inner.rows.advance()
    }
    return taken
  }

  private func write(_ stream: RowStream, outer: TemplateContext, to sink: OutputBuffer) throws {
    guard stream.any else { return try refuseLeftOver(stream.inner, of: stream.query) }
    if stream.inner.isEmpty, options.links == nil, options.rowLimit == nil,
      let template = templates.compiledRow(of: stream.query.name)
    {
      var text: [UInt8] = []
      repeat {
        text.removeAll(keepingCapacity: true)
        template.append(stream.rows, to: &text, formatting)
        try sink.write(bytes: text)
      } while try stream.rows.advance()
      return
    }
    let columns = ColumnIndex(stream.query.columns, messages: messages)
    var inner = stream.inner
    let innerColumns = inner.map { ColumnIndex($0.query.columns, messages: messages) }
    var written = 0
    repeat {
      if let limit = options.rowLimit, written >= limit { return try sink.write(HTMLContentType.moreRows) }
      written += 1
      var row = ReportRow(
        columns: columns, values: stream.rows.values, formatting: formatting, style: .people, outer: outer)
      for index in inner.indices {
        let key = row.values[inner[index].outerColumn]
        row.nested[inner[index].query.name] = try take(&inner[index], of: key, innerColumns[index])
      }
      try sink.write(templates.row(row, of: stream.query.name) ?? "")
    } while try stream.rows.advance()
    try refuseLeftOver(inner, of: stream.query)
  }

  /// Refuses inner rows that no outer row took: their order is another one, or the outer query lacks a row.
  private func refuseLeftOver(_ inner: [InnerRows], of outer: ReportQuery) throws {
    guard let left = inner.first(where: \.hasRow) else { return }
    let key = formatting.exact(left.rows.values[left.column], as: left.query.columns[left.column].type)
    throw Problems(
      .unexpectedRows, source: "\(report.name)/\(left.query.file)",
      "the row of '\(key)' is not where the query '\(outer.name)' has it",
      remedy: "Sort both queries by the same columns, and choose no rows that '\(outer.name)' does not have.")
  }
}

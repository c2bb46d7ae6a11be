internal import Stock

extension ReportExecution {
  /// Writes the page; streamed rows go through their row template one by one, at their place in the page.
  func writeHTML(to sink: OutputBuffer) throws {
    let shared = context(.people)
    let (collected, rows) = try context(.people, collecting: report.definition.queries.filter { $0.rows != .streamed })
    var page = collected
    var streams: [String: RowStream] = [:]
    for query in report.definition.queries where query.rows == .streamed {
      let stream = RowStream(query: query, rows: try self.rows(of: query), first: nil)
      streams[query.name] = RowStream(query: query, rows: stream.rows, first: try stream.rows.next())
      page[query.name] = StreamedRows(query: query.name, any: streams[query.name]?.first != nil)
    }
    page["charts"] = report.definition.charts.reduce(into: [String: Any]()) { charts, chart in
      charts[chart.name] = ChartGeometry(chart, rows: rows[chart.query] ?? [], formatting: formatting).context
    }
    let text = report.templates.html(page) ?? ""
    // Marked places alternate with text: a name stands between two NUL.
    for (index, part) in text.split(separator: "\0", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        try sink.write(part)
      } else if let stream = streams.removeValue(forKey: String(part)) {
        try write(stream, outer: shared, to: sink)
      }
    }
  }

  private struct RowStream {
    let query: ReportQuery
    let rows: ReportingRows
    let first: [ReportingValue]?
  }

  private func write(_ stream: RowStream, outer: TemplateContext, to sink: OutputBuffer) throws {
    let columns = ColumnIndex(stream.query.columns)
    var next = stream.first
    while let values = next {
      let row = ReportRow(columns: columns, values: values, formatting: formatting, style: .people, outer: outer)
      try sink.write(report.templates.row(row, of: stream.query.name) ?? "")
      next = try stream.rows.next()
    }
  }
}

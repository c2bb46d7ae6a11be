internal import Stock

extension ReportExecution {
  /// Writes the page; streamed rows go through their row template one by one, at their place in the page.
  func writeHTML(to sink: OutputBuffer) throws {
    let shared = context(.people)
    let (collected, rows) = try context(.people, collecting: report.definition.queries.filter { $0.rows != .streamed })
    try refuseOversize([report.definition.htmlTemplate], rows: rows)
    var page = collected
    var streams: [String: RowStream] = [:]
    for query in report.definition.queries where query.rows == .streamed {
      let rows = try self.rows(of: query)
      let any = try rows.advance()
      streams[query.name] = RowStream(query: query, rows: rows, any: any)
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
    let text = templates.html(page) ?? ""
    // Marked places alternate with text: a name stands between two NUL.
    for (index, part) in text.split(separator: "\0", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        try sink.write(part)
      } else if let stream = streams.removeValue(forKey: String(part)) {
        try write(stream, outer: shared, to: sink)
      }
    }
  }

  /// A streamed query, at its first row if it has any.
  private struct RowStream {
    let query: ReportQuery
    let rows: ReportingRows
    let any: Bool
  }

  private func write(_ stream: RowStream, outer: TemplateContext, to sink: OutputBuffer) throws {
    guard stream.any else { return }
    if let template = templates.compiledRow(of: stream.query.name) {
      var text: [UInt8] = []
      repeat {
        text.removeAll(keepingCapacity: true)
        template.append(stream.rows, to: &text, formatting)
        try sink.write(bytes: text)
      } while try stream.rows.advance()
      return
    }
    let columns = ColumnIndex(stream.query.columns, messages: messages)
    repeat {
      let row = ReportRow(
        columns: columns, values: stream.rows.values, formatting: formatting, style: .people, outer: outer)
      try sink.write(templates.row(row, of: stream.query.name) ?? "")
    } while try stream.rows.advance()
  }
}

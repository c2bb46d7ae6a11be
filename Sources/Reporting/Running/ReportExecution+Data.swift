internal import RetailValues
internal import Stock

extension ReportExecution {
  /// Writes CSV: one query row by row, or the report's template over queries in memory.
  func writeCSV(to sink: OutputBuffer) throws {
    switch report.definition.csv {
    case .template, .table:
      let queries = report.definition.queries.filter { $0.rows != .streamed }
      let style = PrintStyle.spreadsheet(guardsFormulas: options.guardsFormulas)
      let (context, rows) = try context(style, collecting: queries)
      try refuseOversize([report.definition.csv?.template], rows: rows)
      try sink.write(templates.csv(context) ?? "")
    case .query(let name):
      guard let query = report.definition.queries.first(where: { $0.name == name }) else { return }
      let rows = try rows(of: query)
      try sink.write(query.columns.map { CSVText.field($0.name) }.joined(separator: ",") + "\r\n")
      while let row = try rows.next() {
        var line = ""
        for (value, column) in zip(row, query.columns) {
          if !line.isEmpty || column.name != query.columns[0].name { line += "," }
          let text = formatting.inCurrency(of: column, in: row).exact(value, as: column.type)
          let isGuarded = options.guardsFormulas && column.type.isText
          line += CSVText.field(isGuarded ? CSVText.harmless(text) : text)
        }
        try sink.write(line + "\r\n")
      }
    case nil: break
    }
  }

  /// Writes JSON: every query row by row, under its name.
  func writeJSON(to sink: OutputBuffer) throws {
    let settings = connection.settings
    try sink.write(
      "{\n  \"report\": \(JSONText.quoted(report.name)),\n  \"title\": \(JSONText.quoted(report.title)),\n")
    try sink.write("  \"shop\": \(JSONText.quoted(settings.name)),\n")
    try sink.write("  \"currency\": \"\(settings.currency.code)\",\n")
    try sink.write("  \"time_zone\": \(JSONText.quoted(settings.timeZone)),\n")
    try sink.write("  \"generated_at\": \(JSONText.quoted(formatting.clock.iso8601(options.shownMoment))),\n")
    let parameters = arguments.values.keys.filter { !ReportArguments.derived.contains($0) }.sorted().map { name in
      "\(JSONText.quoted(name)): \(json(arguments.values[name] ?? .null, arguments.types[name] ?? .text, formatting))"
    }
    try sink.write("  \"parameters\": {\(parameters.joined(separator: ", "))},\n  \"data\": {")
    for (index, query) in report.definition.queries.enumerated() {
      try sink.write("\(index > 0 ? "," : "")\n    \(JSONText.quoted(query.name)): ")
      try write(query, to: sink)
    }
    try sink.write("\n  }\n}\n")
  }

  private func write(_ query: ReportQuery, to sink: OutputBuffer) throws {
    let names = query.columns.map { JSONText.quoted($0.name) }
    func object(_ row: [ReportingValue]) -> String {
      let fields = zip(names, zip(row, query.columns)).map { name, cell in
        "\(name): \(json(cell.0, cell.1.type, formatting.inCurrency(of: cell.1, in: row)))"
      }
      return "{\(fields.joined(separator: ", "))}"
    }
    if query.rows == .one {
      try sink.write(object(try collect(query)[0]))
      return
    }
    let rows = try rows(of: query)
    var isFirst = true
    try sink.write("[")
    while let row = try rows.next() {
      try sink.write("\(isFirst ? "" : ",")\n      \(object(row))")
      isFirst = false
    }
    try sink.write(isFirst ? "]" : "\n    ]")
  }

  /// Decimals are texts: a JSON number passes through binary floating point in most readers.
  private func json(_ value: ReportingValue, _ type: ReportColumnType, _ formatting: Formatting) -> String {
    switch (value, type) {
    case (.null, _): "null"
    case (.integer(let number), .wholeNumber): String(number)
    case (.integer(let number), .flag): number == 0 ? "false" : "true"
    default: JSONText.quoted(formatting.exact(value, as: type))
    }
  }
}

internal import ProblemKit
internal import RetailValues
internal import Stock
internal import Workbook

extension ReportExecution {
  /// Writes a workbook: what the report is about on the first sheet, and each query of several rows on one of its own.
  ///
  /// Rows go to the sheets one at a time. Where a sheet is full, the next rows go on in another of the same name.
  func writeWorkbook(to sink: OutputBuffer) throws {
    do {
      let book = try WorkbookFile()
      try writeFacts(in: book)
      for query in report.definition.queries where query.rows != .one {
        switch query.sheet {
        case .none: continue
        case .named(let name): try write(query, on: messages.text(name), in: book)
        case .ownName: try write(query, on: messages.text(SheetHeading.words(query.name)), in: book)
        }
      }
      try book.finish()
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
      defer { buffer.deallocate() }
      while case let count = try book.read(into: buffer), count > 0 {
        try sink.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch let error as Problems where error.code == .workbookFailed {
      throw Problems(.reportWorkbookFailed, error.message, remedy: error.remedy)
    }
  }

  /// Title, shop, moment and parameters, and under them the columns of each query of one row, one below the other.
  private func writeFacts(in book: WorkbookFile) throws {
    var page = ReportSheetWriter(try book.addSheet(messages.text(report.title)), in: book, formatting: formatting)
    page.guardsFormulas = options.guardsFormulas
    try page.title(messages.text(report.title))
    try page.title(messages.text(report.summary), isBold: false)
    page.skipRow()
    let settings = connection.settings
    try page.fact(messages.text("Shop"), .text(settings.name), .text)
    try page.fact(messages.text("Currency"), .text(settings.currency.code), .text)
    try page.fact(messages.text("Time zone"), .text(settings.timeZone), .text)
    let madeAt = ReportingValue.integer(options.shownMoment.millisecondsSince1970)
    try page.fact(messages.text("Made at"), madeAt, .dateTime)
    for parameter in report.parameters {
      guard let value = arguments.values[parameter.name], value != .null else { continue }
      try page.fact(
        messages.text(SheetHeading.words(parameter.name)), value, arguments.types[parameter.name] ?? .text,
        translations(ofParameter: parameter.name))
    }
    for query in report.definition.queries where query.rows == .one && query.sheet != .none {
      page.skipRow()
      let row = try collect(query)[0]
      // Flags of a single row say to templates what the other columns say to people.
      for (column, value) in zip(query.columns, row) where column.type != .flag {
        page.formatting = formatting.inCurrency(of: column, in: row)
        try page.fact(
          SheetHeading.of(column, currency: settings.currency, messages), value, column.type,
          messages.translations(of: column.words), in: query)
      }
    }
    page.finishFacts(footer: settings.name)
  }

  private func write(_ query: ReportQuery, on name: String, in book: WorkbookFile) throws {
    let rows = try rows(of: query)
    let columns = query.columns.map { SheetHeading.of($0, currency: connection.settings.currency, messages) }
    let translations = query.columns.map { messages.translations(of: $0.words) }
    let total = query.columns.firstIndex { $0.type == .flag && $0.name == "is_total" }
    var sheet: ReportSheetWriter?
    func finish() { sheet?.finishTable(footer: "\(connection.settings.name): \(messages.text(report.title))") }
    func begin() throws {
      sheet = ReportSheetWriter(try book.addSheet(name), in: book, formatting: formatting)
      sheet?.guardsFormulas = options.guardsFormulas
      let shown = columns.indices.filter { $0 != total }
      try sheet?.header(shown.map { columns[$0] }, shown.map { query.columns[$0].type })
    }
    try begin()
    while let row = try rows.next() {
      if sheet?.isFull ?? true {
        finish()
        try begin()
      }
      let isTotal = total.map { row[$0] != .integer(0) && row[$0] != .null } ?? false
      for (index, column) in query.columns.enumerated() where index != total {
        sheet?.formatting = formatting.inCurrency(of: column, in: row)
        try sheet?.cell(row[index], column.type, translations[index], isBold: isTotal, in: query, column.name)
      }
      sheet?.endRow()
    }
    finish()
  }
}

/// Names of columns as people read them.
enum SheetHeading {
  /// The title that the report gives a column, or its name in words; with the currency where its values have one.
  static func of(_ column: ReportColumn, currency: Currency, _ messages: ReportMessages) -> String {
    let title = messages.text(column.title ?? words(column.name))
    guard column.type == .money || column.type == .unitCost, column.currencyPlace == nil else { return title }
    return "\(title), \(currency.code)"
  }

  /// `net_sales` as `Net sales`.
  static func words(_ name: String) -> String {
    let known = ["sku": "SKU", "id": "ID", "sha256": "SHA-256", "gtin": "GTIN", "gln": "GLN"]
    let words = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).map { known[String($0)] ?? String($0) }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

internal import Catalog
internal import Stock

/// The months of a report's period in the shop's time zone, as an expression that its queries read: `month` (`2026-10`),
/// `starts_at` and `ends_at`. SQL alone cannot tell when a month begins where clocks are put forward and back.
enum CalendarMonths {
  /// What `report.yml` writes in place of a file.
  static let keyword = "calendar-months"
  /// Stands in the SQL until the period is known.
  static let placeholder = "/* \(keyword) */"
  /// A century: more than any shop's books, and few enough to be listed.
  static let limit = 1200

  /// The expression for the months from the first to the last movement within `from` and `to`; no rows when there is none.
  static func sql(from: Int64?, to: Int64?, movements: (first: Int64, last: Int64)?, on clock: ShopClock) -> String {
    var rows: [String] = []
    if let movements {
      let first = max(from ?? movements.first, movements.first)
      let last = min(to ?? movements.last, movements.last)
      var date = clock.date(of: Timestamp(millisecondsSince1970: first))
      while rows.count < limit, let month = CalendarDate(year: date.year, month: date.month, day: 1),
        let next = CalendarDate(
          year: date.month == 12 ? date.year + 1 : date.year, month: date.month % 12 + 1, day: 1)
      {
        let start = clock.timestamp(month).millisecondsSince1970
        let end = clock.timestamp(next).millisecondsSince1970
        guard start <= last else { break }
        rows.append("('\(String(month.description.prefix(7)))', \(start), \(end - 1))")
        date = next
      }
    }
    guard !rows.isEmpty else { return "SELECT '' AS month, 0 AS starts_at, 0 AS ends_at WHERE 1 = 0" }
    return """
      SELECT column1 AS month, column2 AS starts_at, column3 AS ends_at FROM (VALUES \(rows.joined(separator: ", "))) listed
      """
  }
}

extension ReportExecution {
  /// The SQL of a query with the months of the period put in.
  func sql(of query: ReportQuery) throws -> String {
    let sql = report.queries[query.name] ?? ""
    guard sql.contains(CalendarMonths.placeholder) else { return sql }
    func bound(_ name: String) -> Int64? {
      if case .integer(let moment)? = arguments.values[name] { moment } else { nil }
    }
    // Each of the two reads one entry of the index by time; MIN and MAX over the view would read all of it.
    func moment(_ order: String) throws -> Int64? {
      let row = try connection.rows("SELECT effective_at FROM report_movements ORDER BY effective_at \(order) LIMIT 1")
        .next()
      if case .integer(let moment)? = row?.first { return moment } else { return nil }
    }
    var movements: (first: Int64, last: Int64)?
    if let first = try moment("ASC"), let last = try moment("DESC") { movements = (first, last) }
    return sql.replacing(
      CalendarMonths.placeholder,
      with: CalendarMonths.sql(from: bound("from"), to: bound("to"), movements: movements, on: formatting.clock))
  }
}

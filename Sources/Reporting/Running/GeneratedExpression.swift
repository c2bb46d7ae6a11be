internal import ProblemKit
internal import RetailValues
internal import Stock

/// Common expressions that no SQL can say, because they need the shop's calendar. `report.yml` names them in place of a file.
enum GeneratedExpression: String, CaseIterable {
  /// The months of the period.
  case calendarMonths = "calendar-months"
  /// Every day of the books, regardless of the period.
  case calendarDays = "calendar-days"
  /// The days, weeks, months, quarters or years of the period, as the parameter `by` says.
  case calendarSteps = "calendar-steps"
  /// The journal's entries of posted counts.
  case countEntries = "count-entries"
  /// The same, of the counts of the period alone.
  case countEntriesOfPeriod = "count-entries-of-period"
  /// The day after the last closed period, on which the journal books what changed in closed ones.
  case firstOpenDay = "first-open-day"

  /// The placeholder in the SQL until the period is known.
  var placeholder: String { "/* \(rawValue) */" }
}

extension ReportExecution {
  /// SQL with the expressions put in that need the calendar.
  func completed(_ sql: String) throws -> String {
    var sql = sql
    for expression in GeneratedExpression.allCases where sql.contains(expression.placeholder) {
      let rows =
        switch expression {
        case .calendarMonths: try steps(.month, as: "month")
        case .calendarDays:
          try CalendarStep.sql(
            .day, as: "day", from: nil, to: nil, movements: movements(), on: formatting.clock, atMost: 36_600
          ).sql
        case .calendarSteps: try chosenSteps()
        case .countEntries: try countEntries(from: nil, to: nil)
        case .countEntriesOfPeriod: try countEntries(from: bound("from"), to: bound("to"))
        case .firstOpenDay: try firstOpenDay()
        }
      sql = sql.replacing(expression.placeholder, with: rows)
    }
    return sql
  }

  private func chosenSteps() throws -> String {
    guard case .text(let by)? = arguments.values["by"], let step = CalendarStep(rawValue: by) else {
      return try steps(.month, as: "step")
    }
    return try steps(step, as: "step")
  }

  private func bound(_ name: String) -> Int64? {
    if case .integer(let moment)? = arguments.values[name] { moment } else { nil }
  }

  private func steps(_ step: CalendarStep, as column: String) throws -> String {
    let (sql, count) = try CalendarStep.sql(
      step, as: column, from: bound("from"), to: bound("to"), movements: movements(), on: formatting.clock)
    guard count <= step.limit else {
      throw Problems(
        .tooManySteps, "the period has more than \(step.limit) \(step.rawValue)s",
        remedy: "Choose a shorter period, or longer steps with 'by'.")
    }
    return sql
  }

  /// When the first and the last movement of the books were, without what an undo took back.
  private func movements() throws -> (first: Int64, last: Int64)? {
    // Each of the two reads an end of the index by time; MIN and MAX over the view would read all of it.
    func moment(_ order: String) throws -> Int64? {
      let row = try connection.rows(
        """
        SELECT effective_at FROM report_movements WHERE is_cancelled = 0 ORDER BY effective_at \(order) LIMIT 1
        """
      ).next()
      if case .integer(let moment)? = row?.first { return moment } else { return nil }
    }
    if let first = try moment("ASC"), let last = try moment("DESC") { return (first, last) }
    return nil
  }

  /// One row, `day`, as the ids of revaluations have it; no row when no period is closed.
  private func firstOpenDay() throws -> String {
    let row = try connection.rows("SELECT MAX(last_day) FROM report_periods WHERE reopened_at IS NULL").next()
    guard case .integer(let last)? = row?.first else { return "SELECT '' AS day WHERE 1 = 0" }
    return "SELECT '\(CalendarDate(daysSince1970: Int(last) + 1))' AS day"
  }

  /// Each posted count and day with the id of the journal's entry: `session_id`, `starts_at`, `ends_at`, `entry`.
  ///
  /// - Parameters:
  ///   - from: the first moment of lines that are looked at; nil for no limit.
  ///   - to: the last of them.
  private func countEntries(from: Int64?, to: Int64?) throws -> String {
    let rows = try connection.rows(
      """
      SELECT DISTINCT c.session_id, c.session, p.location, c.as_of FROM report_count_lines c
        JOIN report_locations p ON p.location_id = c.location_id
      WHERE c.session_state = 'posted' AND c.as_of >= :from AND c.as_of <= :to ORDER BY c.session_id, c.as_of
      """, parameters: ["from": .integer(from ?? .min), "to": .integer(to ?? .max)])
    var listed: [String] = []
    var last: (session: Int64, ends: Int64)?
    while let row = try rows.next() {
      guard case .integer(let session) = row[0], case .text(let code) = row[1], case .text(let location) = row[2],
        case .integer(let asOf) = row[3]
      else { continue }
      if let last, last.session == session, asOf <= last.ends { continue }
      let day = formatting.clock.date(of: Timestamp(millisecondsSince1970: asOf))
      let start = formatting.clock.timestamp(day).millisecondsSince1970
      let end = formatting.clock.timestamp(CalendarDate(daysSince1970: day.daysSince1970 + 1)).millisecondsSince1970 - 1
      last = (session, end)
      // An id contains letters, digits and a few signs, none of which ends a text of SQL.
      listed.append(
        "(\(session), \(start), \(end), '\(JournalEntryID.count(code, location: location, day: day))')")
    }
    guard !listed.isEmpty else {
      return "SELECT 0 AS session_id, 0 AS starts_at, 0 AS ends_at, '' AS entry WHERE 1 = 0"
    }
    return """
      SELECT column1 AS session_id, column2 AS starts_at, column3 AS ends_at, column4 AS entry
      FROM (VALUES \(listed.joined(separator: ", "))) listed
      """
  }
}

internal import GRDB
internal import RetailValues

/// Sales that come again under another number, because the day or the till is a part of the number in one of two imports and not in
/// the other.
extension StagingArea {
  /// Looks for new sales that another import has recorded already with the same item, location, quantity, price and time, under a
  /// number that differs in the day alone. With a time of day, also under one that differs in the number of the till alone: on days
  /// alone, sales of two tills with the same numbers may be equal.
  ///
  /// The query follows the index of movements by variant and time, and is not run where nothing was sold at those times. Only
  /// lines with the same content reach the comparison of numbers.
  func findRenumberedSales() throws {
    guard staged.hasMovements, staged["sales"] != nil else { return }
    let new = "m.source = 'sales' AND m.number <> '' AND m.action = \(PlanAction.create.sql)"
    let differsInDay = "guard_receipt(d.number, m.effective_at) = guard_receipt(m.number, m.effective_at)"
    // Days begin at a multiple of a quarter of an hour, whatever the offset.
    let differsInTill = """
      (m.effective_at % 900000 <> 0 AND (substr(m.number, -length(d.number) - 1) = '-' || d.number
        OR substr(d.number, -length(m.number) - 1) = '-' || m.number))
      """
    guard
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM movements x WHERE x.kind IN ('sale', 'customer-return') AND x.effective_at
            BETWEEN (SELECT MIN(m.effective_at) FROM temp.merged_movements m WHERE \(new))
              AND (SELECT MAX(m.effective_at) FROM temp.merged_movements m WHERE \(new)))
          """) == true
    else { return }
    try add(
      .sameAsRecorded,
      remedy:
        "If they are the same sales, read the file as that import did, or undo that import and import this file again. "
        + "To make the day a part of the numbers, say --map COLUMN=document for the column of the days. If they are other "
        + "sales, accept that with --accept \(GuardCode.sameAsRecorded.rawValue).",
      """
      SELECT m.stage_seq AS seq, m.source AS kind, 'document' AS field, m.number AS value,
        'document ''' || m.number || ''' would be booked once more: import ' || f.known || ' has recorded ''' || f.recorded
          || ''' with the same item, quantity, price and time, and only the ' || CASE WHEN f.days > 0 THEN 'day' ELSE 'till' END
          || ' in the number differs; such lines in the file: ' || f.records AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (SELECT MIN(m.seq) AS first, d.number AS recorded, x.import_id AS known, COUNT(DISTINCT m.seq) AS records,
            SUM(\(differsInDay)) AS days
          FROM temp.merged_movements m
            -- In this order: each new sale leads to those of its item and time.
            CROSS JOIN movements x ON x.variant_id = m.variant AND x.effective_at = m.effective_at
              AND x.location_id = m.location AND x.quantity = m.quantity AND x.kind = m.kind
              AND x.unit_price IS m.unit_price
            CROSS JOIN documents d ON d.id = x.document_id
          WHERE \(new) AND d.kind = m.document_kind AND d.party = m.party AND d.number <> m.number AND d.number <> ''
            AND substr(d.number, -1) = substr(m.number, -1) AND x.import_id IS NOT NULL
            AND x.reverses IS NULL AND \(CancelledMovements.isLive("x"))
            AND (\(differsInDay) OR \(differsInTill))
          GROUP BY x.import_id) f
        JOIN temp.merged_movements m ON m.seq = f.first
      ORDER BY m.seq
      """)
  }
}

/// The number of a receipt without the day that it begins with: `7` of `2026-12-18-7`, where the day is that of the sale.
enum ReceiptNumber {
  /// - Parameter day: the day of the sale. The day before and the one after are recognised too, because a time with an offset may
  ///   be on another day in the shop.
  static func withoutDay(_ number: String, _ day: CalendarDate) -> String {
    for place in number.indices.dropFirst() where !number[place].isLetter && !number[place].isNumber {
      let rest = number[number.index(after: place)...]
      if !rest.isEmpty, (-1...1).contains(where: { isDay(number[..<place], day.daysSince1970 + $0) }) {
        return String(rest)
      }
    }
    return number
  }

  /// Whether a text is a day as files write it: with or without separators, in any order, and with the year in two digits or four.
  private static func isDay(_ text: Substring, _ daysSince1970: Int) -> Bool {
    let day = CalendarDate(daysSince1970: daysSince1970)
    let digits = text.split { !$0.isNumber }
    guard text.allSatisfy({ !$0.isLetter }) else { return false }
    if digits.count == 1, let all = digits.first { return plain(day).contains(String(all)) }
    let numbers = digits.compactMap { Int($0) }
    guard numbers.count == 3, digits.count == 3 else { return false }
    return [day.year, day.year % 100].contains { year in
      numbers == [year, day.month, day.day] || numbers == [day.day, day.month, year]
        || numbers == [day.month, day.day, year]
    }
  }

  /// A day without separators.
  private static func plain(_ day: CalendarDate) -> [String] {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (month, date) = (padded(day.month), padded(day.day))
    return ["\(day.year)", padded(day.year % 100)].flatMap { year in
      ["\(year)\(month)\(date)", "\(date)\(month)\(year)", "\(month)\(date)\(year)"]
    }
  }
}

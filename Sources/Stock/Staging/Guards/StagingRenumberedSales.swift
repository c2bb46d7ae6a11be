internal import GRDB
internal import RetailValues

/// Sales that come again under another number: with the day, the till or zeros in front in one of two imports and not in the other.
extension StagingArea {
  /// Looks for new sales that another import has recorded already with the same item, location, quantity, price and time, under a
  /// number that says the same; see ``ReceiptNumber/difference(_:_:on:)``.
  ///
  /// A number with the till in front and one without it may be those of two tills. So the till is recognised with a time of day,
  /// and on days alone only where all new sales of a day and place are recorded, or all recorded ones of an import come again,
  /// and not all of them are equal. What the file itself brings again under its recorded number is not the sale that is new.
  ///
  /// Recorded sales are found by the index of movements by variant and time, once for each item and time, and nothing is looked
  /// for where nothing was sold at those times. Only lines with the same content and last number reach the comparison of numbers.
  func findRenumberedSales() throws {
    guard staged.hasMovements, staged["sales"] != nil else { return }
    let new = "m.source = 'sales' AND m.number <> '' AND m.action = \(PlanAction.create.sql)"
    guard
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM movements x WHERE x.kind IN ('sale', 'customer-return') AND x.effective_at
            BETWEEN (SELECT MIN(m.effective_at) FROM temp.merged_movements m WHERE \(new))
              AND (SELECT MAX(m.effective_at) FROM temp.merged_movements m WHERE \(new)))
          """) == true
    else { return }
    try collectRenumberedSales(new)
    let isWholeDay = """
      (r.known, r.effective_at, r.location) IN (
        SELECT t.known, t.effective_at, t.location FROM temp.renumbered_sales t
          JOIN (SELECT m.effective_at, m.location, COUNT(*) AS records FROM temp.merged_movements m WHERE \(new)
            GROUP BY m.effective_at, m.location) n ON n.effective_at = t.effective_at AND n.location = t.location
        WHERE t.difference IS NOT NULL GROUP BY t.known, t.effective_at, t.location
        HAVING COUNT(DISTINCT t.content) > 1 AND (COUNT(DISTINCT t.seq) = MAX(n.records)
          -- By the index of times: an import may have years of sales.
          OR COUNT(DISTINCT t.id) = (SELECT COUNT(*) FROM movements x WHERE x.effective_at = t.effective_at
            AND +x.location_id = t.location AND +x.import_id = t.known AND x.kind IN ('sale', 'customer-return')
            AND x.reverses IS NULL AND \(CancelledMovements.isLive("x")))))
      """
    try add(
      .sameAsRecorded,
      remedy:
        "If they are the same sales, read the file as that import did, or undo that import and import this file again. "
        + "To make the day a part of the numbers, say --map COLUMN=document for the column of the days. If they are other "
        + "sales, accept that with --accept \(GuardCode.sameAsRecorded.rawValue).",
      """
      SELECT m.stage_seq AS seq, m.source AS kind, 'document' AS field, m.number AS value,
        'document ''' || m.number || ''' would be booked once more: import ' || f.known || ' has recorded ''' || f.recorded
          || ''' with the same item, quantity, price and time, and only ' || CASE f.difference
            WHEN 'day' THEN 'the day in the number differs' WHEN 'till' THEN 'the till in the number differs'
            ELSE 'zeros or signs in the number differ' END
          || '; such lines in the file: ' || f.records AS message,
        m.tbl AS tbl, m.line AS line, m.record AS record, m.offset AS offset
      FROM (SELECT MIN(r.seq) AS first, r.recorded, r.difference, r.known, COUNT(DISTINCT r.seq) AS records
          FROM temp.renumbered_sales r
          -- Days begin at a multiple of a quarter of an hour, whatever the offset.
          WHERE r.difference <> 'till' OR r.difference = 'till' AND (r.effective_at % 900000 <> 0 OR \(isWholeDay))
          GROUP BY r.known) f
        JOIN temp.merged_movements m ON m.seq = f.first
      ORDER BY m.seq
      """)
  }

  /// Makes the table of the new sales and the recorded ones with the same content, and in what their numbers differ; nothing
  /// where they say that they are different sales.
  private func collectRenumberedSales(_ new: String) throws {
    // What a number ends with, without zeros in front.
    func tail(_ number: String) -> String {
      "ltrim(substr(\(number), length(rtrim(\(number), '0123456789')) + 1), '0')"
    }
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.recorded_sales;
        DROP TABLE IF EXISTS temp.renumbered_sales;
        CREATE TEMP TABLE recorded_sales AS
          SELECT x.id, x.variant_id AS variant, x.effective_at, \(tail("d.number")) AS tail, x.location_id AS location, x.quantity,
            x.kind, x.unit_price, d.kind AS document_kind, d.party, d.number, x.import_id
          FROM (SELECT DISTINCT m.variant, m.effective_at FROM temp.merged_movements m WHERE \(new)) n
            CROSS JOIN movements x ON x.variant_id = n.variant AND x.effective_at = n.effective_at
            CROSS JOIN documents d ON d.id = x.document_id
          WHERE d.number <> '' AND x.import_id IS NOT NULL AND x.reverses IS NULL AND \(CancelledMovements.isLive("x"))
            AND x.id NOT IN (SELECT t.target FROM temp.merged_movements t WHERE t.target IS NOT NULL);
        CREATE INDEX temp.recorded_sales_key ON recorded_sales (variant, effective_at, tail);
        CREATE TEMP TABLE renumbered_sales AS
          SELECT m.seq, k.id, m.effective_at, m.location, m.variant || ' ' || m.quantity AS content, k.number AS recorded,
            k.import_id AS known, guard_receipts(k.number, m.number, m.effective_at) AS difference
          FROM temp.merged_movements m CROSS JOIN temp.recorded_sales k ON k.variant = m.variant
            AND k.effective_at = m.effective_at AND k.tail = \(tail("m.number")) AND k.location = m.location
            AND k.quantity = m.quantity AND k.kind = m.kind AND k.unit_price IS m.unit_price
            AND k.document_kind = m.document_kind AND k.party = m.party
          WHERE \(new) AND k.number <> m.number;
        """)
  }
}

/// The numbers of receipts of one sale, as different exports of a till write them.
enum ReceiptNumber {
  /// In what two numbers differ that may be those of one sale.
  enum Difference: String {
    case day, till
    /// Zeros in front, signs, or capitals.
    case spelling
  }

  /// In what two numbers of sales with the same content differ; nil where they say that the sales are different ones.
  ///
  /// A number is taken for its ``parts(of:on:)``. Two with the same parts are the same. Where the parts of the one are the last ones of
  /// the other, such as `7` and `2-7`, the others are taken for the till. `1-7` and `2-7` are different, as are `7` and `17`.
  ///
  /// - Parameter day: the day of the sale.
  static func difference(_ one: String, _ other: String, on day: CalendarDate) -> Difference? {
    let (first, second) = (parts(of: one, on: day), parts(of: other, on: day))
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    guard !short.isEmpty, long.suffix(short.count).elementsEqual(short) else { return nil }
    guard short.count == long.count else { return .till }
    let rests = (withoutAnyDay(one, day), withoutAnyDay(other, day))
    return rests.0 == rests.1 || (rests.0 == one) != (rests.1 == other) ? .day : .spelling
  }

  /// The runs of digits, without zeros in front, and of letters in a number without the day: `k`, `2` and `7` of `2026-12-18-K2/0007`.
  private static func parts(of number: String, on day: CalendarDate) -> [String] {
    var parts: [String] = []
    var isInDigits: Bool?
    for character in withoutAnyDay(number, day) {
      guard character.isLetter || character.isNumber else {
        isInDigits = nil
        continue
      }
      let isDigit = character.isASCII && character.isNumber
      if isInDigits == isDigit { parts[parts.count - 1].append(character) } else { parts.append(String(character)) }
      isInDigits = isDigit
    }
    return parts.map { part in
      guard part.first?.isNumber == true else { return part.lowercased() }
      let digits = part.drop { $0 == "0" }
      return digits.isEmpty ? "0" : String(digits)
    }
  }

  /// A number without the day of the sale, wherever it stands before the last part: `2-7` of `2-2026-12-18-7`.
  private static func withoutAnyDay(_ number: String, _ day: CalendarDate) -> String {
    var start = number.startIndex
    while true {
      let rest = String(number[start...])
      let left = withoutDay(rest, day)
      if left != rest { return number[..<start] + left }
      guard let sign = number[start...].firstIndex(where: { !$0.isLetter && !$0.isNumber }) else { return number }
      start = number.index(after: sign)
    }
  }

  /// The number of a receipt without the day that it begins with: `7` of `2026-12-18-7`, where the day is that of the sale.
  ///
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

internal import RetailValues

/// An `OnCalendar` expression of systemd: weekdays, a day and a time of day, each of which may be left out, or a word.
struct CalendarExpression: Hashable, Sendable {
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longWeekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let words: Set = [
    "minutely", "hourly", "daily", "monthly", "weekly", "yearly", "annually", "quarterly", "semiannually",
  ]

  private let text: String
  /// Whether the expression names a time zone of its own.
  private let hasTimeZone: Bool

  /// - Returns: nil for a text that systemd would not understand.
  init?(_ text: String) {
    var parts = text.split(separator: " ")
    // Words before zones: some zones are called by a few letters.
    let isZone = parts.last.map { parts.count > 1 && !Self.isKnown($0) && ShopClock(timeZone: String($0)) != nil }
    hasTimeZone = isZone ?? false
    if hasTimeZone { parts.removeLast() }
    self.text = text
    if parts.count == 1, Self.words.contains(parts[0].lowercased()) { return }
    guard !parts.isEmpty else { return nil }
    if let first = parts.first, Self.areWeekdays(first) { parts.removeFirst() }
    if let first = parts.first, Self.isDay(first) { parts.removeFirst() }
    if let first = parts.first, Self.isTime(first) { parts.removeFirst() }
    guard parts.isEmpty else { return nil }
  }

  /// The expression with a time zone: its own, else that one.
  func text(timeZone: String) -> String { hasTimeZone ? text : "\(text) \(timeZone)" }

  /// The five fields of a cron line; nil where cron has no words for it.
  var cronLine: String? {
    guard let match = text.wholeMatch(of: #/(?:([A-Za-z,.]+) )?(?:\*-\*-\* )?([0-9]{1,2}):([0-9]{2})(?::00)?/#),
      let hour = Int(match.2), let minute = Int(match.3)
    else { return nil }
    let days = match.1.map { days in
      days.split(separator: ",").map { part in
        part.replacing("..", with: "-").split(separator: "-").map { $0.prefix(3) }.joined(separator: "-")
      }.joined(separator: ",")
    }
    return "\(minute) \(hour) * * \(days ?? "*")"
  }

  // MARK: - Its parts

  private static func isKnown(_ part: Substring) -> Bool {
    areWeekdays(part) || isDay(part) || isTime(part) || words.contains(part.lowercased())
  }

  private static func areWeekdays(_ part: Substring) -> Bool {
    part.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { item in
      let ends = item.replacing("..", with: "-").split(separator: "-", omittingEmptySubsequences: false).map { end in
        let name = end.lowercased()
        return weekdays.firstIndex { $0.lowercased() == name } ?? longWeekdays.firstIndex(of: name)
      }
      guard case let first?? = ends.first else { return false }
      return ends.count == 1 || ends.count == 2 && (ends[1].map { first <= $0 } ?? false)
    }
  }

  private static func isDay(_ part: Substring) -> Bool {
    // `~` counts days from the end of the month.
    var fields = part.split(separator: "-", omittingEmptySubsequences: false)
    if let last = fields.last, fields.count < 3, let sign = last.firstIndex(of: "~") {
      fields.removeLast()
      fields += [last[..<sign], last[last.index(after: sign)...]]
    }
    let ranges = [1970...2199, 1...12, 1...31].suffix(fields.count)
    return (2...3).contains(fields.count) && zip(fields, ranges).allSatisfy { isList($0, within: $1) }
  }

  private static func isTime(_ part: Substring) -> Bool {
    let fields = part.split(separator: ":", omittingEmptySubsequences: false)
    return (2...3).contains(fields.count)
      && zip(fields, [0...23, 0...59, 0...59]).allSatisfy { isList($0, within: $1) }
  }

  /// Numbers and ranges, each with an optional step.
  private static func isList(_ field: Substring, within range: ClosedRange<Int>) -> Bool {
    field.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { item in
      guard let match = item.wholeMatch(of: #/(?:(\*)|([0-9]{1,4})(?:\.\.([0-9]{1,4}))?)(?:/([0-9]{1,4}))?/#) else {
        return false
      }
      if let step = match.4, Int(step) ?? 0 == 0 { return false }
      if match.1 != nil { return true }
      guard let first = match.2.flatMap({ Int($0) }), range.contains(first) else { return false }
      guard let last = match.3 else { return true }
      return Int(last).map { range.contains($0) && first <= $0 } ?? false
    }
  }
}

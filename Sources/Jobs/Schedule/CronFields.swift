internal import FormatKit
internal import RetailValues

/// The five fields of a cron line, as what they mean: minute, hour, day of the month, month and weekday.
struct CronFields: Hashable, Sendable {
  /// A problem with a line.
  struct InvalidLine: Error, Hashable {
    let message: String
    let remedy: String
  }

  private var values: [[Int]]
  private let words: [String]
  /// Cron runs when the day and the weekday both fit if one of the fields begins with `*`, else when either does.
  private let needsBothDays: Bool

  /// - Parameter text: five fields with spaces between them.
  init(_ text: String) throws(InvalidLine) {
    var words = text.split(separator: " ").map(String.init)
    guard words.count == Field.all.count else {
      throw InvalidLine(message: "'\(text)' has not five fields", remedy: "Write minute, hour, day, month and weekday.")
    }
    values = []
    for (word, field) in zip(words, Field.all) { values.append(try field.values(of: word)) }
    needsBothDays = words[2].hasPrefix("*") || words[4].hasPrefix("*")
    // Not every cron supports a range that crosses the end of the week.
    if Field.goesRound(words[4]) { words[4] = values[4].map(String.init).joined(separator: ",") }
    self.words = words
    let longest = values[3].map { Self.daysOfMonths[$0 - 1] }.max() ?? 31
    if let first = values[2].first, first > longest, needsBothDays || values[4].count == 7 {
      throw InvalidLine(
        message: "no month of '\(text)' has a day \(first)", remedy: "Choose another day or another month.")
    }
  }

  private static let daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// The hours, sorted.
  var hours: [Int] { values[1] }
  /// The minutes of the hour, sorted.
  var minutes: [Int] { values[0] }

  /// Whether a line runs on a day.
  func runs(on day: CalendarDate) -> Bool {
    guard values[3].contains(day.month) else { return false }
    // 1970-01-01 was a Thursday.
    let weekday = ((day.daysSince1970 + 4) % 7 + 7) % 7
    let (isDay, isWeekday) = (values[2].contains(day.day), values[4].contains(weekday))
    return needsBothDays ? isDay && isWeekday : isDay || isWeekday
  }

  /// The fields as every cron reads them.
  var line: String { words.joined(separator: " ") }

  // MARK: - For systemd

  /// The `OnCalendar` expressions that together mean the same.
  func calendars(timeZone: String) -> [String] {
    let numbers = zip(values, Field.all).map { Self.list($0, of: $1.range, String.init) }
    let time = "\(numbers[1]):\(numbers[0]):00 \(timeZone)"
    let month = "*-\(numbers[3])"
    // There a week begins with Monday.
    let days = values[4].map { ($0 + 6) % 7 }.sorted()
    let weekdays = Self.list(days, of: 0...6) { CalendarExpression.weekdays[$0] }
    if weekdays == "*" { return ["\(month)-\(needsBothDays ? numbers[2] : "*") \(time)"] }
    if needsBothDays { return ["\(weekdays) \(month)-\(numbers[2]) \(time)"] }
    return numbers[2] == "*"
      ? ["\(month)-* \(time)"] : ["\(month)-\(numbers[2]) \(time)", "\(weekdays) \(month)-* \(time)"]
  }

  /// `*` for all, else a list in which three in a row are a range.
  private static func list(_ values: [Int], of range: ClosedRange<Int>, _ text: (Int) -> String) -> String {
    if values.count == range.count { return "*" }
    var runs: [ClosedRange<Int>] = []
    for value in values {
      if let last = runs.last, last.upperBound + 1 == value {
        runs[runs.count - 1] = last.lowerBound...value
      } else {
        runs.append(value...value)
      }
    }
    return runs.flatMap { run in
      run.count > 2 ? ["\(text(run.lowerBound))..\(text(run.upperBound))"] : run.map(text)
    }.joined(separator: ",")
  }
}

extension CronFields {
  /// The permitted content of one field.
  private struct Field {
    let name: String
    let range: ClosedRange<Int>
    /// Words for the numbers from the first on.
    var names: [String] = []
    var example: String

    static let all = [
      Field(name: "minute", range: 0...59, example: "30, 0,30 or */15"),
      Field(name: "hour", range: 0...23, example: "2, 8-18 or */6"),
      Field(name: "day of the month", range: 1...31, example: "1, 1-7 or *"),
      Field(
        name: "month", range: 1...12,
        names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
        example: "10, jan-mar or *"),
      // Sunday is 7 too.
      Field(
        name: "weekday", range: 0...6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
        example: "1, mon-fri or *"),
    ]

    /// Whether the field of weekdays has a range from a later day to an earlier one.
    static func goesRound(_ word: String) -> Bool {
      guard let field = all.last else { return false }
      return word.split(separator: ",").contains { part in
        let ends = (part.split(separator: "/").first ?? "").split(separator: "-").map { field.number($0) ?? 0 }
        return ends.count == 2 && ends[0] > ends[1]
      }
    }

    private var isWeekday: Bool { range == 0...6 }

    /// All that a field means, sorted.
    func values(of word: String) throws(InvalidLine) -> [Int] {
      var found: Set<Int> = []
      for part in word.split(separator: ",", omittingEmptySubsequences: false) {
        guard let values = values(ofPart: part) else {
          throw InvalidLine(
            message: "'\(part)' cannot be the \(name) of a cron line",
            remedy:
              "The \(name) goes from \(range.lowerBound) to \(isWeekday ? 7 : range.upperBound); write \(example).")
        }
        found.formUnion(values)
      }
      return found.sorted()
    }

    private func values(ofPart part: Substring) -> [Int]? {
      let halves = part.split(separator: "/", omittingEmptySubsequences: false)
      var step = 1
      if halves.count > 1 {
        guard halves.count == 2, let number = Self.digits(halves[1]), (1...range.upperBound).contains(number) else {
          return nil
        }
        step = number
      }
      let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
      var span = range
      if halves[0] != "*" {
        guard let first = ends.first.flatMap({ number($0) }), ends.count <= 2 else { return nil }
        // A step counts within a range; cron does not say what one from a number on is.
        guard ends.count == 2 || halves.count == 1 else { return nil }
        guard var last = ends.count == 2 ? number(ends[1]) : first else { return nil }
        if last < first, isWeekday { last += 7 }
        guard first <= last else { return nil }
        span = first...last
      }
      return stride(from: span.lowerBound, through: span.upperBound, by: step).map { isWeekday ? $0 % 7 : $0 }
    }

    func number(_ text: Substring) -> Int? {
      if let place = names.firstIndex(of: text.lowercased()) { return range.lowerBound + place }
      guard let number = Self.digits(text), range.contains(number) || isWeekday && number == 7 else { return nil }
      return number
    }

    private static func digits(_ text: Substring) -> Int? {
      guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(text)
    }
  }
}

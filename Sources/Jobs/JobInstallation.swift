internal import Foundation

/// What the system needs to run a job by itself: two units of systemd, or a line for cron.
public struct JobInstallation: Hashable, Sendable {
  /// The name of the units without their endings.
  public var unit: String
  public var service: String
  public var timer: String
  /// nil for a schedule that cron has no words for.
  public var cronLine: String?

  /// - Parameters:
  ///   - shopPath: the shop's folder, absolute and without control characters.
  ///   - executable: where the command lies.
  /// - Returns: nil for a job without a schedule.
  public init?(_ job: JobDefinition, shopName: String, shopPath: String, timeZone: String, executable: String) {
    guard let schedule = job.schedule else { return nil }
    let shop = shopPath.split(separator: "/").last.map { Self.word(String($0)) } ?? "shop"
    unit = "stockroom-\(shop)-\(job.name)"
    let heading = "# Written by `stockroom job install \(job.name)`.\n"
    let about = "Stockroom: job \(job.name) of \(Self.word(shopName, keeping: " "))"
    let words = [executable, "job", "run", job.name, "--shop", shopPath]
    service = """
      \(heading)[Unit]
      Description=\(about)

      [Service]
      Type=oneshot
      ExecStart=\(words.map(Self.unitWord).joined(separator: " "))
      Nice=10

      """
    let times = schedule.calendars(timeZone: timeZone).map { "OnCalendar=\($0.replacing("%", with: "%%"))" }
    timer = """
      \(heading)[Unit]
      Description=\(about)

      [Timer]
      \(times.joined(separator: "\n"))
      Persistent=true

      [Install]
      WantedBy=timers.target

      """
    cronLine = schedule.cronFields.map { $0 + " " + words.map(Self.cronWord).joined(separator: " ") }
  }

  /// A text of which only letters, digits, `-` and `_` are kept.
  private static func word(_ text: String, keeping others: String = "") -> String {
    let kept = text.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_".unicodeScalars.contains(scalar)
        || others.unicodeScalars.contains(scalar) ? String(scalar) : "-"
    }
    return kept.joined()
  }

  /// A word as the command lines of units have it: in quotes, with what would be replaced doubled.
  static func unitWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x2D...0x39).contains(byte) || byte == 0x5F
    }
    if isPlain { return word }
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
      .replacing("$", with: "$$")
    return "\"\(escaped)\""
  }

  /// A word for the shell that cron starts, which takes `%` for the end of the line.
  static func cronWord(_ word: String) -> String {
    let isPlain = unitWord(word) == word
    if isPlain { return word }
    return "'" + word.replacing("'", with: "'\\''").replacing("%", with: "\\%") + "'"
  }
}

extension JobSchedule {
  /// As people write it in the definition.
  public var text: String {
    switch self {
    case .daily(let hour, let minute): "\(Self.two(hour)):\(Self.two(minute))"
    case .cron(let text), .calendar(let text): text
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The `OnCalendar` expressions that together mean the same.
  func calendars(timeZone: String) -> [String] {
    switch self {
    case .daily: ["*-*-* \(text):00 \(timeZone)"]
    case .calendar(let text): [text]
    case .cron(let text): Self.calendars(ofCron: text)
    }
  }

  /// The five fields of a cron line; nil where cron has no words for it.
  var cronFields: String? {
    switch self {
    case .daily(let hour, let minute): return "\(minute) \(hour) * * *"
    case .cron(let text): return text
    case .calendar(let text):
      guard let match = text.wholeMatch(of: #/(?:([A-Za-z,.]+) )?(?:\*-\*-\* )?([0-9]{1,2}):([0-9]{2})(?::00)?/#),
        let hour = Int(match.2), let minute = Int(match.3), hour < 24, minute < 60
      else { return nil }
      let days = match.1.map { $0.replacing("..", with: "-") } ?? "*"
      return "\(minute) \(hour) * * \(days)"
    }
  }

  // MARK: - From cron to systemd

  private static func calendars(ofCron text: String) -> [String] {
    let fields = text.split(separator: " ").map(String.init)
    guard fields.count == 5 else { return [text] }
    let time = "\(times(fields[1], from: 0)):\(times(fields[0], from: 0)):00"
    let (day, month) = (times(fields[2], from: 1), times(months(fields[3]), from: 1))
    let weekdays = weekdays(fields[4])
    let byDate = "*-\(month)-\(day) \(time)"
    guard weekdays != "*" else { return [byDate] }
    let byWeekday = "\(weekdays) *-\(month)-* \(time)"
    // Cron runs when either of the two fits, systemd when both do.
    return fields[2] == "*" ? [byWeekday] : [byDate, byWeekday]
  }

  private static func times(_ field: String, from first: Int) -> String {
    field.split(separator: ",").map { part in
      part == "*" ? "*" : part.replacing("-", with: "..").replacing("*/", with: "\(first)/")
    }.joined(separator: ",")
  }

  private static let monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static func months(_ field: String) -> String {
    var field = field.lowercased()
    for (place, name) in monthNames.enumerated() { field = field.replacing(name, with: "\(place + 1)") }
    return field
  }

  private static func weekdays(_ field: String) -> String {
    if field == "*" { return "*" }
    let parts = field.split(separator: ",").flatMap { part -> [String] in
      let ends = part.split(separator: "-").map { end in
        Int(end).flatMap { dayNames.indices.contains($0) ? dayNames[$0] : nil } ?? end.capitalized
      }
      // A week begins with Monday there, so that a range from Sunday is two.
      if ends.count == 2, ends[0] == "Sun", ends[1] != "Sun" { return ["Sun", "Mon..\(ends[1])"] }
      return [ends.joined(separator: "..")]
    }
    return parts.joined(separator: ",")
  }
}

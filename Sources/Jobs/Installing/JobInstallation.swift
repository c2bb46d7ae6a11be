internal import Foundation
internal import Stock

/// The files that make the system run a job by itself: two units of systemd, or a line for cron.
public struct JobInstallation: Hashable, Sendable {
  /// The name of the job.
  public var job: String
  /// The name of the units without their endings.
  public var unit: String
  public var service: String
  public var timer: String
  /// The first line of both units: those of another shop or another job begin otherwise.
  public var heading: String
  /// nil for a schedule that cron has no words for.
  public var cronLine: String?

  /// - Parameters:
  ///   - shopPath: the shop's folder, absolute and without control characters.
  ///   - executable: the path of the command.
  /// - Returns: nil for a job without a schedule, and for one that is switched off.
  public init?(_ job: JobDefinition, shopName: String, shopPath: String, timeZone: String, executable: String) {
    guard let schedule = job.schedule, job.isEnabled else { return nil }
    self.job = job.name
    let shop = shopPath.split(separator: "/").last.map { Self.word(String($0)) } ?? "shop"
    // Folders in different locations may have the same name.
    unit = "stockroom-\(shop)-\(SHA256Hash.hexadecimal(of: shopPath).prefix(6))-\(job.name)"
    heading = "# Written by `stockroom job install \(job.name)` for the shop \(shopPath) ."
    let about = "Stockroom: job \(job.name) of \(Self.word(shopName, keeping: " "))"
    let words = [executable, "job", "run", job.name, "--shop", shopPath]
    service = """
      \(heading)
      [Unit]
      Description=\(about)

      [Service]
      Type=oneshot
      ExecStart=\(words.map(Self.unitWord).joined(separator: " "))
      Nice=10

      """
    let times = schedule.calendars(timeZone: timeZone).map { "OnCalendar=\($0.replacing("%", with: "%%"))" }
    timer = """
      \(heading)
      [Unit]
      Description=\(about)

      [Timer]
      \(times.joined(separator: "\n"))
      Persistent=true

      [Install]
      WantedBy=timers.target

      """
    cronLine = schedule.cronFields.map { $0 + " " + words.map(Self.cronWord).joined(separator: " ") }
  }

  /// The text reduced to letters, digits, `-` and `_`.
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

  /// The `OnCalendar` expressions that together mean the same, by the shop's clock unless they name another.
  func calendars(timeZone: String) -> [String] {
    switch self {
    case .daily: ["*-*-* \(text):00 \(timeZone)"]
    case .calendar(let text): CalendarExpression(text).map { [$0.text(timeZone: timeZone)] } ?? []
    case .cron(let text): (try? CronFields(text))?.calendars(timeZone: timeZone) ?? []
    }
  }

  /// The five fields of a cron line; nil where cron has no words for it.
  var cronFields: String? {
    switch self {
    case .daily(let hour, let minute): "\(minute) \(hour) * * *"
    case .cron(let text): (try? CronFields(text))?.line
    case .calendar(let text): CalendarExpression(text)?.cronLine
    }
  }
}

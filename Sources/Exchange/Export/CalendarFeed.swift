public import FormatKit
public import RetailValues

/// Writes a calendar that programs subscribe to (iCalendar, RFC 5545): all-day events with reminders.
///
/// The same events give the same bytes, so that a phone that asks again sees what changed and nothing else.
public struct CalendarFeed {
  /// An event of one day.
  public struct Event: Sendable {
    /// The identity that distinguishes the event from all others. It is hashed, so it may be any text.
    public var identity: String
    public var day: CalendarDate
    public var title: String
    public var details: String
    public var place: String?
    /// When what the event says was last learnt.
    public var learntAt: Timestamp
    /// How many days before its day to remind, and at nine o'clock; none for no reminder.
    public var reminders: [Int]

    public init(
      identity: String, day: CalendarDate, title: String, details: String, place: String? = nil, learntAt: Timestamp,
      reminders: [Int]
    ) {
      self.identity = identity
      self.day = day
      self.title = title
      self.details = details
      self.place = place
      self.learntAt = learntAt
      self.reminders = reminders
    }
  }

  /// The hour of the day at which reminders come.
  static let reminderHour = 9
  /// Octets of a line, its end left out (section 3.1).
  static let lineLimit = 75

  private let sink: ByteSink
  private let domain: String

  /// Begins a calendar.
  ///
  /// - Parameters:
  ///   - name: what people call it.
  ///   - domain: the part after the @ of each event's identity; letters, digits, points and hyphens.
  public init(named name: String, domain: String, to sink: ByteSink) throws(Problems) {
    self.sink = sink
    self.domain = domain
    for (property, value) in [
      ("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("PRODID", "-//Stockroom//Expiry//EN"), ("CALSCALE", "GREGORIAN"),
      ("METHOD", "PUBLISH"),
    ] {
      try line(property, value)
    }
    // RFC 7986, and the properties that programs used before it.
    try line("NAME", Self.escaped(name))
    try line("X-WR-CALNAME", Self.escaped(name))
    try line("REFRESH-INTERVAL;VALUE=DURATION", "PT6H")
    try line("X-PUBLISHED-TTL", "PT6H")
  }

  public func add(_ event: Event) throws(Problems) {
    try line("BEGIN", "VEVENT")
    try line("UID", Self.identifier(event.identity) + "@" + domain)
    try line("DTSTAMP", Self.utc(event.learntAt))
    try line("DTSTART;VALUE=DATE", Self.basic(event.day))
    if let next = event.day.adding(days: 1) { try line("DTEND;VALUE=DATE", Self.basic(next)) }
    try line("SUMMARY", Self.escaped(event.title))
    if !event.details.isEmpty { try line("DESCRIPTION", Self.escaped(event.details)) }
    if let place = event.place { try line("LOCATION", Self.escaped(place)) }
    try line("TRANSP", "TRANSPARENT")
    for days in Set(event.reminders).sorted(by: >) where (0...3650).contains(days) {
      try line("BEGIN", "VALARM")
      try line("ACTION", "DISPLAY")
      try line("DESCRIPTION", Self.escaped(event.title))
      try line("TRIGGER", Self.trigger(daysBefore: days))
      try line("END", "VALARM")
    }
    try line("END", "VEVENT")
  }

  public func finish() throws(Problems) { try line("END", "VCALENDAR") }

  // MARK: - Values

  /// A text as section 3.3.11 has it. Other control characters than line ends are not allowed in one.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case ";": escaped += "\\;"
      case ",": escaped += "\\,"
      case "\n", "\r": escaped += "\\n"
      case "\t": escaped += "\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// 128 bits of FNV-1a: forging it gains nothing, and it is the same on every machine and in every version.
  static func identifier(_ text: String) -> String {
    var hashes: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142]
    for byte in text.utf8 {
      for place in hashes.indices { hashes[place] = (hashes[place] ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return hashes.map { hash in
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func basic(_ day: CalendarDate) -> String { day.description.replacing("-", with: "") }

  private static func utc(_ moment: Timestamp) -> String {
    moment.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// A duration from the first moment of the day, which an all-day event starts at (section 3.8.6.3).
  private static func trigger(daysBefore days: Int) -> String {
    let hours = reminderHour - 24 * days
    return hours < 0 ? "-PT\(-hours)H" : "PT\(hours)H"
  }

  /// A content line, folded where it is longer than 75 octets, never within a character.
  private func line(_ name: String, _ value: String) throws(Problems) {
    var octets = 0
    for scalar in (name + ":" + value).unicodeScalars {
      let width = UTF8.width(scalar)
      if octets + width > Self.lineLimit {
        try sink.write("\r\n ")
        octets = 1
      }
      try sink.write(String(scalar))
      octets += width
    }
    try sink.write("\r\n")
  }
}

internal import RetailValues

/// The time in which a sale price is valid: two moments of ISO 8601 with a slash between them.
struct SaleInterval: Hashable, Sendable {
  /// The first moment.
  let start: String
  /// The last one.
  let end: String

  struct InvalidInterval: Error, Hashable, Sendable {
    let message: String
    let remedy: String
  }

  static let example = "2026-02-24T11:00+0100/2026-02-28T23:59+0100"

  /// Reads an interval. A day alone begins at midnight and ends a second before the next.
  init(parsing text: String) throws(InvalidInterval) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      throw InvalidInterval(
        message: "is not a start and end with one slash between them", remedy: "Write both, such as \(Self.example).")
    }
    let first = try Self.moment(sides[0], isEnd: false)
    let last = try Self.moment(sides[1], isEnd: true)
    let clock = ShopClock.utc
    if first.time.moment(on: clock) > last.time.moment(on: clock) {
      throw InvalidInterval(
        message: "ends before its start", remedy: "Write the start first: \(last.text)/\(first.text).")
    }
    start = first.text
    end = last.text
  }

  private static func moment(
    _ side: Substring, isEnd: Bool
  ) throws(InvalidInterval) -> (text: String, time: WrittenTime) {
    let text = side.trimmingSpaces()
    guard let time = isoTime(text) else {
      let name = isEnd ? "end" : "start"
      throw InvalidInterval(
        message: text.isEmpty
          ? "has no \(name)" : "has the \(name) '\(ItemProblem.shortened(text))', which is not a date and time",
        remedy: "Write year, month, day and time as ISO 8601 has them, such as \(Self.example).")
    }
    guard time.millisecondOfDay == nil else { return (text, time) }
    let whole = text + (isEnd ? "T23:59:59" : "T00:00:00")
    return (whole, isoTime(whole) ?? time)
  }

  /// A day, or a moment with or without an offset, that begins with four digits of the year; nil for anything else.
  static func isoTime(_ text: String) -> WrittenTime? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes.count <= 40 else { return nil }
    for (index, byte) in bytes.prefix(10).enumerated() {
      let isSign = index == 4 || index == 7
      guard isSign ? byte == UInt8(ascii: "-") : (48...57).contains(byte) else { return nil }
    }
    return WrittenTime(bytes)
  }
}

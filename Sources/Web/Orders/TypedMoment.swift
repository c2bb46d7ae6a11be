internal import RetailValues

/// A day or a moment of a field, as commands take it and as the field can show it again.
struct TypedMoment {
  /// In ISO 8601 where it could be read, else as it was typed; empty without one.
  let text: String
  /// Nil for what is not a time.
  private let written: WrittenTime?

  init(_ text: String) { (self.text, written) = (text, WrittenTime(text.utf8)) }

  /// Whether it is the present day, without a time.
  ///
  /// - Parameter now: what the shop's clock shows, such as `2026-11-30 18:30`.
  func isToday(at now: String) -> Bool {
    guard let written, written.millisecondOfDay == nil, let present = WrittenTime(now.utf8) else { return false }
    return written.date == present.date
  }

  /// The moment for a field of the type `datetime-local`, which browsers empty where the value is a day alone.
  ///
  /// - Parameter endOfDay: whether the command takes a day alone as its end instead of its beginning.
  func inField(endOfDay: Bool) -> String {
    // Such a field has no offset.
    guard let written, written.offsetSeconds == nil else { return text }
    if written.millisecondOfDay == nil { return "\(written.date)T" + (endOfDay ? "23:59" : "00:00") }
    let iso = String(written.moment(on: .utc).iso8601.dropLast())
    return iso.utf8.count == 19 && iso.hasSuffix(":00") ? String(iso.dropLast(3)) : iso
  }

  /// A moment as the shop's clock has it, with its offset: `2026-11-30T18:30:25.113+01:00`.
  ///
  /// - Parameter shown: what that clock shows about then, such as `2026-11-30 18:30`. The moment is in UTC where that
  ///   is not a time.
  static func local(_ moment: Timestamp, clockShows shown: String) -> String {
    guard let clock = Timestamp(shown, clock: .utc) else { return moment.iso8601 }
    // The clock shows no seconds. The offsets of time zones are whole quarters of an hour.
    let ahead = Double(clock.millisecondsSince1970 - moment.millisecondsSince1970)
    let minutes = Int((ahead / 900_000).rounded()) * 15
    guard abs(minutes) < 24 * 60 else { return moment.iso8601 }
    let there = Timestamp(millisecondsSince1970: moment.millisecondsSince1970 + Int64(minutes) * 60_000)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let offset = two(abs(minutes) / 60) + ":" + two(abs(minutes) % 60)
    return String(there.iso8601.dropLast()) + (minutes < 0 ? "-" : "+") + offset
  }
}

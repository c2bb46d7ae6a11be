internal import RetailValues

/// A day or a moment of a field, as commands take it and as the field can show it again.
struct TypedMoment {
  /// In ISO 8601 where it could be read, else as it was typed; empty without one.
  let text: String
  /// Nil for what is not a time.
  private let written: WrittenTime?

  init(_ text: String) { (self.text, written) = (text, WrittenTime(text.utf8)) }

  /// Whether it is the present day of the shop, without a time.
  func isToday(on clock: ShopClock, at present: Timestamp = .now) -> Bool {
    guard let written, written.millisecondOfDay == nil else { return false }
    return written.date == clock.date(of: present)
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
}

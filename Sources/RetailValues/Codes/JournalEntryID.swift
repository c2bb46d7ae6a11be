/// The ids of journal entries, as far as they follow from what people know.
public enum JournalEntryID {
  /// The entry that books the lines of a count of one day: `count-C1-shop-2026-10-31`.
  ///
  /// - Parameters:
  ///   - session: the code of the count.
  ///   - location: the code of its place.
  ///   - day: the day that the lines were counted as of, in the shop's time zone.
  public static func count(_ session: String, location: String, day: CalendarDate) -> String {
    "count-\(safe(session))-\(safe(location))-\(day)"
  }

  /// A code as part of an id: every character that is not an ASCII letter or digit, `.` or `-` becomes `_` and its
  /// bytes in hexadecimal.
  package static func safe(_ code: String) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for byte in code.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "_" + String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
    return text
  }
}

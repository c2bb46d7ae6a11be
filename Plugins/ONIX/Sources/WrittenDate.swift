internal import RetailValues

/// A date by the formats of list 55: a day, a month or a year.
struct WrittenDate: Hashable, Sendable {
  /// `2006-08-07`, `2006-08` or `2006`.
  let text: String
  /// The days it begins and ends with.
  let firstDay: String
  let lastDay: String

  /// - Parameter format: the code of list 55; if it is empty, the number of digits decides.
  /// - Returns: nil if the text is not a date, or if the format is not that of a day, month or year.
  init?(_ written: String, format: String) {
    let isMoment = format == "13" || format == "14"
    let digits = Array(written.utf8.filter { $0 != UInt8(ascii: "-") || isMoment })
    let length =
      switch format {
      case "00", "13", "14", "20": 8
      case "01", "21": 6
      case "05", "25": 4
      case "": digits.count
      default: 0
      }
    guard digits.count == length || isMoment && digits.count > length, [4, 6, 8].contains(length) else { return nil }
    let day = digits.prefix(length)
    guard day.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(String(decoding: day, as: UTF8.self)) else {
      return nil
    }
    switch length {
    case 8:
      guard let date = CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100) else {
        return nil
      }
      (text, firstDay, lastDay) = (date.description, date.description, date.description)
    case 6:
      let (year, month) = (number / 100, number % 100)
      let next =
        month == 12
        ? CalendarDate(year: year + 1, month: 1, day: 1) : CalendarDate(year: year, month: month + 1, day: 1)
      guard let first = CalendarDate(year: year, month: month, day: 1), let next else { return nil }
      text = String(first.description.prefix(7))
      firstDay = first.description
      lastDay = CalendarDate(daysSince1970: next.daysSince1970 - 1).description
    default:
      guard let first = CalendarDate(year: number, month: 1, day: 1),
        let last = CalendarDate(year: number, month: 12, day: 31)
      else { return nil }
      text = String(first.description.prefix(4))
      (firstDay, lastDay) = (first.description, last.description)
    }
  }

  /// The date in an element of ONIX 3. Its format is in a sibling element, in an attribute or missing.
  init?(_ element: MessageElement?) {
    guard let element, let date = element.first("Date") ?? (element.children.isEmpty ? element : nil) else {
      return nil
    }
    let format = date.attribute("dateformat") ?? element.value("DateFormat") ?? ""
    self.init(date.text, format: format.tidied)
  }
}

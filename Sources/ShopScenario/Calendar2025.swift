/// Moments of the year 2025 on the shop's wall, in seconds since its beginning. Nothing happens in the hours that are
/// skipped or doubled when the clocks change.
enum Year {
  static let day = 86_400
  static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// The first day of a month, from 1 to 12, counted from 0.
  static func firstDay(of month: Int) -> Int { lengths.prefix(month - 1).reduce(0, +) }

  /// The month of a day, from 1 to 12.
  static func month(ofDay day: Int) -> Int {
    var left = day
    for (index, length) in lengths.enumerated() {
      if left < length { return index + 1 }
      left -= length
    }
    return 12
  }

  static func month(of time: Int) -> Int { month(ofDay: time / day) }

  /// 0 for Monday to 6 for Sunday; 1 January 2025 was a Wednesday.
  static func weekday(ofDay day: Int) -> Int { (day + 2) % 7 }

  /// The last day of a month on which the shop is open: not a Sunday.
  static func lastOpenDay(of month: Int) -> Int {
    let last = firstDay(of: month) + lengths[month - 1] - 1
    return weekday(ofDay: last) == 6 ? last - 1 : last
  }

  static func at(day: Int, hour: Int, minute: Int = 0, second: Int = 0) -> Int {
    day * Self.day + hour * 3600 + minute * 60 + second
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  static func date(ofDay day: Int) -> String {
    let month = month(ofDay: day)
    return "2025-\(padded(month))-\(padded(day - firstDay(of: month) + 1))"
  }

  static func text(_ time: Int) -> String { date(ofDay: time / day) + "T" + clock(time) }

  private static func clock(_ time: Int) -> String {
    let seconds = time % day
    return "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
  }

  /// The German way: 31.12.2025 06:10:03.
  static func germanText(_ time: Int) -> String {
    let month = month(of: time)
    return "\(padded(time / day - firstDay(of: month) + 1)).\(padded(month)).2025 \(clock(time))"
  }

  /// The folder and file names of a month.
  static func name(of month: Int) -> String { "2025-\(padded(month))" }
}

/// Whole numbers with the point put in.
enum Digits {
  static func text(_ number: Int, decimals: Int, mark: String = ".") -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let magnitude = abs(number)
    var fraction = "\(magnitude % scale)"
    while fraction.count < decimals { fraction = "0" + fraction }
    return (number < 0 ? "-" : "") + "\(magnitude / scale)" + (decimals > 0 ? mark + fraction : "")
  }

  static func money(_ cents: Int) -> String { text(cents, decimals: 2) }

  /// Thousandths of a unit, without noughts at the end.
  static func quantity(_ milli: Int, mark: String = ".") -> String {
    if milli % 1000 == 0 { return text(milli / 1000, decimals: 0) }
    var text = text(milli, decimals: 3, mark: mark)
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }

  /// Millionths of the currency; costs have four decimals.
  static func cost(_ micro: Int, mark: String = ".") -> String { text(micro / 100, decimals: 4, mark: mark) }
}

internal import RetailValues

/// The days that a name or a title says in words: `01.01.2027`, `2027-01-01`, `1. Januar 2027`, `Jan 1, 2027`, `01/2027`, `2027`.
struct WrittenDays {
  /// The days after today on which something begins; several where day and month cannot be distinguished.
  private(set) var starts: [CalendarDate] = []
  /// The days after today with which something ends.
  private(set) var ends: [CalendarDate] = []
  private let words: [Substring]
  private let today: CalendarDate

  /// - Parameter isOfPrices: whether the text is about prices for sure, so that a month or a year alone is their beginning.
  init(_ text: String, after today: CalendarDate, isOfPrices: Bool) {
    words = text.prefix(200).split { $0.isWhitespace || ",;:()|_".contains($0) }
    self.today = today
    var place = 0
    while place < words.count {
      guard let (days, length) = day(at: place, isOfPrices: isOfPrices) else {
        place += 1
        continue
      }
      let isEnd = place > 0 && ColumnWords.end.areIn([words[place - 1].lowercased()])
      if !isEnd, starts.isEmpty { starts = days.filter { $0 > today } }
      if isEnd, ends.isEmpty { ends = days.filter { $0 > today } }
      place += length
    }
  }

  /// The days that begin at a word, and of how many words they are.
  private func day(at place: Int, isOfPrices: Bool) -> (days: [CalendarDate], length: Int)? {
    let numbered = Self.numbered(words[place])
    if !numbered.isEmpty { return (numbered, 1) }
    let rest = words[place...].prefix(4).filter { $0.lowercased() != "de" }
    let length = words[place...].prefix(4).count { $0.lowercased() == "de" } + 3
    if rest.count > 2 {
      let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
      if let year = Self.year(rest[rest.startIndex + 2]) {
        for (day, month) in [(first, second), (second, first)] {
          if let date = Self.date(year, Self.month(month), Self.dayNumber(day)) { return ([date], length) }
        }
      }
    }
    guard isOfPrices else { return nil }
    if let month = Self.month(words[place]), place + 1 < words.count,
      let date = Self.date(Self.year(words[place + 1]), month, 1)
    {
      return ([date], 2)
    }
    if let date = Self.monthAndYear(words[place]) ?? Self.date(Self.year(words[place]), 1, 1) { return ([date], 1) }
    return nil
  }

  private static func date(_ year: Int?, _ month: Int?, _ day: Int?) -> CalendarDate? {
    guard let year, let month, let day else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private static func year(_ word: Substring) -> Int? {
    guard word.count == 4, let year = Int(word), (2000...2099).contains(year) else { return nil }
    return year
  }

  private static func month(_ word: Substring) -> Int? {
    CalendarDate.monthNumber(named: word.last == "." ? word.dropLast() : word)
  }

  /// The number of `1.`, `1er` and `1st`.
  private static func dayNumber(_ word: Substring) -> Int? {
    let digits = word.prefix(while: \.isNumber)
    guard (1...2).contains(digits.count),
      [".", "", "er", "º", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count))
    else { return nil }
    return Int(digits)
  }

  /// The days of numbers with signs between them; two of `02/01/2027`.
  private static func numbered(_ word: Substring) -> [CalendarDate] {
    for sign: Character in [".", "-", "/"] {
      let parts = word.split(separator: sign, omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0) }
      guard parts.count == 3, numbers.count == 3 else { continue }
      if parts[0].count == 4 { return [date(numbers[0], numbers[1], numbers[2])].compactMap { $0 } }
      guard [2, 4].contains(parts[2].count), sign != "-" || parts[2].count == 4 else { return [] }
      let year = numbers[2] < 100 ? 2000 + numbers[2] : numbers[2]
      let dayFirst = date(year, numbers[1], numbers[0])
      let monthFirst = sign == "." ? nil : date(year, numbers[0], numbers[1])
      return [dayFirst, dayFirst == monthFirst ? nil : monthFirst].compactMap { $0 }
    }
    return []
  }

  /// The first day of `01/2027`, `01.2027` and `2027-01`.
  private static func monthAndYear(_ word: Substring) -> CalendarDate? {
    let parts = word.split(omittingEmptySubsequences: false) { "./-".contains($0) }
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]) else { return nil }
    return parts[0].count == 4 ? date(year(parts[0]), second, 1) : date(year(parts[1]), first, 1)
  }
}

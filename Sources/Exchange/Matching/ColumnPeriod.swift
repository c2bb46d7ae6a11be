internal import RetailValues

/// Names of columns that are a time and nothing else, but for what was sold or counted in it: `KW 47`, `Week 47`, `2026-11-20`,
/// `Nov 20`, `Verkauf Okt`, `2025`.
enum ColumnPeriod {
  /// Whether a column is called by a day, a week, a month, a quarter or a year.
  static func isName(_ name: String) -> Bool {
    guard name.count <= 60 else { return false }
    let text = name.hasSuffix("T00:00:00") ? String(name.dropLast(9)) : name
    let parts = parts(of: text)
    let times = parts.filter { !isOfQuantity($0) }
    guard !times.isEmpty, times.allSatisfy({ Int($0) != nil || isNamed($0) }) else { return false }
    if times.contains(where: isNamed) { return true }
    if times.count == 1 { return isYear(times[0]) }
    return times.count <= 3 && isDay(times.compactMap { Int($0) }, text)
  }

  /// The words and numbers of a name: `KW47` has two.
  private static func parts(of name: String) -> [String] {
    var parts: [String] = []
    var previous: Character = " "
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        let isSame = previous.isLetter && character.isLetter || previous.isNumber && character.isNumber
        if isSame, !parts.isEmpty { parts[parts.count - 1].append(character) } else { parts.append(String(character)) }
      }
      previous = character
    }
    return parts
  }

  private static func isOfQuantity(_ word: String) -> Bool {
    ColumnWords.sold.union(.quantity).union(.moved).areIn([word])
  }

  private static func isNamed(_ word: String) -> Bool {
    words.contains(word) || CalendarDate.monthNumber(named: word) != nil
  }

  private static func isYear(_ text: String) -> Bool { Int(text).map { (2000...2099).contains($0) } == true }

  /// Whether numbers are a day or a month: `20.11.`, `11/2026`, `2026-11-20`.
  private static func isDay(_ numbers: [Int], _ name: String) -> Bool {
    guard name.contains(where: { ".-/ ".contains($0) }) else { return false }
    let small = numbers.filter { (1...31).contains($0) }
    let isDated = numbers.contains { (2000...2099).contains($0) } || numbers.count == 3
    return small.count >= numbers.count - 1 && small.contains { $0 <= 12 } && (isDated || name.hasSuffix("."))
  }

  private static let words: Set<String> = [
    "kw", "cw", "wk", "week", "woche", "semaine", "semana", "settimana", "vecka", "uge", "uke", "q", "quarter",
    "quartal",
    "trimestre", "monat", "month", "mois", "mes", "mese", "jahr", "year", "day", "tag", "jour", "día", "dia",
    "mo", "di", "mi", "do", "fr", "sa", "so", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "montag", "dienstag",
    "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday", "lun", "mer", "jeu", "ven", "sam", "dim", "lundi", "mardi", "mercredi", "jeudi", "vendredi",
    "samedi", "dimanche",
  ]
}

internal import FormatKit
internal import JSONReading
internal import RetailValues

/// Reads the values of lists and items. Each function returns the text of a field, or reports the problem.
enum ItemValues {
  /// The keys of an item with their fields, in the order in which they are written.
  static let keys: [(key: String, field: String, kind: Kind)] = [
    ("name", "title", .text), ("expires", "expires_on", .day), ("owners", "owners", .codes),
    ("purchaser", "purchaser", .text), ("notify", "reminder", .reminder), ("place", "storage_place", .place),
    ("purchased", "purchased_on", .day), ("opened", "opened_on", .day), ("quantity", "quantity", .number),
    ("unit", "quantity_unit", .text), ("barcode", "barcode", .text), ("product", "product_code", .text),
    ("food", "food", .text), ("done", "done", .flag), ("note", "note", .text),
  ]

  enum Kind { case text, day, codes, reminder, place, number, flag }

  struct Failure: Error {
    var code: Problem.Code
    var message: String
  }

  /// The text of a field, with what is odd about it.
  static func read(_ value: JSONValue, as kind: Kind, key: String) throws(Failure) -> (text: String?, odd: String?) {
    if value.isNull { return (nil, nil) }
    let shown = value.text.prefix(100)
    func invalid(_ what: String) -> Failure {
      Failure(code: .freshnessInvalidValue, message: "\(key) \(shown) \(what)")
    }
    switch kind {
    case .text:
      guard let text = value.scalar else { throw invalid("is not text") }
      return (text, nil)
    case .day: return try day(value.string, invalid)
    case .codes:
      let codes = value.isObject ? value.members.filter { $0.value.boolean != false }.map(\.key) : nil
      let texts = codes ?? (value.isArray ? value.elements.map { $0.scalar ?? "" } : [value.scalar ?? ""])
      guard texts.allSatisfy({ !$0.isEmpty && !$0.contains(",") }) else {
        throw invalid("is not a list of codes without commas")
      }
      return (texts.isEmpty ? nil : texts.joined(separator: ","), nil)
    case .reminder: return (try reminder(value, invalid), nil)
    case .place:
      guard let text = value.string?.lowercased() else { throw invalid("is not a storage place") }
      if ["pantry", "refrigerator", "freezer"].contains(text) {
        return (text, text == value.string ? nil : "is read as \(text)")
      }
      let others = ["fridge": "refrigerator", "cupboard": "pantry", "shelf": "pantry", "deep freeze": "freezer"]
      guard let place = others[text] else { throw invalid("is not one of pantry, refrigerator and freezer") }
      return (place, "is read as \(place)")
    case .number:
      guard let digits = value.scalar, let number = try? ExactDecimal(parsing: digits.utf8),
        let (scaled, isExact) = number.scaled(toFractionDigits: Quantity.fractionDigits), isExact, scaled >= 0
      else { throw invalid("is not a number from 0 with at most three decimals") }
      return (Quantity(scaled: scaled).description, value.number == nil ? "is a text" : nil)
    case .flag:
      if let flag = value.boolean { return (flag ? "true" : "false", nil) }
      guard let text = value.scalar?.lowercased(), ["true", "false", "0", "1"].contains(text) else {
        throw invalid("is neither true nor false")
      }
      let flag = text == "true" || text == "1"
      return (flag ? "true" : "false", "is read as \(flag)")
    }
  }

  private static func day(
    _ text: String?, _ invalid: (String) -> Failure
  ) throws(Failure) -> (text: String?, odd: String?) {
    guard let text else { throw invalid("is not a day") }
    if text.utf8.count == 10, let day = CalendarDate(text) {
      return ("\(day)", "\(day)" == text ? nil : "is read as \(day)")
    }
    guard let time = WrittenTime(text.utf8) else { throw invalid("is not a day") }
    // A moment is a day only somewhere on earth: which, the shop's clock knows.
    if time.offsetSeconds != nil { return (text, nil) }
    return ("\(time.date)", "is read as \(time.date)")
  }

  // MARK: - Reminders

  private static let words = ["on-the-day": "0", "one-day-before": "1", "one-week-before": "7"]
  /// Every day of the last week.
  private static let everyDay = "7,6,5,4,3,2,1,0"

  private static func reminder(_ value: JSONValue, _ invalid: (String) -> Failure) throws(Failure) -> String? {
    if let word = value.string {
      if word == "never" { return nil }
      if word == "every-day" { return everyDay }
      guard let days = words[word] else {
        throw invalid("is not one of every-day, one-week-before, one-day-before, on-the-day and never")
      }
      return days
    }
    let numbers = value.isArray ? value.elements.map(\.number) : [value.number]
    let days = numbers.map { $0.flatMap { Int($0) } }
    guard days.count <= 50, days.allSatisfy({ $0.map { (0...3650).contains($0) } ?? false }) else {
      throw invalid("is not a list of days from 0 to 3650")
    }
    let sorted = Set(days.compactMap { $0 }).sorted(by: >)
    return sorted.isEmpty ? nil : sorted.map { "\($0)" }.joined(separator: ",")
  }

  /// Writes a reminder as it is read: a word where there is one for it.
  static func write(reminder: String, to json: inout JSONTextWriter) throws(Problems) {
    let days = reminder.split { $0 == "," || $0 == " " }.map { String($0) }
    if days.joined(separator: ",") == everyDay { return try json.string("every-day") }
    if days.count == 1, let word = words.first(where: { $0.value == days[0] })?.key { return try json.string(word) }
    try json.beginArray()
    for day in days { try json.number(day) }
    try json.endArray()
  }
}

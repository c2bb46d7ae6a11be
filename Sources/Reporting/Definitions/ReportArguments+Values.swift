internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// One parameter's value, checked against its type, the shop and the limits that the report sets.
extension ReportArguments {
  mutating func value(
    of parameter: ReportParameter, _ text: String, clock: ShopClock, on connection: ReportingConnection
  ) throws -> ReportingValue {
    func refuse(_ message: String, _ remedy: String) {
      problems.append(Problem(.invalidParameter, "\(parameter.name) '\(text)' \(message)", remedy: remedy))
    }
    switch parameter.type {
    case .text:
      if let pattern = parameter.pattern, !ParameterPattern.isMatch(pattern, text) {
        refuse("is not written as it should be", parameter.help)
      }
      return .text(text)
    case .period: return .text(text)
    case .choice:
      if !parameter.choices.contains(text) {
        refuse(
          "is not one of the choices",
          "Allowed are \(parameter.choices.joined(separator: ", "))." + suggestion(for: text, among: parameter.choices))
      }
      return .text(text)
    case .location: return .text(try code(parameter, text, "location", on: connection))
    case .store: return .text(try code(parameter, text, "store", on: connection))
    case .category: return .text(try code(parameter, text, "category", on: connection))
    case .session: return .text(try code(parameter, text, "count session", on: connection))
    case .supplier: return .text(try code(parameter, text, "supplier", on: connection))
    case .reason: return .text(try code(parameter, text, "reason", on: connection))
    case .ownList:
      return .text(
        try code(
          parameter, text, "list", of: "of yours that has something on it", on: connection))
    case .webAddress:
      if !text.isEmpty, !WebAddress.isValid(text) {
        refuse("is not an address of the web", "Write it with http:// or https://, such as https://shop.example/p/1.")
      }
      return .text(text)
    case .order, .invoice:
      // There may be far more of them than anybody would look through: the latest are named.
      let (view, column) =
        parameter.type == .order ? ("report_order_numbers", "order_number") : ("report_invoices", "invoice_number")
      let known = try connection.rows(
        "SELECT 1 FROM \(view) v WHERE v.\(column) = :number LIMIT 1", parameters: ["number": .text(text)])
      if try known.next() == nil {
        let id = parameter.type == .order ? "order_id" : "invoice_id"
        _ = try code(
          parameter, text, "\(parameter.type.rawValue) number",
          sql: "SELECT v.\(column), v.\(column) FROM \(view) v ORDER BY v.\(id) DESC LIMIT 1000", on: connection)
      }
      return .text(text)
    case .percent, .money, .date, .dateTime, .wholeNumber:
      let settings = connection.settings
      guard let value = measure(parameter, text, endOfDay: parameter.dateMeans == .end, settings: settings) else {
        let (what, remedy) = Self.misread(parameter.type, currency: settings.currency)
        refuse(what, remedy + (parameter.type.isDay ? suggestion(for: text, among: Period.words) : ""))
        return .null
      }
      func limit(_ text: String?, endOfDay: Bool) -> ReportingValue? {
        text.flatMap { measure(parameter, $0, endOfDay: endOfDay, settings: settings) }
      }
      if let least = limit(parameter.minimum, endOfDay: false), Self.isLess(value, least) {
        refuse("is out of range", parameter.rangeRemedy)
      } else if let most = limit(parameter.maximum, endOfDay: true), Self.isLess(most, value) {
        refuse("is out of range", parameter.rangeRemedy)
      }
      return value
    }
  }

  /// A number, a day or a moment as passed to SQL; nil for any other text.
  private func measure(
    _ parameter: ReportParameter, _ text: String, endOfDay: Bool, settings: ShopSettings
  ) -> ReportingValue? {
    switch parameter.type {
    case .percent, .money:
      let isPercent = parameter.type == .percent
      let digits = isPercent ? 4 : settings.currency.minorUnitDigits
      let plain = isPercent && text.hasSuffix("%") ? text.dropLast() : text[...]
      guard let number = try? ExactDecimal(parsing: plain.trimmingSpaces().utf8).scaled(toFractionDigits: digits),
        number.isExact, number.value >= 0
      else { return nil }
      return .integer(number.value)
    case .wholeNumber: return Int64(text).map { .integer($0) }
    case .date:
      if let date = CalendarDate(text) { return .text(date.description) }
      return Period(text, today: today).map { .text((endOfDay ? $0.last : $0.first).description) }
    case .dateTime:
      if let moment = Timestamp(text, clock: settings.clock, endOfDay: endOfDay) {
        return .integer(moment.millisecondsSince1970)
      }
      guard let bounds = Period(text, today: today)?.bounds(on: settings.clock) else { return nil }
      return .integer((endOfDay ? bounds.to : bounds.from).millisecondsSince1970)
    case .text, .location, .store, .session, .category, .supplier, .reason, .ownList, .webAddress, .order, .invoice,
      .period, .choice:
      return nil
    }
  }

  /// Days compare as their texts in ISO 8601 do.
  private static func isLess(_ left: ReportingValue, _ right: ReportingValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    default: false
    }
  }

  /// The problem with a text that is not of its type, and a remedy.
  private static func misread(_ type: ReportParameterType, currency: Currency) -> (what: String, remedy: String) {
    switch type {
    case .percent: ("is not a percentage", "Write digits with a decimal point, without a sign: 2.5.")
    case .money: ("is not an amount in \(currency)", "Write digits with a decimal point, without a sign: 0.50.")
    case .wholeNumber: ("is not a whole number", "Write digits only.")
    case .date: ("is not a date", "Write it as 2026-10-31. Understood are also \(Period.understood).")
    default:
      (
        "is not a date or time",
        "Write it as 2026-10-31 or 2026-10-31T18:00. Understood are also \(Period.understood)."
      )
    }
  }

  /// The code that a text means: the code itself, or the name of just one record in any case. What is neither is a problem
  /// that names what there is.
  ///
  /// - Parameters:
  ///   - what: what the parameter names, for messages.
  ///   - whose: where those are that there may be.
  ///   - sql: gives each code with its name; that of the parameter's type unless given.
  private mutating func code(
    _ parameter: ReportParameter, _ text: String, _ what: String, of whose: String = "of this shop",
    sql: String? = nil, on connection: ReportingConnection
  ) throws -> String {
    let rows = try connection.rows(sql ?? parameter.type.listing ?? "")
    var codes: [String] = []
    var names: [String] = []
    var meant: [String] = []
    let wanted = text.lowercased()
    while let row = try rows.next() {
      guard row.count > 1, case .text(let code) = row[0] else { continue }
      if code == text { return code }
      codes.append(code)
      guard case .text(let name) = row[1], name != code else { continue }
      names.append(name)
      if name.lowercased() == wanted { meant.append(code) }
    }
    if meant.count == 1 { return meant[0] }
    let article = "aeio".contains(what.prefix(1)) ? "an" : "a"
    let listed = meant.isEmpty ? codes : meant
    let shown = listed.prefix(10).joined(separator: ", ") + (listed.count > 10 ? " and \(listed.count - 10) more" : "")
    let message =
      meant.isEmpty
      ? "is not \(article) \(what) \(whose)" : "is the name of more than one \(what); give the code of the one you mean"
    problems.append(
      Problem(
        .invalidParameter, "\(parameter.name) '\(text)' \(message)",
        remedy: codes.isEmpty
          ? "There is none yet." : "There are \(shown)." + suggestion(for: text, among: codes + names)))
    return text
  }
}

/// Addresses that a page may have and that other programs open: those of the web and nothing else.
enum WebAddress {
  private static let longest = 2000

  static func isValid(_ text: String) -> Bool {
    guard text.count <= longest,
      let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return false }
    let rest = text.dropFirst(scheme.count)
    guard let first = rest.unicodeScalars.first,
      first.properties.isAlphabetic || first == "[" || first.value < 0x80 && first.properties.numericType != nil
    else { return false }
    return rest.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.value != 0x7F && !"<>\"\\`{|}".unicodeScalars.contains($0)
    }
  }
}

extension ReportParameter {
  /// The values that its limits allow.
  var rangeRemedy: String {
    let limits = [minimum.map { "from \($0)" }, maximum.map { "up to \($0)" }].compactMap { $0 }
    let what =
      switch type {
      case .wholeNumber: "a number"
      case .percent: "a percentage"
      case .money: "an amount"
      default: "a day"
      }
    return "Give \(what) \(limits.joined(separator: " "))."
  }
}

/// The regular expression that a parameter's text must match as a whole.
enum ParameterPattern {
  /// A longer text is not a match: no real text is longer, and matching it may take very long.
  static let longestText = 200
  private static let timeLimit: TimeInterval = 0.5

  static func isValid(_ pattern: String) -> Bool { (try? NSRegularExpression(pattern: pattern)) != nil }

  static func isMatch(_ pattern: String, _ text: String) -> Bool {
    guard text.count <= longestText, let expression = try? NSRegularExpression(pattern: "^(?:\(pattern))$") else {
      return false
    }
    let deadline = ProcessInfo.processInfo.systemUptime + timeLimit
    let range = NSRange(text.startIndex..., in: text)
    var isMatch = false
    expression.enumerateMatches(in: text, options: [.reportProgress, .anchored], range: range) { match, _, stop in
      if let match { isMatch = match.range == range }
      if match != nil || ProcessInfo.processInfo.systemUptime > deadline { stop.pointee = true }
    }
    return isMatch
  }
}

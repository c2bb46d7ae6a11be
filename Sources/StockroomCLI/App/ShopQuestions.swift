internal import Exchange
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Stock

/// The questions when a shop is made on a terminal, about the settings that were not given.
enum ShopQuestions {
  /// Whether a person can answer.
  static let canAsk = isatty(0) == 1 && Terminal.errorIsTerminal

  private static let attempts = 3

  /// Asks until the answer is right.
  ///
  /// - Parameters:
  ///   - otherwise: the meaning of an empty answer.
  ///   - repeating: the command to suggest if there is no answer.
  ///   - problem: returns why an answer is not valid; nil for a valid answer.
  static func ask(
    _ question: String, otherwise: String, repeating: String, problem: (String) -> String?
  ) throws -> String {
    for _ in 0..<attempts {
      Terminal.writeError("\(Terminal.safe(question)) [\(Terminal.safe(otherwise))]: ")
      guard let line = readLine() else { break }
      let typed = line.trimmingSpaces()
      let answer = typed.isEmpty ? otherwise : typed
      guard let problem = problem(answer) else { return answer }
      Terminal.note("  \(problem)")
    }
    throw Problems(
      .usage, "the question was not answered, and no shop was made", remedy: "Give the answers: \(repeating)")
  }

  /// Asks for yes or no; an empty answer is no.
  static func confirms(_ question: String) -> Bool {
    Terminal.writeError("\(Terminal.safe(question)) [y/N]: ")
    return ["y", "yes"].contains((readLine() ?? "").trimmingSpaces().lowercased())
  }

  /// The currency of the user's country, where the system says which that is.
  static var likelyCurrency: String {
    Locale.current.currency.flatMap { Currency($0.identifier)?.code } ?? "EUR"
  }

  /// The time zone of the system, where it has a name of the IANA database.
  static var likelyTimeZone: String {
    let name = TimeZone.current.identifier
    return ShopClock(timeZone: name) == nil || name == "GMT" ? "UTC" : name
  }
}

extension InitCommand {
  /// The settings of the new shop: those given, those answered, those that go without saying.
  struct Choice {
    var currency: String
    var timeZone: String
    /// Nil for none.
    var location: String?
    /// The settings that were chosen by default, for people: `currency EUR`.
    var assumed: [String] = []
  }

  /// The settings that were given, with those that are asked for or assumed.
  func choice() throws -> Choice {
    var choice = Choice(currency: currency ?? "EUR", timeZone: timeZone ?? "UTC", location: location)
    guard ShopQuestions.canAsk, !yes, !json else {
      if currency == nil { choice.assumed.append("currency \(choice.currency)") }
      if timeZone == nil { choice.assumed.append("time zone \(choice.timeZone)") }
      if location == nil { choice.assumed.append("no location") }
      return choice
    }
    let command = repeated(choice)
    if currency == nil {
      Terminal.note("Every amount in the books is in the shop's currency. It can never be changed.")
      choice.currency = try ShopQuestions.ask(
        "Currency, as three letters", otherwise: ShopQuestions.likelyCurrency, repeating: command
      ) { Currency($0) == nil ? "'\($0)' is not a currency of ISO 4217; use a code such as EUR." : nil }
    }
    if timeZone == nil {
      choice.timeZone = try ShopQuestions.ask(
        "Time zone", otherwise: ShopQuestions.likelyTimeZone, repeating: command
      ) { ShopClock(timeZone: $0) == nil ? "There is no time zone '\($0)'; use a name such as Europe/Berlin." : nil }
    }
    if location == nil {
      let code = try ShopQuestions.ask(
        "Code of the first location, - for none yet", otherwise: "shop", repeating: command
      ) { $0 == "-" || Self.isLocationCode($0) ? nil : "Use letters, digits, - and _." }
      choice.location = code == "-" ? nil : code
    }
    return choice
  }

  static func isLocationCode(_ code: String) -> Bool {
    !code.isEmpty && code.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }

  /// The command that makes the shop with nothing left open.
  func repeated(_ choice: Choice) -> String {
    let zone = timeZone ?? (ShopQuestions.likelyTimeZone == "UTC" ? "Europe/Berlin" : ShopQuestions.likelyTimeZone)
    var words = ["stockroom", "init", folder]
    if let name { words += ["--name", name] }
    words += ["--currency", choice.currency, "--time-zone", zone, "--location", choice.location ?? "shop"]
    return words.map(ShellText.word).joined(separator: " ")
  }

  /// Warns of a shop that would be inside the folder of another one.
  ///
  /// - Throws: when somebody is asked and does not want it.
  func warnInsideAnotherShop(_ url: URL) throws {
    var parent = url.deletingLastPathComponent()
    while true {
      if FileManager.default.fileExists(atPath: parent.appendingPathComponent(ShopFolder.settingsName).path) { break }
      let above = parent.deletingLastPathComponent()
      guard above.path != parent.path else { return }
      parent = above
    }
    Terminal.note(
      "warning: \(folder) is inside the shop \(parent.path); commands below it mean the new shop, others the outer one")
    guard ShopQuestions.canAsk, !yes, !json else { return }
    guard ShopQuestions.confirms("Make a shop inside another one?") else {
      throw Problems(
        .refused, "no shop was made", remedy: "Choose a folder outside of \(parent.path), such as its neighbour.")
    }
  }
}

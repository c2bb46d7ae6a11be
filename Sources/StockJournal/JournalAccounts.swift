public import ProblemKit
public import RetailValues

/// The accounts of the journal.
///
/// A name is a pattern of components with `:` between them. `{location}`, `{category}` and `{reason}` are replaced by
/// the code in the form of a component that every bookkeeping program accepts: its first letter is a capital, and
/// characters other than letters and digits become hyphens.
///
/// ```swift
/// var accounts = JournalAccounts()
/// accounts.inventory = "Assets:Inventory:{location}"
/// accounts.inventory(location: "shop", category: "tops")   // Assets:Inventory:Shop
/// ```
public struct JournalAccounts: Hashable, Sendable {
  /// The inventory account.
  public var inventory = "Assets:Inventory"
  /// The account against which opening stock is booked.
  public var openingEquity = "Equity:Opening balances"
  /// The account for losses by a known or unknown cause; nil for the account of each reason.
  public var shrinkage: String?
  /// Accounts of single reasons, by code; they come before `shrinkage`.
  public var reasons: [String: String] = [:]

  public init() {}

  public static let placeholders = ["location", "category", "reason"]

  public func inventory(location: String, category: String?) -> String {
    Self.filled(inventory, location: location, category: category, reason: nil)
  }

  public func opening(location: String, category: String?) -> String {
    Self.filled(openingEquity, location: location, category: category, reason: nil)
  }

  /// The account for a loss.
  ///
  /// - Parameter reason: the reason in the shop's list of reasons; nil for a variance without a reason.
  public func loss(_ reason: Reason, location: String, category: String?) -> String {
    Self.filled(lossPattern(reason), location: location, category: category, reason: reason.code)
  }

  /// The account for a loss as it is set, with its placeholders.
  public func lossPattern(_ reason: Reason) -> String {
    reasons[reason.code] ?? (reason.lossClass == .none ? nil : shrinkage) ?? reason.account
  }

  private static func filled(_ pattern: String, location: String, category: String?, reason: String?) -> String {
    guard pattern.contains("{") else { return pattern }
    return
      pattern
      .replacing("{location}", with: component(location))
      .replacing("{category}", with: component(category ?? ""))
      .replacing("{reason}", with: component(reason ?? ""))
  }

  /// A code as one component of an account.
  static func component(_ code: String) -> String {
    var text = ""
    for scalar in code.unicodeScalars {
      if isWord(scalar) {
        text += text.isEmpty ? scalar.properties.uppercaseMapping : String(scalar)
      } else if !text.isEmpty, text.last != "-" {
        text += "-"
      }
    }
    while text.last == "-" { text.removeLast() }
    guard let first = text.unicodeScalars.first else { return "None" }
    // A letter that has no capital cannot begin a component.
    return isCapitalOrDigit(first) ? text : "X" + text
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
    default: false
    }
  }

  private static func isCapitalOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .uppercaseLetter || scalar.properties.generalCategory == .decimalNumber
  }

  /// Looks whether a pattern gives names that hledger and other programs can read.
  public static func validate(_ pattern: String, of setting: String) throws(Problems) {
    func problem(_ what: String, _ remedy: String) -> Problems {
      Problems(.usage, "\(setting): the account '\(pattern)' \(what)", remedy: remedy)
    }
    var rest = pattern[...]
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[start] == "{", let end = rest[start...].firstIndex(of: "}") else {
        throw problem("has a brace without its other one", "Write placeholders as {location}.")
      }
      let name = String(rest[rest.index(after: start)..<end])
      guard placeholders.contains(name) else {
        throw problem(
          "asks for '{\(name)}', which there is not",
          placeholders.nearest(to: name).map { "Did you mean '{\($0)}'?" }
            ?? "Placeholders: {location}, {category} and {reason}.")
      }
      rest = rest[rest.index(after: end)...]
    }
    guard !pattern.isEmpty, pattern.utf8.count <= 400 else {
      throw problem("is empty or too long", "Write one such as Assets:Inventory.")
    }
    guard !pattern.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }),
      !pattern.contains("  "), !pattern.contains(where: { ";\"()[]|*!=@\u{A0}\u{2028}\u{2029}".contains($0) })
    else {
      throw problem(
        "has a character that ends an account's name",
        "Use letters, digits, hyphens and single spaces, with colons between the parts.")
    }
    for part in pattern.split(separator: ":", omittingEmptySubsequences: false)
    where part.isEmpty || part.first == " " || part.last == " " {
      throw problem("has an empty part, or one with a space at its end", "Write one such as Assets:Inventory:Shop.")
    }
  }

  /// The same name in Beancount's form, with hyphens for spaces.
  ///
  /// - Throws: ``Problems`` if it does not begin with one of the five roots, or if a part does not begin with a capital or
  ///   a digit.
  public static func beancount(_ account: String) throws(Problems) -> String {
    func problem(_ what: String, _ remedy: String) -> Problems {
      Problems(.usage, "Beancount cannot take the account '\(account)': \(what)", remedy: remedy)
    }
    let roots = ["Assets", "Liabilities", "Equity", "Income", "Expenses"]
    let parts = account.split(separator: ":", omittingEmptySubsequences: false)
    guard let root = parts.first, roots.contains(String(root)), parts.count > 1 else {
      throw problem(
        "it has to begin with one of \(roots.joined(separator: ", ")), followed by a part of its own",
        "Change it under `accounts:` in stockroom.yml, for instance to Assets:Inventory.")
    }
    for part in parts {
      guard let first = part.unicodeScalars.first, isCapitalOrDigit(first) else {
        throw problem(
          "the part '\(part)' does not begin with a capital letter or a digit",
          "Change it under `accounts:` in stockroom.yml.")
      }
      for scalar in part.unicodeScalars where !isWord(scalar) && scalar != "-" && scalar != " " {
        throw problem(
          "'\(scalar)' in the part '\(part)' is neither letter, digit nor hyphen",
          "Change it under `accounts:` in stockroom.yml.")
      }
    }
    return account.replacing(" ", with: "-")
  }
}

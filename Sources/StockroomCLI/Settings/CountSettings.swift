internal import Exchange
internal import FormatKit
internal import RetailValues

/// The rules of counts in `stockroom.yml`: those of a location override those of the shop.
///
/// ```yaml
/// counts:
///   tolerance_units: 1
///   tolerance_percent: 2
///   tolerance_value: 20.00
///   recount_over: 5.00
///   approve_up_to: 500.00
///   locations:
///     store:
///       tolerance_units: 5
/// ```
struct CountSettings {
  /// The limits that are set at one place; nil for those that are not.
  struct Limits {
    var units: Quantity?
    var share: Int64?
    var value: Money?
    var recountOver: Money?
    var approveUpTo: Money?

    var isEmpty: Bool { units == nil && share == nil && value == nil && recountOver == nil && approveUpTo == nil }

    /// These, and the others where these say nothing.
    func over(_ other: Limits) -> Limits {
      Limits(
        units: units ?? other.units, share: share ?? other.share, value: value ?? other.value,
        recountOver: recountOver ?? other.recountOver, approveUpTo: approveUpTo ?? other.approveUpTo)
    }

    /// The rules that they make; nil when nothing is set.
    var rules: CountRules? {
      guard !isEmpty else { return nil }
      return CountRules(
        tolerance: Tolerance(absolute: units ?? .zero, shareInMillionths: share ?? 0, valueLimit: value),
        recountOver: recountOver, approveUpTo: approveUpTo)
    }
  }

  var shop = Limits()
  var locations: [String: Limits] = [:]

  init() {}

  /// - Parameter value: the value of `counts:`; nil without one.
  init(_ value: Any?, currency: String, file: String) throws {
    guard let value, !"\(value)".isEmpty else { return }
    guard var pairs = value as? [String: Any] else {
      throw Problems(
        .usage, "\(file): counts is not a list of limits", remedy: "Write lines such as `tolerance_units: 1`.")
    }
    // A wrong currency is reported when the database is opened.
    guard let currency = Currency(currency) else { return }
    let byLocation = pairs.removeValue(forKey: "locations")
    shop = try Self.limits(pairs, currency, "\(file): counts")
    guard let byLocation, !"\(byLocation)".isEmpty else { return }
    guard let entries = byLocation as? [AnyHashable: Any] else {
      throw Problems(
        .usage, "\(file): counts: locations is not a list of locations",
        remedy: "Write the code of a location and its limits below.")
    }
    for (code, limits) in entries {
      guard let limits = limits as? [String: Any] else {
        throw Problems(
          .usage, "\(file): counts: locations: \(code) has no limits",
          remedy: "Write lines such as `tolerance_units: 1` below it.")
      }
      locations["\(code)"] = try Self.limits(limits, currency, "\(file): counts: \(code)")
    }
  }

  static let names = ["tolerance_units", "tolerance_percent", "tolerance_value", "recount_over", "approve_up_to"]

  private static func limits(_ pairs: [String: Any], _ currency: Currency, _ place: String) throws -> Limits {
    var limits = Limits()
    for (name, setting) in pairs.sorted(by: { $0.key < $1.key }) {
      let text = "\(setting)"
      guard names.contains(name) else {
        throw Problems(
          .usage, "\(place): there is no setting '\(name)'",
          remedy: nearestName(to: name, among: names).map { "Did you mean '\($0)'?" }
            ?? "Known settings: \(names.joined(separator: ", ")), locations.")
      }
      try limits.set(name, to: text, currency) { Problems(.usage, "\(place): \(name) '\(text)' \($0)", remedy: $1) }
    }
    return limits
  }

  /// Reads `single_person:`.
  static func isSinglePerson(_ value: Any?, file: String) throws -> Bool? {
    guard let value else { return nil }
    guard let isAlone = Bool(yesOrNo: "\(value)") else {
      throw Problems(
        .usage, "\(file): single_person '\(value)' is neither true nor false", remedy: "Write true or false.")
    }
    return isAlone
  }
}

extension CountSettings.Limits {
  /// Sets one limit from text.
  ///
  /// - Parameter problem: makes the error from what is wrong and the remedy.
  mutating func set(
    _ name: String, to text: String, _ currency: Currency, problem: (String, String) -> Problems
  ) throws {
    switch name {
    case "tolerance_units":
      guard let number = Quantity(text), number.scaled >= 0 else {
        throw problem("is not a number of units", "Write it as 2 or 0.250.")
      }
      units = number
    case "tolerance_percent":
      guard let percent = try? ExactDecimal(parsing: text.utf8).scaled(toFractionDigits: 4), percent.value >= 0 else {
        throw problem("is not a percentage", "Write it as 1.5.")
      }
      share = percent.value
    default:
      guard let number = try? ExactDecimal(parsing: text.utf8), let money = Money(number, currency: currency),
        money.minorUnits >= 0
      else { throw problem("is not an amount", "Write it as 118.40.") }
      switch name {
      case "tolerance_value": value = money
      case "recount_over": recountOver = money
      default: approveUpTo = money
      }
    }
  }
}

extension ShopFolder.Settings {
  /// Gives an import what the shop's settings say of it.
  func apply(to request: inout ImportRequest) {
    request.limits = guards
    request.retiredReasons = retiredReasons
    request.isSinglePerson = isSinglePerson == true
    request.countRules = CountRuleBook(
      shop: counts.shop.rules, locations: counts.locations.compactMapValues { $0.over(counts.shop).rules })
  }
}

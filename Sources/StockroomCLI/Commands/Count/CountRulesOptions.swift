internal import ArgumentParser
internal import ProblemKit
internal import RetailValues

/// The limits of one count, over those of `stockroom.yml`.
struct CountRulesOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Variances up to this number of units are within tolerance.", valueName: "units"))
  var toleranceUnits: String?

  @Option(
    help: ArgumentHelp(
      "Variances up to this percentage of the expected quantity are within tolerance.", valueName: "percent"))
  var tolerancePercent: String?

  @Option(help: ArgumentHelp("Variances worth more than this at cost are never within tolerance.", valueName: "amount"))
  var toleranceValue: String?

  @Option(
    help: ArgumentHelp(
      "Variances beyond the tolerance worth no more than this at cost need no recount.", valueName: "amount"))
  var recountOver: String?

  @Option(help: ArgumentHelp("Variances worth more than this at cost may not be approved.", valueName: "amount"))
  var approveUpTo: String?

  private var given: [(name: String, flag: String, text: String?)] {
    [
      ("tolerance_units", "--tolerance-units", toleranceUnits),
      ("tolerance_percent", "--tolerance-percent", tolerancePercent),
      ("tolerance_value", "--tolerance-value", toleranceValue), ("recount_over", "--recount-over", recountOver),
      ("approve_up_to", "--approve-up-to", approveUpTo),
    ]
  }

  /// The limits that are given.
  func limits(_ currency: Currency) throws -> CountSettings.Limits {
    var limits = CountSettings.Limits()
    for (name, flag, text) in given {
      guard let text else { continue }
      try limits.set(name, to: text, currency) { Problems(.usage, "\(flag) \(text) \($0)", remedy: $1) }
    }
    return limits
  }

  /// The rules of a count of a location, and what set them: command, location or shop.
  func rules(
    _ folder: ShopFolder, location: String, currency: Currency
  ) throws -> (rules: CountRules?, source: String) {
    let own = try limits(currency)
    let settings = folder.settings.counts
    let ofLocation = settings.locations[location] ?? CountSettings.Limits()
    let source = !own.isEmpty ? "command" : !ofLocation.isEmpty ? "location" : "shop"
    return (own.over(ofLocation.over(settings.shop)).rules, source)
  }
}

/// The rules of a count as people see them.
enum RulesView {
  private static func percent(_ millionths: Int64) -> String {
    let (whole, fraction) = (millionths / 10_000, millionths % 10_000)
    guard fraction != 0 else { return "\(whole) %" }
    var digits = String(fraction + 10_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) %"
  }

  static func lines(_ rules: CountRules?) -> [String] {
    guard let rules else { return [] }
    var tolerance = "up to \(rules.tolerance.absolute) units or \(percent(rules.tolerance.shareInMillionths))"
    if let limit = rules.tolerance.valueLimit { tolerance += ", and \(limit) at cost" }
    var lines = ["  tolerance   \(tolerance)"]
    if let limit = rules.recountOver { lines.append("  recount     over \(limit) at cost") }
    if let limit = rules.approveUpTo { lines.append("  approval    up to \(limit) at cost") }
    return lines
  }

  static func values(_ rules: CountRules) -> [String: String] {
    var values = [
      "tolerance_units": rules.tolerance.absolute.description,
      "tolerance_percent": String(percent(rules.tolerance.shareInMillionths).dropLast(2)),
    ]
    values["tolerance_value"] = rules.tolerance.valueLimit?.amount
    values["recount_over"] = rules.recountOver?.amount
    values["approve_up_to"] = rules.approveUpTo?.amount
    return values
  }
}

internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit
internal import Stock

/// The option that lets through what guards found.
struct GuardOptions: ParsableArguments {
  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp(
      "Take what a guard stopped, because somebody looked and it is right. Several codes with commas, or repeat it.",
      valueName: "code"))
  var accept: [String] = []

  /// The codes accepted.
  ///
  /// - Throws: a usage error for a word that is no guard.
  func accepted() throws -> Set<String> {
    let codes = accept.flatMap { $0.split(separator: ",").map { $0.trimmingSpaces() } }.filter { !$0.isEmpty }
    for code in codes where GuardCode(rawValue: code) == nil {
      throw UsageError("there is no guard '\(code)'", remedy: GuardSettings.remedy(for: code))
    }
    return Set(codes)
  }
}

/// The part `guards:` of `stockroom.yml`.
enum GuardSettings {
  static func remedy(for unknown: String) -> String {
    let names = GuardCode.allCases.map(\.rawValue)
    return nearestName(to: unknown, among: names).map { "Did you mean '\($0)'?" }
      ?? "Guards: \(names.joined(separator: ", "))."
  }

  /// Reads the limits that a shop sets.
  ///
  /// - Parameter value: what stands behind `guards:`, nil when nothing does.
  static func limits(_ value: Any?, file: String) throws -> GuardLimits {
    var limits = GuardLimits.standard
    guard let value, !"\(value)".isEmpty else { return limits }
    guard let pairs = value as? [String: Any] else {
      throw UsageError(
        "\(file): guards is no list of guards with their limits", remedy: "Write lines such as `unit-cost-changed: 30`."
      )
    }
    for (name, setting) in pairs.sorted(by: { $0.key < $1.key }) {
      guard let code = GuardCode(rawValue: name) else {
        throw UsageError("\(file): there is no guard '\(name)'", remedy: remedy(for: name))
      }
      guard limits.set(code, to: "\(setting)") else {
        throw UsageError(
          "\(file): '\(setting)' is no limit for the guard \(name)", remedy: "Write \(code.allowedLimits).")
      }
    }
    return limits
  }
}

/// What guards found, as people see it.
enum GuardView {
  static func show(_ guards: [GuardedRecords]) {
    for found in guards {
      let count = Terminal.number(found.count, "case")
      Terminal.note("guard \(found.code.rawValue): \(count)\(found.isAccepted ? ", accepted" : "")")
      for example in found.examples { Terminal.note("  " + example.headline) }
      if found.count > found.examples.count { Terminal.note("  … and \(found.count - found.examples.count) more") }
      if !found.isAccepted { Terminal.note("  " + found.code.remedy) }
    }
  }

  /// The last line of an import that guards stopped.
  static func verdict(_ guards: [GuardedRecords]) -> String {
    let codes = guards.map(\.code.rawValue)
    return "Stopped by \(codes.count == 1 ? "a guard" : "\(codes.count) guards"): nothing was changed. "
      + "If it is right, --accept \(codes.joined(separator: ",")) takes it."
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// The option that lets through what guards found.
struct GuardOptions: ParsableArguments {
  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp(
      "Confirm what a guard stopped, by its code. Separate several codes by commas, or repeat the option.",
      valueName: "code"))
  var accept: [String] = []

  /// The codes accepted.
  ///
  /// - Throws: a usage error for a word that is not a guard.
  func accepted() throws -> Set<String> {
    let codes = accept.flatMap { $0.split(separator: ",").map { $0.trimmingSpaces() } }.filter { !$0.isEmpty }
    for code in codes where GuardCode(rawValue: code) == nil {
      throw Problems(.usage, "there is no guard '\(code)'", remedy: GuardSettings.remedy(for: code))
    }
    return Set(codes)
  }

  /// Whether movements of days for which the books are closed may change.
  func acceptsClosedPeriods(_ settings: ShopFolder.Settings) throws -> Bool {
    let isAccepted = try accepted().contains(GuardCode.closedPeriod.rawValue)
    return isAccepted || settings.guards[.closedPeriod] == nil
  }
}

/// The flags that make the suppliers, locations and items that a file names and the shop does not have.
struct NewRecordFlags: ParsableArguments {
  @Flag(help: "Create the suppliers that are in the file and not in the shop; the same as --accept new-suppliers.")
  var newSuppliers = false

  @Flag(help: "Create the locations that are in the file and not in the shop; the same as --accept new-locations.")
  var newLocations = false

  @Flag(help: "Create the items that are in the file and not in the shop; the same as --accept new-items.")
  var newItems = false

  /// The codes of the guards that the given flags answer.
  var accepted: Set<String> {
    var guards: Set<String> = []
    if newSuppliers { guards.insert(GuardCode.newSuppliers.rawValue) }
    if newLocations { guards.insert(GuardCode.newLocations.rawValue) }
    if newItems { guards.insert(GuardCode.newItems.rawValue) }
    return guards
  }
}

/// Options that say what becomes of suppliers, locations and items that a file names and the shop does not have.
struct NewRecordOptions: ParsableArguments {
  @OptionGroup var flags: NewRecordFlags

  @Option(
    help: ArgumentHelp(
      "A partner's code, such as a GLN or ship-to number, is a location of the shop; kept from then on. Repeat it.",
      valueName: "code=location"))
  var locationIs: [String] = []

  @Option(
    help: ArgumentHelp(
      "The file's name for a supplier is a supplier of the shop; kept from then on. Repeat it.",
      valueName: "code=supplier"))
  var supplierIs: [String] = []

  @Flag(
    help: """
      With --on-error skip: ask about suppliers, locations and items that the shop does not have, instead of leaving out \
      the records that name them.
      """)
  var askForNew = false

  /// Has an import ask about what is unknown, or make it.
  func apply(to request: inout ImportRequest, in database: ShopDatabase) throws {
    request.asksForNewRecords = true
    request.asksWhenSkipping = askForNew
    request.accepted.formUnion(flags.accepted)
    for (kind, texts, flag, isMade) in [
      (NamedKind.locations, locationIs, "--location-is", flags.newLocations),
      (.suppliers, supplierIs, "--supplier-is", flags.newSuppliers),
    ] {
      for (alias, text) in try ReadingOptions.pairs(texts, flag: flag).sorted(by: { $0.key < $1.key }) {
        // A misspelt name would become a place or a supplier of its own.
        if !isMade, ![request.location, request.supplier].contains(text), !text.isEmpty {
          do {
            _ = try database.knownCode(text, among: kind)
          } catch var error as Problems {
            error.first.remedy += " To make it: --new-\(kind.noun)s."
            throw error
          }
        }
        guard let code = try database.code(text, among: kind), !code.isEmpty, code.utf8.count <= 200,
          alias.utf8.count <= 200
        else {
          throw Problems(
            .usage, "\(flag) \(alias)=\(text) is not a code and the code of a \(kind.noun)",
            remedy: "Write the partner's code, =, and the \(kind.noun)'s own code.")
        }
        request.aliases.append(PartnerAlias(kind, alias: alias, code: code))
      }
    }
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
  /// - Parameter value: the value of `guards:`; nil without one.
  static func limits(_ value: Any?, file: String) throws -> GuardLimits {
    var limits = GuardLimits.standard
    guard let value, !(value is NSNull), !"\(value)".isEmpty else { return limits }
    guard let pairs = value as? [String: Any] else {
      throw Problems(
        .usage, "\(file): guards is not a list of guards with their limits",
        remedy: "Write lines such as `unit-cost-changed: 30`."
      )
    }
    for (name, setting) in pairs.sorted(by: { $0.key < $1.key }) {
      guard let code = GuardCode(rawValue: name) else {
        throw Problems(.usage, "\(file): there is no guard '\(name)'", remedy: remedy(for: name))
      }
      guard limits.set(code, to: "\(setting)") else {
        throw Problems(
          .usage, "\(file): '\(setting)' is not a limit for the guard \(name)", remedy: "Write \(code.allowedLimits).")
      }
    }
    return limits
  }
}

/// The findings of guards, for people.
enum GuardView {
  static func show(_ guards: [GuardedRecords]) {
    for found in guards {
      let count = found.newRecords.map { question(found.code, $0) } ?? Terminal.number(found.count, "case")
      let accepted = found.isAccepted ? ", accepted" : ""
      if found.newRecords == nil {
        Terminal.note("guard \(found.code.rawValue): \(count)\(accepted)")
      } else {
        Terminal.note("guard \(found.code.rawValue)\(accepted): \(count)")
      }
      for example in found.examples { Terminal.note("  " + example.headline) }
      if found.count > found.examples.count { Terminal.note("  … and \(found.count - found.examples.count) more") }
      for remedy in found.isAccepted ? [] : found.remedies { Terminal.note("  " + remedy) }
    }
  }

  /// The names in a file that the shop does not have, in one sentence for the whole file.
  private static func question(_ code: GuardCode, _ new: NewRecords) -> String {
    let names = new.first.joined(separator: ", ") + (new.codes > new.first.count ? ", …" : "")
    let nearNames = new.near.map { "'\($0.code)' (the shop has '\($0.known)')" }.joined(separator: ", ")
    let near =
      new.nearCodes == 0
      ? ""
      : "; \(new.nearCodes == 1 ? "one is" : "\(new.nearCodes) are") nearly known: "
        + nearNames + (new.nearCodes > new.near.count ? ", …" : "")
    return "the file names \(Terminal.number(new.codes, code.newNoun)) that the shop does not have: \(names), in "
      + "\(Terminal.number(new.records, "record"))\(near)"
  }

  /// The last line of an import that guards stopped.
  static func verdict(_ guards: [GuardedRecords]) -> String {
    let codes = guards.map(\.code.rawValue)
    if guards.allSatisfy({ !$0.code.newNoun.isEmpty }) {
      let flags = codes.map { "--\($0)" }.joined(separator: " ")
      let them = guards.count > 1 || guards.contains { $0.count > 1 } ? "them" : "it"
      return "Nothing was changed. If the codes are right, repeat the command with \(flags) to make \(them) as well."
    }
    if codes == [GuardCode.columnsNotUsed.rawValue] {
      return
        "Nothing was changed. Repeat the command with an option named above, or with --accept \(codes[0]) to go on "
        + "without the columns."
    }
    return "Stopped by \(codes.count == 1 ? "a guard" : "\(codes.count) guards"): nothing was changed. "
      + "If it is right, --accept \(codes.joined(separator: ",")) takes it."
  }
}

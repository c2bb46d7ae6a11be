internal import Exchange
internal import FormatKit
internal import ProblemKit
internal import RetailValues
internal import Stock
internal import StockJournal
internal import Wording
internal import YAMLReading

/// A setting of `stockroom.yml` that has one value: what it means, and how it is read and written.
///
/// ``SettingRows`` shows what is declared here, and ``SettingsEdit`` changes it.
struct DeclaredSetting {
  typealias Settings = ShopFolder.Settings

  /// What it is about; the command `settings` shows it there.
  let subject: SettingsCommand.Subject
  /// As `stockroom settings` calls it. No two have the same name.
  let name: String
  /// The keys that lead to it in the file.
  let path: [String]
  /// The only location that it is for; nil for all.
  var location: String?
  let meaning: String
  /// The values that it can have; empty where there is no list of them.
  var choices: [String] = []
  /// The value that holds, as `stockroom settings` shows it; nil without one.
  let value: (Settings) -> String?

  /// The value as it is written: what is shown, without the unit.
  func written(_ settings: Settings) -> String? {
    guard let value = value(settings) else { return nil }
    return isLimit ? value.split(separator: " ").first.map(String.init) : value
  }

  private var isLimit: Bool { [.guards, .counts].contains(subject) }

  /// Why the commands and pages do not change it; nil where they do.
  func reasonToStay(in settings: Settings) -> String? {
    switch name {
    case "currency": "the books of a shop stay in the currency that they were opened in"
    case "actor" where settings.people != nil: "the shop lists people, and people says what the log calls them"
    case "single_person" where settings.people != nil:
      "a person who changes it could approve their own count"
    default: nil
    }
  }

  /// How a setting that stays is changed all the same; nil where it never is.
  var wayToChange: String? { name == "single_person" ? "change it in stockroom.yml with a text editor" : nil }

  /// How a value is written into the file: numbers and such words as `off` without quotes, where the setting takes them.
  func entryValue(_ text: String) -> YAMLEntryValue {
    let takesBare = isLimit || choices == Self.answers
    let isBare = text.wholeMatch(of: /true|false|on|off|(0|[1-9][0-9]{0,8})(\.[0-9]{1,4})?/) != nil
    return takesBare && isBare ? .bare(text) : .text(text)
  }

  fileprivate static let answers = ["true", "false"]

  // MARK: All of them

  static var all: [DeclaredSetting] { shop + guards + counts + accounts + identification }

  /// The setting that a person names.
  ///
  /// - Parameter location: the only location that it is to hold for; nil for all.
  /// - Throws: `usage` for a name that no setting has.
  static func named(_ name: String, at location: String?) throws -> DeclaredSetting {
    let all = all
    guard let setting = all.first(where: { $0.name == name }) else {
      throw Problems(
        .usage, "there is no setting '\(name)'",
        remedy: nearestName(to: name, among: all.map(\.name)).map { "Did you mean '\($0)'?" }
          ?? "`stockroom settings` lists them.")
    }
    guard let location else { return setting }
    guard setting.subject == .counts else {
      throw Problems(
        .usage, "--location does not go with '\(name)', which holds for the whole shop",
        remedy: "Only the limits of counts can be set for a location: \(CountSettings.names.joined(separator: ", ")).")
    }
    return count(name, setting.meaning, at: location)
  }

  static var shop: [DeclaredSetting] {
    func setting(
      _ name: String, _ meaning: String, _ choices: [String] = [], _ value: @escaping (Settings) -> String?
    ) -> DeclaredSetting {
      DeclaredSetting(
        subject: .shop, name: name, path: name == "show_stock" ? ["catalog", name] : [name], meaning: meaning,
        choices: choices, value: value)
    }
    let languages = Language.allCases.map(\.rawValue)
    let methods = ValuationMethod.allCases.map(\.rawValue)
    return [
      setting("name", "What the shop is called.") { $0.name },
      setting("currency", "The currency of the books. It can never be changed.") { $0.currency.uppercased() },
      setting("time_zone", "The time zone in which times are read and shown.") { $0.timeZone },
      setting("language", "The language of reports: en, de, fr, es or sv.", languages) { $0.language.rawValue },
      setting("location", "The location for files and commands that name none.") { $0.location },
      setting("valuation", "How stock is valued, where a count does not say otherwise.", methods) {
        $0.valuation.rawValue
      },
      setting(
        "single_person",
        "Whether one person may count, approve and post. Not set: as long as nobody else has acted in the shop.",
        answers
      ) { $0.isSinglePerson.map { $0 ? "true" : "false" } },
      setting("actor", "What the log calls the person who runs a command, in a shop that lists no people.") {
        $0.actor
      },
      setting(
        "show_stock", "Whether customers see what is left of each size, and where. It is set under catalog.", answers
      ) { $0.catalog.showsStock ? "true" : "false" },
    ]
  }

  static var guards: [DeclaredSetting] {
    GuardCode.allCases.map { code in
      DeclaredSetting(subject: .guards, name: code.rawValue, path: ["guards", code.rawValue], meaning: code.summary) {
        $0.guards.text(of: code)
      }
    }
  }

  /// The limits of counts, for the whole shop.
  static var counts: [DeclaredSetting] { counts(at: nil) }

  /// The limits of counts for a location; for the whole shop when it is nil.
  static func counts(at location: String?) -> [DeclaredSetting] {
    [
      ("tolerance_units", "A variance of so many units is within tolerance."),
      ("tolerance_percent", "So is one of this part of what is expected."),
      ("tolerance_value", "But only if it is worth no more than this at cost."),
      ("recount_over", "A larger variance that is worth no more than this is approved without a recount."),
      ("approve_up_to", "Nobody approves a line whose variance is worth more."),
    ].map { count($0.0, $0.1, at: location) }
  }

  private static func count(_ name: String, _ meaning: String, at location: String?) -> DeclaredSetting {
    DeclaredSetting(
      subject: .counts, name: name, path: ["counts"] + (location.map { ["locations", $0] } ?? []) + [name],
      location: location, meaning: meaning
    ) { settings in
      let limits = location.map { settings.counts.locations[$0] ?? CountSettings.Limits() } ?? settings.counts.shop
      return switch name {
      case "tolerance_units": limits.units?.description
      case "tolerance_percent": limits.share.map { FixedPointText.shortest($0, fractionDigits: 4) + " %" }
      case "tolerance_value": limits.value?.description
      case "recount_over": limits.recountOver?.description
      default: limits.approveUpTo?.description
      }
    }
  }

  static var accounts: [DeclaredSetting] {
    func setting(
      _ name: String, _ meaning: String, _ value: @escaping (JournalAccounts) -> String?
    ) -> DeclaredSetting {
      DeclaredSetting(subject: .accounts, name: name, path: ["accounts", name], meaning: meaning) {
        value($0.accounts)
      }
    }
    return [
      setting("inventory", "The account of stock.") { $0.inventory },
      setting("opening_equity", "The account against which opening stock is booked.") { $0.openingEquity },
      setting("shrinkage", "One account for all losses. Not set: each reason has its own.") { $0.shrinkage },
    ]
  }

  static var identification: [DeclaredSetting] {
    func setting(
      _ name: String, _ meaning: String, _ value: @escaping (PartnerIdentification) -> String?
    ) -> DeclaredSetting {
      DeclaredSetting(subject: .identification, name: name, path: ["identification", name], meaning: meaning) {
        value($0.identification)
      }
    }
    return [setting("gln", "The shop's Global Location Number, in orders for suppliers.") { $0.gln }]
      + IdentificationSettings.formats.sorted().map { format in
        setting(format, "Who the sender is, in files of the format \(format).") { $0.byFormat[format] }
      }
  }
}

internal import Exchange
internal import FormatKit
internal import Reporting
internal import RetailValues
internal import Stock
internal import StockJournal

/// A setting with its value.
struct SettingRow: Encodable {
  /// As stockroom.yml calls it.
  let setting: String
  /// The value that holds; nil without one.
  let value: String?
  /// The only location that it is for; nil for all.
  var location: String?
  /// The line that sets it; nil where it has its usual value.
  let line: Int?
  let meaning: String
}

/// A reason for a loss or a gain.
struct ReasonRow: Encodable {
  let reason: String
  let name: String
  let loss: String
  let direction: String
  /// The account of the journal.
  let account: String
  /// Whether the shop added it to those that every shop has.
  let isOwn: Bool
  /// The line that sets the account; nil where it has its usual one.
  let line: Int?
}

/// A guard with the limit from where on it stops an import.
struct GuardRow: Encodable {
  let `guard`: String
  let limit: String
  /// The limit of a shop that sets none.
  let usual: String
  /// What may be set, in words.
  let allowed: String
  let meaning: String
  let line: Int?
}

/// A mapping profile with the records that it makes of a file.
struct ProfileRow: Encodable {
  struct Record: Encodable {
    let kind: String
    var table: String?
    let fields: [Field]
  }

  struct Field: Encodable {
    let field: String
    /// The columns, or the text, that it comes from.
    let from: String
  }

  let profile: String
  var summary = ""
  var format: String?
  /// Whether it is a file of the shop, and none that comes with the program.
  let isOwn: Bool
  var records: [Record] = []
  /// Why it cannot be read; nil for one that can.
  var problem: String?
}

/// The settings of a shop as they hold, each with what it means and where it is set.
struct SettingRows {
  private let folder: ShopFolder
  private let lines: SettingLines

  init(_ folder: ShopFolder) {
    self.folder = folder
    lines = SettingLines(of: folder)
  }

  private var settings: ShopFolder.Settings { folder.settings }

  var shop: [SettingRow] {
    func row(_ name: String, _ value: String?, _ meaning: String) -> SettingRow {
      SettingRow(setting: name, value: value, line: lines.line(name), meaning: meaning)
    }
    return [
      row("name", settings.name, "What the shop is called."),
      row("currency", settings.currency.uppercased(), "The currency of the books. It can never be changed."),
      row("time_zone", settings.timeZone, "The time zone in which times are read and shown."),
      row("language", settings.language.rawValue, "The language of reports: en, de, fr, es or sv."),
      row("location", settings.location, "The location for files and commands that name none."),
      row("valuation", settings.valuation.rawValue, "How stock is valued, where a count does not say otherwise."),
      row(
        "single_person", settings.isSinglePerson.map { $0 ? "true" : "false" },
        "Whether one person may count, approve and post. Not set: as long as nobody else has acted in the shop."),
      row("actor", settings.actor, "What the log calls the person who runs a command, in a shop that lists no people."),
      SettingRow(
        setting: "show_stock", value: settings.catalog.showsStock ? "true" : "false",
        line: lines.line("catalog", "show_stock"),
        meaning: "Whether customers see what is left of each size, and where. It is set under catalog."),
    ]
  }

  var reasons: [ReasonRow] {
    func row(_ reason: Reason, isOwn: Bool) -> ReasonRow {
      ReasonRow(
        reason: reason.code, name: reason.name, loss: reason.lossClass.rawValue, direction: reason.direction.rawValue,
        account: settings.accounts.lossPattern(reason), isOwn: isOwn, line: accountLine(of: reason))
    }
    return Reason.builtIn.map { row($0, isOwn: false) } + settings.reasons.map { row($0, isOwn: true) }
  }

  /// The line that sets the account of a reason, in the order in which ``JournalAccounts/lossPattern(_:)`` looks for it.
  private func accountLine(of reason: Reason) -> Int? {
    let shrinkage = reason.lossClass == .none ? nil : lines.line("accounts", "shrinkage")
    return lines.line("accounts", "reasons", reason.code) ?? shrinkage
      ?? lines.line("reasons", reason.code, "account")
  }

  var guards: [GuardRow] {
    GuardCode.allCases.map { code in
      GuardRow(
        guard: code.rawValue, limit: settings.guards.text(of: code), usual: GuardLimits.standard.text(of: code),
        allowed: code.allowedLimits, meaning: code.summary, line: lines.line("guards", code.rawValue))
    }
  }

  var counts: [SettingRow] {
    let own = settings.counts.shop
    let byLocation = settings.counts.locations.sorted { $0.key < $1.key }
    return limits(own, of: nil) + byLocation.flatMap { limits($0.value, of: $0.key).filter { $0.value != nil } }
  }

  /// The limits of counts that are set for the shop, or for a location.
  private func limits(_ limits: CountSettings.Limits, of location: String?) -> [SettingRow] {
    func row(_ name: String, _ value: String?, _ meaning: String) -> SettingRow {
      let line = location.map { lines.line("counts", "locations", $0, name) } ?? lines.line("counts", name)
      return SettingRow(setting: name, value: value, location: location, line: line, meaning: meaning)
    }
    let share = limits.share.map { FixedPointText.shortest($0, fractionDigits: 4) + " %" }
    return [
      row("tolerance_units", limits.units?.description, "A variance of so many units is within tolerance."),
      row("tolerance_percent", share, "So is one of this part of what is expected."),
      row("tolerance_value", limits.value?.description, "But only if it is worth no more than this at cost."),
      row(
        "recount_over", limits.recountOver?.description,
        "A larger variance that is worth no more than this is approved without a recount."),
      row("approve_up_to", limits.approveUpTo?.description, "Nobody approves a line whose variance is worth more."),
    ]
  }

  var accounts: [SettingRow] {
    func row(_ name: String, _ value: String?, _ meaning: String) -> SettingRow {
      SettingRow(setting: name, value: value, line: lines.line("accounts", name), meaning: meaning)
    }
    let accounts = settings.accounts
    return [
      row("inventory", accounts.inventory, "The account of stock."),
      row("opening_equity", accounts.openingEquity, "The account against which opening stock is booked."),
      row("shrinkage", accounts.shrinkage, "One account for all losses. Not set: each reason has its own."),
    ]
  }

  var identification: [SettingRow] {
    func row(_ name: String, _ value: String, _ meaning: String) -> SettingRow {
      SettingRow(setting: name, value: value, line: lines.line("identification", name), meaning: meaning)
    }
    let known = settings.identification
    let gln = known.gln.map { [row("gln", $0, "The shop's Global Location Number, in orders for suppliers.")] } ?? []
    return gln
      + known.byFormat.sorted { $0.key < $1.key }.map {
        row($0.key, $0.value, "Who the sender is, in files of the format \($0.key).")
      }
  }

  // MARK: Profiles

  /// The shop's profiles, then those that come with the program.
  var profiles: [ProfileRow] {
    let own = ShippedProfiles.names(in: folder.profilesPath).map { name -> ProfileRow in
      do { return Self.row(name, try folder.profile(name), isOwn: true) } catch {
        return ProfileRow(profile: name, isOwn: true, problem: Failure.explanation(of: error).first.headline)
      }
    }
    let names = Set(own.map(\.profile))
    return own
      + ShippedProfiles.profiles.filter { !names.contains($0.name) }.map {
        Self.row($0.name, $0.profile, isOwn: false)
      }
  }

  private static func row(_ name: String, _ profile: MappingProfile, isOwn: Bool) -> ProfileRow {
    let constants = profile.constants.sorted { $0.key < $1.key }
      .map { ProfileRow.Field(field: $0.key, from: "always \($0.value)") }
    let records = profile.records.filter { !$0.kind.isEmpty }.map { record in
      ProfileRow.Record(
        kind: record.kind, table: record.table,
        fields: record.fields.map { ProfileRow.Field(field: $0.field, from: words(for: $0.value.source)) } + constants)
    }
    return ProfileRow(
      profile: name, summary: profile.summary, format: profile.format, isOwn: isOwn, records: records)
  }

  /// Where a field's value comes from, for people.
  private static func words(for source: ValueExpression.Source) -> String {
    switch source {
    case .columns(let names): names.joined(separator: ", else ")
    case .constant(let text): "always \(text)"
    case .template(let text): text
    case .named(_, let value, let names): "\(value), for \(names.joined(separator: " or "))"
    case .numbered(let columns): "the number of the row within \(columns.joined(separator: ", "))"
    }
  }
}

internal import Exchange
internal import FormatKit
internal import Reporting
internal import RetailValues
internal import Stock
internal import StockJournal
internal import Wording

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
  /// The value as it is written in the file.
  var written: String?
  /// The values that it can have; nil where there is no list of them.
  var choices: [String]?
  /// Why the commands and pages do not change it; nil where they do.
  var fixed: String?
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
  /// Whether it is no longer offered.
  let isRetired: Bool
  /// The line that sets the account; nil where it has its usual one.
  let line: Int?
}

/// A guard with the limit from where on it stops an import.
struct GuardRow: Encodable {
  let `guard`: String
  let limit: String
  /// The limit as it is written in the file.
  let written: String
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
    /// The columns of which the first that is not blank is taken; nil where it comes from something else.
    var columns: [String]?
    /// The text that it always has; nil where it comes from something else.
    var constant: String?
    /// The values that stand for others, in their order.
    var values: [Translation]?
    /// What becomes of a value that is not among them: keep, nothing or error.
    var otherwise: String?
  }

  struct Translation: Encodable {
    let theirs: String
    let ours: String
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

  private func row(_ setting: DeclaredSetting) -> SettingRow {
    let fixed = setting.reasonToStay(in: settings).map { reason in
      setting.wayToChange.map { "\(reason); \($0)" } ?? reason
    }
    return SettingRow(
      setting: setting.name, value: setting.value(settings), location: setting.location,
      line: lines.line(setting.path), meaning: setting.meaning, written: setting.written(settings),
      choices: setting.choices.isEmpty ? nil : setting.choices, fixed: fixed)
  }

  var shop: [SettingRow] { DeclaredSetting.shop.map(row) }

  var reasons: [ReasonRow] {
    func row(_ reason: Reason, isOwn: Bool) -> ReasonRow {
      ReasonRow(
        reason: reason.code, name: reason.name, loss: reason.lossClass.rawValue, direction: reason.direction.rawValue,
        account: settings.accounts.lossPattern(reason), isOwn: isOwn,
        isRetired: settings.retiredReasons.contains(reason.code), line: accountLine(of: reason))
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
    zip(GuardCode.allCases, DeclaredSetting.guards).map { code, setting in
      GuardRow(
        guard: setting.name, limit: settings.guards.text(of: code), written: setting.written(settings) ?? "",
        usual: GuardLimits.standard.text(of: code), allowed: code.allowedLimits, meaning: setting.meaning,
        line: lines.line(setting.path))
    }
  }

  /// The limits of counts, of the shop and then of those locations that have their own.
  var counts: [SettingRow] {
    let byLocation = settings.counts.locations.keys.sorted().flatMap { DeclaredSetting.counts(at: $0) }
    return DeclaredSetting.counts.map(row) + byLocation.map(row).filter { $0.value != nil }
  }

  var accounts: [SettingRow] { DeclaredSetting.accounts.map(row) }

  /// The numbers that are set.
  var identification: [SettingRow] { DeclaredSetting.identification.map(row).filter { $0.value != nil } }

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
      .map { field($0.key, ValueExpression(.constant($0.value))) }
    let records = profile.records.filter { !$0.kind.isEmpty }.map { record in
      ProfileRow.Record(
        kind: record.kind, table: record.table,
        fields: record.fields.map { field($0.field, $0.value) } + constants)
    }
    return ProfileRow(
      profile: name, summary: profile.summary, format: profile.format, isOwn: isOwn, records: records)
  }

  private static func field(_ name: String, _ value: ValueExpression) -> ProfileRow.Field {
    var field = ProfileRow.Field(field: name, from: words(for: value.source))
    switch value.source {
    case .columns(let names): field.columns = names
    case .constant(let text): field.constant = text
    case .template, .given, .named, .numbered: break
    }
    for case .map(let values, let otherwise) in value.steps {
      let translations = values.sorted { $0.key < $1.key }
        .map { ProfileRow.Translation(theirs: $0.key, ours: $0.value) }
      field.values = (field.values ?? []) + translations
      field.otherwise = otherwise.rawValue
    }
    return field
  }

  /// Where a field's value comes from, for people.
  private static func words(for source: ValueExpression.Source) -> String {
    switch source {
    case .columns(let names): names.joined(separator: ", else ")
    case .constant(let text): "always \(text)"
    case .template(let text), .given(let text): text
    case .named(_, let value, let names): "\(value), for \(names.joined(separator: " or "))"
    case .numbered(let columns): "the number of the row within \(columns.joined(separator: ", "))"
    }
  }
}

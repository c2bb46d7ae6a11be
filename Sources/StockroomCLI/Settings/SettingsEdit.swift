internal import FormatKit
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock
internal import StockJournal
internal import YAMLReading

/// Changes of settings and reasons in `stockroom.yml`. Only the lines concerned change; see ``SettingsText``.
struct SettingsEdit {
  /// Bytes of a value; the name of a shop is the longest that makes sense.
  private static let longest = 300
  static let wayBack = "To go back to the usual one, use `stockroom settings unset`."

  private let file: SettingsText

  /// Reads the file.
  init(of folder: ShopFolder) throws { file = try SettingsText(of: folder) }

  /// What the file says before the change.
  var settings: ShopFolder.Settings { file.settings }

  // MARK: Settings with one value

  /// Sets a value, which is checked as it is when the file is read.
  func setting(_ setting: DeclaredSetting, to value: String) throws -> SettingsText.Prepared {
    try requireChangeable(setting)
    try Self.requireLine(value, of: setting.name)
    let written = setting.entryValue(value)
    let (above, line) = (setting.path.dropLast(), SettingsText.line(of: .mapping([.init(setting.name, written)])))
    let place = above.isEmpty ? "" : " under \(above.joined(separator: ", "))"
    return try file.prepared(
      [try file.setting(setting.path, to: written)], byHand: "Write this line\(place) yourself: `\(line)`."
    ) { setting.value($0) != nil }
  }

  /// Takes a value out, so that the usual one holds.
  func unsetting(_ setting: DeclaredSetting) throws -> SettingsText.Prepared {
    try requireChangeable(setting)
    let place = setting.path.joined(separator: ": ")
    return try file.prepared(
      [try file.removing(setting.path)], byHand: "Take the line of `\(place)` out yourself."
    ) { _ in true }
  }

  private func requireChangeable(_ setting: DeclaredSetting) throws {
    guard let reason = setting.reasonToStay(in: settings) else { return }
    throw Problems(
      .usage, "\(setting.name) is not changed here: \(reason)",
      remedy: setting.wayToChange.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? "Leave it as it is.")
  }

  /// Checks that a value is one line.
  ///
  /// - Parameter advice: what to do, besides writing one, where there is no value.
  static func requireLine(_ text: String, of name: String, ifEmpty advice: String = wayBack) throws {
    guard !text.trimmingSpaces().isEmpty else {
      throw Problems(.usage, "\(name) has no value", remedy: "Write one. \(advice)".trimmingSpaces())
    }
    guard text.utf8.count <= longest, Passphrases.isPlainLine(text) else {
      throw Problems(
        .usage,
        "\(name) '\(text.prefix(40))' is not one line of text with at most \(longest) bytes "
          + "and no invisible characters",
        remedy: "Write it on one line, without invisible characters.")
    }
  }

  // MARK: Reasons

  /// What is said of a reason; nil for what stays, or has its usual value.
  struct ReasonChange {
    var name: String?
    var loss: LossClass?
    var direction: ReasonDirection?
    var account: String?
    var isRetired: Bool?

    /// The settings of the reason's own entry, in their order.
    fileprivate var entries: [YAMLEntryValue.Entry] {
      let texts = [("name", name), ("loss", loss?.rawValue), ("direction", direction?.rawValue)]
      var entries: [YAMLEntryValue.Entry] = texts.compactMap { key, text in text.map { .init(key, .text($0)) } }
      if let isRetired { entries.append(.init("retired", .bare(isRetired ? "yes" : "no"))) }
      return entries
    }
  }

  /// Adds a reason to those that every shop has.
  ///
  /// - Parameter reason: with its loss.
  func adding(_ code: String, _ reason: ReasonChange) throws -> SettingsText.Prepared {
    guard !settings.reasons.contains(where: { $0.code == code }) else {
      throw Problems(
        .usage, "there is a reason '\(code)' already",
        remedy: "Choose another code, or change it with `stockroom settings reason change`.")
    }
    let entries = reason.entries
    let isLossAlone = entries.map(\.key) == ["loss"]
    let value = isLossAlone ? entries[0].value : YAMLEntryValue.mapping(entries)
    return try prepared([try file.setting(["reasons", code], to: value)], of: code, reason)
  }

  /// Changes a reason. Of one that every shop has, only the account can be changed.
  func changing(_ code: String, to change: ReasonChange) throws -> SettingsText.Prepared {
    guard let own = settings.reasons.first(where: { $0.code == code }) else {
      try requireBuiltIn(code, change)
      return try prepared([], of: code, change)
    }
    let path = ["reasons", code]
    // The loss alone, such as `given-away: none`.
    guard try YAMLEdit.keys(of: path, in: file.text) != nil else {
      var whole = change
      whole.loss = change.loss ?? own.lossClass
      let isChanged = !change.entries.isEmpty
      let step = isChanged ? [SettingsText.Step.set(path, .mapping(whole.entries))] : []
      return try prepared(step, of: code, change)
    }
    return try prepared(
      change.entries.map { SettingsText.Step.set(path + [$0.key], $0.value) }, of: code, change)
  }

  /// - Parameter steps: those for all but the account, which is set where it holds before everything else.
  private func prepared(
    _ steps: [SettingsText.Step], of code: String, _ change: ReasonChange
  ) throws -> SettingsText.Prepared {
    if let name = change.name { try Self.requireLine(name, of: "--name") }
    var steps = steps
    var lines: [String] = []
    if !change.entries.isEmpty {
      lines.append("`\(SettingsText.line(of: .mapping([.init(code, .mapping(change.entries))])))` under reasons")
    }
    if let account = change.account {
      try Self.requireLine(account, of: "--account")
      try JournalAccounts.validate(account, of: "--account")
      steps.append(try file.setting(["accounts", "reasons", code], to: .text(account)))
      let line = SettingsText.line(of: .mapping([.init(code, .text(account))]))
      lines.append("`\(line)` under accounts, reasons")
    }
    return try file.prepared(steps, byHand: "Write this yourself: \(lines.joined(separator: ", and ")).") { new in
      let all = Reason.builtIn + new.reasons
      guard let found = all.first(where: { $0.code == code }) else { return false }
      return (change.name ?? found.name) == found.name && (change.loss ?? found.lossClass) == found.lossClass
        && (change.direction ?? found.direction) == found.direction
        && (change.isRetired ?? new.retiredReasons.contains(code)) == new.retiredReasons.contains(code)
        && (change.account ?? new.accounts.lossPattern(found)) == new.accounts.lossPattern(found)
    }
  }

  private func requireBuiltIn(_ code: String, _ change: ReasonChange) throws {
    let codes = (Reason.builtIn + settings.reasons).map(\.code)
    guard Reason.builtIn.contains(where: { $0.code == code }) else {
      throw Problems(
        .usage, "there is no reason '\(code)'",
        remedy: nearestName(to: code, among: codes).map { "Did you mean '\($0)'?" }
          ?? "`stockroom settings reasons` lists them.")
    }
    guard change.entries.isEmpty else {
      throw Problems(
        .usage, "'\(code)' is a reason that every shop has: only its account can be changed",
        remedy: "For another meaning, add a reason with a code of its own.")
    }
  }
}

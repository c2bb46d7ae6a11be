internal import ArgumentParser
internal import FormatKit
internal import ProblemKit
internal import RetailValues
internal import Stock

extension SettingsCommand {
  /// A setting that is to be changed.
  struct SettingOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The setting, as `stockroom settings` calls it.", valueName: "setting"))
    var name: String

    @Option(help: ArgumentHelp("Only for counts at this location; for limits of counts.", valueName: "code or name"))
    var location: String?

    @Option(
      help: ArgumentHelp(
        "Change it only if this is its value now, as `stockroom settings` shows it, or \"\(SettingChange.unset)\".",
        valueName: "value"))
    var was: String?
  }

  struct SetValue: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Give a setting another value.",
      discussion: """
        It changes one line of stockroom.yml; everything else in the file stays as it is, comments too. The value is \
        checked first, and holds from the next command or click on. The currency can never be changed, and \
        single_person only in an editor where the shop lists people.

        Examples:
          stockroom settings set unit-cost-changed 30
          stockroom settings set price-below-cost off
          stockroom settings set tolerance_units 5 --location store
          stockroom settings set language de --was en
        """)
    static let acts = Acts(.servePages)

    @OptionGroup var setting: SettingOptions

    @Argument(help: "Its new value.")
    var value: String

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.folder.changingSettings {
        let change = try SettingChange(setting, in: shop)
        let new = try change.value(meantBy: value, in: shop)
        return try change.output(of: try change.edit.setting(change.setting, to: new), in: shop)
      }
    }
  }

  struct Unset: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Let the usual value of a setting hold again.",
      discussion: """
        It takes the line of the setting out of stockroom.yml; everything else in the file stays as it is.

        Examples:
          stockroom settings unset unit-cost-changed
          stockroom settings unset tolerance_units --location store
        """)
    static let acts = Acts(.servePages)

    @OptionGroup var setting: SettingOptions

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> ValueOutput {
      try shop.folder.changingSettings {
        let change = try SettingChange(setting, in: shop)
        guard SettingLines(of: shop.folder).line(change.setting.path) != nil else {
          return ValueOutput(
            change.answer(change.setting.value(change.edit.settings), in: shop),
            "Nothing was changed: stockroom.yml does not set \(change.words).")
        }
        return try change.output(of: try change.edit.unsetting(change.setting), in: shop)
      }
    }
  }
}

/// The change of a setting with one value.
private struct SettingChange {
  /// What stands for the value of a setting without one.
  static let unset = "not set"

  let setting: DeclaredSetting
  let edit: SettingsEdit
  let old: String?

  /// - Throws: `wrong-state` when the setting has another value than the person saw.
  init(_ options: SettingsCommand.SettingOptions, in shop: OpenShop) throws {
    let location = try options.location.map { try Self.place($0, of: "--location", in: shop) }
    setting = try DeclaredSetting.named(options.name, at: location)
    edit = try SettingsEdit(of: shop.folder)
    old = setting.value(edit.settings)
    guard let was = options.was, was != old ?? Self.unset else { return }
    throw Problems(
      .wrongState, "\(setting.name) was changed in the meantime: it is \(old ?? Self.unset), and no longer \(was)",
      remedy: "Nothing was changed. Look at the present value, and decide again.")
  }

  /// The setting in words for people and the log.
  var words: String { setting.location.map { "\(setting.name) of \($0)" } ?? setting.name }

  /// The value as the file has it: that of the usual location is a code.
  func value(meantBy given: String, in shop: OpenShop) throws -> String {
    let value = given.trimmingSpaces()
    guard setting.name == "location" else { return value }
    let code = try Self.place(value, of: "location", in: shop)
    guard try !shop.books.isInactive(location: code) else {
      throw LocationCommand.usualIsInactive(
        code, remedy: "Take it into use first: `stockroom location change \(ShellText.word(code)) --status active`.")
    }
    return code
  }

  private static func place(_ given: String, of name: String, in shop: OpenShop) throws -> String {
    if let code = try shop.books.code(meantBy: given, among: .locations) { return code }
    throw Problems(
      .usage, "\(name) '\(given)' is not a location", remedy: "`stockroom export locations` lists them.")
  }

  /// Makes the change. The database takes part of the settings, and may refuse them; so it comes first.
  func output(of change: SettingsText.Prepared, in shop: OpenShop) throws -> ValueOutput {
    let new = setting.value(change.settings)
    try change.apply(recording: "set \(words): \(old ?? Self.unset) → \(new ?? Self.unset)", in: shop)
    let answer = answer(new, in: shop)
    let was = "it was \(old ?? Self.unset)"
    guard let new else {
      let other = setting.location == nil ? "the usual value" : "the limit of the whole shop"
      return ValueOutput(answer, "\(words) is no longer set; \(other) applies (\(was)).")
    }
    let place = answer.line.map { "line \($0) of stockroom.yml" } ?? "the usual value"
    return ValueOutput(answer, "\(words) is \(new) from now on (\(place)); \(was).")
  }

  func answer(_ value: String?, in shop: OpenShop) -> ChangedSetting {
    ChangedSetting(
      setting: setting.name, location: setting.location, value: value, was: old,
      line: SettingLines(of: shop.folder).line(setting.path))
  }
}

/// A setting after a change.
private struct ChangedSetting: Encodable {
  let setting: String
  let location: String?
  let value: String?
  let was: String?
  /// The line that sets it; nil where it has its usual value.
  let line: Int?
}

extension SettingsText.Prepared {
  /// Has the database take the new settings, then writes them. The database may refuse them.
  func apply(recording details: String, in shop: OpenShop) throws {
    // Opened with the old settings, before the new ones are there.
    _ = try shop.books
    _ = try shop.folder.with(settings).open()
    try write(recording: details, in: shop)
  }
}

internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Reporting
internal import RetailValues
internal import Serving
internal import Stock
internal import StockJournal
internal import Wording
internal import YAMLReading
internal import Yams

/// The folder of a shop: `stockroom.yml`, `stock.sqlite`, `profiles/`, `reports/`, `jobs/`, `exports/`.
struct ShopFolder {
  let path: String
  /// Settings of `stockroom.yml`.
  private(set) var settings: Settings
  /// The values of `--user` and `--role`.
  var user: String?
  var role: Role?

  struct Settings: Sendable {
    var name: String
    var currency: String
    var timeZone: String
    /// The location for records without one; nil when the shop has no default.
    var location: String?
    /// The name in the log of the person who runs a command, in a shop that lists no people.
    var actor: String?
    /// The language of reports for people.
    var language = Language.english
    /// How stock is valued, where a count does not say otherwise.
    var valuation = ValuationMethod.movingAverage
    /// Whether one person may count, approve and post; when nil, as long as nobody else has acted in the shop.
    var isSinglePerson: Bool?
    /// Tolerance and limits of counts, for the shop and its locations.
    var counts = CountSettings()
    /// From where on guards stop an import.
    var guards = GuardLimits.standard
    /// Reasons of loss in addition to those that every shop has.
    var reasons: [Reason] = []
    /// The codes of those that are no longer offered; what names them stays readable.
    var retiredReasons: Set<String> = []
    /// The accounts on which the journal books.
    var accounts = JournalAccounts()
    /// By which numbers partners know the shop.
    var identification = PartnerIdentification()
    /// The data of the catalog that customers see.
    var catalog = CatalogSettings()
    /// The permissions of people; nil when the shop lists nobody.
    var people: PeopleSettings?
  }

  /// The settings that a process which runs many commands has read already; nil where each command reads them.
  @TaskLocal static var kept: KeptReading<Settings>?

  static let settingsName = "stockroom.yml"
  static let databaseName = "stock.sqlite"

  var databasePath: String { path + "/" + Self.databaseName }
  var profilesPath: String { path + "/profiles" }
  var reportsPath: String { path + "/reports" }

  /// Finds the shop: the folder given, else `STOCKROOM_SHOP`, else the nearest folder upwards with a `stockroom.yml`.
  static func find(_ given: String?) throws -> ShopFolder {
    if let folder = try findAny(given) { return folder }
    throw Problems(
      .usage, "there is no shop here: no \(settingsName) in this folder or above",
      remedy: "Go into the shop's folder, name it with --shop DIR, or make one with `stockroom init DIR`.")
  }

  /// The same; nil where none is named, and there is none in this folder or above.
  static func findAny(_ given: String?) throws -> ShopFolder? {
    if let given = given ?? ProcessInfo.processInfo.environment["STOCKROOM_SHOP"], !given.isEmpty {
      return try ShopFolder(path: given)
    }
    var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent(settingsName).path) {
        return try ShopFolder(path: folder.path)
      }
      let parent = folder.deletingLastPathComponent()
      guard parent.path != folder.path else { return nil }
      folder = parent
    }
  }

  private init(path: String) throws {
    self.path = path
    let text = try Self.text(ofSettingsIn: path)
    func read() throws -> Settings { try Self.settings(in: text, file: Self.settingsPath(in: path)) }
    settings = try Self.kept?.value(of: text, read) ?? read()
  }

  /// The path of the settings of a folder.
  static func settingsPath(in folder: String) -> String { folder + "/" + settingsName }

  /// The text of the settings of a folder.
  ///
  /// - Throws: `usage` for a folder without settings, and for a file that is not a text.
  static func text(ofSettingsIn folder: String) throws -> String {
    let file = settingsPath(in: folder)
    if let text = BoundedYAML.text(ofFile: file) { return text }
    guard FileManager.default.fileExists(atPath: file) else {
      throw Problems(
        .usage, "\(folder) is not a shop: it has no \(settingsName)",
        remedy: "Make one with `stockroom init \(folder)`.")
    }
    throw Problems(.usage, "\(file) cannot be read as YAML: it is not a text file in UTF-8", remedy: howToCorrect)
  }

  private static let howToCorrect = "Correct it; `stockroom init --help` shows what it holds."

  /// The settings that a text says.
  ///
  /// - Parameter file: the path of the file that has the text, for error messages.
  static func settings(in text: String, file: String) throws -> Settings {
    let values = try Self.values(in: text, file: file)
    let known = [
      "name", "currency", "time_zone", "language", "location", "actor", "valuation", "guards", "accounts",
      "single_person", "counts", "people", "reasons", "identification", "catalog",
    ]
    for key in values.keys.sorted() where !known.contains(key) {
      let near = nearestName(to: key, among: known)
      throw Problems(
        .usage, "\(file): there is no setting '\(key)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "Known settings: \(known.joined(separator: ", ")).")
    }
    func value(_ key: String) -> String? { values[key].map { "\($0)" } }
    guard let name = value("name"), let currency = value("currency"), let timeZone = value("time_zone") else {
      throw Problems(.usage, "\(file) lacks name, currency or time_zone", remedy: "Add the missing line.")
    }
    let reasons = try ReasonSettings.reasons(values["reasons"], file: file)
    let settings = Settings(
      name: name, currency: currency, timeZone: timeZone, location: value("location"), actor: value("actor"),
      language: try value("language").map { try ReportCommand.language($0, from: "\(file): language") }
        ?? .english,
      valuation: try value("valuation").map { try Self.valuation($0, from: "\(file): valuation") } ?? .movingAverage,
      isSinglePerson: try CountSettings.isSinglePerson(values["single_person"], file: file),
      counts: try CountSettings(values["counts"], currency: currency, file: file),
      guards: try GuardSettings.limits(values["guards"], file: file),
      reasons: reasons, retiredReasons: try ReasonSettings.retired(values["reasons"], file: file),
      accounts: try AccountSettings.accounts(values["accounts"], reasons: reasons, file: file),
      identification: try IdentificationSettings.identification(values["identification"], file: file),
      catalog: try CatalogSettings(values["catalog"], file: file),
      people: values.keys.contains("people") ? try PeopleSettings(values["people"] ?? "", file: file) : nil)
    if settings.people != nil, settings.actor != nil {
      throw Problems(
        .usage, "\(file): actor and people exclude each other",
        remedy: "Take actor out; people says what the log calls them.")
    }
    return settings
  }

  /// The values of the settings.
  private static func values(in text: String, file: String) throws -> [String: Any] {
    do throws(BoundedYAML.InvalidText) {
      if let values = try BoundedYAML.root(of: text)?.any as? [String: Any] { return values }
    } catch {
      let line = error.line > 0 ? ":\(error.line)" : ""
      throw Problems(
        .usage, "\(file)\(line) cannot be read as YAML: \(error.message)", remedy: error.remedy ?? howToCorrect)
    }
    throw Problems(.usage, "\(file) cannot be read as YAML: it has no settings", remedy: howToCorrect)
  }

  /// The valuation method of that name.
  static func valuation(_ name: String, from place: String) throws -> ValuationMethod {
    if let method = ValuationMethod(rawValue: name) { return method }
    let known = ValuationMethod.allCases.map(\.rawValue)
    throw Problems(
      .usage, "\(place) '\(name)' is not a valuation method",
      remedy: nearestName(to: name, among: known).map { "Did you mean '\($0)'?" }
        ?? "Use \(known.dropLast().joined(separator: ", ")) or \(known.last ?? "").")
  }

  /// The same folder with settings that its file does not have yet.
  func with(_ settings: Settings) -> ShopFolder {
    var folder = self
    folder.settings = settings
    return folder
  }

  /// Opens the shop's database, in accord with the settings.
  func open(readOnly: Bool = false) throws -> ShopDatabase {
    let database = try named(readOnly: readOnly)
    if !readOnly { try database.define(settings.reasons, actor: actor(nil, command: Self.settingsName)) }
    guard !readOnly, database.settings.valuation != settings.valuation else { return database }
    return try database.valued(by: settings.valuation, actor: actor(nil, command: Self.settingsName))
  }

  private func named(readOnly: Bool) throws -> ShopDatabase {
    let database =
      try ConnectionLoan.current?.open(at: databasePath, readOnly: readOnly)
      ?? ShopDatabase.open(at: databasePath, readOnly: readOnly)
    guard database.settings.currency.code == settings.currency.uppercased() else {
      throw Problems(
        .settingsConflict,
        "\(Self.settingsName) says \(settings.currency), but the books are kept in \(database.settings.currency)",
        remedy: "Set the currency back: the books of a shop stay in the currency that they were opened in.")
    }
    guard database.settings.timeZone == settings.timeZone, database.settings.name == settings.name else {
      guard ShopClock(timeZone: settings.timeZone) != nil else {
        throw Problems(
          .usage, "there is no time zone '\(settings.timeZone)'", remedy: "Use an IANA name such as Europe/Berlin.")
      }
      if readOnly { return database }
      return try database.renamed(
        settings.name, timeZone: settings.timeZone, actor: try actor(user, command: "settings"))
    }
    return database
  }

  /// Reads a mapping profile: the shop's, else one that the program comes with, or a file where a path is given.
  func profile(_ name: String) throws -> MappingProfile { try Self.profile(name, folder: profilesPath) }

  static func profile(_ name: String, folder: String?) throws -> MappingProfile {
    let isPath = name.contains("/") || name.hasSuffix(".yml") || name.hasSuffix(".yaml")
    let folders = [folder, ShippedProfiles.folder].compactMap { $0 }
    let paths = isPath ? [name] : folders.map { "\($0)/\(name).yml" }
    // A profile of the shop that cannot be read does not make way for another of its name.
    let path = paths.first { FileManager.default.fileExists(atPath: $0) }
    guard let path, let text = BoundedYAML.text(ofFile: path) else {
      let near = nearestName(to: name, among: folders.flatMap { ShippedProfiles.names(in: $0) })
      throw Problems(
        .profileUnknown, value: name, "there is no mapping profile '\(name)'",
        remedy: near.map { "Did you mean '\($0)'?" } ?? Problem.Code.profileUnknown.remedy)
    }
    return try MappingProfile(yaml: text, source: path)
  }

  /// How many profiles are looked through for one that fits a file.
  private static let profileLimit = 500

  /// The profiles that say which files they are for: the shop's, then those that the program comes with; one that cannot be
  /// read is reported when it is used.
  var knownProfiles: [KnownProfile] {
    let own = ShippedProfiles.names(in: profilesPath).prefix(Self.profileLimit).compactMap { name -> KnownProfile? in
      var known = (try? profile(name)).flatMap { KnownProfile(name: name, profile: $0) }
      known?.isOfShop = true
      return known
    }
    return own
      + ShippedProfiles.known.filter { shipped in !own.contains { $0.name == shipped.name && $0.saysFiles } }
  }

  /// The person who runs the command: the operating system's user, as `people:` lists them; otherwise the name given.
  ///
  /// - Throws: `not-permitted` for a person who is not listed.
  func acting() throws -> ActingPerson {
    try ActingPerson(settings.people, user: user, role: role, standard: settings.actor)
  }

  /// Gives an import the shop's limits and rules, and those of the person who runs it.
  func apply(to request: inout ImportRequest) throws {
    settings.apply(to: &request)
    request.hidesPersonal = settings.people != nil
    guard let store = try acting().store else { return }
    request.store = store
    request.location = request.location ?? store
    request.constants["location"] = request.constants["location"] ?? store
  }

  /// The actor of a command for the audit log: in the first of their roles that permits it.
  ///
  /// - Throws: `not-permitted`.
  func actor(_ given: String?, command: String, for act: Act? = nil) throws -> Actor {
    let acting = try ActingPerson(settings.people, user: given ?? user, role: role, standard: settings.actor)
    return acting.actor(for: act, command: command)
  }
}

/// Options that every command has which works on a shop.
struct ShopOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The shop's folder; found upwards from here when not given.", valueName: "dir"))
  var shop: String?

  @Option(
    help: ArgumentHelp(
      "Your name for the audit log; the login name unless given. See docs/guides/roles.md.", valueName: "name"))
  var user: String?

  @Option(help: ArgumentHelp("Act in this one of your roles, or in one with fewer permissions.", valueName: "role"))
  var role: Role?

  @Flag(help: "Answer in JSON with stable keys.")
  var json = false

  @OptionGroup var former: FormerOptions

  /// - Parameter hasKind: whether the command has `--kind`; see ``FormerOptions``.
  func folder(hasKind: Bool = false) throws -> ShopFolder {
    var folder = try ShopFolder.find(shop)
    folder.user = user
    folder.role = try role ?? former.role(orKind: hasKind)
    return folder
  }
}

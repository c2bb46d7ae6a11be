internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// Makes a shop.
struct InitCommand: ShoplessCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a shop: its settings, its database and its folders.",
    discussion: """
      On a terminal, you are asked for the currency, the time zone and the first location unless you give them. In scripts, \
      and with --yes, the defaults are EUR, UTC and no location. Name and time zone can be changed later in stockroom.yml; the currency never can.

      Example:
        stockroom init corner-shop --currency EUR --time-zone Europe/Berlin --location shop
      """)

  @Argument(help: "The folder of the shop; created if it does not exist.")
  var folder = "."

  @Option(help: "What the shop is called; the folder's name unless given.")
  var name: String?

  @Option(
    help: "ISO 4217 code of the currency that the books are kept in; EUR unless given. It can never be changed.")
  var currency: String?

  @Option(help: "IANA time zone in which times without an offset are read; UTC unless given.")
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "Code of the first location, which is also where stock is for files that do not say.", valueName: "code"))
  var location: String?

  @Option(help: ArgumentHelp("Your name for the audit log; the login name unless given.", valueName: "name"))
  var user: String?

  @Flag(help: "Ask no questions; use the defaults for what was not given.")
  var yes = false

  @Flag(help: "Answer in JSON with stable keys.")
  var json = false

  func result() throws -> ValueOutput {
    try requireSense()
    let url = URL(fileURLWithPath: folder).standardizedFileURL
    guard !FileManager.default.fileExists(atPath: url.appendingPathComponent(ShopFolder.settingsName).path) else {
      throw Problems(.wrongState, "\(folder) is a shop already", remedy: "Go into it and import a file.")
    }
    try warnInsideAnotherShop(url)
    let choice = try choice()
    let shopName = name ?? url.lastPathComponent
    let code = try make(choice, named: shopName, in: url)
    return ValueOutput(["shop": shopName, "folder": folder, "currency": code, "time_zone": choice.timeZone]) {
      Terminal.say("Made the shop \(shopName) in \(folder): \(code), \(choice.timeZone).")
      // Scripts usually pass --yes, or ignore the message.
      guard !choice.assumed.isEmpty, !yes else { return }
      Terminal.sayWrapped(
        "Not given, so assumed: \(choice.assumed.joined(separator: ", ")). The currency can never be changed. For another "
          + "choice, delete the folder and repeat: \(repeated(choice))")
    }
  }

  /// Here and not while parsing, where an error would lose its remedy.
  private func requireSense() throws {
    if let currency, Currency(currency) == nil {
      throw Problems(
        .usage, "'\(currency)' is not a currency of ISO 4217", remedy: "Use a three-letter code such as EUR.")
    }
    if let location, !Self.isLocationCode(location) {
      throw Problems(.usage, "'\(location)' cannot be the code of a location", remedy: "Use letters, digits, - and _.")
    }
    if let timeZone, ShopClock(timeZone: timeZone) == nil {
      throw Problems(.usage, "there is no time zone '\(timeZone)'", remedy: "Use an IANA name such as Europe/Berlin.")
    }
  }

  /// Makes folders, database and settings.
  ///
  /// - Returns: the currency as its standard has it.
  private func make(_ choice: Choice, named shopName: String, in url: URL) throws -> String {
    let (timeZone, location) = (choice.timeZone, choice.location)
    guard let code = Currency(choice.currency) else {
      throw Problems(.usage, "'\(choice.currency)' is not a currency", remedy: "Use a three-letter code such as EUR.")
    }
    let settingsPath = url.appendingPathComponent(ShopFolder.settingsName).path
    do {
      for part in ["", "profiles", "reports", "jobs", "exports"] {
        try FileManager.default.createDirectory(
          at: part.isEmpty ? url : url.appendingPathComponent(part), withIntermediateDirectories: true)
      }
      let database = try ShopDatabase.create(
        at: url.appendingPathComponent(ShopFolder.databaseName).path,
        settings: ShopSettings(name: shopName, currency: code, timeZone: timeZone))
      let quoted = JSONText.quoted(shopName)
      try Data(
        """
        # Settings of the shop. The currency cannot be changed once the books are opened.
        name: \(quoted)
        currency: \(code.code)
        time_zone: \(timeZone)
        \(location == nil ? "# location: shop      " : "location: \(location ?? "")  ")# where stock is, for files that do not say
        # language: de         # of reports: en (when nothing is said), de, fr, es, sv
        # valuation: fifo      # or moving-average (when nothing is said), standard, last, retail

        """.utf8
      ).write(to: URL(fileURLWithPath: settingsPath), options: .atomic)
      let person = try ActingPerson(nil, user: user, role: nil)
      let actor = Actor(name: person.name, command: "init", login: person.login)
      try database.recordAct(
        "made the shop; stockroom.yml lists no people, so everyone who runs stockroom is manager and accountant",
        actor: actor)
      if let location {
        var request = ImportRequest(source: .text("location\n\(location)\n", name: "init"))
        request.kind = "locations"
        _ = try ImportCommand.perform(request, in: database, actor: actor)
      }
    } catch let error as CocoaError {
      throw Problems(
        .refused, "the shop cannot be made in \(folder): \(error.localizedDescription)",
        remedy: "Check the free space and the rights of the folder.")
    }
    return code.code
  }
}

internal import ArgumentParser
internal import Catalog
internal import Exchange
internal import FormatKit
internal import Foundation
internal import Stock

/// Makes a shop.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a shop: its settings, its database and its folders.",
    discussion: """
      Example:
        stockroom init corner-shop --currency EUR --time-zone Europe/Berlin --location shop
      """)

  @Argument(help: "The folder of the shop; made when it does not exist.")
  var folder = "."

  @Option(help: "What the shop is called; the folder's name unless given.")
  var name: String?

  @Option(help: "ISO 4217 code of the currency that the books are kept in. It cannot be changed later.")
  var currency: String = "EUR"

  @Option(help: "IANA time zone in which times without an offset are read.")
  var timeZone: String = "UTC"

  @Option(
    help: ArgumentHelp(
      "Code of the first location, which is also where stock is for files that do not say.", valueName: "code"))
  var location: String?

  @Option(help: ArgumentHelp("Who acts, for the audit log; your login name unless given.", valueName: "name"))
  var user: String?

  @Flag(help: "Answer in JSON with stable keys.")
  var json = false

  func run() throws {
    guard let code = Currency(currency) else {
      throw UsageError("'\(currency)' is not a currency of ISO 4217", remedy: "Use a three-letter code such as EUR.")
    }
    if let location, !location.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) || location.isEmpty {
      throw UsageError("'\(location)' cannot be the code of a location", remedy: "Use letters, digits, - and _.")
    }
    guard ShopClock(timeZone: timeZone) != nil else {
      throw UsageError("there is no time zone '\(timeZone)'", remedy: "Use an IANA name such as Europe/Berlin.")
    }
    let url = URL(fileURLWithPath: folder).standardizedFileURL
    let settingsPath = url.appendingPathComponent(ShopFolder.settingsName).path
    guard !FileManager.default.fileExists(atPath: settingsPath) else {
      throw StockError(.wrongState, "\(folder) is a shop already", remedy: "Go into it and import a file.")
    }
    let shopName = name ?? url.lastPathComponent
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
        "made the shop; stockroom.yml lists no people, so whoever runs stockroom is manager and accountant",
        actor: actor)
      if let location {
        var request = ImportRequest(source: .text("location\n\(location)\n", name: "init"))
        request.kind = "locations"
        _ = try ImportCommand.perform(request, in: database, actor: actor)
      }
    } catch let error as CocoaError {
      throw StockError(
        .refused, "the shop cannot be made in \(folder): \(error.localizedDescription)",
        remedy: "Check the free space and the rights of the folder.")
    }
    if json {
      try Terminal.sayJSON(["shop": shopName, "folder": folder, "currency": code.code, "time_zone": timeZone])
    } else {
      Terminal.say("Made the shop \(shopName) in \(folder): \(code.code), \(timeZone).")
    }
  }
}

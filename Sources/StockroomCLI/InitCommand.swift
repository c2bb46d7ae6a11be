internal import ArgumentParser
internal import Catalog
internal import Foundation
internal import Stock

/// Makes a shop.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a shop: its settings, its database and its folders.",
    discussion: """
      Example:
        stockroom init corner-shop --currency EUR --time-zone Europe/Berlin
      """)

  @Argument(help: "The folder of the shop; made when it does not exist.")
  var folder = "."

  @Option(help: "What the shop is called; the folder's name unless given.")
  var name: String?

  @Option(help: "ISO 4217 code of the currency that the books are kept in. It cannot be changed later.")
  var currency: String = "EUR"

  @Option(help: "IANA time zone in which times without an offset are read.")
  var timeZone: String = "UTC"

  @Flag(help: "Answer in JSON with stable keys.")
  var json = false

  func run() throws {
    guard let code = Currency(currency) else {
      throw UsageError("'\(currency)' is not a currency of ISO 4217", remedy: "Use a three-letter code such as EUR.")
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
      _ = try ShopDatabase.create(
        at: url.appendingPathComponent(ShopFolder.databaseName).path,
        settings: ShopSettings(name: shopName, currency: code, timeZone: timeZone))
      let quoted = "\"" + shopName.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      try Data(
        """
        # Settings of the shop. The currency cannot be changed once the books are opened.
        name: \(quoted)
        currency: \(code.code)
        time_zone: \(timeZone)
        # location: shop      # where stock is, for files that do not say

        """.utf8
      ).write(to: URL(fileURLWithPath: settingsPath), options: .atomic)
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

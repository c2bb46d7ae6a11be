internal import ArgumentParser
internal import CatalogSearch
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock

/// The shop of a folder, as the pages see it.
struct ServedShopFolder: ServedShop {
  let folder: String
  /// The commands hand them on to each other.
  private let connections = KeptConnections()
  private let searches = OpenedSearches()
  /// What `stockroom.yml` says to all commands, and what the pages make of it, until its text changes.
  private let kept = KeptReading<ShopFolder.Settings>()
  private let served = KeptReading<ServedSettings>()
  /// What the books say of which shop it is, until another file has their place.
  private let identities = KeptReading<String?>()

  init(folder: String) { self.folder = folder }

  /// Closes what the commands have handed on.
  func close() {
    connections.close()
    searches.close()
  }

  var identity: String? {
    let path = "\(folder)/\(ShopFolder.databaseName)"
    var file = stat()
    guard stat(path, &file) == 0 else { return nil }
    return try? identities.value(of: "\(file.st_dev) \(file.st_ino)") {
      try connections.lend { try ConnectionLoan.current?.open(at: path, readOnly: true).identity() }
    }
  }

  func settings() throws -> ServedSettings {
    let text = try ShopFolder.text(ofSettingsIn: folder)
    var settings = try served.value(of: text) {
      Self.served(
        try kept.value(of: text) {
          try ShopFolder.settings(in: text, file: ShopFolder.settingsPath(in: folder))
        })
    }
    settings.frame.now = settings.frame.clock.display(.now)
    return settings
  }

  private static func served(_ settings: ShopFolder.Settings) -> ServedSettings {
    let clock = ShopClock(timeZone: settings.timeZone) ?? .utc
    let frame = ShopFrame(
      name: settings.name, currency: settings.currency.uppercased(), now: clock.display(.now), clock: clock,
      location: settings.location, language: settings.language)
    return ServedSettings(frame: frame, people: people(settings))
  }

  private static func people(_ settings: ShopFolder.Settings) -> [ServedPerson] {
    guard let people = settings.people else {
      let login = ActingPerson.login
      return [ServedPerson(login: login, name: settings.actor ?? login, roles: [.manager, .accountant])]
    }
    return people.people.filter { !$0.roles.isEmpty }.map {
      ServedPerson(login: $0.login, name: $0.name, roles: $0.roles, store: $0.store)
    }
  }

  func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer {
    let captured = CapturedOutput()
    let status = CapturedOutput.$current.withValue(captured) {
      GivenInput.$current.withValue(GivenInput(input ?? "")) {
        ActingPerson.$signedIn.withValue(login) {
          ShopFolder.$kept.withValue(kept) {
            OpenedSearches.$current.withValue(searches) {
              connections.lend { Self.run(Self.complete(words, folder: folder, role: role)) }
            }
          }
        }
      }
    }
    guard !captured.isTooLong else { return Self.tooLong }
    return CommandAnswer(status: status, output: captured.output, notes: captured.notes)
  }

  /// In place of an answer that is larger than any page.
  private static let tooLong: CommandAnswer = {
    let captured = CapturedOutput()
    let status = CapturedOutput.$current.withValue(captured) {
      Failure.report(
        Problems(
          .usage, "the answer is too large for a page",
          remedy: "Choose a shorter period or fewer items, or run the command itself."), as: .json)
    }
    return CommandAnswer(status: status, output: captured.output, notes: captured.notes)
  }()

  /// The words with the options that every command has which works on a shop; they come before `--`, after which all words
  /// are arguments.
  private static func complete(_ words: [String], folder: String, role: Role?) -> [String] {
    var options = ["--json", "--shop=\(folder)"]
    // `inspect` needs no shop, so it does not ask who acts.
    if let role, words.first != "inspect" { options.append("--role=\(role.rawValue)") }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return Array(words[..<end]) + options + Array(words[end...])
  }

  /// Does what the process does with its words.
  private static func run(_ words: [String]) -> Int32 {
    do {
      var command = try Stockroom.parsed(words)
      try Stockroom.requireRule(for: command)
      try command.run()
      return ExitStatus.done
    } catch {
      return Failure.report(error, as: .json)
    }
  }
}

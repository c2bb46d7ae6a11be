internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving
internal import Synchronization

/// The backups: making one, those that there are, and the check of one.
enum BackupPages {
  /// Where they are in the shop's folder. Where that is on the machine is nothing for people.
  private static let folder = "backups"
  /// How many are listed; the folder has the others.
  private static let mostShown = 20

  static func add(to routes: PageRoutes) {
    let checks = BackupChecks()
    routes.get("/settings/backup") { visit in try await list(visit) }
    routes.post("/settings/backup", for: .makeBackups) { visit in
      let address = try await visit.site.running.begin(LocalizedText("Backup"), for: visit.person.login) {
        // It copies as a reader: those who write need not wait for it.
        let backup = try await visit.run(CommandWords("backup", "make").long)
        return "/settings/backup?made=\(FormValues.encoded(backup["backup"].text ?? ""))"
      }
      return visit.redirect(to: address)
    }
    routes.get("/settings/backup/:name") { visit in
      guard visit.may(.makeBackups) else { throw PageFailure.forbidden(.makeBackups) }
      let name = try visit.parameter("name")
      guard let check = checks.last(of: name) else { return visit.redirect(to: "/settings/backup") }
      return try page(check, of: name, visit)
    }
    routes.post("/settings/backup/:name", for: .makeBackups) { visit in
      let name = try visit.parameter("name")
      let address = try await visit.site.running.begin(
        LocalizedText("Check of the backup \(name)"), for: visit.person.login
      ) {
        let answer = await visit.answer(CommandWords("backup", "check").argument(name).long)
        guard let result = JSONValue(answer.output), result["error"]["code"].text == nil else {
          throw PageFailure(answer)
        }
        checks.keep(.init(begun: visit.frame.now, result: result), of: name)
        return Self.address(name)
      }
      return visit.redirect(to: address)
    }
  }

  private static func address(_ name: String) -> String { "/settings/backup/" + FormValues.encoded(name) }

  private static func page(_ check: BackupChecks.Check, of name: String, _ visit: Visit) throws -> Response {
    let isSound = check.result["is_sound"].isTrue
    let findings = check.result["findings"].elements.map { finding in
      ["message": finding.shownMessage, "remedy": finding.shownRemedy]
    }
    return try visit.page(
      "settings-backup-check",
      title: isSound ? LocalizedText("The backup is sound") : LocalizedText("The backup is not sound"),
      [
        "name": name, "made_at": check.result["made_at"].shownMoment,
        "checked_at": LocalizedText(moment: check.begun), "is_sound": isSound,
        "findings": findings, "address": address(name),
      ])
  }

  /// All backups, the newest first.
  static func backups(_ visit: Visit) async throws -> [JSONValue] {
    try await visit.run(CommandWords("backup", "list")).elements
  }

  /// Where a backup is in the shop's folder.
  static func place(of backup: JSONValue) -> String {
    "\(folder)/\(((backup["folder"].text ?? "") as NSString).lastPathComponent)"
  }

  private static func list(_ visit: Visit) async throws -> Response {
    guard visit.may(.makeBackups) else { throw PageFailure.forbidden(.makeBackups) }
    let all = try await backups(visit)
    let backups = all.prefix(mostShown).map { backup -> [String: Any] in
      let name = backup["backup"].text ?? ""
      return [
        "name": name, "made_at": backup["made_at"].shownMoment, "by": backup["by"].text ?? "",
        "size": PageNumber.size(backup["bytes"].integer ?? 0), "folder": place(of: backup),
        "check": address(name), "is_new": name == visit.query["made"],
      ]
    }
    let hidden = all.count - backups.count
    return try visit.page(
      "settings-backup", title: LocalizedText("Backup"),
      [
        "backups": backups, "has_backups": !backups.isEmpty, "hidden": hidden > 0 ? PageNumber.text(hidden) : "" as Any,
        "folder": folder,
      ])
  }
}

/// What the last check of each backup found, until the server is stopped.
private final class BackupChecks: Sendable {
  struct Check: Sendable {
    /// When it was begun, for people.
    let begun: String
    /// What the command answered.
    let result: JSONValue
  }

  private let checks = Mutex<[String: Check]>([:])

  func keep(_ check: Check, of name: String) { checks.withLock { $0[name] = check } }

  /// The last check of a backup; nil without one.
  func last(of name: String) -> Check? { checks.withLock { $0[name] } }
}

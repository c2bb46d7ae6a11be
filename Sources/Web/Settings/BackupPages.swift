internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The backups: making one, those that there are, and the check of one.
enum BackupPages {
  /// How many are listed; the folder has the others.
  private static let mostShown = 20

  static func add(to routes: PageRoutes) {
    routes.get("/settings/backup") { visit in try await list(visit) }
    routes.post("/settings/backup", for: .makeBackups) { visit in
      let address = try await visit.site.running.begin("Backup", for: visit.person.login) {
        let backup = try await visit.run(CommandWords("backup", "make").writing)
        return "/settings/backup?made=\(FormValues.encoded(backup["backup"].text ?? ""))"
      }
      return visit.redirect(to: address)
    }
    routes.get("/settings/backup/:name") { visit in
      guard visit.may(.makeBackups) else { throw PageFailure.forbidden(.makeBackups) }
      let name = try visit.parameter("name")
      let answer = await visit.answer(CommandWords("backup", "check").argument(name))
      guard let result = JSONValue(answer.output), result["error"]["code"].text == nil else {
        throw PageFailure(answer)
      }
      let findings = result["findings"].elements.map { finding in
        ["message": finding["message"].text ?? "", "remedy": finding["remedy"].text ?? ""]
      }
      return try visit.page(
        "settings-backup-check", title: result["is_sound"].isTrue ? "The backup is sound" : "The backup is not sound",
        [
          "name": name, "made_at": result["made_at"].moment, "is_sound": result["is_sound"].isTrue,
          "findings": findings,
        ])
    }
  }

  private static func list(_ visit: Visit) async throws -> Response {
    guard visit.may(.makeBackups) else { throw PageFailure.forbidden(.makeBackups) }
    let all = try await visit.run(CommandWords("backup", "list")).elements
    let backups = all.prefix(mostShown).map { backup -> [String: Any] in
      let name = backup["backup"].text ?? ""
      return [
        "name": name, "made_at": backup["made_at"].moment, "by": backup["by"].text ?? "",
        "size": size(backup["bytes"].integer ?? 0), "folder": backup["folder"].text ?? "",
        "check": "/settings/backup/" + FormValues.encoded(name), "is_new": name == visit.query["made"],
      ]
    }
    let hidden = all.count - backups.count
    return try visit.page(
      "settings-backup", title: "Backup",
      [
        "backups": backups, "has_backups": !backups.isEmpty, "hidden": hidden > 0 ? "\(hidden)" : "",
        "folder": visit.site.shop.folder + "/backups",
      ])
  }

  /// A number of bytes as people read it.
  static func size(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\(max(bytes / 1000, 1)) kB" : String(format: "%.1f MB", Double(bytes) / 1_000_000)
  }
}

internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The settings for managers: what holds, what it means, and where it is changed.
///
/// They are shown as `stockroom settings` reads them. People and backups are changed on a page. Everything else in
/// stockroom.yml is changed there, by the person who wrote it.
enum SettingsPages {
  static func add(to routes: PageRoutes) {
    routes.get("/settings") { visit in try await overview(visit) }
    routes.get("/settings/places") { visit in try await places(visit) }
    routes.get("/settings/reasons") { visit in try await reasons(visit) }
    routes.get("/settings/guards") { visit in try await guards(visit) }
    PeoplePages.add(to: routes)
    OwnPassphrasePages.add(to: routes)
    ProfilePages.add(to: routes)
    BackupPages.add(to: routes)
  }

  /// What holds of a subject; all subjects when none is named.
  static func settings(_ visit: Visit, _ subjects: String...) async throws -> JSONValue {
    guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
    return try await visit.run(subjects.reduce(CommandWords("settings")) { $0.argument($1) })
  }

  // MARK: Overview

  private static func overview(_ visit: Visit) async throws -> Response {
    // Who may only make backups has no other page here.
    guard visit.may(.servePages) || !visit.may(.makeBackups) else { return visit.redirect(to: "/settings/backup") }
    let settings = try await settings(visit)
    let people = try await visit.run(CommandWords("people", "list")).elements
    let places = try await locations(visit)
    let backups = try await visit.runIfPermitted(CommandWords("backup", "list"), .makeBackups).elements
    let reasons = settings["reasons"].elements
    let guards = settings["guards"].elements
    let profiles = settings["profiles"].elements.filter { $0["is_own"].isTrue }
    let signingIn = people.filter { $0["has_passphrase"].isTrue }.count
    let ownReasons = reasons.filter { $0["is_own"].isTrue }.count
    let changed = guards.filter { $0["line"].integer != nil }.count
    let latest = backups.first?["made_at"].moment ?? ""
    func card(_ title: String, _ path: String, _ fact: String) -> [String: Any] {
      ["title": title, "address": path, "fact": fact]
    }
    let listed = number(people.count, "person", "people") + ", \(signingIn) with a passphrase"
    var cards = [
      card("People and roles", "/settings/people", people.isEmpty ? "The shop lists nobody" : listed),
      card("Locations", "/settings/places", number(places.count, "location")),
      card("Reasons", "/settings/reasons", number(reasons.count, "reason") + ", \(ownReasons) of the shop's own"),
      card("Guards and limits", "/settings/guards", number(guards.count, "guard") + ", \(changed) set by the shop"),
      card(
        "Profiles", "/settings/profiles",
        profiles.isEmpty ? "The shop has none of its own" : number(profiles.count, "profile")),
    ]
    if visit.may(.readJobs) {
      cards.append(card("Jobs", "/jobs", "What each job wrote last, and a button that runs it"))
    }
    if visit.may(.makeBackups) {
      let fact = latest.isEmpty ? "There is no backup in the shop's folder" : "The latest is of \(latest)"
      cards.append(card("Backup", "/settings/backup", fact))
    }
    return try visit.page(
      "settings", title: "Settings",
      [
        "cards": cards, "file": settings["file"].text ?? "", "shop_settings": table(settings["shop"]),
        "accounts": table(settings["accounts"]), "identification": table(settings["identification"]),
      ])
  }

  /// A number with its noun.
  static func number(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// Settings for `settings-table`, under names that people read; false without any.
  private static func table(_ settings: JSONValue) -> Any {
    let rows = settings.elements.map { setting -> [String: Any] in
      let name = setting["setting"].text ?? ""
      return [
        "name": title(of: name), "key": name, "value": setting["value"].text ?? "",
        "location": setting["location"].text ?? "", "line": setting["line"].text ?? "",
        "meaning": setting["meaning"].text ?? "",
      ]
    }
    return rows.isEmpty ? false as Any : ["rows": rows] as [String: Any]
  }

  /// The name of a setting as words.
  static func title(of name: String) -> String {
    if name == "gln" { return "GLN" }
    return name.replacing("_", with: " ").replacing("-", with: " ").sentence
  }

  // MARK: Places

  private static func locations(_ visit: Visit) async throws -> [JSONValue] {
    try await visit.run(CommandWords("export", "locations").option("format", "json")).elements
  }

  private static func places(_ visit: Visit) async throws -> Response {
    guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
    let slice = Slice(try await locations(visit), from: visit.query["from"], address: "/settings/places")
    let places = slice.rows.map { place -> [String: Any] in
      let code = place["location"].text ?? ""
      return [
        "code": code, "name": place["location_name"].text ?? code, "kind": place["location_kind"].text ?? "",
        "gln": place["gln"].text ?? "", "address": place["address"].text ?? "",
        "is_inactive": place["status"].text == "inactive", "is_main": code == visit.frame.location,
      ]
    }
    let values: [String: Any] = [
      "places": places, "has_places": !places.isEmpty, "main": visit.frame.location ?? "",
    ]
    return try visit.page("settings-places", title: "Locations", values.merging(slice.values) { $1 })
  }

  // MARK: Reasons

  private static let losses = [
    "known": "A loss that was seen when it happened", "unknown": "A loss that only a count finds",
    "none": "No loss: the goods went where they should",
  ]
  private static let directions = [
    "loss": "Explains that something is missing", "gain": "Explains that something is too much",
    "both": "Explains either",
  ]

  private static func reasons(_ visit: Visit) async throws -> Response {
    let settings = try await settings(visit, "reasons")
    let reasons = settings["reasons"].elements.map { reason -> [String: Any] in
      let (loss, direction) = (reason["loss"].text ?? "", reason["direction"].text ?? "")
      return [
        "code": reason["reason"].text ?? "", "name": reason["name"].text ?? "", "loss": losses[loss] ?? loss,
        "direction": directions[direction] ?? direction, "account": reason["account"].text ?? "",
        "is_own": reason["is_own"].isTrue, "line": reason["line"].text ?? "",
      ]
    }
    return try visit.page(
      "settings-reasons", title: "Reasons", ["reasons": reasons, "file": settings["file"].text ?? ""])
  }

  // MARK: Guards

  private static func guards(_ visit: Visit) async throws -> Response {
    let guards = try await settings(visit, "guards")
    let counts = try await settings(visit, "counts")
    let rows = guards["guards"].elements.map { row -> [String: Any] in
      let (limit, usual) = (row["limit"].text ?? "", row["usual"].text ?? "")
      let code = row["guard"].text ?? ""
      return [
        "name": title(of: code), "code": code, "limit": limit, "usual": limit == usual ? "" : usual,
        "is_off": limit == "off", "allowed": row["allowed"].text ?? "", "meaning": row["meaning"].text ?? "",
        "line": row["line"].text ?? "",
      ]
    }
    return try visit.page(
      "settings-guards", title: "Guards and limits",
      ["guards": rows, "counts": table(counts["counts"]), "file": guards["file"].text ?? ""])
  }
}

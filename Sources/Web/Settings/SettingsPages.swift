internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The settings for managers: what holds, what it means, and where it is changed.
///
/// They are shown as `stockroom settings` reads them, and changed by the commands that change stockroom.yml.
enum SettingsPages {
  static func add(to routes: PageRoutes) {
    routes.get("/settings") { visit in try await overview(visit) }
    routes.post("/settings", for: .servePages) { visit in
      try await SettingForm.save(visit, to: "/settings") { try await overview(visit, $0) }
    }
    routes.get("/settings/guards") { visit in try await guards(visit) }
    routes.post("/settings/guards", for: .servePages) { visit in
      try await SettingForm.save(visit, to: "/settings/guards", areNumbers: true) { try await guards(visit, $0) }
    }
    PlacePages.add(to: routes)
    ReasonPages.add(to: routes)
    PeoplePages.add(to: routes)
    OwnPassphrasePages.add(to: routes)
    ProfilePages.add(to: routes)
    BackupPages.add(to: routes)
  }

  /// What holds of a subject; all subjects when none is named.
  static func settings(_ visit: Visit, _ subjects: String...) async throws -> JSONValue {
    guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
    return try await visit.run(subjects.reduce(CommandWords("settings", "show")) { $0.argument($1) })
  }

  // MARK: Overview

  /// - Parameter refused: the form that was not taken; nil for a page that is only looked at.
  private static func overview(_ visit: Visit, _ refused: SettingForm.Refused? = nil) async throws -> Response {
    let settings = try await settings(visit)
    let people = try await visit.run(CommandWords("people", "list")).elements
    let places = try await PlacePages.locations(visit)
    let backups = try await visit.runIfPermitted(CommandWords("backup", "list"), .makeBackups).elements
    let reasons = settings["reasons"].elements
    let guards = settings["guards"].elements
    let profiles = settings["profiles"].elements.filter { $0["is_own"].isTrue }
    let signingIn = people.filter { $0["has_passphrase"].isTrue }.count
    let ownReasons = reasons.filter { $0["is_own"].isTrue }.count
    let changed = guards.filter { $0["line"].integer != nil }.count
    let latest = backups.first?["made_at"].moment ?? ""
    func card(_ title: LocalizedText, _ path: String, _ fact: LocalizedText) -> [String: Any] {
      ["title": title, "address": path, "fact": fact]
    }
    let listed = LocalizedText(
      count: people.count, one: "1 person, \(signingIn) with a passphrase",
      other: "\(PageNumber.text(people.count)) people, \(signingIn) with a passphrase")
    var cards = [
      card(
        LocalizedText("People and roles"), "/settings/people",
        people.isEmpty ? LocalizedText("The shop lists nobody") : listed),
      card(
        LocalizedText("Locations"), "/settings/places",
        LocalizedText(count: places.count, one: "1 location", other: "\(PageNumber.text(places.count)) locations")),
      card(
        LocalizedText("Reasons"), "/settings/reasons",
        LocalizedText(
          count: reasons.count, one: "1 reason, \(ownReasons) of the shop's own",
          other: "\(reasons.count) reasons, \(ownReasons) of the shop's own")),
      card(
        LocalizedText("Guards and limits"), "/settings/guards",
        LocalizedText(
          count: guards.count, one: "1 guard, \(changed) set by the shop",
          other: "\(guards.count) guards, \(changed) set by the shop")),
      card(
        LocalizedText("Profiles"), "/settings/profiles",
        profiles.isEmpty
          ? LocalizedText("The shop has none of its own")
          : LocalizedText(count: profiles.count, one: "1 profile", other: "\(profiles.count) profiles")),
    ]
    if visit.may(.readJobs) {
      cards.append(
        card(
          LocalizedText("Jobs"), "/jobs", LocalizedText("What each job wrote last, and a button that runs it")))
    }
    if visit.may(.makeBackups) {
      let fact =
        latest.isEmpty
        ? LocalizedText("There is no backup in the shop's folder")
        : LocalizedText("The latest was made on \(LocalizedText(moment: latest))")
      cards.append(card(LocalizedText("Backup"), "/settings/backup", fact))
    }
    let table = SettingTable(action: "/settings", refused: refused, places: ShopPlaces(places: places))
    let subjects = [settings["shop"], settings["accounts"], settings["identification"]]
    var values: [String: Any] = [
      "cards": cards, "file": fileName(settings), "shop_settings": table.values(subjects[0]),
      "accounts": table.values(subjects[1]), "identification": table.values(subjects[2]),
    ]
    if let refused {
      let isInRow = subjects.contains { table.isShown(in: $0) }
      values.merge(refused.values(isShownInRow: isInRow)) { $1 }
    }
    return try visit.page("settings", title: LocalizedText("Settings"), values, status: refused?.failure.status ?? .ok)
  }

  /// The name of the settings file; its folder is nothing for people.
  static func fileName(_ settings: JSONValue) -> String {
    ((settings["file"].text ?? "") as NSString).lastPathComponent
  }

  /// The name of a setting as words.
  static func title(of name: String) -> LocalizedText {
    name == "gln" ? LocalizedText(verbatim: "GLN") : LocalizedText(declared: ImportPages.words(name).sentence)
  }

  /// What a setting means, or may be: sentences that the program declares.
  static func meaning(of setting: JSONValue, _ name: String) -> LocalizedText {
    let meaning = setting["meaning"].text ?? ""
    let sender = LocalizedText("Who the sender is, in files of the format \(name).")
    return sender.description == meaning ? sender : LocalizedText(word: meaning)
  }

  // MARK: Guards

  /// - Parameter refused: the form that was not taken; nil for a page that is only looked at.
  private static func guards(_ visit: Visit, _ refused: SettingForm.Refused? = nil) async throws -> Response {
    let guards = try await settings(visit, "guards")
    let counts = try await settings(visit, "counts")
    let table = SettingTable(action: "/settings/guards", refused: refused, areLimits: true)
    let rows = guards["guards"].elements.map { row -> [String: Any] in
      let (limit, usual) = (row["limit"].text ?? "", row["usual"].text ?? "")
      let code = row["guard"].text ?? ""
      let isSwitch = row["allowed"].text == "on or off"
      let shown: [String: Any] = [
        "name": title(of: code), "limit": PageNumber.limit(limit),
        "usual": limit == usual ? "" : PageNumber.limit(usual) as Any, "is_off": limit == "off",
        "allowed": isSwitch ? "" : LocalizedText(declared: row["allowed"].text) as Any,
        "meaning": LocalizedText(said: row["meaning"].text),
      ]
      let form = table.form(
        code, at: "", value: limit, written: row["written"].text ?? limit, choices: isSwitch ? ["on", "off"] : [],
        line: row["line"].text ?? "")
      return form.merging(shown) { $1 }
    }
    let isInRow = table.isShown(in: guards["guards"], key: "guard") || table.isShown(in: counts["counts"])
    var values: [String: Any] = [
      "guards": rows, "counts": table.values(counts["counts"]), "file": fileName(guards),
      "at_place": await limitsAtPlace(visit, counts["counts"], isInRow ? nil : refused),
    ]
    if let refused { values.merge(refused.values(isShownInRow: isInRow)) { $1 } }
    return try visit.page(
      "settings-guards", title: LocalizedText("Guards and limits"), values, status: refused?.failure.status ?? .ok)
  }

  /// The form that gives one location a limit of its own; false for a shop without locations.
  private static func limitsAtPlace(
    _ visit: Visit, _ counts: JSONValue, _ refused: SettingForm.Refused?
  ) async -> Any {
    let places = await ShopPlaces.all(visit).choices(chosen: refused?.form.location)
    guard !places.isEmpty else { return false }
    let keys = counts.elements.filter { $0["location"].text == nil }.compactMap { $0["setting"].text }
    let limits = keys.map { key -> [String: Any] in
      ["code": key, "name": title(of: key), "is_chosen": key == refused?.form.setting]
    }
    let set = counts.elements.compactMap { row -> [String: Any]? in
      guard let place = row["location"].text, let key = row["setting"].text else { return nil }
      return ["listed": SettingForm.listed(key, at: place, row["value"].text ?? SettingForm.unset)]
    }
    return [
      "places": places, "limits": limits, "set": set, "given": refused?.form.value ?? "", "is_open": refused != nil,
    ] as [String: Any]
  }
}

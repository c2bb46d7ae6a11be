internal import Hummingbird
internal import RetailValues
internal import Serving

/// The lists of the settings as files.
extension ListFile {
  static let settings: [ListFile] = [people, places, reasons, profiles, guards, backups]

  private static let people = ListFile(
    "/settings/people.csv",
    [
      .init("Login", "login"), .init("Name", "name"), .computed("Roles") { $0["roles"].listed },
      .init("Store", "store"),
      .computed("Acts for") { $0["acts_for"].listed }, .computed("Has a passphrase") { yesOrNo($0["has_passphrase"]) },
    ],
    rows: { visit in
      guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
      return try await visit.run(CommandWords("people", "list")).elements
    })

  private static let places = ListFile(
    "/settings/places.csv",
    [
      .init("Location", "location"), .init("Name", "location_name"), .init("Kind", "location_kind"),
      .init("Address", "address"), .init("GLN", "gln"), .init("Status", "status"),
    ],
    rows: { visit in
      guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
      return try await PlacePages.locations(visit)
    })

  private static let reasons = ListFile(
    "/settings/reasons.csv",
    [
      .init("Reason", "reason"), .init("Name", "name"), .init("Loss", "loss"), .init("Direction", "direction"),
      .init("Account", "account"), .computed("Own") { yesOrNo($0["is_own"]) },
      .computed("Retired") { yesOrNo($0["is_retired"]) },
    ],
    rows: { visit in try await SettingsPages.settings(visit, "reasons")["reasons"].elements })

  private static let profiles = ListFile(
    "/settings/profiles.csv",
    [
      .init("Profile", "profile"), .init("Summary", "summary"), .init("Format", "format"),
      .computed("Records") { profile in
        profile["records"].elements.map { ImportPages.words($0["kind"].text) }.joined(separator: ", ")
      },
      .computed("Own") { yesOrNo($0["is_own"]) }, .init("Problem", "problem"),
    ],
    rows: { visit in try await ProfilePages.profiles(visit) })

  /// The guards of imports, and the limits of counts, which may be of one location.
  private static let guards = ListFile(
    "/settings/guards.csv",
    [
      .init("Setting", "guard"), .init("Location", "location"), .init("Limit", "limit"),
      .init("Usual limit", "usual"), .init("What it means", "meaning"), .init("Line in stockroom.yml", "line"),
    ],
    rows: { visit in
      let guards = try await SettingsPages.settings(visit, "guards")["guards"].elements
      let counts = try await SettingsPages.settings(visit, "counts")["counts"].elements
      return guards + counts.map { $0.adding("guard", $0["setting"]).adding("limit", $0["value"]) }
    })

  private static let backups = ListFile(
    "/settings/backup.csv",
    [
      .init("Backup", "backup"), .computed("Made") { $0["made_at"].moment }, .init("By", "by"), .init("Bytes", "bytes"),
      .computed("Folder") { BackupPages.place(of: $0) },
    ],
    named: { _ in "backups.csv" },
    rows: { visit in
      guard visit.may(.makeBackups) else { throw PageFailure.forbidden(.makeBackups) }
      return try await BackupPages.backups(visit)
    })

  private static func yesOrNo(_ flag: JSONValue) -> String { flag.isTrue ? "yes" : "no" }
}

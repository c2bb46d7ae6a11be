internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The reasons why stock was lost, found or taken out: the list, a new one, and changes.
enum ReasonPages: RecordForms {
  static func add(to routes: PageRoutes) {
    routes.get("/settings/reasons") { visit in try await page(visit, nil) }
    routes.post("/settings/reasons", for: .servePages) { visit in try await add(visit) }
    routes.post("/settings/reasons/change", for: .servePages) { visit in try await change(visit) }
  }

  private static let losses = FormChoices(choices: [
    ("known", LocalizedText("A loss that was seen when it happened")),
    ("unknown", LocalizedText("A loss that only a count finds")),
    ("none", LocalizedText("No loss: the goods went where they should")),
  ])
  private static let directions = FormChoices(choices: [
    ("loss", LocalizedText("Explains that something is missing")),
    ("gain", LocalizedText("Explains that there is too much")), ("both", LocalizedText("Explains either")),
  ])

  private static let states = FormChoices(choices: [
    ("no", LocalizedText("Offered")), ("yes", LocalizedText("Retired: no longer offered, and readable in old entries")),
  ])

  struct Fields: RecordFields {
    var code = ""
    var name = ""
    var loss = "known"
    var direction = "both"
    var account = ""
    var retired = "no"

    init() {}

    /// A reason as the command lists it.
    init(_ reason: JSONValue) {
      (code, name, loss) = (reason["reason"].text ?? "", reason["name"].text ?? "", reason["loss"].text ?? "")
      (direction, account) = (reason["direction"].text ?? "", reason["account"].text ?? "")
      retired = reason["is_retired"].isTrue ? "yes" : "no"
    }

    init(_ visit: Visit, from present: Fields) {
      func sent(_ field: String, _ present: String) -> String { visit.form[field] ?? present }
      (code, name) = (sent("code", present.code), sent("name", present.name))
      (loss, direction) = (sent("loss", present.loss), sent("direction", present.direction))
      account = sent("account", present.account)
      retired = sent("retired", present.retired)
    }

    var shown: String {
      ([name, loss, direction, account] + (retired == "yes" ? ["retired"] : [])).joined(separator: " | ")
    }

    var values: [String: Any] {
      [
        "name_given": name, "account_given": account, "losses": losses.values(chosen: loss),
        "directions": directions.values(chosen: direction), "states": states.values(chosen: retired),
      ]
    }

    var failure: PageFailure? {
      if name.isEmpty {
        return .empty("name", LocalizedText("The name is empty"), LocalizedText("Enter a name."))
      }
      guard account.isEmpty else { return nil }
      return .empty(
        "account", LocalizedText("The account is empty"), LocalizedText("Enter an account, such as Expenses:Damage."))
    }

    static let names = ["code", "name", "loss", "direction", "account", "retired"]

    static func field(ofCode code: String, isNew: Bool) -> String? { code == "settings-conflict" ? "loss" : nil }
  }

  // MARK: Commands

  private static func reasons(_ visit: Visit) async throws -> JSONValue {
    try await SettingsPages.settings(visit, "reasons")
  }

  static func records(_ visit: Visit) async throws -> [Fields] {
    try await reasons(visit)["reasons"].elements.map { Fields($0) }
  }

  static func words(adding fields: Fields) -> CommandWords {
    CommandWords("settings", "reason", "add").option("loss", fields.loss).option("name", fields.name)
      .option("direction", fields.direction == "both" ? nil : fields.direction).option("account", fields.account)
      .argument(fields.code)
  }

  static func words(changing present: Fields, to fields: Fields) -> CommandWords {
    func changed(_ new: String, _ old: String) -> String? { new == old ? nil : new }
    return CommandWords("settings", "reason", "change").option("loss", changed(fields.loss, present.loss))
      .option("name", changed(fields.name, present.name))
      .option("direction", changed(fields.direction, present.direction))
      .option("account", changed(fields.account, present.account))
      .option("retired", changed(fields.retired, present.retired)).argument(fields.code)
  }

  static func saved(_ fields: Fields, _ result: JSONValue, _ visit: Visit) -> Response {
    let line = result["line"].integer ?? 0
    return visit.redirect(to: address(visit), saying: LocalizedText("Saved. stockroom.yml, line \(line)."))
  }

  // MARK: The page

  static func address(_ visit: Visit) -> String { "/settings/reasons" }

  static func fieldID(_ fields: Fields) -> String { "reason-\(fields.code)" }

  static func page(_ visit: Visit, _ refused: Refused?) async throws -> Response {
    let settings = try await reasons(visit)
    let rows = settings["reasons"].elements.map { reason -> [String: Any] in
      let present = Fields(reason)
      let isOwn = reason["is_own"].isTrue
      // The names of the shop's own reasons are data.
      let name = isOwn ? LocalizedText(verbatim: present.name) : LocalizedText(word: present.name)
      let shown: [String: Any] = [
        "code": present.code, "name": name, "account": present.account, "is_own": isOwn,
        "is_retired": present.retired == "yes", "line": reason["line"].text ?? "", "shown": present.shown,
        "loss": losses.title(of: present.loss), "direction": directions.title(of: present.direction),
      ]
      return form(of: present, refused).merging(shown) { $1 }
    }
    let page: [String: Any] = ["reasons": rows, "file": SettingsPages.fileName(settings)]
    return try visit.page(
      "settings-reasons", title: LocalizedText("Reasons"), values(refused).merging(page) { $1 },
      status: refused?.failure.status ?? .ok)
  }
}

internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The reasons why stock was lost, found or taken out: the list, a new one, and changes.
enum ReasonPages {
  static func add(to routes: PageRoutes) {
    routes.get("/settings/reasons") { visit in try await page(visit) }
    routes.post("/settings/reasons", for: .servePages) { visit in try await add(visit) }
    routes.post("/settings/reasons/change", for: .servePages) { visit in try await change(visit) }
  }

  private static let losses: [(code: String, title: LocalizedText)] = [
    ("known", LocalizedText("A loss that was seen when it happened")),
    ("unknown", LocalizedText("A loss that only a count finds")),
    ("none", LocalizedText("No loss: the goods went where they should")),
  ]
  private static let directions: [(code: String, title: LocalizedText)] = [
    ("loss", LocalizedText("Explains that something is missing")),
    ("gain", LocalizedText("Explains that something is too much")), ("both", LocalizedText("Explains either")),
  ]

  /// What a form says of a reason, or what holds.
  private struct Fields: Equatable {
    var code = ""
    var name = ""
    var loss = "known"
    var direction = "both"
    var account = ""

    init() {}

    /// A reason as the command lists it.
    init(_ reason: JSONValue) {
      (code, name, loss) = (reason["reason"].text ?? "", reason["name"].text ?? "", reason["loss"].text ?? "")
      (direction, account) = (reason["direction"].text ?? "", reason["account"].text ?? "")
    }

    /// What was sent; a field that the form does not have stays.
    init(_ visit: Visit, from present: Fields = Fields()) {
      func sent(_ field: String, _ present: String) -> String { visit.form[field] ?? present }
      (code, name) = (sent("code", present.code), sent("name", present.name))
      (loss, direction) = (sent("loss", present.loss), sent("direction", present.direction))
      account = sent("account", present.account)
    }

    /// What a page shows, for a form to send along.
    var shown: String { [name, loss, direction, account].joined(separator: " | ") }
  }

  /// A form that was not taken.
  private struct Refused {
    let fields: Fields
    let failure: PageFailure
    let isNew: Bool
  }

  private static func add(_ visit: Visit) async throws -> Response {
    let fields = Fields(visit)
    let words = CommandWords("settings", "reason", "add").option("loss", fields.loss).option("name", fields.name)
      .option("direction", fields.direction == "both" ? nil : fields.direction).option("account", fields.account)
      .argument(fields.code)
    return try await save(words.writing, fields, isNew: true, visit)
  }

  private static func change(_ visit: Visit) async throws -> Response {
    let code = visit.form["code"] ?? ""
    guard let reason = try await reasons(visit)["reasons"].elements.first(where: { $0["reason"].text == code }) else {
      throw PageFailure.notFound
    }
    let present = Fields(reason)
    let sent = Fields(visit, from: present)
    guard visit.typed("shown") == present.shown else {
      return try await page(visit, Refused(fields: present, failure: .changedMeanwhile, isNew: false))
    }
    guard sent != present else {
      return visit.redirect(to: "/settings/reasons", saying: LocalizedText("Nothing was changed."))
    }
    func changed(_ new: String, _ old: String) -> String? { new == old ? nil : new }
    let words = CommandWords("settings", "reason", "change").option("loss", changed(sent.loss, present.loss))
      .option("name", changed(sent.name, present.name))
      .option("direction", changed(sent.direction, present.direction))
      .option("account", changed(sent.account, present.account)).argument(code)
    return try await save(words.writing, sent, isNew: false, visit)
  }

  private static func save(
    _ words: CommandWords, _ fields: Fields, isNew: Bool, _ visit: Visit
  ) async throws -> Response {
    let answer = await visit.answer(words)
    guard answer.status == 0, let result = JSONValue(answer.output) else {
      let failure = PageFailure(answer).ofChange
      guard failure.isAboutTheForm else { throw failure }
      return try await page(visit, Refused(fields: fields, failure: failure, isNew: isNew))
    }
    let line = result["line"].integer ?? 0
    return visit.redirect(to: "/settings/reasons", saying: LocalizedText("Saved. stockroom.yml, line \(line)."))
  }

  // MARK: The page

  private static func reasons(_ visit: Visit) async throws -> JSONValue {
    try await SettingsPages.settings(visit, "reasons")
  }

  private static func page(_ visit: Visit, _ refused: Refused? = nil) async throws -> Response {
    let settings = try await reasons(visit)
    let rows = settings["reasons"].elements.map { reason -> [String: Any] in
      let present = Fields(reason)
      let own = refused.flatMap { !$0.isNew && $0.fields.code == present.code ? $0 : nil }
      let isOwn = reason["is_own"].isTrue
      // The names of the shop's own reasons are data.
      let name = isOwn ? LocalizedText(verbatim: present.name) : LocalizedText(word: present.name)
      let shown: [String: Any] = [
        "code": present.code, "name": name, "account": present.account, "is_own": isOwn,
        "line": reason["line"].text ?? "", "shown": present.shown,
        "loss": losses.first { $0.code == present.loss }?.title ?? present.loss as Any,
        "direction": directions.first { $0.code == present.direction }?.title ?? present.direction as Any,
      ]
      return form(own?.fields ?? present, own?.failure, "reason-\(present.code)").merging(shown) { $1 }
    }
    let new = refused.flatMap { $0.isNew ? $0 : nil }
    let values: [String: Any] = [
      "reasons": rows, "file": settings["file"].text ?? "", "problem": refused?.failure.title ?? false as Any,
      "remedy": refused?.failure.remedy ?? "" as Any, "new": form(new?.fields ?? Fields(), new?.failure, "new"),
    ]
    return try visit.page(
      "settings-reasons", title: LocalizedText("Reasons"), values, status: refused?.failure.status ?? .ok)
  }

  /// The values for `settings-reason-fields`.
  private static func form(_ fields: Fields, _ failure: PageFailure?, _ id: String) -> [String: Any] {
    func choices(_ all: [(code: String, title: LocalizedText)], _ chosen: String) -> [[String: Any]] {
      all.map { ["code": $0.code, "name": $0.title, "is_chosen": $0.code == chosen] }
    }
    var values: [String: Any] = [
      "id": id, "code_given": fields.code, "name_given": fields.name, "account_given": fields.account,
      "losses": choices(losses, fields.loss), "directions": choices(directions, fields.direction),
      "is_open": failure != nil, "wrong_code": "", "wrong_name": "", "wrong_loss": "", "wrong_direction": "",
      "wrong_account": "",
    ]
    if let failure, !failure.isConflict { values["wrong_\(field(of: failure, isNew: id == "new"))"] = failure.title }
    return values
  }

  /// The field that a failure is about.
  private static func field(of failure: PageFailure, isNew: Bool) -> String {
    if ["name", "loss", "direction", "account"].contains(failure.option) { return failure.option }
    if failure.code == "settings-conflict" { return "loss" }
    if failure.title.description.contains(" account") { return "account" }
    return isNew ? "code" : "name"
  }
}

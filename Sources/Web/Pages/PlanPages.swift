internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues

/// A file that was sent: what it would change, what its columns mean, and taking it.
enum PlanPages {
  private static let pageLength = 50

  static func add(to routes: PageRoutes) {
    routes.get("/plans/:id") { visit in
      let plan = try permitted(visit)
      if let number = plan.importNumber { return visit.redirect(to: "/imports/\(number)") }
      return try await page(of: plan, visit)
    }
    routes.get("/plans/:id/columns") { visit in try await columns(of: permitted(visit), visit) }
    routes.post("/plans/:id/columns") { visit in
      var plan = try permitted(visit)
      plan.reading = try await reading(of: plan, visit)
      if let name = visit.form["save-as"], !name.isEmpty {
        plan.reading = try await saveProfile(name, of: plan, visit)
      }
      return try await remade(plan, visit)
    }
    routes.post("/plans/:id/answers") { visit in
      var plan = try permitted(visit)
      for answer in visit.form.all("answer").compactMap({ Suggestion(answer: $0) }) { plan.reading.take(answer) }
      try plan.reading.requireProfileName()
      return try await remade(plan, visit)
    }
    routes.post("/plans/:id/apply") { visit in try await apply(permitted(visit), visit) }
    routes.post("/plans/:id/discard") { visit in
      let plan = try permitted(visit)
      visit.site.uploads.remove(plan.id)
      return visit.redirect(to: "/imports", saying: "\(plan.name) was put aside. Nothing was changed.")
    }
  }

  /// The plan of the address, for somebody who may import.
  private static func permitted(_ visit: Visit) throws -> WaitingPlan {
    guard visit.may(.importFiles) else { throw PageFailure.forbidden(.importFiles) }
    return try WaitingPlan.find(try visit.parameter("id"), visit)
  }

  /// Makes the plan again, and shows it.
  private static func remade(_ plan: WaitingPlan, _ visit: Visit) async throws -> Response {
    try plan.save(visit)
    let address = try await visit.site.running.begin("Looking at \(plan.name)", for: visit.person.login) {
      try await plan.make(visit)
      return plan.address
    }
    return visit.redirect(to: address)
  }

  // MARK: The plan

  private static func page(of plan: WaitingPlan, _ visit: Visit) async throws -> Response {
    let answer = try plan.answer(visit)
    var values: [String: Any] = ["name": plan.name, "address": plan.address]
    let error = answer["error"]
    if error["message"].text != nil {
      values.merge(Self.question(error)) { $1 }
      return try visit.page("plan-refused", title: plan.name, values)
    }
    values["format"] = answer["format"].text
    values["profile"] = answer["profile"].text
    values["findings"] = answer["findings"].elements.map(\.members)
    let totals = Totals(answer)
    values["figures"] = totals.figures
    values["problems"] = answer["problems"].elements.filter { $0["severity"].text == "error" }.prefix(100).map(problem)
    values["warnings"] = answer["problems"].elements.filter { $0["severity"].text != "error" }.prefix(20).map(problem)
    let errors = answer["errors"].integer ?? 0
    values["errors"] = Self.number(errors, "error")
    values["has_errors"] = errors > 0
    values["guards"] = guards(answer)
    values["has_guards"] = !answer["guards"].elements.isEmpty
    values["left_out"] = Self.number(answer["refused_records"].integer ?? 0, "record")
    values["changed"] = Self.number(totals.changes, "change")
    values["has_changes"] = totals.changes > 0
    values["is_empty"] = totals.changes == 0 && errors == 0
    if totals.changes > 0 { values["changes"] = try await changes(of: plan, visit) }
    return try visit.page("plan", title: "What \(plan.name) changes", values)
  }

  /// The four figures of a plan.
  private struct Totals {
    private(set) var figures: [[String: Any]] = []
    private(set) var changes = 0

    init(_ answer: JSONValue) {
      let words = [("create", "New"), ("update", "Changed"), ("unchanged", "Unchanged"), ("reject", "With errors")]
      for (action, title) in words {
        let counts = answer["counts"].elements.filter { $0["action"].text == action }
        let total = counts.reduce(0) { $0 + ($1["records"].integer ?? 0) }
        if action == "create" || action == "update" { changes += total }
        let parts = counts.map { "\($0["records"].text ?? "") \(ImportPages.words($0["kind"].text))" }
        figures.append(["title": title, "number": total, "parts": parts.joined(separator: ", ")])
      }
    }
  }

  private static func guards(_ answer: JSONValue) -> [[String: Any]] {
    answer["guards"].elements.map { found in
      var values = found.members
      let examples = found["examples"].elements
      let cases = found["records"].integer ?? found["cases"].integer ?? 0
      values["number"] = Self.number(cases, found["records"].integer == nil ? "case" : "record")
      let texts = examples.compactMap { $0["message"].text } + [found["remedy"].text ?? ""]
      values["answers"] = Suggestion.all(in: texts).map { ["title": $0.title, "answer": $0.answer] }
      values["remedy"] = Suggestion.withoutOptions(found["remedy"].text ?? "")
      values["title"] =
        ImportPages.words(found["code"].text).prefix(1).uppercased()
        + ImportPages.words(found["code"].text).dropFirst()
      values["examples"] = examples.prefix(5).map(problem)
      values["more"] = max(0, (found["cases"].integer ?? 0) - min(5, examples.count))
      return values
    }
  }

  /// A number with its noun.
  static func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// A problem of a row without what it says of the command line.
  private static func problem(_ found: JSONValue) -> [String: Any] {
    var values = found.members
    if found["line"].integer == 0 { values["line"] = nil }
    for name in ["message", "remedy"] { values[name] = Suggestion.withoutOptions(found[name].text ?? "") }
    return values
  }

  /// Why a file cannot be planned yet, with the answers that would help.
  static func question(_ error: JSONValue) -> [String: Any] {
    let texts = ["message", "remedy"].compactMap { error[$0].text }
    let message = Suggestion.withoutOptions(texts.first ?? "")
    return [
      "problem": message.prefix(1).uppercased() + message.dropFirst(),
      "remedy": Suggestion.withoutOptions(texts.dropFirst().first ?? ""),
      "answers": Suggestion.all(in: texts).map { ["title": $0.title, "answer": $0.answer] },
    ]
  }

  /// A page of the changes, by kind and search.
  private static func changes(of plan: WaitingPlan, _ visit: Visit) async throws -> [String: Any] {
    let folder = try WaitingPlan.place(of: plan.id, visit)
    let skip = max(0, Int(visit.query["from"] ?? "") ?? 0)
    let (kind, find) = (visit.query["kind"], visit.query["find"])
    let page = try await visit.run(
      CommandWords("plan", "show").option("kind", kind).option("find", find).option("limit", "\(pageLength)")
        .option("skip", "\(skip)").argument(folder + "/plan"))
    let total = page["total"].integer ?? 0
    func address(_ from: Int, kind: String?) -> String {
      let parts = [("kind", kind), ("find", find), ("from", from > 0 ? "\(from)" : nil)].compactMap { name, value in
        value.flatMap { $0.isEmpty ? nil : "\(name)=\(FormValues.encoded($0))" }
      }
      return plan.address + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&")) + "#all"
    }
    let kinds = page["kinds"].elements
    var values: [String: Any] = [
      "rows": page["records"].elements.map(ImportPages.change), "find": find ?? "", "kind": kind ?? "", "total": total,
      "first": total == 0 ? 0 : skip + 1, "last": min(total, skip + pageLength),
      "tabs": [["title": "All", "address": address(0, kind: nil), "is_current": kind == nil]]
        + kinds.map { found -> [String: Any] in
          [
            "title": "\(ImportPages.words(found["kind"].text)) \(found["records"].text ?? "")",
            "address": address(0, kind: found["kind"].text), "is_current": kind == found["kind"].text,
          ]
        },
    ]
    if skip + pageLength < total { values["next"] = address(skip + pageLength, kind: kind) }
    if skip > 0 { values["previous"] = address(max(0, skip - pageLength), kind: kind) }
    return values
  }

  // MARK: Taking it

  private static func apply(_ plan: WaitingPlan, _ visit: Visit) async throws -> Response {
    let accepted = visit.form.all("accept")
    let hasErrors = try plan.answer(visit)["errors"].integer != 0
    guard !hasErrors || visit.form["on-error"] == "skip" else {
      return visit.redirect(
        to: plan.address,
        saying: "Nothing was changed: correct the records with errors, or tick that they are left out.")
    }
    let address = try await visit.site.running.begin("Importing \(plan.name)", for: visit.person.login) {
      var plan = plan
      // A mistake that was not confirmed: the page of the plan says which.
      guard let number = try await plan.apply(accepting: accepted, visit) else { return plan.address }
      return "/imports/\(number)"
    }
    if address.hasPrefix("/running/") { return visit.redirect(to: address) }
    guard address.hasPrefix("/imports/") else {
      return visit.redirect(to: address, saying: "Nothing was changed: confirm what is asked, or correct the file.")
    }
    return visit.redirect(to: address, saying: "\(plan.name) is imported.", undo: "\(address)/undo")
  }
}

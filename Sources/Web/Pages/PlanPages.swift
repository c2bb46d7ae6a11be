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

  /// - Parameter missing: what has to be said before the plan is carried out; the form then keeps what was ticked.
  private static func page(of plan: WaitingPlan, missing: [String] = [], _ visit: Visit) async throws -> Response {
    let answer = try plan.answer(visit)
    var values: [String: Any] = ["name": plan.name, "address": plan.address]
    let error = answer["error"]
    if error["message"].text != nil {
      values.merge(Self.question(error)) { $1 }
      let isUnreadable = unreadable.contains(error["code"].text ?? "")
      values["is_unreadable"] = isUnreadable
      if isUnreadable, values["remedy"] as? String == "" {
        values["remedy"] = "Ask for the list as CSV or as a spreadsheet."
      }
      return try visit.page("plan-refused", title: plan.name, values)
    }
    values["missing"] = missing.map { ["text": $0] }
    values["has_missing"] = !missing.isEmpty
    values["is_skipping"] = visit.form["on-error"] == "skip"
    let profiles = profiles(in: answer, plan.reading)
    values["profiles"] = profiles
    values["has_profiles"] = !profiles.isEmpty
    values["format"] = answer["format"].text
    values["profile"] = answer["profile"].text
    values["findings"] = answer["findings"].elements.map { found in
      [
        "name": found["name"].text ?? "", "value": found["value"].text ?? "",
        "evidence": Suggestion.withoutOptions(found["evidence"].text ?? ""),
      ]
    }
    let totals = Totals(answer)
    values["figures"] = totals.figures
    values["problems"] = answer["problems"].elements.filter { $0["severity"].text == "error" }.prefix(100).map(problem)
    values["warnings"] = answer["problems"].elements.filter { $0["severity"].text != "error" }.prefix(20).map(problem)
    let errors = answer["errors"].integer ?? 0
    values["errors"] = Self.number(errors, "error")
    values["has_errors"] = errors > 0
    values["guards"] = guards(answer, ticked: visit.form.all("accept"))
    values["has_guards"] = !answer["guards"].elements.isEmpty
    values["left_out"] = Self.number(answer["refused_records"].integer ?? 0, "record")
    values["changed"] = Self.number(totals.changes, "change")
    values["has_changes"] = totals.changes > 0
    values["is_empty"] = totals.changes == 0 && errors == 0
    if totals.changes > 0 { values["changes"] = try await changes(of: plan, visit) }
    return try visit.page(
      "plan", title: "What \(plan.name) changes", values, status: missing.isEmpty ? .ok : .unprocessableContent)
  }

  /// The codes of files that cannot be read at all: to say what their columns mean would not help.
  private static let unreadable: Set = [
    "ambiguous-format", "unknown-format", "wrong-format", "source-empty", "source-truncated", "source-unreadable",
    "archive-protected", "archive-several-files", "compressed-twice", "compression-damaged", "unpacks-too-large",
  ]

  /// The buttons for profiles that fit a file which is read by the names of its columns.
  private static func profiles(in answer: JSONValue, _ reading: WaitingPlan.Reading) -> [[String: Any]] {
    guard reading.profile == nil else { return [] }
    return Suggestion.all(in: answer["findings"].elements.compactMap { $0["evidence"].text })
      .filter { $0.option == "profile" }.map { ["title": $0.title, "answer": $0.answer] }
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

  private static func guards(_ answer: JSONValue, ticked: [String]) -> [[String: Any]] {
    answer["guards"].elements.map { found in
      var values = found.members
      let examples = found["examples"].elements
      let cases = found["records"].integer ?? found["cases"].integer ?? 0
      values["number"] = Self.number(cases, found["records"].integer == nil ? "case" : "record")
      let texts = examples.compactMap { $0["message"].text } + [found["remedy"].text ?? ""]
      values["answers"] = Suggestion.all(in: texts).map { ["title": $0.title, "answer": $0.answer] }
      values["remedy"] = Suggestion.withoutOptions(found["remedy"].text ?? "")
      values["title"] = title(ofGuard: found)
      values["accepted"] = found["accepted"].isTrue
      values["is_ticked"] = found["code"].text.map { ticked.contains($0) } ?? false
      values["examples"] = examples.prefix(5).map(problem)
      values["more"] = max(0, (found["cases"].integer ?? 0) - min(5, examples.count))
      return values
    }
  }

  private static func title(ofGuard found: JSONValue) -> String {
    let words = ImportPages.words(found["code"].text)
    return words.prefix(1).uppercased() + words.dropFirst()
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
    let cut = Suggestion.withoutOptions(texts.first ?? "")
    let message = cut.isEmpty ? texts.first ?? "" : cut
    return [
      "problem": message.prefix(1).uppercased() + message.dropFirst(),
      "remedy": Suggestion.withoutOptions(texts.dropFirst().first ?? ""),
      "answers": Suggestion.all(in: texts).map { ["title": $0.title, "answer": $0.answer] },
    ]
  }

  /// A page of the changes, by kind and search.
  private static func changes(of plan: WaitingPlan, _ visit: Visit) async throws -> [String: Any] {
    let folder = try WaitingPlan.place(of: plan.id, visit)
    let skip = visit.query.number("from")
    let (kind, find) = (visit.query["kind"], visit.query["find"])
    let page = try await visit.run(
      CommandWords("plan", "show").option("kind", kind).option("find", find).option("limit", "\(pageLength)")
        .option("skip", "\(skip)").argument(WaitingPlan.planFile(in: folder)))
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
    let answer = try plan.answer(visit)
    // A file that cannot be planned says so on its page.
    guard answer["error"]["message"].text == nil else { return visit.redirect(to: plan.address) }
    var missing = answer["guards"].elements.filter { found in
      !found["accepted"].isTrue && !(found["code"].text.map { accepted.contains($0) } ?? false)
    }.map { "Confirm “\(title(ofGuard: $0))”, or correct the file." }
    if answer["errors"].integer != 0, visit.form["on-error"] != "skip" {
      missing.insert("Correct the records with errors, or tick that they are left out.", at: 0)
    }
    guard missing.isEmpty else { return try await page(of: plan, missing: missing, visit) }
    let address = try await visit.site.running.begin("Importing \(plan.name)", for: visit.person.login) {
      var plan = plan
      func say(_ text: String, undo: String? = nil) {
        visit.site.sessions.say(Message(text: text, undo: undo), to: visit.secret)
      }
      do {
        guard let number = try await plan.apply(accepting: accepted, visit) else {
          // A mistake that was not confirmed: the page of the plan says which.
          say("Nothing was changed: confirm what is asked, or correct the file.")
          return plan.address
        }
        say("\(plan.name) is imported.", undo: "/imports/\(number)/undo")
        return "/imports/\(number)"
      } catch let failure as PageFailure where failure.code == WaitingPlan.stale {
        say("\(failure.title). \(failure.remedy)")
        return plan.address
      }
    }
    return visit.redirect(to: address)
  }
}

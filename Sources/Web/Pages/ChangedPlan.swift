internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// What a person sees who wanted to apply a plan, when something else would come of it by now.
extension PlanPages {
  /// How many imports and changed records are shown.
  private static let mostShown = 10

  /// The address of the page.
  ///
  /// - Parameter digest: that of the plan which the person saw.
  static func changedAddress(of plan: WaitingPlan, since digest: String) -> String {
    "\(plan.address)/changed?\(MadePlan.field)=\(FormValues.encoded(digest))"
  }

  /// The plan that the person saw next to the present one, with who changed what in between. Nothing was done.
  static func changed(_ plan: WaitingPlan, since digest: String, _ visit: Visit) async throws -> Response {
    guard plan.importNumber == nil, let present = try plan.present(visit), present.digest != digest else {
      return visit.redirect(to: plan.address)
    }
    let now = present.answer
    guard now["error"]["message"].text == nil else {
      return visit.redirect(
        to: plan.address,
        saying: LocalizedText("Nothing was changed: the plan was made again, and the file needs an answer now."))
    }
    let seen = try plan.made(digest, visit)
    let noted = try plan.notedTicks(visit, for: digest)
    let asked = MadePlan.questions(now)
    let kept = noted.filter { asked[$0.key] == $0.value }.keys.sorted()
    let imports = try await imports(since: seen, visit)
    let rows = seen.map { figures($0.answer, now) + questions($0.answer, now, noted: noted) } ?? []
    let fields: [[String: String]] = kept.map { code in
      code == MadePlan.leavingOut ? ["field": code, "value": "skip"] : ["field": "accept", "value": code]
    }
    let differences = present.replaced == digest ? present.differences.prefix(mostShown) : []
    return try visit.page(
      "plan-changed", title: LocalizedText("The plan has changed"),
      [
        "name": plan.name, "address": plan.address, "shown": present.digest,
        "reason": reason(seen, present, visit), "has_seen": seen != nil,
        "rows": rows, "kept": fields,
        "imports": imports.prefix(mostShown).map { ImportPages.row($0, visit) }, "has_imports": !imports.isEmpty,
        "has_more_imports": imports.count > mostShown,
        "differences": differences.map { ["text": PlanDifference.text($0)] }, "has_differences": !differences.isEmpty,
      ], status: .conflict)
  }

  /// Why the plan is another one, in a sentence.
  private static func reason(_ seen: MadePlan?, _ present: MadePlan, _ visit: Visit) -> LocalizedText {
    guard let seen else { return LocalizedText("The plan was made again since this page was opened.") }
    guard seen.reading != present.reading else {
      return LocalizedText("The shop has changed since this plan was made.")
    }
    guard seen.reading.cells == present.reading.cells else {
      return LocalizedText("Cells of the file were corrected since.")
    }
    return columnsChanged(by: present.login, visit)
  }

  /// The imports after a plan was made, the latest first, as far as the person may see them.
  private static func imports(since seen: MadePlan?, _ visit: Visit) async throws -> [JSONValue] {
    guard visit.seesImports, let last = seen?.answer["last_import"].integer else { return [] }
    let words = CommandWords("imports", "list").flag("grouped").option("limit", "\(mostShown + 1)")
    return try await visit.run(words).elements.filter { ($0["number"].integer ?? 0) > last }
  }

  // MARK: Then and now

  private static func row(
    _ title: LocalizedText, _ seen: LocalizedText, _ now: LocalizedText, note: LocalizedText?
  ) -> [String: Any] {
    ["title": title, "seen": seen, "now": now, "is_other": seen != now, "note": note ?? "" as Any]
  }

  /// A line for each figure of the plan.
  private static func figures(_ seen: JSONValue, _ now: JSONValue) -> [[String: Any]] {
    func texts(_ answer: JSONValue) -> [(title: LocalizedText, text: LocalizedText)] {
      Totals(answer).figures.map { figure in
        func text(_ name: String) -> LocalizedText { figure[name] as? LocalizedText ?? LocalizedText(verbatim: "") }
        let (number, parts) = (text("number"), text("parts"))
        return (text("title"), parts.isEmpty ? number : LocalizedText("\(number) (\(parts))"))
      }
    }
    return zip(texts(seen), texts(now)).map { row($0.title, $0.text, $1.text, note: nil) }
  }

  /// A line for each question that was asked or is asked now, with what became of the confirmation.
  private static func questions(_ seen: JSONValue, _ now: JSONValue, noted: [String: String]) -> [[String: Any]] {
    let (before, asked) = (seen["guards"].elements, now["guards"].elements)
    func code(_ found: JSONValue) -> String { found["code"].text ?? "" }
    let all = before + asked.filter { found in !before.contains { code($0) == code(found) } }
    let present = MadePlan.questions(now)
    func note(_ code: String) -> LocalizedText? {
      guard let text = noted[code], let asks = present[code] else { return nil }
      return text == asks ? LocalizedText("Your confirmation is kept.") : LocalizedText("Confirm it again.")
    }
    func figures(_ found: JSONValue?) -> LocalizedText {
      guard let found else { return LocalizedText("not asked") }
      return found["limit"].text.map { LocalizedText("\(cases(of: found)), limit \($0)") } ?? cases(of: found)
    }
    let rows = all.map { found in
      let (was, isNow) = (before.first { code($0) == code(found) }, asked.first { code($0) == code(found) })
      return row(title(ofGuard: found), figures(was), figures(isNow), note: note(code(found)))
    }
    let (left, leaves) = (seen["refused_records"].integer ?? 0, now["refused_records"].integer ?? 0)
    guard left > 0 || leaves > 0 else { return rows }
    return rows + [
      row(
        LocalizedText("Left out"), PageNumber.of(left, .record), PageNumber.of(leaves, .record),
        note: note(MadePlan.leavingOut))
    ]
  }
}

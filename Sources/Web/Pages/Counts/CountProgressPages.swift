internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// How far a count has come: its sections, what stops the posting, and the differences so far, for those who may see them. For
/// those who count it is the list of their sections.
enum CountProgressPages {
  /// How many differences the page of progress shows.
  private static let shownDifferences = 10

  static func add(to routes: PageRoutes) {
    routes.get("/counts/:count") { visit in
      let count = try visit.parameter("count")
      let status = try await visit.run(CommandWords("count", "status").argument(count))
      CountEventPages.begin(count, visit)
      return visit.may(.reviewCounts) ? try await progress(status, visit) : try await own(status, visit)
    }
    routes.get("/counts/:count/left") { visit in try await left(visit) }
    routes.post("/counts/:count/sections") { visit in
      let count = try visit.parameter("count")
      let section = visit.form["section"] ?? ""
      if visit.form["hand-out"] == nil {
        return visit.redirect(to: CountPages.address(count, section: section))
      }
      let counter = visit.form["counter"] ?? ""
      guard !counter.isEmpty else {
        throw PageFailure(
          status: .unprocessableContent, title: LocalizedText("Nobody is chosen"),
          remedy: LocalizedText("Choose who counts the section."))
      }
      _ = try await visit.run(
        CommandWords("count", "section").option("counter", counter)
          .flag("withdraw", visit.form["withdraw"] != nil).argument(count).argument(section).writing)
      return visit.redirect(
        to: CountPages.address(count),
        saying: visit.form["withdraw"] == nil
          ? LocalizedText("\(CountPages.name(ofSection: section)) is handed out to \(name(of: counter, visit)).")
          : LocalizedText("\(CountPages.name(ofSection: section)) is taken back from \(name(of: counter, visit))."))
    }
  }

  /// Enters what was counted.
  ///
  /// - Returns: the summary of the import.
  /// - Throws: the first problem of what was entered, or the question of a guard.
  static func entered(_ words: CommandWords, _ visit: Visit) async throws(PageFailure) -> JSONValue {
    let answer = await visit.answer(words)
    if let failure = failure(of: answer) { throw failure }
    return JSONValue(answer.output) ?? .null
  }

  /// Why something was not entered; nil when it was.
  static func failure(of answer: CommandAnswer) -> PageFailure? {
    if answer.status == 0 { return nil }
    let summary = JSONValue(answer.output) ?? .null
    if let guardian = summary["guards"].elements.first(where: { !$0["accepted"].isTrue }) {
      let example = guardian["examples"].elements.first
      return PageFailure(
        status: .conflict,
        title: example?.shownMessage ?? LocalizedText("This has to be confirmed"),
        remedy: guardian.shownRemedy, code: guardian["code"].text ?? "")
    }
    let problems = summary["problems"].elements
    if let problem = problems.first(where: { $0["severity"].text == "error" }) ?? problems.first {
      if let failure = MachineFailure(problem["message"].text ?? "") { return PageFailure(failure) }
      return PageFailure(
        status: .unprocessableContent,
        title: LocalizedText(
          (problem["line"].text.map { [LocalizedText("Line \($0)")] } ?? [])
            + [problem.shownMessage], separator: ": "),
        remedy: problem.shownRemedy, code: problem["code"].text ?? "")
    }
    return PageFailure(answer)
  }

  /// The name of a person in the entries, by their login.
  static func name(of login: String, _ visit: Visit) -> String {
    visit.people.first { $0.login == login }?.name ?? login
  }

  // MARK: For managers

  private static func progress(_ status: JSONValue, _ visit: Visit) async throws -> Response {
    let session = status["session"]
    let state = session["state"].text ?? ""
    let number = session["count"].text ?? ""
    var values = CountPages.row(session)
    let isOpen = isOpen(status)
    let people = counters(visit)
    let files = WaitingCountFile.all(of: number, visit)
    // Entries that leave out a code as a mistake count nothing.
    let isEmpty = (status["entries"].integer ?? 0) <= (status["left_out"].integer ?? 0)
    values.merge(figures(status)) { $1 }
    values.merge(WaitingEntryPages.values(WaitingEntryPages.entries(of: number, visit), visit)) { $1 }
    values.merge([
      "is_draft": state == "draft", "is_review": ["review", "approved"].contains(state),
      "is_over": ["posted", "reversed"].contains(state), "steps": CountPages.steps(state),
      "is_blind": session["blind"].isTrue, "cut_off": session["cut_off_at"].shownMoment,
      "entries": status["entries"].integer ?? 0, "is_empty": isEmpty,
      "people": people, "has_people": !people.isEmpty, "selection": session["selection"].text ?? "",
      "known_sections": knownSections(status),
      "files": files.map { ["name": $0.name, "address": $0.address] }, "has_files": !files.isEmpty,
    ]) { $1 }
    if isOpen || values["is_review"] as? Bool == true {
      let reconciliation = try await visit.run(CommandWords("reconcile").flag("titles").argument(number))
      let todo = CountReviewPages.obstacles(reconciliation, status)
      values["obstacles"] = todo
      values["has_obstacles"] = !todo.isEmpty
      let lines = CountReviewPages.byValue(reconciliation["lines"].elements)
      values["differences"] = lines.prefix(shownDifferences).map { CountReviewPages.line($0) }
      values["has_differences"] = !lines.isEmpty
      values["has_places"] = CountReviewPages.havePlaces(lines)
      values["has_destinations"] = CountReviewPages.haveDestinations(lines)
      values["shown_differences"] = min(lines.count, shownDifferences)
      values["total_differences"] = PageNumber.text(lines.count)
    }
    return try visit.page("count", title: LocalizedText("Count \(number): \(CountPages.name(session))"), values)
  }

  /// The sections of the location and those of the count, with their titles, for a field in which one is typed.
  private static func knownSections(_ status: JSONValue) -> [[String: String]] {
    var titles: [String: String] = [:]
    for part in status["parts"].elements + status["handouts"].elements + status["sections"].elements {
      guard let section = part["section"].text, !section.isEmpty else { continue }
      titles[section] = part["title"].text ?? titles[section] ?? ""
    }
    return titles.keys.sorted(by: DictionaryOrder.areInOrder).map { ["section": $0, "name": titles[$0] ?? ""] }
  }

  /// Whether something can be entered.
  static func isOpen(_ status: JSONValue) -> Bool { ["open", "counting"].contains(status["session"]["state"].text) }

  /// How far a count has come, for the part of the page that is shown again while people count.
  static func figures(_ status: JSONValue) -> [String: Any] {
    let sheet = status["on_sheet"].integer ?? 0
    let counted = status["counted"].integer ?? 0
    let sections = sections(status)
    return [
      "on_sheet": PageNumber.text(sheet), "counted": PageNumber.text(counted), "has_sheet": sheet > 0,
      "percent": sheet > 0 ? counted * 100 / sheet : 0,
      "unexpected": PageNumber.text(status["unexpected"].integer ?? 0), "sections": sections,
      "has_sections": !sections.isEmpty, "is_open": isOpen(status), "undone": undone(sections) ?? "" as Any,
    ]
  }

  /// How many sections are still to be counted, for the person who closes the count; nil where all are done.
  static func undone(_ status: JSONValue) -> LocalizedText? { undone(sections(status)) }

  private static func undone(_ sections: [[String: Any]]) -> LocalizedText? {
    let number = sections.count(where: { $0["is_undone"] as? Bool ?? true })
    guard number > 0 else { return nil }
    return LocalizedText(
      count: number, one: "1 section is not done yet.", other: "\(number) sections are not done yet.")
  }

  /// The sections with who counts them: what was entered, and what was handed out.
  private static func sections(_ status: JSONValue) -> [[String: Any]] {
    var rows: [[UInt8]: [String: Any]] = [:]
    let isClosed = ["review", "approved", "posted", "reversed"].contains(status["session"]["state"].text)
    let lists = Dictionary(
      status["sections"].elements.map { ($0["section"].text ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ part: JSONValue) -> [UInt8] {
      Array("\(part["section"].text ?? "")\u{0}\(CounterIdentity(part["counter"].text ?? "").text)".utf8)
    }
    func row(_ part: JSONValue) -> [String: Any] {
      let section = part["section"].text ?? ""
      let values: [String: Any] = [
        "section": section, "name": section.isEmpty ? LocalizedText("Whole count") : section as Any,
        "who": part["counter"].text ?? "", "items": 0, "units": "0", "tag": "",
        "state": isClosed ? LocalizedText("Not counted") : LocalizedText("Not begun"),
        "recounts": "", "is_undone": true,
      ]
      return values.merging(progress(lists[section] ?? .null)) { $1 }
    }
    for part in status["parts"].elements {
      var values = row(part)
      let (items, recounts) = (part["items"].integer ?? 0, part["recounts"].integer ?? 0)
      values["items"] = PageNumber.text(items)
      values["units"] = part["units"].numberText
      if recounts > 0 {
        values["recounts"] = LocalizedText(
          count: recounts, one: "1 recount", other: "\(PageNumber.text(recounts)) recounts")
      }
      values["is_undone"] = part["section_time"].text == nil && recounts < max(items, 1)
      values["tag"] = "info"
      values["state"] =
        part["section_time"].text != nil
        ? LocalizedText("Counted \(part["section_time"].shownMoment)")
        : isClosed ? LocalizedText("Counted") : LocalizedText("Counting")
      rows[key(part)] = values
    }
    for handout in status["handouts"].elements {
      var values = rows[key(handout)] ?? row(handout)
      if handout["done_at"].text != nil {
        values["tag"] = "done"
        values["is_undone"] = false
        values["state"] = LocalizedText("Done \(String(handout["done_at"].moment.suffix(5)))")
      }
      rows[key(handout)] = values
    }
    let ordered = rows.map { key, row in
      (section: Array(DictionaryOrder.key(row["section"] as? String ?? "").utf8), key: key, row: row)
    }.sorted { first, second in
      first.section == second.section
        ? first.key.lexicographicallyPrecedes(second.key) : first.section.lexicographicallyPrecedes(second.section)
    }
    return ordered.map(\.row)
  }

  /// How far the list of a section has come, where it has one.
  private static func progress(_ section: JSONValue) -> [String: Any] {
    let (listed, counted) = (section["listed"].integer ?? 0, section["counted"].integer ?? 0)
    guard listed > 0 else { return ["has_list": false] }
    return [
      "has_list": true, "listed": PageNumber.text(listed), "counted_of_list": PageNumber.text(counted),
      "percent_of_list": min(100, counted * 100 / listed),
    ]
  }

  /// The people who may count.
  private static func counters(_ visit: Visit) -> [[String: Any]] {
    visit.people.filter { $0.roles.role(for: .enterCounts) != nil }.map { ["login": $0.login, "name": $0.name] }
  }

  /// The items that nobody has counted.
  private static func left(_ visit: Visit) async throws -> Response {
    let number = try visit.parameter("count")
    let answer = try await visit.run(CommandWords("reconcile").flag("titles").flag("all").argument(number))
    let lines = answer["lines"].elements.filter { $0["state"].text == "uncounted" }
    let skip = min(visit.query.number("from"), max(0, lines.count - 1))
    var values: [String: Any] = [
      "number": number, "address": CountPages.address(number),
      "rows": lines.dropFirst(skip).prefix(50).map { line in
        ["sku": line["sku"].text ?? "", "title": line["title"].text ?? "", "expected": line["expected"].numberText]
      }, "has_rows": !lines.isEmpty, "first": PageNumber.text(lines.isEmpty ? 0 : skip + 1),
      "last": PageNumber.text(min(lines.count, skip + 50)), "total": PageNumber.text(lines.count),
    ]
    let own = CountPages.address(number) + "/left"
    if skip + 50 < lines.count { values["next"] = "\(own)?from=\(skip + 50)" }
    if skip > 0 { values["previous"] = "\(own)?from=\(max(0, skip - 50))" }
    return try visit.page("count-left", title: LocalizedText("Not counted in count \(number)"), values)
  }

  // MARK: For those who count

  private static func own(_ status: JSONValue, _ visit: Visit) async throws -> Response {
    let session = status["session"]
    let number = session["count"].text ?? ""
    var values = CountPages.row(session)
    values["is_open"] = isOpen(status)
    values["sections"] = handouts(status, number, visit)
    values["has_sections"] = !status["handouts"].elements.isEmpty
    values["known_sections"] = knownSections(status)
    values["whole"] = CountPages.address(number, section: "")
    values.merge(WaitingEntryPages.values(WaitingEntryPages.entries(of: number, visit), visit)) { $1 }
    if visit.may(.enterCounts) {
      let recounts = try await visit.run(
        CommandWords("count", "items").flag("recounts").option("limit", "1").argument(number))
      values["recounts"] = recounts["total"].integer ?? 0
      values["has_recounts"] = (recounts["total"].integer ?? 0) > 0
    }
    return try visit.page("count-mine", title: LocalizedText("Count \(number): \(CountPages.name(session))"), values)
  }

  /// The sections that are handed out to a person, as a status shows them.
  static func handouts(_ status: JSONValue, _ number: String, _ visit: Visit) -> [[String: Any]] {
    let entries = visit.site.entries.waiting.all
    return status["handouts"].elements.map { handout -> [String: Any] in
      let section = handout["section"].text ?? ""
      let waiting = WaitingSection(entries, of: visit.person.login, count: number, section: section)
      var values = done(handout, waiting)
      values["name"] = CountPages.name(ofSection: section)
      values["address"] = CountPages.address(number, section: section)
      return values
    }
  }

  /// Whether a section is done, and since when; without a time while that is not in the count yet.
  ///
  /// - Parameter values: those of a command, with `done_at`.
  static func done(_ values: JSONValue, _ waiting: WaitingSection) -> [String: Any] {
    guard let mark = waiting.mark else {
      return ["is_done": values["done_at"].text != nil, "done": String(values["done_at"].moment.suffix(5))]
    }
    return ["is_done": mark == .done, "done": ""]
  }
}

internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Counts: the list, opening one, and what changes one as a whole. Other files have its progress, its entry and its review.
enum CountPages {
  private static let pageLength = 50
  /// The field with the code of an item that the page of a product knows. A form with a list of items has it as well: a
  /// line of the list that is this code is one item, although the code may have a comma.
  private static let oneItem = "item"

  static func add(to routes: PageRoutes) {
    routes.get("/counts") { visit in try await list(visit) }
    routes.get("/counts/new") { visit in try await form(visit, typed: visit.query) }
    routes.post("/counts/new") { visit in
      do {
        let opened = try await visit.run(try openWords(visit).writing)
        let number = opened["count"].text ?? ""
        // Of one item there is nothing more to say: its number is entered next.
        let known = visit.form.all(oneItem)
        let isOfOne = visit.form["kind"] == "partial" && known.count == 1 && items(visit.form) == known
        let entry = isOfOne ? CountEntryPages.address(number, ofItem: known[0]) : nil
        return visit.redirect(to: entry ?? address(number), saying: LocalizedText("Count \(number) is open."))
      } catch let failure as PageFailure where failure.keepsForm {
        return try await form(visit, typed: visit.form, atField(failure))
      }
    }
    for (word, state) in [
      ("start", LocalizedText("open for counting")), ("reopen", LocalizedText("open for counting again")),
    ] {
      routes.post("/counts/:count/\(word)") { visit in
        let count = try visit.parameter("count")
        _ = try await visit.run(CommandWords("count", word).argument(count).writing)
        return visit.redirect(to: address(count), saying: LocalizedText("Count \(count) is \(state)."))
      }
    }
    routes.post("/counts/:count/close") { visit in try await close(try visit.parameter("count"), visit) }
    routes.post("/counts/:count/discard") { visit in
      let count = try visit.parameter("count")
      let deleted = try await visit.run(CommandWords("count", "discard").argument(count).writing)
      return visit.redirect(
        to: "/counts",
        saying: deleted["undone_imports"].elements.isEmpty
          ? LocalizedText("Count \(count) is deleted. Nothing was entered in it.")
          : LocalizedText("Count \(count) is deleted. Its entries were undone before."))
    }
    CountProgressPages.add(to: routes)
    CountFilePages.add(to: routes)
    CountEntryPages.add(to: routes)
    CountItemPages.add(to: routes)
    WaitingEntryPages.add(to: routes)
    CountReviewPages.add(to: routes)
    CountCodePages.add(to: routes)
    CountSheetPages.add(to: routes)
    CountLineFiles.add(to: routes)
    CountEventPages.add(to: routes)
    CountCardPages.add(to: routes)
    CountPhotoPages.add(to: routes)
  }

  /// Closes a count, and leads to its review.
  static func close(_ count: String, _ visit: Visit) async throws -> Response {
    _ = try await visit.run(CommandWords("count", "close").argument(count).writing)
    let state = LocalizedText("under review")
    return visit.redirect(to: address(count) + "/review", saying: LocalizedText("Count \(count) is \(state)."))
  }

  // MARK: The list

  private static func list(_ visit: Visit) async throws -> Response {
    let all = try await visit.run(CommandWords("count", "list")).elements
    // Who only counts has nothing to do in other counts.
    let shown =
      visit.may(.reviewCounts) ? all : all.filter { ["open", "counting"].contains($0["state"].text ?? "") }
    let skip = min(visit.query.number("from"), max(0, shown.count - 1))
    var values: [String: Any] = [
      "counts": shown.dropFirst(skip).prefix(pageLength).map(row), "has_counts": !shown.isEmpty,
      "scans_goods": GoodsPages.isWay(of: visit),
      "first": shown.isEmpty ? 0 : skip + 1, "last": min(shown.count, skip + pageLength), "total": shown.count,
      "is_long": shown.count > pageLength,
    ]
    values.merge(WaitingEntryPages.values(WaitingEntryPages.entries(of: nil, visit), visit)) { $1 }
    if skip + pageLength < shown.count { values["next"] = "/counts?from=\(skip + pageLength)" }
    if skip > 0 { values["previous"] = "/counts?from=\(max(0, skip - pageLength))" }
    return try visit.page(
      "counts", title: visit.may(.reviewCounts) ? LocalizedText("Counts") : LocalizedText("Count"), values)
  }

  /// A count for a list.
  static func row(_ session: JSONValue) -> [String: Any] {
    let number = session["count"].text ?? ""
    let state = session["state"].text ?? ""
    return [
      "number": number, "address": address(number), "name": name(session), "location": session["location"].text ?? "",
      "opened": session["opened_at"].shownMoment, "state": state, "state_words": words(ofState: state),
      "tag": tag(ofState: state), "posted": session["posted_at"].shownMoment,
      "posted_by": session["posted_by"].text ?? "",
    ]
  }

  // MARK: Opening

  private static func form(_ visit: Visit, typed: FormValues, _ failure: PageFailure? = nil) async throws -> Response {
    try visit.requireInWholeShop(.runSessions)
    let places = await ShopPlaces.all(visit)
    let isNew = typed.fields.isEmpty
    let kind = typed["kind"] ?? "full"
    var values: [String: Any] = [
      "locations": places.choices(chosen: typed["location"] ?? places.main(visit)),
      "kinds": [
        ("full", LocalizedText("Everything that is or was there")), ("partial", LocalizedText("Only the items below")),
        ("cycle", LocalizedText("Items that are due, chosen below")),
      ].map { ["value": $0, "title": $1, "is_chosen": $0 == kind] as [String: Any] },
      "ways": [
        ("class", LocalizedText("those that sell most, more often")),
        ("days", LocalizedText("not counted for longest")), ("value", LocalizedText("worth most")),
        ("random", LocalizedText("any, by chance")),
      ].map { ["value": $0, "title": $1, "is_chosen": $0 == typed["by"]] as [String: Any] },
      "is_blind": isNew || typed["blind"] != nil, "cut_off": typed["cut-off"] ?? "",
      "items": typed["items"] ?? typed[oneItem] ?? "", "known_item": typed[oneItem] ?? "",
      "limit": typed["limit"] ?? "50", "seed": typed["seed"] ?? "", "number": typed["number"] ?? "",
      "is_special": kind != "full", "has_locations": !places.codes.isEmpty, "also": typed["also"] != nil,
    ]
    show(failure, in: &values)
    values["is_second"] = failure?.title.description.contains("full count") ?? false
    return try visit.page(
      "count-new", title: LocalizedText("New count"), values, status: failure?.status ?? .ok)
  }

  /// Why a count was not opened, at the field of the form.
  private static func atField(_ failure: PageFailure) -> PageFailure {
    // Messages of the command that say more than an option, by what they have.
    let title = failure.title.description
    let named = [("There is no location", "location"), ("There is no item", oneItem), ("full count", "also")]
    let field = named.first { title.contains($0.0) }?.1 ?? failure.option
    return failure.at(field == oneItem ? "items" : field)
  }

  /// The command that opens what the form says.
  private static func openWords(_ visit: Visit) throws -> CommandWords {
    let form = visit.form
    let kind = form["kind"] ?? "full"
    var words = CommandWords("count", "open").option("location", form["location"]).option("kind", kind)
      .flag("blind", form["blind"] != nil).option("number", form["number"])
      .option("cut-off", visit.isoMoment(form["cut-off"]))
    if kind == "partial" {
      let items = items(form)
      guard !items.isEmpty else {
        throw PageFailure(
          status: .unprocessableContent, title: LocalizedText("No item is named"),
          remedy: LocalizedText("Write the codes of the items, one a line."), option: oneItem)
      }
      words = words.options("item", items)
    }
    if kind == "cycle" {
      guard let limit = Int(form["limit"] ?? ""), limit > 0 else {
        throw PageFailure(
          status: .unprocessableContent, title: LocalizedText("How many items are to be chosen?"),
          remedy: LocalizedText("Write a number such as 50."), option: "limit")
      }
      words = words.option("by", form["by"] ?? "class").option("limit", "\(limit)")
      if form["by"] == "random" { words = words.option("seed", form["seed"].flatMap { $0.isEmpty ? nil : $0 } ?? "1") }
    }
    if form["also"] != nil { words = words.option("accept", "full-count-open") }
    return words
  }

  /// The codes of the items that a form lists, or of the one that it has without a list.
  private static func items(_ form: FormValues) -> [String] {
    let known = form.all(oneItem)
    guard let typed = form["items"] else { return known }
    return typed.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
      let line = line.trimmed
      return known.contains(line) ? [line] : line.split { $0 == "," || $0 == ";" }.map(\.trimmed)
    }.filter { !$0.isEmpty }
  }

  // MARK: Words

  static func address(_ count: String) -> String { "/counts/" + FormValues.encoded(count) }

  /// The address of the form of a new count, filled in for one item.
  static func newAddress(ofItem code: String) -> String {
    "/counts/new?kind=partial&blind=yes&\(oneItem)=\(FormValues.encoded(code))"
  }

  /// The address where a section is counted; that of the location as a whole for an empty one.
  static func address(_ count: String, section: String) -> String {
    section.isEmpty ? address(count) + "/entry" : address(count) + "/sections/" + FormValues.encoded(section)
  }

  /// A section in words; an empty one is the location as a whole.
  static func name(ofSection section: String) -> LocalizedText {
    section.isEmpty ? LocalizedText("The whole count") : LocalizedText("Section \(section)")
  }

  /// What a count is, in words: `full count of shop`.
  static func name(_ session: JSONValue) -> LocalizedText {
    let location = session["location"].text ?? ""
    return switch session["kind"].text {
    case "full": LocalizedText("full count of \(location)")
    case "partial": LocalizedText("partial count of \(location)")
    case "cycle": LocalizedText("cycle count of \(location)")
    default: LocalizedText("count of \(location)")
    }
  }

  static func words(ofState state: String) -> LocalizedText {
    switch state {
    case "draft": LocalizedText("Draft")
    case "open": LocalizedText("Open")
    case "counting": LocalizedText("Counting")
    case "review": LocalizedText("To review")
    case "approved": LocalizedText("Approved")
    case "posted": LocalizedText("Posted")
    case "reversed": LocalizedText("Reversed")
    default: LocalizedText(verbatim: state)
    }
  }

  static func tag(ofState state: String) -> String {
    switch state {
    case "open", "counting": "info"
    case "review", "approved": "look"
    case "posted": "done"
    default: ""
    }
  }

  /// Puts what went wrong into the values of a page that is shown again.
  static func show(_ failure: PageFailure?, in values: inout [String: Any]) {
    guard let failure else { return }
    values.merge(failure.values) { $1 }
  }

  /// The steps of a count with the one that it is at.
  static func steps(_ state: String) -> [[String: Any]] {
    let at = ["draft": 0, "open": 1, "counting": 1, "review": 2, "approved": 2][state] ?? 4
    return [
      LocalizedText("Open"), LocalizedText("Counting"), LocalizedText("Review"), LocalizedText("Posted"),
    ].enumerated().map { index, title in
      ["title": title, "was": index < at, "is_current": index == at]
    }
  }
}

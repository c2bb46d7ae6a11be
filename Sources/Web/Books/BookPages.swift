internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// The books for the accountant: the journal, its periods, the checks and the log.
enum BookPages {
  static func add(to routes: PageRoutes) {
    routes.get("/books") { visit in
      guard visit.may(.readJournal) else { throw PageFailure.forbidden(.readJournal) }
      return try visit.page("books", title: LocalizedText("Books"), try await summary(visit))
    }
    routes.get("/books/journal") { visit in try await journal(visit) }
    routes.get("/books/journal/:format") { visit in try await file(visit) }
    routes.get("/books/close") { visit in try await closing(visit) }
    routes.post("/books/close") { visit in
      let answer = await visit.answer(CommandWords("period", "close").option("to", visit.form["to"]).writing)
      guard answer.status == 0, let period = JSONValue(answer.output) else {
        throw nothingToClose(answer) ?? PageFailure(answer)
      }
      return visit.redirect(
        to: "/books", saying: LocalizedText("The books are closed through \(period["to"].shownDay)."),
        undo: "/books/reopen")
    }
    routes.get("/books/reopen") { visit in
      guard visit.may(.closePeriods) else { throw PageFailure.forbidden(.closePeriods) }
      let closed = try await periods(visit).filter { $0["is_closed"] as? Bool ?? false }
      guard let last = closed.last else {
        throw PageFailure(
          status: .unprocessableContent, title: LocalizedText("No period is closed"),
          remedy: LocalizedText("There is nothing to reopen."))
      }
      return try visit.page("books-reopen", title: LocalizedText("Reopen the last period?"), ["period": last])
    }
    routes.post("/books/reopen") { visit in
      let period = try await visit.run(CommandWords("period", "reopen").option("to", visit.form["to"]).writing)
      return visit.redirect(
        to: "/books",
        saying: LocalizedText("The period that was closed through \(period["to"].shownDay) is open again."))
    }
    routes.get("/books/check") { visit in try await check(visit) }
    routes.get("/books/log") { visit in try await log(visit) }
  }

  // MARK: Periods

  private static func summary(_ visit: Visit) async throws -> [String: Any] {
    let periods = try await periods(visit)
    let closed = periods.last { $0["is_closed"] as? Bool ?? false }
    return [
      "periods": Array(periods.reversed()), "has_periods": !periods.isEmpty,
      "tab_periods": true, "closed_through": closed?["to_day"] ?? "", "month": lastMonth(visit),
    ]
  }

  private static func periods(_ visit: Visit) async throws -> [[String: Any]] {
    try await visit.run(CommandWords("period", "list")).elements.map(period)
  }

  private static func period(_ period: JSONValue) -> [String: Any] {
    [
      "number": period["period"].text ?? "",
      "from": period["from"].text == nil ? LocalizedText("the beginning") : period["from"].shownDay,
      // That of the form, and that for people.
      "to": period["to"].text ?? "", "to_day": period["to"].shownDay, "entries": period["entries"].numberText,
      "debits": period["debits"].numberText,
      "entries_said": period["entries"].integer.map {
        LocalizedText(count: $0, one: "1 entry", other: "\(PageNumber.text($0)) entries")
      } ?? LocalizedText(verbatim: ""),
      "currency": period["currency"].text ?? "",
      "unvalued": period["unvalued_lines"].integer.map { $0 > 0 ? PageNumber.text($0) : "" as Any } ?? "",
      "closed_at": period["closed_at"].shownMoment, "closed_by": period["closed_by"].text ?? "",
      "reopened_at": period["reopened_at"].shownMoment, "is_closed": period["reopened_at"].text == nil,
      "digest": String((period["digest"].text ?? "").prefix(12)),
    ]
  }

  /// That nothing can be closed through a day, which is no mistake in the form; nil for any other refusal.
  private static func nothingToClose(_ answer: CommandAnswer) -> PageFailure? {
    guard answer.status != 0 else { return nil }
    var failure = PageFailure(answer)
    guard ["wrong-state", "refused"].contains(failure.code) else { return nil }
    failure.status = .conflict
    if failure.remedy.isEmpty { failure.remedy = LocalizedText("Choose a later day, or reopen the last period first.") }
    return failure
  }

  /// The page that shows what closing the books does, before anything is closed.
  private static func closing(_ visit: Visit) async throws -> Response {
    guard visit.may(.closePeriods) else { throw PageFailure.forbidden(.closePeriods) }
    let day = visit.isoMoment(visit.query["to"])
    let answer = await visit.answer(CommandWords("period", "close").flag("dry-run").option("to", day).writing)
    var values: [String: Any] = ["to": day, "period": false, "nothing": ""]
    if let failure = nothingToClose(answer) {
      values.merge(["nothing": failure.title, "remedy": failure.remedy]) { $1 }
      return try visit.page("books-close", title: LocalizedText("Close the books"), values)
    }
    guard answer.status == 0, let trial = JSONValue(answer.output) else {
      return try visit.page(
        "books-close", title: LocalizedText("Close the books"), values, refusing: PageFailure(answer))
    }
    values["to"] = trial["to"].text ?? day
    values["period"] = period(trial)
    values["counts"] = trial["open_counts"].elements.map { count -> [String: Any] in
      [
        "count": count["count"].text ?? "", "location": count["location"].text ?? "",
        "state": count["state"].word,
      ]
    }
    values["has_counts"] = !trial["open_counts"].elements.isEmpty
    return try visit.page("books-close", title: LocalizedText("Close the books"), values)
  }

  // MARK: Journal

  private static let formats = [("csv", "CSV"), ("hledger", "hledger"), ("beancount", "Beancount")]
  private static let endings = ["csv": "csv", "hledger": "journal", "beancount": "beancount"]

  /// The first and the last day of the last month, in the shop's time zone.
  private static func lastMonth(_ visit: Visit) -> [String: Any] {
    let parts = visit.frame.now.split(whereSeparator: { "- ".contains($0) }).compactMap { Int($0) }
    guard parts.count > 2 else { return ["from": "", "to": ""] }
    let (year, month) = parts[1] == 1 ? (parts[0] - 1, 12) : (parts[0], parts[1] - 1)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    func text(_ day: Int) -> String { String(format: "%04d-%02d-%02d", year, month, day) }
    return ["from": text(1), "to": text(days)]
  }

  private static func journal(_ visit: Visit) async throws -> Response {
    let month = lastMonth(visit)
    let isFirst = visit.query["from"] == nil && visit.query["to"] == nil
    let from = isFirst ? month["from"] as? String ?? "" : visit.isoMoment(visit.query["from"])
    let to = isFirst ? month["to"] as? String ?? "" : visit.isoMoment(visit.query["to"])
    let (location, find) = (visit.query["location"] ?? "", visit.query["find"] ?? "")
    let query = "from=\(FormValues.encoded(from))&to=\(FormValues.encoded(to))&location=\(FormValues.encoded(location))"
    var values: [String: Any] = [
      "tab_journal": true, "from": from, "to": to, "location": location, "find": find,
      "entries": [[String: Any]](),
      "has_entries": false, "unvalued": "",
      "files": formats.map { ["title": $0.1, "address": "/books/journal/\($0.0)?\(query)"] },
    ]
    let words = CommandWords("journal").option("from", from).option("to", to).option("location", location)
    let answer = await visit.answer(words.option("format", "json"))
    guard answer.status == 0, let journal = JSONValue(answer.output) else {
      return try visit.page("books-journal", title: LocalizedText("Journal"), values, refusing: PageFailure(answer))
    }
    let found = journal["entries"].elements.filter { entry in
      entry.holds(find, in: ["description", "source", "date"])
        || entry["postings"].elements.contains { $0.holds(find, in: ["account", "amount"]) }
    }
    let search = find.isEmpty ? "" : "&find=\(FormValues.encoded(find))"
    let slice = Slice(found, from: visit.query["row"], address: "/books/journal?\(query)\(search)", name: "row")
    values["entries"] = slice.rows.map(entry)
    values["has_entries"] = !slice.rows.isEmpty
    values["unvalued"] = journal["unvalued_lines"].integer.map { $0 > 0 ? PageNumber.text($0) : "" as Any } ?? ""
    values.merge(slice.values) { $1 }
    return try visit.page("books-journal", title: LocalizedText("Journal"), values)
  }

  private static func entry(_ entry: JSONValue) -> [String: Any] {
    [
      "date": entry["date"].shownDay, "description": LocalizedText(said: entry["description"].text ?? ""),
      "source": entry["source"].text ?? "",
      "effective": entry["effective_date"].text == entry["date"].text ? "" : entry["effective_date"].shownDay as Any,
      "postings": entry["postings"].elements.map { posting -> [String: Any] in
        let amount = posting["amount"].text ?? ""
        return [
          "account": posting["account"].text ?? "",
          "debit": amount.hasPrefix("-") ? "" : PageNumber.text(amount) as Any,
          "credit": amount.hasPrefix("-") ? PageNumber.text(String(amount.dropFirst())) : "" as Any,
        ]
      },
    ]
  }

  private static func file(_ visit: Visit) async throws -> Response {
    let format = try visit.parameter("format")
    guard let ending = endings[format] else { throw PageFailure.notFound }
    let uploads = visit.site.uploads
    let path = try uploads.placeOutput("journal.\(ending)")
    defer { uploads.removeOutput(at: path) }
    let (from, to) = (visit.isoMoment(visit.query["from"]), visit.isoMoment(visit.query["to"]))
    let answer = await visit.answer(
      CommandWords("journal").option("from", from).option("to", to).option("location", visit.query["location"])
        .option("format", format).option("out", path))
    guard answer.status == 0, let data = FileManager.default.contents(atPath: path) else { throw PageFailure(answer) }
    let name = ["journal", from, to].filter { !$0.isEmpty }.joined(separator: " ")
    return .download(data, named: Uploads.safe("\(name).\(ending)"))
  }

  // MARK: Check and log

  private static func check(_ visit: Visit) async throws -> Response {
    let answer = await visit.answer(CommandWords("check"))
    guard let result = JSONValue(answer.output), result["error"]["code"].text == nil else { throw PageFailure(answer) }
    let findings = result["findings"].elements.map { finding in
      [
        "code": LocalizedText(verbatim: finding["code"].text ?? ""), "message": finding.shownMessage,
        "remedy": finding.shownRemedy,
      ]
    }
    let unsealed = result["unsealed_counts"].elements.compactMap(\.text).joined(separator: ", ")
    return try visit.page(
      "books-check",
      title: result["is_sound"].isTrue ? LocalizedText("All checks passed") : LocalizedText("Not all checks passed"),
      ["tab_check": true, "is_sound": result["is_sound"].isTrue, "findings": findings, "unsealed": unsealed])
  }

  /// What a command did: a change of a setting in the words of the page.
  private static func details(of entry: JSONValue) -> LocalizedText {
    let said = entry["details"].text ?? ""
    guard ["settings set", "settings unset"].contains(entry["command"].text ?? ""),
      let change = said.wholeMatch(of: #/set (\S+?)(?: of (.+?))?: (.*) → (.*)/#)
    else { return LocalizedText(said: said) }
    let name = SettingsPages.title(of: String(change.output.1))
    let place = LocalizedText(verbatim: change.output.2.map { " (\($0))" } ?? "")
    let values = [change.output.3, change.output.4].map {
      $0 == SettingForm.unset ? LocalizedText("not set") : PageNumber.limit(String($0))
    }
    return LocalizedText(
      [LocalizedText([name, place], separator: ""), LocalizedText(values, separator: " → ")], separator: ": ")
  }

  /// The command with what the address chooses of the log.
  static func logWords(_ visit: Visit) -> CommandWords {
    CommandWords("log").option("by", visit.query["by"]).option("command", visit.query["command"])
      .option("since", visit.isoMoment(visit.query["since"]))
  }

  private static func log(_ visit: Visit) async throws -> Response {
    let (by, command) = (visit.query["by"] ?? "", visit.query["command"] ?? "")
    let since = visit.isoMoment(visit.query["since"])
    let limit = min(max(visit.query["limit"].flatMap { Int($0) } ?? Slice.length, 1), 5_000)
    let answer = await visit.answer(logWords(visit).flag("total").option("limit", "\(limit + 1)"))
    let query = [("by", by), ("command", command), ("since", since)].filter { !$0.1.isEmpty }
      .map { "\($0.0)=\(FormValues.encoded($0.1))&" }.joined()
    var values: [String: Any] = [
      "tab_log": true, "by": by, "command": command, "since": since,
      "entries": [[String: Any]](),
      "has_entries": false, "more": false, "csv": "/books/log.csv?\(query)",
    ]
    guard answer.status == 0, let found = JSONValue(answer.output) else {
      return try visit.page("books-log", title: LocalizedText("Log"), values, refusing: PageFailure(answer))
    }
    let all = found["entries"].elements
    let total = PageNumber.text(found["total"].integer ?? all.count)
    values["place"] = LocalizedText("\(PageNumber.text(1)) to \(PageNumber.text(min(all.count, limit))) of \(total)")
    values["entries"] = all.prefix(limit).map { entry -> [String: Any] in
      [
        "number": entry["number"].text ?? "", "at": entry["at"].shownMoment, "actor": entry["actor"].text ?? "",
        "role": entry["role"].word, "command": entry["command"].text ?? "",
        "details": details(of: entry),
      ]
    }
    values["has_entries"] = !all.isEmpty
    if all.count > limit {
      values["more"] = "/books/log?\(query)limit=\(limit + 4 * Slice.length)"
    }
    return try visit.page("books-log", title: LocalizedText("Log"), values)
  }
}

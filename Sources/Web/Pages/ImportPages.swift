internal import FormatKit
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// What was imported, and what waits to be: sending files, the list, and the page of an import.
enum ImportPages {
  static func add(to routes: PageRoutes) {
    routes.get("/imports") { visit in try await list(visit) }
    routes.post("/imports/new", takesFiles: true, for: .importFiles, refused: again) { visit in
      guard !visit.files.isEmpty else {
        let failure = PageFailure(
          status: .unprocessableContent, title: LocalizedText("No file was chosen"),
          remedy: LocalizedText("Choose one or more files."))
        return try await again(visit, failure)
      }
      let now = Date()
      let plans = try visit.files.map { file in
        let plan = WaitingPlan(
          id: Uploads.id(ofFileAt: file.path), name: file.name, file: (file.path as NSString).lastPathComponent,
          login: visit.person.login, sentAt: now)
        try plan.save(visit)
        return plan
      }
      let next = plans.count == 1 ? plans[0].address : "/imports"
      let title =
        plans.count == 1
        ? LocalizedText("Looking at \(plans[0].name)")
        : LocalizedText("Looking at \(PageNumber.of(plans.count, .file))")
      let files = plans.map(\.address)
      let address = try await visit.site.running.begin(title, for: visit.person.login, stoppingAt: next, on: files) {
        for plan in plans { try await plan.make(visit) }
        return next
      }
      return visit.redirect(to: address)
    }
    routes.post("/imports/all", for: .importFiles) { visit in try await importAll(visit) }
    routes.get("/imports/:number") { visit in try await page(of: visit.number("number"), visit) }
    routes.get("/imports/:number/rejects") { visit in
      // As for `import`, which writes them: a person of one store may have those of the files that they sent.
      guard visit.may(.importFiles) else { throw PageFailure.forbidden(.importFiles) }
      let number = try visit.number("number")
      guard let path = rejectFile(of: WaitingPlan.find(ofImport: number, visit), visit),
        let data = FileManager.default.contents(atPath: path)
      else { throw PageFailure.notFound }
      return .download(data, named: (path as NSString).lastPathComponent)
    }
    addReversions(to: routes)
  }

  // MARK: Lists

  private static let pageLength = 50
  /// What the address of the file says where the entries of a count are together, as on the page.
  static let together = "together"

  /// The command of the list, with the text that is looked for.
  static func listWords(_ visit: Visit, areGrouped: Bool) -> CommandWords {
    CommandWords("imports", "list").flag("grouped", areGrouped).option("find", visit.query["find"])
  }

  /// The page with the form for files, and why those that were sent are not taken.
  private static let again: PageRoutes.Refused = { visit, failure in try await list(visit, failure.at("files")) }

  /// The list of imports, in which the entries of a count are together unless each of them is asked for.
  ///
  /// - Parameter failure: why files were not taken.
  private static func list(_ visit: Visit, _ failure: PageFailure? = nil) async throws -> Response {
    guard visit.may(.importFiles) || visit.may(.readImports) else { throw PageFailure.forbidden(.readImports) }
    let plans = visit.may(.importFiles) ? WaitingPlan.all(of: visit) : []
    let isEach = visit.query["entries"] == "each"
    let skip = visit.query.number("from")
    let find = visit.query["find"] ?? ""
    var (entries, total): ([JSONValue], Int) = ([], 0)
    // A person of one store who imports nothing has no list here; the command says so.
    if visit.seesImports || !visit.may(.importFiles) {
      let words = listWords(visit, areGrouped: !isEach).flag("total").option("limit", "\(pageLength)")
      let answer = try await visit.run(words.option("skip", "\(skip)"))
      (entries, total) = (answer["imports"].elements, answer["total"].integer ?? 0)
    }
    let search = find.isEmpty ? [] : ["find=\(FormValues.encoded(find))"]
    func address(from: Int, isEach: Bool) -> String {
      let parts = search + (isEach ? ["entries=each"] : []) + (from > 0 ? ["from=\(from)"] : [])
      return "/imports" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&")) + "#done"
    }
    let choices = (search + (isEach ? [] : ["entries=\(together)"])).joined(separator: "&")
    let end = skip + entries.count
    let running = visit.may(.importFiles) ? RunningPages.others(visit) : []
    let values: [String: Any] = [
      "running": running, "has_running": !running.isEmpty,
      "plans": plans.map { $0.row(visit) }, "has_plans": !plans.isEmpty, "has_several": plans.count > 1,
      "imports": entries.map { row($0, visit) }, "has_imports": !entries.isEmpty,
      "is_beyond": entries.isEmpty && skip > 0, "start": address(from: 0, isEach: isEach),
      "sees_imports": visit.seesImports, "is_each": isEach, "find": find, "is_search": !find.isEmpty,
      "apart": address(from: 0, isEach: true), "grouped": address(from: 0, isEach: false),
      "has_search": !entries.isEmpty || !find.isEmpty, "csv": "/imports.csv?\(choices)",
      "place": LocalizedText("\(PageNumber.text(skip + 1)) to \(PageNumber.text(end)) of \(PageNumber.text(total))"),
      "next": end < total ? address(from: skip + pageLength, isEach: isEach) : "",
      "previous": skip > 0 ? address(from: max(0, skip - pageLength), isEach: isEach) : "",
    ]
    return try visit.page(
      "imports", title: LocalizedText("Imports"), values.merging(failure?.values ?? [:]) { $1 },
      status: failure?.status ?? .ok)
  }

  /// What an import did, with a page of its records; only its corrected cells for people who may just list the imports.
  private static func page(of number: Int64, _ visit: Visit) async throws -> Response {
    func words(_ command: String) -> CommandWords { CommandWords("imports", command).argument("\(number)") }
    let seesChanges = visit.seesChangeSets
    let contents = try await visit.run(
      seesChanges ? ChangeList.page(ofImport: words("show"), visit.query) : words("corrections"))
    var entry = row(contents["entry"], visit)
    // A single entry of a count is about that count.
    entry["count_address"] =
      contents["entry"]["count"].text.map { visit.may(.readCounts) ? CountPages.address($0) : "" } ?? ""
    let hasRefused = (contents["entry"]["rejected"].integer ?? 0) > 0
    let plan = hasRefused && visit.may(.importFiles) ? WaitingPlan.find(ofImport: contents["entry"], visit) : nil
    let hasRejects = rejectFile(of: plan, visit) != nil
    let corrected = PlanPages.correctedValues(in: contents)
    let reverted = contents["entry"]["reverts"].text ?? ""
    let counts = (contents["counts"].elements.flatMap(parts) + contents["movements"].elements).map {
      count($0, in: contents["entry"])
    }
    let line = try await FileLine.values(ofImport: contents["entry"], visit)
    return try visit.page(
      "import", title: title(of: contents["entry"]),
      corrected.merging([
        "file_line": line ?? false as Any,
        "number": number, "entry": entry, "reverted": reverted,
        // The figures of an undo or a redo are those of its changes.
        "figures": seesChanges || !isReversion(contents["entry"]) ? figures(contents) : [],
        "reverted_address": reverted.isEmpty ? "" : "/imports/\(reverted)",
        "counts": counts,
        "changes": ChangeList.values(
          contents, at: "/imports/\(number)", visit.query, file: "/imports/\(number)/records.csv"),
        "has_changes": !contents["kinds"].elements.isEmpty, "sees_changes": seesChanges,
        "has_no_cells": !seesChanges && contents["corrections"].elements.isEmpty,
        "rejects": hasRejects ? "/imports/\(number)/rejects" : "",
      ]) { $1 })
  }

  /// An import for a list, or the entries of a count by one person on one day.
  static func row(_ entry: JSONValue, _ visit: Visit) -> [String: Any] {
    var row = entry.members
    // The numbers of an undo or a redo are of other things.
    for name in ["created", "updated", "unchanged", "rejected"] {
      row[name] = isReversion(entry) ? LocalizedText(verbatim: "–") : entry[name].numberText
    }
    row["result"] = result(of: entry)
    let number = entry["number"].text ?? ""
    let isImport = operation(of: entry) == .import
    let isUndone = entry["state"].text == "undone"
    // A command that made the records says what it did, in place of the name of a file.
    let source = LocalizedText(said: name(of: entry))
    row["name"] = source
    row["day"] = entry["at"].shownMoment
    row["profile"] = LocalizedText(profile: entry["profile"].text)
    row["state"] = state(of: entry)
    (row["undo"], row["redo"]) = ("", "")
    // Several entries of a count are several imports.
    if isImport, visit.undoesImports, entry["entries"].integer ?? 1 == 1 {
      row[isUndone ? "redo" : "undo"] = "/imports/\(number)/\(isUndone ? "redo" : "undo")"
    }
    if let entries = entry["entries"].integer, let count = entry["count"].text {
      row["label"] = entered(entry, entries, into: count)
      row["home_label"] = row["label"]
      row["facts"] = LocalizedText("the last \(entry["at"].shownMoment)")
      row["address"] = visit.may(.readCounts) ? CountPages.address(count) : ""
      return row
    }
    row["label"] = LocalizedText([LocalizedText(verbatim: "\(number):"), source], separator: " ")
    row["home_label"] = source
    // Behind the deletion of a count, the number would look like that of the count.
    let shownNumber = operation(of: entry) == .discard ? [] : [LocalizedText(verbatim: number)]
    let facts = [
      LocalizedText([words(ofOperation: entry)] + shownNumber, separator: " "),
      LocalizedText([entry["at"].shownMoment, LocalizedText(verbatim: entry["actor"].text ?? "")], separator: ", "),
    ]
    row["facts"] = LocalizedText(
      facts + (entry["reverts"].text.map { [LocalizedText("of import \($0)")] } ?? []), separator: " · ")
    row["address"] = visit.seesImports ? "/imports/\(number)" : ""
    return row
  }

  /// Items that one person entered one by one: `Count 3, section A: 41 entries by Mia`.
  static func entered(_ entry: JSONValue, _ entries: Int, into count: String) -> LocalizedText {
    let section = entry["section"].text.flatMap { $0.isEmpty ? nil : $0 }
    let place = section.map { LocalizedText("Count \(count), section \($0)") } ?? LocalizedText("Count \(count)")
    let who = entry["actor"].text ?? ""
    return LocalizedText(
      count: entries, one: "\(place): 1 entry by \(who)",
      other: "\(place): \(PageNumber.text(entries)) entries by \(who)")
  }

  /// The file that was imported, without its folder; what was done where no file was imported.
  static func name(of entry: JSONValue) -> String {
    ((entry["source"].text ?? "") as NSString).lastPathComponent
  }

  /// What became of an import, what an undo or redo is of, or that a count was deleted.
  static func state(of entry: JSONValue) -> LocalizedText {
    if let reverted = entry["reverts"].text {
      return LocalizedText([words(ofOperation: entry), LocalizedText("of import \(reverted)")], separator: " ")
    }
    return operation(of: entry) == .discard ? words(ofOperation: entry) : entry["state"].word
  }

  /// What an entry of the list of imports is; nil for one that this program does not know.
  static func operation(of entry: JSONValue) -> ImportOperation? {
    entry["operation"].text.flatMap(ImportOperation.init(rawValue:))
  }

  private static func words(ofOperation entry: JSONValue) -> LocalizedText {
    LocalizedText(word: operation(of: entry)?.words)
  }

  /// The numbers of records that are new and of those that are changed: a price that follows another one changes it, as the
  /// figures of the import count it.
  static func parts(of count: JSONValue) -> [JSONValue] {
    guard let records = count["records"].integer, let changed = count["following_prices"].integer, changed > 0 else {
      return [count]
    }
    func part(_ action: String, _ records: Int) -> JSONValue {
      .object(["kind": count["kind"], "action": .text(action), "records": .integer(Int64(records))])
    }
    return (changed < records ? [part("create", records - changed)] : []) + [part("update", changed)]
  }

  /// A number of records, with names that people read. The movements of an undo and a redo have the kinds of those that they
  /// take back or record again.
  ///
  /// - Parameter entry: the import, undo or redo.
  static func count(_ count: JSONValue, in entry: JSONValue) -> [String: Any] {
    let word = ChangeList.word(of: count, in: entry)
    let isMovement = count["kind"].text.flatMap(Vocabulary.kind)?.statesMovementKind ?? false
    let reversion = isMovement && isReversion(entry) ? operation(of: entry) : nil
    let action =
      switch reversion {
      case .undo: LocalizedText("\(word), taken back")
      case .redo: LocalizedText("\(word), recorded again")
      default: word
      }
    return ["kind": shownWords(count["kind"].text), "action": action, "records": count["records"].numberText]
  }

  /// The title of the page of an import, undo or redo.
  private static func title(of entry: JSONValue) -> LocalizedText {
    let number = entry["number"].text ?? ""
    guard let reverted = entry["reverts"].text else { return LocalizedText("Import \(number)") }
    return operation(of: entry) == .redo
      ? LocalizedText("Redo of import \(reverted)") : LocalizedText("Undo of import \(reverted)")
  }

  /// The numbers on the page of an import, undo or redo.
  static func figures(_ contents: JSONValue) -> [[String: Any]] {
    let entry = contents["entry"]
    func number(_ name: String) -> Int { entry[name].integer ?? 0 }
    func sum(_ counts: [JSONValue]) -> Int { counts.reduce(0) { $0 + ($1["records"].integer ?? 0) } }
    func changes(_ action: String) -> Int { sum(contents["counts"].elements.filter { $0["action"].text == action }) }
    let removed = changes("delete")
    let isUndo = operation(of: entry) == .undo
    let figures: [(title: LocalizedText, number: Int, isShownAtZero: Bool)]
    if isReversion(entry) {
      figures = [
        (LocalizedText("Removed"), removed, isUndo), (LocalizedText("Brought back"), changes("create"), !isUndo),
        (LocalizedText("Changed"), changes("update"), true),
        (LocalizedText("Stock movements"), sum(contents["movements"].elements), false),
        (LocalizedText("Kept"), number("unchanged"), true), (LocalizedText("Blocked"), number("rejected"), true),
      ]
    } else {
      // Where records are removed on purpose, they are noted among the changed ones.
      let updated = max(0, number("updated") - removed)
      // Prices with a day of their own are noted among the new ones, also where they follow another one.
      let following = contents["counts"].elements.reduce(0) { $0 + ($1["following_prices"].integer ?? 0) }
      let madeNew = changes("create") - following + sum(contents["movements"].elements)
      let notedNew = max(
        0, min(following, number("created") - madeNew, following - max(0, updated - changes("update"))))
      figures = [
        (LocalizedText("New"), number("created") - notedNew, true), (LocalizedText("Removed"), removed, false),
        (LocalizedText("Changed"), updated + notedNew, true),
        (LocalizedText("Unchanged"), number("unchanged"), true), (LocalizedText("Refused"), number("rejected"), true),
      ]
    }
    return figures.filter { $0.isShownAtZero || $0.number != 0 }.map { figure -> [String: Any] in
      ["title": figure.title, "number": PageNumber.text(figure.number)]
    }
  }

  /// The file with the records that an import left out; nil where the import left nothing out, or the file is gone.
  ///
  /// - Parameter plan: the plan that became the import; nil where it is gone.
  private static func rejectFile(of plan: WaitingPlan?, _ visit: Visit) -> String? {
    guard let plan, let folder = visit.site.uploads.folder(of: plan.id),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return nil }
    // The file that was sent may be one of refused rows itself.
    return files.first { $0.contains(".rejects") && $0 != plan.file }.map { "\(folder)/\($0)" }
  }

  /// The name of a kind of records in the language of the page.
  static func shownWords(_ name: String?) -> LocalizedText { LocalizedText(word: words(name)) }

  /// The name of a kind or a field as people read it.
  static func words(_ name: String?) -> String { (name ?? "").replacing("_", with: " ").replacing("-", with: " ") }
}

extension Response {
  /// A file to be kept, which the browser does not show as a page.
  static func download(_ data: Data, named name: String, type: String = "application/octet-stream") -> Response {
    var response = Response(
      status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(bytes: data)))
    response.headers[.contentDisposition] = attachment(named: name)
    return response
  }
}

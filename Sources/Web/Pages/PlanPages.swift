internal import FormatKit
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// A file that was sent: what it would change, what its columns mean, and taking it.
enum PlanPages {
  static func add(to routes: PageRoutes) {
    routes.get("/plans/:id") { visit in
      let plan = try permitted(visit)
      if let number = plan.importNumber { return visit.redirect(to: address(ofImport: number, visit)) }
      return try await page(of: plan, visit)
    }
    routes.get("/plans/:id/changed") { visit in
      try await changed(permitted(visit), since: visit.query[MadePlan.field] ?? "", visit)
    }
    routes.get("/plans/:id/columns") { visit in try await columns(of: permitted(visit), visit) }
    routes.post("/plans/:id/columns/preview", isRepeatable: true) { visit in
      try await ColumnPreview.page(of: permitted(visit), visit)
    }
    routes.post("/plans/:id/columns") { visit in try await saveColumns(of: permitted(visit), visit) }
    routes.post("/plans/:id/answers") { visit in
      var plan = try permitted(visit)
      try plan.keepTicks(of: visit)
      let isCorrected = TypedCell.areTyped(in: visit.form)
      do throws(PageFailure) { try plan.takeCells(of: visit) } catch {
        return try await page(of: plan, refusing: error, visit)
      }
      let answers = visit.form.all("answer").map(FormValues.asShown)
      if !answers.isEmpty { try plan.keepTakenProfile(visit) }
      for answer in answers.compactMap({ Suggestion(answer: $0) }) { plan.reading.take(answer) }
      let isAnswered = plan.reading.takeGiven(of: visit) || !answers.isEmpty
      if let failure = plan.reading.profileFailure { throw failure }
      let asked = try isAnswered ? plan.present(visit)?.asked ?? [] : []
      return try await remade(plan, visit, saying: isCorrected ? cellsTaken : nil, asked: asked)
    }
    routes.post("/plans/:id/changes", isRepeatable: true) { visit in
      let plan = try permitted(visit)
      // Also the Enter key in the field of a cell comes here.
      if TypedCell.areTyped(in: visit.form) { return try await correctCells(of: plan, visit, saying: cellsTaken) }
      try plan.keepTicks(of: visit)
      return visit.redirect(to: ChangeList.address(plan.address, askedBy: visit.form))
    }
    routes.post("/plans/:id/again") { visit in try await madeAgain(permitted(visit), visit) }
    routes.post("/plans/:id/cells") { visit in try await correctCells(of: permitted(visit), visit) }
    routes.post("/plans/:id/apply") { visit in try await apply(permitted(visit), visit) }
    routes.post("/plans/:id/discard") { visit in
      let plan = try permitted(visit)
      visit.site.uploads.remove(plan.id)
      return visit.redirect(
        to: "/imports", saying: LocalizedText("\(plan.name) was removed. Nothing was changed in the shop."))
    }
  }

  /// The plan of the address, for somebody who may import.
  static func permitted(_ visit: Visit) throws -> WaitingPlan {
    guard visit.may(.importFiles) else { throw PageFailure.forbidden(.importFiles) }
    return try WaitingPlan.find(try visit.parameter("id"), visit)
  }

  /// The page of an import, or the list where the person may not see it.
  static func address(ofImport number: Int64, _ visit: Visit) -> String {
    visit.seesChangeSets ? "/imports/\(number)" : "/imports"
  }

  /// Saves how the file is to be read, makes the plan again, and shows it with a message.
  ///
  /// - Parameter asked: what the plan asked before it was answered; the page says so where it asks the same again.
  static func remade(
    _ plan: WaitingPlan, _ visit: Visit, saying text: LocalizedText? = nil, asked: [String] = []
  ) async throws -> Response {
    try plan.save(visit)
    return try await madeAgain(plan, visit, saying: text, asked: asked)
  }

  private static let stillAsked = LocalizedText(
    "Your answer was taken, and the same is still asked. Give another answer, or say what the columns mean.")

  /// Makes the plan again, and shows it, or another page of it, with a message.
  static func madeAgain(
    _ plan: WaitingPlan, _ visit: Visit, showing page: String = "", saying text: LocalizedText? = nil,
    asked: [String] = []
  ) async throws -> Response {
    let title = LocalizedText("Looking at \(plan.name)")
    let address = try await visit.site.running.begin(title, for: visit.person.login, stoppingAt: plan.address) {
      try await plan.make(visit)
      let present = try plan.present(visit)?.asked ?? []
      let said = !asked.isEmpty && present == asked ? stillAsked : text
      if let said { visit.site.sessions.say(Message(text: said, undo: nil), to: visit.secret) }
      return plan.address + page
    }
    return visit.redirect(to: address)
  }

  // MARK: The plan

  /// - Parameter failure: why what was typed in its cells is not taken, or what has to be said before the plan is carried out;
  ///   the form then keeps what was ticked.
  static func page(
    of plan: WaitingPlan, refusing failure: PageFailure? = nil, _ visit: Visit
  ) async throws -> Response {
    let present = try plan.present(visit)
    let answer = present?.answer ?? MadePlan.notMade
    var values: [String: Any] = ["name": plan.name, "address": plan.address]
    let declared = visit.site.answers
    let error = answer["error"]
    guard let made = present, error["message"].text == nil else {
      values.merge(Self.question(error, of: plan, declared)) { $1 }
      let remedy = [error["remedy"].text ?? ""]
      values["commands"] = await SuggestedCommand.forms(in: remedy, plan.reading, visit)
      values.merge(try await cellValues(of: plan, planFile: nil, refusing: failure, visit).values) { $1 }
      values["cell_form"] = "cells"
      values["is_not_made"] = present == nil
      return try visit.page("plan-refused", title: plan.name, values, status: failure?.status ?? .ok)
    }
    let ticked = try plan.ticked(for: made, in: visit)
    values["shown"] = made.digest
    values["is_skipping"] = ticked.contains(MadePlan.leavingOut)
    values.merge(bar(answer, ticked: ticked, asksForProfile: made.asksForProfile)) { $1 }
    values.merge(profiles(made, declared, visit)) { $1 }
    values.merge(takenProfile(answer, declared)) { $1 }
    values["format"] = answer["format"].text
    values["profile"] = LocalizedText(profile: answer["profile"].text)
    values["findings"] = answer["findings"].elements.map(finding)
    values.merge(await lackingSupplier(answer, visit)) { $1 }
    let totals = Totals(answer)
    values["figures"] = totals.figures
    values["warnings"] = ProblemGroups.values(answer, isError: false, declared)
    let errors = answer["errors"].integer ?? 0
    values["errors"] = PageNumber.of(errors, .error)
    values["has_errors"] = errors > 0
    // A plan that could not be made to its end is not kept.
    let planFile = try planFile(made, of: plan, visit)
    values["has_refused"] = FileManager.default.fileExists(atPath: planFile)
    let cells = try await cellValues(of: plan, planFile: errors > 0 ? planFile : nil, refusing: failure, visit)
    values.merge(cells.values) { $1 }
    values["problems"] = ProblemGroups.values(answer, isError: true, declared, cells: cells.fields)
    values["cell_form"] = "take"
    values["guards"] = guards(answer, ticked: ticked, declared)
    values["has_guards"] = !answer["guards"].elements.isEmpty
    values["left_out"] = PageNumber.of(answer["refused_records"].integer ?? 0, .record)
    values["changed"] = PageNumber.of(totals.changes, .change)
    values["has_changes"] = totals.changes > 0
    let earlier = answer["outcome"].text == "already-applied" ? answer["import_number"].integer : nil
    values["has_earlier"] = earlier != nil
    values["earlier"] = earlier.map { LocalizedText("Import \($0)") }
    values["earlier_address"] = earlier.map { address(ofImport: Int64($0), visit) }
    values["again"] = declared.buttons(for: [.again])
    values["is_empty"] = totals.changes == 0 && errors == 0 && earlier == nil
    if totals.changes > 0 {
      let choice = visit.form.fields.isEmpty ? visit.query : ChangeList.shown(in: visit.form)
      let changes = try await visit.run(ChangeList.page(ofPlan: shown(planFile), choice))
      values["changes"] = ChangeList.values(
        changes, at: plan.address, choice, sentTo: plan.address + "/changes#all", file: plan.address + "/changes.csv")
    }
    return try visit.page(
      "plan", title: LocalizedText("What \(plan.name) changes"), values,
      status: failure?.status ?? .ok)
  }

  /// How something of the file was read. A column is shown with the fields that its values are taken for.
  static func finding(_ found: JSONValue) -> [String: Any] {
    if found["code"].text == SourceFinding.supplierOffer { return supplierOffer(found) }
    let (name, value) = (found["name"].text ?? "", found["value"].text ?? "")
    let fields = value.split(separator: ", ").map(String.init)
    let isColumn = name.hasPrefix("column ") && fields.allSatisfy { PageWords.names.contains($0) }
    var shownName = LocalizedText(said: name).sentence
    // A name from the file or from a person is not a word of a fixed list.
    let isNamed = ["column", "new column", "table", "profile", "values translated"].contains { name.hasPrefix($0) }
    var shownValue =
      isNamed ? LocalizedText(verbatim: value) : Suggestion.orders[value] ?? LocalizedText(said: value)
    if isColumn {
      let column = String(name.trimmingPrefix("column "))
      shownName = LocalizedText("Column “\(column)”")
      shownValue = LocalizedText(fields.map { RecordWords.name(ofField: $0) }, separator: ", ")
    }
    return [
      "name": shownName, "value": shownValue,
      "evidence": LocalizedText(said: Suggestion.withoutOptions(found["evidence"].text ?? "")),
    ]
  }

  /// The path of the file that the plan is saved in.
  private static func planFile(_ made: MadePlan, of plan: WaitingPlan, _ visit: Visit) throws -> String {
    "\(try WaitingPlan.place(of: plan.id, visit))/\(made.file)"
  }

  /// The command that shows the changes of a plan.
  private static func shown(_ planFile: String) -> CommandWords { CommandWords("plan", "show").argument(planFile) }

  /// The command that shows the changes of the plan of the address.
  static func shown(_ visit: Visit) throws -> CommandWords {
    let plan = try permitted(visit)
    guard let made = try plan.present(visit) else { throw PageFailure.notFound }
    return shown(try planFile(made, of: plan, visit))
  }

  /// The name of a file about a plan.
  static func fileName(of plan: WaitingPlan, _ what: String) -> String {
    "\((plan.name as NSString).deletingPathExtension) \(what).csv"
  }

  /// The codes of files that cannot be read at all: to say what their columns mean would not help. Each with what to do, where the
  /// command line says nothing that helps here.
  private static let unreadable: [String: LocalizedText] = [
    "ambiguous-format": list, "unknown-format": list, "wrong-format": list, "source-empty": list,
    "source-truncated": list,
    "source-unreadable": list, "compression-damaged": LocalizedText("Ask the sender for the file again."),
    "archive-protected": LocalizedText("Unpack it with its password, then choose the lists in it."),
    "archive-several-files": unpack, "compressed-twice": unpack, "unpacks-too-large": unpack,
  ]

  /// Whether an error says that a file cannot be read at all. With a profile, it may be that the profile is for other files.
  static func isUnreadable(_ error: JSONValue, of plan: WaitingPlan) -> Bool {
    isUnreadable(code: error["code"].text, of: plan)
  }

  /// The same by the code of the error; false without one.
  static func isUnreadable(code: String?, of plan: WaitingPlan) -> Bool {
    plan.reading.profile == nil && unreadable[code ?? ""] != nil
  }

  private static let list = LocalizedText("Ask for the list as CSV or as a spreadsheet.")
  private static let unpack = LocalizedText(
    "Unpack it, then choose the lists in it, such as CSV or Excel files. Several can be sent at once; pictures are not lists."
  )

  /// The four figures of a plan.
  struct Totals {
    private(set) var figures: [[String: Any]] = []
    private(set) var changes = 0

    init(_ answer: JSONValue) {
      let words = [
        ("create", LocalizedText("New")), ("update", LocalizedText("Changed")),
        ("unchanged", LocalizedText("Unchanged")), ("reject", LocalizedText("With errors")),
      ]
      for (action, title) in words {
        let counts = answer["counts"].elements.flatMap(ImportPages.parts).filter { $0["action"].text == action }
        let total = counts.reduce(0) { $0 + ($1["records"].integer ?? 0) }
        if action == "create" || action == "update" { changes += total }
        // Prices are changed in two ways.
        let kinds = counts.map { $0["kind"].text }.reduce(into: [String?]()) { if !$0.contains($1) { $0.append($1) } }
        let parts = kinds.map { kind in
          let ofKind = counts.filter { $0["kind"].text == kind }
          return RecordWords.number(ofKind.reduce(0) { $0 + ($1["records"].integer ?? 0) }, kind)
        }
        figures.append([
          "title": title, "number": PageNumber.text(total), "parts": LocalizedText(parts, separator: ", "),
        ])
      }
    }
  }

  /// What guards ask about.
  ///
  /// - Parameters:
  ///   - ticked: the codes of those that the form accepts.
  ///   - declared: what answers the problems of a whole file.
  static func guards(_ answer: JSONValue, ticked: Set<String>, _ declared: DeclaredAnswers) -> [[String: Any]] {
    let all = answer["guards"].elements.map { found in
      Suggestion.all(in: found["examples"].elements.compactMap { $0["message"].text } + found.remedies)
    }
    let inColumns = Set(all.joined().compactMap(\.mappedField))
    return zip(answer["guards"].elements, all).map { found, suggested in
      var values = found.members
      let examples = found["examples"].elements
      values["number"] = cases(of: found)
      // Where a column has the values, one value for all rows would be in their place.
      let answers = suggested.filter { $0.setField.map { !inColumns.contains($0) } ?? true }
      values["answers"] = declared.buttons(for: answers)
      values["has_answers"] = !answers.isEmpty && !found["accepted"].isTrue
      values["remedy"] = found.shownRemedy
      values["title"] = title(ofGuard: found)
      values["accepted"] = found["accepted"].isTrue
      values["is_ticked"] = found["code"].text.map { ticked.contains($0) } ?? false
      values["examples"] = examples.prefix(5).map(problem)
      values["more"] = max(0, (found["cases"].integer ?? 0) - min(5, examples.count))
      return values
    }
  }

  static func title(ofGuard found: JSONValue) -> LocalizedText {
    LocalizedText(declared: ImportPages.words(found["code"].text).sentence)
  }

  /// How much a question is about.
  static func cases(of found: JSONValue) -> LocalizedText {
    PageNumber.of(
      found["records"].integer ?? found["cases"].integer ?? 0, found["records"].integer == nil ? .case : .record)
  }

  /// A problem of a row without what it says of the command line.
  private static func problem(_ found: JSONValue) -> [String: Any] {
    var values = found.members
    if found["line"].integer == 0 { values["line"] = nil }
    (values["message"], values["remedy"]) = (found.shownMessage, found.shownRemedy)
    return values
  }

  /// Why a file cannot be planned yet, with the answers that would help.
  static func question(_ error: JSONValue, of plan: WaitingPlan, _ declared: DeclaredAnswers) -> [String: Any] {
    let texts = ["message", "remedy"].compactMap { error[$0].text }
    let whole = withoutName(texts.first ?? "", plan.file)
    var remedy = error.shownRemedy
    let code = error["code"].text ?? ""
    if let other = unreadable[code], remedy.isEmpty || other == unpack { remedy = other }
    let isByProfile = plan.reading.profile != nil && !code.isEmpty
    // A command is one answer, with a form of its own.
    let answers =
      Suggestion.all(in: texts.map(SuggestedCommand.rest)) + (isByProfile ? [Suggestion.withoutProfile] : [])
    return [
      "problem": error.shownMessage(whole), "remedy": remedy, "is_unreadable": isUnreadable(error, of: plan),
      "answers": declared.buttons(for: answers),
    ]
  }

  /// A message without the name of the file that it begins with: the page is about that file.
  static func withoutName(_ message: String, _ name: String) -> String {
    let afterName = message.dropFirst(name.count)
    guard message.hasPrefix(name), let end = afterName.firstRange(of: ": ") else { return message }
    let rest = afterName[end.upperBound...]
    // `list.csv:3:5: …` names a line; `lists.zip/list.csv: …` a file in the archive.
    guard let line = afterName[..<end.lowerBound].prefixMatch(of: #/:([0-9]+)/#) else { return String(rest) }
    return "line \(line.output.1): \(rest)"
  }

  // MARK: Taking it

  private static func apply(_ plan: WaitingPlan, _ visit: Visit) async throws -> Response {
    let wasImported = LocalizedText("\(plan.name) is imported already. Nothing was done a second time.")
    if let number = plan.importNumber {
      return visit.redirect(to: address(ofImport: number, visit), saying: wasImported)
    }
    // Nothing is applied without what was typed in its cells.
    if TypedCell.areTyped(in: visit.form) { return try await correctCells(of: plan, visit, saying: cellsTaken) }
    // A file that cannot be planned says so on its page.
    guard let made = try plan.present(visit), made.answer["error"]["message"].text == nil else {
      return visit.redirect(to: plan.address)
    }
    try plan.keepTicks(of: visit)
    guard made.digest == visit.form[MadePlan.field] else {
      return try await changed(plan, since: visit.form[MadePlan.field] ?? "", visit)
    }
    let accepted = visit.form.all("accept")
    var missing = made.answer["guards"].elements.filter { found in
      !found["accepted"].isTrue && !(found["code"].text.map { accepted.contains($0) } ?? false)
    }.map { found in
      PageFailure.Field(
        id: "accept-\(found["code"].text ?? "")",
        text: LocalizedText("Confirm “\(title(ofGuard: found))”, or correct the file."))
    }
    if made.answer["errors"].integer != 0, visit.form[MadePlan.leavingOut] != "skip" {
      let text = LocalizedText("Correct the records with errors, or tick that they are left out.")
      missing.insert(PageFailure.Field(id: MadePlan.leavingOut, text: text), at: 0)
    }
    if made.asksForProfile {
      let text = LocalizedText("Say whether the file is read with the profile.")
      missing.insert(PageFailure.Field(id: "profile", text: text), at: 0)
    }
    guard missing.isEmpty else {
      var failure = PageFailure(
        status: .unprocessableContent, title: LocalizedText("Nothing was changed yet."), remedy: "")
      failure.fields = missing
      return try await page(of: plan, refusing: failure, visit)
    }
    let changedAddress = changedAddress(of: plan, since: made.digest)
    let importing = LocalizedText("Importing \(plan.name)")
    let address = try await visit.site.running.begin(importing, for: visit.person.login, stoppingAt: plan.address) {
      var plan = plan
      func say(_ text: LocalizedText, undo: String? = nil) {
        visit.site.sessions.say(Message(text: text, undo: undo), to: visit.secret)
      }
      switch try await plan.apply(made, accepting: accepted, visit) {
      case .applied(let number):
        say(LocalizedText("\(plan.name) is imported."), undo: visit.undoesImports ? "/imports/\(number)/undo" : nil)
        return Self.address(ofImport: number, visit)
      case .appliedBefore(let number):
        say(wasImported)
        return Self.address(ofImport: number, visit)
      case .refused:
        // A mistake that was not confirmed: the page of the plan says which.
        say(LocalizedText("Nothing was changed: confirm what is asked, or correct the file."))
        return plan.address
      case .changed: return changedAddress
      }
    }
    guard address == changedAddress else { return visit.redirect(to: address) }
    return try await changed(plan, since: made.digest, visit)
  }
}

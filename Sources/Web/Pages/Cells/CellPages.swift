internal import FormatKit
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// Cells of a file that are corrected on the page of its plan.
extension PlanPages {
  /// How many errors are looked at for them.
  private static let mostErrors = 500

  /// What is said where cells were typed and another button than that of the cells was pressed.
  static let cellsTaken = LocalizedText("The cells that you corrected were taken; look at the plan and apply it.")

  /// Takes what is typed in the cells, and makes the plan again.
  static func correctCells(
    of plan: WaitingPlan, _ visit: Visit, saying text: LocalizedText? = nil
  ) async throws -> Response {
    guard plan.importNumber == nil else { return visit.redirect(to: plan.address) }
    var plan = plan
    // The form of a file that could not be planned has nothing to tick.
    if visit.form[MadePlan.field] != nil { try plan.keepTicks(of: visit) }
    do throws(PageFailure) { try plan.takeCells(of: visit) } catch {
      return try await page(of: plan, refusing: error, visit)
    }
    return try await remade(plan, visit, saying: text)
  }

  /// The values for the template `plan-cells`.
  ///
  /// - Parameters:
  ///   - planFile: the file that the plan is saved in; nil where none could be made.
  ///   - failure: why what was typed is not taken; the cells keep it.
  /// - Returns: the values, and the identifiers of the fields of cells with errors by their lines and fields of records.
  static func cellValues(
    of plan: WaitingPlan, planFile: String?, refusing failure: PageFailure?, _ visit: Visit
  ) async throws -> (values: [String: Any], fields: [ProblemGroups.Place: String]) {
    let changes = plan.reading.cells ?? []
    let typed = failure == nil ? [] : TypedCell.all(in: visit.form)
    let corrected = Dictionary(changes.map { ($0.place, $0.value) }) { first, _ in first }
    let cells = try await cells(planFile, corrected: corrected, typed: typed, visit)
    let onPage = cells.prefix(TypedCell.mostInForm)
    let shown = onPage.map { cell -> [String: Any] in
      let kept = typed.first { $0.place == cell.place }?.value
      let value = kept ?? cell.value ?? ""
      let origin: TypedCell.Origin = corrected[cell.place] == nil ? .original : .corrected
      let refused = failure?.fields.filter { $0.id == cell.place.fieldID } ?? []
      return [
        "id": cell.place.fieldID, "line": "\(cell.place.line)", "column": cell.place.column,
        "messages": (refused.map(\.text) + cell.messages).map { ["text": $0] }, "is_known": cell.value != nil,
        "origin": origin.rawValue, "was": cell.value ?? "",
        "value": String(value.prefix(CellLimits.characters + 1)),
      ]
    }
    // What the file has, where the plan could be made; a message may have shown it shortened.
    let read = Dictionary(
      try plan.answer(visit)["corrections"].elements.map {
        ("\($0["line"].text ?? "") \($0["column"].text ?? "")", $0["was"].text ?? "")
      }
    ) { first, _ in first }
    var values = correctedValues(
      changes.map { ("\($0.line)", $0.column, read["\($0.line) \($0.column)"] ?? $0.was, $0.value) }, takesBack: true)
    values["cells"] = shown
    values["has_cells"] = !shown.isEmpty
    values["cells_follow"] = cells.count > TypedCell.mostInForm
    values["has_cell_form"] = !shown.isEmpty || !changes.isEmpty
    values.merge(failure?.values ?? [:]) { $1 }
    let fields = onPage.filter { $0.value != nil }.flatMap { cell in
      cell.fields.map { (ProblemGroups.Place(line: cell.place.line, field: $0), cell.place.fieldID) }
    }
    return (values, Dictionary(fields) { first, _ in first })
  }

  /// The values for the list of corrected cells of a plan or an import.
  static func correctedValues(
    _ cells: [(line: String, column: String, was: String, value: String)], takesBack: Bool = false
  ) -> [String: Any] {
    let most = 200
    func short(_ text: String) -> String { text.count > 200 ? text.prefix(200) + "…" : text }
    let rows = cells.prefix(most).map { cell in
      [
        "line": cell.line, "column": cell.column, "was": short(cell.was), "value": short(cell.value),
        "back": takesBack ? "\(cell.line) \(cell.column)" : "",
      ]
    }
    return [
      "corrected": rows, "has_corrected": !cells.isEmpty,
      "corrected_title": LocalizedText(
        count: cells.count, one: "1 cell corrected", other: "\(cells.count) cells corrected"),
      "corrected_more": cells.count > most ? "\(cells.count - most)" : "",
    ]
  }

  /// The same for an import, as `imports show` answers.
  static func correctedValues(in contents: JSONValue) -> [String: Any] {
    func text(_ cell: JSONValue, _ name: String) -> String { cell[name].text ?? "" }
    return correctedValues(
      contents["corrections"].elements.map {
        (text($0, "line"), text($0, "column"), text($0, "was"), text($0, "value"))
      })
  }

  // MARK: Cells with errors

  /// A cell with what is wrong with it.
  private struct Cell {
    let place: CellChange.Place
    /// Its value; nil where the message does not have all of it.
    var value: String?
    var messages: [LocalizedText]
    /// The fields of records that its errors are of.
    var fields: Set<String> = []
  }

  /// The cells of the page: those that were typed and not taken although they have no error now, those with errors in the order
  /// of the file, and at last those whose value is not known.
  ///
  /// - Parameter corrected: the values of the corrected cells.
  private static func cells(
    _ planFile: String?, corrected: [CellChange.Place: String], typed: [TypedCell], _ visit: Visit
  ) async throws -> [Cell] {
    var wrong = try await wrongCells(planFile, visit)
    for index in wrong.indices { wrong[index].value = corrected[wrong[index].place] ?? wrong[index].value }
    let kept = typed.filter { cell in cell.isTyped && !wrong.contains { $0.place == cell.place } }.map { cell in
      // Of a correction that was taken back, the form does not say what the file has.
      Cell(
        place: cell.place, value: corrected[cell.place] ?? (cell.origin == .original ? cell.was : nil), messages: [])
    }
    return kept + wrong.filter { $0.value != nil } + wrong.filter { $0.value == nil }
  }

  /// The cells of a plan that have errors, in the order of the file.
  private static func wrongCells(_ planFile: String?, _ visit: Visit) async throws -> [Cell] {
    guard let planFile, FileManager.default.fileExists(atPath: planFile) else { return [] }
    let words = CommandWords("plan", "show").argument(planFile).flag("refused").option("limit", "\(mostErrors)")
    var cells: [Cell] = []
    for found in try await visit.run(words)["problems"].elements {
      guard let line = found["line"].integer, line > 0, let column = found["cell"].text else { continue }
      let place = CellChange.Place(line: line, column: column)
      let message = found.shownMessage
      let field = found["field"].text ?? ""
      if let index = cells.firstIndex(where: { $0.place == place }) {
        cells[index].fields.insert(field)
        if !cells[index].messages.contains(message) { cells[index].messages.append(message) }
      } else {
        cells.append(
          Cell(place: place, value: whole(found["value"].text ?? ""), messages: [message], fields: [field]))
      }
    }
    return cells
  }

  /// A value of a message, unless the message shows it shortened or with signs for what cannot be shown.
  private static func whole(_ value: String) -> String? {
    let isCut = value.hasSuffix("…") || value.count >= 200 || value.contains("·") || value.contains(where: \.isNewline)
    return isCut ? nil : value.trimmed
  }
}

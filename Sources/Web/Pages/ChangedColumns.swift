internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// Saving what is chosen on the page of columns, and what a person sees where somebody else has chosen something since.
extension PlanPages {
  /// Saves what the form of the columns says, unless something else has been chosen since that was shown.
  static func saveColumns(of present: WaitingPlan, _ visit: Visit) async throws -> Response {
    var plan = present
    plan.reading = try reading(of: present, visit)
    let seen = visit.form[ColumnChoice.field] ?? ""
    let replaced = ColumnChoice.digest(of: present.reading.fields)
    // Nothing is lost where both chose the same.
    guard seen == replaced || plan.reading.fields == present.reading.fields else {
      return try changedColumns(plan, since: seen, savingAs: visit.form["save-as"] ?? "", visit)
    }
    if let failure = plan.reading.profileFailure { return try await columns(of: plan, visit, refusing: failure) }
    if let name = visit.form["save-as"], !name.isEmpty {
      do { plan.reading = try await saveProfile(name, of: plan, visit) } catch let failure as PageFailure {
        return try await columns(of: plan, visit, refusing: failure)
      }
    }
    guard let saved = try plan.saved(over: replaced, visit) else {
      // A profile is saved by now, and the file is to be read by it.
      return try changedColumns(plan, since: replaced, savingAs: "", visit)
    }
    return try await madeAgain(saved, visit, showing: visit.form["look"] == nil ? "" : "/columns")
  }

  /// What the person chose next to what is chosen now, and who chose that. Nothing was saved.
  ///
  /// - Parameters:
  ///   - plan: the file with the choice of the person.
  ///   - digest: that of the choice which the person saw.
  ///   - name: the name of the profile that the person wanted to save; empty for none.
  private static func changedColumns(
    _ plan: WaitingPlan, since digest: String, savingAs name: String, _ visit: Visit
  ) throws -> Response {
    let folder = try WaitingPlan.place(of: plan.id, visit)
    let present = try WaitingPlan.find(plan.id, visit)
    guard present.importNumber == nil else { return visit.redirect(to: plan.address) }
    let now = present.reading.fields
    let presentDigest = ColumnChoice.digest(of: now)
    let seen = ColumnChoice.find(digest, in: folder)?.fields
    let merged = ColumnChoice.merged(plan.reading.fields, into: now, seen: seen)
    let names = Set(now.keys).union(merged.keys)
    let differing = inOrder(names.union((seen ?? now).keys)).filter {
      merged[$0] != now[$0] || (seen ?? now)[$0] != now[$0]
    }
    let rows = differing.map { field -> [String: Any] in
      [
        "title": title(ofField: field), "seen": shown(seen?[field], in: field), "now": shown(now[field], in: field),
        "chosen": shown(merged[field], in: field), "is_other": merged[field] != now[field],
      ]
    }
    var sent = inOrder(names).compactMap { field -> [String: String]? in
      let value = merged[field] ?? (field.hasPrefix(ColumnChoice.mapped) ? ColumnChoice.asRecognised : nil)
      return value.map { ["field": field, "value": $0] }
    }
    for (field, value) in [("save-as", name), ("look", visit.form["look"] ?? "")] where !value.isEmpty {
      sent.append(["field": field, "value": value])
    }
    return try visit.page(
      "columns-changed", title: LocalizedText("Other columns or options have been chosen"),
      [
        "name": plan.name, "address": plan.address, "shown": presentDigest, "save_as": name,
        "reason": columnsChanged(by: ColumnChoice.find(presentDigest, in: folder)?.login, visit),
        "has_seen": seen != nil, "fields": sent, "rows": rows,
      ], status: .conflict)
  }

  /// That somebody has chosen other columns or options.
  ///
  /// - Parameter login: who did; nil where that is not known.
  static func columnsChanged(by login: String?, _ visit: Visit) -> LocalizedText {
    guard let login, login != visit.person.login else {
      return LocalizedText("The columns or options were changed since.")
    }
    return LocalizedText("\(CountProgressPages.name(of: login, visit)) changed the columns or options since.")
  }

  // MARK: Fields

  private static func inOrder(_ names: Set<String>) -> [String] {
    let others = ColumnChoice.titles.map(\.field)
    let columns =
      names.filter { $0.hasPrefix(ColumnChoice.mapped) }.sorted()
      + names.filter { $0.hasPrefix(ColumnValues.prefix) }.sorted()
    return (Array(others.prefix(4)) + columns + Array(others.dropFirst(4))).filter { names.contains($0) }
  }

  private static func title(ofField field: String) -> LocalizedText {
    if field.hasPrefix(ColumnChoice.mapped) {
      let column = String(field.dropFirst(ColumnChoice.mapped.count))
      return LocalizedText("Column “\(column)”")
    }
    if let (column, value) = ColumnValues.parts(ofField: field) {
      return LocalizedText("“\(value)” in the column “\(column)”")
    }
    return ColumnChoice.titles.first { $0.field == field }?.title ?? LocalizedText(verbatim: field)
  }

  /// The value of a field as the page of columns shows it.
  private static func shown(_ value: String?, in field: String) -> LocalizedText {
    let isTick = ColumnChoice.isTick(field)
    guard let value else {
      if isTick { return LocalizedText(word: "no") }
      if field.hasPrefix(ColumnValues.prefix) { return LocalizedText("as it is in the file") }
      let isFree = ["supplier", "location", "profile", "day", "document"].contains(field)
      return isFree ? LocalizedText(verbatim: "–") : LocalizedText("as recognised")
    }
    if field.hasPrefix(ColumnChoice.mapped) {
      return value == ColumnChoice.notUsed ? LocalizedText("not used") : RecordWords.title(ofField: value)
    }
    switch field {
    case "kind": return ImportPages.shownWords(value)
    case "decimal": return LocalizedText(said: value)
    case "dates": return Suggestion.orders[value] ?? LocalizedText(verbatim: value)
    case "day": return LocalizedText(moment: value.replacing("T", with: " "))
    default: return isTick ? LocalizedText(word: "yes") : LocalizedText(verbatim: value)
    }
  }
}

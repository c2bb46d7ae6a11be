internal import FormatKit
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// What the columns of a file mean: what was recognised and why, and what a person says about the rest.
extension PlanPages {
  /// - Parameter failure: why what the form says was not taken; the form then has it still.
  static func columns(
    of plan: WaitingPlan, _ visit: Visit, refusing failure: PageFailure? = nil
  ) async throws -> Response {
    // A form that is shown again is about what it showed before.
    let digest = visit.form[ColumnChoice.field] ?? ColumnChoice.digest(of: plan.reading.fields)
    var (plan, refusal) = (plan, PageFailure?.none)
    try plan.keepTakenProfile(visit)
    let profileFailure = plan.reading.profileFailure
    // The field keeps what was typed, and the file is shown without it.
    let typed = profileFailure == nil ? nil : plan.reading.profile
    if profileFailure != nil { plan.reading.profile = nil }
    let seen: JSONValue
    do { seen = try await inspected(plan, visit) } catch let failure as PageFailure
      where plan.reading.profile != nil && !["", "busy"].contains(failure.code)
    {
      // The file cannot be read by the profile: it is shown without it, with all other answers.
      (plan.reading.profile, refusal) = (nil, failure)
      seen = try await inspected(plan, visit)
    }
    let answer = try plan.answer(visit)
    let kinds = offered(seen["record_kinds"].elements.compactMap(\.text), plan.reading)
    let choices = FieldChoices(groups: RecordWords.fieldGroups(of: kinds), suggested: suggestions(in: answer))
    let tables = seen["tables"].elements.enumerated().map { table(of: $1, number: $0, plan.reading, choices) }
    let places = await ShopPlaces.all(visit).choices(chosen: plan.reading.location)
    let suppliers = await ShopPlaces.suppliers(visit)
    let profiles = await profiles(visit)
    let moment = TypedMoment(visit.isoMoment(plan.reading.constants["effective_at"]))
    let fields = plan.reading.fields
    let ticks = ColumnChoice.titles.filter { ColumnChoice.isTick($0.field) }.map { field, title -> [String: Any] in
      ["field": field, "title": title, "is_ticked": fields[field] != nil]
    }
    var values: [String: Any] = [
      "name": plan.name, "address": plan.address, "shown": digest, "format": seen["format"].text ?? "",
      "why": LocalizedText(said: seen["why"].text),
      "places": places, "suppliers": suppliers, "profiles": profiles,
      "save_as": visit.form["save-as"] ?? "",
      "tables": tables,
      "kinds": Vocabulary.kinds.map { kind -> [String: Any] in
        ["name": kind.name, "title": ImportPages.shownWords(kind.name), "is_chosen": plan.reading.kind == kind.name]
      },
      "supplier": plan.reading.supplier ?? "", "location": plan.reading.location ?? "",
      "profile": typed ?? plan.reading.profile ?? "",
      "day": moment.inField(endOfDay: false),
      "document": plan.reading.constants["document"] ?? "",
      "decimals": Self.choices(
        [("point", LocalizedText("Point: 1,234.50")), ("comma", LocalizedText("Comma: 1.234,50"))], plan.reading.decimal
      ),
      "dates": Self.choices(
        [
          ("dmy", LocalizedText("Day, month, year: 31.12.2026")),
          ("mdy", LocalizedText("Month, day, year: 12/31/2026")),
          ("ymd", LocalizedText("Year, month, day: 2026-12-31")),
        ], plan.reading.dates),
      "titles": Dictionary(uniqueKeysWithValues: ColumnChoice.titles.map { ($0.field, $0.title) }), "ticks": ticks,
    ]
    if answer["error"]["message"].text != nil {
      values.merge(question(answer["error"], of: plan, visit.site.answers)) { $1 }
    }
    if let refusal {
      values.merge(refusal.at("profile").values) { $1 }
    }
    let title = LocalizedText("What do the columns mean?")
    guard let failure else { return try visit.page("columns", title: title, values) }
    // A name that a profile cannot be saved under, such as one that is taken, is one for its own field.
    let isOfName = profileFailure == nil && failure.code == "usage"
    return try visit.page("columns", title: title, values, refusing: isOfName ? failure.at("save-as") : failure)
  }

  /// How the file is to be read, as the form says.
  static func reading(of plan: WaitingPlan, _ visit: Visit) throws -> WaitingPlan.Reading {
    var reading = plan.reading
    let form = visit.form
    func chosen(_ name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }
    reading.kind = chosen("kind")
    if let kind = reading.kind, Vocabulary.kind(kind) == nil { throw PageFailure.notFound }
    reading.supplier = chosen("supplier")
    reading.location = chosen("location")
    reading.profile = chosen("profile")
    let wasTaken = try plan.takenProfile(visit) != nil || plan.reading.withoutProfile == true
    reading.withoutProfile = reading.profile == nil && wasTaken ? true : nil
    reading.decimal = chosen("decimal")
    reading.dates = chosen("dates")
    guard [nil, "point", "comma"].contains(reading.decimal), reading.dates.map({ Suggestion.orders[$0] != nil }) ?? true
    else { throw PageFailure.notFound }
    // As the field shows it again: a day alone means its beginning.
    reading.constants["effective_at"] = chosen("day").map {
      TypedMoment(visit.isoMoment($0)).inField(endOfDay: false)
    }
    reading.constants["document"] = chosen("document")
    reading.newItems = form["new-items"] != nil
    reading.newSuppliers = form["new-suppliers"] != nil
    reading.newLocations = form["new-locations"] != nil
    for (name, field) in form.values(after: ColumnChoice.mapped) {
      let column = FormValues.asShown(name)
      switch field {
      case ColumnChoice.asRecognised: reading.columns[column] = nil
      case ColumnChoice.notUsed: reading.columns[column] = ""
      default: reading.columns[column] = field
      }
    }
    reading.takeValues(in: form, since: plan.reading)
    // What the command does not take would keep this page from being shown again.
    if let value = reading.translations.lazy.compactMap(\.tooLong).first {
      throw PageFailure(
        status: .unprocessableContent, title: LocalizedText("“\(String(value.prefix(60)))…” is too long for a name"),
        remedy: LocalizedText("Choose a shorter one."))
    }
    return reading
  }

  /// What the command says of the file, read as the plan has it.
  static func inspected(_ plan: WaitingPlan, _ visit: Visit) async throws -> JSONValue {
    let folder = try WaitingPlan.place(of: plan.id, visit)
    let words = plan.reading.words("inspect").argument("\(folder)/\(plan.file)")
    if let corrections = try plan.keepCorrections(in: folder) {
      defer { unlink(corrections) }
      let answer = await visit.answer(words.option("corrections", corrections))
      // Where a cell cannot be corrected, such as under another name of its column, the file is shown as it was sent.
      if [0, 5].contains(answer.status), let corrected = JSONValue(answer.output),
        corrected["error"]["message"].text == nil
      {
        return corrected
      }
    }
    let answer = await visit.answer(words)
    // A file with errors is shown all the same, unless it cannot be read by its profile.
    guard [0, 5].contains(answer.status), let seen = JSONValue(answer.output),
      plan.reading.profile == nil || seen["error"]["message"].text == nil
    else {
      var failure = PageFailure(answer)
      if !failure.code.isEmpty, let error = JSONValue(answer.output)?["error"], let message = error["message"].text {
        failure.title = error.shownMessage(withoutName(message, plan.file))
      }
      throw failure
    }
    return seen
  }

  /// Saves what was said of the columns as a profile, and reads the file by it from now on.
  ///
  /// - Throws: that the profile exists already, or that no import could be made by it.
  static func saveProfile(_ name: String, of plan: WaitingPlan, _ visit: Visit) async throws -> WaitingPlan.Reading {
    let folder = try WaitingPlan.place(of: plan.id, visit)
    let reading = plan.reading
    _ = try await visit.run(
      reading.words("inspect").option("save-profile", name).argument("\(folder)/\(plan.file)").writing, accepting: [3])
    // What the profile says, nothing else has to.
    let kept = WaitingPlan.Reading(
      profile: name, newSuppliers: reading.newSuppliers, newLocations: reading.newLocations, newItems: reading.newItems,
      cells: reading.cells)
    return kept
  }

  /// The profiles that a file can be read by, as choices; none where the person may not list them.
  private static func profiles(_ visit: Visit) async -> [[String: Any]] {
    let answer = await visit.answer(CommandWords("settings").argument("profiles"))
    let profiles = answer.status == 0 ? JSONValue(answer.output)?["profiles"].elements ?? [] : []
    return profiles.map { ["name": $0["profile"].text ?? "", "summary": $0["summary"].text ?? ""] }
  }

  // MARK: Columns

  /// What a column may be taken for.
  private struct FieldChoices {
    let groups: [RecordWords.FieldGroup]
    /// By column: the fields that messages about the file suggest.
    let suggested: [String: [SuggestedField]]
  }

  /// A field that a message suggests for a column.
  private struct SuggestedField {
    let field: String
    let reason: LocalizedText
  }

  /// The kinds of records whose fields are offered: the one that is chosen, else those that were recognised, and with lines
  /// of a document the document itself, which has its days. Where a supplier is stated, the fields of a supplier's items are
  /// offered with those of items.
  static func offered(_ recognised: [String], _ reading: WaitingPlan.Reading) -> [String] {
    let chosen = reading.kind.map { [$0] } ?? recognised
    let heads = chosen.compactMap { Vocabulary.head(of: $0)?.name }.filter { !chosen.contains($0) }
    let kinds = heads + chosen
    let isOfItems = kinds.contains { Vocabulary.kind($0)?.part != nil }
    guard reading.supplier != nil, isOfItems, !kinds.contains("supplier_items") else { return kinds }
    return kinds + ["supplier_items"]
  }

  /// What messages about a file suggest for its columns, by the column.
  private static func suggestions(in answer: JSONValue) -> [String: [SuggestedField]] {
    let examples = answer["guards"].elements.flatMap { $0["examples"].elements + [$0] }
    let said = [answer["error"]] + answer["findings"].elements + answer["problem_groups"].elements + examples
    var fields: [String: [SuggestedField]] = [:]
    for one in said {
      let texts = ["message", "evidence"].compactMap { one[$0].text } + one.remedies
      for suggestion in Suggestion.all(in: texts) {
        guard case .column(let column, let field) = suggestion.assignment, !field.isEmpty,
          fields[column]?.contains(where: { $0.field == field }) != true
        else { continue }
        fields[column, default: []].append(SuggestedField(field: field, reason: reason(for: suggestion, in: one)))
      }
    }
    return fields
  }

  /// Why a message suggests what it does: the line before its command, else what it says.
  private static func reason(for suggestion: Suggestion, in said: JSONValue) -> LocalizedText {
    for remedy in said.remedies {
      let lines = remedy.split(separator: "\n").map(String.init)
      for (line, next) in zip(lines, lines.dropFirst()) where Suggestion.all(in: [next]).contains(suggestion) {
        return LocalizedText(said: line.hasSuffix(":") ? String(line.dropLast()) : line)
      }
    }
    return said["message"].text == nil ? LocalizedText(said: said["evidence"].text ?? "") : said.shownMessage
  }

  /// A table of the file: the columns that a person has to look at, those that are understood, and the first records.
  private static func table(
    of table: JSONValue, number: Int, _ reading: WaitingPlan.Reading, _ choices: FieldChoices
  ) -> [String: Any] {
    let columns = table["columns"].elements
    let rows = columns.map { row(of: $0, reading, choices) }
    let open = rows.filter { $0["is_open"] as? Bool == true }
    let understood = rows.filter { $0["is_open"] as? Bool != true }
    let values: [String: Any] = [
      "name": table["name"].text ?? "",
      "heading": open.isEmpty
        ? LocalizedText("Columns")
        : LocalizedText(
          count: open.count, one: "1 column to look at", other: "\(PageNumber.text(open.count)) columns to look at"),
      "open": open.isEmpty ? false as Any : ["columns": open] as Any,
      "understood": understood.isEmpty ? false as Any : ["columns": understood] as Any,
      "understood_title": LocalizedText(
        count: understood.count, one: "1 column is understood",
        other: "\(PageNumber.text(understood.count)) columns are understood"),
    ]
    return values.merging(ColumnPreview.values(of: table, number: number, reading)) { $1 }
  }

  /// What was recognised without doubt.
  private static let certain = ["by its name", "by the profile"]

  private static func row(
    of column: JSONValue, _ reading: WaitingPlan.Reading, _ choices: FieldChoices
  ) -> [String: Any] {
    let name = column["name"].text ?? ""
    let meaning = column["meaning"].elements.compactMap(\.text)
    let evidence = column["evidence"].text
    let chosen = reading.columns[name]
    let recognised =
      meaning.isEmpty
      ? LocalizedText("not recognised")
      : LocalizedText(meaning.map { RecordWords.title(ofField: $0) }, separator: ", ")
    return [
      "name": name, "field": ColumnChoice.mapped + name,
      "recognised": ["value": ColumnChoice.asRecognised, "title": recognised, "is_chosen": chosen == nil],
      "not_used": [
        "value": ColumnChoice.notUsed, "title": LocalizedText("not used"), "is_chosen": chosen?.isEmpty ?? false,
      ],
      "groups": groups(for: name, chosen: chosen, choices),
      "evidence": LocalizedText(said: evidence ?? (meaning.isEmpty ? "not recognised" : "by its name")),
      "suggestions": meaning.isEmpty ? (choices.suggested[name] ?? []).map(shown) : [],
      "examples": column["examples"].elements.compactMap(\.text).joined(separator: " · "),
      "is_open": chosen == nil && (meaning.isEmpty || evidence.map { !certain.contains($0) } ?? false),
    ]
  }

  /// A suggestion as the page shows it: what the column may mean, and why.
  private static func shown(_ suggestion: SuggestedField) -> [String: Any] {
    ["meaning": RecordWords.name(ofField: suggestion.field), "reason": suggestion.reason]
  }

  /// The fields for one column: those that are suggested first, then the others by kind of record. Each is offered once.
  private static func groups(for column: String, chosen: String?, _ choices: FieldChoices) -> [[String: Any]] {
    var first = (choices.suggested[column] ?? []).map(\.field)
    // A row may make records of more kinds than the one that is chosen.
    let offered = first + choices.groups.flatMap(\.fields)
    if let chosen, !chosen.isEmpty, !offered.contains(chosen) { first.append(chosen) }
    func options(_ fields: [String]) -> [[String: Any]] {
      fields.map { ["value": $0, "title": RecordWords.title(ofField: $0), "is_chosen": chosen == $0] }
    }
    let others = choices.groups.map { group in
      RecordWords.FieldGroup(title: group.title, fields: group.fields.filter { !first.contains($0) })
    }
    let suggested = RecordWords.FieldGroup(title: LocalizedText("Suggested"), fields: first)
    return ([suggested] + others).filter { !$0.fields.isEmpty }.map {
      ["title": $0.title, "options": options($0.fields)]
    }
  }

  private static func choices(_ values: [(String, LocalizedText)], _ chosen: String?) -> [[String: Any]] {
    values.map { value, title in ["value": value, "title": title, "is_chosen": value == chosen] }
  }
}

internal import FormatKit
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// What the columns of a file mean: what was recognised and why, and what a person says about the rest.
extension PlanPages {
  /// In place of a field: what was recognised stays.
  private static let asRecognised = "="
  /// In place of a field: the column is not used.
  private static let notUsed = "-"
  /// The code of the failure of a file that is read by a profile which does not exist.
  private static let profileUnknown = "profile-unknown"

  /// - Parameter failure: why what the form says was not taken; the form then has it still.
  static func columns(
    of plan: WaitingPlan, _ visit: Visit, refusing failure: PageFailure? = nil
  ) async throws -> Response {
    var (plan, unknown) = (plan, PageFailure?.none)
    let profileFailure = plan.reading.profileFailure
    // The field keeps what was typed, and the file is shown without it.
    let typed = profileFailure == nil ? nil : plan.reading.profile
    if profileFailure != nil { plan.reading.profile = nil }
    let seen: JSONValue
    do { seen = try await inspected(plan, visit) } catch let failure as PageFailure
      where failure.code == profileUnknown && plan.reading.profile != nil
    {
      (plan.reading.profile, unknown) = (nil, failure)
      seen = try await inspected(plan, visit)
    }
    let answer = try plan.answer(visit)
    let kinds = seen["record_kinds"].elements.compactMap(\.text)
    let fields = fields(of: plan.reading.kind.map { [$0] } ?? kinds)
    let tables = seen["tables"].elements.map { table -> [String: Any] in
      let columns = table["columns"].elements.map { column in row(of: column, plan.reading, fields) }
      let names = columns.compactMap { $0["name"] as? String }
      let open = columns.count { $0["is_open"] as? Bool == true }
      return [
        "name": table["name"].text ?? "", "columns": columns, "headings": names,
        "open": open == 0 ? "" : "\(open)",
        "rows": table["records"].elements.map { record in record.elements.map { $0.text ?? "" } },
      ]
    }
    let places = await ShopPlaces.all(visit).choices(chosen: plan.reading.location)
    let suppliers = await ShopPlaces.suppliers(visit)
    var values: [String: Any] = [
      "name": plan.name, "address": plan.address, "format": seen["format"].text ?? "", "why": seen["why"].text ?? "",
      "places": places, "suppliers": suppliers, "save_as": visit.form["save-as"] ?? "",
      "tables": tables,
      "kinds": Vocabulary.kinds.map { kind -> [String: Any] in
        ["name": kind.name, "title": ImportPages.words(kind.name), "is_chosen": plan.reading.kind == kind.name]
      },
      "supplier": plan.reading.supplier ?? "", "location": plan.reading.location ?? "",
      "profile": typed ?? plan.reading.profile ?? "", "profile_failure": "", "name_failure": "", "failed_field": "",
      "has_failed": false, "day": plan.reading.constants["effective_at"] ?? "",
      "document": plan.reading.constants["document"] ?? "",
      "decimals": choices(["point", "comma"], plan.reading.decimal),
      "dates": choices(["dmy", "mdy", "ymd"], plan.reading.dates),
      "new_items": plan.reading.newItems, "new_suppliers": plan.reading.newSuppliers,
      "new_locations": plan.reading.newLocations,
    ]
    if answer["error"]["message"].text != nil { values.merge(question(answer["error"], of: plan)) { $1 } }
    if let unknown {
      values.merge(unknown.values) { $1 }
      values["failed_field"] = "profile"
    }
    let title = "What do the columns mean?"
    guard let failure else { return try visit.page("columns", title: title, values) }
    if profileFailure != nil {
      (values["failed_field"], values["profile_failure"]) = ("profile", failure.title)
    } else if failure.code == "usage" {
      // A name that a profile cannot be saved under, such as one that is taken.
      (values["failed_field"], values["name_failure"]) = ("save-as", failure.title)
    }
    return try visit.page("columns", title: title, values, refusing: failure)
  }

  /// How the file is to be read, as the form says.
  static func reading(of plan: WaitingPlan, _ visit: Visit) async throws -> WaitingPlan.Reading {
    var reading = plan.reading
    let form = visit.form
    func chosen(_ name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }
    reading.kind = chosen("kind")
    if let kind = reading.kind, Vocabulary.kind(kind) == nil { throw PageFailure.notFound }
    reading.supplier = chosen("supplier")
    reading.location = chosen("location")
    reading.profile = chosen("profile")
    reading.decimal = chosen("decimal")
    reading.dates = chosen("dates")
    reading.constants["effective_at"] = chosen("day")
    reading.constants["document"] = chosen("document")
    reading.newItems = form["new-items"] != nil
    reading.newSuppliers = form["new-suppliers"] != nil
    reading.newLocations = form["new-locations"] != nil
    for (column, field) in form.values(after: "map.") {
      switch field {
      case asRecognised: reading.columns[column] = nil
      case notUsed: reading.columns[column] = ""
      default: reading.columns[column] = field
      }
    }
    return reading
  }

  private static func inspected(_ plan: WaitingPlan, _ visit: Visit) async throws -> JSONValue {
    let folder = try WaitingPlan.place(of: plan.id, visit)
    // A file with errors is shown all the same.
    return try await visit.run(plan.reading.words("inspect").argument("\(folder)/\(plan.file)"), accepting: [5])
  }

  /// Saves what was said of the columns as a profile, and reads the file by it from now on.
  ///
  /// - Throws: that the profile exists already, or that no import could be made by it.
  static func saveProfile(_ name: String, of plan: WaitingPlan, _ visit: Visit) async throws -> WaitingPlan.Reading {
    let folder = try WaitingPlan.place(of: plan.id, visit)
    var reading = plan.reading
    reading.profile = nil
    _ = try await visit.run(
      reading.words("inspect").option("save-profile", name).argument("\(folder)/\(plan.file)").writing, accepting: [3])
    // What the profile says, nothing else has to.
    let kept = WaitingPlan.Reading(
      profile: name, newSuppliers: reading.newSuppliers, newLocations: reading.newLocations, newItems: reading.newItems)
    return kept
  }

  /// The fields that a column may be taken for, by the kinds of records that the file may have.
  private static func fields(of kinds: [String]) -> [String] {
    let known = kinds.compactMap { Vocabulary.kind($0) }
    let all = (known.isEmpty ? Vocabulary.kinds : known).flatMap { $0.fields.map(\.name) }
    return Set(all).sorted()
  }

  private static func row(
    of column: JSONValue, _ reading: WaitingPlan.Reading, _ fields: [String]
  ) -> [String: Any] {
    let name = column["name"].text ?? ""
    let meaning = column["meaning"].elements.compactMap(\.text)
    let evidence = column["evidence"].text
    let chosen = reading.columns[name]
    let recognised = meaning.isEmpty ? "not recognised" : meaning.map { ImportPages.words($0) }.joined(separator: ", ")
    var options: [[String: Any]] = [
      ["value": asRecognised, "title": recognised, "is_chosen": chosen == nil],
      ["value": notUsed, "title": "not used", "is_chosen": chosen?.isEmpty ?? false],
    ]
    // A row may make records of more kinds than the one that is chosen.
    let other = [chosen].compactMap { $0 }.filter { !$0.isEmpty && !fields.contains($0) }
    options += (fields + other).map { ["value": $0, "title": ImportPages.words($0), "is_chosen": chosen == $0] }
    return [
      "name": name, "options": options, "evidence": evidence ?? (meaning.isEmpty ? "not recognised" : "by its name"),
      "examples": column["examples"].elements.compactMap(\.text).joined(separator: " · "),
      "is_open": chosen == nil && (meaning.isEmpty || evidence != nil && evidence != "by its name"),
    ]
  }

  private static func choices(_ values: [String], _ chosen: String?) -> [[String: Any]] {
    values.map { ["value": $0, "is_chosen": $0 == chosen] }
  }
}

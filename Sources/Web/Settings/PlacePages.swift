internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The locations of the shop: the list, a new one, and changes.
enum PlacePages: RecordForms {
  private static let kinds = FormChoices(choices: [
    ("shop", LocalizedText("Shop")), ("stockroom", LocalizedText("Stockroom")),
    ("warehouse", LocalizedText("Warehouse")), ("transit", LocalizedText("In transit")),
    ("other", LocalizedText("Other")),
  ])
  private static let notGiven = FormChoices(choices: [("", LocalizedText("Not given"))])

  static func add(to routes: PageRoutes) {
    routes.get("/settings/places") { visit in try await page(visit, nil) }
    routes.post("/settings/places", for: .importFiles) { visit in try await add(visit) }
    routes.post("/settings/places/change", for: .importFiles) { visit in try await change(visit) }
  }

  static func locations(_ visit: Visit) async throws -> [JSONValue] {
    try await visit.run(CommandWords("export", "locations").option("format", "json")).elements
  }

  struct Fields: RecordFields {
    var code = ""
    var name = ""
    var kind = ""
    var address = ""
    var gln = ""
    var status = "active"

    init() {}

    /// A location as the export writes it.
    init(_ place: JSONValue) {
      // A field of a form has one line.
      func line(_ field: String) -> String? {
        place[field].text?.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
      }
      code = place["location"].text ?? ""
      name = line("location_name") ?? code
      (kind, address) = (place["location_kind"].text ?? "", line("address") ?? "")
      (gln, status) = (line("gln") ?? "", place["status"].text ?? "active")
    }

    init(_ visit: Visit, from present: Fields) {
      func sent(_ field: String, _ present: String) -> String { visit.form[field] ?? present }
      (code, name) = (sent("code", present.code), sent("name", present.name))
      (kind, address) = (sent("kind", present.kind), sent("address", present.address))
      (gln, status) = (sent("gln", present.gln), sent("status", present.status))
    }

    var shown: String { [name, kind, address, gln, status].joined(separator: " | ") }

    var values: [String: Any] {
      // A kind that was given stays until another one is.
      let none = kind.isEmpty ? notGiven.values(chosen: "") : []
      return [
        "name_given": name, "address_given": address, "gln_given": gln, "is_active": status != "inactive",
        "kinds": none + kinds.values(chosen: kind),
      ]
    }

    var failure: PageFailure? {
      name.isEmpty ? .empty("name", LocalizedText("The name is empty"), LocalizedText("Enter a name.")) : nil
    }

    static let names = ["code", "name", "address", "gln", "status"]

    static func field(ofCode code: String, isNew: Bool) -> String? { code == "refused" && !isNew ? "status" : nil }
  }

  // MARK: Commands

  static func records(_ visit: Visit) async throws -> [Fields] { try await locations(visit).map { Fields($0) } }

  static func words(adding fields: Fields) -> CommandWords {
    CommandWords("location", "add").option("name", fields.name).option("kind", fields.kind)
      .option("address", fields.address).option("gln", fields.gln).argument(fields.code)
  }

  static func words(changing present: Fields, to fields: Fields) -> CommandWords {
    func changed(_ new: String, _ old: String) -> String? { new == old ? nil : new.isEmpty ? "(clear)" : new }
    return CommandWords("location", "change").option("name", changed(fields.name, present.name))
      .option("kind", fields.kind == present.kind ? nil : fields.kind)
      .option("address", changed(fields.address, present.address)).option("gln", changed(fields.gln, present.gln))
      .option("status", fields.status == present.status ? nil : fields.status).argument(fields.code)
  }

  static func saved(_ fields: Fields, _ result: JSONValue, _ visit: Visit) -> Response {
    visit.redirect(
      to: address(visit), saying: LocalizedText("The location \(fields.code) is saved."),
      undo: visit.undoesImports ? result["import_number"].text.map { "/imports/\($0)/undo" } : nil)
  }

  // MARK: The page

  /// The page with the rows that the person was looking at.
  static func address(_ visit: Visit) -> String {
    let from = from(visit)
    return from > 1 ? "/settings/places?from=\(from)" : "/settings/places"
  }

  /// The number of the first row.
  private static func from(_ visit: Visit) -> Int { max(visit.query.number("from"), 1) }

  static func fieldID(_ fields: Fields) -> String { "place-" + FormValues.encoded(fields.code) }

  static func page(_ visit: Visit, _ refused: Refused?) async throws -> Response {
    guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
    let slice = Slice(try await locations(visit), from: visit.query["from"], address: "/settings/places")
    let from = from(visit)
    let places = slice.rows.map { place -> [String: Any] in
      let present = Fields(place)
      let shown: [String: Any] = [
        "code": present.code, "name": present.name, "gln": present.gln, "address": present.address,
        "kind": kinds.title(of: present.kind), "is_inactive": present.status == "inactive",
        "is_main": present.code == visit.frame.location, "shown": present.shown,
        "action": "/settings/places/change?from=\(from)",
      ]
      return form(of: present, refused).merging(shown) { $1 }
    }
    let page: [String: Any] = [
      "places": places, "has_places": !places.isEmpty, "main": visit.frame.location ?? "",
    ]
    return try visit.page(
      "settings-places", title: LocalizedText("Locations"),
      values(refused).merging(page) { $1 }.merging(slice.values) { $1 }, status: refused?.failure.status ?? .ok)
  }
}

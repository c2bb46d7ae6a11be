internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The locations of the shop: the list, a new one, and changes.
enum PlacePages {
  private static let kinds: [(code: String, title: LocalizedText)] = [
    ("shop", LocalizedText("Shop")), ("stockroom", LocalizedText("Stockroom")),
    ("warehouse", LocalizedText("Warehouse")), ("transit", LocalizedText("In transit")),
    ("other", LocalizedText("Other")),
  ]

  static func add(to routes: PageRoutes) {
    routes.get("/settings/places") { visit in try await page(visit) }
    routes.post("/settings/places", for: .importFiles) { visit in
      let fields = Fields(visit)
      let words = CommandWords("location", "add").option("name", fields.name).option("kind", fields.kind)
        .option("address", fields.address).option("gln", fields.gln).argument(fields.code)
      return try await save(words.writing, fields, isNew: true, visit)
    }
    routes.post("/settings/places/change", for: .importFiles) { visit in try await change(visit) }
  }

  static func locations(_ visit: Visit) async throws -> [JSONValue] {
    try await visit.run(CommandWords("export", "locations").option("format", "json")).elements
  }

  /// What a form says of a location, or what holds.
  private struct Fields: Equatable {
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

    init(_ visit: Visit) {
      func sent(_ field: String) -> String { visit.form[field] ?? "" }
      (code, name, kind) = (sent("code"), sent("name"), sent("kind"))
      (address, gln, status) = (sent("address"), sent("gln"), sent("status"))
    }

    /// What a page shows, for a form to send along.
    var shown: String { [name, kind, address, gln, status].joined(separator: " | ") }
  }

  /// A form that was not taken.
  private struct Refused {
    let fields: Fields
    let failure: PageFailure
    let isNew: Bool
  }

  private static func change(_ visit: Visit) async throws -> Response {
    let sent = Fields(visit)
    guard let place = try await locations(visit).first(where: { $0["location"].text == sent.code }) else {
      throw PageFailure.notFound
    }
    let present = Fields(place)
    guard visit.typed("shown") == present.shown else {
      return try await page(visit, Refused(fields: present, failure: .changedMeanwhile, isNew: false))
    }
    guard sent != present else {
      return visit.redirect(to: address(visit), saying: LocalizedText("Nothing was changed."))
    }
    guard !sent.name.isEmpty else {
      let failure = PageFailure(
        status: .unprocessableContent, title: LocalizedText("The name is empty"),
        remedy: LocalizedText("A location has a name that people read."), option: "name")
      return try await page(visit, Refused(fields: sent, failure: failure, isNew: false))
    }
    func changed(_ new: String, _ old: String) -> String? { new == old ? nil : new.isEmpty ? "(clear)" : new }
    let words = CommandWords("location", "change").option("name", changed(sent.name, present.name))
      .option("kind", sent.kind == present.kind ? nil : sent.kind)
      .option("address", changed(sent.address, present.address)).option("gln", changed(sent.gln, present.gln))
      .option("status", sent.status == present.status ? nil : sent.status).argument(sent.code)
    return try await save(words.writing, sent, isNew: false, visit)
  }

  private static func save(
    _ words: CommandWords, _ fields: Fields, isNew: Bool, _ visit: Visit
  ) async throws -> Response {
    let answer = await visit.answer(words)
    guard answer.status == 0, let result = JSONValue(answer.output) else {
      let failure = failure(of: answer)
      guard failure.isAboutTheForm else { throw failure }
      return try await page(visit, Refused(fields: fields, failure: failure, isNew: isNew))
    }
    let number = result["import_number"].text
    return visit.redirect(
      to: address(visit), saying: LocalizedText("The location \(fields.code) is saved."),
      undo: visit.undoesImports ? number.map { "/imports/\($0)/undo" } : nil)
  }

  /// Why a location was not taken: what the command says, else what its import says of the record.
  private static func failure(of answer: CommandAnswer) -> PageFailure {
    let result = JSONValue(answer.output) ?? .null
    guard result["error"]["message"].text == nil, let problem = result["problems"].elements.first else {
      return PageFailure(answer)
    }
    return PageFailure(
      status: .unprocessableContent, title: problem["message"].text?.sentence ?? "",
      remedy: Suggestion.withoutOptions(problem["remedy"].text ?? ""))
  }

  // MARK: The page

  /// The page with the rows that the person was looking at.
  private static func address(_ visit: Visit) -> String {
    let from = visit.query["from"].flatMap { Int($0) } ?? 1
    return from > 1 ? "/settings/places?from=\(from)" : "/settings/places"
  }

  private static func page(_ visit: Visit, _ refused: Refused? = nil) async throws -> Response {
    guard visit.may(.servePages) else { throw PageFailure.forbidden(.servePages) }
    let slice = Slice(try await locations(visit), from: visit.query["from"], address: "/settings/places")
    let from = max(visit.query["from"].flatMap { Int($0) } ?? 1, 1)
    let places = slice.rows.map { place -> [String: Any] in
      let present = Fields(place)
      let own = refused.flatMap { !$0.isNew && $0.fields.code == present.code ? $0 : nil }
      let shown: [String: Any] = [
        "code": present.code, "name": present.name, "gln": present.gln, "address": present.address,
        "kind": kinds.first { $0.code == present.kind }?.title ?? present.kind as Any,
        "is_inactive": present.status == "inactive", "is_main": present.code == visit.frame.location,
        "shown": present.shown, "action": "/settings/places/change?from=\(from)",
      ]
      let id = "place-" + FormValues.encoded(present.code)
      return form(own?.fields ?? present, own?.failure, id).merging(shown) { $1 }
    }
    let new = refused.flatMap { $0.isNew ? $0 : nil }
    let values: [String: Any] = [
      "places": places, "has_places": !places.isEmpty, "main": visit.frame.location ?? "",
      "problem": refused?.failure.title ?? false as Any, "remedy": refused?.failure.remedy ?? "" as Any,
      "new": form(new?.fields ?? Fields(), new?.failure, "new"),
    ]
    return try visit.page(
      "settings-places", title: LocalizedText("Locations"), values.merging(slice.values) { $1 },
      status: refused?.failure.status ?? .ok)
  }

  /// The values for `settings-place-fields`.
  private static func form(_ fields: Fields, _ failure: PageFailure?, _ id: String) -> [String: Any] {
    // A kind that was given stays until another one is.
    let none: [(code: String, title: LocalizedText)] = fields.kind.isEmpty ? [("", LocalizedText("Not given"))] : []
    var values: [String: Any] = [
      "id": id, "code_given": fields.code, "name_given": fields.name, "address_given": fields.address,
      "gln_given": fields.gln, "is_active": fields.status != "inactive", "is_open": failure != nil,
      "kinds": (none + kinds).map { ["code": $0.code, "name": $0.title, "is_chosen": $0.code == fields.kind] },
      "wrong_code": "", "wrong_name": "", "wrong_address": "", "wrong_gln": "", "wrong_status": "",
    ]
    guard let failure, !failure.isConflict else { return values }
    let known = ["name", "address", "gln"]
    let isInUse = failure.code == "refused" && id != "new"
    let field = known.contains(failure.option) ? failure.option : id == "new" ? "code" : isInUse ? "status" : "name"
    values["wrong_\(field)"] = failure.title
    return values
  }
}

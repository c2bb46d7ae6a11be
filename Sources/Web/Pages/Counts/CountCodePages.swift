internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// Codes of a count that the catalog does not know: which item each is, and where it is left out.
enum CountCodePages {
  /// A code that could not be taken as an item.
  struct Refusal {
    let code: String
    /// The places where the numbers conflict, as the command lists them.
    let conflict: JSONValue
  }

  static func add(to routes: PageRoutes) {
    routes.post("/counts/:count/codes") { visit in
      let count = try visit.parameter("count")
      let (code, item) = (visit.form["code"] ?? "", visit.form["item"] ?? "")
      let (section, counter) = (visit.form["section"] ?? "", visit.form["counter"] ?? "")
      var words = CommandWords("count", "resolve").argument(count).argument(code)
      let said: LocalizedText
      switch visit.form["mistake"] {
      case nil:
        words = words.argument(item)
        said = LocalizedText("\(code) is \(item).")
      case "here":
        words = words.flag("mistake").option("section", orEmpty: section).option("counter", orEmpty: counter)
        said = LocalizedText("\(code) is left out here: \(name(section, counter)).")
      default:
        words = words.flag("mistake")
        said = LocalizedText("\(code) is left out of the count.")
      }
      let answer = await visit.answer(words.writing)
      if answer.status == 0 { return visit.redirect(to: CountReviewPages.back(visit, count), saying: said) }
      var failure = PageFailure(answer)
      guard failure.keepsForm else { throw failure }
      let conflict = (JSONValue(answer.output) ?? .null)["conflict"]
      if !conflict["places"].elements.isEmpty {
        failure.title = LocalizedText("\(code) cannot be taken as \(conflict["item"].text ?? item)")
        failure.remedy = LocalizedText("See below where the numbers conflict.")
      }
      let refusal = Refusal(code: code, conflict: conflict)
      return try await CountReviewPages.review(visit, failure.at(fieldID(code)), refusal)
    }
  }

  /// The values of a review about unknown codes, and about codes with a photo that were decided.
  static func values(
    _ status: JSONValue, _ number: String, _ refusal: Refusal?, _ visit: Visit
  ) async -> [String: Any] {
    let unknown = unknown(status, number, refusal)
    let decided = await decided(status, number, visit)
    var values: [String: Any] = [
      "unknown": unknown, "has_unknown": !unknown.isEmpty, "decided": decided, "has_decided": !decided.isEmpty,
    ]
    let problems = status["photo_problems"].elements.compactMap(\.text)
    if !problems.isEmpty {
      values["photo_problems"] = LocalizedText("Photos that cannot be read: \(problems.joined(separator: "; "))")
    }
    return values
  }

  /// The identifier of the field that says what a code is.
  private static func fieldID(_ code: String) -> String { "item-" + FormValues.encoded(code) }

  private static func unknown(_ status: JSONValue, _ number: String, _ refusal: Refusal?) -> [[String: Any]] {
    status["unknown"].elements.map { item -> [String: Any] in
      let (code, note) = (item["code"].text ?? "", item["note"].text ?? "")
      let conflict = if let refusal, refusal.code == code { refusal.conflict } else { item["conflict"] }
      // Each place shows its own; one for all would hide the others.
      let hasOwnNotes = item["places"].elements.contains { $0["note"].text != nil }
      let photos = item["photos"].elements.map { photo -> [String: Any] in
        let own = hasOwnNotes ? place(photo, among: item["places"].elements)?["note"].text ?? "" : note
        return CountPhotoPages.shown(photo, of: code, note: own, in: number)
      }
      return [
        "code": code, "quantity": item["quantity"].numberText, "note": hasOwnNotes ? "" : note,
        "section": item["places"].elements.isEmpty ? item["section"].text ?? "" : "",
        "id": fieldID(code), "find": "/find?q=" + FormValues.encoded(note.isEmpty ? code : note),
        "photos": photos, "places": places(of: item, conflict),
      ]
    }
  }

  /// The places of a code that was counted at several, or whose numbers conflict with those of an item.
  private static func places(of item: JSONValue, _ conflict: JSONValue) -> [[String: Any]] {
    let conflicts = conflict["places"].elements
    let counted = item["places"].elements
    return (counted.isEmpty ? conflicts : counted).map { place -> [String: Any] in
      let (section, counter) = (place["section"].text ?? "", place["counter"].text ?? "")
      var values: [String: Any] = [
        "place": name(section, counter), "section": section, "counter": counter,
        "quantity": PageNumber.text(place["quantity"].text ?? place["found"].text), "note": place["note"].text ?? "",
      ]
      let clash = Self.place(place, among: conflicts)
      if let clash { values["conflict"] = sentence(clash, conflict["item"].text ?? "") }
      return values
    }
  }

  /// The one of these places that has the section and the counter of another.
  private static func place(_ one: JSONValue, among places: [JSONValue]) -> JSONValue? {
    places.first {
      $0["section"].text ?? "" == one["section"].text ?? ""
        && ($0["counter"].text ?? "").utf8.elementsEqual((one["counter"].text ?? "").utf8)
    }
  }

  /// What is wrong at a place, and what to do there.
  private static func sentence(_ place: JSONValue, _ item: String) -> LocalizedText {
    let (counted, found) = (place["counted"].numberText, place["found"].numberText)
    // The manager types this number.
    let sum = LocalizedText(typed: place["sum"].text ?? "")
    return LocalizedText(
      [
        LocalizedText("\(item) was counted here as \(counted) too: one number would replace the other."),
        LocalizedText("If that does not include the \(found) of this code, enter \(sum) for \(item)."),
        LocalizedText("Then leave the code out here."),
      ], separator: " ")
  }

  /// A section with its counter, in words.
  private static func name(_ section: String, _ counter: String) -> LocalizedText {
    let name = CountPages.name(ofSection: section)
    return counter.isEmpty ? name : LocalizedText([name, LocalizedText(verbatim: counter)], separator: " · ")
  }

  /// The codes with a photo that are not unknown any more, with what became of them.
  private static func decided(_ status: JSONValue, _ number: String, _ visit: Visit) async -> [[String: Any]] {
    let unknown = Set(status["unknown"].elements.compactMap { $0["code"].text })
    let photos = (try? await visit.run(CommandWords("count", "photo").argument(number)))?.elements ?? []
    let byCode = Dictionary(grouping: photos) { $0["code"].text ?? "" }
    return byCode.filter { !unknown.contains($0.key) }.sorted { $0.key < $1.key }.map { code, photos -> [String: Any] in
      let item = photos.first?["item"].text
      return [
        "what": item.map { LocalizedText("\(code) is \($0).") }
          ?? LocalizedText("\(code) is not in the count any more."),
        "photos": photos.map { CountPhotoPages.shown($0, of: code, note: "", in: number) },
      ]
    }
  }
}

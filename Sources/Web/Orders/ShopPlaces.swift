internal import Serving

/// The places that the shop has, as choices of forms.
struct ShopPlaces {
  let places: [JSONValue]

  /// - Returns: none where the person may not list them.
  static func all(_ visit: Visit) async -> ShopPlaces {
    let answer = await visit.answer(CommandWords("export", "locations").option("format", "json"))
    return ShopPlaces(places: answer.status == 0 ? JSONValue(answer.output)?.elements ?? [] : [])
  }

  /// The suppliers with their codes and names, as choices of a template; none where the person may not list them.
  static func suppliers(_ visit: Visit) async -> [[String: Any]] {
    let answer = await visit.answer(CommandWords("export", "suppliers").option("format", "json"))
    guard answer.status == 0 else { return [] }
    return (JSONValue(answer.output)?.elements ?? []).map { supplier in
      let code = supplier["supplier"].text ?? ""
      return ["code": code, "name": supplier["supplier_name"].text ?? code]
    }
  }

  /// The codes of those that are in use.
  var codes: [String] { places.filter { !Self.isInactive($0) }.compactMap { $0["location"].text } }

  /// The codes of the places of an item: those that have it before those that had it, and among either the shop's usual
  /// place first.
  ///
  /// - Parameter levels: its stock in each place and lot.
  static func codes(of levels: [JSONValue], _ visit: Visit) -> [String] {
    func rank(_ level: JSONValue) -> (Int, Int) {
      (level["quantity"].text == "0" ? 1 : 0, level["location"].text == visit.frame.location ? 0 : 1)
    }
    return levels.sorted { rank($0) < rank($1) }.compactMap { $0["location"].text }.reduce(into: []) { codes, code in
      if !codes.contains(code) { codes.append(code) }
    }
  }

  /// The code of the place that a form offers first: that of the shop's settings, else the first shop or store, else
  /// the first in use; nil without places.
  func main(_ visit: Visit) -> String? {
    visit.frame.location
      ?? places.first { ["shop", "store"].contains($0["location_kind"].text) }?["location"].text
      ?? codes.first
  }

  private static func isInactive(_ place: JSONValue) -> Bool { place["status"].text == "inactive" }

  /// The choices for a template: the places in use, and the one with a code, which is chosen.
  func choices(chosen: String?) -> [[String: Any]] {
    places.compactMap { place in
      let code = place["location"].text ?? ""
      guard !Self.isInactive(place) || code == chosen else { return nil }
      return ["code": code, "name": place["location_name"].text ?? code, "is_chosen": code == chosen]
    }
  }
}

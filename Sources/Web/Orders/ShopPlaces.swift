internal import Serving

/// The places that the shop has, as choices of forms.
struct ShopPlaces {
  let places: [JSONValue]

  /// - Returns: none where the person may not list them.
  static func all(_ visit: Visit) async -> ShopPlaces {
    let answer = await visit.answer(CommandWords("export", "locations").option("format", "json"))
    return ShopPlaces(places: answer.status == 0 ? JSONValue(answer.output)?.elements ?? [] : [])
  }

  var codes: [String] { places.compactMap { $0["location"].text } }

  /// The choices for a template, of which the one with a code is chosen.
  func choices(chosen: String?) -> [[String: Any]] {
    places.map { place in
      let code = place["location"].text ?? ""
      return ["code": code, "name": place["location_name"].text ?? code, "is_chosen": code == chosen]
    }
  }
}

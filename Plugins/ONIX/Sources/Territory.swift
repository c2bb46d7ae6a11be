/// Where a price or a supplier is for: the countries and regions of a composite of ONIX 3, or of the elements of ONIX 2.1.
struct Territory: Hashable, Sendable {
  private var included: Set<String> = []
  private var excluded: Set<String> = []

  /// The elements that say it, of both releases.
  static let including = [
    "CountriesIncluded", "RegionsIncluded", "CountryCode", "Territory", "SupplyToCountry", "SupplyToTerritory",
  ]
  static let excluding = [
    "CountriesExcluded", "RegionsExcluded", "CountryExcluded", "TerritoryExcluded", "SupplyToCountryExcluded",
  ]

  init(_ element: MessageElement?) {
    guard let element else { return }
    for child in element.children {
      if child.name == "Territory", !child.children.isEmpty {
        let inner = Territory(child)
        included.formUnion(inner.included)
        excluded.formUnion(inner.excluded)
      } else if Self.including.contains(child.name) {
        included.formUnion(Self.codes(child.text))
      } else if Self.excluding.contains(child.name) {
        excluded.formUnion(Self.codes(child.text))
      }
    }
  }

  private static func codes(_ text: String) -> [String] { text.split(separator: " ").map { $0.uppercased() } }

  /// Countries of the euro, region ECZ of list 49.
  private static let eurozone: Set<String> = [
    "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PT",
    "SI",
    "SK",
  ]

  /// Whether it covers a country. Without any statement it covers all countries.
  func covers(_ country: String) -> Bool {
    if excluded.contains(country) { return false }
    guard !included.isEmpty else { return true }
    return included.contains { code in
      code == country || code == "WORLD" || code == "ROW" || code.hasPrefix(country + "-")
        || code == "ECZ" && Self.eurozone.contains(country)
    }
  }
}

/// The rules that counts of a shop get when they are opened: those of a location, else those of the shop.
public struct CountRuleBook: Hashable, Sendable {
  /// For locations that have none of their own; nil for none.
  public var shop: CountRules?
  public var locations: [String: CountRules]

  public init(shop: CountRules? = nil, locations: [String: CountRules] = [:]) {
    self.shop = shop
    self.locations = locations
  }

  /// The rules of a count of a location, with where they were taken from; nil when there are none.
  public func rules(ofLocation code: String) -> (rules: CountRules, source: String)? {
    if let own = locations[code] { return (own, "location") }
    return shop.map { ($0, "shop") }
  }
}

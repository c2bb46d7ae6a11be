/// The rules that counts of a shop get when they are opened: those of a location, else those of the shop.
public struct CountRuleBook: Hashable, Sendable {
  /// The rules for locations without rules of their own; nil if there are no such rules.
  public var shop: CountRules?
  public var locations: [String: CountRules]

  public init(shop: CountRules? = nil, locations: [String: CountRules] = [:]) {
    self.shop = shop
    self.locations = locations
  }

  /// The count rules of a location, and their source; nil if the location has no rules.
  public func rules(ofLocation code: String) -> (rules: CountRules, source: String)? {
    if let own = locations[code] { return (own, "location") }
    return shop.map { ($0, "shop") }
  }
}

public import RetailValues
internal import Stock

/// A search in the catalog: all given conditions must be true, and of several values of one property any one.
///
/// The conditions on colour, size, price and stock must be true of the same variant: "red, in M, in stock" asks for an
/// item that can be bought.
public struct CatalogQuery: Hashable, Sendable, Codable {
  /// The order of products. Products that compare equal are ordered by their codes.
  public enum Order: String, Hashable, Sendable, CaseIterable, Codable {
    case title
    case code
    /// The latest published first, then the latest made.
    case newest
    /// The cheapest first, those without a price last.
    case price
    /// The nearest first; products without a store last.
    case distance
  }

  /// Texts that the product's code must hold, in any case; any of them.
  public var codes: [String] = []
  /// Texts that title and description must hold, in any case and writing: all of them.
  public var titles: [String] = []
  public var descriptions: [String] = []
  /// The current price for customers of one unit, in minor units of the shop's currency.
  public var lowestPrice: Int64?
  public var highestPrice: Int64?
  /// Codes of categories, each with all that is below it.
  public var categories: [String] = []
  public var brands: [String] = []
  /// Codes of the locations that a product belongs to, or where some of it is on hand.
  public var stores: [String] = []
  public var colours: [String] = []
  /// Colours and families are one property: a colour that is named, or is of a family that is.
  public var colourFamilies: [String] = []
  public var sizes: [String] = []
  public var genders: [String] = []
  /// The location of the user.
  public var place: Coordinates? {
    get {
      latitude.flatMap { latitude in
        longitude.flatMap { Coordinates(latitude: Degrees(scaled: latitude), longitude: Degrees(scaled: $0)) }
      }
    }
    set { (latitude, longitude) = (newValue?.latitude.scaled, newValue?.longitude.scaled) }
  }
  private var latitude: Int64?
  private var longitude: Int64?
  /// How far the product's stores may be from there, in metres along the earth.
  public var metres: Int64?
  /// Whether something must be on hand, in the stores that are asked for.
  public var isInStock = false
  /// The states of products that are meant.
  public var statuses: Set<String> = ["active"]
  /// Whether products are meant too that customers are shown only later.
  public var includesUnpublished = false
  public var order = Order.title
  /// Whether the user may see where an item is on hand. If not, the stores of a product are the stores that it belongs
  /// to.
  public var seesStock = false

  public init() {}

  /// The conditions that still apply to further pages: which of the products found may be shown, and with which data.
  var continued: CatalogQuery {
    var query = CatalogQuery()
    (query.statuses, query.includesUnpublished) = (statuses, includesUnpublished)
    (query.place, query.seesStock) = (place, seesStock)
    return query
  }
}

/// By what a search is narrowed down: a property whose values are counted.
public enum CatalogFacet: String, Hashable, Sendable, CaseIterable {
  case category, brand, store, colour
  case colourFamily = "colour-family"
  case size, gender
}

/// A value of a facet, with how many products would be found if it were asked for instead of the values that are.
public struct CatalogFacetValue: Hashable, Sendable {
  public let value: String
  /// The name for people, if it differs from the code.
  public let name: String?
  public let products: Int
}

/// The attributes of Google's product data specification, as data.
///
/// The field of an attribute says what it becomes. Attributes without a field are kept in the `attributes` of the
/// variant under their own names. To add an attribute, add a line here.
enum AttributeTable {
  /// The attributes in the order in which they are written.
  static let all: [Attribute] = identity + presentation + priceAndTime + description + campaigns + delivery

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  /// The attribute of that name; nil for one that the specification does not have.
  static func attribute(_ name: String) -> Attribute? { byName[name] }

  /// The place of an attribute in what is written; those of others come last.
  static func place(of name: String) -> Int { places[name] ?? all.count }

  static let names = all.map(\.name)

  private static let identity: [Attribute] = [
    Attribute("id", .text(50), field: "variants.sku", isRequired: true),
    Attribute("item_group_id", .text(50), field: "products.product_code"),
    Attribute("title", .text(150), field: "products.title", isRequired: true),
    Attribute("structured_title", .group("digital_source_type content")),
    Attribute("description", .text(5000), field: "products.description", isRequired: true),
    Attribute("structured_description", .group("digital_source_type content")),
    Attribute("gtin", .gtin, field: "barcodes.barcode", most: 10),
    Attribute("mpn", .text(70)),
    Attribute("brand", .text(70), field: "products.brand"),
    Attribute("identifier_exists", .choice(yesNo)),
    Attribute("google_product_category", .text(750)),
    Attribute("product_type", .text(750), field: "products.category", most: 5),
  ]

  private static let presentation: [Attribute] = [
    Attribute("link", .link, isRequired: true),
    Attribute("mobile_link", .link),
    Attribute("canonical_link", .link),
    Attribute("ads_redirect", .link),
    Attribute("checkout_link_template", .text(2000)),
    Attribute("image_link", .link, isRequired: true),
    Attribute("additional_image_link", .link, most: 10),
    Attribute("lifestyle_image_link", .link, most: 10),
    Attribute("virtual_model_link", .link),
    Attribute("video_link", .link, most: 10),
    Attribute("short_title", .text(150)),
    Attribute("product_highlight", .text(150), most: 100),
    Attribute("product_detail", .group("section_name attribute_name attribute_value"), most: 1000),
  ]

  private static let priceAndTime: [Attribute] = [
    Attribute(
      "availability", .choice(["in_stock", "out_of_stock", "preorder", "backorder", "limited_availability"]),
      isRequired: true),
    Attribute("availability_date", .date),
    Attribute("expiration_date", .date),
    Attribute("disclosure_date", .date),
    Attribute("price", .price, field: "prices.price", isRequired: true),
    Attribute("sale_price", .price, field: "prices.price"),
    Attribute("sale_price_effective_date", .interval, field: "prices.valid_from"),
    Attribute("cost_of_goods_sold", .price, field: "variants.standard_cost"),
    Attribute("auto_pricing_min_price", .price),
    Attribute("maximum_retail_price", .price),
    Attribute("unit_pricing_measure", .measure(pricingUnits)),
    Attribute("unit_pricing_base_measure", .measure(pricingUnits)),
    Attribute("installment", .group("months amount:price downpayment:price credit_type"), most: 5),
    Attribute("subscription_cost", .group("period period_length amount:price")),
    Attribute("loyalty_points", .group("name points_value ratio")),
    Attribute(
      "loyalty_program",
      .group(
        "program_label tier_label price:price cashback_for_future_use:price loyalty_points member_price_effective_date "
          + "shipping_label"), most: 100),
    Attribute("sell_on_google_quantity", .wholeNumber),
  ]

  private static let description: [Attribute] = [
    Attribute("condition", .choice(["new", "refurbished", "used"])),
    Attribute("adult", .choice(yesNo)),
    Attribute("multipack", .wholeNumber),
    Attribute("is_bundle", .choice(yesNo)),
    Attribute("age_group", .choice(["newborn", "infant", "toddler", "kids", "adult"])),
    Attribute("gender", .choice(["male", "female", "unisex"])),
    Attribute("color", .text(100), field: "variants.colour"),
    Attribute("size", .text(100), field: "variants.size"),
    Attribute("size_type", .choice(["regular", "petite", "plus", "tall", "big", "maternity"]), most: 2),
    Attribute(
      "size_system", .choice(["US", "UK", "EU", "AU", "BR", "CN", "DE", "FR", "IT", "JP", "MEX"])),
    Attribute("material", .text(200)),
    Attribute("pattern", .text(100)),
    Attribute("product_length", .measure(lengthUnits)),
    Attribute("product_width", .measure(lengthUnits)),
    Attribute("product_height", .measure(lengthUnits)),
    Attribute("product_weight", .measure(weightUnits)),
    Attribute("energy_efficiency_class", .choice(energyClasses)),
    Attribute("min_energy_efficiency_class", .choice(energyClasses)),
    Attribute("max_energy_efficiency_class", .choice(energyClasses)),
    Attribute(
      "certification",
      .group("certification_authority certification_name certification_code certification_value"), most: 10),
  ]

  private static let campaigns: [Attribute] =
    (0...4).map { Attribute("custom_label_\($0)", .text(100)) } + [
      Attribute("promotion_id", .text(50), most: 10),
      Attribute("ads_labels", .text(100), most: 10),
      Attribute("ads_grouping", .text(100)),
      Attribute("display_ads_id", .text(100)),
      Attribute("display_ads_similar_ids", .text(100), most: 10),
      Attribute("display_ads_title", .text(150)),
      Attribute("display_ads_link", .link),
      Attribute("display_ads_value", .text(20)),
      Attribute("excluded_destination", .text(100), most: 10),
      Attribute("included_destination", .text(100), most: 10),
      Attribute("shopping_ads_excluded_country", .text(2), most: 100),
      Attribute("external_seller_id", .text(50)),
      Attribute("pause", .choice(["ads", "all"])),
    ]

  private static let delivery: [Attribute] = [
    Attribute(
      "shipping",
      .group(
        "country region postal_code location_id location_group_name service price:price min_handling_time "
          + "max_handling_time min_transit_time max_transit_time handling_cutoff_time handling_cutoff_timezone",
        usual: "country region service price"), most: 100),
    Attribute("free_shipping_threshold", .group("country price_threshold:price"), most: 100),
    Attribute("minimum_order_value", .group("country service surface price:price"), most: 100),
    Attribute("shipping_label", .text(100)),
    Attribute("shipping_weight", .measure(weightUnits)),
    Attribute("shipping_length", .measure(lengthUnits)),
    Attribute("shipping_width", .measure(lengthUnits)),
    Attribute("shipping_height", .measure(lengthUnits)),
    Attribute("ships_from_country", .text(2)),
    Attribute("min_handling_time", .wholeNumber),
    Attribute("max_handling_time", .wholeNumber),
    Attribute("transit_time_label", .text(100)),
    Attribute(
      "tax",
      .group(
        "country region postal_code location_id rate tax_ship", usual: "country region rate tax_ship"), most: 100),
    Attribute("tax_category", .text(100)),
  ]

  private static let yesNo = ["yes", "no", "true", "false", "y", "n"]
  private static let energyClasses = ["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"]
  private static let weightUnits = ["lb", "oz", "g", "kg"]
  private static let lengthUnits = ["in", "cm"]
  private static let pricingUnits = [
    "oz", "lb", "mg", "g", "kg", "floz", "pt", "qt", "gal", "ml", "cl", "l", "cbm", "in", "ft", "yd", "cm", "m", "sqft",
    "sqm", "ct",
  ]
}

/// One attribute of a product.
struct Attribute: Sendable {
  let name: String
  let type: AttributeType
  /// `kind.field` of the vocabulary that it becomes; nil when it is kept among the attributes of the variant.
  let field: String?
  /// How often an item may have it.
  let most: Int
  /// Whether every item of a primary feed must have it.
  let isRequired: Bool

  init(_ name: String, _ type: AttributeType, field: String? = nil, most: Int = 1, isRequired: Bool = false) {
    self.name = name
    self.type = type
    self.field = field
    self.most = most
    self.isRequired = isRequired
  }

  var isRepeated: Bool { most > 1 }

  /// The sub-attributes, in order; empty unless it is a group.
  var parts: [AttributePart] { if case .group(let parts, _) = type { parts } else { [] } }
}

/// What the values of an attribute are.
enum AttributeType: Sendable {
  /// Text of at most so many characters.
  case text(Int)
  case link
  /// One of the words given.
  case choice([String])
  /// An amount and a currency.
  case price
  case gtin
  /// A day or a moment.
  case date
  /// Two moments.
  case interval
  /// A number and one of the units given.
  case measure([String])
  case wholeNumber
  /// Sub-attributes, and those that a text without a list of them has, in order.
  case group([AttributePart], usual: [String])

  /// A group from words: `country price:price`.
  static func group(_ words: String, usual: String? = nil) -> AttributeType {
    let parts = words.split(separator: " ").map { word in
      let pieces = word.split(separator: ":")
      return AttributePart(name: String(pieces[0]), isPrice: pieces.count > 1)
    }
    return .group(parts, usual: usual.map { $0.split(separator: " ").map(String.init) } ?? parts.map(\.name))
  }
}

/// One sub-attribute.
struct AttributePart: Sendable {
  let name: String
  let isPrice: Bool
}

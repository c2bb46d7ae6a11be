internal import RetailValues

/// A duration of a product: four columns of the table, each of which may be missing.
struct StorageColumns: Hashable, Sendable {
  /// Values of the vocabulary.
  let place: String
  let condition: String
  /// What the names of its columns begin with.
  let prefix: String
  /// Whether the USDA's table has it; others are written only where there is something in them.
  let isStandard: Bool
  /// The table capitalises the tips for a freezer, and has no tips after opening and thawing.
  var tips: String { prefix + (place == "freezer" ? "_Tips" : "_tips") }
  var hasStandardTips: Bool { isStandard && condition != "opened" && condition != "thawed" }

  /// In the order of the table; DOP is the date of purchase.
  static let all: [StorageColumns] = [
    .init(place: "pantry", condition: "stored", prefix: "Pantry", isStandard: true),
    .init(place: "pantry", condition: "purchased", prefix: "DOP_Pantry", isStandard: true),
    .init(place: "pantry", condition: "opened", prefix: "Pantry_After_Opening", isStandard: true),
    .init(place: "refrigerator", condition: "stored", prefix: "Refrigerate", isStandard: true),
    .init(place: "refrigerator", condition: "purchased", prefix: "DOP_Refrigerate", isStandard: true),
    .init(place: "refrigerator", condition: "opened", prefix: "Refrigerate_After_Opening", isStandard: true),
    .init(place: "refrigerator", condition: "thawed", prefix: "Refrigerate_After_Thawing", isStandard: true),
    .init(place: "freezer", condition: "stored", prefix: "Freeze", isStandard: true),
    .init(place: "freezer", condition: "purchased", prefix: "DOP_Freeze", isStandard: true),
    .init(place: "pantry", condition: "thawed", prefix: "Pantry_After_Thawing", isStandard: false),
    .init(place: "freezer", condition: "opened", prefix: "Freeze_After_Opening", isStandard: false),
    .init(place: "freezer", condition: "thawed", prefix: "Freeze_After_Thawing", isStandard: false),
  ]

  /// What one of the four columns holds.
  enum Part: String, CaseIterable {
    case minimum = "_min"
    case maximum = "_max"
    case metric = "_metric"
    case tips = "_tips"
  }

  /// The duration and the part that a column contains, ignoring case; nil for another column.
  static func part(of column: String) -> (duration: Int, part: Part)? { parts[column.lowercased()] }

  private static let parts: [String: (duration: Int, part: Part)] = {
    var parts: [String: (duration: Int, part: Part)] = [:]
    for (number, columns) in all.enumerated() {
      for part in Part.allCases { parts[columns.prefix.lowercased() + part.rawValue] = (number, part) }
    }
    return parts
  }()
}

/// The units of the table and those of the vocabulary.
enum StorageMetric {
  private static let pairs: [(metric: String, unit: String)] = [
    ("Hours", "hours"), ("Days", "days"), ("Weeks", "weeks"), ("Months", "months"), ("Years", "years"),
    ("Indefinitely", "indefinitely"), ("Not Recommended", "not-recommended"),
    ("Package use-by date", "package-use-by-date"), ("When Ripe", "when-ripe"),
  ]
  /// The unit if the table gives none.
  static let notStated = "not-stated"
  /// Units that make a time of a number.
  static let measured: Set<String> = ["hours", "days", "weeks", "months", "years"]

  /// The unit that a metric means, in any case, in singular or plural; nil for an unknown one.
  static func unit(of metric: String) -> String? {
    let sought = metric.lowercased()
    return pairs.first { pair in
      let known = pair.metric.lowercased()
      return known == sought || measured.contains(pair.unit) && known == sought + "s"
    }?.unit
  }

  /// The table's spelling of a unit; nil if the table does not have it.
  static func metric(of unit: String) -> String? { pairs.first { $0.unit == unit }?.metric }

  static var known: [String] { pairs.map(\.metric) }
}

/// The groups of the USDA's table by their numbers, so that a table that is written back has them again.
enum FoodCategories {
  /// Divides the two levels of a category.
  static let divider = " / "

  static func text(_ name: String, _ subcategory: String?) -> String {
    subcategory.map { name + divider + $0 } ?? name
  }

  /// The two levels of a text that ``text(_:_:)`` made.
  static func parts(of text: String) -> (name: String, subcategory: String?) {
    guard let range = text.firstRange(of: divider), range.lowerBound > text.startIndex,
      range.upperBound < text.endIndex
    else { return (text, nil) }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }

  static let numbers: [String: Int] = [
    "Baby Food": 1, "Baked Goods / Bakery": 2, "Baked Goods / Baking and Cooking": 3,
    "Baked Goods / Refrigerated Dough": 4, "Beverages": 5, "Condiments, Sauces & Canned Goods": 6,
    "Dairy Products & Eggs": 7, "Food Purchased Frozen": 8, "Grains, Beans & Pasta": 9, "Meat / Fresh": 10,
    "Meat / Shelf Stable Foods": 11, "Meat / Smoked or Processed": 12, "Meat / Stuffed or Assembled": 13,
    "Poultry / Cooked or Processed": 14, "Poultry / Fresh": 15, "Poultry / Shelf Stable Foods": 16,
    "Poultry / Stuffed or Assembled": 17, "Produce / Fresh Fruits": 18, "Produce / Fresh Vegetables": 19,
    "Seafood / Fresh": 20, "Seafood / Shellfish": 21, "Seafood / Smoked": 22, "Shelf Stable Foods": 23,
    "Vegetarian Proteins": 24, "Deli & Prepared Foods": 25,
  ]
}

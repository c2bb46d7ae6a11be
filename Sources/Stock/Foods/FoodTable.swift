internal import GRDB
public import RetailValues

/// A food of the table of storage durations.
public struct Food: Hashable, Sendable {
  public let id: Int64
  /// Its number or code in the table.
  public let code: String
  public let title: String
  public let subtitle: String?
  public let category: String?

  /// The title, with the subtitle that distinguishes foods of the same title.
  public var name: String { subtitle.map { "\(title), \($0)" } ?? title }
}

/// The foods that match a text.
public struct FoodMatch: Sendable {
  /// How they were found.
  public enum Way: String, Sendable {
    /// By the code of the table.
    case code
    /// By a code of an item of the catalog that names its food.
    case item
    /// By their whole name.
    case name
    /// Their name or keywords contain all words.
    case words
    /// Their name is nearly what was written.
    case near
  }

  public let way: Way
  /// At most ``limit``, in order of their names.
  public let foods: [Food]
  /// How many there are.
  public let count: Int

  /// The maximum number of foods in ``foods``.
  public static let limit = 40
}

extension ShopDatabase {
  /// Finds the foods for a code, a name or words, by the most exact way that has a result.
  ///
  /// - Returns: the foods; nil if no food matches.
  public func foods(_ wanted: String) throws -> FoodMatch? {
    let text = wanted.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !text.isEmpty else { return nil }
    return try read { database in
      if let food = try FoodTable.fetch(database, "f.code = ?", [text]).first {
        return FoodMatch(way: .code, foods: [food], count: 1)
      }
      let variant = try VariantLookup.id(database, of: text)
      let item = try FoodTable.fetch(
        database,
        """
        f.id = (SELECT p.food_id FROM products p WHERE p.code = ? OR p.id =
          (SELECT v.product_id FROM variants v WHERE v.id = ?) ORDER BY p.code = ? LIMIT 1)
        """, [text, variant, text])
      if !item.isEmpty { return FoodMatch(way: .item, foods: item, count: item.count) }
      return try FoodTable.search(database, text)
    }
  }

  /// Whether there is a shared list of that code.
  public func hasSharedList(_ code: String) throws -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM shared_lists WHERE code = ?)", arguments: [code]) ?? false
    }
  }

  /// The code of the product that a variant is of.
  public func productCode(ofVariant id: Int64) throws -> String? {
    try read { database in
      try String.fetchOne(
        database,
        sql: "SELECT p.code FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ?", arguments: [id])
    }
  }

  /// How long a food keeps, by place and by from when the time counts.
  public func storageDurations(of food: Int64) throws -> [StorageDuration] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT storage_place, storage_condition, minimum, maximum, duration_unit, tips FROM storage_durations
          WHERE food_id = ? ORDER BY id
          """, arguments: [food]
      ).compactMap { row in
        let (place, condition, unit): (String, String, String) = (row[0], row[1], row[4])
        guard let place = StorageDuration.Place(rawValue: place),
          let condition = StorageDuration.Condition(rawValue: condition),
          let unit = StorageDuration.Unit(rawValue: unit)
        else { return nil }
        return StorageDuration(
          place: place, condition: condition, minimum: (row[2] as Int64?).map { Quantity(scaled: $0) },
          maximum: (row[3] as Int64?).map { Quantity(scaled: $0) }, unit: unit, tips: row[5])
      }
    }
  }
}

/// Finds foods by what people write.
private enum FoodTable {
  static func fetch(_ database: Database, _ condition: String, _ arguments: StatementArguments) throws -> [Food] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT f.id, f.code, COALESCE(f.title, f.code), f.subtitle, f.food_category FROM foods f WHERE \(condition)
        ORDER BY f.title, f.subtitle, f.id LIMIT \(FoodMatch.limit)
        """, arguments: arguments
    ).map { food($0) }
  }

  private static func food(_ row: Row) -> Food {
    Food(id: row[0], code: row[1], title: row[2], subtitle: row[3], category: row[4])
  }

  /// The form in which texts are compared: letters and numbers in lower case, as separate words.
  private static func folded(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// The result of one way: the first foods and the number of all.
  private struct Found {
    var foods: [Food] = []
    var count = 0

    mutating func add(_ row: Row) {
      count += 1
      if foods.count < FoodMatch.limit { foods.append(FoodTable.food(row)) }
    }

    func match(_ way: FoodMatch.Way) -> FoodMatch? {
      count == 0 ? nil : FoodMatch(way: way, foods: foods, count: count)
    }
  }

  /// Goes through the table once: it has some hundred foods.
  static func search(_ database: Database, _ text: String) throws -> FoodMatch? {
    let wanted = folded(text)
    let words = wanted.split(separator: " ")
    guard !words.isEmpty else { return nil }
    var (named, worded, near) = (Found(), Found(), Found())
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT f.id, f.code, COALESCE(f.title, f.code), f.subtitle, f.food_category, f.keywords FROM foods f
        ORDER BY f.title, f.subtitle, f.id
        """)
    while let row = try rows.next() {
      let food = food(row)
      let title = folded(food.title)
      if title == wanted || folded(food.name) == wanted { named.add(row) }
      let keywords: String? = row[5]
      let known = folded(food.name + " " + (keywords ?? "")).split(separator: " ")
      if words.allSatisfy({ word in known.contains { $0 == word || $0.count > word.count && $0.hasPrefix(word) } }) {
        worded.add(row)
      } else if [title, folded(food.name)].nearest(to: wanted) != nil {
        near.add(row)
      }
    }
    return named.match(.name) ?? worded.match(.words) ?? near.match(.near)
  }
}

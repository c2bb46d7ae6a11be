public import FormatKit
internal import JSONReading

/// Writes foods with their durations as the sheets Category and Product of the USDA's workbook.
///
/// The durations of a food follow it. Categories have the numbers that the USDA gave them; others get numbers after
/// those. The sheet Category comes after the products, because only then are all categories known.
public struct FoodKeeperWriter: BatchWriter {
  private var json: JSONTextWriter
  private var food: [String: String]?
  private var durations: [Int: [String: String]] = [:]
  /// The numbers of the categories met, with their texts in order of meeting.
  private var categories: [(text: String, number: Int)] = []
  private var numbers: [String: Int] = [:]
  private var hasBegun = false
  private static let categoryLimit = 10_000

  init(to sink: ByteSink) { json = JSONTextWriter(to: sink, indentation: 2) }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    for row in 0..<batch.rowCount {
      let record = batch.texts(ofRow: row)
      switch batch.schema.table {
      case "foods":
        try writeFood()
        food = record
      case "storage_durations": try add(record)
      default:
        throw Problems(
          .foodKeeperUnwritable, value: batch.schema.table, "the table '\(batch.schema.table)' has no place in it")
      }
    }
  }

  public mutating func finish() throws(Problems) {
    try writeFood()
    try begin()
    try json.endArray()
    try json.endObject()
    try json.beginObject()
    try json.member("name", string: "Category")
    try json.key("data")
    try json.beginArray()
    for category in categories.sorted(by: { $0.number < $1.number }) {
      let (name, subcategory) = FoodCategories.parts(of: category.text)
      try json.beginArray()
      try writeColumn("ID", number: "\(category.number)")
      try writeColumn("Category_Name", text: name)
      try writeColumn("Subcategory_Name", text: subcategory)
      try json.endArray()
    }
    try json.endArray()
    try json.endObject()
    try json.endArray()
    try json.endObject()
    try json.endLine()
  }

  private mutating func begin() throws(Problems) {
    guard !hasBegun else { return }
    hasBegun = true
    try json.beginObject()
    try json.key("sheets")
    try json.beginArray()
    try json.beginObject()
    try json.member("name", string: "Product")
    try json.key("data")
    try json.beginArray()
  }

  private mutating func add(_ record: [String: String]) throws(Problems) {
    guard let code = record["food"], code == food?["food"] else {
      throw Problems(
        .foodKeeperUnwritable, value: record["food"], "a storage duration does not follow its food")
    }
    let (place, condition) = (record["storage_place"], record["storage_condition"] ?? "stored")
    guard let number = StorageColumns.all.firstIndex(where: { $0.place == place && $0.condition == condition }) else {
      throw Problems(.foodKeeperUnwritable, value: place, "the place '\(place ?? "")' is not known")
    }
    durations[number] = record
  }

  // MARK: - A row

  private mutating func writeFood() throws(Problems) {
    guard let food else { return }
    try begin()
    try json.beginArray()
    try writeColumn("ID", number: food["food"])
    try writeColumn("Category_ID", number: try category(of: food).map { "\($0)" })
    try writeColumn("Name", text: food["title"])
    try writeColumn("Name_subtitle", text: food["subtitle"])
    try writeColumn("Keywords", text: food["keywords"])
    for (number, columns) in StorageColumns.all.enumerated() {
      let duration = durations[number]
      guard columns.isStandard || duration != nil else { continue }
      try writeColumn(columns.prefix + "_Min", number: duration?["minimum"])
      try writeColumn(columns.prefix + "_Max", number: duration?["maximum"])
      let metric = duration?["duration_unit"].flatMap(StorageMetric.metric(of:))
      try writeColumn(columns.prefix + "_Metric", text: metric)
      if columns.hasStandardTips || duration?["tips"] != nil {
        try writeColumn(columns.tips, text: duration?["tips"])
      }
    }
    try json.endArray()
    self.food = nil
    durations = [:]
  }

  private mutating func category(of food: [String: String]) throws(Problems) -> Int? {
    guard let text = food["food_category"] else { return nil }
    if let number = numbers[text] { return number }
    guard categories.count < Self.categoryLimit else {
      throw Problems(
        .foodKeeperUnwritable, value: text, "the foods have more than \(Self.categoryLimit) categories")
    }
    let further = categories.count { FoodCategories.numbers[$0.text] == nil }
    let number = FoodCategories.numbers[text] ?? FoodCategories.numbers.count + further + 1
    numbers[text] = number
    categories.append((text, number))
    return number
  }

  private mutating func writeColumn(_ name: String, text: String?) throws(Problems) {
    try json.beginObject()
    try json.key(name)
    if let text { try json.string(text) } else { try json.null() }
    try json.endObject()
  }

  /// Writes a number, or a text if it is not a number, because codes of other tables may be texts.
  private mutating func writeColumn(_ name: String, number: String?) throws(Problems) {
    guard let number else { return try writeColumn(name, text: nil) }
    try json.beginObject()
    try json.member(name, number: number)
    try json.endObject()
  }
}

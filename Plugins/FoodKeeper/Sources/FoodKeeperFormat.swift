public import FormatKit

/// The USDA's FoodKeeper: how long foods keep in pantry, refrigerator and freezer, as the JSON of its workbook.
public struct FoodKeeperFormat: ReadableFormat {
  public static let descriptor = FormatDescriptor(
    id: "foodkeeper", name: "USDA FoodKeeper",
    summary: "The table of storage durations of foods of the USDA, as JSON.", extensions: ["json"], shape: .semantic,
    problemCodes: Problem.Code.foodKeeper)

  private let options: FoodKeeperOptions

  public init(options: FoodKeeperOptions = FoodKeeperOptions()) { self.options = options }

  /// Judges by the columns that hardly any other file has.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    let text = preview.text
    // Most files are not JSON, which takes less time to see.
    guard let first = text.utf8.first(where: { $0 > 32 }), "{[".utf8.contains(first) else { return .none }
    guard text.contains("\"sheets\""), text.contains("\"data\"") else { return .none }
    for name in ["\"Category_Name\"", "\"Data_Version_Number\"", "\"DOP_Pantry_Min\"", "\"Refrigerate_Min\""]
    where text.contains(name) {
      return Confidence(96, "holds sheets with the column \(name)")
    }
    return .none
  }

  public func reader(for source: ByteSource) throws(Problems) -> FoodKeeperReader {
    try FoodKeeperReader(source, charset: options.charset)
  }
}

/// The settings of ``FoodKeeperFormat``.
public struct FoodKeeperOptions: FormatOptions {
  /// The character set; found when nil.
  public var charset: Charset?

  public init() {}

  public static let fields: [OptionField<FoodKeeperOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given.")
  ]
}

extension FoodKeeperFormat {
  /// The fields of both tables.
  static let foodFields = ["food", "food_category", "title", "subtitle", "keywords"]
  static let durationFields = [
    "food", "storage_place", "storage_condition", "minimum", "maximum", "duration_unit", "tips",
  ]
  static let schemas = [
    Schema(table: "foods", columns: foodFields.map { Column(name: $0, type: .text) }),
    Schema(
      table: "storage_durations",
      columns: durationFields.map { Column(name: $0, type: ["minimum", "maximum"].contains($0) ? .number : .text) }),
  ]
}

public import FormatKit
import JSONReading

/// The data of the boutique app "Store Inventory": one JSON tree, as the console of Firebase exports it.
public struct StoreInventoryFormat: ReadableFormat, ManyTablesFormat {
  public static let descriptor = FormatDescriptor(
    id: "store-inventory", name: "Store Inventory",
    summary: "The JSON tree of a boutique's stock app: inventory by colour and size, barcodes, colours, users.",
    extensions: ["json"], shape: .semantic, problemCodes: Problem.Code.storeInventory)

  let options: StoreInventoryOptions

  public init(options: StoreInventoryOptions = StoreInventoryOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> StoreInventoryReader {
    try StoreInventoryReader(source, options: options)
  }

  /// The barcodes by product first, as the tree has them above the inventory, then each product with all that is its own.
  public var demands: [TableDemand] {
    [
      .group(
        by: "product_code",
        [
          TableDemand.Table("variants", ["sku", "product_code", "colour", "size"]),
          TableDemand.Table("barcodes", ["barcode", "sku"]),
        ]),
      .table("colours", ["colour", "colour_family", "red", "green", "blue"]),
      .group(
        by: "product_code",
        [
          TableDemand.Table("products", ["product_code", "title", "description", "category", "attributes"]),
          TableDemand.Table("variants", ["sku", "colour", "size", "colour_family", "price"]),
          TableDemand.Table("stock_levels", ["sku", "location", "quantity"]),
        ]),
      .table("locations", ["location", "location_name", "opening_hours"]),
      .group(
        by: "user",
        [
          TableDemand.Table("users", ["user", "display_name", "user_kind"]),
          TableDemand.Table("favourites", ["user", "product_code"]),
        ]),
    ]
  }

  public func tablesWriter(to sink: ByteSink) throws(Problems) -> StoreInventoryWriter {
    StoreInventoryWriter(to: sink, location: options.location)
  }

  public static func sniff(_ preview: SourcePreview) -> Confidence {
    guard let first = preview.text.utf8.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }), first == 0x7B else {
      return .none
    }
    var keys: Set<String> = []
    var hasProduct = false
    do throws(Problems) {
      let reader = try JSONEventReader(.memory(preview.bytes, name: preview.name))
      guard try reader.next() == .beginObject else { return .none }
      while let key = try reader.nextKey() {
        keys.insert(key)
        if key == "inventory", try reader.next() == .beginObject {
          while try reader.nextKey() != nil {
            let product = try reader.value()
            hasProduct = hasProduct || product.member("Colors") != nil && product.member("Price") != nil
          }
        } else {
          try reader.skipValue()
        }
      }
    } catch {
      // A preview may end anywhere; the text before its end has been checked.
    }
    let known = keys.intersection(["inventory", "barcodeIDs", "colors", "users", "storeInfo", "maxPrice"])
    if known.count >= 3 || hasProduct { return Confidence(95, "the keys are those of Store Inventory") }
    if known.contains("barcodeIDs") { return Confidence(92, "has the key 'barcodeIDs' of Store Inventory") }
    return .none
  }
}

/// How the tree is read; see `fields`.
public struct StoreInventoryOptions: FormatOptions {
  public var charset: Charset?
  public var location: String?

  public init() {}

  public static let fields: [OptionField<StoreInventoryOptions>] = [
    .choice("charset", \.charset, "The character set; found when not given."),
    .text(
      "location", \.location,
      "Code of the location that the store becomes, store when not given; in writing the only one whose stock is given.",
      values: "a code"),
  ]
}

public import FormatKit

extension ParseExportFormat: ManyTablesFormat {
  /// Every kind by itself, but for products, whose price and colours stand in them.
  public var demands: [TableDemand] {
    let products: Set = ["products", "variants", "prices", "product_colours"]
    var demands: [TableDemand] = []
    for (kind, fields) in ClassMapper.tables {
      if kind == "products" {
        demands.append(
          .group(
            by: "product_code",
            [
              .init("products", fields), .init("variants", ["sku", "price", "currency"]),
              .init("product_colours", ["product_code", "colour"]),
            ]))
      } else if !products.contains(kind) {
        demands.append(.table(kind, fields))
      }
    }
    return demands
  }

  public func tablesWriter(to sink: ByteSink) throws(FormatError) -> ParseExportWriter { ParseExportWriter(to: sink) }
}

/// Writes the archive of an export: a class file for each kind that has records, whose objects are written as they come.
public struct ParseExportWriter: BatchWriter {
  private var archive: StoredZip
  private var file: ParseClass?
  private var hasObjects = false
  /// The product whose price and colours are still to come.
  private var product: (object: WrittenObject, code: String, colours: [String])?

  init(to sink: ByteSink) { archive = StoredZip(to: sink) }

  public mutating func write(_ batch: borrowing RecordBatch) throws(FormatError) {
    let kind = batch.schema.table
    let columns = batch.schema.columns.map(\.name)
    for row in 0..<batch.rowCount {
      var fields: [String: String] = [:]
      for (place, column) in columns.enumerated() { fields[column] = batch.string(row: row, column: place) }
      try write(fields, of: kind)
    }
  }

  private mutating func write(_ fields: [String: String], of kind: String) throws(FormatError) {
    switch kind {
    case "variants":
      // A product of several variants has the price of the first.
      if fields["sku"] == product?.code || fields["price"] != nil { product?.object.number("price", fields["price"]) }
    case "product_colours":
      if let colour = fields["colour"] { product?.colours.append(colour) }
    case "products":
      try endProduct()
      product = (Self.product(fields), fields["product_code"] ?? "", [])
    default:
      try endProduct()
      guard let (known, object) = Self.object(of: kind, fields) else { return }
      try write(object, in: known)
    }
  }

  private mutating func endProduct() throws(FormatError) {
    guard let (made, _, colours) = product else { return }
    product = nil
    var object = made
    object.texts("colors", colours)
    try write(object, in: .product)
  }

  private mutating func write(_ object: WrittenObject, in known: ParseClass) throws(FormatError) {
    if file != known {
      try endFile()
      file = known
      try archive.begin(known.rawValue + ".json")
      try archive.write(Array("{ \"results\": [\n".utf8))
    }
    if hasObjects { try archive.write(Array(",\n".utf8)) }
    hasObjects = true
    try archive.write(object.bytes)
  }

  private mutating func endFile() throws(FormatError) {
    if file != nil { try archive.write(Array("\n] }\n".utf8)) }
    file = nil
    hasObjects = false
  }

  public mutating func finish() throws(FormatError) {
    try endProduct()
    try endFile()
    try archive.finish()
  }
}

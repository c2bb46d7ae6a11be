internal import FormatKit
internal import Foundation
internal import JSONReading

/// Goes through the rows of an SQLite table of products.
struct SQLiteProducts {
  /// The largest photo; in base64 it is a third larger, and a field has 16 MiB.
  private static let maximumPhotoBytes = 8 << 20
  private static let storesLimit = JSONValueLimit(bytes: 4 << 20, nodes: 10_000)

  private let database: ProductDatabase
  private let hasPhotos: Bool
  /// Problems that are returned with the first product.
  private var waiting: [Problem] = []

  init(_ source: ByteSource, options: ProductTableOptions) throws(Problems) {
    let copy = try PrivateCopy(source)
    hasPhotos = options.photos
    database = try ProductDatabase(
      copy, source: source.name, leavingOut: options.photos ? [] : ["product_photo"])
    let table = SourcePosition(path: "products")
    if copy.header.hasWriteAheadLog {
      waiting.append(
        Problem(
          .productTableUnsavedChanges, at: table,
          "changes of this file go to a second one first, and may not have been in it when it was copied"))
    }
    if !database.unusedColumns.isEmpty {
      let names = database.unusedColumns.prefix(20).map(WrittenProduct.shortened).joined(separator: ", ")
      waiting.append(
        Problem(.productTableUnusedColumns, at: table, value: names, "nothing is made of the columns \(names)"))
    }
  }

  var findings: [SourceFinding] { [SourceFinding("shape", "SQLite", evidence: "the first bytes of the file")] }

  /// The next product; nil at the end.
  mutating func next() throws(Problems) -> WrittenProduct? {
    guard let row = try database.next() else { return nil }
    // The file has no lines; a product's place is its number.
    var product = WrittenProduct(at: SourcePosition(byteOffset: 0, path: "products/\(row)"))
    product.problems = waiting
    waiting = []
    if case .integer(let id) = database.value("product_id") { product.id = String(id) }
    product.name = text("product_name", row, of: &product)
    product.description = text("product_description", row, of: &product)
    product.regularPrice = number("product_regular_price", row, of: &product)
    product.salePrice = number("product_sale_price", row, of: &product)
    if case .text(let joined)? = text("product_colors", row, of: &product)?.content {
      WrittenColours.take(joined, of: &product, at: place("product_colors", row))
    }
    takeStores(row, of: &product)
    takePhoto(row, of: &product)
    return product
  }

  private func place(_ column: String, _ row: Int64) -> SourcePosition {
    SourcePosition(field: column, path: "products/\(row)/\(column)")
  }

  private func text(_ column: String, _ row: Int64, of product: inout WrittenProduct) -> WrittenValue? {
    let value = written(column, row, of: &product)
    // A name that looks like a number is still a name.
    guard case .number(let digits)? = value?.content else { return value }
    return WrittenValue(content: .text(digits), position: place(column, row))
  }

  private func number(_ column: String, _ row: Int64, of product: inout WrittenProduct) -> WrittenValue? {
    let value = written(column, row, of: &product)
    if case .text("")? = value?.content { return nil }
    return value
  }

  private func written(_ column: String, _ row: Int64, of product: inout WrittenProduct) -> WrittenValue? {
    let place = place(column, row)
    switch database.value(column) {
    case .missing: return nil
    case .integer(let number): return WrittenValue(content: .number(String(number)), position: place)
    // The shortest digits that give this number again: those that were meant.
    case .real(let number) where number.isFinite:
      return WrittenValue(content: .number(number.description), position: place)
    case .real: return WrittenValue(content: .other("no number"), position: place)
    case .text(let text?): return WrittenValue(content: .text(text), position: place)
    case .text(nil):
      product.tell(.invalidText, at: place, value: nil, "the column \(column) is not valid text")
      return nil
    case .blob(let bytes): return WrittenValue(content: .other("\(bytes.count) bytes"), position: place)
    }
  }

  // MARK: Stores

  private func takeStores(_ row: Int64, of product: inout WrittenProduct) {
    let place = place("product_stores", row)
    guard let written = written("product_stores", row, of: &product) else { return }
    guard case .text(let text) = written.content else {
      return product.tell(
        .productTableDamagedStores, at: place, value: written.shown, "'\(written.shown)' is not a JSON object")
    }
    if text.allSatisfy(\.isWhitespace) { return }
    let shown = WrittenProduct.shortened(text)
    do throws(Problems) {
      let reader = try JSONEventReader(.text(text), charset: .utf8, depth: 8)
      let value = try reader.value(limit: Self.storesLimit)
      while try reader.next() != nil {}
      guard value.isObject else {
        return product.tell(.productTableDamagedStores, at: place, value: shown, "'\(shown)' is not a JSON object")
      }
      for var told in reader.takeProblems() {
        told.position = place
        product.problems.append(told)
      }
      product.take(stores: value, at: place)
    } catch {
      product.tell(
        .productTableDamagedStores, at: place, value: shown, "'\(shown)' is not JSON: \(error.message)")
    }
  }

  // MARK: Photos

  private func takePhoto(_ row: Int64, of product: inout WrittenProduct) {
    guard hasPhotos else { return }
    let place = place("product_photo", row)
    switch database.value("product_photo") {
    case .missing, .blob([]), .text(""): return
    case .blob(let bytes):
      guard let type = PhotoType(bytes) else {
        return product.tell(
          .productTablePhotoLeftOut, at: place, value: nil, "the photo is not a PNG, JPEG or GIF")
      }
      guard bytes.count <= Self.maximumPhotoBytes else {
        return product.tell(
          .productTablePhotoLeftOut, at: place, value: "\(bytes.count) bytes",
          "the photo has \(bytes.count >> 20) MiB")
      }
      product.photo = ("data:\(type.rawValue);base64,\(Data(bytes).base64EncodedString())", type.rawValue)
    default:
      product.tell(.productTablePhotoLeftOut, at: place, value: nil, "the photo is not a picture")
    }
  }
}

/// What a picture is, by its first bytes.
enum PhotoType: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"

  private var signature: [UInt8] {
    switch self {
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    case .gif: Array("GIF8".utf8)
    }
  }

  init?(_ bytes: [UInt8]) {
    guard let type = Self.allCases.first(where: { bytes.starts(with: $0.signature) }) else { return nil }
    self = type
  }
}

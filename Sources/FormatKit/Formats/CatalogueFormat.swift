/// A format whose file is the catalogue of a shop system: products with their variants, joined as that system expects.
///
/// An export of variants that names no fields has ``catalogueFields``, and is written with ``catalogueOptions``. The writer
/// then reports everything that the system needs and the shop does not keep, instead of leaving it out.
public protocol CatalogueFormat: WritableFormat {
  /// The fields of an export of variants, in order: those of `variants`, and those that the export may join to them.
  static var catalogueFields: [String] { get }
  /// Options of such an export; options that the user gives take precedence.
  static var catalogueOptions: [String: String] { get }
}

/// How the catalogue of a shop is written in a ``CatalogueFormat``.
public struct CatalogueExport: Hashable, Sendable {
  /// The kind of records whose rows the file is made of.
  public static let kind = "variants"
  /// The field that groups the rows of one product.
  public static let group = "product_code"

  /// In order, fields of the kind and those that its export may join.
  public let fields: [String]
  /// Options of the format; options that the user gives take precedence.
  public let options: [String: String]

  init<F: CatalogueFormat>(_ format: F.Type) {
    fields = F.catalogueFields
    options = F.catalogueOptions
  }
}

/// The items that a system's catalogue leaves out, because they are not active and have no price.
package struct OmittedItems: Sendable {
  /// Their SKUs, in the order of the catalogue.
  package private(set) var items: [String] = []

  package init() {}

  package mutating func add(_ item: String) { items.append(item) }

  /// The notice about them, with the first five; nil without any.
  package func notice(_ code: Problem.Code) -> Problem? {
    guard !items.isEmpty else { return nil }
    let more = items.count > 5 ? " and \(items.count - 5) more" : ""
    return Problem(
      code, value: "price",
      "items that are not active and have no price are not in the file: \(items.prefix(5).joined(separator: ", "))\(more)",
      remedy: "Import a price for each item that should be in the file.")
  }
}

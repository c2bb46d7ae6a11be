internal import ProblemKit

/// The data of the catalog that customers see: `catalog:` in `stockroom.yml`.
///
/// ```yaml
/// catalog:
///   show_stock: true
/// ```
struct CatalogSettings {
  /// Whether everybody who may read the catalog is shown what is left of each size, and where.
  var showsStock = false

  init() {}

  init(_ value: Any?, file: String) throws {
    guard let value else { return }
    guard let values = value as? [String: Any] else {
      throw Problems(
        .usage, "\(file): catalog is not a list of settings", remedy: "Write it as catalog: { show_stock: true }.")
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard name == "show_stock" else {
        throw Problems(
          .usage, "\(file): catalog has no setting '\(name)'", remedy: "It may have show_stock: true or false.")
      }
      guard let answer = value as? Bool else {
        throw Problems(
          .usage, "\(file): catalog: show_stock '\(value)' is neither true nor false", remedy: "Write true or false.")
      }
      showsStock = answer
    }
  }
}

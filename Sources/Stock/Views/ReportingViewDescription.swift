internal import GRDB
internal import RetailValues

/// The documentation of one view that reports read.
public struct ReportingViewDescription: Hashable, Sendable {
  public let name: String
  /// One sentence or two.
  public let summary: String
  /// In the view's order.
  public let columns: [String]

  /// Every documented view; the columns are those that a database has.
  ///
  /// - Throws: ``Problems`` when no database can be made in memory.
  public static func all() throws -> [ReportingViewDescription] {
    guard let currency = Currency("EUR") else { return [] }
    let shop = try ShopDatabase.create(
      at: ":memory:", settings: ShopSettings(name: "shop", currency: currency, timeZone: "UTC"))
    return try shop.read { database in
      try ReportingViews.all.map { view in
        ReportingViewDescription(
          name: view.name, summary: view.summary, columns: try database.columns(in: view.name).map(\.name))
      }
    }
  }
}

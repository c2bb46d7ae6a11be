internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// What a search of the catalog finds, as a file; of a large catalog the first products.
///
/// Everybody who may read the catalog may ask for it: it is bounded, waits for its turn as reports do, and `stockroom
/// export` writes all.
enum CatalogFile {
  private static let pageLength = 1_000
  private static let mostProducts = 5_000

  static func add(to routes: PageRoutes) {
    routes.get("/catalog.csv") { visit in
      let query = CatalogQuery(visit.query)
      if let failure = query.failure { throw failure }
      var found = try await page(query.first(pageLength), visit)
      let total = found["total"].integer ?? 0
      var products = found["products"].elements
      for _ in 1..<mostProducts / pageLength {
        guard let next = found["next"].text else { break }
        found = try await page(CatalogQuery.page(after: next, size: pageLength), visit)
        products += found["products"].elements
      }
      var rows = products.map(row)
      if products.count < total { rows.append(["Only the first \(products.count) are in this file."]) }
      return .csv(
        ["Product", "Title", "Brand", "Category", "Lowest price", "Highest price", "Currency", "Colours", "Sizes"],
        rows, named: "catalog.csv")
    }
  }

  /// A page of what the search finds, when it is the person's turn: nobody's pages wait for many such files.
  private static func page(_ words: CommandWords, _ visit: Visit) async throws -> JSONValue {
    let answer = try await visit.report(words)
    guard answer.status == 0, let found = JSONValue(answer.output) else { throw PageFailure(answer) }
    return found
  }

  private static func row(_ product: JSONValue) -> [String] {
    func list(_ name: String) -> String { product[name].elements.compactMap(\.text).joined(separator: ", ") }
    let texts = ["product", "title", "brand", "category", "lowest_price", "highest_price", "currency"]
    return texts.map { product[$0].text ?? "" } + [list("colours"), list("sizes")]
  }
}

import Exchange
import FormatKit
import Foundation
import GRDB
import StandardFormats
import Stock
import Testing

/// The sample of a table of products, against what SQLite itself adds up from the same file.
struct ProductTableSampleTests {
  private static let file = SampleShop.samples.appending(path: "product-table/products.db")
  /// Those that `generate.py` breaks.
  private static let sound = "product_id NOT IN (17, 42, 77, 99)"

  private func rows(_ sql: String) throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: Self.file.path, configuration: configuration).read { try Self.rows($0, sql) }
  }

  private static func rows(_ database: Database, _ sql: String) throws -> [String] {
    try Row.fetchAll(database, sql: sql).map { row in row.databaseValues.map { "\($0)" }.joined(separator: " ") }
  }

  @Test func holdsWhatTheTableHolds() throws {
    let shop = try SampleShop(currency: "EUR", timeZone: "Europe/Berlin")
    var request = ImportRequest(source: try ByteSource.file(Self.file.path))
    request.onError = .skip(rejects: FileManager.default.temporaryDirectory.path + "/rejects-\(UUID().uuidString).xlsx")
    request.accepted = ["sale-not-below-regular"]
    let importer = Importer(shop: shop.database, registry: standardFormats)
    let summary = try importer.apply(request, actor: SampleShop.actor)
    #expect(summary.problemCounts["error"] == 4)
    let pairs: [(shop: String, file: String)] = [
      ("SELECT COUNT(*) FROM products", "SELECT COUNT(*) FROM products WHERE \(Self.sound)"),
      (
        "SELECT l.code, SUM(b.quantity) / 1000 FROM balances b JOIN locations l ON l.id = b.location_id GROUP BY l.code",
        """
        SELECT s.key, SUM(CAST(s.value AS INTEGER)) FROM products p JOIN json_each(p.product_stores) s WHERE \(Self.sound)
        GROUP BY s.key
        """
      ),
      (
        "SELECT price_type, COUNT(*), SUM(price) FROM prices GROUP BY price_type",
        """
        SELECT 'regular', COUNT(*), SUM(CAST(ROUND(product_regular_price * 100) AS INTEGER)) FROM products WHERE \(Self.sound)
        UNION ALL SELECT 'sale', COUNT(*), SUM(CAST(ROUND(product_sale_price * 100) AS INTEGER)) FROM products
        WHERE \(Self.sound) AND product_sale_price > 0
        """
      ),
      (
        "SELECT c.code, COUNT(*) FROM product_colours p JOIN colours c ON c.id = p.colour_id GROUP BY c.code ORDER BY c.code",
        """
        WITH RECURSIVE split(id, colour, rest) AS (
          SELECT product_id, '', product_colors || ',' FROM products WHERE \(Self.sound)
          UNION ALL SELECT id, trim(substr(rest, 1, instr(rest, ',') - 1)), substr(rest, instr(rest, ',') + 1) FROM split
          WHERE rest <> '')
        SELECT colour, COUNT(DISTINCT id) FROM split WHERE colour <> '' GROUP BY colour ORDER BY colour
        """
      ),
      (
        "SELECT COUNT(*) FROM pictures",
        "SELECT COUNT(*) FROM products WHERE product_photo IS NOT NULL AND \(Self.sound)"
      ),
    ]
    for pair in pairs {
      let stored = try shop.database.queue.read { try Self.rows($0, pair.shop) }
      #expect(try stored == rows(pair.file), "\(pair.file)")
    }
  }
}

import Foundation
import GRDB
import ProblemKit
import Testing

@testable import Reporting
@testable import Stock

/// The catalog page of large shops: streamed, and computed in time proportional to its size.
@Suite struct CatalogPageTests {
  /// A shop of that many products with four variants each, in categories, with prices, colours and stock.
  private static func shop(products: Int) -> (Database) throws -> Void {
    { database in
      try database.execute(
        sql: """
          INSERT INTO locations (id, code, name) VALUES (1, 'store', 'Store');
          INSERT INTO categories (id, code, name) VALUES (1, 'tops', 'Tops'), (2, 'coats', 'Coats'), (3, 'shoes', 'Shoes');
          INSERT INTO colours (id, code, red, green, blue) VALUES (1, 'Red', 200, 0, 0), (2, 'Blue', 0, 0, 200);
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(products))
          INSERT INTO products (id, code, title, category_id)
            SELECT i, printf('P%06d', i), 'Product ' || (i * 7919 % 1000), NULLIF(i % 4, 0) FROM n;
          INSERT INTO variants (id, sku, product_id, colour_id, size)
            SELECT p.id * 4 + s.value, p.code || '-' || s.value, p.id, 1 + s.value % 2, 'S' || s.value
            FROM products p, json_each('[0, 1, 2, 3]') s;
          INSERT INTO prices (variant_id, price_type, currency, valid_from, price)
            SELECT id, 'regular', 'EUR', 0, 1000 + id FROM variants WHERE id % 40 <> 0;
          INSERT INTO balances (variant_id, location_id, quantity) SELECT id, 1, id % 5 * 1000 FROM variants;
          """)
    }
  }

  /// Four times the products take little more than four times the steps.
  @Test(arguments: [ReportFormat.csv, .html, .json])
  func workGrowsInProportion(_ format: ReportFormat) throws {
    let report = try shippedReports.report(named: "catalog-page")
    let few = try withShop(Self.shop(products: 250)) { try report.steps(on: $0, format: format) }
    let many = try withShop(Self.shop(products: 1000)) { try report.steps(on: $0, format: format) }
    #expect(few > 50_000)
    #expect(many < few * 5, "\(few) steps, then \(many)")
  }

  /// More products and sizes than a query may hold in memory.
  @Test func manyProductsAreStreamed() throws {
    let products = Report.rowsInMemory / 4 + 1
    try withShop(Self.shop(products: products)) { path in
      let report = try shippedReports.report(named: "catalog-page")
      let page = try report.text(on: path, format: .html)
      #expect(page.components(separatedBy: "<article>").count - 1 == products)
      #expect(page.components(separatedBy: "<span class=\"size").count - 1 == products * 4)
      // Every size is with its product: the first of product 7 has the stock of its variant 28.
      let article = page.components(separatedBy: "<article>").first { $0.contains(">P000007<") } ?? ""
      #expect(article.components(separatedBy: "<span class=\"size").count - 1 == 4)
      #expect(article.contains("S0: 3"), "\(article)")
    }
  }

  /// Inner rows in another order than the outer ones are refused, and not left out.
  @Test func streamedRowsWithinOthersMustHaveTheirOrder() throws {
    let files = { (order: String) in
      [
        "pairs/report.yml": """
        title: Pairs
        summary: Rows within rows.
        queries:
          groups: {file: groups.sql, rows: streamed, row-template: group.html.mustache, columns: {name: text}}
          members: {file: members.sql, rows: streamed, within: groups, by: name, columns: {name: text, member: text}}
        html: pairs.html.mustache
        """,
        "pairs/groups.sql": "SELECT 'a' AS name UNION ALL SELECT 'b' UNION ALL SELECT 'c' ORDER BY name",
        "pairs/members.sql":
          "SELECT 'a' AS name, '1' AS member UNION ALL SELECT 'c', '2' UNION ALL SELECT 'c', '3' ORDER BY \(order)",
        "pairs/group.html.mustache": "{{name}}:{{#members}} {{member}}{{/members}}\n",
        "pairs/pairs.html.mustache": "{{{groups.rows}}}",
      ]
    }
    try withShop { _ in
    } _: { path in
      try withFolder { folder in
        for (order, isSound) in [("name, member", true), ("name DESC", false)] {
          for (name, text) in files(order) {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
              at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
          }
          let report = try ReportLibrary(folders: [folder.path]).report(named: "pairs")
          if isSound {
            #expect(try report.text(on: path, format: .html).hasPrefix("a: 1\nb:\nc: 2 3\n"))
          } else {
            let error = #expect(throws: Problems.self) { try report.text(on: path, format: .html) }
            #expect(error?.all.first?.message.contains("'a' is not where the query 'groups' has it") == true)
          }
        }
      }
    }
  }
}

/// Every report that ships gives sensible output of a shop without anything in it, in every format.
@Suite struct EmptyShopTests {
  static let names = shippedReports.names

  @Test func allReportsAreThere() { #expect(Self.names.count >= 34) }

  @Test(arguments: names)
  func aReportOfNothingIsMade(_ name: String) throws {
    try withShop { _ in
    } _: { path in
      let report = try shippedReports.report(named: name)
      var parameters: [String: String] = [:]
      let required = report.parameters.filter { $0.isRequired }
      for parameter in required { parameters[parameter.name] = "nothing" }
      for format in report.formats where format != .pdf {
        let options = ReportOptions(parameters: parameters, format: format, generatedAt: generatedAt)
        var bytes: [UInt8] = []
        do {
          try report.run(on: path, options) { bytes.append(contentsOf: $0) }
        } catch is Problems where !required.isEmpty {
          // What a report is about has to exist.
          continue
        }
        let text = String(decoding: bytes, as: UTF8.self)
        switch format {
        case .html: #expect(text.contains("</html>") && !text.contains("{{"), "\(name)")
        case .json: #expect((try? JSONSerialization.jsonObject(with: Data(bytes))) != nil, "\(name)")
        case .csv: #expect(!text.isEmpty, "\(name)")
        case .xlsx: #expect(bytes.starts(with: [0x50, 0x4B]), "\(name)")
        case .pdf: break
        }
      }
    }
  }
}

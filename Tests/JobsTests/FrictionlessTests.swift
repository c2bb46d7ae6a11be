import FormatKit
import Foundation
import ProgramTesting
import RetailValues
import Stock
import Testing

@testable import Jobs

/// The judgement of Frictionless's own validator on sets; skipped if it is not installed.
///
/// The validator is looked for in `STOCKROOM_FRICTIONLESS` and on the path: `pip install frictionless` installs it.
@Suite struct FrictionlessTests {
  static let validator: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let given = environment["STOCKROOM_FRICTIONLESS"], !given.isEmpty { return given }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.map { $0 + "/frictionless" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The validator's exit status and what it says.
  static func validate(_ folder: URL) throws -> (status: Int32, report: String) {
    let run = try TestProgram.run(
      [try #require(validator), "validate", "--json", JobManifest.fileName], in: folder.path, withErrors: true)
    return (run.status, String(decoding: run.output, as: UTF8.self))
  }

  /// Puts the manifest into the set's folder.
  static func publish(_ set: TestSet) throws -> URL {
    try Data(try set.manifest.json()).write(to: set.folder.appendingPathComponent(JobManifest.fileName))
    return set.folder
  }

  /// A shop with something of every sort in it: moments, days, flags, two currencies, texts that want quotes.
  static func filled() throws -> JobShop {
    let shop = try SetWriterTests.filled()
    try shop.take("supplier,supplier_name\nacme,\"Acme \"\"Best\"\", Ltd\"\n", as: "suppliers")
    try shop.take(
      "sku,price,price_type,currency,valid_from\nA,2.75,regular,EUR,2026-11-01T08:00\nA,3.10,list,USD,\nA,1.99,sale,JPY,\n",
      as: "prices")
    try shop.take("sku,lot,expires_on\nA,L1,2027-01-31\nA,L2,\n", as: "lots")
    try shop.take("supplier,sku,supplier_code,unit_cost,pack_size\nacme,A,007,1.234567,6\n", as: "supplier_items")
    try shop.take(
      "document,line,sku,quantity,unit_cost,effective_at,location,supplier,lot\nR1,1,A,2,1.5,2026-03-01T10:00,shop,acme,L1\n",
      as: "receipts")
    try shop.take(
      "sku,quantity,unit_price,effective_at,location\nA,1,2.50,2026-10-25T02:30,shop\nA,1,2.50,2026-10-25T02:30,shop\n",
      as: "sales")
    try shop.take("supplier,order_number,ordered_on,currency\nacme,O1,2026-03-01,EUR\n", as: "orders")
    try shop.take(
      "supplier,order_number,line,sku,order_quantity,unit_cost\nacme,O1,1,A,12,1.5\nacme,O1,2,B,3,\n", as: "order_lines"
    )
    try shop.take("event,event_title,starts_at,ends_at\nE1,Sale,2026-06-01,\n", as: "sales_events")
    try shop.take("sku,location,reorder_point\nA,shop,3\n", as: "reorder_levels")
    return shop
  }

  static let kinds = ShopDatabase.exportableKinds.filter { Vocabulary.kind($0)?.dataClass != .personal }

  @Test(.enabled(if: validator != nil, "there is no frictionless to ask")) func acceptsEveryKindAndFormat() throws {
    let shop = try Self.filled()
    var yaml = "title: Everything\noutputs:\n"
    for kind in Self.kinds { yaml += "  \(kind): {records: \(kind), file: \(kind).csv}\n" }
    for format in ["json-lines", "json", "xlsx", "xml"] {
      for kind in ["prices", "locations"] { yaml += "  \(kind)-\(format): {records: \(kind), format: \(format)}\n" }
    }
    yaml += """
        joined: {records: variants, columns: [sku, {field: title, as: Artikel}, price, currency, tax_included, availability]}
        semicolons: {records: suppliers, format: csv, options: {delimiter: ";", line-ends: crlf, quoting: all, bom: "yes"}}
        backslashes: {records: suppliers, format: csv, options: {escape: backslash}}
        singles: {records: suppliers, format: csv, options: {quote: "'"}}
        tabs: {records: suppliers, file: suppliers.tsv, options: {delimiter: tab, null: NULL}}
        headless: {records: suppliers, format: csv, options: {header: "no"}}
        places: {records: locations, format: geojson}
        feed: {records: variants, format: google-merchant, columns: [sku, title, price, currency, availability]}
        page: {report: stock-on-hand, format: html}
        rows: {report: stock-on-hand, format: csv}
        book: {report: stock-on-hand, format: xlsx}
        data: {report: stock-on-hand, format: json}

      """
    let set = try shop.run(JobShop.job(yaml))
    let (status, report) = try Self.validate(try Self.publish(set))
    #expect(status == 0, "\(report.suffix(6000))")
    // It must have looked at the rows of tables, not at their names alone.
    let tables = try #require(
      (try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])?["tasks"] as? [[String: Any]])
    let rows = tables.reduce(into: [String: Int]()) { rows, task in
      rows[task["name"] as? String ?? ""] = (task["stats"] as? [String: Any])?["rows"] as? Int
    }
    for file in set.manifest.files where file.description.isTabular {
      #expect(rows[file.output] ?? 0 == file.rows, "\(file.output)")
    }
  }

  @Test(.enabled(if: validator != nil, "there is no frictionless to ask")) func acceptsDeltasAndFindsDamage() throws {
    let shop = try Self.filled()
    let job = try JobShop.job(DeltaTests.job)
    try shop.run(job)
    try shop.take("product_code,title,sku\nP2,Cola,B\nP9,New,Z\n", as: "variants")
    _ = try shop.shop.removeProduct("P4", actor: manager)
    let set = try shop.run(job)
    let folder = try Self.publish(set)
    let (status, report) = try Self.validate(folder)
    #expect(set.manifest.mode == .delta && status == 0, "\(report.suffix(4000))")
    let file = folder.appendingPathComponent("variants.csv")
    let whole = try Data(contentsOf: file)
    for damaged in [whole + Data("Q,x,,1,EUR\n".utf8), whole.dropLast(3), Data(whole.map { $0 == 0x4E ? 0x4F : $0 })] {
      try damaged.write(to: file)
      #expect(try Self.validate(folder).status != 0)
    }
  }
}

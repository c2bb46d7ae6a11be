import FormatKit
import Foundation
import GRDB
import Reporting
import RetailValues
import Stock
import Testing
import Wording

@testable import Jobs

/// What the files of a set hold, and what its manifest says of them.
@Suite struct SetWriterTests {
  static func filled() throws -> JobShop {
    let shop = try JobShop()
    try shop.take("location\nshop\nstore\n", as: "locations")
    try shop.take(
      """
      product_code,title,sku,category,price,barcode
      P1,Lemonade,A,drinks,2.50,4006381333931
      P2,"Cola, large",B,drinks,3.00,
      P3,=1+1,C,snacks,0.99,
      P4,Unpriced,D,snacks,,

      """, as: "variants")
    try shop.take(
      "sku,quantity,unit_cost,effective_at,location\nA,5,1.25,2026-01-01,shop\nB,2.5,2,2026-01-01,store\nC,7,,2026-01-01,shop\n",
      as: "stock_levels")
    return shop
  }

  @Test func choosesRowsAndColumns() throws {
    let shop = try Self.filled()
    let set = try shop.run(
      JobShop.job(
        """
        outputs:
          p:
            records: variants
            columns: [sku, {field: price, as: eur}, {field: title, as: name}]
            where: {category: drinks, price: {greater-than: 2.50}}
          guarded: {records: products, columns: [title], where: {category: snacks}, formulas: harmless}
          plain: {records: products, columns: [title], where: {any: [{title: "=1+1"}, {title: {starts-with: Un}}]}}
          levels: {records: stock_levels, location: store, format: json-lines, columns: [sku, quantity]}
        """))
    #expect(try set.text("p.csv") == "sku,eur,name\nB,3.00,\"Cola, large\"\n")
    #expect(try set.text("guarded.csv") == "title\n'=1+1\nUnpriced\n")
    #expect(try set.text("plain.csv") == "title\n=1+1\nUnpriced\n")
    #expect(try set.text("levels.jsonl") == "{\"sku\":\"B\",\"quantity\":2.5}\n")
    #expect(try set.file("p.csv").rows == 1 && set.file("p.csv").description.primaryKey == ["sku"])
    #expect(
      try set.file("p.csv").description.totals == [ControlTotal(field: "eur", currency: "EUR", values: 1, sum: "3.00")])
  }

  /// The totals against plain SQL over the tables.
  @Test func totalsAreThoseOfTheBooks() throws {
    let shop = try Self.filled()
    let set = try shop.run(
      JobShop.job(
        "outputs: {v: {records: variants, columns: [sku, price, currency]}, l: {records: stock_levels}, s: {report: stock-on-hand, format: csv}}"
      ))
    let (prices, quantity, value) = try shop.shop.read { database in
      (
        try Int64.fetchOne(database, sql: "SELECT SUM(price) FROM prices") ?? 0,
        try Int64.fetchOne(database, sql: "SELECT SUM(quantity) FROM movements") ?? 0,
        try Int64.fetchOne(database, sql: "SELECT SUM(value_cost_minor) FROM report_stock_on_hand") ?? 0
      )
    }
    func total(_ file: String, _ field: String) throws -> String? {
      try set.file(file).description.totals.first { $0.field == field }?.sum
    }
    #expect(try total("v.csv", "price") == FixedPointText.fixed(prices, fractionDigits: 2))
    #expect(try total("l.csv", "quantity") == FixedPointText.shortest(quantity, fractionDigits: 3))
    #expect(try total("s.csv", "quantity") == FixedPointText.shortest(quantity, fractionDigits: 3))
    #expect(try total("s.csv", "value_cost") == FixedPointText.fixed(value, fractionDigits: 2))
  }

  @Test func manifestsAreReadAgain() throws {
    let shop = try Self.filled()
    let job = try JobShop.job(JobReaderTests.whole.replacing("category: [drinks, food], ", with: ""))
    let manifest = try shop.run(job).manifest
    #expect(try JobManifest.read(manifest.json()) == manifest)
    #expect(try JobManifest.read(manifest.json(pathPrefix: "000001/")) == manifest)
    #expect(String(decoding: try manifest.json(pathPrefix: "000001/"), as: UTF8.self).contains("\"000001/stock.csv\""))
    for text in ["", "{}", "[]", "{\"stockroom\": 1}", String(repeating: "[", count: 100_000)] {
      #expect {
        try JobManifest.read(Array(text.utf8))
      } throws: {
        ($0 as? Problems).map { Problem.Code.jobRuns.contains($0.code) } ?? false
      }
    }
  }

  /// Two runs with one cut-off, in two copies of the shop, byte for byte.
  @Test func repeatsGiveTheSameBytes() throws {
    let one = try Self.filled()
    let job = try JobShop.job(
      """
      outputs:
        v: {records: variants, columns: [sku, title, price, availability]}
        x: {records: products, format: xlsx}
        j: {records: stock_levels, format: json}
        r: {report: stock-on-hand, format: xlsx}
        h: {report: stock-on-hand, format: html}
        c: {report: stock-on-hand, format: json, parameters: {at: yesterday}}
      """)
    let other = try JobShop()
    for suffix in ["", "-wal", "-shm"] {
      let target = other.folder.appendingPathComponent("stock.sqlite\(suffix)")
      try? FileManager.default.removeItem(at: target)
      try? FileManager.default.copyItem(at: one.folder.appendingPathComponent("stock.sqlite\(suffix)"), to: target)
    }
    let moment = hour(9000)
    let first = try one.run(job, at: moment).contents()
    let second = try other.run(job, at: moment).contents()
    #expect(first == second && first.count == 7)
    let page = try JobShop.job("outputs: {h: {report: stock-on-hand, format: html}}")
    try one.run(page, at: moment)
    #expect(try !one.run(page, at: moment).written.hasNews)
  }

  /// Reports name the moment of their creation, which does not count as a change; their data at that moment do.
  @Test(arguments: ["html", "xlsx", "json"])
  func aNewMomentIsNoNews(_ format: String) throws {
    let shop = try Self.filled()
    func run(_ more: String, at number: Int) throws -> TestSet {
      try shop.run(JobShop.job("outputs: {h: {report: stock-on-hand, format: \(format)\(more)}}"), at: hour(number))
    }
    let first = try run("", at: 9000)
    let same = try run("", at: 9001)
    #expect(!same.written.hasNews && shop.number == 1)
    #expect(try first.contents() != same.contents(), "the moment is in it")
    // Another day, as a word of the definition has it.
    #expect(try run(", parameters: {at: yesterday}", at: 9002).written.hasNews)
    #expect(try !run(", parameters: {at: yesterday}", at: 9003).written.hasNews)
    #expect(try run(", parameters: {at: yesterday}", at: 9003 + 24).written.hasNews)
    // And other stock.
    #expect(try run("", at: 9030).written.hasNews)
    try shop.take("sku,quantity,effective_at,location\nC,9,2026-01-02,shop\n", as: "stock_levels")
    #expect(try run("", at: 9031).written.hasNews)
    #expect(try !run("", at: 9032).written.hasNews)
    let always = try JobShop.job("when_unchanged: publish\noutputs: {h: {report: stock-on-hand, format: \(format)}}")
    #expect(try shop.run(always, at: hour(9033)).written.hasNews)
  }

  /// Pages are in the language of the output, else in that of the shop; rows are the same in all.
  @Test func reportsHaveALanguage() throws {
    let shop = try Self.filled()
    shop.language = .french
    let set = try shop.run(
      JobShop.job(
        """
        outputs:
          shop: {report: stock-on-hand, format: html}
          own: {report: stock-on-hand, format: html, language: de}
          rows: {report: stock-on-hand}
        """))
    #expect(try set.text("shop.html").contains("<html lang=\"fr\""))
    #expect(try set.text("own.html").contains("<html lang=\"de\""))
    let rows = try set.bytes("rows.csv")
    shop.language = .english
    let english = try shop.run(
      JobShop.job("outputs: {h: {report: stock-on-hand, format: html}, rows: {report: stock-on-hand}}"))
    #expect(try english.text("h.html").contains("<html lang=\"en\"") && english.bytes("rows.csv") == rows)
  }

  @Test func zeroRows() throws {
    let shop = try Self.filled()
    func run(_ rule: String) throws -> TestSet {
      try shop.run(
        JobShop.job("outputs: {a: {records: brands}, b: {records: brands, file: b.csv, zero_rows: \(rule)}}"))
    }
    #expect(try run("allow").manifest.files.map(\.rows) == [0, 0])
    let skipped = try run("skip")
    #expect(skipped.manifest.files.map(\.output) == ["a"] && skipped.manifest.skipped == ["b"])
    #expect(throws: (any Error).self) { try skipped.bytes("b.csv") }
    let error = #expect(throws: Problems.self) { try run("fail") }
    #expect(error?.code == .zeroRows && error?.first.source == "b")
  }

  @Test func writesWholeCatalogues() throws {
    let shop = try Self.filled()
    let set = try shop.run(JobShop.job("outputs: {all: {format: parse-export}}"))
    #expect(try set.bytes("all.zip").starts(with: Data("PK".utf8)))
    #expect(try set.file("all.zip").rows ?? 0 > 0 && !set.file("all.zip").description.isTabular)
  }

  @Test func unknownLocationsAreTold() throws {
    let shop = try Self.filled()
    let error = #expect(throws: Problems.self) {
      try shop.run(JobShop.job("outputs: {a: {records: stock_levels, location: nowhere}}"))
    }
    #expect(error?.code == .unknownLocation)
  }

  /// A change by another process between two outputs is in neither of them.
  @Test func allOutputsSeeOneState() throws {
    let shop = try Self.filled()
    let writer = try ShopDatabase.open(at: shop.shop.path)
    let job = try JobShop.job(
      "outputs: {a: {records: locations}, b: {records: locations, file: b.csv}, c: {report: stock-on-hand}}")
    let folder = try BusyFolder { number in
      try writer.write { try $0.execute(sql: "INSERT INTO locations (code, kind) VALUES ('new\(number)', 'shop')") }
    }
    let written = try SetWriter(shop: shop.shop, registry: standardRegistry, reports: JobShop.reports).write(
      JobRun(job: job, number: 1, cutOff: hour(9000), nextState: shop.folder.appendingPathComponent("s").path),
      into: folder
    ) { _ in }
    #expect(written.manifest.files.prefix(2).map(\.rows) == [2, 2])
    #expect(folder.count == 3)
  }
}

/// The proof of the audit log that a set goes out with.
@Suite struct SetProofTests {
  @Test func aManifestHoldsTheProofOfTheBooks() throws {
    let shop = try SetWriterTests.filled()
    let job = try JobShop.job("outputs: {p: {records: products}}")
    let set = try shop.run(job)
    let proof = try #require(set.manifest.proof)
    let last = try #require(try shop.shop.auditEntries(limit: 1).first)
    #expect(proof.statement.entry.number == last.id && proof.statement.entry.hash == last.hash)
    #expect(proof.statement.checked == .auditLog && proof.statement.totals == nil)
    #expect(proof.statement.madeAt == set.manifest.cutOff)
    // As it is in the set's folder, and as it is above it.
    for prefix in ["", "000001/"] {
      let bytes = try set.manifest.json(pathPrefix: prefix)
      #expect(try AuditProof.read(bytes, name: "manifest") == proof)
      #expect(try JobManifest.read(bytes).proof == proof)
    }
    #expect(try shop.shop.findings(against: proof) == [])
    // The same books and cut-off, the same bytes.
    let again = try shop.run(job, at: hour(shop.clock), isFull: true)
    #expect(again.manifest.proof == proof)
  }

  /// A set whose proof has a later format stays readable, and a manifest without one too.
  @Test func manifestsOfOtherVersionsAreRead() throws {
    let manifest = try SetWriterTests.filled().run(JobShop.job("outputs: {p: {records: products}}")).manifest
    let text = String(decoding: try manifest.json(), as: UTF8.self)
    let later = text.replacing("\"made_at\"", with: "\"made\"")
    #expect(later != text)
    var without = manifest
    without.proof = nil
    #expect(try JobManifest.read(Array(later.utf8)) == without)
    #expect(try JobManifest.read(try without.json()) == without)
    #expect(!String(decoding: try without.json(), as: UTF8.self).contains("proof"))
  }

  @Test func aBrokenLogKeepsNoSetFromGoingOut() throws {
    let shop = try SetWriterTests.filled()
    try shop.shop.queue.write { database in
      try database.execute(
        sql: "DROP TRIGGER audit_log_is_not_changed; UPDATE audit_log SET details = 'x' WHERE id = 2")
    }
    let set = try shop.run(JobShop.job("outputs: {p: {records: products}}"))
    #expect(set.manifest.proof == nil)
    #expect(set.written.notes.contains { $0.contains("broken from entry 2 on") })
  }
}

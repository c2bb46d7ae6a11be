import Foundation
import RetailValues
import Testing
import Wording

@testable import Reporting

/// Links from figures to what they are made of, in pages that are served.
@Suite struct LinkTests {
  private func page(
    _ name: String, on path: String, links: String?, _ parameters: [String: String] = [:], toImports: Bool = false,
    toDrafts: Bool = false
  ) throws -> String {
    var options = ReportOptions(parameters: parameters, generatedAt: generatedAt)
    options.links = links
    (options.linksImports, options.linksDrafts) = (toImports, toDrafts)
    var bytes: [UInt8] = []
    try shippedReports.report(named: name).run(on: path, options) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Links change nothing else: without their tags the page is that of a file, in rows of memory and in streamed ones.
  @Test(arguments: [
    "shrinkage", "variance-detail", "sales-summary", "margin", "open-orders", "slow-movers", "stock-on-hand",
    "lead-schedule",
  ])
  func pagesWithLinksSayWhatFilesSay(name: String) throws {
    try withShop(CornerShop.fill) { path in
      let file = try page(name, on: path, links: nil)
      let served = try page(name, on: path, links: "/", toImports: true)
      #expect(!file.contains("<a "))
      #expect(served.replacing(#/<a href="[^"]*">|<\/a>/#, with: "") == file)
    }
  }

  @Test func linksHaveTheCodesOfTheirRowAndTheParametersOfTheRun() throws {
    try withShop(CornerShop.fill) { path in
      let all = try page("shrinkage", on: path, links: "/")
      #expect(all.contains("<a href=\"/reports/variance-detail?session="))
      // A run without a period says so: a page that is opened without one chooses the last month.
      #expect(all.contains("<a href=\"/reports/shrinkage?period=&amp;#reasons\">"))
      // Its default of the last moment goes along to a list that has another.
      let link = #/shrinkage-lines\?category=[a-z]+&amp;subcategories=no&amp;to=2026-10-31T19[^"&]+&amp;">/#
      #expect(all.firstMatch(of: link) != nil)
      let some = try page(
        "shrinkage", on: path, links: "/",
        ["from": "2026-01-01", "to": "2026-12-31T23:00", "denominator": "book-stock"])
      let given = "&amp;from=2026-01-01&amp;to=2026-12-31T23%3A00&amp;denominator=book-stock\">"
      #expect(some.contains(given))
    }
  }

  /// Sums lead to what they are made of, names of items to their pages.
  @Test(arguments: [
    ("shrinkage", "<a href=\"/reports/shrinkage?period=&amp;#reasons\">Unknown</a>"),
    ("shrinkage", "<a href=\"/reports/shrinkage?period=&amp;#reasons\">Total</a>"),
    ("stock-on-hand", "All of <a href=\"/reports/stock-on-hand?location=store&amp;\">Store room</a>"),
    ("stock-on-hand", "<a href=\"/find?q="), ("sales-summary", "<a href=\"/find?q="),
    ("lead-schedule", "<a href=\"/reports/stock-ledger?period=&amp;\">Sales</a>"),
    ("lead-schedule", "<a href=\"/imports/3\">3</a>"),
  ])
  func sumsLeadToWhatTheyAreMadeOf(name: String, link: String) throws {
    try withShop(CornerShop.fill) { path in
      let text = try page(name, on: path, links: "/", toImports: true)
      #expect(text.contains(link))
    }
  }

  /// A draft is made of the same suggestions as the report that leads to it.
  @Test(
    arguments: [
      (["location": "store"], "supplier=acme&amp;location=store"),
      (
        ["supplier": "acme", "location": "store", "days": "14"],
        "supplier=acme&amp;supplier=acme&amp;location=store&amp;days=14"
      ),
      (["supplier": "acme"], "supplier=acme&amp;supplier=acme"),
    ] as [([String: String], String)])
  func aDraftIsForTheParametersOfTheReport(parameters: [String: String], query: String) throws {
    try withShop(SupplyShop.fill) { path in
      let text = try page("reorder", on: path, links: "/", parameters, toDrafts: true)
      #expect(text.contains("<a href=\"/orders/draft?\(query)\">Acme Wholesale<"), "\(query)")
      // An accountant, who places no orders, is not led there.
      let read = try page("reorder", on: path, links: "/", parameters)
      #expect(!read.contains("orders/draft") && read.contains("Acme Wholesale"))
    }
  }

  /// From a counted item and from a known loss to the line of its file, for readers who may see what an import changed.
  @Test func sourcesLeadToTheirLinesForWhoMayReadImports() throws {
    try withShop(CornerShop.fill) { path in
      let links: [(String, [String: String], String)] = [
        ("variance-detail", [:], "<a href=\"/imports/4?line=7#line\">counted.csv:7</a>"),
        ("shrinkage", ["detail": "yes"], "<a href=\"/imports/3?line=14#line\">losses.csv</a>:14"),
      ]
      for (name, parameters, link) in links {
        let seen = try page(name, on: path, links: "/", parameters, toImports: true)
        #expect(seen.contains(link), "\(name)")
        let hidden = try page(name, on: path, links: "/", parameters)
        #expect(!hidden.contains("href=\"/imports/"))
        // Without links, addresses of imports lead nowhere.
        #expect(try !page(name, on: path, links: nil, parameters, toImports: true).contains("imports/"))
      }
    }
  }

  /// A page has the first rows of a long table, and says that there are more; its figures are those of the whole page.
  @Test func aPageCanHaveTheFirstRowsAlone() throws {
    try withShop(CornerShop.fill) { path in
      func page(_ limit: Int?) throws -> String {
        var options = ReportOptions(generatedAt: generatedAt)
        options.rowLimit = limit
        var bytes: [UInt8] = []
        try shippedReports.report(named: "variance-detail").run(on: path, options) { bytes.append(contentsOf: $0) }
        return String(decoding: bytes, as: UTF8.self)
      }
      let whole = try page(nil)
      #expect(try page(4) == whole, "all four rows fit")
      let first = try page(2)
      #expect(first.contains(HTMLContentType.moreRows))
      #expect(first.contains("counted.csv:5") && !first.contains("counted.csv:6"))
      #expect(first.hasPrefix(whole.components(separatedBy: "<table")[0]))
    }
  }

  /// The tables that are held in memory are cut as well; what is added up above them is of all rows.
  @Test func longTablesInMemoryHaveTheirFirstRowsToo() throws {
    try withShop(CornerShop.fill) { path in
      var options = ReportOptions(generatedAt: generatedAt)
      let report = try shippedReports.report(named: "shrinkage")
      var pages: [String] = []
      for limit in [nil, 100, 3] {
        options.rowLimit = limit
        var bytes: [UInt8] = []
        try report.run(on: path, options) { bytes.append(contentsOf: $0) }
        pages.append(String(decoding: bytes, as: UTF8.self))
      }
      #expect(pages[1] == pages[0], "all rows fit")
      #expect(pages[2].hasSuffix(HTMLContentType.moreRows))
      // By category there are fruit, bakery, home, and what has none.
      let rows = pages.map { page in
        let after = page.components(separatedBy: "id=\"categories\"").last ?? ""
        return after.components(separatedBy: "</section>")[0].components(separatedBy: "<th scope=\"row\"").count
      }
      #expect(rows == [5, 5, 4])
      #expect(pages[2].hasPrefix(pages[0].components(separatedBy: "<table")[0]))
    }
  }

  @Test func addressesHaveNothingThatEndsThem() {
    #expect(ReportCell.inAddress("a b&c=ä\"<>'/?#%.~-_") == "a%20b%26c%3D%C3%A4%22%3C%3E%27%2F%3F%23%25.~-_")
  }

  @Test func templatesLoseTheirLinksAlone() {
    let link = ReportLink(address: "find?q={sku}&{place}")
    #expect(link.columns == ["sku"])
    #expect(ReportLink.removed(from: "<td>\(link.around("{{title}}"))</td>") == "<td>{{title}}</td>")
    let optional = ReportLink(address: "reports/lines?{sku or without}&month={month}&{within}")
    #expect(optional.columns == ["sku", "month"])
    #expect(ReportLink.removed(from: "<td>\(optional.around("{{title}}"))</td>") == "<td>{{title}}</td>")
  }

  /// A link that cannot lead anywhere is a problem of the report, with what there is instead.
  @Test(arguments: [
    "/reports/x", "https://example.org/", "reports/x?sku={skuu}", "javascript:alert(1)", "", "reports/x?sku={sku",
    "reports/x?{skuu or without}", "reports/x?a b",
  ])
  func wrongLinksAreRefused(address: String) throws {
    let definition = """
      title: Items
      summary: All items.
      queries:
        items: {file: items.sql, columns: [sku: {type: text, link: "\(address)"}]}
      html: tables
      """
    try withReport(["items/report.yml": definition, "items/items.sql": "SELECT sku FROM report_variants"]) { library in
      let error = #expect(throws: (any Error).self) { _ = try library.report(named: "items") }
      #expect("\(error as Any)".contains("link of 'sku'"))
    }
  }
}

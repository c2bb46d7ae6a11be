import Foundation
import Testing

/// A service's export goes into a shop and comes out again as it was.
@Suite struct ParseExportTests {
  static let sample = Executable.samples + "/fashion-discovery/export.zip"
  static let kinds = [
    "locations", "brands", "categories", "users", "products", "variants", "prices", "colours", "product_colours",
    "pictures",
    "favourites", "follows", "shared_lists", "list_items", "item_reports", "counters",
    "source_objects",
  ]

  private func records(of shop: TestShopFolder) throws -> [String: [String]] {
    var records: [String: [String]] = [:]
    for kind in Self.kinds {
      let text = try shop.must(["export", kind, "--all-users", "--format", "json-lines"]).outputText
      records[kind] = text.split(separator: "\n").map(String.init).sorted()
    }
    return records
  }

  @Test func comesBackAsItWas() throws {
    let folder = try TestFolder()
    let first = try folder.shop("first")
    try first.must(["import", Self.sample])
    let before = try records(of: first)
    for (kind, least) in [
      ("products", 100), ("favourites", 50), ("pictures", 50), ("counters", 100), ("list_items", 5),
    ] {
      #expect((before[kind] ?? []).count >= least, "\(kind)")
    }
    let back = folder.path + "/back.zip"
    try first.must(["export", "--format", "parse-export", "--to", back, "--all-users"])
    let again = folder.path + "/again.zip"
    try first.must(["export", "--format", "parse-export", "--to", again, "--all-users"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: back)) == Data(contentsOf: URL(fileURLWithPath: again)))
    let second = try folder.shop("second")
    let run = try second.must(["import", back])
    // The price that came in as a text goes out as one; the hash of a password does not go out.
    #expect(run.errorText.components(separatedBy: "warning").count == 2, "\(run.shown)")
    #expect(run.errorText.contains("has the number '1690' as a text"), "\(run.shown)")
    let after = try records(of: second)
    for kind in Self.kinds { #expect(after[kind] == before[kind], "\(kind)") }
    // The same again changes nothing.
    try second.must(["export", "--format", "parse-export", "--to", again, "--all-users"])
    #expect(try first.must(["import", again]).status == 0)
    #expect(try records(of: first) == before)
  }

  @Test func secretsNeverGetIntoTheShop() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try shop.must(["import", Self.sample])
    let contents = try ShopContents.rows(shop.database, "SELECT COALESCE(attributes, '') FROM users").joined()
    #expect(contents.contains("username") && !contents.contains("notarealhash") && !contents.contains("password"))
  }

  @Test func aPageForSharingHasItsMetadataEscaped() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let bad = "\"><script>alert(1)</script>"
    for (kind, text) in [
      (
        "products",
        "product_code,title,description\nP1,\"A \(bad.replacing("\"", with: "\"\""))\",\"\(bad.replacing("\"", with: "\"\""))\"\n"
      ),
      ("variants", "sku,product_code\nP1,P1\n"), ("prices", "sku,price\nP1,12.5\n"),
      (
        "pictures",
        "product_code,position,picture_width,picture_height,file\nP1,1,0,9,pictures/original.jpg\nP1,1,740,900,pictures/a.jpg\nP1,2,740,900,javascript:alert(1)\n"
      ),
    ] {
      try folder.write("\(kind).csv", text)
      try shop.must(["import", "../\(kind).csv", "--kind", kind])
    }
    let options = [
      "--param", "product=P1", "--param", "base=https://x.example/", "--param", "address=https://x.example/p?a=1&b=2",
    ]
    let page = try shop.must(["report", "share-page"] + options).outputText
    #expect(!page.contains("<script"))
    #expect(page.contains("<meta property=\"og:title\" content=\"A &quot;&gt;&lt;script"), "\(page.prefix(1500))")
    #expect(page.contains("<meta property=\"og:image\" content=\"https://x.example/pictures/a.jpg\">"))
    #expect(page.contains("<meta property=\"og:url\" content=\"https://x.example/p?a=1&amp;b=2\">"))
    #expect(page.contains("<meta property=\"product:price:amount\" content=\"12.50\">"))
    #expect(page.contains("<meta name=\"twitter:card\" content=\"summary_large_image\">"))
    // The original may contain the location of the photograph; an invalid address is not linked.
    #expect(!page.contains("original.jpg") && !page.contains("javascript:"))
    for address in ["javascript:alert(1)", "//evil.example/", "https:///x", "https://a b", "data:text/html,x"] {
      for name in ["address", "base"] {
        let run = try shop.run(["report", "share-page", "--param", "product=P1", "--param", "\(name)=\(address)"])
        #expect(run.status == 2 && run.errorText.contains("is not an address of the web"), "\(run.shown)")
        #expect(run.output.isEmpty)
      }
    }
    try folder.write("hidden.csv", "product_code,status\nP1,inactive\n")
    try shop.must(["import", "../hidden.csv", "--kind", "products"])
    let hidden = try shop.must(["report", "share-page"] + options).outputText
    #expect(!hidden.contains("og:") && !hidden.contains("alert") && hidden.contains("not shown"))
  }

  /// Compares the route with a plain search for the nearest remaining store.
  @Test func aShoppingRouteGoesToTheNearestNext() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let places = [
      ("A", 59.91, 10.75), ("B", 59.95, 10.75), ("C", 59.92, 10.80), ("D", 59.90, 10.60), ("START", 59.911, 10.752),
    ]
    var locations = "location,latitude,longitude\n"
    var products = "product_code,title,location\n"
    var items = "list,item,product_code,done\n"
    for (name, latitude, longitude) in places { locations += "\(name),\(latitude),\(longitude)\n" }
    for name in ["A", "B", "C", "D"] {
      products += "P\(name),Thing \(name),\(name)\n"
      items += "L,\(name),P\(name),\(name == "D" ? "true" : "false")\n"
    }
    for (kind, text) in [
      ("locations", locations), ("products", products), ("users", "user\nme\n"),
      ("shared_lists", "list,list_title,user\nL,Mine,me\n"), ("list_items", items),
    ] {
      try folder.write("\(kind).csv", text)
      try shop.must(["import", "../\(kind).csv", "--kind", kind])
    }
    let run = try shop.must([
      "report", "shopping-route", "--param", "list=L", "--param", "start=START", "--user", "me", "--format", "csv",
    ])
    let stops = run.outputText.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",")[1] }
    var left = places.filter { ["A", "B", "C"].contains($0.0) }
    var here = (59.911, 10.752)
    var expected: [Substring] = []
    while !left.isEmpty {
      // At such short distances the earth is flat enough to compare them.
      func distance(_ place: (String, Double, Double)) -> Double {
        let (dy, dx) = (place.1 - here.0, (place.2 - here.1) * cos(here.0 * .pi / 180))
        return dy * dy + dx * dx
      }
      let next = left.min { distance($0) < distance($1) } ?? left[0]
      expected.append(Substring(next.0))
      here = (next.1, next.2)
      left.removeAll { $0.0 == next.0 }
    }
    #expect(Array(stops) == expected, "\(run.shown)")
    // What means nothing is refused: another user's list, no list, and a start that is not a store.
    for (user, parameter) in [("you", "list=L"), ("me", "list=NONE"), ("me", "start=51.5,0.1")] {
      let list = parameter.hasPrefix("list") ? [] : ["--param", "list=L"]
      let run = try shop.run(["report", "shopping-route", "--param", parameter, "--user", user] + list)
      #expect(run.status == 2 && run.errorText.contains("is not a"), "\(run.shown)")
      #expect(!run.outputText.contains("Thing"), "\(run.shown)")
    }
    let named = try shop.must(["report", "shopping-route", "--param", "list=mine", "--user", "me", "--format", "csv"])
    #expect(named.outputText.contains("Thing A"), "\(named.shown)")
  }
}

import Foundation
import Testing
import WebTesting

/// What people do in the pages ends as it does on the command line, table by table.
@Suite struct ServeTests {
  /// The tables that say how something was done, not what the shop has: the log, the list of imports with the places of their
  /// files, and what is remembered of files. The two shops have names of their own.
  private static let ways: Set<String> = [
    "audit_log", "imports", "known_feeds", "known_rows", "known_row_pages", "settings",
  ]

  private func differences(_ one: String, _ other: String) throws -> String {
    let (one, other) = (
      try ShopContents(one + "/stock.sqlite", withoutTimes: true),
      try ShopContents(other + "/stock.sqlite", withoutTimes: true)
    )
    return one.differences(from: other).split(separator: "\n").filter { line in
      !Self.ways.contains { line.hasPrefix($0 + ":") }
    }.joined(separator: "\n")
  }

  @Test func theGoodsOfTheCornerShopAreImportedByPages() throws {
    let folder = try TestFolder()
    let byCommands = try CornerShop.make(in: folder, name: "commands")
    try CornerShop.importPriceList(CornerShop.priceLists[0], into: byCommands)
    let byPages = try folder.shop("pages")
    try byPages.copyProfiles(from: CornerShop.samples + "/profiles")
    let served = try ServedShop(byPages.path, environment: folder.environment)
    // One after the other, as the commands are; then the list that needs a profile.
    for file in CornerShop.masterFiles {
      let page = try served.take(CornerShop.samples + "/shop/\(file).csv")
      #expect(served.client.place.hasPrefix("/imports/"), "\(file): \(page.text.prefix(2000))")
    }
    let (file, profile) = CornerShop.priceLists[0]
    let page = try served.take(CornerShop.samples + "/" + file, answers: [("profile", profile)])
    #expect(served.client.place.hasPrefix("/imports/"), "\(page.text.prefix(2000))")
    let found = try differences(byPages.path, byCommands.path)
    #expect(found.isEmpty, "\(found)")
  }

  @Test func oneItemIsCountedFromThePageOfItsProductAndApprovedByAnother() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try shop.must(["import", try folder.write("items.csv", "sku,title,price\nA1,Cup,10\nB2,Mug,12\n")])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\nback\n")])
    let levels = try folder.write("levels.csv", "sku,location,quantity\nA1,front,5\nB2,front,5\n")
    try shop.must(["import", levels, "--user", "Zoe"])
    let served = try ServedShop(shop.path, environment: folder.environment)
    let client = served.client
    let product = try client.get("/products/A1?variant=A1")
    #expect(product.input("item") == "A1", "\(product.text.prefix(3000))")
    let fields = [("kind", "partial"), ("blind", "yes"), ("item", "A1"), ("location", "front")]
    let opened = try client.post("/counts/new", fields, from: product)
    #expect(opened.location == "/counts/1/entry?way=list&item=A1")
    let entry = try client.get(opened.location)
    #expect(entry.input("item") == "A1" && entry.input("quantity") == "")
    let number = [("way", "list"), ("item", "A1"), ("title", "Cup"), ("quantity", "3")]
    let saved = try client.post("/counts/1/entry", number, from: entry)
    #expect(try client.get(saved.location).text.contains("The list is at its end."))
    _ = try client.post("/counts/1/close", [], from: try client.get("/more"))
    let own = try client.post("/counts/1/post", [], from: try client.get("/more"))
    #expect(own.status == 422 && own.text.contains("counted in count 1 or entered it"), "\(own.text.prefix(3000))")
    try shop.must(["reconcile", "1", "--approve", "--post", "--user", "Zoe"])
    let stock = try JSONSerialization.jsonObject(with: shop.must(["stock", "A1", "--json"]).output) as? [String: Any]
    let left = try #require(stock?["stock"] as? [[String: Any]])
    #expect(left.map { "\($0["location"] ?? "") \($0["quantity"] ?? "")" } == ["front 3"])
  }

  @Test func aPersonAloneCountsAndPostsOneItemOnThePageOfItsProduct() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try shop.must(["import", try folder.write("items.csv", "sku,title,price\nA1,Cup,10\nB2,Mug,12\n")])
    try shop.must(["import", try folder.write("places.csv", "location\nfront\nback\n")])
    try shop.must(["import", try folder.write("levels.csv", "sku,location,quantity\nA1,front,5\nB2,front,5\n")])
    let served = try ServedShop(shop.path, environment: folder.environment)
    let client = served.client
    func counts() throws -> Int {
      let list = try JSONSerialization.jsonObject(with: shop.must(["count", "list", "--json"]).output)
      return try #require(list as? [Any]).count
    }
    let product = try client.get("/products/A1?variant=A1")
    #expect(product.input("item") == "A1" && product.input("quantity") == "", "\(product.text.prefix(3000))")
    func send(_ quantity: String) throws -> PageClient.Answer {
      let fields = [("item", "A1"), ("title", "Cup"), ("location", "front"), ("quantity", quantity)]
      return try client.post("/products/A1/count", fields, from: product)
    }
    for wrong in ["", "4006381333931", "five"] {
      let refused = try send(wrong)
      #expect(refused.status == 422 && refused.input("quantity") == wrong, "\(wrong)")
    }
    let before = try counts()
    #expect(before == 0)
    let posted = try send("3")
    #expect(posted.location == "/products/A1?variant=A1&counted=1")
    let page = try client.get(posted.location)
    #expect(page.text.contains("A1: 5 → 3") && page.text.contains(#"href="/counts/1/review#why""#))
    // The same form once more, as by a second click.
    let again = try send("3")
    let after = try counts()
    #expect(again.location == posted.location && after == 1)
    let stock = try JSONSerialization.jsonObject(with: shop.must(["stock", "A1", "--json"]).output) as? [String: Any]
    let left = try #require(stock?["stock"] as? [[String: Any]])
    #expect(left.map { "\($0["location"] ?? "") \($0["quantity"] ?? "")" } == ["front 3"])
    let log = try shop.must(["log"]).outputText
    #expect(log.contains("by the person who counted, in a shop of one person"), "\(log)")
    let reversed = try client.post("/counts/1/reverse", [("note", "the wrong shelf")], from: try client.get("/more"))
    #expect(reversed.location == "/counts/1/review")
    let taken = try client.get(posted.location)
    #expect(!taken.text.contains("A1: 5 → 3"))
    try shop.must(["check"])
  }

  @Test func aServerEndsThoughAFormDoesNotComeAndNobodyReadsItsLog() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    var ends: [Int32] = [0, 0]
    let made = pipe(&ends)
    try #require(made == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    let server = try ServeProcess(
      shop.path, environment: folder.environment, log: FileHandle(fileDescriptor: ends[1]))
    let address = try #require(server.words.first { $0.hasPrefix("http://") })
    let client = try #require(PageClient(address: address))
    // A write there waits from now on.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    for size in [4_096, 1] {
      while write(ends[1], [UInt8](repeating: 0x2E, count: size), size) > 0 {}
    }
    _ = fcntl(ends[1], F_SETFL, 0)
    let half = client.openConnection()
    defer { close(half) }
    let head = Array("POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nContent-Length: 100\r\n\r\n".utf8)
    let sent = send(half, head, head.count, Int32(MSG_NOSIGNAL))
    #expect(sent == head.count)
    #expect(try client.get("/sign-in").status == 200)
    usleep(300_000)
    #expect(server.stop() == 0)
  }

  @Test func filesThatNeedEachOtherAreTakenInTheirOrder() throws {
    let folder = try TestFolder()
    let byCommands = try CornerShop.make(in: folder, name: "commands")
    let byPages = try folder.shop("pages")
    let served = try ServedShop(byPages.path, environment: folder.environment)
    _ = try served.send(CornerShop.masterFiles.shuffled().map { CornerShop.samples + "/shop/\($0).csv" })
    let list = try served.client.get("/imports")
    _ = try served.client.follow(try served.client.post("/imports/all", [], from: list))
    let left = try served.client.get("/imports").text
    #expect(!left.contains("Waiting for a decision"))
    // The order of the files is another, so that numbers of rows are.
    for kind in ["products", "variants", "barcodes", "prices", "supplier_items"] {
      let (one, other) = (
        try byCommands.run(["export", kind, "--format", "csv"]), try byPages.run(["export", kind, "--format", "csv"])
      )
      #expect(one.status == 0)
      #expect(one.outputText.split(separator: "\n").sorted() == other.outputText.split(separator: "\n").sorted())
    }
  }

  @Test func aMistakeInTheSettingsIsSaidWithItsLine() throws {
    let folder = try TestFolder()
    let shop = try folder.shop("pages")
    let served = try ServedShop(shop.path, environment: folder.environment)
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let text = String(decoding: try Data(contentsOf: settings), as: UTF8.self)
    try (text + "broken: [\n").write(to: settings, atomically: true, encoding: .utf8)
    let page = try served.client.get("/settings")
    #expect(page.status == 503)
    #expect(page.text.contains("stockroom.yml:"), "\(page.text)")
    #expect(!page.text.contains(shop.path))
    try text.write(to: settings, atomically: true, encoding: .utf8)
    #expect(try served.client.get("/settings").status == 200)
  }

  /// Also when the file has the same length as before, and is changed within a tick of the clock.
  @Test func aChangeOfTheSettingsIsInTheNextPage() throws {
    let folder = try TestFolder()
    let shop = try folder.shop("pages")
    let served = try ServedShop(shop.path, environment: folder.environment)
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let lines = try String(contentsOf: settings, encoding: .utf8).split(separator: "\n")
    for name in ["Mugs and more", "Cups and more", "Mugs and more"] {
      let changed = lines.map { $0.hasPrefix("name:") ? "name: \(name)" : String($0) }
      try changed.joined(separator: "\n").write(to: settings, atomically: false, encoding: .utf8)
      #expect(try served.client.get("/more").text.contains("href=\"/\">\(name)</a>"))
    }
  }

  @Test func anImportIsUndoneAndRedone() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    let before = try shop.must(["export", "prices", "--format", "csv"]).outputText
    let served = try ServedShop(shop.path, environment: folder.environment)
    let file = try folder.write("new-prices.csv", "sku,price\nL001,99.50\n")
    _ = try served.take(file, accepting: ["price-changed"])
    let place = served.client.place
    #expect(place.hasPrefix("/imports/"))
    let changed = try shop.must(["export", "prices", "--format", "csv"]).outputText
    #expect(changed != before)
    let undo = try served.client.get(place + "/undo")
    #expect(try shop.must(["export", "prices", "--format", "csv"]).outputText == changed)
    _ = try served.client.follow(try served.client.post(place + "/undo", [], from: undo))
    #expect(try shop.must(["export", "prices", "--format", "csv"]).outputText == before)
    let redo = try served.client.get(place + "/redo")
    _ = try served.client.follow(try served.client.post(place + "/redo", [], from: redo))
    #expect(try shop.must(["export", "prices", "--format", "csv"]).outputText == changed)
  }

  @Test func aRowWithAnErrorIsShownLeftOutAndHandedBack() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    let served = try ServedShop(shop.path, environment: folder.environment)
    let file = try folder.write("prices.csv", "sku,price\nL001,12.50\nL002,a lot\n")
    let plan = try served.send([file])
    #expect(plan.text.contains("Line 3"))
    #expect(plan.text.contains("a lot"))
    let place = served.client.place
    let refused = try served.client.follow(try served.client.post(place + "/apply", [], from: plan))
    #expect(served.client.place == place, "nothing is taken while there are errors")
    // That half of the file would be left out is asked about in the same page.
    #expect(plan.text.contains("many-rejected"))
    let fields = [("on-error", "skip"), ("accept", "price-changed"), ("accept", "many-rejected")]
    let done = try served.client.follow(
      try served.client.post(place + "/apply", fields, from: refused))
    #expect(served.client.place.hasPrefix("/imports/"), "\(done.text.prefix(3000))")
    let rejects = try served.client.get(served.client.place + "/rejects")
    #expect(rejects.text.contains("a lot"))
    #expect(rejects.headers["content-disposition"]?.hasPrefix("attachment") ?? false)
    let number = String(served.client.place.dropFirst("/imports/".count))
    let shown = try shop.must(["imports", "show", number]).outputText
    #expect(shown.contains("prices.csv") && !shown.contains("/prices.csv"), "\(shown)")
    // Corrected and sent again, it is read as its import was.
    let rest = try folder.write("rest.csv", rejects.text.replacing("a lot", with: "14.50"))
    let again = try served.send([rest])
    #expect(again.text.contains("read as import \(number) was"), "\(again.text.prefix(3000))")
  }

  @Test func aPlanIsShownAgainWhenTheShopHasOtherPricesByNow() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    let served = try ServedShop(shop.path, environment: folder.environment)
    let plan = try served.send([try folder.write("new-prices.csv", "sku,price\nL001,99.50\n")])
    let place = served.client.place
    let other = try folder.write("other-prices.csv", "sku,price\nL001,88.50\n")
    try shop.must(["import", other, "--accept", "price-changed"])
    let prices = try shop.must(["export", "prices", "--format", "csv"]).outputText
    let tick = [("accept", "price-changed")]
    let changed = try served.client.follow(try served.client.post(place + "/apply", tick, from: plan))
    #expect(changed.status == 409)
    for text in ["other-prices.csv", "When you looked", "Records that differ", "88.50", "Make the plan again"] {
      #expect(changed.text.contains(text), "\(text): \(changed.text.prefix(3000))")
    }
    #expect(try shop.must(["export", "prices", "--format", "csv"]).outputText == prices)
    let again = try served.client.follow(try served.client.post(place + "/answers", [], from: changed))
    #expect(again.status == 200)
    _ = try served.client.follow(try served.client.post(place + "/apply", tick, from: again))
    #expect(served.client.place.hasPrefix("/imports/"))
    #expect(try shop.must(["export", "prices", "--format", "csv"]).outputText.contains("99.50"))
  }

  @Test func aPlanIsAppliedWhenWhatChangedDoesNotConcernIt() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    let served = try ServedShop(shop.path, environment: folder.environment)
    let plan = try served.send([try folder.write("new-prices.csv", "sku,price\nL001,99.50\n")])
    let place = served.client.place
    let other = try folder.write("goods.csv", "product_code,title,sku\nUMBRELLA,Umbrella,UMBRELLA-1\n")
    try shop.must(["import", other, "--kind", "products"])
    let tick = [("accept", "price-changed")]
    let done = try served.client.follow(try served.client.post(place + "/apply", tick, from: plan))
    #expect(served.client.place.hasPrefix("/imports/"), "\(done.text.prefix(3000))")
  }

  @Test func whatIsSaidOfTheColumnsBecomesAProfileOfTheShop() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    let served = try ServedShop(shop.path, environment: folder.environment)
    let file = try folder.write("list.csv", "Zeug,Wert\nL001,12.50\nL002,13.50\n")
    _ = try served.send([file])
    let place = served.client.place
    let older = try served.client.get(place + "/columns")
    let answers = [("kind", "prices"), ("map.Zeug", "sku"), ("map.Wert", "price"), ("save-as", "odd-list")]
    let page = try served.client.follow(
      try served.client.post(place + "/columns", answers, from: try served.client.get(place + "/columns")))
    #expect(page.text.contains("odd-list"), "\(page.text.prefix(3000))")
    let byCommand = try shop.run(["import", file, "--profile", "odd-list", "--dry-run", "--json"])
    #expect(byCommand.outputText.contains("\"planned\""), "\(byCommand.shown)")
    #expect(try String(contentsOfFile: shop.path + "/profiles/odd-list.yml", encoding: .utf8).contains("Zeug"))
    // A page that was opened before replaces nothing, and saves no profile.
    let other = [("map.Zeug", "sku"), ("map.Wert", "unit_cost"), ("save-as", "other-list")]
    let changed = try served.client.post(place + "/columns", other, from: older)
    #expect(changed.status == 409 && changed.text.contains("odd-list"), "\(changed.text.prefix(3000))")
    #expect(!FileManager.default.fileExists(atPath: shop.path + "/profiles/other-list.yml"))
    #expect(try served.client.get(place + "/columns").text.contains("name=\"profile\" value=\"odd-list\""))
  }

  /// The wholesaler's list can be read by the names of its columns, and the shop has a profile for it that a person wrote.
  @Test func theProfileOfTheShopIsOfferedBeforeAFileIsApplied() throws {
    let folder = try TestFolder()
    let byCommands = try CornerShop.make(in: folder, name: "commands")
    let (file, profile) = CornerShop.priceLists[0]
    try CornerShop.importPriceList((file, profile), into: byCommands)
    let shop = try CornerShop.make(in: folder)
    let served = try ServedShop(shop.path, environment: folder.environment)
    let plan = try served.send([CornerShop.samples + "/" + file])
    let place = served.client.place
    #expect(plan.text.contains("A profile of the shop fits this file."), "\(plan.text.prefix(3000))")
    #expect(plan.text.contains("file has all 14 columns that it maps"))
    let refused = try served.client.post(place + "/apply", [("on-error", "skip")], from: plan)
    #expect(refused.status == 422 && refused.text.contains("Say whether the file is read with the profile."))
    let answer = [("answer", "profile \(profile)")]
    let read = try served.client.follow(try served.client.post(place + "/answers", answer, from: refused))
    let done = try served.client.follow(try served.client.post(place + "/apply", [], from: read))
    #expect(served.client.place.hasPrefix("/imports/"), "\(done.text.prefix(3000))")
    let found = try differences(shop.path, byCommands.path)
    #expect(found.isEmpty, "\(found)")
  }

  @Test func peopleSeeWhatTheirRolesAllow() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    let served = try ServedShop(shop.path, environment: folder.environment)
    let login = NSUserName()
    let settings = try String(contentsOfFile: shop.path + "/stockroom.yml", encoding: .utf8)
    try (settings + "\npeople:\n  \(login): { name: Anna, role: counter }\n").write(
      toFile: shop.path + "/stockroom.yml", atomically: true, encoding: .utf8)
    #expect(try served.client.get("/imports/2").status == 403)
    #expect(try served.client.get("/imports/2/undo").status == 403)
    #expect(!(try served.client.get("/").text.contains("Import files")))
  }

  @Test func theServerStopsAlthoughAPageFollowsACount() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try shop.must(["count", "open", "--location", "shop"])
    let served = try ServedShop(shop.path, environment: folder.environment)
    let number = served.client.openConnection()
    defer { close(number) }
    let cookie = try #require(served.client.cookie)
    let request = Data(
      "GET /counts/1/events HTTP/1.1\r\nHost: 127.0.0.1:\(served.client.port)\r\nCookie: \(cookie)\r\n\r\n".utf8)
    _ = request.withUnsafeBytes { send(number, $0.baseAddress, $0.count, 0) }
    var received = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !String(decoding: received, as: UTF8.self).contains("event: figures") {
      let count = recv(number, &buffer, buffer.count, 0)
      try #require(count > 0)
      received += buffer[..<count]
    }
    let begun = ContinuousClock.now
    #expect(served.stop() == 0)
    #expect(begun.duration(to: .now) < .seconds(8))
  }

  @Test func theServerStopsAlthoughBrowsersKeepTheirConnections() throws {
    let folder = try TestFolder()
    let shop = try folder.shop("shop")
    let served = try ServedShop(shop.path, environment: folder.environment)
    let open = (0..<50).map { _ in served.client.openConnection() }
    defer { for number in open { close(number) } }
    #expect(open.allSatisfy { $0 >= 0 })
    #expect(try served.client.get("/").status == 200)
    #expect(served.stop() == 0)
  }
}

import Exchange
import FormatKit
import Foundation
import GRDB
import RetailValues
import ShopCheck
import StandardFormats
import Stock
import Testing

/// A plan that is kept: what it says is what is done, and it is refused as soon as that would no longer be so.
@Suite struct PlanFileTests {
  private static let catalog = ["categories", "brands", "colours", "products", "variants", "supplier_items", "lots"]

  /// A file of the shop's first day, by kind.
  private static let opening: [(String, String)] = [
    ("locations", "location\nshop\nstore\n"),
    ("suppliers", "supplier,supplier_name\nacme,Acme\n"),
    (
      "products",
      "product_code,title,category,brand,tax_rate\nP1,Hat,tops,Acme,19\nP2,Coat,tops,,19\nP3,Sock,feet,Best,7\n"
    ),
    ("variants", "sku,product_code,colour,size,standard_cost\nA,P1,red,M,2.5\nB,P2,,L,10\nC,P3,blue,,1.25\n"),
    ("supplier_items", "supplier,sku,supplier_code,unit_cost,pack_size\nacme,A,11,2.4,6\nacme,B,12,9.75,1\n"),
    ("prices", "sku,price\nA,5.00\nB,19.90\n"),
    ("receipts", "document,line,sku,quantity,unit_cost,effective_at,location,lot\nD1,1,A,10,2.5,2026-01-02,shop,L1\n"),
  ]

  /// A file of the second day, by kind: new, changed, emptied and unchanged records.
  private static let second: [(String, String)] = [
    (
      "products",
      "product_code,title,category,brand,tax_rate\nP1,Hat,tops,Acme,19\nP2,Long coat,coats,Best,7\nP3,(clear),,,\nP4,Tie,neck,,19\n"
    ),
    ("variants", "sku,product_code,colour,size,standard_cost\nA,P1,red,S,2.5\nB,P2,black,(clear),\nD,P4,,,3.125\n"),
    ("supplier_items", "supplier,sku,supplier_code,unit_cost,pack_size\nacme,A,11,2.6,12\nacme,C,13,1,10\n"),
    ("prices", "sku,price\nA,5.50\nB,19.90\nC,2.00\n"),
    ("stock_levels", "sku,quantity,location\nA,7,shop\nB,3,store\nC,0,shop\n"),
    (
      "receipts",
      "document,line,sku,quantity,unit_cost,effective_at,location,lot\nD1,1,A,10,2.5,2026-01-02,shop,L1\nD2,1,B,4,9.75,2026-01-03,store,L9\n"
    ),
    (
      "sales",
      "sku,quantity,effective_at,location\nA,1,2026-01-04T10:00,shop\nA,1,2026-01-04T10:00,shop\nA,-1,2026-01-05,shop\n"
    ),
    (
      "movements",
      "document,line,sku,quantity,effective_at,movement_kind,location,to_location,reason\nT1,1,A,2,2026-01-05,transfer,shop,store,\nT1,2,A,-1,2026-01-05,write-off,shop,,damage\n"
    ),
    ("count_lines", "count,location,sku,counted_quantity\nK1,shop,A,6\nK1,shop,ZZZ,2\n"),
  ]

  private func open(_ shop: TestShop) throws {
    for (kind, text) in Self.opening {
      // A pack was opened before it came.
      #expect(
        try shop.take(text, name: "\(kind)-1.csv") { ($0.kind, $0.accepted) = (kind, ["packs-or-pieces"]) }.isApplied)
    }
  }

  /// A file of CSV in another format, made by that format's writer.
  private func converted(_ csv: String, to format: String) throws -> String {
    if format == "csv" { return csv }
    let sink = ByteSink.memory()
    _ = try Conversion(
      .text(csv, name: "in.csv"), from: standardFormats.format("csv"), to: standardFormats.format(format)
    ).run(onceTo: sink)
    return sink.collectedText
  }

  private func request(_ text: String, _ kind: String, _ format: String) -> ImportRequest {
    var request = ImportRequest(source: .text(text, name: "\(kind)-2.\(format)"))
    // The pack size changes on purpose, and the stock is later than what was sold.
    request.accepted = ["pack-size-changed", "before-stock-level", "packs-or-pieces"]
    request.kind = kind
    return request
  }

  private func importer(_ shop: TestShop) -> Importer { Importer(shop: shop.shop, registry: standardFormats) }

  private func plan(_ shop: TestShop, _ request: ImportRequest) throws -> (path: String, summary: ImportSummary) {
    let path = shop.folder.appendingPathComponent("\(UUID().uuidString).plan").path
    shop.clock += 1
    return (path, try importer(shop).plan(request, savingTo: path, now: hour(shop.clock)))
  }

  private func carryOut(_ path: String, _ shop: TestShop, _ request: ImportRequest) throws -> ImportSummary {
    let saved = try SavedPlan(path: path)
    var again = ImportRequest(
      saved.header, source: request.source, profile: request.profile, rejects: path + ".rejects")
    again.duplicates = request.duplicates
    again.limits = request.limits
    shop.clock += 1
    return try importer(shop).apply(saved, request: again, actor: manager, now: hour(shop.clock))
  }

  private func records(_ path: String) throws -> [SavedPlan.Record] {
    var saved = try SavedPlan(path: path)
    var records: [SavedPlan.Record] = []
    while let line = try saved.nextLine() { records.append(try #require(SavedPlan.record(line))) }
    return records
  }

  /// The records of a kind as the shop exports them: fields by name, those of the key put together.
  private func exported(_ kind: String, _ shop: TestShop) throws -> [String: [String: String]] {
    let lines = try shop.export(kind).split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let keys =
      [
        "categories": ["category"], "brands": ["brand"], "colours": ["colour"], "products": ["product_code"],
        "variants": ["sku"], "supplier_items": ["supplier", "sku"], "lots": ["sku", "lot"],
      ][kind] ?? []
    guard let header = lines.first else { return [:] }
    var records: [String: [String: String]] = [:]
    for line in lines.dropFirst() {
      let fields = Dictionary(uniqueKeysWithValues: zip(header, line).filter { !$0.1.isEmpty })
      records[keys.compactMap { fields[$0] }.joined(separator: " ")] = fields.filter { !keys.contains($0.key) }
    }
    return records
  }

  @Test(arguments: ["csv", "json", "json-lines", "xml"])
  func whatWasAnnouncedIsWhatWasDone(format: String) throws {
    let shop = try TestShop()
    try open(shop)
    for (kind, csv) in Self.second {
      let request = request(try converted(csv, to: format), kind, format)
      let before = try Dictionary(uniqueKeysWithValues: Self.catalog.map { ($0, try exported($0, shop)) })
      let movements = try ledger(shop)
      let contents = try shop.dump()
      let (path, planned) = try plan(shop, request)
      #expect(try shop.dump() == contents, "the plan changed the shop")
      #expect(planned.errorCount == 0, "\(planned.reported)")
      let done = try carryOut(path, shop, request)
      #expect(done.isApplied, "\(kind) \(done.outcome)")
      #expect(done.counts == planned.counts)
      let lines = try records(path)
      for count in planned.counts where ![.reject, .conflict].contains(count.action) {
        #expect(
          lines.count { $0.kind == count.kind && $0.action == count.action && $0.problems == nil } == count.records,
          "\(kind): \(count)")
      }
      for catalog in Self.catalog {
        let old = try #require(before[catalog])
        let new = try exported(catalog, shop)
        var changes: [String: [String: [String?]]] = [:]
        for (key, fields) in new where old[key] != fields {
          for field in Set(fields.keys).union(old[key]?.keys.map { $0 } ?? []) where old[key]?[field] != fields[field] {
            changes[key, default: [:]][field] = [old[key]?[field], fields[field]]
          }
          if old[key] == nil { changes[key, default: [:]]["made"] = [] }
        }
        var reported: [String: [String: [String?]]] = [:]
        for line in lines where line.kind == catalog && line.action.isWritten {
          let key = (line.key ?? []).joined(separator: " ")
          for (field, change) in line.fields ?? [:] {
            reported[key, default: [:]][field] = [change.before, change.after]
          }
          if line.action == .create { reported[key, default: [:]]["made"] = [] }
        }
        #expect(reported == changes, "\(catalog) by \(kind) as \(format)")
      }
      // What moves stock: `sku location difference`, from the plan and from the ledger.
      var reported: [String] = []
      for line in lines where line.action.isWritten {
        guard ["stock_levels", "receipts", "sales", "movements"].contains(line.kind) else { continue }
        let change = try #require(line.fields?["quantity"])
        let key = try #require(line.key)
        let difference = try Int64(number(change.after)) - number(change.before)
        let place = try #require(key.firstIndex { $0 == "shop" || $0 == "store" })
        reported.append("\(key[place - 1]) \(key[place]) \(difference)")
      }
      var moved = try ledger(shop)
      moved.removeFirst(movements.count)
      #expect(moved.sorted() == reported.sorted(), "\(kind) as \(format)")
    }
    #expect(try shop.lines("prices", "sku", "price").sorted() == ["A,5.00", "A,5.50", "B,19.90", "C,2.00"])
    #expect(try shop.shop.check().isEmpty)
  }

  /// Thousandths of a unit.
  private func number(_ text: String?) throws -> Int64 {
    try text.map { Int64((try #require(Double($0)) * 1000).rounded()) } ?? 0
  }

  /// Every movement as `sku location quantity`, in the order of recording.
  private func ledger(_ shop: TestShop) throws -> [String] {
    try shop.shop.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT v.sku || ' ' || l.code || ' ' || m.quantity FROM movements m JOIN variants v ON v.id = m.variant_id
            JOIN locations l ON l.id = m.location_id ORDER BY m.id
          """)
    }
  }

  // MARK: Staleness

  private static let list = "sku,title,price\nA,Hat,6.00\nB,Coat,19.90\n"

  @Test func aPlanIsRefusedWhenTheFileHasChanged() throws {
    let shop = try TestShop()
    try open(shop)
    let (path, _) = try plan(shop, request(Self.list, "products", "csv"))
    let before = try shop.dump()
    let outcome = try carryOut(path, shop, request(Self.list + "C,Sock,1.00\n", "products", "csv")).outcome
    guard case .stale(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons.count == 1 && reasons[0].contains("the file has changed"))
    #expect(try shop.dump() == before)
  }

  @Test func aPlanIsRefusedWhenTheProfileHasChanged() throws {
    let shop = try TestShop()
    try open(shop)
    let yaml = "profile: p\nrecords:\n  - kind: prices\n    fields: { sku: sku, price: price }\n"
    var first = request(Self.list, "prices", "csv")
    first.profile = try MappingProfile(yaml: yaml, source: "p.yml")
    let (path, _) = try plan(shop, first)
    first.profile = try MappingProfile(yaml: yaml + "constants: { price_type: sale }\n", source: "p.yml")
    let outcome = try carryOut(path, shop, first).outcome
    guard case .stale(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons[0].contains("profile"))
  }

  @Test func aPlanIsRefusedWhenTheCatalogHasChangedAndSaysWhatDid() throws {
    let shop = try TestShop()
    try open(shop)
    let (path, _) = try plan(shop, request(Self.list, "products", "csv"))
    try shop.take("sku,price\nA,5.75\n", name: "tuesday.csv") { $0.kind = "prices" }
    let summary = try carryOut(path, shop, request(Self.list, "products", "csv"))
    guard case .stale(let reasons) = summary.outcome else {
      Issue.record("\(summary.outcome)")
      return
    }
    #expect(summary.treatsRecordsAlike == false)
    #expect(reasons[0].contains("tuesday.csv by mary"))
    #expect(reasons[1].contains("price 5.00 → 6.00") && reasons[1].contains("price 5.75 → 6.00"), "\(reasons)")
  }

  @Test func aPlanOfAnotherCatalogSaysWhenItsRecordsWouldBeTreatedAlike() throws {
    let shop = try TestShop()
    try open(shop)
    let (path, _) = try plan(shop, request(Self.list, "products", "csv"))
    try shop.take("sku,title,price\nOTHER,Umbrella,9.00\n", name: "tuesday.csv") { $0.kind = "products" }
    let summary = try carryOut(path, shop, request(Self.list, "products", "csv"))
    guard case .stale = summary.outcome else {
      Issue.record("\(summary.outcome)")
      return
    }
    #expect(summary.treatsRecordsAlike == true)
  }

  @Test func plansThatTreatTheirRecordsAlikeHaveOneDigest() throws {
    let shop = try TestShop()
    try open(shop)
    func planned() throws -> ImportSummary { try plan(shop, request(Self.list, "products", "csv")).summary }
    let first = try planned()
    try shop.take("sku,title,price\nOTHER,Umbrella,9.00\n", name: "tuesday.csv") { $0.kind = "products" }
    let second = try planned()
    #expect(first.recordsSHA256 != nil && first.recordsSHA256 == second.recordsSHA256)
    #expect(second.lastImport == first.lastImport.map { $0 + 1 })
    try shop.take("sku,price\nA,5.75\n", name: "wednesday.csv") { $0.kind = "prices" }
    #expect(try planned().recordsSHA256 != second.recordsSHA256)
  }

  @Test func salesDuringTheDayLeaveAPriceListsPlanAlone() throws {
    let shop = try TestShop()
    try open(shop)
    let (path, _) = try plan(shop, request(Self.list, "products", "csv"))
    try shop.take("sku,quantity,effective_at,location\nA,1,2026-01-04,shop\n", name: "sales.csv") { $0.kind = "sales" }
    #expect(try carryOut(path, shop, request(Self.list, "products", "csv")).isApplied)
  }

  @Test func aPlanOfStockLevelsIsRefusedWhenStockHasMoved() throws {
    let shop = try TestShop()
    try open(shop)
    let levels = request("sku,quantity,location\nA,7,shop\n", "stock_levels", "csv")
    let (path, _) = try plan(shop, levels)
    try shop.take("sku,quantity,effective_at,location\nA,1,2026-01-04,shop\n", name: "sales.csv") { $0.kind = "sales" }
    let outcome = try carryOut(path, shop, levels).outcome
    guard case .stale(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons[0].contains("quantity 10 → 7") && reasons[0].contains("quantity 9 → 7"), "\(reasons)")
  }

  /// What a price that changes by 20 % asks, by the limits of the plan and of the moment.
  @Test(
    arguments: [
      ("10", "10", nil), ("10", "15", "the limit of the guard price-changed was 10 % and is 15 %"),
      ("10", "off", "was 10 % and is off"), ("50", "15", "the guard price-changed (limit 15 %) stops"),
      ("50", "40", nil),
    ] as [(String, String, String?)])
  func aPlanIsRefusedWhenAGuardAsksByAnotherLimit(planned: String, present: String, reason: String?) throws {
    let shop = try TestShop()
    try open(shop)
    var asked = request("sku,price\nA,6.00\n", "prices", "csv")
    if planned == "10" { asked.accepted.insert("price-changed") }
    _ = asked.limits.set(.priceChanged, to: planned)
    let (path, summary) = try plan(shop, asked)
    #expect(summary.guards.map(\.limit) == (planned == "10" ? ["10 %"] : []))
    _ = asked.limits.set(.priceChanged, to: present)
    let outcome = try carryOut(path, shop, asked).outcome
    guard case .stale(let reasons) = outcome else {
      #expect(reason == nil, "\(outcome)")
      return
    }
    let count = planned == "10" && present == "15" ? 1 : 2
    #expect(reasons.count == count && reasons.last?.contains(reason ?? "nothing") == true, "\(reasons)")
  }

  @Test func aPlanThatSomebodyAlteredIsRefused() throws {
    let shop = try TestShop()
    try open(shop)
    let (path, _) = try plan(shop, request(Self.list, "products", "csv"))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let before = try shop.dump()
    for (was, becomes) in [("\"after\":\"6.00\"", "\"after\":\"0.60\""), ("\"again\":false", "\"again\":true")] {
      #expect(text.contains(was))
      try text.replacing(was, with: becomes).write(toFile: path, atomically: true, encoding: .utf8)
      let error = try #require(throws: Problems.self) {
        try carryOut(path, shop, request(Self.list, "products", "csv"))
      }
      #expect(error.code.id == "plan-invalid")
      #expect(try shop.dump() == before)
    }
  }

  @Test func aPlanIsCarriedOutOnce() throws {
    let shop = try TestShop()
    try open(shop)
    let sales = request("sku,quantity,effective_at,location\nA,1,2026-01-04,shop\n", "sales", "csv")
    let (path, _) = try plan(shop, sales)
    #expect(try carryOut(path, shop, sales).isApplied)
    let before = try shop.dump()
    guard case .alreadyApplied = try carryOut(path, shop, sales).outcome else {
      Issue.record("carried out twice")
      return
    }
    #expect(try shop.dump() == before)
  }

  @Test func aPlanWithErrorsChangesNothing() throws {
    let shop = try TestShop()
    try open(shop)
    let bad = request("sku,price\nA,6.00\nB,x\n", "prices", "csv")
    let (path, planned) = try plan(shop, bad)
    #expect(planned.errorCount == 1)
    let refused = try #require(try records(path).first { $0.action == .reject })
    #expect(refused.problems?.first?.code == "not-a-number" && refused.at?.line == 3)
    let before = try shop.dump()
    #expect(try carryOut(path, shop, bad).outcome == .refused && shop.dump() == before)
  }

  @Test(arguments: [
    "", "{}", "[1]", "{\"stockroom_plan\":2}", "{\"stockroom_plan\":1}", "\u{0}\u{1}", "sku,title\nA,Hat\n",
  ])
  func whatIsNoPlanIsRefused(text: String) throws {
    let shop = try TestShop()
    let path = shop.folder.appendingPathComponent("x.plan")
    try text.write(to: path, atomically: true, encoding: .utf8)
    #expect(throws: Problems.self) { _ = try SavedPlan(path: path.path) }
  }

  /// Plans of earlier versions do not say of which cell a problem is.
  @Test func aPlanWithoutCellsIsCarriedOut() throws {
    let shop = try TestShop()
    try open(shop)
    var asked = request("sku,price\nA,6.00\nB,x\n", "prices", "csv")
    asked.accepted.formUnion(["price-changed", "many-rejected"])
    asked.onError = .skip(rejects: "")
    let (path, _) = try plan(shop, asked)
    let (text, cell) = (try String(contentsOfFile: path, encoding: .utf8), #","cell":"price""#)
    #expect(text.contains(cell))
    let body = text.replacing(cell, with: "").split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    let end = try #require(text.split(separator: "\n").last?.prefix { $0 != "," })
    try (body + end + #","sha256":"\#(SHA256Hash.hexadecimal(of: body))"}"# + "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try carryOut(path, shop, asked).isApplied)
  }

  @Test func aPlanThatIsCutOffIsRefused() throws {
    let shop = try TestShop()
    try open(shop)
    let (path, _) = try plan(shop, request(Self.list, "products", "csv"))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropLast(2)
    try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: Problems.self) { _ = try carryOut(path, shop, request(Self.list, "products", "csv")) }
  }
}

import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import GRDB
import RetailValues
import ShopCheck
import StandardFormats
import StockTesting
import Testing

@testable import Stock

/// Two shops that get the same files in the same order. One of them recognises unchanged rows.
private final class TwoShops {
  let recognising: TestShop
  let plain: TestShop
  var random: SeededGenerator
  var clock = 24 * 400
  /// What the recognising shop contained after the last event; nothing changes it between events.
  private var contents: [String: [Int64: String]]?
  /// The text of the last version of each feed, row by row.
  private var feeds: [Int: [[String]]] = [:]
  private var imports: [Int64] = []
  private(set) var recognisedRows = 0
  private(set) var readRows = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    recognising = try TestShop(copyOf: TwoShops.filled.get())
    plain = try TestShop(copyOf: TwoShops.filled.get())
  }

  /// The shop that both begin with.
  private static let filled: Result<PreparedShop, any Error> = Result {
    try TestShop.prepared { shop in
      shop.clock = 24 * 400
      try shop.take("supplier\nacme\nbolt\n") { $0.kind = "suppliers" }
      let items = (1...60).map { "\(TwoShops.code($0)),P\($0 / 3)\n" }.joined()
      try shop.take("sku,product_code\n" + items) { $0.kind = "variants" }
    }
  }

  private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private func isOne(in count: Int) -> Bool { number(1...count) == 1 }
  private func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }

  // MARK: Files

  private static let headers = [
    ["sku", "product_code", "title", "category", "colour", "barcode", "price", "size"],
    ["sku", "price", "price_type"],
    ["sku", "supplier", "supplier_code", "unit_cost", "pack_size", "price"],
    ["sku", "title", "barcode", "supplier", "supplier_code", "unit_cost"],
    ["sku", "price", "valid_from", "valid_to"],
    ["barcode", "title", "price"],
    ["sku", "barcode", "supplier", "unit_cost"],
    ["sku", "title", "price", "quantity"],
  ]

  private static func code(_ item: Int) -> String {
    item % 7 == 0 ? "1000000\(item)" : item % 11 == 0 ? "00\(item)" : "S\(item)"
  }

  private func barcode(_ item: Int) -> String {
    let code = "40000000\(String(format: "%04d", item))".withCheckDigit
    return item % 13 == 0 ? "000\(code.suffix(9))" : item % 17 == 0 ? "INSTORE-\(item)" : code
  }

  private func cell(_ column: String, _ item: Int) -> String {
    switch column {
    case "sku": Self.code(item)
    case "product_code": "P\(item / 3)"
    case "title": "Title \(item / 3)"
    case "category": item / 3 % 4 == 0 ? "" : "cat\(item / 3 % 5)"
    case "colour": pick(["red", "blue", "green", ""])
    case "barcode": item % 4 == 0 ? "" : barcode(item)
    case "price": "\(number(1...99)).\(number(10...99))"
    case "size": pick(["S", "M", "39-42", "May 5"])
    case "price_type": pick(["", "regular", "sale"])
    case "supplier": isOne(in: 40) ? "new\(number(1...4))" : pick(["acme", "acme", "bolt"])
    case "supplier_code": isOne(in: 30) ? "X1" : isOne(in: 20) ? "00\(item)" : "X\(item)"
    case "unit_cost": "\(number(1...9)).5"
    case "pack_size": pick(["", "6", "12"])
    case "valid_from": pick(["", "", "2026-0\(number(1...9))-01"])
    case "valid_to": pick(["", "", "", "2026-12-31"])
    default: "\(number(0...9))"
    }
  }

  private func row(_ feed: Int, _ item: Int) -> [String] { Self.headers[feed].map { cell($0, item) } }

  /// The next version of a feed: the same except for some rows.
  private func change(_ feed: Int) {
    var rows = feeds[feed] ?? (0..<number(5...50)).map { _ in row(feed, number(1...60)) }
    if feeds[feed] == nil, !isOne(in: 6) {
      var items = Set<String>()
      rows = rows.filter { items.insert($0[0]).inserted }
    }
    for _ in 0..<(isOne(in: 3) ? 0 : number(0...3)) where !rows.isEmpty {
      let place = number(0...(rows.count - 1))
      let column = number(0...(Self.headers[feed].count - 1))
      switch number(0...14) {
      case 0...2, 9...13: rows[place][column] = cell(Self.headers[feed][column], number(1...60))
      case 3: rows.remove(at: place)
      case 4, 5: rows.insert(row(feed, number(1...70)), at: place)
      case 6: rows.swapAt(place, number(0...(rows.count - 1)))
      case 7: rows.insert(rows[place], at: number(0...rows.count))
      case 8:
        // The same item twice, saying something else.
        var other = rows[place]
        other[column == 0 ? other.count - 1 : column] = cell(Self.headers[feed][column], number(1...60))
        rows.insert(other, at: number(0...rows.count))
      default: rows[place][column] = pick(["abc", "(clear)", "-1", "", "1,5"])
      }
    }
    if isOne(in: 12) { rows.shuffle(using: &random) }
    feeds[feed] = rows
  }

  private func text(_ feed: Int, asJSON: Bool) -> String {
    let header = Self.headers[feed]
    let rows = feeds[feed] ?? []
    guard asJSON else { return ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n" }
    return rows.map { row in
      "{" + zip(header, row).filter { !$1.isEmpty }.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    }.joined(separator: "\n") + "\n"
  }

  // MARK: Steps

  func step() throws {
    clock += isOne(in: 15) ? -30 : number(1...200)
    switch number(0...11) {
    case 0: try both { try Self.undo(self.imports, $0, at: self.clock, self.random) }
    case 1:
      if let last = imports.last {
        try both { shop in
          guard try shop.shop.imports().first(where: { $0.number == last })?.isUndone == true else { return "" }
          let done = try shop.shop.redoImport(last, actor: manager, at: hour(self.clock))
          return "\(done.counts) \(done.number ?? 0)"
        }
      }
    default:
      let feed = isOne(in: 3) ? number(0...7) : number(0...3) % 3
      let before = feeds[feed]
      change(feed)
      // A problem is corrected at some later time.
      if try !take(feed), !isOne(in: 3) { feeds[feed] = before }
    }
  }

  private static func undo(
    _ imports: [Int64], _ shop: TestShop, at clock: Int, _ random: SeededGenerator
  ) throws -> String {
    var random = random
    guard let number = imports.suffix(4).randomElement(using: &random),
      try shop.shop.imports().first(where: { $0.number == number })?.isUndone == false
    else { return "" }
    let done = try shop.shop.undoImport(number, actor: manager, at: hour(clock))
    return "\(done.counts) \(done.number ?? 0)"
  }

  private func take(_ feed: Int) throws -> Bool {
    let text = text(feed, asJSON: feed == 0 && isOne(in: 3))
    let profile =
      isOne(in: 10)
      ? "profile: prices\nformat: csv\nmatch: [sku]\nrecords:\n  - kind: prices\n    fields: {sku: sku, price: price}\n"
      : nil
    let isFull = isOne(in: 4)
    let skips = isOne(in: 3)
    let accepts = !isOne(in: 4)
    let again = !isOne(in: 5)
    let duplicates: StagingContext.DuplicatePolicy? = isOne(in: 8) ? .last : nil
    let plansFirst = isOne(in: 3)
    let supplier = isOne(in: 3) && feed == 3 ? "acme" : nil
    var isApplied = false
    try both { shop in
      let rejects = shop.folder.appendingPathComponent("rejects-\(UUID().uuidString)").path
      var request = ImportRequest(source: .text(text, name: text.hasPrefix("{") ? "f.jsonl" : "f.csv"))
      if let profile, Self.headers[feed].contains("price"), Self.headers[feed].contains("sku"), !text.hasPrefix("{") {
        request.profile = try MappingProfile(yaml: profile, source: "profile.yaml")
      }
      request.isFull = isFull
      request.again = again
      request.supplier = supplier
      if skips { request.onError = .skip(rejects: rejects) }
      if accepts { request.accepted = Set(GuardCode.allCases.map(\.rawValue)) }
      if let duplicates { for kind in RowCache.kinds { request.duplicates[kind] = duplicates } }
      var importer = Importer(shop: shop.shop, registry: standardFormats)
      importer.shownProblems = 1000
      importer.shownChanges = 1000
      importer.leastRememberedRows = 0
      importer.recognisesRows = shop === self.recognising
      importer.recognised = { rows in
        self.recognisedRows += rows ?? 0
      }
      var answer = ""
      do {
        if plansFirst { answer += Self.described(try importer.plan(request, now: hour(self.clock)), in: shop) }
        let summary = try importer.apply(request, actor: manager, now: hour(self.clock))
        if shop === self.recognising {
          self.readRows += summary.sourceRecords
          if case .applied(let number) = summary.outcome {
            isApplied = true
            self.imports.append(number)
          }
        }
        answer += Self.described(summary, in: shop)
      } catch let error as Problems {
        answer += "\(error)"
      }
      if let rejects = try? String(contentsOfFile: rejects, encoding: .utf8) { answer += rejects }
      return answer
    }
    return isApplied
  }

  /// Does the same in both shops, which must answer the same and leave a trace of all that changed.
  private func both(_ act: (TestShop) throws -> String) throws {
    let before = try contents ?? readContents()
    let last = try recognising.shop.read { try Int64.fetchOne($0, sql: "SELECT MAX(id) FROM imports") } ?? 0
    let answer = try act(recognising)
    let other = try act(plain)
    if answer != other {
      let place = zip(answer, other).prefix { $0 == $1 }.count
      let parts = [answer, other].map { $0.dropFirst(max(0, place - 200)).prefix(600) }
      Issue.record("recognising: …\(parts[0])…\nnot: …\(parts[1])…")
    }
    let after = try readContents()
    contents = after
    let changed = try recognising.shop.read { try ChangedRecords($0, from: last + 1, through: .max) }
    for (sort, kind) in RowReference.kinds.enumerated() {
      let (old, new) = (before[kind] ?? [:], after[kind] ?? [:])
      for id in Set(old.keys).union(new.keys) where old[id] != new[id] {
        #expect(changed?.contains(RowReference(sort, id)) == true, "\(kind) \(id) changed without a trace")
      }
    }
  }

  private func readContents() throws -> [String: [Int64: String]] {
    try recognising.shop.read { database in
      var tables: [String: [Int64: String]] = [:]
      for kind in RowReference.kinds {
        let cells = try database.columns(in: kind).map { "quote(\"\($0.name)\")" }.joined(separator: " || ',' || ")
        let rows = try Row.fetchAll(database, sql: "SELECT id, \(cells) FROM \(kind)")
        tables[kind] = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as String) })
      }
      return tables
    }
  }

  private static func described(_ summary: ImportSummary, in shop: TestShop) -> String {
    var summary = summary
    let problems = summary.problemCounts.sorted { $0.key < $1.key }
    summary.problemCounts = [:]
    summary.rejectFile = nil
    return "\(problems) \(summary)\n"
  }

  func compareShops(checksThem: Bool) throws {
    for kind in Vocabulary.kinds.map(\.name) where StoredKind.catalog.contains(where: { $0.kind == kind }) {
      #expect(try recognising.export(kind) == plain.export(kind), "\(kind)")
    }
    let histories = try [recognising, plain].map { shop in
      try shop.shop.imports().map { "\($0)" }
    }
    #expect(histories[0] == histories[1])
    if checksThem { for shop in [recognising, plain] { #expect(try shop.shop.check() == []) } }
  }
}

@Suite struct RecognitionPropertyTests {
  /// After any events in between, a shop that recognises rows reports and contains the same as one that does not.
  @Test(arguments: Seeds.of(0...7))
  func whatIsRecognisedComesToTheSame(_ group: Int) throws {
    var (read, recognised) = (0, 0)
    for seed in 1...2 {
      let shops = try TwoShops(seed: UInt64(group * 2 + seed))
      for step in 1...24 {
        try shops.step()
        // What is wrong once stays wrong, so that the end shows it too.
        if step % 6 == 0 { try shops.compareShops(checksThem: step == 24 || Seeds.isThorough) }
      }
      read += shops.readRows
      recognised += shops.recognisedRows
    }
    // Otherwise the comparison would be empty.
    #expect(recognised * 20 > read, "\(recognised) of \(read) rows")
  }
}

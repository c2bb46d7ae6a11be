import FormatKitTesting
import Foundation
import GRDB
import ProblemKit
import RetailValues
import Stock
import Testing

@testable import Jobs

/// The data of a receiver who was given a full set and then every delta: rows by key.
private struct Receiver {
  /// By output and key, the row's fields.
  var rows: [String: [[String]: [String]]] = [:]

  /// Takes a set over as a receiver does: a full file is all there is, of a delta the rows replace those of their
  /// keys, and those
  /// of the tombstones go.
  mutating func take(_ set: TestSet) throws {
    for file in set.manifest.files {
      let table = try csv(set.text(file.name))
      let header = table[0]
      let key = file.description.primaryKey.map { name in header.firstIndex(of: name) ?? -1 }
      #expect(table.count - 1 == file.rows && !key.contains(-1))
      func keyOf(_ row: [String]) -> [String] { key.map { row[$0] } }
      switch (file.role, file.mode) {
      case (.tombstones, _):
        for row in table.dropFirst() {
          #expect(rows[file.output]?.removeValue(forKey: keyOf(row)) != nil, "nothing goes that was not there")
        }
      case (.data, .full):
        rows[file.output] = Dictionary(uniqueKeysWithValues: table.dropFirst().map { (keyOf($0), $0) })
      case (.data, .delta):
        for row in table.dropFirst() {
          #expect(rows[file.output]?.updateValue(row, forKey: keyOf(row)) != row, "nothing comes that was there")
        }
      }
    }
  }

  /// The fields of CSV without line ends in them.
  private func csv(_ text: String) throws -> [[String]] {
    text.split(separator: "\n").map { line in
      var fields = [""]
      var isQuoted = false
      for character in line {
        if character == "\"" {
          isQuoted.toggle()
        } else if character == ",", !isQuoted {
          fields.append("")
        } else {
          fields[fields.count - 1].append(character)
        }
      }
      return fields
    }
  }
}

/// A full set and its deltas together contain the same as a later full set.
@Suite struct DeltaTests {
  static let job = """
    mode: delta
    outputs:
      variants: {records: variants, columns: [sku, title, category, price, currency], where: {category: {not: hidden}}}
      prices: {records: prices}
      levels: {records: stock_levels}
      stock: {report: stock-on-hand, file: stock.csv, key: [location, sku]}
      barcodes: {records: barcodes}
    """

  @Test func tellsNewChangedAndGone() throws {
    let shop = try SetWriterTests.filled()
    let job = try JobShop.job("mode: delta\noutputs: {p: {records: products, columns: [product_code, title]}}")
    let first = try shop.run(job)
    #expect(first.manifest.mode == .full && first.manifest.files.map(\.name) == ["p.csv"])
    #expect(first.manifest.files[0].rows == 4 && first.written.notes == [])
    #expect(try !shop.run(job).written.hasNews, "nothing has changed")
    try shop.take("product_code,title,sku\nP2,Cola,B\nP9,New,Z\n", as: "variants")
    _ = try shop.shop.removeProduct("P4", actor: manager)
    let delta = try shop.run(job)
    #expect(delta.manifest.mode == .delta && delta.manifest.number == 2)
    #expect(try delta.text("p.csv") == "product_code,title\nP2,Cola\nP9,New\n")
    #expect(try delta.text("p.deleted.csv") == "product_code\nP4\n")
    #expect(try delta.file("p.deleted.csv").role == .tombstones)
    #expect(delta.manifest.previous?.number == 1 && delta.manifest.revisionFrom == first.manifest.revisionTo)
    #expect(delta.manifest.revisionTo > first.manifest.revisionTo)
    #expect(try JobManifest.read(delta.manifest.json()) == delta.manifest)
  }

  @Test func fallsBackToFullSets() throws {
    let shop = try SetWriterTests.filled()
    let yaml = "mode: delta\noutputs: {p: {records: products, columns: [product_code, title]}}"
    let job = try JobShop.job(yaml)
    try shop.run(job)
    try shop.take("product_code,title\nP2,Other\n", as: "products")
    #expect(try shop.run(job, isFull: true).manifest.mode == .full)
    let changed = try JobShop.job(yaml.replacing("title]", with: "title, category]"))
    let widened = try shop.run(changed)
    #expect(widened.manifest.mode == .full && widened.written.notes.first?.contains("definition") == true)
    shop.loseState()
    #expect(try shop.run(changed).written.notes.first?.contains("lost or damaged") == true)
    try shop.take("product_code,title\nP2,Third\n", as: "products")
    #expect(try shop.run(changed).manifest.mode == .delta)
    // A record that is cut off, or of another set, counts as missing.
    let path = try #require(shop.statePath)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for damaged in [bytes.prefix(bytes.count / 2), Data("no database".utf8), Data()] {
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(!PublishedRows.isWhole(fileAt: path, number: shop.number))
    }
    #expect(try shop.run(changed).manifest.mode == .full)
  }

  @Test(arguments: [
    ("{records: prices, mode: delta, columns: [sku, price], key: [price]}", "two rows have the key"),
    ("{records: variants, mode: delta, columns: [sku, barcode], key: [barcode]}", "a row has nothing in barcode"),
  ])
  func keysMustTellRowsApart(_ output: String, _ words: String) throws {
    let shop = try SetWriterTests.filled()
    try shop.take("sku,price\nC,3.00\n", as: "prices")
    let error = #expect(throws: Problems.self) { try shop.run(JobShop.job("outputs: {p: \(output)}")) }
    #expect(error?.code == .keyNotUnique && error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  /// Histories of imports, undos, direct changes and deletions, a set now and then. The receiver must end with what a
  /// full set
  /// of a job without memory has.
  @Test(arguments: 1...2) func deltasAddUpToTheWhole(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let shop = try SetWriterTests.filled()
    let job = try JobShop.job(Self.job)
    var receiver = Receiver()
    var live: [Int64] = []
    var sets = [JobMode: Int]()
    func publish() throws {
      let set = try shop.run(job)
      guard set.written.hasNews else { return }
      try receiver.take(set)
      sets[set.manifest.mode, default: 0] += 1
    }
    try publish()
    for _ in 0..<14 {
      let item = number(1...7)
      let sku = ["A", "B", "C", "D", "E", "F", "G"][item - 1]
      switch number(0...7) {
      case 0, 1:
        let category = ["drinks", "hidden", "snacks"][number(0...2)]
        live += [
          try shop.take(
            "product_code,title,sku,category,price\nP\(item),T\(number(1...3)),\(sku),\(category),\(number(1...9)).25\n",
            as: "variants")
        ].compactMap { $0 }
      case 2:
        live += [
          try shop.take(
            "sku,price,price_type\n\(sku),\(number(1...9)).50,\(number(0...1) == 0 ? "regular" : "sale")\n",
            as: "prices")
        ].compactMap { $0 }
      case 3:
        live += [
          try shop.take(
            "document,line,sku,quantity,unit_cost,effective_at,location\nR\(number(1...99)),1,\(sku),\(number(1...9)),\(number(1...4)),2026-0\(number(1...9))-01,shop\n",
            as: "receipts")
        ].compactMap { $0 }
      case 4, 5:
        if let undone = live.randomElement(using: &random) {
          shop.clock += 1
          if (try? shop.shop.undoImport(undone, actor: manager, at: hour(shop.clock))) != nil {
            live.removeAll { $0 == undone }
          }
        }
      case 6: _ = try? shop.shop.removeProduct("P\(item)", actor: manager)
      default:
        // A change that leaves no trace in any log.
        try shop.shop.write {
          try $0.execute(
            sql: "UPDATE products SET title = ? WHERE code = ?", arguments: ["U\(number(1...3))", "P\(item)"])
        }
      }
      if number(0...2) == 0 { try publish() }
    }
    try publish()
    // One that was given everything at once, by a job that never compared anything.
    let whole = try JobShop.job(Self.job.replacing("mode: delta", with: "mode: full"))
    let run = JobRun(
      job: whole, number: 1, cutOff: hour(shop.clock), nextState: shop.folder.appendingPathComponent("none").path)
    let folder = shop.folder.appendingPathComponent("whole")
    let staged = try PlainFolder(in: folder)
    let written = try SetWriter(shop: shop.shop, registry: standardRegistry, reports: JobShop.reports)
      .write(run, into: staged) { _ in }
    var expected = Receiver()
    try expected.take(TestSet(written: written, folder: folder))
    #expect(receiver.rows == expected.rows)
    #expect(sets[.full] == 1 && sets[.delta, default: 0] > 0)
  }
}

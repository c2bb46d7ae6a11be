import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import GRDB
import ShopCheck
import Stock
import Testing

/// Interchanges of orders in a shop: the same again, others of the same number, parts that are refused.
@Suite struct InterchangeImportTests {
  private typealias Order = Interchange.Order
  private typealias Line = Interchange.Line
  private static let first = Order(
    number: "P1", lines: [Line(number: 1, sku: "A", quantity: "10"), Line(number: 2, sku: "B", quantity: "5")])

  private func take(_ shop: TestShop, _ interchange: Interchange, _ format: String, remark: String = "") throws
    -> ImportSummary
  {
    try shop.take(interchange.text(format) + remark, name: "order.edi")
  }

  private func lines(_ shop: TestShop) throws -> [String] {
    try shop.lines("order_lines", "order_number", "line", "sku", "order_quantity")
  }

  @Test(arguments: ["x12", "edifact"]) func whatWasReadChangesNothing(_ format: String) throws {
    let shop = try Interchange.shop()
    let sent = Interchange(number: 101, orders: [Self.first])
    #expect(try take(shop, sent, format).isApplied)
    // The same file, the same interchange in other bytes, the same order in another interchange.
    guard case .alreadyApplied = try take(shop, sent, format).outcome else {
      Issue.record("the same file was applied twice")
      return
    }
    let before = try lines(shop)
    for (interchange, remark) in [(sent, "\n"), (Interchange(number: 102, orders: [Self.first]), "")] {
      let summary = try take(shop, interchange, format, remark: remark)
      #expect(summary.isApplied && summary.tally.allSatisfy { $0.contains("unchanged") }, "\(summary.reported)")
    }
    #expect(try lines(shop) == before)
    #expect(try shop.lines("orders", "document_identity")[0].contains("101"))
  }

  @Test(arguments: ["x12", "edifact"]) func anImportThatIsNotCommittedIsNotAnswered(_ format: String) throws {
    let shop = try Interchange.shop()
    let path = shop.folder.appendingPathComponent("answer.edi").path
    let text = Interchange(number: 101, orders: [Self.first]).text(format)
    // The last thing before a commit is to look for the triggers of other programs.
    try shop.shop.queue.writeWithoutTransaction { database in
      try database.execute(sql: "CREATE TRIGGER helper AFTER INSERT ON products BEGIN SELECT 1; END")
    }
    #expect(throws: Problems.self) { try shop.take(text, name: "order.edi") { $0.answerPath = path } }
    let files = try FileManager.default.contentsOfDirectory(atPath: shop.folder.path)
    #expect(!files.contains { $0.contains("answer") }, "\(files)")
    try shop.shop.queue.writeWithoutTransaction { try $0.execute(sql: "DROP TRIGGER helper") }
    let summary = try shop.take(text, name: "order.edi") { $0.answerPath = path }
    #expect(summary.isApplied && summary.answer?.path == path)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  /// What can be known before the commit still stops the import.
  @Test func anAnswerThatCannotBeThereStopsTheImport() throws {
    let shop = try Interchange.shop()
    let text = Interchange(number: 101, orders: [Self.first]).text("x12")
    let error = #expect(throws: Problems.self) {
      try shop.take(text, name: "order.edi") { $0.answerPath = shop.folder.path }
    }
    #expect(error?.code == .sinkFailed)
    #expect(try lines(shop).isEmpty)
  }

  @Test(arguments: ["x12", "edifact"]) func otherContentIsRefusedUnlessItReplaces(_ format: String) throws {
    let shop = try Interchange.shop()
    try #require(try take(shop, Interchange(number: 101, orders: [Self.first]), format).isApplied)
    let before = try lines(shop)
    var more = Self.first
    more.lines[0].quantity = "12"
    var fewer = Self.first
    fewer.lines.removeLast()
    var further = Self.first
    further.lines.append(Line(number: 3, sku: "C", quantity: "1"))
    for (place, order) in [more, fewer, further].enumerated() {
      for number in [101, 110 + place] {
        let summary = try take(shop, Interchange(number: number, orders: [order]), format)
        #expect(!summary.isApplied && summary.problems.contains { $0.code == .documentDiffers }, "\(summary.reported)")
      }
    }
    #expect(try lines(shop) == before)
    fewer.replaces = true
    fewer.lines[0].quantity = "12"
    guard case .applied(let number) = try take(shop, Interchange(number: 120, orders: [fewer]), format).outcome else {
      Issue.record("what replaces was refused")
      return
    }
    #expect(try lines(shop) == ["P1,1,A,12", "P1,2,B,0"])
    _ = try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock + 1))
    #expect(try lines(shop) == before)
    _ = try shop.shop.redoImport(number, actor: manager, at: hour(shop.clock + 2))
    #expect(try lines(shop) == ["P1,1,A,12", "P1,2,B,0"])
    #expect(try shop.shop.check().isEmpty)
  }

  /// An order with a refused line is refused as a whole; corrected in the table of refused records, it is imported
  /// once.
  @Test(arguments: ["x12", "edifact"], ["csv", "jsonl", "xlsx"])
  func refusedDocumentsComeBack(_ format: String, _ ending: String) throws {
    let shop = try Interchange.shop()
    let path = shop.folder.appendingPathComponent("refused.\(ending)").path
    let bad = Order(
      number: "P2",
      lines: [
        Line(number: 1, sku: "A", quantity: "5"), Line(number: 2, sku: "B", quantity: "1.250x"),
        Line(number: 3, sku: "C", quantity: "7", cost: "1.125"),
      ])
    let unknown = Order(
      number: "P3", lines: [Line(number: 1, sku: "NEW", quantity: "1"), Line(number: 2, sku: "A", quantity: "2")])
    let sent = Interchange(number: 101, orders: [Self.first, bad, unknown])
    let summary = try shop.take(sent.text(format), name: "order.edi") { $0.onError = .skip(rejects: path) }
    #expect(summary.isApplied && summary.rejectFile == path, "\(summary.reported)")
    #expect(try lines(shop) == ["P1,1,A,10", "P1,2,B,5"])
    #expect(try shop.lines("orders", "order_number") == ["P1"])
    // As it is, what could not be read is as broken as before, and nothing else.
    let returned = try #require(FileManager.default.contents(atPath: path))
    let source = ByteSource.memory(Array(returned), name: "refused.\(ending)")
    let again = try shop.take("", plan: true) { $0.source = source }
    #expect(Set(again.problems.map(\.code.id)) == ["missing-value", "unknown-item"], "\(again.reported)")
    guard ending == "csv" else { return }
    let text = String(decoding: returned, as: UTF8.self)
    #expect(text.contains("PO1-02") || text.contains("QTY-01-02"))
    try shop.take("sku\nNEW\n") { $0.kind = "variants" }
    let rows = text.split(separator: "\r\n").flatMap { $0.split(separator: "\n") }.map { row -> String in
      // The quantity comes before the unit.
      let isBad = row.contains(",P2,") && row.contains(",B,")
      return isBad ? String(row).replacing(",,each", with: ",3,each") : String(row)
    }
    let mended = rows.joined(separator: "\n")
    #expect(try shop.take(mended, name: "refused.csv").isApplied)
    let whole = ["P1,1,A,10", "P1,2,B,5", "P2,1,A,5", "P2,2,B,3", "P2,3,C,7", "P3,1,NEW,1", "P3,2,A,2"]
    #expect(try lines(shop).sorted() == whole)
    let twice = try shop.take(mended + "\n\n", name: "refused.csv")
    #expect(twice.isApplied && twice.tally.allSatisfy { $0.contains("unchanged") }, "\(twice.reported)")
    #expect(try shop.shop.check().isEmpty)
  }

  @Test func aRecordOfNoKindIsRefused() throws {
    let shop = try Interchange.shop()
    let text =
      "stockroom_record,stockroom_reason,stockroom_kind,supplier,order_number,line,sku,order_quantity\n"
      + "m1,,order_lines,NORTH,P1,1,A,5\nm2,,order_line,NORTH,P1,2,B,5\nm3,,,NORTH,P1,3,C,5\n"
    let summary = try shop.take(text)
    #expect(summary.errors == ["3 reject-kind-unknown", "4 reject-kind-unknown"], "\(summary.reported)")
    #expect(summary.problems.first?.remedy == "Did you mean 'order_lines'?")
  }

  /// For any messages in any order, the shop has the same data for each order as a simple model of the messages.
  @Test(arguments: ["x12", "edifact"], [1, 2, 3] as [UInt64])
  func anySequenceEndsAsAPlainAccountHasIt(_ format: String, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shop = try Interchange.shop()
    var account: [String: [Int: String]] = [:]
    var sent: [Interchange] = []
    for round in 0..<25 {
      var interchange: Interchange
      if let earlier = sent.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0 {
        interchange = earlier
      } else {
        let orders = Set((0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 1...4, using: &random) })
        interchange = Interchange(
          number: 100 + round,
          orders: orders.sorted().map { number in
            Order(
              number: "P\(number)",
              lines: (1...Int.random(in: 1...3, using: &random)).map { line in
                let quantity = Int.random(in: 1...3, using: &random)
                return Line(number: line, sku: ["A", "B", "C"][line - 1], quantity: "\(quantity)")
              }, replaces: Bool.random(using: &random))
          })
      }
      sent.append(interchange)
      let isTaken = interchange.orders.allSatisfy { order in
        guard let known = account[order.number], !order.replaces else { return true }
        let lines = Dictionary(uniqueKeysWithValues: order.lines.map { ($0.number, $0.quantity) })
        return known.filter { $0.value != "0" } == lines
      }
      let summary = try shop.take(interchange.text(format) + String(repeating: "\n", count: round), name: "order.edi")
      #expect(summary.isApplied == isTaken, "round \(round) of seed \(seed): \(summary.outcome) \(summary.reported)")
      guard isTaken else { continue }
      for order in interchange.orders {
        var lines = (account[order.number] ?? [:]).mapValues { order.replaces ? "0" : $0 }
        for line in order.lines { lines[line.number] = line.quantity }
        account[order.number] = lines
      }
      let expected = account.flatMap { order, lines in lines.map { "\(order),\($0.key),\($0.value)" } }.sorted()
      #expect(try shop.lines("order_lines", "order_number", "line", "order_quantity").sorted() == expected)
    }
    #expect(try shop.shop.check().isEmpty)
  }

  /// A supplier's list may know its items by their barcodes, as other lists do.
  @Test func aSuppliersItemIsNamedByItsBarcode() throws {
    let shop = try Interchange.shop()
    try shop.take("barcode,sku\n4006381333931,A\n") { $0.kind = "barcodes" }
    let text = "supplier,barcode,supplier_code,unit_cost\nNORTH,4006381333931,N-1,1.25\nNORTH,4006381333948,N-2,2\n"
    let refused = try shop.take(text) { $0.kind = "supplier_items" }
    #expect(refused.errors == ["3 unknown-item"], "\(refused.reported)")
    let taken = try shop.take(text.replacing("NORTH,4006381333948,N-2,2\n", with: "")) { $0.kind = "supplier_items" }
    #expect(taken.isApplied, "\(taken.reported)")
    #expect(try shop.lines("supplier_items", "supplier", "sku", "supplier_code", "unit_cost") == ["NORTH,A,N-1,1.25"])
  }
}

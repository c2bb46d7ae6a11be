import Exchange
import FormatKit
import FormatKitTesting
import RetailValues
import ShopCheck
import Stock
import Testing

/// Compares the results of orders with a plain loop over the same documents.
@Suite struct OrderBookTests {
  /// A shop's documents of supply as a person would keep them on paper; whole numbers of stock units.
  private struct Papers {
    struct Line {
      var order: Int
      var line: Int
      var item: Int
      var quantity: Int
      var pack: Int
      var writtenPack: String
      var unit: String
      var closed = false
    }
    /// A line of a despatch advice or an invoice.
    struct Mention {
      var order: Int
      var line: Int?
      var item: Int
      var quantity: Int
      var writtenPack: Int?
      var unit: String
      var sign = 1
    }
    var lines: [Line] = []
    var despatched: [Mention] = []
    var invoiced: [Mention] = []
    var received: [(order: Int, item: Int, units: Int)] = []

    /// What the lines of an order have of these mentions: those that name them, then those of their item in turn.
    func shares(_ mentions: [Mention]) -> [Int?] {
      var result = [Int?](repeating: nil, count: lines.count)
      func units(_ mention: Mention, _ line: Line) -> Int {
        mention.sign * mention.quantity * (mention.writtenPack ?? (mention.unit == "each" ? 1 : line.pack))
      }
      var loose: [Int: Int] = [:]
      for mention in mentions {
        if let named = lines.firstIndex(where: { $0.order == mention.order && $0.line == mention.line }) {
          result[named] = (result[named] ?? 0) + units(mention, lines[named])
        } else if let first = lines.firstIndex(where: { $0.order == mention.order && $0.item == mention.item }) {
          loose[mention.order * 100 + mention.item, default: 0] += units(mention, lines[first])
        }
      }
      for (key, total) in loose { spread(total, order: key / 100, item: key % 100, into: &result) }
      return result
    }

    func spread(_ total: Int, order: Int, item: Int, into result: inout [Int?]) {
      let places = lines.indices.filter { lines[$0].order == order && lines[$0].item == item }
      var rest = total
      for place in places {
        let part = place == places.last ? rest : min(rest, lines[place].quantity * lines[place].pack)
        result[place] = (result[place] ?? 0) + part
        rest -= part
      }
    }

    var receipts: [Int?] {
      var result = [Int?](repeating: nil, count: lines.count)
      var totals: [Int: Int] = [:]
      for receipt in received { totals[receipt.order * 100 + receipt.item, default: 0] += receipt.units }
      for (key, total) in totals { spread(total, order: key / 100, item: key % 100, into: &result) }
      return result
    }
  }

  private static let packs = [1, 6, 12, 24]

  @Test(arguments: Seeds.of(1...6)) func theViewsSayWhatThePapersSay(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let shop = try TestShop()
    shop.accepted = Set(GuardCode.allCases.filter(\.newNoun.isEmpty).map(\.rawValue))
    try shop.take("location\nstore\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("supplier\nS0\nS1\n") { $0.kind = "suppliers" }
    try shop.take("sku\nI0\nI1\nI2\nI3\n") { $0.kind = "variants" }
    var items = "supplier,sku,unit_cost,pack_size\n"
    for item in 0..<4 { for supplier in 0...1 { items += "S\(supplier),I\(item),1.5,\(Self.packs[item])\n" } }
    let listed = try shop.take(items, name: "items.csv")
    #expect(listed.isApplied, "\(listed.reported)")

    var papers = Papers()
    var text = "supplier,order_number,location,line,sku,order_quantity,order_unit,pack_size,unit_cost\n"
    // Both suppliers have an order of the same number.
    for order in 0...2 {
      for line in 1...pick(1...6) {
        let item = pick(0...3)
        let isWritten = (order + item) % 2 == 0
        let isEach = (order + item) % 5 == 0
        let pack = isWritten ? 10 : isEach ? 1 : Self.packs[item]
        let unit = isEach ? "each" : item == 2 ? "" : "case"
        let known = Papers.Line(
          order: order, line: line, item: item, quantity: pick(1...9), pack: pack,
          writtenPack: isWritten ? "10" : "", unit: unit)
        papers.lines.append(known)
        text += "\(Self.key(order)),store,\(line),I\(item),\(known.quantity),\(unit),\(known.writtenPack),1.5\n"
      }
    }
    let placed = try shop.take(text, name: "orders.csv")
    #expect(placed.isApplied, "\(placed.reported)")

    for number in 1...pick(2...6) {
      var despatch =
        "supplier,despatch_number,order_number,line,sku,order_line,despatched_quantity,order_unit,pack_size\n"
      var invoice =
        "supplier,invoice_number,invoice_kind,order_number,line,sku,order_line,invoiced_quantity,order_unit,pack_size,unit_cost\n"
      let order = pick(0...2)
      let kind = pick(0...3) == 0 ? "credit-note" : "invoice"
      for line in 1...pick(1...4) {
        var mention = Papers.Mention(
          order: order, line: [nil, pick(1...7)].randomElement(using: &random) ?? nil, item: pick(0...3),
          quantity: pick(1...9), writtenPack: pick(0...2) == 0 ? 8 : nil, unit: ["", "each", "case"][pick(0...2)])
        // A mention of a known order line has the item of that line.
        if let known = papers.lines.first(where: { $0.order == order && $0.line == mention.line }) {
          mention.item = known.item
        }
        let cells =
          "\(line),I\(mention.item),\(mention.line.map(String.init) ?? ""),\(mention.quantity),\(mention.unit),"
          + (mention.writtenPack.map(String.init) ?? "")
        let (supplier, orderNumber) = Self.names(order)
        despatch += "\(supplier),D\(number),\(orderNumber),\(cells)\n"
        papers.despatched.append(mention)
        mention.sign = kind == "invoice" ? 1 : -1
        invoice += "\(supplier),R\(number),\(kind),\(orderNumber),\(cells),1.5\n"
        papers.invoiced.append(mention)
      }
      let first = try shop.take(despatch, name: "despatch\(number).csv")
      #expect(first.isApplied, "\(first.reported)")
      let second = try shop.take(invoice, name: "invoice\(number).csv")
      #expect(second.isApplied, "\(second.reported)")
      var receipt = "supplier,order_number,document,line,sku,quantity,location,effective_at\n"
      for line in 1...pick(1...4) {
        let (item, units) = (pick(0...3), pick(-5...60))
        guard units != 0 else { continue }
        let (supplier, orderNumber) = Self.names(order)
        receipt += "\(supplier),\(orderNumber),W\(number),\(line),I\(item),\(units),store,2026-01-02T10:00\n"
        papers.received.append((order, item, units))
      }
      let third = try shop.take(receipt, name: "receipt\(number).csv")
      #expect(third.isApplied || receipt.split(separator: "\n").count == 1, "\(third.reported)")
    }
    // What was undone never was.
    let extra =
      "supplier,order_number,document,line,sku,quantity,location,effective_at\nS0,1,X,1,I0,7,store,2026-01-03T10:00\n"
    if case .applied(let number) = try shop.take(extra, name: "extra.csv").outcome {
      _ = try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock + 1))
    }
    let closing = pick(0...papers.lines.count - 1)
    papers.lines[closing].closed = true
    let closed = papers.lines[closing]
    try shop.take(
      "supplier,order_number,line,sku,order_quantity,closed_on,closed_reason\n"
        + "\(Self.key(closed.order)),\(closed.line),I\(closed.item),\(closed.quantity),2026-02-01,enough\n",
      name: "order_lines.csv")
    try compare(papers, shop)
  }

  private static func names(_ order: Int) -> (supplier: String, number: String) {
    order == 2 ? ("S1", "1") : ("S0", "\(order)")
  }

  private static func key(_ order: Int) -> String { "\(names(order).supplier),\(names(order).number)" }

  private func compare(_ papers: Papers, _ shop: TestShop) throws {
    let (despatched, invoiced, received) = (
      papers.shares(papers.despatched), papers.shares(papers.invoiced), papers.receipts
    )
    for order in 0...2 {
      let (supplier, number) = Self.names(order)
      let known = try shop.shop.order(number, supplier: supplier)
      let lines = try shop.shop.orderLines(of: known.id)
      let places = papers.lines.indices.filter { papers.lines[$0].order == order }
      #expect(lines.map(\.line) == places.map { "\(papers.lines[$0].line)" })
      var open = 0
      for (line, place) in zip(lines, places) {
        let paper = papers.lines[place]
        let ordered = paper.quantity * paper.pack
        let rest = paper.closed ? 0 : max(0, ordered - (received[place] ?? 0))
        let expected: [Int?] = [ordered, despatched[place], received[place], invoiced[place], rest]
        let found = [line.ordered, line.despatched, line.received, line.invoiced, line.open].map { quantity in
          quantity.map { Int($0.scaled / 1000) }
        }
        #expect(found == expected, "order \(order) line \(line.line)")
        if rest > 0 { open += 1 }
      }
      #expect(known.openLineCount == open && known.lineCount == lines.count)
      // 1.5 a unit: the value of what was ordered.
      let value = places.reduce(0) { $0 + papers.lines[$1].quantity * papers.lines[$1].pack * 150 }
      #expect(known.orderedCost?.minorUnits == Int64(value))
    }
    #expect(try shop.shop.check().isEmpty)
  }

  /// One line of 5 cases of 12 at 1.20, and what other documents say of it.
  @Test(arguments: [
    ("order_responses", "response_number,line_response,confirmed_quantity", "R1,accepted,5", ["confirmed"], []),
    ("order_responses", "response_number,confirmed_quantity", "R1,4", ["confirmed"], ["short-confirmed 60 48"]),
    ("order_responses", "response_number,line_response", "R1,rejected", ["refused"], ["refused 60 0"]),
    ("order_responses", "response_number,confirmed_quantity", "R1,0", ["refused"], ["refused 60 0"]),
    (
      "order_responses", "response_number,line_response,confirmed_quantity", "R1,changed,0", ["refused"],
      ["refused 60 0"]
    ),
    (
      "order_responses", "response_number,confirmed_quantity,promised_on", "R1,0,2026-03-01", ["confirmed"],
      ["short-confirmed 60 0"]
    ),
    (
      "order_responses", "response_number,line_response,confirmed_quantity", "R1,backordered,0", ["backordered"],
      ["backordered 60 0"]
    ),
    (
      "order_responses", "response_number,line_response,confirmed_quantity", "R1,backordered,2", ["backordered"],
      ["backordered 60 24"]
    ), ("order_responses", "response_number,unit_cost", "R1,1.3", ["confirmed"], ["price-confirmed 1.2 1.3"]),
    (
      "order_responses", "response_number,confirmed_quantity,pack_size", "R1,5,10", ["confirmed"],
      ["pack-confirmed 12 10", "short-confirmed 60 50"]
    ),
    (
      "order_responses", "response_number,line_response,substitute_supplier_code", "R1,substituted,X-2", ["confirmed"],
      ["substituted 60 60 X-2"]
    ), ("despatch_lines", "despatch_number,despatched_quantity", "D1,5", ["despatched"], []),
    ("despatch_lines", "despatch_number,despatched_quantity", "D1,6", ["despatched"], ["over-despatched 60 72"]),
    ("despatch_lines", "despatch_number,despatched_quantity", "D1,3", ["despatched"], ["short-despatched 60 36"]),
    (
      "despatch_lines", "despatch_number,despatched_quantity,pack_size", "D1,6,10", ["despatched"],
      ["pack-despatched 12 10 D1"]
    ),
    (
      "invoice_lines", "invoice_number,invoiced_quantity,unit_cost", "I1,5,1.25", ["open"],
      ["over-invoiced 0 60", "price-invoiced 1.2 1.25 I1"]
    ),
    (
      "receipts", "document,quantity,location,effective_at", "W1,61,store,2026-01-02T10:00", ["received"],
      ["over-received 60 61"]
    ),
  ])
  func differencesAreTold(kind: String, columns: String, cells: String, states: [String], reported: [String]) throws {
    let shop = try TestShop()
    try shop.take("location\nstore\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("supplier\nS\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take(
      "supplier,order_number,line,sku,order_quantity,order_unit,pack_size,unit_cost\nS,1,1,A,5,case,12,1.2\n")
    let text =
      "supplier,order_number,\(kind == "receipts" ? "" : "line,")sku,\(columns)\nS,1,\(kind == "receipts" ? "" : "1,")A,\(cells)\n"
    let summary = try shop.take(text, name: "\(kind == "order_responses" ? "order_response_lines" : kind).csv") {
      $0.accepted = Set(GuardCode.allCases.filter(\.newNoun.isEmpty).map(\.rawValue))
    }
    #expect(summary.isApplied, "\(summary.reported)")
    let order = try shop.shop.order("1")
    #expect(try shop.shop.orderLines(of: order.id).map(\.state) == states)
    let isRefused = states == ["refused"]
    #expect(
      (order.state == "refused") == isRefused && (order.openLineCount == 0) == (isRefused || order.state == "received"))
    let differences = try shop.shop.orderDifferences(of: order.id).map { difference in
      [
        difference.kind.rawValue, difference.expected?.description ?? difference.expectedCost?.description,
        difference.found?.description ?? difference.foundCost?.description, difference.detail,
      ].compactMap { $0 }.joined(separator: " ")
    }
    #expect(differences == reported)
  }

  @Test func ordersOfOneNumberAreToldApart() throws {
    let shop = try TestShop()
    try shop.take("supplier\nS\nT\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\n") { $0.kind = "variants" }
    try shop.take("supplier,order_number,line,sku,order_quantity\nS,7,1,A,5\nT,7,1,A,6\nT,8,1,A,7\n")
    #expect(throws: Problems.self) { try shop.shop.order("7") }
    #expect(try shop.shop.order("7", supplier: "T").supplier == "T")
    #expect(try shop.shop.order("3").number == "8")
    #expect(throws: Problems.self) { try shop.shop.order("9") }
    #expect(throws: Problems.self) { try shop.shop.order("7", supplier: "U") }
    var open: [String] = []
    try shop.shop.forEachOrder(supplier: "T", isOpen: true) { open.append($0.number) }
    #expect(open == ["8", "7"])
  }

  @Test func goodsReceivedOnAnOrderCostWhatWasOrderedAt() throws {
    let shop = try TestShop()
    try shop.take("location\nstore\n", name: "locations.csv") { $0.kind = "locations" }
    try shop.take("supplier\nS\n") { $0.kind = "suppliers" }
    try shop.take("sku\nA\nB\n") { $0.kind = "variants" }
    try shop.take(
      "supplier,order_number,line,sku,order_quantity,unit_cost\nS,1,1,A,5,1.2\nS,1,2,B,5,2\n", name: "order_lines.csv")
    try shop.take(
      "supplier,order_number,currency,line,sku,order_quantity,unit_cost\nS,2,JPY,1,A,5,300\n", name: "order_lines.csv")
    let receipts = """
      supplier,order_number,document,line,sku,quantity,unit_cost,location,effective_at
      S,1,W,1,A,3,,store,2026-01-02T10:00
      S,1,W,2,B,3,2.1,store,2026-01-02T10:00
      S,2,W,3,A,3,,store,2026-01-02T11:00

      """
    #expect(try shop.take(receipts, name: "receipts.csv").isApplied)
    #expect(try shop.lines("receipts", "line", "unit_cost") == ["1,1.2", "2,2.1", "3,"])
    // The order's cost at this time is not the cost of earlier receipts.
    try shop.take("supplier,order_number,line,sku,order_quantity,unit_cost\nS,1,1,A,5,9\n", name: "order_lines.csv") {
      $0.accepted = ["unit-cost-changed"]
    }
    let again = try shop.take(receipts, name: "receipts.csv") { $0.again = true }
    #expect(again.tally == ["receipts unchanged 3"], "\(again.reported)")
  }
}

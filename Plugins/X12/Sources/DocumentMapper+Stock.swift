internal import FormatKit
internal import SupplyDocuments

/// The data of an inventory advice or a product activity message, until one of its lines is complete.
struct StockData {
  /// One quantity of one kind at one place.
  struct Entry {
    var kind: CodeLists.Activity
    var quantity: String
    var unit: String
    var location: String
    var date: String
  }

  /// The location that applies until another one is named.
  var location = ""
  /// The location of the current line, if it has one of its own.
  var lineLocation = ""
  var date = ""
  var lineDate = ""
  var price = ""
  var entries: [Entry] = []
  /// Whether the last quantity is given location by location.
  var isSpread = false
  var rowCount = 0
  /// Codes of quantities that are neither stock on hand nor sales.
  var passedOver: Set<String> = []

  /// The most quantities of one line.
  static let entryLimit = 20_000
}

extension DocumentMapper {
  /// Parties whose place a quantity can be at.
  private static let places: Set<String> = ["ST", "WH", "BY", "RL", "SF", "LW", "Z7", "SN"]

  mutating func takeStock(_ segment: Segment, _ path: String, _ scanner: InterchangeScanner) {
    switch segment.id {
    case "XQ":
      let end = value(of: 3, in: segment)
      stock.date = end.isEmpty ? value(of: 2, in: segment) : end
    case "BIA": stock.date = value(of: 4, in: segment)
    case "DTM":
      guard ["007", "097", "091", "514"].contains(segment.text(1)) else { return }
      if line == nil { stock.date = moment(in: segment) } else { stock.lineDate = moment(in: segment) }
    case "N1":
      guard Self.places.contains(segment.text(1)), !segment.text(4).isEmpty else { return }
      // A place within a line is that line's; one around lines begins a new run of them.
      if path == "LIN/N1/N1" {
        stock.lineLocation = segment.text(4)
      } else {
        finishLine()
        stock.location = segment.text(4)
      }
    case "LIN":
      stock.entries.removeAll()
      stock.passedOver.removeAll()
      (stock.lineLocation, stock.lineDate, stock.price) = ("", "", "")
    case "CTP" where CodeLists.prices[segment.text(2)] == .retail: stock.price = value(of: 3, in: segment)
    case "QTY": takeQuantity(segment)
    case "UIT":
      if !stock.entries.isEmpty { stock.entries[stock.entries.count - 1].unit = segment.simple(1) }
    case "ZA": takeActivity(segment, scanner)
    case "SDQ": takeSpread(segment)
    default: break
    }
  }

  /// The day of DTM, with the time where it has one.
  private func moment(in segment: Segment) -> String {
    let (day, time) = (value(of: 2, in: segment), value(of: 3, in: segment))
    guard !day.isEmpty, time.utf8.count >= 4 else { return day }
    let zone = ["GM", "UT", "Z"].contains(segment.text(4)) ? "Z" : ""
    let digits = Array(time)
    let seconds = digits.count >= 6 ? String(digits[4...5]) : "00"
    return "\(day)T\(String(digits[0...1])):\(String(digits[2...3])):\(seconds)\(zone)"
  }

  private var place: String { stock.lineLocation.isEmpty ? stock.location : stock.lineLocation }

  private mutating func add(_ entry: StockData.Entry) {
    if stock.entries.count < StockData.entryLimit { stock.entries.append(entry) }
  }

  private mutating func takeQuantity(_ segment: Segment) {
    guard message?.id == "846", line != nil else { return }
    guard CodeLists.onHand.contains(segment.text(1)) else {
      stock.passedOver.insert(segment.text(1))
      return
    }
    add(
      StockData.Entry(
        kind: .stock, quantity: value(of: 2, in: segment), unit: segment.simple(3), location: place, date: ""))
    stock.isSpread = false
  }

  private mutating func takeActivity(_ segment: Segment, _ scanner: InterchangeScanner) {
    let code = segment.text(1)
    stock.isSpread = false
    guard let kind = CodeLists.activities[code] else {
      if !CodeLists.otherActivities.contains(code) { scanner.tellUnknown(code, element: 1, dataElement: "859") }
      stock.passedOver.insert(code)
      // Quantities that SDQ distributes are of the same kind.
      stock.isSpread = true
      add(StockData.Entry(kind: .sale, quantity: "", unit: "", location: "", date: ""))
      return
    }
    add(
      StockData.Entry(
        kind: kind, quantity: value(of: 2, in: segment), unit: segment.text(3), location: place,
        date: value(of: 5, in: segment)))
  }

  /// SDQ: the quantity before it, location by location.
  private mutating func takeSpread(_ segment: Segment) {
    guard let total = stock.entries.last else { return }
    // A quantity of no use is spread out to no use.
    if stock.isSpread && total.quantity.isEmpty && total.location.isEmpty { return }
    if !stock.isSpread { stock.entries.removeLast() }
    stock.isSpread = true
    for element in stride(from: 3, through: min(segment.count, 22), by: 2) {
      var entry = total
      entry.unit = segment.text(1)
      entry.location = segment.text(element)
      entry.quantity = value(of: element + 1, in: segment)
      if !entry.location.isEmpty { add(entry) }
    }
  }

  /// The rows of a line: stock at a place, or sales there.
  mutating func finishStock(_ carrier: Row) {
    var problems = carrier.problems
    let hasStock = stock.entries.contains { $0.kind == .stock && !$0.quantity.isEmpty }
    for entry in stock.entries where !entry.quantity.isEmpty {
      // Of what can be sold and what was left at the end, one is the stock on hand.
      if entry.kind == .endingStock, hasStock { continue }
      let isStock = entry.kind == .stock || entry.kind == .endingStock
      var measured = item
      measured.unitCode = entry.unit
      guard let quantity = ExactNumber(x12: entry.quantity), let pack = measured.packSize,
        let product = quantity.multiplied(by: pack)
      else {
        problems.append(
          problem(
            .x12NotImported, value: entry.quantity,
            "the quantity '\(entry.quantity)' is in \(measured.unitName), and how much one holds is not given"))
        continue
      }
      guard !isStock || !entry.location.isEmpty else {
        problems.append(
          problem(
            .x12NotImported, value: entry.quantity,
            "the quantity '\(entry.quantity)' on hand is at no place that the document names"))
        continue
      }
      let isPlain = pack.isOne
      let text = isPlain ? X12Value.text(of: entry.quantity, .decimal) ?? "" : product.shortest
      let date = [entry.date, stock.lineDate, stock.date].first { !$0.isEmpty } ?? ""
      grouped.add(row(entry, text, product, date, at: carrier.position))
    }
    for code in stock.passedOver.sorted() {
      problems.append(
        problem(
          .x12NotImported, value: code,
          "quantities of kind '\(code)' are neither stock on hand nor sales"))
    }
    stock.entries.removeAll()
    stock.passedOver.removeAll()
    if !problems.isEmpty, !grouped.addToLast(problems) { queue.append(problems) }
    flushGroupedIfFull()
  }

  private mutating func row(
    _ entry: StockData.Entry, _ quantity: String, _ exact: ExactNumber, _ date: String, at position: RecordPosition
  ) -> Row {
    let isStock = entry.kind == .stock || entry.kind == .endingStock
    var made = Row(isStock ? .stockLevels : .sales, at: position)
    made.set(item.numbers)
    made.offer("location", entry.location)
    made.offer("effective_at", date)
    if isStock {
      made.offer("quantity", quantity)
      made.offer("lot", item.lot)
      return made
    }
    stock.rowCount += 1
    made.offer(
      "document",
      [envelope.sender, envelope.interchangeNumber, envelope.groupNumber, envelope.setNumber].joined(separator: "/"))
    made.offer("line", String(stock.rowCount))
    made.offer("quantity", entry.kind == .customerReturn ? exact.negated.shortest : quantity)
    made.offer("unit_price", stock.price)
    if !stock.price.isEmpty { made.offer("currency", currency) }
    return made
  }
}

internal import FormatKit
internal import RetailValues
internal import SupplyDocuments

extension DocumentMapper {
  /// Completes the current line and hands it over.
  mutating func finishLine() {
    guard var row = line, let message else { return }
    line = nil
    switch message.id {
    case "832": return finishCatalogueItem(row)
    case "846", "852": return finishStock(row)
    default: break
    }
    row.offer("supplier", supplierCode)
    row.offer("line", String(lineCount), rank: 100_000)
    row.set(item.numbers)
    row.offer("title", item.title, rank: 100_000)
    if !item.unitCode.isEmpty { row.offer("order_unit", item.unitName) }
    let pack = item.packSize ?? item.packByPrices
    if !item.unitCode.isEmpty || !item.pack.isEmpty { row.offer("pack_size", pack?.shortest) }
    switch message.id {
    case "850":
      row.offer("order_number", number)
      setUnitCost(&row, pack)
      demandQuantity(&row, element: 2)
    case "855":
      row.offer("order_number", number)
      let identity = [envelope.sender, envelope.interchangeNumber, envelope.groupNumber, envelope.setNumber]
      row.offer("response_number", responseNumber ?? identity.joined(separator: "/"))
      setUnitCost(&row, pack)
      setResponse(&row)
    case "856": finishDespatchLine(&row)
    case "810":
      row.offer("invoice_number", number)
      setUnitCost(&row, pack)
      setLineAmount(&row)
      if invoice.isCreditNote { row.removeSign("invoiced_quantity") }
      row.offer("order_number", item.orderNumber, rank: 50)
      row.offer("order_line", item.orderLine, rank: 50)
      demandQuantity(&row, element: 2)
    default: break
    }
    queue.append(row)
  }

  /// A problem with the current item.
  func problem(_ code: Problem.Code, element: Int = 0, value: String? = nil, _ message: String) -> X12Problem {
    X12Problem(code, .none, at: item.segment, place: 0, element: element, value: value, message)
  }

  private func demandQuantity(_ row: inout Row, element: Int) {
    guard item.quantity.isEmpty, !item.isQuantityGiven else { return }
    row.problems.append(problem(.x12NoQuantity, element: element, "the line has no quantity"))
  }

  /// The price of one stock unit, to six decimals.
  private func setUnitCost(_ row: inout Row, _ pack: ExactNumber?) {
    if let direct = ExactNumber(x12: item.unitPrice), direct.decimals <= 6 {
      row.offer("unit_cost", item.unitPrice)
      return
    }
    guard let price = ExactNumber(x12: item.price) else { return }
    let divisor: ExactNumber
    if let count = CodeLists.priceBases[item.priceBasis] {
      divisor = ExactNumber(count)
    } else if let pack, CodeLists.measureBases[item.priceBasis].map({ $0 == item.unitCode }) ?? true {
      divisor = pack
    } else if CodeLists.measureBases[item.priceBasis] != nil {
      row.problems.append(
        problem(
          .x12PriceOfPack, element: 5, value: item.priceBasis,
          "the price '\(item.price)' is for another measure ('\(item.priceBasis)') than '\(item.unitCode)'"))
      return
    } else {
      row.problems.append(
        problem(
          .x12PriceOfPack, element: 4, value: item.price,
          "the price '\(item.price)' is for one \(item.unitName), and how much that holds is not given"))
      return
    }
    row.offer("unit_cost", unitCost(price, written: item.price, per: divisor, element: 4, &row.problems))
  }

  /// The price of one stock unit; one that is not exact, or cannot be made, is reported.
  func unitCost(
    _ price: ExactNumber, written text: String, per divisor: ExactNumber, element: Int = 0,
    _ problems: inout [X12Problem]
  ) -> String? {
    guard let cost = UnitPrice(price, written: text, per: divisor) else {
      problems.append(
        problem(
          .x12ElementType, element: element, value: text,
          "the price '\(text)' for \(divisor.shortest) cannot give the price of one stock unit"))
      return nil
    }
    if !cost.isExact {
      problems.append(
        problem(
          .x12InexactPrice, element: element, value: text,
          "the price '\(text)' for \(divisor.shortest) makes about \(cost.text) for one"))
    }
    return cost.text
  }

  /// Quantity times price with the allowances and charges of the line, rounded to the currency once.
  private func setLineAmount(_ row: inout Row) {
    guard let quantity = ExactNumber(x12: item.quantity), let price = ExactNumber(x12: item.price) else { return }
    var factor = ExactNumber.one
    if let count = CodeLists.priceBases[item.priceBasis] {
      // A price for a number of pieces: the quantity counts in pieces.
      guard let pack = item.packSize,
        let share = pack.divided(by: ExactNumber(count), decimals: 9)
      else { return }
      factor = share.value
      guard share.isExact else { return }
    } else if let unit = CodeLists.measureBases[item.priceBasis], unit != item.unitCode {
      return
    }
    guard let product = quantity.multiplied(by: price)?.multiplied(by: factor),
      let sum = product.adding(item.allowances)
    else { return }
    let digits = Currency(currency)?.minorUnitDigits ?? 2
    row.offer("line_amount", sum.rounded(to: digits).text)
    row.offer("currency", currency)
    // A credit note says by its kind that money is given back.
    if invoice.isCreditNote { row.removeSign("line_amount") }
  }

  // MARK: Acknowledgements

  private static let confirming: Set<String> = ["accepted", "changed", "substituted"]

  private func setResponse(_ row: inout Row) {
    row.offer("substitute_barcode", item.substituteBarcode)
    row.offer("substitute_supplier_code", item.substituteSupplierCode)
    guard let first = item.acknowledgements.first else {
      let whole = ["accepted": "accepted", "changed": "accepted", "rejected": "rejected"][response]
      row.offer("line_response", whole)
      row.offer("confirmed_quantity", whole == "rejected" ? "0" : item.quantity)
      return
    }
    let kinds = item.acknowledgements.map { CodeLists.lineResponses[$0.code] }
    let known = kinds.compactMap { $0 }
    var sum = ExactSum()
    for (kind, acknowledgement) in zip(kinds, item.acknowledgements) {
      guard let kind, Self.confirming.contains(kind) else { continue }
      let text = acknowledgement.quantity.isEmpty ? item.quantity : acknowledgement.quantity
      sum.add(ExactNumber(x12: text))
    }
    if item.acknowledgements.count == 1 {
      row.offer("line_response", kinds[0])
      // An unknown code is anything but plain acceptance.
      if known.isEmpty {
        row.offer("line_response", "changed")
        row.offer("note", "acknowledged as \(first.code)")
      }
    } else {
      let isOne = Set(known).count == 1
      row.offer("line_response", isOne ? known.first : "changed")
      let parts = item.acknowledgements.map { "\($0.code) \($0.quantity)" }
      row.offer("note", "acknowledged in parts: " + parts.joined(separator: ", "))
    }
    if !known.isEmpty { row.offer("confirmed_quantity", sum.value?.shortest) }
    // A date is not a delivery date if the line is not delivered.
    if sum.value?.isZero == true, !known.contains("backordered") { row["promised_on"] = nil }
  }

  // MARK: Ship notices

  /// Takes a segment of the levels around an item.
  mutating func takeLevel(_ segment: Segment, _ scanner: InterchangeScanner) {
    switch segment.id {
    case "HL":
      let depth = scanner.levels.levels.count
      levels.around = Array(levels.around.prefix(max(0, depth - 1)))
      while levels.around.count < depth { levels.around.append(LevelData.Level()) }
      levels.id = segment.text(1)
    case "PRF" where line == nil:
      if !levels.around.isEmpty { levels.around[levels.around.count - 1].orderNumber = segment.text(1) }
    case "MAN" where line == nil:
      guard !levels.around.isEmpty, ["GM", "SM"].contains(segment.text(1)) else { return }
      levels.around[levels.around.count - 1].sscc = segment.text(2)
    default: break
    }
  }

  private func finishDespatchLine(_ row: inout Row) {
    row.offer("despatch_number", number)
    // The number of an item within its order may be in several packages; the number of its level is unique.
    row.offer("line", levels.id, rank: 10)
    row.offer("order_number", levels.around.last { !$0.orderNumber.isEmpty }?.orderNumber, rank: 100_000)
    row.offer("sscc", levels.around.last { !$0.sscc.isEmpty }?.sscc, rank: 100_000)
    row.offer("order_line", item.orderLine, rank: 100_000)
    row.offer("lot", item.lot, rank: 100_000)
    row.offer("despatched_quantity", item.quantity)
    if let ordered = ExactNumber(x12: item.ordered),
      let shipped = ExactNumber(x12: item.shippedSoFar.isEmpty ? item.quantity : item.shippedSoFar),
      let left = ordered.adding(shipped.negated), !left.isNegative
    {
      row.offer("outstanding_quantity", left.shortest)
    }
    demandQuantity(&row, element: 2)
  }
}

/// The levels around the item of a ship notice.
struct LevelData {
  struct Level {
    var orderNumber = ""
    var sscc = ""
  }
  var around: [Level] = []
  var id = ""
}

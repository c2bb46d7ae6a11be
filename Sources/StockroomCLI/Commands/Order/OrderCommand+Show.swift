internal import ArgumentParser
internal import Exchange
internal import Foundation
internal import RetailValues
internal import Stock

extension OrderCommand {
  struct Show: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show an order line by line: ordered, confirmed, sent, received, invoiced, and what differs.",
      discussion: """
        Quantities are in stock units. A blank cell means that no document has a value yet.

        Costs that differ only because somebody rounded them come last.

        Examples:
          stockroom order show PO-1
          stockroom order show 4711 --supplier ACME --json
        """)
    static let acts = Acts(.readOrders)

    @OptionGroup var orderOptions: OrderOptions

    @OptionGroup var shopOptions: ShopOptions

    private struct JSONOutput: Encodable {
      struct Line: Encodable {
        let line: String
        let sku: String
        let title: String
        let supplierCode: String?
        let orderQuantity: String
        let orderUnit: String?
        let packSize: String
        let ordered: String
        let confirmed: String?
        let despatched: String?
        let received: String?
        let invoiced: String?
        let open: String
        let unitCost: String?
        let invoicedUnitCost: String?
        let promisedOn: String?
        let closedOn: String?
        let closedReason: String?
        let state: String
      }
      struct Paper: Encodable {
        let kind: String
        let number: String
        let day: String?
        let remark: String?
        let importNumber: Int64?
      }
      struct Difference: Encodable {
        let line: String?
        let sku: String?
        let difference: String
        let detail: String?
        let expected: String?
        let found: String?
        let text: String
        let isRounding: Bool
      }
      let order: OrderOutput
      let documents: [Paper]
      let lines: [Line]
      let differences: [Difference]
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let order = try orderOptions.order(in: database)
      let lines = try database.orderLines(of: order.id)
      let (real, rounded) = try differences(of: order, lines, in: database)
      let papers = try database.papers(of: order)
      return ValueOutput(
        JSONOutput(
          order: OrderOutput(order),
          documents: papers.map {
            .init(kind: $0.kind, number: $0.number, day: $0.day, remark: $0.remark, importNumber: $0.importNumber)
          },
          lines: lines.map { line in
            .init(
              line: line.line, sku: line.sku, title: line.title, supplierCode: line.supplierCode,
              orderQuantity: line.orderQuantity.description, orderUnit: line.orderUnit,
              packSize: line.packSize.description, ordered: line.ordered.description,
              confirmed: line.confirmed?.description, despatched: line.despatched?.description,
              received: line.received?.description, invoiced: line.invoiced?.description,
              open: line.open.description, unitCost: line.unitCost?.description,
              invoicedUnitCost: line.invoicedCost?.description, promisedOn: line.promisedOn,
              closedOn: line.closedOn, closedReason: line.closedReason, state: line.state)
          },
          differences: real.map { difference($0, isRounding: false) }
            + rounded.map { difference($0, isRounding: true) })
      ) {
        Terminal.say("Order \(order.number) to \(order.supplierName) (\(order.supplier)), \(order.state)")
        let head = [
          ("ordered", order.orderedOn), ("expected", order.expectedOn), ("to", order.location),
          ("value", order.orderedCost?.description),
          ("open", order.openLineCount == 0 ? nil : order.openCost?.description),
        ]
        for (name, value) in head {
          if let value { Terminal.say("  \(name.padding(toLength: 10, withPad: " ", startingAt: 0))\(value)") }
        }
        for paper in papers {
          let words = [paper.number, paper.day, paper.remark].compactMap { $0 }.filter { !$0.isEmpty }
          Terminal.say("  \(paper.kind): \(words.joined(separator: ", "))")
        }
        Terminal.say()
        Terminal.say(OrderView.table(lines))
        for (title, differences) in [("Differences", real), ("Rounding", rounded)] where !differences.isEmpty {
          Terminal.say()
          Terminal.say("\(title):")
          for difference in differences {
            let place = difference.line.map { "line \($0)" } ?? "not on the order"
            Terminal.say("  \(place), \(difference.sku ?? "unknown item"): \(difference.sentence)")
          }
        }
      }
    }

    /// What differs between the documents of the order, apart from costs that somebody rounded.
    private func differences(
      of order: PurchaseOrder, _ lines: [PurchaseOrderLine], in database: ShopDatabase
    ) throws -> (real: [OrderDifference], rounded: [OrderDifference]) {
      let all = try database.orderDifferences(of: order.id)
      guard let currency = Currency(order.currency) else { return (all, []) }
      func isRounding(_ difference: OrderDifference) -> Bool {
        guard let line = lines.first(where: { $0.line == difference.line }) else { return false }
        return difference.isRounding(in: currency, of: line.ordered)
      }
      return (all.filter { !isRounding($0) }, all.filter(isRounding))
    }

    private func difference(_ found: OrderDifference, isRounding: Bool) -> JSONOutput.Difference {
      JSONOutput.Difference(
        line: found.line, sku: found.sku, difference: found.kind.rawValue, detail: found.detail,
        expected: found.expected?.description ?? found.expectedCost?.description,
        found: found.found?.description ?? found.foundCost?.description, text: found.sentence, isRounding: isRounding)
    }
  }
}

/// Lines of an order as people see them.
enum OrderView {
  static func table(_ lines: [PurchaseOrderLine]) -> String {
    func text(_ quantity: Quantity?) -> String { quantity?.description ?? "" }
    return Terminal.table(
      [
        "line", "item", "order", "ordered", "confirmed", "sent", "received", "invoiced", "open", "state",
      ],
      lines.map { line in
        let unit = line.orderUnit ?? (line.packSize == Quantity(scaled: 1000) ? "" : "× \(line.packSize)")
        return [
          line.line, line.sku, "\(line.orderQuantity) \(unit)".trimmingSpaces(), text(line.ordered),
          text(line.confirmed), text(line.despatched), text(line.received), text(line.invoiced), text(line.open),
          line.state,
        ]
      }, rightAligned: [3, 4, 5, 6, 7, 8])
  }
}

extension OrderDifference {
  /// The difference in words that a manager understands.
  var sentence: String {
    let none = kind.isOfCosts ? "–" : "nothing"
    let sentence = kind.pattern.replacing("{{1}}", with: expected?.description ?? expectedCost?.description ?? none)
      .replacing("{{2}}", with: found?.description ?? foundCost?.description ?? none)
    return kind.namesItsDetail ? sentence + (detail.map { " (\($0))" } ?? "") : sentence
  }
}

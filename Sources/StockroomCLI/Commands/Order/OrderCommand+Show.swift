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
      let differences = try database.orderDifferences(of: order.id)
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
          differences: differences.map { difference in
            .init(
              line: difference.line, sku: difference.sku, difference: difference.kind.rawValue,
              detail: difference.detail,
              expected: difference.expected?.description ?? difference.expectedCost?.description,
              found: difference.found?.description ?? difference.foundCost?.description, text: difference.sentence)
          })
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
        guard !differences.isEmpty else { return }
        Terminal.say()
        Terminal.say("Differences:")
        for difference in differences {
          let place = difference.line.map { "line \($0)" } ?? "not on the order"
          Terminal.say("  \(place), \(difference.sku ?? "unknown item"): \(difference.sentence)")
        }
      }
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

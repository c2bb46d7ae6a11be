internal import ArgumentParser
internal import Foundation
internal import RetailValues
internal import Stock

/// Purchase orders and the documents that answer them.
struct OrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Follow orders to suppliers: what was confirmed, sent, received and invoiced.",
    discussion: """
      Orders, the supplier's responses, despatch advices and invoices are imported with `stockroom import`; what arrives is \
      booked with `order receive`. Orders are counted in order units such as cases, stock in stock units such as pieces; the \
      pack size is the factor between them.

      Example, from low stock to a checked invoice:
        stockroom order draft --supplier ACME --to order.xlsx
        stockroom import confirmation.edi despatch-advice.edi
        stockroom order show PO-1
        stockroom order receive PO-1 --despatch D-77
        stockroom import invoice.xml
        stockroom report invoice-check --param supplier=ACME --out check.html
      """,
    subcommands: [List.self, Show.self, Items.self, Draft.self, Write.self, Receive.self, Close.self])
}

/// The order of a command.
struct OrderOptions: ParsableArguments {
  @Argument(help: "The order's number, or the first column of `stockroom order list`.")
  var order: String

  @Option(help: ArgumentHelp("The supplier, where several have an order of that number.", valueName: "code"))
  var supplier: String?

  func order(in database: ShopDatabase) throws -> PurchaseOrder {
    try database.order(order, supplier: database.code(supplier, among: .suppliers))
  }
}

/// An order as a row and in JSON.
struct OrderOutput: Encodable {
  let order: PurchaseOrder

  init(_ order: PurchaseOrder) { self.order = order }

  func encode(to encoder: any Encoder) throws { try EncodedRow(order, Self.columns).encode(to: encoder) }

  static var columns: [OutputColumn<PurchaseOrder>] {
    [
      .init("", key: "id", number: true) { $0.id }, .init("order", key: "order_number") { $0.number },
      .init("supplier") { $0.supplier }, .init("ordered", key: "ordered_on") { $0.orderedOn },
      .init("next due", key: "next_on") { $0.nextOn }, .init("lines", number: true) { $0.lineCount },
      .init("open", key: "open_lines", number: true) { $0.openLineCount },
      .init(
        "value", key: "ordered_cost", number: true, json: { $0.orderedCost?.amount },
        text: { $0.orderedCost?.description ?? "" }),
      .init(
        "open value", key: "open_cost", number: true, json: { $0.openCost?.amount },
        text: { $0.openCost?.description ?? "" }),
      .init("state") { $0.state }, .json("supplier_name") { $0.supplierName },
      .json("expected_on") { $0.expectedOn }, .json("location") { $0.location }, .json("currency") { $0.currency },
      .json("is_draft") { $0.isDraft }, .json("lines_without_cost") { $0.uncostedLineCount },
    ]
  }
}

extension OrderCommand {
  struct List: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List orders, the newest first, with what is still open.",
      discussion: """
        Examples:
          stockroom order list
          stockroom order list --open --supplier ACME
        """)
    static let acts = Acts(.readOrders)

    @Option(help: ArgumentHelp("Only orders to this supplier.", valueName: "code"))
    var supplier: String?

    @Flag(help: "Only orders of which something is still to come.")
    var open = false

    @OptionGroup var shopOptions: ShopOptions

    func run(in shop: OpenShop) throws -> RowStream<PurchaseOrder> {
      let books = try shop.books
      let supplier = try books.code(supplier, among: .suppliers)
      let today = books.settings.clock.date(of: .now)
      // Days since that on which the next goods were due; 0 where nothing is late.
      let daysLate = { (order: PurchaseOrder) -> Int in
        guard order.openLineCount > 0, let due = order.nextOn.flatMap({ CalendarDate($0) }) else { return 0 }
        return max(0, today.daysSince1970 - due.daysSince1970)
      }
      let columns: [OutputColumn<PurchaseOrder>] =
        OrderOutput.columns + [.json("is_late") { daysLate($0) > 0 }, .json("days_late") { daysLate($0) }]
      return RowStream(
        columns: columns,
        empty: open ? "No order is open." : "There are no orders; `stockroom import` takes them in."
      ) { try books.forEachOrder(supplier: supplier, isOpen: open, $0) }
    }
  }
}

internal import ArgumentParser
internal import Catalog
internal import Foundation
internal import Stock

/// Purchase orders and the documents that answer them.
struct OrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Follow orders to suppliers: what was confirmed, sent, received and invoiced.",
    discussion: """
      Orders, the supplier's answers, despatch advices and invoices come in with `stockroom import`; what arrives is booked \
      with `order receive`. Orders are counted in order units such as cases, stock in stock units such as pieces; the pack \
      size stands between them.

      Example, from low stock to a checked invoice:
        stockroom order draft --supplier ACME --to order.xlsx
        stockroom import confirmation.edi despatch-advice.edi
        stockroom order show PO-1
        stockroom order receive PO-1 --despatch D-77
        stockroom import invoice.xml
        stockroom report invoice-check --param supplier=ACME --out check.html
      """,
    subcommands: [List.self, Show.self, Draft.self, Write.self, Receive.self, Close.self])
}

/// Which order is meant.
struct OrderOptions: ParsableArguments {
  @Argument(help: "The order's number, or the first column of `stockroom order list`.")
  var order: String

  @Option(help: ArgumentHelp("The supplier, where several have an order of that number.", valueName: "code"))
  var supplier: String?

  func order(in database: ShopDatabase) throws -> PurchaseOrder {
    try database.order(order, supplier: database.code(supplier, among: .suppliers))
  }
}

/// An order in JSON.
struct OrderAnswer: Encodable {
  let id: Int64
  let supplier: String
  let supplierName: String
  let orderNumber: String
  let orderedOn: String?
  let expectedOn: String?
  let location: String?
  let currency: String
  let state: String
  let lines: Int
  let openLines: Int
  let nextOn: String?
  let orderedCost: String?
  let openCost: String?

  init(_ order: PurchaseOrder) {
    id = order.id
    supplier = order.supplier
    supplierName = order.supplierName
    orderNumber = order.number
    orderedOn = order.orderedOn
    expectedOn = order.expectedOn
    location = order.location
    currency = order.currency
    state = order.state
    lines = order.lineCount
    openLines = order.openLineCount
    nextOn = order.nextOn
    orderedCost = order.orderedCost?.amount
    openCost = order.openCost?.amount
  }
}

extension OrderCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List orders, the newest first, with what is still open.",
      discussion: """
        Examples:
          stockroom order list
          stockroom order list --open --supplier ACME
        """)

    @Option(help: ArgumentHelp("Only orders to this supplier.", valueName: "code"))
    var supplier: String?

    @Flag(help: "Only orders of which something is still to come.")
    var open = false

    @OptionGroup var shopOptions: ShopOptions

    func run() throws {
      let database = try shopOptions.folder().open()
      var orders: [PurchaseOrder] = []
      try database.forEachOrder(supplier: database.code(supplier, among: .suppliers), isOpen: open) {
        orders.append($0)
      }
      if shopOptions.json { return try Terminal.sayJSON(orders.map(OrderAnswer.init)) }
      guard !orders.isEmpty else {
        return Terminal.say(open ? "No order is open." : "There are no orders; `stockroom import` takes them in.")
      }
      Terminal.say(
        Terminal.table(
          ["", "order", "supplier", "ordered", "next due", "lines", "open", "value", "open value", "state"],
          orders.map { order in
            [
              "\(order.id)", order.number, order.supplier, order.orderedOn ?? "", order.nextOn ?? "",
              "\(order.lineCount)", "\(order.openLineCount)", order.orderedCost?.description ?? "",
              order.openCost?.description ?? "", order.state,
            ]
          }, rightAligned: [0, 5, 6, 7, 8]))
    }
  }
}

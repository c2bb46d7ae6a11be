internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

extension OrderCommand {
  struct Close: ShopCommand {
    static let configuration = CommandConfiguration(
      commandName: "close", abstract: "Cancel what is still open of an order, with the reason.",
      discussion: """
        The lines are no longer expected, and nothing is booked, because what never arrived was never in stock. Goods that \
        were announced or invoiced but not delivered are a loss only with --short-delivery, which books them in at their cost \
        and out again as known loss, so that the shrinkage statement shows them as short delivery. Like any \
        import it can be undone.

        Examples:
          stockroom order close PO-1 --reason "discontinued by the supplier"
          stockroom order close PO-1 --line 2 --reason "2 missing from the carton, no credit" --short-delivery
        """)
    static let acts = Acts(.placeOrders)

    @OptionGroup var orderOptions: OrderOptions

    @Option(name: .customLong("line"), help: ArgumentHelp("Only this line; may be repeated.", valueName: "line"))
    var chosen: [String] = []

    @Option(help: ArgumentHelp("Why it is cancelled.", valueName: "text"))
    var reason: String

    @Flag(help: "Book what was announced or invoiced but not delivered as known loss.")
    var shortDelivery = false

    @Option(
      help: ArgumentHelp("Where the loss is booked; the order's place of delivery unless given.", valueName: "code"))
    var location: String?

    @Option(help: ArgumentHelp("When; now unless given.", valueName: "time"))
    var at: String?

    @OptionGroup var dryRunOption: DryRunOption

    @OptionGroup var guardOptions: GuardOptions

    @OptionGroup var shopOptions: ShopOptions

    func checkOptions() throws {
      guard !reason.trimmingSpaces().isEmpty else {
        throw Problems(.usage, "--reason is empty", remedy: "Say why what is open is given up.")
      }
      guard location == nil || shortDelivery else {
        throw Problems(
          .usage, "--location says where a loss is booked, and none is",
          remedy: "Add --short-delivery, or leave it out.")
      }
    }

    func run(in shop: OpenShop) throws -> ValueOutput {
      let database = try shop.books
      let order = try orderOptions.order(in: database)
      let all = try database.orderLines(of: order.id)
      for name in chosen where !all.contains(where: { $0.line == name }) {
        throw Problems(
          .notFound, "the order '\(order.number)' has no line '\(name)'",
          remedy: "It has: \(Terminal.list(all.map(\.line))).")
      }
      let lines = all.filter { (chosen.isEmpty || chosen.contains($0.line)) && $0.open.scaled > 0 }
      guard !lines.isEmpty else {
        return ValueOutput(OrderOutput(order), "Nothing of that is open.")
      }
      let clock = database.settings.clock
      let moment = clock.iso8601(try MomentOption.parse(at, flag: "--at", clock: clock) ?? .now)
      var records = ComposedRecords()
      for line in lines {
        records.add(
          "order_lines",
          [
            "supplier": order.supplier, "order_number": order.number, "line": line.line, "sku": line.sku,
            "order_quantity": line.orderQuantity.description, "closed_on": String(moment.prefix(10)),
            "closed_reason": reason,
          ])
      }
      if shortDelivery { try addLosses(of: lines, order, at: moment, in: database, to: &records) }
      var request = try records.request(named: "order \(order.number) closed", in: shop.folder)
      request.location = order.location ?? shop.folder.settings.location
      request.accepted = try guardOptions.accepted()
      let summary = try ImportCommand.perform(
        request, in: database, actor: dryRunOption.actor(in: shop))
      return ValueOutput(summary, to: request, isFile: false) { try database.orderLines(of: order.id) }
    }

    /// Books what was announced or invoiced and did not come, in and out again.
    private func addLosses(
      of lines: [PurchaseOrderLine], _ order: PurchaseOrder, at moment: String, in database: ShopDatabase,
      to records: inout ComposedRecords
    ) throws {
      let place = location ?? order.location
      let isHome = order.currency == database.settings.currency.code
      let document = "\(order.number) short delivery \(moment)"
      var count = 0
      for line in lines {
        let announced = max(line.despatched ?? .zero, line.invoiced ?? .zero)
        guard let missing = announced.subtracting(line.received ?? .zero), missing.scaled > 0 else { continue }
        count += 1
        records.add(
          "receipts",
          [
            "document": document, "line": line.line, "supplier": order.supplier, "order_number": order.number,
            "sku": line.sku, "quantity": missing.description, "order_unit": "each",
            "unit_cost": isHome ? line.unitCost?.description : nil, "location": place, "effective_at": moment,
            "note": reason,
          ])
        records.add(
          "movements",
          [
            "document": document, "line": line.line, "movement_kind": "write-off", "reason": "short-delivery",
            "sku": line.sku, "quantity": "-\(missing)", "location": place, "effective_at": moment,
            "note": reason,
          ])
      }
      guard count > 0 else {
        throw Problems(
          .refused, "nothing that is open was announced or invoiced, so nothing is lost",
          remedy: "Close it without --short-delivery.")
      }
    }
  }
}

internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

extension OrderPages {
  /// The lists of orders as files.
  static func addFile(to routes: PageRoutes) {
    routes.get("/orders.csv") { visit in
      let which = visit.query["which"] ?? "open"
      guard ["open", "late", "all"].contains(which) else { throw PageFailure.notFound }
      let orders = try await visit.run(CommandWords("order", "list")).elements.filter { order in
        which == "all" || (order["open_lines"].integer ?? 0) > 0 && (which == "open" || order["is_late"].isTrue)
      }
      let columns = [
        "order_number", "supplier", "supplier_name", "ordered_on", "next_on", "lines", "open_lines", "ordered_cost",
        "open_cost", "currency", "state",
      ]
      let rows = ChangeList.rows(orders) { order in [columns.map { order[$0].text ?? "" }] }
      return .csv(
        [
          "Order", "Supplier", "Name", "Ordered", "Next due", "Lines", "Open lines", "Value", "Open value", "Currency",
          "State",
        ], rows, named: "\(which) orders.csv")
    }
  }
}

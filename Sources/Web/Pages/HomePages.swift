internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The first page: what needs the person, and what was done lately.
enum HomePages {
  /// How many late orders are listed; of more, their number is.
  private static let mostLines = 5

  static func add(to routes: PageRoutes) {
    routes.get("/") { visit in
      var tasks: [[String: Any]] = []
      if visit.may(.importFiles) { tasks += WaitingPlan.all(of: visit).map { $0.task(visit) } }
      // These commands work on the whole shop.
      let isOfShop = visit.person.store == nil
      if isOfShop, visit.may(.readCounts) {
        let counts = try await CountTasks.all(visit)
        // Who only counts and has one section to count is there at once.
        if let only = counts.onlySection { return visit.redirect(to: only) }
        tasks += counts.tasks
      }
      if isOfShop, visit.may(.readOrders) { tasks += try await lateOrders(visit) }
      if isOfShop, visit.may(.readJobs) { tasks += try await failedJobs(visit) }
      let imports =
        visit.seesImports
        ? try await visit.run(CommandWords("imports", "list").flag("grouped").option("limit", "3")) : .null
      let title =
        tasks.isEmpty ? "Nothing needs you" : tasks.count == 1 ? "1 thing needs you" : "\(tasks.count) things need you"
      return try visit.page(
        "home", title: title,
        [
          "tasks": tasks, "has_tasks": !tasks.isEmpty, "imports": imports.elements.map { ImportPages.row($0, visit) },
          "sees_imports": visit.seesImports,
        ])
    }
    routes.get("/running/:id") { visit in
      guard let work = visit.site.running.work(try visit.parameter("id")), work.login == visit.person.login else {
        throw PageFailure.notFound
      }
      switch work.state {
      case .done(let address): return visit.redirect(to: address)
      case .failed(let failure): throw failure
      case .running:
        var response = try visit.page(
          "running", title: work.title, ["seconds": Int(Date().timeIntervalSince(work.begun))])
        response.headers[.refresh] = "2"
        return response
      }
    }
  }

  private static func lateOrders(_ visit: Visit) async throws -> [[String: Any]] {
    let late = try await visit.run(CommandWords("order", "list").flag("open")).elements.filter { $0["is_late"].isTrue }
    let lines = late.prefix(mostLines).map { order -> [String: Any] in
      [
        "what": "Order \(order["order_number"].text ?? "") is late", "address": OrderPages.address(order),
        "fact": "\(order["supplier_name"].text ?? ""), due \(order["next_on"].text ?? "")", "tag": "late",
        "kind": "look",
      ]
    }
    guard late.count > lines.count else { return lines }
    return lines + [
      [
        "what": "\(late.count - lines.count) more orders are late", "address": "/orders?which=late", "fact": "",
        "tag": "late", "kind": "look",
      ]
    ]
  }

  private static func failedJobs(_ visit: Visit) async throws -> [[String: Any]] { try await JobPages.failed(visit) }
}

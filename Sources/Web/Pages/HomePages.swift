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
      var onlyCount: String?
      if visit.may(.importFiles) { tasks += WaitingPlan.all(of: visit).map { $0.task(visit) } }
      // These commands work on the whole shop.
      let isOfShop = visit.person.store == nil
      if isOfShop, visit.may(.readCounts) {
        let counts = try await CountTasks.all(visit)
        // Who only counts and has one section to count is there at once.
        if let only = counts.onlySection { return visit.redirect(to: only) }
        tasks += counts.tasks
        onlyCount = counts.onlyCount
      }
      if isOfShop, visit.may(.readOrders) { tasks += try await lateOrders(visit) }
      if isOfShop, visit.may(.readJobs) { tasks += try await failedJobs(visit) }
      if isOfShop, visit.may(.readStock) { tasks += try await ExpiryPages.tasks(visit) }
      let imports =
        visit.seesImports
        ? try await visit.run(CommandWords("imports", "list").flag("grouped").option("limit", "3")) : .null
      let started = works(visit)
      let title =
        tasks.isEmpty
        ? LocalizedText("Nothing needs you")
        : LocalizedText(count: tasks.count, one: "1 thing needs you", other: "\(tasks.count) things need you")
      return try visit.page(
        "home", title: title,
        [
          "tasks": tasks, "has_tasks": !tasks.isEmpty, "works": started, "has_works": !started.isEmpty,
          "entry": onlyCount.map { entry($0) } ?? false as Any,
          "imports": imports.elements.map { ImportPages.row($0, visit) }, "sees_imports": visit.seesImports,
          "has_imports": !imports.elements.isEmpty,
        ])
    }
  }

  /// The field with which somebody who only counts begins: the first code that is scanned leads to its number.
  private static func entry(_ count: String) -> [String: Any] {
    ["count": count, "address": CountPages.address(count, section: "")]
  }

  /// What the person started that is running, or whose result they did not see.
  private static func works(_ visit: Visit) -> [[String: Any]] {
    visit.site.running.open(of: visit.person.login).map { id, work -> [String: Any] in
      let (tag, kind) =
        switch work.state {
        case .running: (LocalizedText("running"), "info")
        case .done: (LocalizedText("done"), "done")
        case .stopped: (LocalizedText("stopped"), "info")
        case .failed: (LocalizedText("failed"), "error")
        }
      return ["address": "/running/\(id)", "what": work.title, "tag": tag, "kind": kind]
    }
  }

  private static func lateOrders(_ visit: Visit) async throws -> [[String: Any]] {
    let late = try await visit.run(CommandWords("order", "list").flag("open")).elements.filter { $0["is_late"].isTrue }
    let lines = late.prefix(mostLines).map { order -> [String: Any] in
      [
        "what": LocalizedText("Order \(order["order_number"].text ?? "") is late"),
        "address": OrderPages.address(order), "order_number": order["order_number"].text ?? "",
        "receive": OrderPages.receiveAddress(order, visit) ?? "",
        "fact": LocalizedText("\(order["supplier_name"].text ?? ""), due \(order["next_on"].shownDay)"),
        "tag": LocalizedText("late"),
        "kind": "look",
      ]
    }
    guard late.count > lines.count else { return lines }
    return lines + [
      [
        "what": LocalizedText(
          count: late.count - lines.count, one: "1 more order is late",
          other: "\(late.count - lines.count) more orders are late"), "address": "/orders?which=late", "fact": "",
        "tag": LocalizedText("late"), "kind": "look",
      ]
    ]
  }

  private static func failedJobs(_ visit: Visit) async throws -> [[String: Any]] { try await JobPages.failed(visit) }
}

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// The first page: what needs the person, and what was done lately.
enum HomePages {
  static let path = "/"

  /// How many late orders are listed; of more, their number is.
  private static let mostLines = 5

  /// What may need somebody, in the order in which it is listed.
  enum Source: CaseIterable {
    case jobs, plans, counts, orders, expiry

    private var act: Act {
      switch self {
      case .jobs: .readJobs
      case .plans: .importFiles
      case .counts: .readCounts
      case .orders: .readOrders
      case .expiry: .readStock
      }
    }

    fileprivate var name: LocalizedText {
      switch self {
      case .jobs: LocalizedText("jobs that failed or are overdue")
      case .plans: LocalizedText("plans that wait")
      case .counts: LocalizedText("open counts")
      case .orders: LocalizedText("late orders")
      case .expiry: LocalizedText("items that expire")
      }
    }

    /// Those that concern the person. All but files work on the whole shop.
    static func all(for visit: Visit) -> [Source] {
      allCases.filter { $0 == .plans ? visit.may($0.act) : visit.mayInWholeShop($0.act) }
    }
  }

  static func add(to routes: PageRoutes) {
    routes.get(path) { visit in
      let sources = Source.all(for: visit)
      guard !sources.isEmpty else { return visit.redirect(to: "/catalog") }
      var tasks: [[String: Any]] = []
      var onlyCount: String?
      for source in sources {
        switch source {
        case .jobs: tasks += try await JobPages.failed(visit)
        case .plans:
          // A file that is being read is among what was started, and needs nobody.
          tasks += WaitingPlan.all(of: visit).filter { !visit.site.running.isWorking(on: $0.address) }
            .map { $0.task(visit) }
        case .counts:
          let counts = try await CountTasks.all(visit)
          // Who only counts and has one section to count is there at once.
          if let only = counts.onlySection { return visit.redirect(to: only) }
          tasks += counts.tasks
          onlyCount = counts.onlyCount
        case .orders: tasks += try await lateOrders(visit)
        case .expiry: tasks += try await ExpiryPages.tasks(visit)
        }
      }
      let imports =
        visit.seesImports
        ? try await visit.run(CommandWords("imports", "list").flag("grouped").option("limit", "3")) : .null
      let started = works(visit, besides: tasks)
      let title =
        tasks.isEmpty
        ? LocalizedText("Nothing needs you")
        : LocalizedText(count: tasks.count, one: "1 thing needs you", other: "\(tasks.count) things need you")
      return try visit.page(
        "home", title: title,
        [
          "tasks": tasks, "has_tasks": !tasks.isEmpty, "works": started, "has_works": !started.isEmpty,
          "sources": LocalizedText(sources.map(\.name), separator: ", "),
          "opens_counts": visit.mayInWholeShop(.runSessions), "scans_goods": GoodsPages.isWay(of: visit),
          "entry": onlyCount.map { entry($0) } ?? false as Any,
          "imports": lately(imports.elements, visit), "sees_imports": visit.seesImports,
          "has_imports": !imports.elements.isEmpty,
        ])
    }
  }

  /// What was done lately, the latest first. An undo is taken back by a redo, and a redo by an undo, unless that was done.
  private static func lately(_ entries: [JSONValue], _ visit: Visit) -> [[String: Any]] {
    var reverted: Set<String> = []
    return entries.map { entry -> [String: Any] in
      var row = ImportPages.row(entry, visit)
      guard visit.undoesImports, let number = entry["reverts"].text, reverted.insert(number).inserted else {
        return row
      }
      let word = ImportPages.operation(of: entry) == .undo ? "redo" : "undo"
      (row["number"], row[word]) = (number, "/imports/\(number)/\(word)")
      return row
    }
  }

  /// The field with which somebody who only counts begins: the first code that is scanned leads to its number.
  private static func entry(_ count: String) -> [String: Any] {
    ["count": count, "address": CountPages.address(count, section: "")]
  }

  /// What the person started that is running, or whose result they did not see.
  ///
  /// - Parameter tasks: what needs the person. A result that is among them is seen there.
  private static func works(_ visit: Visit, besides tasks: [[String: Any]]) -> [[String: Any]] {
    let listed = Set(tasks.compactMap { $0["address"] as? String })
    return visit.site.running.open(of: visit.person.login).compactMap { id, work -> [String: Any]? in
      if case .done(let address) = work.state, listed.contains(address) {
        visit.site.running.markSeen(id)
        return nil
      }
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
      let (days, open) = (order["days_late"].integer ?? 0, order["open_lines"].integer ?? 0)
      return [
        "what": LocalizedText("Order \(order["order_number"].text ?? "") is late"),
        "address": OrderPages.address(order), "order_number": order["order_number"].text ?? "",
        "receive": OrderPages.receiveAddress(order, visit) ?? "",
        "fact": LocalizedText(
          [
            LocalizedText("\(order["supplier_name"].text ?? ""), due \(order["next_on"].shownDay)"),
            LocalizedText(count: days, one: "1 day late", other: "\(PageNumber.text(days)) days late"),
            LocalizedText(count: open, one: "1 open line", other: "\(PageNumber.text(open)) open lines"),
          ], separator: " · "),
        "tag": LocalizedText("late"), "kind": "look",
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
}

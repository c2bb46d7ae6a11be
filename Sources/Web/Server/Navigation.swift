internal import RetailValues
internal import Serving

/// The pages that the navigation leads to.
enum Navigation {
  private struct Item {
    let title: String
    let path: String
    /// One of these acts opens it; none where everybody may.
    let acts: [Act]
    /// Whether it is also for people who belong to one store.
    var isOfOneStore = false
  }

  private static let all = [
    Item(title: "Home", path: "/", acts: [], isOfOneStore: true),
    Item(title: "Imports", path: "/imports", acts: [.importFiles, .readChangeSets], isOfOneStore: true),
    Item(title: "Counts", path: "/counts", acts: [.readCounts]),
    Item(title: "Catalog", path: "/catalog", acts: [.readCatalog], isOfOneStore: true),
    Item(title: "Orders", path: "/orders", acts: [.readOrders]),
    Item(title: "Reports", path: "/reports", acts: [.readCatalog], isOfOneStore: true),
    Item(title: "Books", path: "/books", acts: [.readJournal]),
    Item(title: "Jobs", path: "/jobs", acts: [.readJobs]),
    Item(title: "Settings", path: "/settings", acts: [.servePages, .makeBackups]),
  ]

  /// How many the bar at the bottom of a phone has, before More.
  private static let barLength = 4

  /// The pages that the person may open.
  static func items(for visit: Visit) -> [[String: Any]] {
    if let count = visit.session.count {
      return [["title": "Count \(count)", "address": CountPages.address(count), "is_current": visit.path != "/more"]]
    }
    let own = all.filter { item in
      (item.acts.isEmpty || item.acts.contains(where: visit.may)) && (item.isOfOneStore || visit.person.store == nil)
    }
    return own.map { item in
      let isCurrent = item.path == "/" ? visit.path == "/" : visit.path.hasPrefix(item.path)
      return ["title": item.title, "address": item.path, "is_current": isCurrent]
    }
  }

  /// The first of them, for the bar at the bottom of a phone.
  static func bar(for visit: Visit) -> [[String: Any]] { Array(items(for: visit).prefix(barLength)) }
}

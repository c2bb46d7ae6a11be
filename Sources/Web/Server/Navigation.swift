internal import RetailValues
internal import Serving

/// The pages that the navigation leads to.
enum Navigation {
  private struct Item {
    let title: LocalizedText
    let path: String
    /// Where other pages that belong to it begin.
    var others: [String] = []
    /// One of these acts opens it; none where everybody may.
    let acts: [Act]
    /// Whether it is also for people who belong to one store.
    var isOfOneStore = false
  }

  private static let all = [
    Item(title: LocalizedText("Home"), path: "/", acts: [], isOfOneStore: true),
    Item(
      title: LocalizedText("Imports"), path: "/imports", others: ["/plans/"], acts: [.importFiles, .readImports],
      isOfOneStore: true),
    Item(title: LocalizedText("Counts"), path: "/counts", acts: [.readCounts]),
    Item(
      title: LocalizedText("Catalog"), path: "/catalog", others: ["/products/"], acts: [.readCatalog],
      isOfOneStore: true),
    Item(title: LocalizedText("Orders"), path: "/orders", acts: [.readOrders]),
    Item(title: LocalizedText("Reports"), path: "/reports", acts: [.readCatalog], isOfOneStore: true),
    Item(title: LocalizedText("Books"), path: "/books", acts: [.readJournal]),
    Item(title: LocalizedText("Jobs"), path: "/jobs", acts: [.readJobs]),
    Item(title: LocalizedText("Settings"), path: "/settings", acts: [.servePages, .makeBackups]),
  ]

  /// Lists that are rarely needed: the page More leads to them.
  private static let onMore = [Item(title: LocalizedText("What expires"), path: "/expiry", acts: [.readStock])]

  /// How many the bar at the bottom of a phone has, before More.
  private static let barLength = 4

  /// The pages that the person may open.
  static func items(for visit: Visit) -> [[String: Any]] {
    if let count = visit.session.count {
      return [
        [
          "title": LocalizedText("Count \(count)"), "address": CountPages.address(count),
          "is_current": visit.path != "/more",
        ]
      ]
    }
    return shown(all, for: visit)
  }

  /// The pages that the person may open, and to which only the page More leads.
  static func others(for visit: Visit) -> [[String: Any]] {
    visit.session.count == nil ? shown(onMore, for: visit) : []
  }

  private static func shown(_ items: [Item], for visit: Visit) -> [[String: Any]] {
    let own = items.filter { item in
      (item.acts.isEmpty || item.acts.contains(where: visit.may)) && (item.isOfOneStore || visit.person.store == nil)
    }
    return own.map { item in
      let isCurrent =
        item.path == "/" ? visit.path == "/" : ([item.path] + item.others).contains { visit.path.hasPrefix($0) }
      return ["title": item.title, "address": item.path, "is_current": isCurrent]
    }
  }

  /// Whether the page is More, or one that is reached from there alone.
  static func isMore(_ visit: Visit) -> Bool { (["/more", "/passphrase"] + onMore.map(\.path)).contains(visit.path) }

  /// The first of them, for the bar at the bottom of a phone, and More, which leads to the others.
  static func bar(for visit: Visit) -> [[String: Any]] {
    let items = items(for: visit)
    let isCurrent = isMore(visit) || items.dropFirst(barLength).contains { $0["is_current"] as? Bool == true }
    let more: [String: Any] = ["title": LocalizedText("More"), "address": "/more", "is_current": isCurrent]
    return Array(items.prefix(barLength)) + [more]
  }
}

internal import RetailValues
internal import Serving

/// The pages that the navigation leads to.
enum Navigation {
  private struct Item {
    let title: LocalizedText
    let path: String
    /// Where other pages that belong to it begin.
    var others: [String] = []
    /// One of these acts opens it.
    var acts: [Act] = []
    /// One of these acts opens it for people who belong to one store.
    var actsInOneStore: [Act] = []

    func isOpen(to visit: Visit) -> Bool {
      guard path != HomePages.path else { return !HomePages.Source.all(for: visit).isEmpty }
      return (visit.person.store == nil ? acts : actsInOneStore).contains(where: visit.may)
    }

    func isCurrent(_ visit: Visit) -> Bool {
      path == HomePages.path ? visit.path == path : ([path] + others).contains { visit.path.hasPrefix($0) }
    }

    func values(_ visit: Visit) -> [String: Any] {
      // Who only counts has one thing to do there.
      let title = path == counts && !visit.may(.reviewCounts) ? LocalizedText("Count") : self.title
      return ["title": title, "address": path, "is_current": isCurrent(visit)]
    }
  }

  private static let counts = "/counts"

  /// All of them; the page More leads to those that are not in the navigation of a role.
  private static let all = [
    Item(title: LocalizedText("Home"), path: HomePages.path),
    Item(
      title: LocalizedText("Imports"), path: "/imports", others: ["/plans/"], acts: [.importFiles, .readImports],
      actsInOneStore: [.importFiles]),
    Item(title: LocalizedText("Counts"), path: counts, acts: [.readCounts]),
    Item(
      title: LocalizedText("Catalog"), path: "/catalog", others: ["/products/"], acts: [.readCatalog],
      actsInOneStore: [.readCatalog]),
    Item(title: LocalizedText("Orders"), path: "/orders", acts: [.readOrders]),
    Item(title: LocalizedText("Reports"), path: "/reports", acts: [.readCatalog], actsInOneStore: [.readCatalog]),
    Item(title: LocalizedText("Books"), path: "/books", acts: [.readJournal]),
    Item(title: LocalizedText("Jobs"), path: "/jobs", acts: [.readJobs]),
    Item(title: LocalizedText("Settings"), path: "/settings", acts: [.servePages]),
    Item(title: LocalizedText("What expires"), path: "/expiry", acts: [.readStock]),
    Item(title: LocalizedText("Receive goods"), path: GoodsPages.path, acts: [.recordGoods]),
  ]

  /// The roles in the order in which their pages follow each other for a person with several.
  private static let roles: [Role] = [.manager, .auditor, .accountant, .counter, .customer]

  private static func paths(of role: Role) -> [String] {
    switch role {
    case .manager: [HomePages.path, "/imports", counts, "/catalog", "/orders", "/reports", "/settings"]
    case .accountant: [HomePages.path, "/reports", "/books", counts, "/orders", "/catalog"]
    case .auditor: paths(of: .accountant) + ["/imports", "/jobs"]
    case .counter: [counts, "/catalog"]
    case .customer: ["/catalog"]
    case .service: []
    }
  }

  /// How many the bar at the bottom of a phone has, before More.
  private static let barLength = 4

  private static func own(_ visit: Visit) -> [Item] {
    var own: [Item] = []
    for path in roles.filter(visit.roles.contains).flatMap({ paths(of: $0) }) {
      guard !own.contains(where: { $0.path == path }) else { continue }
      own += all.filter { $0.path == path && $0.isOpen(to: visit) }
    }
    return own
  }

  private static func others(than own: [Item], _ visit: Visit) -> [Item] {
    all.filter { item in item.isOpen(to: visit) && !own.contains { $0.path == item.path } }
  }

  /// The pages that the person mostly needs.
  static func items(for visit: Visit) -> [[String: Any]] {
    if let count = visit.session.count {
      return [
        [
          "title": LocalizedText("Count \(count)"), "address": CountPages.address(count),
          "is_current": visit.path != "/more",
        ]
      ]
    }
    return own(visit).map { $0.values(visit) }
  }

  /// The other pages that the person may open, to which only the page More leads.
  static func others(for visit: Visit) -> [[String: Any]] {
    visit.session.count == nil ? others(than: own(visit), visit).map { $0.values(visit) } : []
  }

  /// Whether the page is More, or one that is reached from there alone.
  static func isMore(_ visit: Visit) -> Bool {
    ["/more", "/passphrase"].contains(visit.path)
      || visit.session.count == nil && others(than: own(visit), visit).contains { $0.isCurrent(visit) }
  }

  /// The first of them, for the bar at the bottom of a phone, and More, which leads to the others.
  static func bar(for visit: Visit) -> [[String: Any]] {
    let items = items(for: visit)
    let isCurrent = isMore(visit) || items.dropFirst(barLength).contains { $0["is_current"] as? Bool == true }
    let more: [String: Any] = ["title": LocalizedText("More"), "address": "/more", "is_current": isCurrent]
    return Array(items.prefix(barLength)) + [more]
  }
}

/// What a person is in a shop, which says what they may do and see.
///
/// Roles protect against mistakes and against figures that get out with a list. They do not protect against somebody who can
/// write the shop's files: whoever can, can change them past Stockroom. The rights of the folder protect against that.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Reads the public catalog.
  case customer
  /// An employee who counts, receives and sells.
  case counter
  case manager
  case accountant
  /// Reads everything, change sets included.
  case auditor
  /// What runs at night: named jobs.
  case service
}

/// What can be done in a shop, as far as it matters who does it.
public enum Act: String, Hashable, Sendable, CaseIterable {
  case readCatalog = "read-catalog"
  case readStock = "read-stock"
  case readCounts = "read-counts"
  case openSheet = "open-sheet"
  case enterCounts = "enter-counts"
  case recordGoods = "record-goods"
  case importFiles = "import-files"
  case undoImports = "undo-imports"
  case runSessions = "run-sessions"
  case reviewCounts = "review-counts"
  case postCounts = "post-counts"
  case defineOptions = "define-options"
  case mendBooks = "mend-books"
  case readImports = "read-imports"
  case readChangeSets = "read-change-sets"
  case readLog = "read-log"
  case proveBooks = "prove-books"
  case readJournal = "read-journal"
  case closePeriods = "close-periods"
  case readOrders = "read-orders"
  case placeOrders = "place-orders"
  case runJobs = "run-jobs"
  case readJobs = "read-jobs"
  case keepLists = "keep-lists"

  /// The act in words that follow "may".
  public var words: String {
    switch self {
    case .readCatalog: "read the catalog, and of reports and exports what the role may see"
    case .readStock: "see what is on hand"
    case .readCounts: "see how far counts have come"
    case .openSheet: "take a count sheet"
    case .enterCounts: "enter what was counted"
    case .recordGoods: "record receipts, sales and returns"
    case .importFiles: "plan and apply imports"
    case .undoImports: "undo and redo imports"
    case .runSessions: "open, close and decide about count sessions"
    case .reviewCounts: "set what was counted against what is expected"
    case .postCounts: "approve, post and reverse counts"
    case .defineOptions: "define mapping profiles, reports, colours and other options, prices and sales events"
    case .mendBooks: "make indexes, balances and costs anew"
    case .readImports: "list the imports"
    case .readChangeSets: "see what an import changed"
    case .readLog: "read the audit log"
    case .proveBooks: "prove the books"
    case .readJournal: "write journals and valuations, and list closed periods"
    case .closePeriods: "close and reopen periods"
    case .readOrders: "follow orders, deliveries and invoices"
    case .placeOrders: "draft orders, and give up what is open of them"
    case .runJobs: "run named jobs, and have them run by the system"
    case .readJobs: "see which jobs there are and what came of them"
    case .keepLists: "put things on lists of their own, and on those shared with them"
    }
  }

  /// Who may.
  public var roles: Set<Role> {
    switch self {
    case .readCatalog: [.customer, .counter, .manager, .accountant, .auditor]
    case .openSheet, .readCounts: [.counter, .manager, .accountant, .auditor]
    case .enterCounts, .recordGoods, .keepLists: [.counter, .manager]
    case .readStock, .readOrders, .reviewCounts, .readImports, .readLog, .proveBooks, .readJournal:
      [.manager, .accountant, .auditor]
    case .readChangeSets: [.manager, .auditor]
    case .importFiles, .undoImports, .placeOrders, .runSessions, .postCounts, .defineOptions, .mendBooks: [.manager]
    case .closePeriods: [.accountant]
    case .runJobs: [.manager, .service]
    case .readJobs: [.manager, .service, .auditor]
    }
  }
}

/// What a figure or a text tells, which decides who may see it.
public enum DataClass: String, Hashable, Sendable, CaseIterable {
  /// What any customer may know: the goods, their prices and codes.
  case catalog
  /// Places, lots, and which counts there are.
  case places
  /// What is on hand, what moved, what is expected and what was counted.
  case expected
  /// What goods cost, and what stock is worth.
  case cost
  /// Whom goods come from, and on which terms.
  case supplier
  /// Who did something.
  case person
  /// What belongs to one user: likes, follows, lists, how to reach them. No role is shown it; each is shown what is theirs.
  case personal
  /// Texts of the shop's own that may hold anything: notes, further properties, what imports changed.
  case shopOnly = "shop-only"

  /// All that a role can be shown: what belongs to a user is shown to that user only.
  public static let ofRoles: Set<DataClass> = Set(allCases).subtracting([.personal])

  /// What it tells.
  public var summary: String {
    switch self {
    case .catalog: "the goods with their names, codes, colours, sizes, categories and prices"
    case .places: "locations, lots, and which counts there are"
    case .expected: "what is on hand, what moved, what is expected and what was counted"
    case .cost: "what goods cost, and what stock is worth"
    case .supplier: "whom goods come from, and on which terms"
    case .person: "who counted, entered or posted"
    case .personal: "what belongs to one user: likes, follows, lists and how to reach them"
    case .shopOnly: "notes, further properties and what imports changed: texts that may hold anything"
    }
  }
}

extension Role {
  /// What the role is shown.
  public var sees: Set<DataClass> {
    switch self {
    case .customer: [.catalog]
    case .counter: [.catalog, .places]
    // A job writes what its definition says, whoever starts it; by itself the role is shown nothing.
    case .service: []
    case .manager, .accountant, .auditor: DataClass.ofRoles
    }
  }

  /// What the role may do.
  public var acts: Set<Act> { Set(Act.allCases.filter { $0.roles.contains(self) }) }
}

extension Set<Role> {
  /// What any of these roles is shown.
  public var sees: Set<DataClass> { reduce(into: []) { $0.formUnion($1.sees) } }

  /// The role in which an act is done: the first that may; nil when none may.
  public func role(for act: Act) -> Role? { Role.allCases.first { contains($0) && act.roles.contains($0) } }

  /// Whether somebody with these roles may act as another: it is one of them, or it may do and see nothing beyond them.
  public func covers(_ role: Role) -> Bool {
    contains(role) || role.acts.isSubset(of: reduce(into: []) { $0.formUnion($1.acts) }) && role.sees.isSubset(of: sees)
  }
}

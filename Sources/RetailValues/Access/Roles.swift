/// The role of a person in a shop, which defines what the person may do and see.
///
/// Roles protect against mistakes and against confidential figures in published lists. They do not protect against
/// people who can write the shop's files, because they can change the files without Stockroom. The permissions of the
/// folder protect against that.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Reads the public catalog.
  case customer
  /// An employee who counts, receives and sells.
  case counter
  case manager
  case accountant
  /// Reads everything, change sets included.
  case auditor
  /// Jobs that run by name, such as at night.
  case service
}

/// An act in a shop that requires a permission.
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
  case servePages = "serve-pages"
  case changePassphrase = "change-passphrase"
  case makeBackups = "make-backups"

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
    case .mendBooks: "rebuild indexes, balances and costs"
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
    case .servePages: "serve the shop's pages, see its settings, and set people, their roles and passphrases"
    case .changePassphrase: "change a passphrase of their own"
    case .makeBackups: "make, list and check backups"
    case .keepLists: "put things on lists of their own, and on those shared with them"
    }
  }

  /// The roles that permit it.
  public var roles: Set<Role> {
    switch self {
    case .readCatalog, .changePassphrase: [.customer, .counter, .manager, .accountant, .auditor]
    case .openSheet, .readCounts: [.counter, .manager, .accountant, .auditor]
    case .enterCounts, .recordGoods, .keepLists: [.counter, .manager]
    case .readStock, .readOrders, .reviewCounts, .readImports, .readLog, .proveBooks, .readJournal:
      [.manager, .accountant, .auditor]
    case .readChangeSets: [.manager, .auditor]
    case .importFiles, .undoImports, .placeOrders, .runSessions, .postCounts, .defineOptions, .mendBooks, .servePages:
      [.manager]
    case .closePeriods: [.accountant]
    case .runJobs, .makeBackups: [.manager, .service]
    case .readJobs: [.manager, .service, .auditor]
    }
  }
}

/// The class of a figure or a text, which decides who may see it.
public enum DataClass: String, Hashable, Sendable, CaseIterable {
  /// Data that any customer may know: the goods, their prices and codes.
  case catalog
  /// Places, lots, and which counts there are.
  case places
  /// The stock on hand, movements, expected and counted quantities.
  case expected
  /// The cost of goods, and the value of stock.
  case cost
  /// The suppliers of goods, and their terms.
  case supplier
  /// The people who did something.
  case person
  /// The data of one user: likes, follows, lists, contact data. No role sees it; each user sees their own.
  case personal
  /// Texts of the shop's own that may hold anything: notes, further properties, what imports changed.
  case shopOnly = "shop-only"

  /// All that a role can be shown: what belongs to a user is shown to that user only.
  public static let ofRoles: Set<DataClass> = Set(allCases).subtracting([.personal])

  /// A description of its data.
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
  /// A description of what it is for, in one sentence.
  public var summary: String {
    switch self {
    case .customer: "Reads the public catalog, and nothing else."
    case .counter:
      "Counts and receives goods, on the pages and with commands. Records sales and returns with commands. "
        + "Sees no costs and no quantities on hand."
    case .manager: "Does everything except closing periods, and says who may do what."
    case .accountant: "Reads stock, costs, orders and the journal, and closes periods."
    case .auditor: "Reads everything, what imports changed included, and changes nothing."
    case .service: "Runs jobs and makes backups: for an account that no person uses."
    }
  }

  /// The classes of data that the role sees.
  public var sees: Set<DataClass> {
    switch self {
    case .customer: [.catalog]
    case .counter: [.catalog, .places]
    // A job writes what its definition says, for every user that starts it. The role itself sees nothing.
    case .service: []
    case .manager, .accountant, .auditor: DataClass.ofRoles
    }
  }

  /// The acts that the role permits.
  public var acts: Set<Act> { Set(Act.allCases.filter { $0.roles.contains(self) }) }
}

extension Set<Role> {
  /// The classes of data that any of these roles sees.
  public var sees: Set<DataClass> { reduce(into: []) { $0.formUnion($1.sees) } }

  /// The role in which an act is done: the first role that permits it; nil if no role does.
  public func role(for act: Act) -> Role? { Role.allCases.first { contains($0) && act.roles.contains($0) } }

  /// Whether a person with these roles may act in another role: it is one of these roles, or it permits and shows
  /// nothing more than they do.
  public func covers(_ role: Role) -> Bool {
    contains(role) || role.acts.isSubset(of: reduce(into: []) { $0.formUnion($1.acts) }) && role.sees.isSubset(of: sees)
  }
}

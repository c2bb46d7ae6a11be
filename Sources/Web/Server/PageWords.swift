internal import FormatKit
internal import RetailValues

/// Words of fixed lists that commands answer and pages show as words, such as the states of orders. They are translated by
/// themselves; everything else that a command answers is data.
enum PageWords {
  static let words: [String] = [
    // Roles, and what they are for.
    "customer", "counter", "manager", "accountant", "auditor", "service",
    "Reads the public catalog, and nothing else.",
    """
    Counts and receives goods, on the pages and with commands. Records sales and returns with commands. Sees no costs \
    and no quantities on hand.
    """,
    "Does everything except closing periods, and says who may do what.",
    "Reads stock, costs, orders and the journal, and closes periods.",
    "Reads everything, what imports changed included, and changes nothing.",
    "Runs jobs and makes backups: for an account that no person uses.",
    // What people may not do.
    "read the catalog, and of reports and exports what the role may see", "see what is on hand",
    "see how far counts have come", "take a count sheet", "enter what was counted",
    "record receipts, sales and returns",
    "plan and apply imports", "undo and redo imports", "open, close and decide about count sessions",
    "set what was counted against what is expected", "approve, post and reverse counts",
    "define mapping profiles, reports, colours and other options, prices and sales events",
    "rebuild indexes, balances and costs", "list the imports", "see what an import changed", "read the audit log",
    "prove the books", "write journals and valuations, and list closed periods", "close and reopen periods",
    "follow orders, deliveries and invoices", "draft orders, and give up what is open of them",
    "run named jobs, and have them run by the system", "see which jobs there are and what came of them",
    "serve the shop's pages, see its settings, and set people, their roles and passphrases",
    "change a passphrase of their own", "make, list and check backups",
    "put things on lists of their own, and on those shared with them",
    // States of orders and their lines, and the documents that follow them.
    "open", "partly received", "received", "closed", "despatched", "backordered", "confirmed", "response",
    "despatch advice", "despatch", "receipt", "invoice", "credit note",
    // Kinds and states of counts.
    "full", "partial", "cycle", "draft", "counting", "review", "approved", "posted", "reversed", "uncounted", "counted",
    "excluded", "unexpected", "unknown item",
    // Imports and what became of them.
    "import", "undo", "redo", "count deleted", "applied", "undone", "redone", "new", "changed", "removed", "unchanged",
    "rejected", "kept",
    "kept as changed since",
    // Jobs.
    "published", "failed", "busy", "ended",
    // Why stock moved.
    "opening", "sale", "customer return", "supplier return", "transfer", "adjustment", "write off", "count adjustment",
    // Kinds of records, one and several of them.
    "categories", "category", "brands", "brand", "colours", "colour", "locations", "location", "suppliers",
    "supplier", "products", "product", "variants", "variant", "barcodes", "barcode", "supplier items",
    "supplier item", "prices", "price", "lots", "lot", "reorder levels", "reorder level", "location aliases",
    "location alias", "supplier aliases", "supplier alias", "stock levels", "stock level", "receipts", "sales",
    "movements", "movement", "transfers", "counts", "count", "count lines", "count line", "foods", "food",
    "storage durations", "storage duration", "product colours", "product colour", "pictures", "picture", "sections",
    "section", "section products", "section product", "sales events", "sales event", "sales event rates",
    "sales event rate", "orders", "order", "order lines", "order line", "order responses", "order response",
    "order response lines", "order response line", "despatch advices", "despatch lines", "despatch line", "invoices",
    "invoice lines", "invoice line", "users", "user", "favourites", "favourite", "follows", "follow", "shared lists",
    "shared list", "list items", "list item", "item reports", "item report", "listings", "listing", "posts", "post",
    "counters", "source objects", "source object",
    // Fields, as they are called in a shop.
    "Item number", "Product number", "Supplier’s item number", "Name of the item", "Description",
    "Name of the variant", "Barcode, EAN or ISBN", "Pieces behind the barcode of a pack", "Standard cost",
    "Cost price", "Selling price", "Price list", "Price holds from", "Price holds until",
    "Kind of price", "Whether tax is in the price", "Tax rate in percent", "Unit in which it is counted", "Currency",
    "Pieces in a pack", "Unit in which it is ordered", "Least that can be ordered", "Days until it comes", "Quantity",
    "Price of one piece sold", "Pieces that the price is for", "Counted quantity", "Counted when", "Counted by",
    "Replaced by", "Ordered quantity",
    "Confirmed quantity", "Sent quantity", "Invoiced quantity", "Quantity still to come", "Amount of the line",
    "Amount without tax", "Total amount", "Tax amount", "Number of the receipt or document", "Number of the line",
    "When it happened", "Place", "Place that it goes to", "Name of the place", "Supplier", "Name of the supplier",
    "GLN", "In use or not", "For whom it is made", "Best before", "Lot or batch", "Kind of movement",
    "Order again from this stock", "Order up to this stock", "Further properties", "Customers see it from",
    "Closed on", "Why it was closed", "SSCC of the package", "Section or shelf", "Item", "Item of a supplier",
    "Ordered on", "Expected on", "Confirmed on", "Promised for", "Sent on", "Number of the confirmation",
    "Number of the despatch advice", "Count", "Order line", "Goods received", "Sale",
    // Values of fields.
    "yes", "no", "(when applied)", "(not shown)", "(personal)", "regular price", "sale price", "list price",
    "women", "men", "neutral", "inactive", "acknowledged", "accepted", "substituted", "deleted", "employee", "nobody",
    "matches", "everyone", "search", "shopping", "household", "pantry", "refrigerator", "freezer", "owned", "for trade",
    "asking for", "stored", "purchased", "opened", "thawed", "hours", "weeks", "months", "years", "indefinitely",
    "not recommended", "package use by date", "when ripe", "not stated",
    // Limits, and the methods of valuation.
    "on", "off", "moving average", "fifo", "standard", "last", "retail",
    // What answers a question of a plan for all records: the meanings that `Problem.Answer` has.
    "The file counts pieces",
    // How a column was read.
    "by its name", "by the profile", "not recognised", "usual",
    // Whether goods are sold.
    "active", "discontinued", "seasonal",
    // The printed sheet of a count.
    "Count {{1}}, {{2}}", "Recount {{1}}, {{2}}", "{{1}}, section {{2}}", "There is nothing to count.", "Time",
    "Leave the box blank for what was not counted; write 0 for what is not there.", "Barcode", "SKU", "Counter",
    "Expected", "Counted", "Remark", "Barcode {{1}}",
    // The subjects of reports.
    "Losses", "Sales and margin", "Stock", "Counts", "Orders and suppliers", "Goods and prices", "Stores and lists",
    "Books that people offer and look for", "Checks of the data", "Others",
  ]

  /// Kinds of places. Shops have them as codes of places too.
  static let placeWords: [String] = [
    "shop", "store", "stockroom", "warehouse", "transit", "other",
  ]

  /// What an import has in place of the name of a profile: its columns were recognised, or a command made the records.
  static let profileWords: [String] = ["automatic", "command"]

  /// Those of messages of commands, where a code of a place may be without quotation marks.
  static let inMessages = Set(words + fieldWords + parameterWords + settingWords)
  static let all = inMessages.union(placeWords + profileWords).union(units).union(
    DocumentDifference.allCases.map(\.pattern))

  /// Units of quantities, which orders have in any language.
  static let units = Set(UnitWords.names)

  /// Fields and settings as files have them: `unit_cost`.
  static let names = Set<String>(
    Vocabulary.kinds.flatMap { $0.fields.map(\.name) } + settingWords.map { $0.replacing(" ", with: "_") }
  ).union(RecordWords.titles.keys)

  /// Whether a text of a message is the name of a field or a setting, and no word of a list: `unit_cost`, `quantity`.
  static func isField(_ text: String) -> Bool {
    text.contains("_") ? names.contains(text) : RecordWords.titles[text] != nil && !inMessages.contains(text)
  }
}

extension Role {
  /// The role as pages call it.
  var shownName: LocalizedText { LocalizedText(word: rawValue) }
}

internal import RetailValues

/// All that is known of what is staged, next to the staging tables themselves.
///
/// It is a value: a copy is a checkpoint, to which a comparison that is rolled back returns with its tables.
struct StagingState {
  /// The kinds that have a staging table.
  private(set) var kinds: [String: StagedKind] = [:]
  /// Whether the items that the source describes were looked for among those of the shop.
  var hasMatchedItems = false
  /// How many of the items that the source describes were recognised by something else than their SKU.
  var itemsFound: [ItemMatch: Int] = [:]
  /// How many items were recognised by nothing but their titles.
  var itemsFoundByTitle = 0
  /// Whether the records that were set aside are in the tables now.
  var hasSpelledOutRepeats = false
  /// How many of the items that are known a source that should list everything lacks; nil when it need not.
  var missingFromFeed: (missing: Int, known: Int)?
  /// The names in the source that the shop does not have, by the guard that asks about them.
  var newRecords: [GuardCode: NewRecords] = [:]
  /// What the current comparison has found so far.
  private(set) var comparison = Comparison()

  /// What one comparison finds, apart from what it finds of single kinds.
  struct Comparison {
    /// The tables `merged_…` that were made. Those of the catalog are named after their kinds; all records of the ledger are in one.
    fileprivate(set) var merged: Set<String> = []
    /// The facts found, such as that a table of the shop is empty.
    var facts: [String: Bool] = [:]
    /// The counts of planned records, once they were added up.
    var counts: [PlanCount]?
  }

  subscript(kind: String) -> StagedKind? {
    get { kinds[kind] }
    set { kinds[kind] = newValue }
  }

  /// The names of the kinds that have a staging table, in alphabetical order.
  var names: [String] { kinds.keys.sorted() }

  // MARK: The comparison

  /// Whether there is a table `merged_…` of that name.
  func isMerged(_ table: String) -> Bool { comparison.merged.contains(table) }
  mutating func noteMerged(_ table: String) { comparison.merged.insert(table) }

  /// Whether there are records on their way into the ledger.
  var hasMovements: Bool { isMerged("movements") }

  /// Whether no key of a kind occurs twice: `merged_<kind>` is then a view of the staged records themselves.
  func isUnrepeated(_ kind: String) -> Bool { kinds[kind]?.compared.isUnrepeated == true }

  /// Whether the merged records of a kind are the first of their kind in the shop, so that the place in the source is the
  /// number of each.
  func isNumberedByPlace(_ kind: String) -> Bool { kinds[kind]?.compared.isNumberedByPlace == true }

  var facts: [String: Bool] {
    get { comparison.facts }
    set { comparison.facts = newValue }
  }

  var counts: [PlanCount]? {
    get { comparison.counts }
    set { comparison.counts = newValue }
  }

  /// Forgets what a comparison found, so that the next one begins with what was staged.
  mutating func forgetComparison() {
    comparison = Comparison()
    for kind in names { kinds[kind]?.compared = ComparedKind() }
  }
}

/// What is known of the staged records of one kind.
struct StagedKind {
  /// The fields that the staging table has.
  var fields: [String]
  /// The fields in the order in which records were staged; a record's mask of cleared fields follows it.
  let insertedFields: [String]
  /// What puts records into the table, and what it noted of them.
  let inserter: StageInserter
  /// The fields that no record gives a value.
  var blankFields: Set<String> = []
  /// The fields that are constants of the staging table.
  var defaultFields: Set<String> = []
  /// Whether some records were taken out after they were staged.
  var hasBroken = false
  /// Whether scanned quantities were made units; it must not happen twice.
  var isScaled = false
  /// What the current comparison has found so far.
  var compared = ComparedKind()

  init(fields: [String], inserter: StageInserter) {
    self.fields = fields
    insertedFields = fields
    self.inserter = inserter
  }
}

/// What one comparison finds of the records of one kind.
struct ComparedKind {
  /// References that need not be looked up, with SQL for their values, by field; see ``StagingArea/settle(_:_:)``.
  var settled: [String: String] = [:]
  /// The field whose codes are the staged records, as `kind.field`, if they were numbered as they came.
  var numberedFrom: String?
  var isUnrepeated = false
  var isNumberedByPlace = false
  /// Whether the staged records are indexed by their keys.
  var isIndexed = false
  /// Whether there are refused records, whose codes are in `rejected_<kind>`.
  var hasRejected = false
}

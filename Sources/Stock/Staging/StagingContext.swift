public import RetailValues

/// The settings by which every staged record is read.
public struct StagingContext: Sendable {
  /// The moment of the import.
  public var now: Timestamp
  /// Code of the location for records without one; nil when there is no default.
  public var location: String?
  /// Code of the supplier for records without one.
  public var supplier: String?
  /// Names the source where a document has no number of its own.
  public var sourceName: String
  /// The identity of the file: SHA-256 of its bytes, the profile and the target.
  public var identity: String
  /// SHA-256 of the source, with which the marks of its records begin; nil for records that have no marks.
  public var sourceSHA256: String?
  /// Whether the source should list everything of its kind, so that missing records are worth reporting.
  public var isFull = false
  /// The ways in which records may name their items, the first that finds one counts; nil when all that a record gives must
  /// lead to the same item.
  public var match: [ItemMatch]?
  /// Whether a code that is none may be the title of an item, as in the exports of tills.
  public var findsItemsByTitle = false
  /// From where on a guard stops the import.
  public var limits = GuardLimits.standard
  /// The only store whose records may be made or changed; nil for all of them.
  public var store: String?
  /// The kinds of records that the source may bring along when the shop does not have them, by the guards that ask about
  /// them; those of other kinds are errors.
  public var newRecords: Set<GuardCode> = []
  /// Whether items are made of the lines of suppliers' documents too, which can be kept without an item.
  public var makesDocumentItems = false
  /// The partners' names for suppliers and locations of the shop; kept from this import on.
  public var aliases: [PartnerAlias] = []
  /// Whether one person counts and counts again, so that a recount by the same counter is taken.
  public var isSinglePerson = false
  /// Whether a person said when the lines of a count were counted, so that nothing need be asked about a day long ago.
  public var isCountTimeGiven = false
  /// Whether a person typed the quantities for single items, so that more can be asked about them than about those of a list.
  public var areQuantitiesTyped = false
  /// The codes of reasons that are not offered any more.
  public var retiredReasons: Set<String> = []
  /// The rules of counts that the source brings.
  public var countRules = CountRuleBook()
  /// How to treat several records of one key in the source, by kind.
  public var duplicates: [String: DuplicatePolicy]

  /// How to treat several records of one key in one source.
  public enum DuplicatePolicy: String, Sendable, CaseIterable, Codable {
    /// Records that agree are one; records that do not are a conflict.
    case conflict
    /// For each field the first value given counts.
    case first
    /// For each field the last value given counts.
    case last
    /// Quantities are added up.
    case sum
  }

  public init(
    now: Timestamp, location: String? = nil, supplier: String? = nil, sourceName: String, identity: String,
    duplicates: [String: DuplicatePolicy] = [:]
  ) {
    self.now = now
    self.location = location
    self.supplier = supplier
    self.sourceName = sourceName
    self.identity = identity
    self.duplicates = duplicates
  }
}

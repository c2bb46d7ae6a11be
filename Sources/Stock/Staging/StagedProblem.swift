public import RetailValues

/// One value on its way into the staging tables, in the units of storage.
public enum StagedValue {
  /// No value is given; the field is not changed.
  case absent
  /// The field is to be emptied.
  case clear
  case integer(Int64)
  /// UTF-8, valid during the call.
  case bytes(UnsafeBufferPointer<UInt8>)
  case text(String)
}

/// The position from which a staged record comes.
public struct StagedPosition: Sendable {
  /// The record's table within the source, from 0.
  public var table: Int
  public var line: Int
  public var record: Int
  public var byteOffset: Int

  public init(table: Int, line: Int, record: Int, byteOffset: Int) {
    self.table = table
    self.line = line
    self.record = record
    self.byteOffset = byteOffset
  }
}

/// A problem with a staged record, found while mapping or while comparing with stock.
public struct StagedProblem: Sendable {
  /// Stable code: `unknown-item`.
  public var code: String
  /// `error`, `guard`, `warning` or `notice`.
  public var severity: String
  public var kind: String
  public var field: String
  public var value: String
  public var message: String
  public var remedy: String
  /// Where the record begins, and the line of the problem itself.
  public var position: StagedPosition
  /// Its location in the document, where lines say little: `segment 17 PO1-04`.
  public var path: String?
  /// Bytes before the place that is meant, where that is elsewhere than the record begins.
  public var byteOffset: Int?

  public init(
    code: String, severity: String, kind: String, field: String, value: String, message: String, remedy: String,
    position: StagedPosition, path: String? = nil, byteOffset: Int? = nil
  ) {
    self.code = code
    self.severity = severity
    self.kind = kind
    self.field = field
    self.value = value
    self.message = message
    self.remedy = remedy
    self.position = position
    self.path = path
    self.byteOffset = byteOffset
  }
}

/// Problems of one cause: the same code, kind and field.
public struct ProblemGroup: Sendable {
  /// How many there are.
  public let count: Int
  /// The first of them; never empty.
  public internal(set) var problems: [StagedProblem]
}

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

/// Why an entry of the journal was made.
public enum JournalEntryKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// Stock taken over, set off against equity.
  case opening
  /// The variances of a posted count.
  case count
  /// The correction of a posted count by movements that came after it.
  case restatement
  /// Goods taken out for a reason: damaged, expired, stolen, used.
  case movement
  /// The opposite of an entry that an undo or a reversal took back.
  case reversal
  /// The change in value of a closed entry since the average cost of its time has changed.
  case revaluation
}

/// One balanced entry of the journal, for the accountant.
///
/// Amounts are whole minor units of the books' currency; a debit is positive, a credit negative.
public struct JournalEntry: Hashable, Sendable, Codable {
  /// An amount on an account.
  public struct Posting: Hashable, Sendable, Codable {
    public let account: String
    /// Minor units: a debit is positive, a credit negative. Never zero.
    public let amount: Int64

    public init(account: String, amount: Int64) {
      self.account = account
      self.amount = amount
    }
  }

  /// Goods without a known cost: in no amount.
  public struct Unvalued: Hashable, Sendable, Codable {
    /// The unit in which the goods are counted, such as `each` or `kg`.
    public let unit: String
    /// Thousandths; a loss is negative.
    public let quantity: Int64

    public init(unit: String, quantity: Int64) {
      self.unit = unit
      self.quantity = quantity
    }
  }

  /// Stable: the same entry has the same id in every run. Letters, digits, `.`, `_` and `-`.
  public var id: String
  public var kind: JournalEntryKind
  /// The day that the entry is booked on, ISO 8601.
  public var date: String
  /// The day that it belongs to; another one only where the period of that day was closed before.
  public var effectiveDate: String
  /// The location's code.
  public var location: String
  /// The count session, of a count and of what corrects it.
  public var count: String?
  /// The number of the document, as it was given.
  public var document: String?
  /// The file that the document came in with.
  public var source: String?
  /// The codes of the reasons.
  public var reasons: [String]
  /// The text for people; may contain text from files.
  public var description: String
  /// The entry that a reversal takes back or a revaluation corrects, or the count that a restatement corrects.
  public var corrects: String?
  /// How many lines of stock the entry sums up, those without a cost included.
  public var lines: Int
  public var unvaluedLines: Int
  public var unvalued: [Unvalued]
  /// In order of account; they add up to nothing.
  public var postings: [Posting]

  public init(
    id: String, kind: JournalEntryKind, date: String, effectiveDate: String, location: String, count: String? = nil,
    document: String? = nil, source: String? = nil, reasons: [String] = [], description: String,
    corrects: String? = nil, lines: Int, unvaluedLines: Int = 0, unvalued: [Unvalued] = [], postings: [Posting]
  ) {
    self.id = id
    self.kind = kind
    self.date = date
    self.effectiveDate = effectiveDate
    self.location = location
    self.count = count
    self.document = document
    self.source = source
    self.reasons = reasons
    self.description = description
    self.corrects = corrects
    self.lines = lines
    self.unvaluedLines = unvaluedLines
    self.unvalued = unvalued
    self.postings = postings
  }

  /// Whether debits and credits are equal; true for one without postings.
  public var isBalanced: Bool { postings.reduce(Int128(0)) { $0 + Int128($1.amount) } == 0 }

  /// The sum of the debits.
  public var debits: Int128 { postings.reduce(Int128(0)) { $0 + Int128(max($1.amount, 0)) } }
}

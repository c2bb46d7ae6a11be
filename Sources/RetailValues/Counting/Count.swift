/// The data of the ledger and the count sheets about one variant of a count session.
public struct CountFact: Hashable, Sendable {
  /// The variant's number in the shop's database.
  public var variantID: Int64
  public var sku: String
  /// Whether the item was to be counted; false for an item found that is not on the sheet.
  public var isOnSheet: Bool
  /// The sum of the valid entries; nil if there are no valid entries. Zero is not blank.
  public var counted: Quantity?
  /// The counts of the item: the first count and the recounts, without those that have no entry. Corrections by the
  /// same counter in the same section are not recounts; they only supersede.
  public var rounds: [CountRound] {
    get { onlyRound.map { [$0] } ?? severalRounds ?? [] }
    set {
      onlyRound = newValue.count == 1 ? newValue.first : nil
      severalRounds = newValue.count > 1 ? newValue : nil
    }
  }
  /// The count of an item that was counted once. Nearly all items are, so they need no separate memory.
  public internal(set) var onlyRound: CountRound?
  private var severalRounds: [CountRound]?
  /// Whether two counts of it agree, or a manager decided between them.
  public var isRecounted: Bool
  /// Whether no two of its counts agree and no manager has decided.
  public var isDisputed: Bool
  /// Whether a recount was asked for that has not come in.
  public var isRecountOpen: Bool
  /// The quantity that a manager decided to be right, where counts disagree.
  public var decided: Quantity?
  /// Whether it is left out of this count, by a decision that is kept with the session.
  public var isExcluded: Bool
  /// The reason of its variance, where one was given.
  public var reason: Reason?
  /// The variance that a manager approved; nil if no variance was approved.
  public var approvedVariance: Quantity?
  /// The moment that the count is compared at.
  public var asOf: Timestamp
  /// The quantity that the ledger expects at that moment: the last count or opening plus the movements after it, up to
  /// and including it.
  public var expected: Quantity
  /// The movements after the first part of the count up to and including that moment, if the item was counted in parts
  /// at different times; otherwise zero.
  public var movedBetweenParts = Quantity.zero
  /// The costs that the session's method uses. The method does not look for costs after the first known one.
  public var costs: UnitCosts
  /// The regular price valid at that moment.
  public var retailPrice: Money?
  /// Whether that price includes tax.
  public var isTaxIncluded: Bool

  public init(
    variantID: Int64, sku: String, isOnSheet: Bool = true, counted: Quantity? = nil, isRecounted: Bool = false,
    asOf: Timestamp, expected: Quantity, costs: UnitCosts = UnitCosts(), retailPrice: Money? = nil,
    isTaxIncluded: Bool = true, rounds: [CountRound] = [], isDisputed: Bool = false, isRecountOpen: Bool = false,
    decided: Quantity? = nil, isExcluded: Bool = false, reason: Reason? = nil, approvedVariance: Quantity? = nil
  ) {
    self.variantID = variantID
    self.sku = sku
    self.isOnSheet = isOnSheet
    self.counted = counted
    self.isRecounted = isRecounted
    self.isDisputed = isDisputed
    self.isRecountOpen = isRecountOpen
    self.decided = decided
    self.isExcluded = isExcluded
    self.reason = reason
    self.approvedVariance = approvedVariance
    self.asOf = asOf
    self.expected = expected
    self.costs = costs
    self.retailPrice = retailPrice
    self.isTaxIncluded = isTaxIncluded
    if !rounds.isEmpty { self.rounds = rounds }
  }

  /// An item that was counted at most once, and without a manager's decision.
  public init(
    variantID: Int64, sku: String, isOnSheet: Bool, round: CountRound?, asOf: Timestamp, expected: Quantity,
    costs: UnitCosts, retailPrice: Money?, isTaxIncluded: Bool
  ) {
    self.init(
      variantID: variantID, sku: sku, isOnSheet: isOnSheet, counted: round?.counted, asOf: asOf, expected: expected,
      costs: costs, retailPrice: retailPrice, isTaxIncluded: isTaxIncluded)
    onlyRound = round
  }
}

/// A code that was counted but is not in the catalog.
public struct UnknownCountedItem: Hashable, Sendable {
  /// What one person counted of the code in one section.
  public struct Place: Hashable, Sendable {
    /// Empty for the location as a whole.
    public let section: String
    /// Empty if the counter is not known.
    public let counter: String
    public let quantity: Quantity
    /// What the counter wrote of it there.
    public let note: String?

    public init(section: String, counter: String, quantity: Quantity, note: String? = nil) {
      (self.section, self.counter, self.quantity, self.note) = (section, counter, quantity, note)
    }
  }

  public let code: String
  public let quantity: Quantity
  /// The first of its sections; empty for the location as a whole.
  public let section: String
  /// What the counter wrote of it.
  public let note: String?
  /// Where it was counted and by whom, as far as that was asked for.
  public let places: [Place]

  public init(code: String, quantity: Quantity, section: String = "", note: String? = nil, places: [Place] = []) {
    self.code = code
    self.quantity = quantity
    self.section = section
    self.note = note
    self.places = places
  }
}

/// All that is needed to reconcile a count session.
public struct CountFacts: Hashable, Sendable {
  /// The session's number or name.
  public var session: String
  public var kind: CountKind
  public var currency: Currency
  /// The valuation method of the session.
  public var valuation: ValuationMethod
  /// The moment for lines without a time of their own.
  public var asOf: Timestamp
  /// The variants on the sheet and those found in addition, in order of their number.
  public var items: [CountFact]
  /// Counts under codes that the catalog does not know.
  public var unknownItems: [UnknownCountedItem]
  /// The session's rules; nil when every variance may be posted as counted.
  public var rules: CountRules?

  public init(
    session: String, kind: CountKind, currency: Currency, valuation: ValuationMethod = .movingAverage, asOf: Timestamp,
    items: [CountFact], unknownItems: [UnknownCountedItem] = [], rules: CountRules? = nil
  ) {
    self.session = session
    self.kind = kind
    self.currency = currency
    self.valuation = valuation
    self.asOf = asOf
    self.items = items
    self.unknownItems = unknownItems
    self.rules = rules
  }

  /// Whether nothing at all was entered.
  public var isUntouched: Bool { unknownItems.isEmpty && items.allSatisfy { $0.counted == nil } }
}

/// The route of a variance. It never alters or hides the variance.
public enum VarianceRoute: String, Hashable, Sendable, CaseIterable {
  /// Counted is expected.
  case matched
  case withinTolerance = "within-tolerance"
  /// To be counted again, blind and by another counter.
  case recount
  /// Counted again with the same result, not worth a recount, or written off without a count: a manager approves. Where
  /// counts disagree, a manager decides first.
  case approval
  /// The count has no rules: the variance is posted as it was counted.
  case asCounted = "as-counted"
  /// There is no variance to route: the item was not counted, or was left out.
  case none
}

/// How to treat lines of the sheet that were not counted.
public enum UncountedPolicy: String, Hashable, Sendable, CaseIterable {
  /// Do not change their stock.
  case ignore
  /// Refuse to post.
  case fail
  /// Write their stock off, after the total was accepted.
  case zero
}

/// A reconciled line of a count session.
public struct CountLine: Hashable, Sendable {
  public var fact: CountFact
  public var state: CountLineState
  /// Counted − expected; nil when the line moves no stock because it was not counted or is left out.
  public var variance: Quantity?
  public var unitCost: UnitCost?
  public var costSource: CostSource
  /// The variance at cost, rounded once, half away from zero; nil without a variance or a cost.
  public var costValue: Money?
  /// The variance at retail; nil without a variance or a price.
  public var retailValue: Money?
  /// Code and class of loss of the reason for a variance.
  public var reason: String
  public var lossClass: LossClass
  public var route: VarianceRoute

  public init(
    fact: CountFact, state: CountLineState, variance: Quantity?, unitCost: UnitCost?, costSource: CostSource,
    costValue: Money?, retailValue: Money?, reason: String, lossClass: LossClass, route: VarianceRoute
  ) {
    self.fact = fact
    self.state = state
    self.variance = variance
    self.unitCost = unitCost
    self.costSource = costSource
    self.costValue = costValue
    self.retailValue = retailValue
    self.reason = reason
    self.lossClass = lossClass
    self.route = route
  }

  /// Whether the ledger has less than nothing; shown unchanged, never clamped.
  public var isExpectedNegative: Bool { fact.expected.scaled < 0 }
}

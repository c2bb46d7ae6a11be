/// Why stock moved. The sign of a movement's quantity says in which direction.
public enum MovementKind: String, Hashable, Sendable, CaseIterable {
  /// Stock taken over when the ledger begins.
  case opening
  case receipt
  case sale
  case customerReturn = "customer-return"
  case supplierReturn = "supplier-return"
  /// One of the two sides of a transfer; both together sum to zero.
  case transfer
  case adjustment
  case writeOff = "write-off"
  /// The variance of an accepted count.
  case countAdjustment = "count-adjustment"
}

/// What an entry of the list of imports is; the raw value is that in the database and in JSON.
public enum ImportOperation: String, Hashable, Sendable, CaseIterable {
  case `import`, undo, redo
  /// The deletion of a count whose entries were undone before: its change set has the count.
  case discard

  /// The operation as people read it.
  public var words: String { self == .discard ? "count deleted" : rawValue }
}

/// Whether a loss of stock is known by its cause or only by its absence.
public enum LossClass: String, Hashable, Sendable, CaseIterable {
  /// The cause was seen: a movement with this reason is known shrinkage.
  case known
  /// Found by counting only.
  case unknown
  /// Moves stock without being a loss.
  case none
}

/// In which direction a reason explains a variance.
public enum ReasonDirection: String, Hashable, Sendable, CaseIterable {
  /// Less was counted than expected.
  case loss
  /// More was counted than expected.
  case gain
  case both

  /// Whether a variance of that sign may have the reason.
  public func allows(_ variance: Quantity) -> Bool {
    switch self {
    case .loss: variance.scaled <= 0
    case .gain: variance.scaled >= 0
    case .both: true
    }
  }
}

/// A reason for an adjustment, a write-off or a variance, with the class of loss and the ledger account it goes to.
public struct Reason: Hashable, Sendable {
  /// Stable code in kebab-case.
  public let code: String
  /// The name for people.
  public let name: String
  public let lossClass: LossClass
  /// The variances that it explains. Movements from a file are not restricted: their direction is not checked.
  public let direction: ReasonDirection
  /// The account name of the journal.
  public let account: String

  public init(
    code: String, name: String, lossClass: LossClass, direction: ReasonDirection = .both, account: String
  ) {
    self.code = code
    self.name = name
    self.lossClass = lossClass
    self.direction = direction
    self.account = account
  }

  /// The reasons every shop starts with.
  public static let builtIn: [Reason] = [
    Reason(
      code: "short-delivery", name: "Short delivery", lossClass: .known, direction: .loss,
      account: "Expenses:Shrinkage:Short delivery"),
    Reason(code: "damage", name: "Damage", lossClass: .known, direction: .loss, account: "Expenses:Shrinkage:Damage"),
    Reason(code: "expiry", name: "Expiry", lossClass: .known, direction: .loss, account: "Expenses:Shrinkage:Expiry"),
    Reason(
      code: "known-theft", name: "Known theft", lossClass: .known, direction: .loss, account: "Expenses:Shrinkage:Theft"
    ),
    Reason(
      code: "internal-use", name: "Internal use", lossClass: .none, direction: .loss, account: "Expenses:Internal use"),
    Reason(code: "sample", name: "Sample", lossClass: .none, direction: .loss, account: "Expenses:Samples"),
    Reason(
      code: "supplier-return", name: "Supplier return", lossClass: .none, direction: .loss,
      account: "Assets:Supplier credits"),
    Reason(
      code: "transfer-error", name: "Transfer error", lossClass: .unknown, account: "Expenses:Shrinkage:Transfer error"),
    Reason(code: "count-error", name: "Count error", lossClass: .unknown, account: "Expenses:Shrinkage:Count error"),
    Reason(
      code: "pack-or-unit-error", name: "Pack or unit error", lossClass: .unknown,
      account: "Expenses:Shrinkage:Unit error"),
    Reason(code: "unknown", name: "Unknown", lossClass: .unknown, account: "Expenses:Shrinkage:Unknown"),
  ]
}

/// The state of a count session.
public enum CountSessionState: String, Hashable, Sendable, CaseIterable {
  case draft, open, counting, review, approved, posted, reversed
}

/// How much of a location a count session covers.
public enum CountKind: String, Hashable, Sendable, CaseIterable {
  case full, partial, cycle
}

/// The state of a line of a count sheet.
public enum CountLineState: String, Hashable, Sendable, CaseIterable {
  /// Left blank. Zero is not blank.
  case uncounted
  case counted
  case excluded
  /// Found, but not on the sheet.
  case unexpected
  /// The code is not in the catalog; blocks posting until it is resolved.
  case unknownItem = "unknown-item"
}

public import ProblemKit
public import RetailValues

/// Counted against expected, line by line, with the totals and everything that prevents posting.
///
/// ```swift
/// let reconciliation = Reconciliation(of: facts, options: ReconciliationOptions(uncounted: .ignore))
/// reconciliation.totals.net.cost   // what is missing, at cost
/// ```
///
/// It has all lines at once; ``ReconciliationPass`` returns one line after the other.
public struct Reconciliation: Hashable, Sendable {
  /// One line for each item of the facts, in the same order.
  public let lines: [CountLine]
  /// The totals of all lines.
  public let outcome: ReconciliationOutcome

  public var session: String { outcome.session }
  public var totals: ShrinkageTotals { outcome.totals }
  public var writeOff: ReconciliationOutcome.WriteOff { outcome.writeOff }
  public var policy: UncountedPolicy { outcome.policy }
  public var valuation: ValuationMethod { outcome.valuation }
  public var unknownItems: [UnknownCountedItem] { outcome.unknownItems }
  /// All that stops the posting; empty when it may be posted.
  public var problems: [Problem] { outcome.problems }
  public var hasRules: Bool { outcome.hasRules }
  /// The problems that also prevent an approval. The others are solved by the approval or by posting.
  public var problemsForApproval: [Problem] { outcome.problemsForApproval }
  /// The lines that must be counted again before posting.
  public var linesToRecount: [CountLine] { lines.filter(\.isToBeRecounted) }

  /// Reconciles a session. Pure: the same facts and options give the same lines.
  public init(of facts: CountFacts, options: ReconciliationOptions = ReconciliationOptions()) {
    var pass = ReconciliationPass(of: facts, options: options)
    var lines: [CountLine] = []
    lines.reserveCapacity(facts.items.count)
    for fact in facts.items { if let line = pass.line(of: fact) { lines.append(line) } }
    self.lines = lines
    outcome = pass.outcome()
  }

  /// How many lines go each way.
  public func lineCount(_ route: VarianceRoute) -> Int { lines.count { $0.route == route } }
}

extension CountLine {
  /// Whether it must be counted again before posting.
  public var isToBeRecounted: Bool { route == .recount && fact.decided == nil }
}

/// The outcome of a session, without its lines.
public struct ReconciliationOutcome: Hashable, Sendable {
  public let session: String
  public let totals: ShrinkageTotals
  /// The amount that `--uncounted zero` writes off: the total to be accepted, and the lines without a cost that it does
  /// not contain.
  public let writeOff: WriteOff
  public let policy: UncountedPolicy
  public let valuation: ValuationMethod
  public let unknownItems: [UnknownCountedItem]
  /// All that stops the posting; empty when it may be posted.
  public let problems: [Problem]
  /// Whether the session has rules that recounts and approvals follow, or a tolerance is tried out.
  public let hasRules: Bool
  public let lineCount: Int
  public let matchedLines: Int
  public let uncountedLines: Int
  /// The items that are left out of the count.
  public let excluded: NamedItems
  /// Items that were found but are not on the sheet.
  public let unexpected: NamedItems
  /// Items that were counted in parts at different times while their stock moved.
  public let movedBetweenParts: NamedItems
  /// The problems that also prevent an approval. The others are solved by the approval or by posting.
  public var problemsForApproval: [Problem] {
    problems.filter { ![.approvalNeeded, .uncountedLines, .writeOffNotAccepted].contains($0.code) }
  }

  /// The uncounted lines whose stock is written off.
  public struct WriteOff: Hashable, Sendable {
    public let lines: Int
    /// The loss at cost, positive.
    public let total: Money
    /// Lines without a cost; they are written off in units only.
    public let unvaluedLines: Int
  }
}

/// A number of items, of which the first few are named.
public struct NamedItems: Hashable, Sendable, CustomStringConvertible {
  public private(set) var count = 0
  /// The first ten.
  public private(set) var names: [String] = []
  public var isEmpty: Bool { count == 0 }

  public init() {}

  public init(_ names: some Sequence<String>) { for name in names { add(name) } }

  public mutating func add(_ name: String) {
    count += 1
    if names.count < 10 { names.append(name) }
  }

  /// The names with how many more there are: `A-1, A-2 and 3 more`.
  public var description: String {
    names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
  }
}

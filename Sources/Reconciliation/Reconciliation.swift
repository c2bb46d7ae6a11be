public import Catalog

/// Something that stops a session from being posted until it is settled.
public struct ReconciliationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it is, as a stable code.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Nothing was entered at all.
    case untouched = "count-untouched"
    /// Lines of a count that has to be complete were left blank.
    case uncountedLines = "uncounted-lines"
    /// Codes were counted that the catalog does not know.
    case unknownItems = "unknown-items"
    /// The total of the write-off was not accepted, or another total was.
    case writeOffNotAccepted = "write-off-not-accepted"
    /// Counts of an item disagree, and nobody has decided.
    case countsDisagree = "counts-disagree"
    /// A recount was asked for and has not come in.
    case recountOpen = "recount-open"
    /// Variances beyond the tolerance have not been counted again.
    case recountNeeded = "recount-needed"
    /// Variances beyond the tolerance have not been approved as they are.
    case approvalNeeded = "approval-needed"
    /// Variances are worth more than a manager may approve.
    case overApprovalLimit = "over-approval-limit"
    /// Variances have a reason that explains the other direction only.
    case reasonDirection = "reason-direction"
    /// A number leaves the range that can be kept.
    case outOfRange = "out-of-range"
  }

  public let code: Code
  /// What is wrong, in lower case.
  public let message: String
  public let remedy: String

  public var description: String { "\(message)\n\(remedy)" }
}

/// Counted against expected, line by line, with the totals and what stands in the way of posting.
///
/// ```swift
/// let reconciliation = Reconciliation(of: facts, options: ReconciliationOptions(uncounted: .ignore))
/// reconciliation.totals.net.cost   // what is missing, at cost
/// ```
///
/// It has all lines at once; ``ReconciliationPass`` hands out one after the other.
public struct Reconciliation: Hashable, Sendable {
  /// One line for each item of the facts, in the same order.
  public let lines: [CountLine]
  /// What all lines come to.
  public let outcome: ReconciliationOutcome

  public var session: String { outcome.session }
  public var totals: ShrinkageTotals { outcome.totals }
  public var writeOff: ReconciliationOutcome.WriteOff { outcome.writeOff }
  public var policy: UncountedPolicy { outcome.policy }
  public var valuation: ValuationMethod { outcome.valuation }
  public var unknownItems: [UnknownCountedItem] { outcome.unknownItems }
  /// All that stops the posting; empty when it may be posted.
  public var problems: [ReconciliationProblem] { outcome.problems }
  public var hasRules: Bool { outcome.hasRules }
  /// What of it stops an approval as well; the rest is settled by the approval or when posting.
  public var problemsForApproval: [ReconciliationProblem] { outcome.problemsForApproval }
  /// The lines that have to be counted again before anything is posted.
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
  /// Whether it has to be counted again before anything is posted.
  public var isToBeRecounted: Bool { route == .recount && fact.decided == nil }
}

/// What a session comes to, without its lines.
public struct ReconciliationOutcome: Hashable, Sendable {
  public let session: String
  public let totals: ShrinkageTotals
  /// What `--uncounted zero` writes off: the total to be accepted, and the lines without a cost that it does not contain.
  public let writeOff: WriteOff
  public let policy: UncountedPolicy
  public let valuation: ValuationMethod
  public let unknownItems: [UnknownCountedItem]
  /// All that stops the posting; empty when it may be posted.
  public let problems: [ReconciliationProblem]
  /// Whether the session has rules that recounts and approvals follow, or a tolerance is tried out.
  public let hasRules: Bool
  public let lineCount: Int
  public let matchedLines: Int
  public let uncountedLines: Int
  /// What is left out of the count.
  public let excluded: NamedItems
  /// What was found but is not on the sheet.
  public let unexpected: NamedItems
  /// What was counted in parts at different times while its stock moved.
  public let movedBetweenParts: NamedItems
  /// What of the problems stops an approval as well; the rest is settled by the approval or when posting.
  public var problemsForApproval: [ReconciliationProblem] {
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

/// Items of any number, of which the first few are named.
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

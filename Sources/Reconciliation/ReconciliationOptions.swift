public import RetailValues

/// The decisions that a reconciliation is made with.
public struct ReconciliationOptions: Hashable, Sendable {
  /// How to treat lines that were not counted. If nil, the kind of the count decides: a full count fails on them,
  /// others ignore them.
  public var uncounted: UncountedPolicy?
  /// The total at cost that was accepted for writing off uncounted lines.
  public var acceptedWriteOff: Money?
  /// The tolerance that is tried out; it only says how the variances would be routed.
  public var tolerance: Tolerance
  /// Whether the tolerance is to be tried out in place of the session's own rules.
  public var triesTolerance = false
  /// The reason of each variance by variant, if it is not `unknown`.
  public var reasons: [Int64: Reason]
  /// Variants that are left out of this count.
  public var excluded: Set<Int64>

  /// - Parameter tolerance: a tolerance to try instead of the session's own rules; nil to use the session's rules.
  public init(
    uncounted: UncountedPolicy? = nil, acceptedWriteOff: Money? = nil, tolerance: Tolerance? = nil,
    reasons: [Int64: Reason] = [:], excluded: Set<Int64> = []
  ) {
    self.uncounted = uncounted
    self.acceptedWriteOff = acceptedWriteOff
    self.tolerance = tolerance ?? Tolerance.none
    triesTolerance = tolerance != nil
    self.reasons = reasons
    self.excluded = excluded
  }

  /// The policy that holds for a session of that kind.
  public func policy(for kind: CountKind) -> UncountedPolicy { uncounted ?? (kind == .full ? .fail : .ignore) }
}

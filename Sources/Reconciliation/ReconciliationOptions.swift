public import Catalog

/// How large a variance may be before somebody has to look at it again.
///
/// Within when |variance| ≤ max(absolute, share × |expected|) and |value at cost| ≤ the limit. It only says where a variance
/// goes; the variance itself is always shown and posted in full.
public struct Tolerance: Hashable, Sendable {
  /// Stock units; zero or more.
  public var absolute: Quantity
  /// Share of the expected quantity in millionths: 20,000 is 2 %.
  public var shareInMillionths: Int64
  /// The most that a variance within tolerance may be worth at cost; nil for no limit. With a limit, a variance without a
  /// cost is never within.
  public var valueLimit: Money?

  public init(absolute: Quantity = .zero, shareInMillionths: Int64 = 0, valueLimit: Money? = nil) {
    self.absolute = absolute
    self.shareInMillionths = shareInMillionths
    self.valueLimit = valueLimit
  }

  /// Only what matches is within.
  public static let none = Tolerance()

  /// Whether a variance is within the tolerance.
  public func allows(variance: Quantity, expected: Quantity, value: Money?) -> Bool {
    let size = Int128(variance.scaled.magnitude)
    let isWithinShare = size * 1_000_000 <= Int128(shareInMillionths) * Int128(expected.scaled.magnitude)
    guard size <= Int128(absolute.scaled) || isWithinShare else { return false }
    guard let valueLimit else { return true }
    guard let value, value.currency == valueLimit.currency else { return false }
    return value.minorUnits.magnitude <= valueLimit.minorUnits.magnitude
  }
}

/// The decisions that a reconciliation is made with.
public struct ReconciliationOptions: Hashable, Sendable {
  /// What happens to lines that nobody counted; nil is the habit of the kind: a full count fails on them, others ignore them.
  public var uncounted: UncountedPolicy?
  /// The total at cost that was accepted for writing off uncounted lines.
  public var acceptedWriteOff: Money?
  public var tolerance: Tolerance
  /// The reason of each variance by variant, where it is not `unknown`.
  public var reasons: [Int64: Reason]
  /// Variants that are left out of this count.
  public var excluded: Set<Int64>

  public init(
    uncounted: UncountedPolicy? = nil, acceptedWriteOff: Money? = nil, tolerance: Tolerance = .none,
    reasons: [Int64: Reason] = [:], excluded: Set<Int64> = []
  ) {
    self.uncounted = uncounted
    self.acceptedWriteOff = acceptedWriteOff
    self.tolerance = tolerance
    self.reasons = reasons
    self.excluded = excluded
  }

  /// The policy that holds for a session of that kind.
  public func policy(for kind: CountKind) -> UncountedPolicy { uncounted ?? (kind == .full ? .fail : .ignore) }
}

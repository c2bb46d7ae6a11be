/// How large a variance may be before it must be reviewed.
///
/// A variance is within tolerance if |variance| ≤ max(absolute, share × |expected|) and |value at cost| ≤ the limit.
/// The tolerance only routes a variance; the variance itself is always shown and posted in full.
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
    return valueLimit.map { $0.covers(value) } ?? true
  }
}

/// The rules of a count session. They are stored with the session when it is opened, so that nobody can change them
/// after the variances are known.
///
/// A session without rules posts every variance as counted.
public struct CountRules: Hashable, Sendable {
  public var tolerance: Tolerance
  /// Variances that exceed the tolerance but are worth no more than this at cost go to approval without a recount. Nil
  /// sends all of them to a recount first. A variance without a cost is always recounted.
  public var recountOver: Money?
  /// The most that one line's variance may be worth at cost for a manager to approve it; nil for no limit.
  public var approveUpTo: Money?

  public init(tolerance: Tolerance = .none, recountOver: Money? = nil, approveUpTo: Money? = nil) {
    self.tolerance = tolerance
    self.recountOver = recountOver
    self.approveUpTo = approveUpTo
  }
}

extension Money {
  /// Whether a value is known and, its sign left out, no larger than this limit.
  public func covers(_ value: Money?) -> Bool {
    guard let value, value.currency == currency else { return false }
    return value.minorUnits.magnitude <= minorUnits.magnitude
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// The quotient, rounded to the nearest whole number; a half is rounded away from zero.
  ///
  /// ```swift
  /// 25.dividedHalfAwayFromZero(by: 10)     // 3
  /// (-25).dividedHalfAwayFromZero(by: 10)  // -3
  /// ```
  ///
  /// - Precondition: the divisor is not zero, and the quotient is in range.
  @inlinable
  public func dividedHalfAwayFromZero(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    // Twice the remainder could overflow.
    guard remainder != 0, remainder.magnitude >= divisor.magnitude - remainder.magnitude else { return quotient }
    return quotient + ((self < 0) == (divisor < 0) ? 1 : -1)
  }
}

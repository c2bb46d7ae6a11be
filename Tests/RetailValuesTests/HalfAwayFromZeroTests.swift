import RetailValues
import Testing

@Test(arguments: [
  (0, 7, 0), (3, 7, 0), (4, 7, 1), (-3, 7, 0), (-4, 7, -1), (5, 10, 1), (-5, 10, -1), (14, 10, 1), (15, 10, 2),
  (15, -10, -2), (-15, -10, 2), (9, 1, 9), (-9, 1, -9),
])
func quotientsAreRoundedHalfAwayFromZero(_ number: Int, _ divisor: Int, _ quotient: Int) {
  #expect(number.dividedHalfAwayFromZero(by: divisor) == quotient)
  #expect(Int128(number).dividedHalfAwayFromZero(by: Int128(divisor)) == Int128(quotient))
}

/// Twice the remainder is beyond the range.
@Test func largeQuotientsAreRoundedToo() {
  #expect((Int64.max - 1).dividedHalfAwayFromZero(by: Int64.max) == 1)
  #expect((Int64.min + 1).dividedHalfAwayFromZero(by: Int64.max) == -1)
  #expect(Int64.min.dividedHalfAwayFromZero(by: 2) == Int64.min / 2)
  #expect((Int64.max / 2).dividedHalfAwayFromZero(by: Int64.max) == 0)
}

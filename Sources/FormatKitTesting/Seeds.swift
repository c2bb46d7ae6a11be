internal import Foundation

/// The seeds of a test that tries many random cases: a fifth of them in the usual run, at least three, and all of them where
/// `STOCKROOM_THOROUGH` is set (`make test-thorough`).
///
/// ```swift
/// @Test(arguments: Seeds.of(1...40)) func aSecondImplementationAgrees(seed: UInt64) throws
/// ```
public enum Seeds {
  /// Whether this run tries every case.
  public static let isThorough = !(ProcessInfo.processInfo.environment["STOCKROOM_THOROUGH"] ?? "").isEmpty

  /// The seeds of a range that this run tries, from its beginning.
  public static func of<Number: BinaryInteger & Sendable>(_ range: ClosedRange<Number>) -> [Number] {
    let all = Int(range.upperBound - range.lowerBound) + 1
    let tried = isThorough ? all : min(all, max(3, (all + 4) / 5))
    return (0..<tried).map { range.lowerBound + Number($0) }
  }

  /// Every fifth of some cases, the first among them, and at least three.
  public static func some<Case>(of all: [Case]) -> [Case] {
    guard !isThorough, all.count > 3 else { return all }
    let step = min(5, (all.count - 1) / 2)
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  /// Every third of some cases, from a position on: a test that counts the position up comes to all of them in three steps.
  ///
  /// ```swift
  /// for (position, report) in reports.enumerated() {
  ///   for format in Seeds.third(of: formats, from: position) {
  /// ```
  public static func third<Case>(of all: [Case], from position: Int) -> [Case] {
    guard !isThorough, all.count > 2 else { return all }
    return stride(from: position % 3, to: all.count, by: 3).map { all[$0] }
  }

  /// The number of rounds in this run out of a given number: a fifth, but at least 200.
  public static func rounds(_ all: Int) -> Int { isThorough ? all : min(all, max(200, all / 5)) }
}

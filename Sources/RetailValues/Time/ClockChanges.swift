/// Finds the times of a wall clock that are doubtful because the clock was put forward or back.
///
/// A file has many times of few days, so the days are remembered. Not safe to share between threads.
public final class ClockChanges {
  /// Why a time of the wall clock is not one moment.
  public enum TimeProblem: Hashable, Sendable {
    /// The clock jumped over it: with the offset before the change it is the first moment, with the one after it the second.
    case skipped(Timestamp, Timestamp)
    /// The clock showed it twice.
    case repeated(Timestamp, Timestamp)
  }

  private let clock: ShopClock
  private var changing: [Int: Bool] = [:]
  private static let rememberedDays = 10_000

  public init(clock: ShopClock) { self.clock = clock }

  /// The ambiguity of a time; nil for a time with an offset, a date alone, and nearly every other time.
  public func problem(with time: WrittenTime) -> TimeProblem? {
    guard time.offsetSeconds == nil, time.millisecondOfDay != nil, changes(on: time.date.daysSince1970) else {
      return nil
    }
    let local = time.localMilliseconds
    let before = Int64(clock.offsetSeconds(at: Timestamp(millisecondsSince1970: local - 2 * 86_400_000))) * 1000
    let after = Int64(clock.offsetSeconds(at: Timestamp(millisecondsSince1970: local + 2 * 86_400_000))) * 1000
    let (early, late) = (
      Timestamp(millisecondsSince1970: local - before), Timestamp(millisecondsSince1970: local - after)
    )
    let earlyHolds = Int64(clock.offsetSeconds(at: early)) * 1000 == before
    let lateHolds = Int64(clock.offsetSeconds(at: late)) * 1000 == after
    if earlyHolds, lateHolds, early != late { return .repeated(early, late) }
    return !earlyHolds && !lateHolds ? .skipped(early, late) : nil
  }

  /// Whether the offset changes in the days around a day.
  private func changes(on day: Int) -> Bool {
    if let known = changing[day] { return known }
    let start = Int64(day) * 86_400_000
    let found =
      clock.offsetSeconds(at: Timestamp(millisecondsSince1970: start - 2 * 86_400_000))
      != clock.offsetSeconds(at: Timestamp(millisecondsSince1970: start + 3 * 86_400_000))
    if changing.count >= Self.rememberedDays { changing.removeAll(keepingCapacity: true) }
    changing[day] = found
    return found
  }
}

/// Writes moments as ``ShopClock/iso8601(_:)`` does, without a string for each: for those who write them by the million.
///
/// The offsets of the hours that were asked for last are remembered. Not safe to share between threads.
public final class MomentText {
  /// The cached values of one hour of UTC.
  private struct Hour {
    var number = Int64.max
    var offsetSeconds = 0
  }

  private let clock: ShopClock
  private var hours = [Hour](repeating: Hour(), count: 64)
  private var day = Int.max
  private var date = CalendarDate(daysSince1970: 0)
  private static let hour: Int64 = 3_600_000

  public init(clock: ShopClock) { self.clock = clock }

  /// The most bytes that a text may have.
  public static let longest = 48

  /// Writes the text of a moment in ASCII: `2026-10-31T18:00:00+01:00`, with milliseconds only where there are any.
  ///
  /// - Parameter start: memory for ``longest`` bytes.
  /// - Returns: how many were written.
  public func write(_ moment: Timestamp, to start: UnsafeMutablePointer<UInt8>) -> Int {
    let milliseconds = moment.millisecondsSince1970
    // Years that four digits cannot express.
    guard (-62_000_000_000_000..<253_000_000_000_000).contains(milliseconds), let offset = offset(at: milliseconds)
    else {
      var count = 0
      for byte in clock.iso8601(moment).utf8.prefix(Self.longest) {
        start[count] = byte
        count += 1
      }
      return count
    }
    let local = milliseconds + Int64(offset) * 1000
    let days = Int(local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000)
    if days != day { (day, date) = (days, CalendarDate(daysSince1970: days)) }
    let rest = Int(local - Int64(days) * 86_400_000)
    var next = start
    Self.put(date.year / 100, at: &next)
    Self.put(date.year % 100, at: &next)
    Self.put(date.month, after: UInt8(ascii: "-"), at: &next)
    Self.put(date.day, after: UInt8(ascii: "-"), at: &next)
    Self.put(rest / 3_600_000, after: UInt8(ascii: "T"), at: &next)
    Self.put(rest / 60_000 % 60, after: UInt8(ascii: ":"), at: &next)
    Self.put(rest / 1000 % 60, after: UInt8(ascii: ":"), at: &next)
    if rest % 1000 != 0 {
      next.pointee = UInt8(ascii: ".")
      next[1] = UInt8(ascii: "0") + UInt8(rest % 1000 / 100)
      next += 2
      Self.put(rest % 100, at: &next)
    }
    Self.put(abs(offset) / 3600, after: UInt8(ascii: offset < 0 ? "-" : "+"), at: &next)
    Self.put(abs(offset) / 60 % 60, after: UInt8(ascii: ":"), at: &next)
    return next - start
  }

  /// Hands out the text of a moment as ``write(_:to:)`` writes it, valid during the call.
  public func withText<Result>(_ moment: Timestamp, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { buffer in
      let count = buffer.baseAddress.map { write(moment, to: $0) } ?? 0
      return body(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Writes two digits, and a mark before them.
  private static func put(_ number: Int, after mark: UInt8? = nil, at next: inout UnsafeMutablePointer<UInt8>) {
    if let mark {
      next.pointee = mark
      next += 1
    }
    next[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10)
    next[1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
    next += 2
  }

  /// The offset of the wall clock; nil within an hour in which it changes.
  private func offset(at milliseconds: Int64) -> Int? {
    let number = milliseconds >= 0 ? milliseconds / Self.hour : (milliseconds - Self.hour + 1) / Self.hour
    let place = Int(number & 63)
    if hours[place].number == number { return hours[place].offsetSeconds }
    func offset(at milliseconds: Int64) -> Int {
      clock.offsetSeconds(at: Timestamp(millisecondsSince1970: milliseconds))
    }
    let first = offset(at: number * Self.hour)
    guard first == offset(at: number * Self.hour + Self.hour - 1) else { return nil }
    hours[place] = Hour(number: number, offsetSeconds: first)
    return first
  }
}

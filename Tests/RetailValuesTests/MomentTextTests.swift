import RetailValues
import Testing

/// What is written fast against what is written the long way.
struct MomentTextTests {
  private func text(_ moment: Timestamp, _ writer: MomentText) -> String {
    String(unsafeUninitializedCapacity: MomentText.longest) { buffer in
      buffer.baseAddress.map { writer.write(moment, to: $0) } ?? 0
    }
  }

  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns",
    "Pacific/Apia", "Africa/Monrovia",
  ])
  func momentsOfManyYears(zone: String) throws {
    let clock = try #require(ShopClock(timeZone: zone))
    let writer = MomentText(clock: clock)
    var random = RandomNumbers(seed: 7)
    var moments: [Int64] = [0, -1, 1, 999, 1000, -62_135_596_800_000, 253_402_300_799_999, .max, .min]
    // Every quarter of an hour of a year with its two changes of the clock.
    moments += stride(from: 1_767_225_600_000, to: 1_798_761_600_000, by: 900_000).map { Int64($0) }
    moments += (0..<2000).map { _ in Int64.random(in: -5_000_000_000_000...5_000_000_000_000, using: &random) }
    for moment in moments.map({ Timestamp(millisecondsSince1970: $0) }) {
      #expect(text(moment, writer) == clock.iso8601(moment))
    }
  }

  @Test func knownMoments() throws {
    let writer = MomentText(clock: try #require(ShopClock(timeZone: "Europe/Berlin")))
    // The hour that comes twice, on 2026-10-25: 00:30 and 01:30 in UTC.
    for (moment, reported) in [
      (1_792_888_200_000, "2026-10-25T02:30:00+02:00"), (1_792_891_800_000, "2026-10-25T02:30:00+01:00"),
      (1_792_891_800_007, "2026-10-25T02:30:00.007+01:00"), (-1000, "1970-01-01T00:59:59+01:00"),
    ] {
      #expect(text(Timestamp(millisecondsSince1970: Int64(moment)), writer) == reported)
    }
  }
}

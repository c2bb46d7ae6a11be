import FormatKit
import Foundation
import RetailValues
import Testing

@testable import Jobs

/// When jobs were to run, and whether they did.
@Suite struct JobTimingTests {
  private static let berlin = ShopClock(timeZone: "Europe/Berlin") ?? .utc

  private static func moment(_ text: String) throws -> Timestamp {
    try #require(Timestamp(text, clock: .utc, endOfDay: false))
  }

  /// 31 October 2026 is a Saturday.
  @Test(
    arguments: [
      (JobSchedule.daily(hour: 2, minute: 30), "2026-10-31T12:00:00+01:00", "2026-10-31T02:30:00+01:00"),
      (.daily(hour: 2, minute: 30), "2026-10-31T02:30:00+01:00", "2026-10-31T02:30:00+01:00"),
      (.daily(hour: 2, minute: 30), "2026-10-31T02:29:59+01:00", "2026-10-30T02:30:00+01:00"),
      (.cron("30 2 * * 1-5"), "2026-11-01T12:00:00+01:00", "2026-10-30T02:30:00+01:00"),
      (.cron("0 4 1 * *"), "2026-10-31T12:00:00+01:00", "2026-10-01T04:00:00+02:00"),
      (.cron("*/15 8-18 * * *"), "2026-10-31T07:00:00+01:00", "2026-10-30T18:45:00+01:00"),
      (.cron("0 4 13 * fri"), "2026-10-31T12:00:00+01:00", "2026-10-30T04:00:00+01:00"),
      (.cron("0 4 */31 * fri"), "2026-10-31T12:00:00+01:00", "2026-05-01T04:00:00+02:00"),
      (.cron("0 0 29 2 *"), "2026-10-31T12:00:00+01:00", "2024-02-29T00:00:00+01:00"),
      (.calendar("Mon..Fri 02:30"), "2026-11-01T12:00:00+01:00", "2026-10-30T02:30:00+01:00"),
      (.calendar("Weekly"), "2026-10-31T12:00:00+01:00", "2026-10-26T00:00:00+01:00"),
      (.calendar("quarterly"), "2026-10-31T12:00:00+01:00", "2026-10-01T00:00:00+02:00"),
      (.calendar("Mon *-*-1..7 03:00"), "2026-10-31T12:00:00+01:00", nil),
      (.calendar("*-*-* 23:59:00 Asia/Tokyo"), "2026-10-31T12:00:00+01:00", nil),
      // The clock goes from 02:00 to 03:00, and systems run the job before or after.
      (.daily(hour: 2, minute: 30), "2026-03-29T12:00:00+02:00", "2026-03-29T01:30:00+01:00"),
      // The clock goes from 03:00 back to 02:00.
      (.daily(hour: 2, minute: 30), "2026-10-25T12:00:00+01:00", "2026-10-25T02:30:00+02:00"),
    ] as [(JobSchedule, String, String?)])
  func lastMoments(schedule: JobSchedule, now: String, expected: String?) throws {
    let found = schedule.lastMoment(through: try Self.moment(now), Self.berlin)
    #expect(found.map { Self.berlin.iso8601($0) } == expected)
  }

  /// How a job that runs at 02:30 stands.
  private static func timing(
    ranAt started: String?, now: String, changedAt: String? = nil, machine: String? = nil,
    _ change: (inout JobDefinition, inout JobReport) -> Void = { _, _ in }
  ) throws -> JobTiming {
    let shop = try FakeShop()
    var job = shop.job
    job.schedule = .daily(hour: 2, minute: 30)
    if started != nil { shop.run() }
    var report = try shop.status(isVerified: false)
    if let started { report.lastRun?.startedAt = try moment(started).iso8601 }
    change(&job, &report)
    return JobTiming(
      of: job, report, changedAt: try changedAt.map { try moment($0) }, at: try moment(now), clock: berlin,
      machine: machine.flatMap { ShopClock(timeZone: $0) })
  }

  @Test func aJobThatDidNotRunIsOverdueAfterAnHour() throws {
    let yesterday = "2026-10-30T02:30:01+01:00"
    #expect(try !Self.timing(ranAt: yesterday, now: "2026-10-31T03:29:59+01:00").isOverdue)
    let late = try Self.timing(ranAt: yesterday, now: "2026-10-31T03:30:00+01:00")
    #expect(late.isOverdue)
    #expect(late.dueAt.map { Self.berlin.iso8601($0) } == "2026-10-31T02:30:00+01:00")
    #expect(try !Self.timing(ranAt: "2026-10-31T02:30:00+01:00", now: "2026-10-31T12:00:00+01:00").isOverdue)
    #expect(try Self.timing(ranAt: nil, now: "2026-10-31T12:00:00+01:00").isOverdue, "it has never run")
  }

  @Test func aJobThatRunsIsOffOrHasNoScheduleIsNotOverdue() throws {
    let (ran, now) = ("2026-10-20T02:30:00+02:00", "2026-10-31T12:00:00+01:00")
    #expect(try Self.timing(ranAt: ran, now: now).isOverdue)
    #expect(try !Self.timing(ranAt: ran, now: now) { _, report in report.isRunning = true }.isOverdue)
    let off = try Self.timing(ranAt: ran, now: now) { job, _ in job.isEnabled = false }
    let without = try Self.timing(ranAt: ran, now: now) { job, _ in job.schedule = nil }
    for timing in [off, without] { #expect(!timing.isOverdue && timing.dueAt == nil) }
  }

  /// A file that was changed may have had another schedule before.
  @Test func aFileIsJudgedFromItsLastChangeOn() throws {
    let (ran, now) = ("2026-10-20T02:30:00+02:00", "2026-10-31T12:00:00+01:00")
    #expect(try !Self.timing(ranAt: ran, now: now, changedAt: "2026-10-31T09:00:00+01:00").isOverdue)
    #expect(try Self.timing(ranAt: ran, now: now, changedAt: "2026-10-30T09:00:00+01:00").isOverdue)
  }

  /// Cron runs the job at 02:30 in New York, which is 07:30 in Berlin.
  @Test func cronMayGoByTheClockOfTheMachine() throws {
    let ran = "2026-10-30T07:30:00+01:00"
    let now = "2026-10-31T05:00:00+01:00"
    #expect(try Self.timing(ranAt: ran, now: now).isOverdue)
    #expect(try !Self.timing(ranAt: ran, now: now, machine: "America/New_York").isOverdue)
    #expect(
      try Self.timing(ranAt: ran, now: "2026-10-31T09:00:00+01:00", machine: "America/New_York").isOverdue)
  }

  /// The change of the clock skips the time; some systems run the job at 01:30, others at 03:00 or 03:30.
  @Test(arguments: ["2026-03-29T01:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-29T03:30:00+02:00"])
  func aTimeThatTheClockSkipsIsNotMissed(ran: String) throws {
    #expect(try !Self.timing(ranAt: ran, now: "2026-03-29T12:00:00+02:00").isOverdue)
    #expect(try Self.timing(ranAt: "2026-03-28T02:30:00+01:00", now: "2026-03-29T12:00:00+02:00").isOverdue)
  }
}

import Foundation
import Testing

@testable import Jobs

/// What the system is given to run jobs, in words that it understands.
@Suite struct JobInstallationTests {
  private func installation(_ schedule: JobSchedule?, shop: String = "/srv/shop", name: String = "Corner shop")
    -> JobInstallation?
  {
    var job = JobDefinition(name: "nightly", outputs: [])
    job.schedule = schedule
    return JobInstallation(
      job, shopName: name, shopPath: shop, timeZone: "Europe/Berlin", executable: "/usr/bin/stockroom")
  }

  @Test(
    arguments: [
      // schedule, what systemd is given, what cron is given
      (JobSchedule.daily(hour: 2, minute: 5), ["*-*-* 02:05:00 Europe/Berlin"], "5 2 * * *"),
      (.cron("30 2 * * *"), ["*-*-* 2:30:00 Europe/Berlin"], "30 2 * * *"),
      (.cron("*/15 8-18 * * 1-5"), ["Mon..Fri *-*-* 8..18:0,15,30,45:00 Europe/Berlin"], "*/15 8-18 * * 1-5"),
      (.cron("0 4 1,15 jan-mar *"), ["*-1..3-1,15 4:0:00 Europe/Berlin"], "0 4 1,15 jan-mar *"),
      (.cron("0 4 1 * sun"), ["*-*-1 4:0:00 Europe/Berlin", "Sun *-*-* 4:0:00 Europe/Berlin"], "0 4 1 * sun"),
      (.cron("0 4 * * 0-3,7"), ["Mon..Wed,Sun *-*-* 4:0:00 Europe/Berlin"], "0 4 * * 0-3,7"),
      (.cron("0 */6 */10 * *"), ["*-*-1,11,21,31 0,6,12,18:0:00 Europe/Berlin"], "0 */6 */10 * *"),
      (.cron("0 4 * * */2"), ["Tue,Thu,Sat,Sun *-*-* 4:0:00 Europe/Berlin"], "0 4 * * */2"),
      (.cron("0 4 * * 6-1"), ["Mon,Sat,Sun *-*-* 4:0:00 Europe/Berlin"], "0 4 * * 0,1,6"),
      (.cron("0 4 1 * */2"), ["Tue,Thu,Sat,Sun *-*-1 4:0:00 Europe/Berlin"], "0 4 1 * */2"),
      (.cron("0 4 1 * 0-6"), ["*-*-* 4:0:00 Europe/Berlin"], "0 4 1 * 0-6"),
      (.calendar("Mon..Fri 02:30"), ["Mon..Fri 02:30 Europe/Berlin"], "30 2 * * Mon-Fri"),
      (.calendar("Monday,Sat 02:30"), ["Monday,Sat 02:30 Europe/Berlin"], "30 2 * * Mon,Sat"),
      (.calendar("*-*-* 23:59:00"), ["*-*-* 23:59:00 Europe/Berlin"], "59 23 * * *"),
      (.calendar("*-*-* 23:59:00 Asia/Tokyo"), ["*-*-* 23:59:00 Asia/Tokyo"], nil),
      (.calendar("quarterly"), ["quarterly Europe/Berlin"], nil),
      (.calendar("Mon *-*-1..7 03:00"), ["Mon *-*-1..7 03:00 Europe/Berlin"], nil),
      (.calendar("*-12~3 0/6:15:30"), ["*-12~3 0/6:15:30 Europe/Berlin"], nil),
    ] as [(JobSchedule, [String], String?)])
  func schedules(schedule: JobSchedule, calendars: [String], cron: String?) throws {
    let found = try #require(installation(schedule))
    let lines = found.timer.split(separator: "\n").filter { $0.hasPrefix("OnCalendar=") }.map { $0.dropFirst(11) }
    #expect(lines.map(String.init) == calendars)
    #expect(found.cronLine == cron.map { $0 + " /usr/bin/stockroom job run nightly --shop /srv/shop" })
    // The judgement of systemd itself, if it is installed.
    let tool = "/usr/bin/systemd-analyze"
    guard FileManager.default.isExecutableFile(atPath: tool) else { return }
    let look = OutsideCommand(words: [tool, "calendar"] + calendars, folder: "/", timeoutSeconds: 20).run()
    #expect(look.status == 0, "\(look.said)")
  }

  @Test func namesThatMeanSomethingToOthersAreQuoted() throws {
    let path = "/srv/Müller's \"50%\" $HOME shop"
    let found = try #require(installation(.daily(hour: 2, minute: 0), shop: path, name: "A\nExecStart=/bin/evil 100%"))
    let digits = try #require(found.unit.firstMatch(of: #/-([0-9a-f]{6})-nightly$/#)).1
    #expect(found.unit == "stockroom-Müller-s--50----HOME-shop-\(digits)-nightly")
    #expect(
      found.service.contains(
        "ExecStart=/usr/bin/stockroom job run nightly --shop \"/srv/Müller's \\\"50%%\\\" $$HOME shop\"\n"))
    #expect(found.service.split(separator: "\n").count { $0.hasPrefix("ExecStart") } == 1)
    #expect(found.service.contains("Description=Stockroom: job nightly of A-ExecStart--bin-evil 100-\n"))
    let line = try #require(found.cronLine)
    #expect(line.hasSuffix("--shop '/srv/Müller'\\''s \"50\\%\" $HOME shop'"))
    // What a shell makes of it once cron has taken the backslash from before the percent sign.
    let command = line.dropFirst("0 2 * * * /usr/bin/stockroom".count).replacing("\\%", with: "%")
    let reported = OutsideCommand(words: ["sh", "-c", "printf '%s|' \(command)"], folder: "/", timeoutSeconds: 5).run()
    #expect(reported.said == "job|run|nightly|--shop|\(path)|")
    #expect(installation(nil) == nil)
  }

  @Test func shopsOfOneNameHaveUnitsOfTheirOwn() throws {
    let units = try ["/srv/a/shop", "/srv/b/shop", "/srv/a/shop"].map {
      try #require(installation(.daily(hour: 2, minute: 0), shop: $0))
    }
    #expect(units[0] == units[2] && units[0].unit != units[1].unit && units[0].heading != units[1].heading)
    #expect(units[0].service.hasPrefix(units[0].heading + "\n") && units[0].timer.hasPrefix(units[0].heading + "\n"))
  }

  @Test(arguments: [
    ("61 2 * * *", "'61' cannot be the minute", "from 0 to 59"), ("0 25 * * *", "'25' cannot be the hour", "0 to 23"),
    ("0 2 0 * *", "'0' cannot be the day of the month", "1 to 31"), ("0 2 * 13 *", "'13' cannot be the month", "1 to"),
    ("* * * * foo", "'foo' cannot be the weekday", "mon-fri"), ("* * * * 8", "'8' cannot be", "0 to 7"),
    ("*/0 * * * *", "'*/0' cannot", ""), ("5/10 * * * *", "'5/10' cannot", "*/15"), ("9-5 * * * *", "'9-5' cannot", ""),
    ("1,,2 * * * *", "'' cannot", ""), ("1-2-3 * * * *", "'1-2-3' cannot", ""), ("-1 * * * *", "'-1' cannot", ""),
    ("*/99 * * * *", "'*/99' cannot", ""), ("0 0 31 2,4 *", "no month of '0 0 31 2,4 *' has a day 31", "another day"),
    ("+5 * * * *", "'+5' cannot", ""), ("1 2 3", "has not five fields", ""),
  ])
  func cronLinesThatNobodyRuns(_ text: String, _ message: String, _ remedy: String) {
    let problem = #expect(throws: CronFields.InvalidLine.self) { try CronFields(text) }
    #expect(
      problem.map { $0.message.contains(message) && (remedy.isEmpty || $0.remedy.contains(remedy)) } == true,
      "\(problem as Any)")
  }

  /// Exactly the expressions that systemd refuses are refused; checked with systemd itself, if it is installed.
  @Test(arguments: [
    ("@daily", false), ("garbage in", false), ("230", false), ("Fri..Mon 02:30", false), ("24:00", false),
    ("Mon,Tue ,Wed 2:30", false), ("Mon 2026-13-01", false), ("2:60", false), ("*-*-* *-*-*", false),
    ("02:30 Nowhere/Land", false), ("02:30 Mon", false), ("Mon,,Tue", false), ("*/0:00", false), ("*-32", false),
    ("Mon", true), ("mon..fri 2:30", true), ("DAILY", true), ("*:0/15", true), ("2..3,5/2:10", true),
    ("*-*~3", true), ("02:30 UTC", true), ("12-24 18:00 Europe/Berlin", true), ("2027-*-1 0:0:0", true),
    ("Mon-Fri 02:30", true), ("weekly Asia/Tokyo", true),
  ])
  func calendarExpressions(_ text: String, _ isRight: Bool) {
    #expect((CalendarExpression(text) != nil) == isRight)
    let tool = "/usr/bin/systemd-analyze"
    guard FileManager.default.isExecutableFile(atPath: tool) else { return }
    let look = OutsideCommand(words: [tool, "calendar", text], folder: "/", timeoutSeconds: 20).run()
    #expect((look.status == 0) == isRight, "\(look.said)")
  }
}

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
      (.cron("30 2 * * *"), ["*-*-* 2:30:00"], "30 2 * * *"),
      (.cron("*/15 8-18 * * 1-5"), ["Mon..Fri *-*-* 8..18:0/15:00"], "*/15 8-18 * * 1-5"),
      (.cron("0 4 1,15 jan-mar *"), ["*-1..3-1,15 4:0:00"], "0 4 1,15 jan-mar *"),
      (.cron("0 4 1 * sun"), ["*-*-1 4:0:00", "Sun *-*-* 4:0:00"], "0 4 1 * sun"),
      (.cron("0 4 * * 0-3,7"), ["Sun,Mon..Wed,Sun *-*-* 4:0:00"], "0 4 * * 0-3,7"),
      (.cron("0 */6 */2 * *"), ["*-*-1/2 0/6:0:00"], "0 */6 */2 * *"),
      (.calendar("Mon..Fri 02:30"), ["Mon..Fri 02:30"], "30 2 * * Mon-Fri"),
      (.calendar("*-*-* 23:59:00"), ["*-*-* 23:59:00"], "59 23 * * *"),
      (.calendar("quarterly"), ["quarterly"], nil), (.calendar("Mon *-*-1..7 03:00"), ["Mon *-*-1..7 03:00"], nil),
    ] as [(JobSchedule, [String], String?)])
  func schedules(schedule: JobSchedule, calendars: [String], cron: String?) throws {
    let found = try #require(installation(schedule))
    let lines = found.timer.split(separator: "\n").filter { $0.hasPrefix("OnCalendar=") }.map { $0.dropFirst(11) }
    #expect(lines.map(String.init) == calendars)
    #expect(found.cronLine == cron.map { $0 + " /usr/bin/stockroom job run nightly --shop /srv/shop" })
    // What systemd itself makes of it, where it is here.
    let tool = "/usr/bin/systemd-analyze"
    guard FileManager.default.isExecutableFile(atPath: tool) else { return }
    let look = OutsideCommand(words: [tool, "calendar"] + calendars, folder: "/", timeoutSeconds: 20).run()
    #expect(look.status == 0, "\(look.said)")
  }

  @Test func namesThatMeanSomethingToOthersAreQuoted() throws {
    let path = "/srv/Müller's \"50%\" $HOME shop"
    let found = try #require(installation(.daily(hour: 2, minute: 0), shop: path, name: "A\nExecStart=/bin/evil 100%"))
    #expect(found.unit == "stockroom-Müller-s--50----HOME-shop-nightly")
    #expect(
      found.service.contains(
        "ExecStart=/usr/bin/stockroom job run nightly --shop \"/srv/Müller's \\\"50%%\\\" $$HOME shop\"\n"))
    #expect(found.service.split(separator: "\n").count { $0.hasPrefix("ExecStart") } == 1)
    #expect(found.service.contains("Description=Stockroom: job nightly of A-ExecStart--bin-evil 100-\n"))
    let line = try #require(found.cronLine)
    #expect(line.hasSuffix("--shop '/srv/Müller'\\''s \"50\\%\" $HOME shop'"))
    // What a shell makes of it once cron has taken the backslash from before the percent sign.
    let command = line.dropFirst("0 2 * * * /usr/bin/stockroom".count).replacing("\\%", with: "%")
    let told = OutsideCommand(words: ["sh", "-c", "printf '%s|' \(command)"], folder: "/", timeoutSeconds: 5).run()
    #expect(told.said == "job|run|nightly|--shop|\(path)|")
    #expect(installation(nil) == nil)
  }
}

import Foundation
import Testing

/// What the system is given to run jobs, and what of it is left alone.
@Suite struct JobInstallTests {
  @Test func unitsOfOthersStay() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 1, job: "schedule: \"02:30\"\n" + JobShop.outputs)
    // A folder that is missing is made, with those above it.
    let units = folder.path + "/systemd/user"
    let first = try job.shop.run(["job", "install", "--to", units])
    #expect(first.status == 0, "\(first.shown)")
    #expect(job.names(units).count == 2 && job.names(units).allSatisfy { $0.hasPrefix("stockroom-shop-") })
    let service = units + "/" + (try #require(job.names(units).first { $0.hasSuffix(".service") }))
    let before = job.lines(of: service)
    #expect(try job.shop.run(["job", "install", "--to", units]).status == 0)
    #expect(job.lines(of: service) == before)
    // Another shop whose folder has the same name.
    try FileManager.default.createDirectory(atPath: folder.path + "/other", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: job.shop.path, toPath: folder.path + "/other/shop")
    let other = try folder.run(["job", "install", "--to", units], in: folder.path + "/other/shop")
    #expect(other.status == 0 && job.names(units).count == 4, "\(other.shown)")
    #expect(job.lines(of: service) == before)
    // Files from somebody else are not overwritten, and nothing is written next to them.
    let timer = service.dropLast(".service".count) + ".timer"
    try Data("[Unit]\n".utf8).write(to: URL(fileURLWithPath: service))
    try FileManager.default.removeItem(atPath: String(timer))
    let refused = try job.shop.run(["job", "install", "--to", units])
    #expect(refused.status == 2 && refused.errorText.contains("is there already"), "\(refused.shown)")
    #expect(job.lines(of: service) == ["[Unit]"] && job.names(units).count == 3)
  }

  @Test func linesForCronComeAllOrNotAtAll() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 1, job: "schedule: \"02:30\"\n" + JobShop.outputs)
    let one = try job.shop.run(["job", "install", "--cron"])
    #expect(
      one.status == 0 && one.outputText.split(separator: "\n").count == 1 && one.outputText.hasPrefix("30 2 * * * "))
    try job.define("schedule: quarterly\n" + JobShop.outputs, name: "zzz")
    let none = try job.shop.run(["job", "install", "--cron"])
    #expect(none.status == 2 && none.outputText.isEmpty && none.errorText.contains("zzz"), "\(none.shown)")
    let answer = try job.shop.run(["job", "install", "--json"])
    let jobs = try #require(try JSONSerialization.jsonObject(with: Data(answer.outputText.utf8)) as? [[String: Any]])
    #expect(jobs.compactMap { $0["job"] as? String } == ["nightly", "zzz"])
    #expect(jobs[0]["cron_line"] as? String == one.outputText.trimmingCharacters(in: .newlines))
    #expect((jobs[1]["timer"] as? String)?.contains("OnCalendar=quarterly Europe/Berlin\n") == true)
  }
}

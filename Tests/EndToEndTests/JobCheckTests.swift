import Foundation
import Testing

/// What `job check` and `job list` report about definitions.
@Suite struct JobCheckTests {
  private func answer(_ run: CommandRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.outputText.utf8)) as? [String: Any], "\(run.shown)")
  }

  @Test func oneAnswerWhateverIsWrong() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 1)
    try job.define("outputs: {p: {records: product}, q: {records: brand}}", name: "wrong")
    try job.define("outputs: {p: {records: stock_levels, location: nope}}", name: "nowhere")
    let list = try job.shop.run(["job", "list", "--json"])
    var reported = try answer(list)
    #expect(list.status == 2 && reported["status"] as? Int == 2)
    #expect((reported["jobs"] as? [[String: Any]])?.compactMap { $0["job"] as? String } == ["nightly", "nowhere"])
    #expect((reported["problems"] as? [Any])?.count == 2)
    let check = try job.shop.run(["job", "check", "--json"])
    reported = try answer(check)
    #expect(check.status == 2 && reported["right"] as? [String] == ["nightly"])
    #expect((reported["problems"] as? [Any])?.count == 3, "\(check.shown)")
    let install = try job.shop.run(["job", "install", "--json"])
    #expect(try install.status == 2 && (answer(install)["problems"] as? [Any])?.count == 2, "\(install.shown)")
    let words = try job.shop.run(["job", "check"])
    #expect(words.status == 2 && words.outputText == "nightly is right: 2 outputs.\n", "\(words.shown)")
    #expect(words.errorText.contains("nowhere.yml:1:") && words.errorText.contains("the shop has no location 'nope'"))
  }

  @Test func setsAreListedWithWhoRanTheJob() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 2)
    for minute in [150, 151] { #expect(try job.run(at: minute).status == 0) }
    let list = try answer(job.shop.run(["job", "sets", "--json"]))
    let found = try #require((list["jobs"] as? [[String: Any]])?.first)
    let sets = try #require(found["sets"] as? [[String: Any]])
    #expect(sets.compactMap { $0["number"] as? Int } == [2, 1])
    #expect(sets.compactMap { $0["is_newest"] as? Bool } == [true, false])
    #expect(sets.allSatisfy { $0["is_whole"] as? Bool == true && ($0["by"] as? String)?.isEmpty == false })
    #expect(sets.allSatisfy { $0["rows"] as? Int == 4 }, "two goods with a price each")
    let files = try #require(sets[0]["files"] as? [[String: Any]])
    let (setFolder, name) = (try #require(sets[0]["folder"] as? String), try #require(files[0]["name"] as? String))
    #expect(FileManager.default.contents(atPath: "\(setFolder)/\(name)")?.count == files[0]["bytes"] as? Int)
    let shown = try job.shop.run(["job", "sets", "nightly", "--limit", "1"])
    #expect(shown.status == 0 && shown.outputText.contains("000002") && !shown.outputText.contains("000001"))
  }

  @Test func aJobThatDidNotRunIsOverdueInTheStatus() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 1, job: "schedule: \"* * * * *\"\n" + JobShop.always)
    func report() throws -> [String: Any] {
      let status = try job.shop.run(["job", "status", "--json"])
      #expect(status.status == 0)
      let jobs = try answer(status)["jobs"] as? [[String: Any]]
      return try #require(jobs?.first)
    }
    #expect(try report()["is_overdue"] as? Bool == false, "its file is new")
    let file = job.shop.path + "/jobs/nightly.yml"
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: file)
    #expect(try report()["is_overdue"] as? Bool == true && report()["due_at"] is String)
    #expect(try job.shop.run(["job", "status"]).outputText.contains("overdue: it was to run on "))
    #expect(try job.run().status == 0)
    #expect(try report()["is_overdue"] as? Bool == false)
  }

  @Test func filesOfAnotherEndingAreTold() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 1)
    try folder.write("shop/jobs/other.yaml", JobShop.outputs)
    let list = try job.shop.run(["job", "list"])
    #expect(list.status == 0 && list.errorText.contains("other.yaml: the file is passed over"), "\(list.shown)")
    #expect(list.errorText.contains("Call it other.yml."))
    #expect(try job.shop.run(["job", "check"]).status == 2)
    let run = try job.shop.run(["job", "run", "other"])
    #expect(run.status == 2 && run.errorText.contains("Call it other.yml."), "\(run.shown)")
  }
}

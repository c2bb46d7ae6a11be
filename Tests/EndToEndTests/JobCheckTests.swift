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

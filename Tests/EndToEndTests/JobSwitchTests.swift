import Foundation
import Testing

/// Jobs that are switched off.
@Suite struct JobSwitchTests {
  @Test func aJobThatIsSwitchedOffDoesNothing() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 1, job: "schedule: \"02:30\" # at night\n" + JobShop.outputs)
    let file = job.shop.path + "/jobs/nightly.yml"
    let before = try String(contentsOfFile: file, encoding: .utf8)
    try job.shop.must(["job", "disable", "nightly"])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix(before) && text.hasSuffix("\nenabled: no\n"), "\(text)")
    #expect(try job.shop.must(["log"]).outputText.contains("switched the job nightly off"))
    let run = try job.shop.must(["job", "run", "nightly"])
    #expect(run.errorText.contains("nightly: switched off, so nothing was done."), "\(run.shown)")
    #expect(!FileManager.default.fileExists(atPath: job.shop.path + "/exports/nightly"))
    let status = try job.shop.must(["job", "status"])
    #expect(status.outputText.contains("nightly: switched off, has never run"), "\(status.shown)")
    #expect(try job.shop.must(["job", "list", "--json"]).outputText.contains("\"enabled\" : false"))
    let install = try job.shop.run(["job", "install"])
    #expect(install.status == 2 && install.errorText.contains("nightly is switched off"), "\(install.shown)")
    try job.shop.must(["job", "enable", "nightly"])
    #expect(try job.shop.must(["job", "run", "nightly"]).errorText.contains("published set"))
    #expect(try job.shop.must(["job", "enable", "nightly"]).outputText.contains("switched on already"))
    #expect(try job.shop.run(["job", "disable", "nihgtly"]).errorText.contains("Did you mean 'nightly'?"))
  }

  @Test func enabledIsYesOrNo() throws {
    let folder = try TestFolder()
    let job = try JobShop(folder, goods: 1, job: "enabled: perhaps\n" + JobShop.outputs)
    let check = try job.shop.run(["job", "check"])
    #expect(check.status == 2 && check.errorText.contains("enabled 'perhaps' is neither yes nor no"), "\(check.shown)")
  }
}

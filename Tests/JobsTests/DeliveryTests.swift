import FormatKit
import Foundation
import Testing

@testable import Jobs

/// Published sets reach their targets in order, each once, and what could not be delivered is by the next run.
@Suite struct DeliveryTests {
  private func target(_ shop: FakeShop, make: Bool = true) throws -> String {
    let path = shop.path + "/mirror"
    if make { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    shop.job.targets = [JobTarget(name: "mirror", delivery: .folder("mirror"))]
    return path
  }

  @Test func aFolderIsAMirror() throws {
    let shop = try FakeShop()
    let mirror = try target(shop)
    shop.job.retention = JobRetention(sets: 2)
    for number in 1...3 {
      shop.texts["goods"] = "sku\n\(number)\n"
      let run = shop.run()
      #expect(run.status == 0 && run.delivered == ["mirror": [number]], "\(run)")
    }
    #expect(shop.names(mirror) == ["000002", "000003", "datapackage.json", "latest"])
    #expect(try shop.consistent(mirror) == 3)
    for name in ["datapackage.json", "000003/datapackage.json", "latest/goods.csv"] {
      #expect(shop.text(mirror + "/" + name) == shop.text(shop.sets + "/" + name))
    }
    #expect(shop.run().delivered.isEmpty)
  }

  @Test func aMissingTargetIsMadeUpForLater() throws {
    let shop = try FakeShop()
    let mirror = try target(shop, make: false)
    shop.job.retention = JobRetention(sets: 1)
    for number in 1...3 {
      shop.texts["goods"] = "sku\n\(number)\n"
      let run = shop.run()
      #expect(run.status == 6 && run.result == .published, "\(run)")
      #expect(try shop.consistent() == number)
    }
    // Sets that the target does not have are kept, and reported.
    #expect(shop.names() == ["000001", "000002", "000003", "datapackage.json", "latest"])
    #expect(try shop.status().outstanding.first?.numbers == [1, 2, 3])
    #expect(try shop.status().status == 6)
    try FileManager.default.createDirectory(atPath: mirror, withIntermediateDirectories: true)
    let run = shop.run()
    #expect(run.status == 0 && run.result == .unchanged && run.delivered == ["mirror": [1, 2, 3]])
    #expect(try shop.consistent(mirror) == 3)
    #expect(shop.names() == ["000003", "datapackage.json", "latest"])
    #expect(try shop.status().outstanding.isEmpty)
    // Delivery to a new disk in its place starts from the beginning.
    try FileManager.default.removeItem(atPath: mirror)
    try FileManager.default.createDirectory(atPath: mirror, withIntermediateDirectories: true)
    #expect(shop.run().delivered == ["mirror": [3]])
    #expect(try shop.consistent(mirror) == 3)
  }

  @Test func aTargetIsRepairedLikeTheFolderItself() throws {
    let shop = try FakeShop()
    let mirror = try target(shop)
    shop.run()
    let reported = try Data(contentsOf: URL(fileURLWithPath: mirror + "/datapackage.json"))
    shop.texts["goods"] = "sku\nB\n"
    shop.run()
    // Killed before the set was announced.
    try reported.write(to: URL(fileURLWithPath: mirror + "/datapackage.json"))
    try FileManager.default.createDirectory(
      atPath: "\(mirror)/\(shop.owner.buildingPrefix)1", withIntermediateDirectories: true)
    #expect(shop.run().status == 0)
    #expect(try shop.consistent(mirror) == 2)
    #expect(shop.names(mirror) == ["000001", "000002", "datapackage.json", "latest"])
    // Damaged there, good here.
    try shop.write(mirror + "/000002/goods.csv", "damaged")
    #expect(shop.run().delivered == ["mirror": [2]])
    #expect(try shop.consistent(mirror) == 2)
    // A link in its place is refused, and nothing is written through it.
    try FileManager.default.moveItem(atPath: mirror, toPath: shop.path + "/away")
    try FileManager.default.createSymbolicLink(atPath: mirror, withDestinationPath: shop.path + "/away")
    shop.texts["goods"] = "sku\nC\n"
    let run = shop.run()
    #expect(run.status == 6 && run.result == .published)
    #expect(try shop.consistent(shop.path + "/away") == 2)
  }

  @Test func commandsGetTheSet() throws {
    let shop = try FakeShop()
    try shop.write(
      shop.path + "/take",
      "#!/bin/sh\nprintf '%s|' \"$@\" \"$STOCKROOM_JOB\" \"$PWD\" > \"$1\"\ncat \"$2/goods.csv\" >> \"$1\"\n")
    chmod(shop.path + "/take", 0o755)
    let out = shop.path + "/out"
    shop.job.targets = [
      JobTarget(
        name: "remote",
        delivery: .command(["./take", out, "{set}", "a {number}{job} $(id)", "{manifest}", "{folder}", "{unknown}{"]))
    ]
    let run = shop.run()
    #expect(run.status == 0 && run.delivered == ["remote": [1]], "\(run)")
    #expect(
      shop.text(out)
        == "\(out)|\(shop.sets)/000001|a 000001nightly $(id)|\(shop.sets)/000001/datapackage.json|\(shop.sets)|{unknown}{|"
        + "nightly|\(shop.path)|sku\nA1\n")
  }

  @Test(arguments: [
    // command, time limit in seconds, expected output
    (["false"], 60, "ended with status 1"), (["sh", "-c", "echo no room >&2; exit 3"], 60, "status 3: no room"),
    (["sleep", "60"], 0, "took too long"),
    (["sh", "-c", "trap '' TERM; while :; do sleep 0.1; done"], 0, "took too long"),
    (["yes"], 0, "took too long"), (["./not-there"], 60, "cannot be started"),
    (["sh", "-c", "kill -9 $$"], 60, "signal 9"),
  ])
  func aCommandThatFailsIsTriedAgain(words: [String], seconds: Int, said: String) throws {
    let shop = try FakeShop()
    shop.job.targets = [
      JobTarget(name: "first", delivery: .command(words), timeoutSeconds: seconds),
      JobTarget(name: "second", delivery: .command(["true"])),
    ]
    let run = shop.run()
    #expect(run.status == 6 && run.result == .published && run.delivered == ["second": [1]], "\(run)")
    #expect(run.problems.first?.headline.contains(said) == true, "\(run)")
    #expect(run.milliseconds < 30_000)
    #expect(try shop.consistent() == 1)
    let status = try shop.status()
    #expect(status.status == 6 && status.outstanding.count == 1 && status.outstanding.first?.numbers == [1])
    shop.job.targets[0] = JobTarget(name: "first", delivery: .command(["true"]), timeoutSeconds: 60)
    let next = shop.run()
    #expect(next.status == 0 && next.result == .unchanged && next.delivered == ["first": [1]], "\(next)")
  }

  @Test func whatIsSaidIsBounded() throws {
    FakeShop.ignoresBrokenPipes
    let ending = OutsideCommand(words: ["sh", "-c", "yes | head -c 1000000"], folder: "/", timeoutSeconds: 20).run()
    #expect(ending.status == 0 && ending.said.utf8.count <= OutsideCommand.saidLimit && ending.said.hasPrefix("y\ny"))
    let large = [UInt8](repeating: 65, count: 300_000)
    #expect(OutsideCommand(words: ["wc", "-c"], folder: "/", timeoutSeconds: 20, input: large).run().said == "300000")
    #expect(OutsideCommand(words: ["true"], folder: "/", timeoutSeconds: 20, input: large).run().status == 0)
    // What it leaves running does not hold us up.
    let began = Date()
    #expect(
      OutsideCommand(words: ["sh", "-c", "sleep 5 & echo done"], folder: "/", timeoutSeconds: 20).run().said == "done")
    #expect(Date().timeIntervalSince(began) < 4)
  }

  @Test func somebodyIsTold() throws {
    let shop = try FakeShop()
    let out = shop.path + "/told"
    shop.job.onFailure = ["sh", "-c", "cat > \"$0\"; echo \"$STOCKROOM_STATUS $STOCKROOM_JOB\" >> \"$0\"", out]
    shop.run()
    #expect(shop.text(out) == nil)
    shop.failure = FakeFailure(status: 5)
    #expect(shop.run().status == 5)
    let text = try #require(shop.text(out))
    #expect(text.hasPrefix("{\"job\":\"nightly\"") && text.hasSuffix("}\n5 nightly\n") && text.contains("\"status\":5"))
    // Of a definition that is wrong elsewhere, too.
    shop.wrong = Problems(.jobInvalid, "a job has no 'titel'")
    #expect(shop.run().result == .failed)
    #expect(shop.text(out)?.contains("a job has no 'titel'") == true)
    shop.wrong = nil
    // A command that fails itself changes nothing.
    shop.job.onFailure = ["false"]
    #expect(shop.run().status == 5)
    #expect(shop.reported.contains { $0.contains("was not reported to anyone") })
    shop.job.onFailure = ["/not/there"]
    #expect(shop.run().status == 5)
  }

  @Test func theWorstStatusIsThatOfAll() {
    #expect(JobStatus.worst([]) == 0)
    #expect(JobStatus.worst([0, 3]) == 3)
    #expect(JobStatus.worst([3, 75, 0]) == 75)
    #expect(JobStatus.worst([75, 5, 6]) == 6)
    #expect(JobStatus.worst([2, 1, 99]) == 99)
  }

  @Test func theLogIsJSONLinesAndBegunAnew() throws {
    let shop = try FakeShop()
    shop.run()
    let file = shop.path + "/jobs/.state/nightly/log.jsonl"
    let lines = try #require(shop.text(file)).split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    let events = lines.compactMap { ($0 as? [String: Any])?["event"] as? String }
    #expect(events == ["started", "output", "published", "finished"])
    try shop.write(file, String(repeating: "x", count: 1 << 20))
    shop.run()
    #expect(shop.names(shop.path + "/jobs/.state/nightly") == ["lock", "log.1.jsonl", "log.jsonl", "record"])
    #expect((shop.text(file)?.utf8.count ?? 0) < 2000)
  }
}

import Foundation
import Testing

/// A job that is killed at any instant leaves the last good set readable, and the next run repairs the rest.
@Suite struct JobKilledTests {
  /// Seeded, so that every run of the tests has the same instants.
  private struct Instants {
    var state: UInt64
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
  }

  /// Two hundred instants, a hundred in each of two shops side by side.
  @Test(arguments: [18, 19] as [UInt64]) func killedAtAHundredInstants(seed: UInt64) throws {
    let folder = try TestFolder()
    let job = try JobShop(folder)
    let mirror = folder.path + "/mirror"
    try FileManager.default.createDirectory(atPath: mirror, withIntermediateDirectories: true)
    try job.define(JobShop.always + "\nretention: { sets: 3 }\ntargets:\n  - folder: \(mirror)\n")
    #expect(try job.run(at: 0).status == 0)
    // What it takes undisturbed, the best of three.
    let times = try (1...3).map { try job.run(at: $0).seconds }
    var span = (times.min() ?? 0.2) * 1.3
    var minute = 4
    var instants = Instants(state: seed)
    var before = try #require(try ToldSet(job.sets))
    var (old, new, completed, cut) = (0, 0, 0, 0)
    for attempt in 0..<100 {
      let running = try job.shop.folder.start(JobShop.command(at: minute), in: job.shop.path)
      usleep(UInt32(instants.next() * span * 1_000_000))
      running.kill()
      let run = running.finish()
      #expect(run.status == 137 || run.status == 0, "\(run.shown)")
      // The machine may be busier now than it was: about a quarter of the attempts are to come to their end.
      span *= run.status == 0 ? 0.9 : 1.03
      // The announced set is complete: the set before, that of the previous attempt after its completion, or the new
      // one.
      let reported = try #require(try ToldSet(job.sets))
      #expect(reported == before || (1...2).contains(reported.number - before.number), "\(attempt): \(reported)")
      if let mirrored = try ToldSet(mirror) { #expect(mirrored.number <= reported.number) }
      if reported == before { old += 1 } else { new += 1 }
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: job.sets + "/latest")
      #expect(link.map { FileManager.default.fileExists(atPath: job.sets + "/\($0)/datapackage.json") } == true)
      before = reported
      // Every fourth time the next run comes to its end; the others go into the next attempt as the kill left them.
      minute += 1
      guard attempt % 4 == 3 else { continue }
      let status = try job.shop.run(["job", "status"])
      #expect([0, 1].contains(status.status), "\(status.shown)")
      if status.status == 1 { cut += 1 }
      let healed = try job.run(at: minute)
      #expect(healed.status == 0, "\(healed.shown)")
      if healed.errorText.contains("published now") { completed += 1 }
      minute += 1
      before = try #require(try ToldSet(job.sets))
      #expect(before.number > reported.number && before.cutOff.contains("T"))
      #expect(try ToldSet(mirror) == before)
      for folder in [job.sets, mirror] {
        let numbers = job.names(folder).filter { Int($0) != nil }
        #expect(job.names(folder) == numbers + ["datapackage.json", "latest"], "leftovers")
        #expect(numbers.count == 3 && numbers.last.flatMap { Int($0) } == before.number)
      }
      #expect(Set(job.names(job.state)).isSubset(of: ["lock", "log.jsonl", "log.1.jsonl", "log.2.jsonl", "record"]))
    }
    let verified = try job.verified()
    #expect(verified.status == 0, "\(verified.shown)")
    try job.shop.must(["check"])
    // Every set that was published is in the audit log once.
    let entries = try ShopContents.rows(
      job.shop.database, "SELECT details FROM audit_log WHERE details LIKE 'job nightly: published set%'")
    #expect(Set(entries).count == entries.count)
    print(
      "killed 100 times: \(old) before, \(new) after, \(completed) completed, \(cut) told as cut short, \(span) s at the end"
    )
    #expect(old > 10 && new > 3)
  }

  /// A delta records the published rows in a separate file, which must not be newer than the announced set.
  @Test func aDeltaThatIsKilledTellsEveryChangeOnce() throws {
    let folder = try TestFolder()
    let job = try JobShop(
      folder,
      job:
        "mode: delta\noutputs:\n  goods:\n    records: variants\n    format: csv\n    file: goods.csv\n    columns: [sku]"
    )
    let whole = try job.run(at: 0)
    #expect(whole.status == 0, "\(whole.shown)")
    var instants = Instants(state: 7)
    for attempt in 1...10 {
      try job.addGoods((1000 + attempt)...(1000 + attempt))
      let running = try job.shop.folder.start(JobShop.command(at: attempt), in: job.shop.path)
      usleep(UInt32(instants.next() * whole.seconds * 1_050_000))
      running.kill()
      _ = running.finish()
    }
    #expect(try job.run(at: 100).status == 0)
    // All rows of all sets together are the goods, each once.
    var reported: [String] = []
    for number in job.names().filter({ Int($0) != nil }) {
      reported += job.lines(of: job.sets + "/\(number)/goods.csv").dropFirst()
    }
    let goods = try ShopContents.rows(job.shop.database, "SELECT sku FROM variants")
    #expect(reported.sorted() == goods.sorted())
    #expect(try job.verified().status == 0)
  }
}

import FormatKit
import Foundation
import RetailValues
import Testing

@testable import Jobs

/// Sets are published as a whole and in order, and the next run repairs what a run leaves unfinished.
@Suite struct PublicationTests {
  @Test func publishesASetAndLeavesItWhenNothingChanges() throws {
    let shop = try FakeShop()
    let first = shop.run()
    #expect(first.status == 0 && first.result == .published && first.manifest?.number == 1, "\(first)")
    #expect(shop.names() == ["000001", "datapackage.json", "latest"])
    #expect(shop.names(shop.sets + "/latest") == ["datapackage.json", "goods.csv"])
    #expect(try shop.consistent() == 1)
    #expect(shop.text(shop.sets + "/latest/goods.csv") == "sku\nA1\n")
    let again = shop.run()
    #expect(again.status == 0 && again.result == .unchanged && again.manifest?.number == 1)
    #expect(shop.names() == ["000001", "datapackage.json", "latest"])
    shop.texts["goods"] = "sku\nA1\nA2\n"
    #expect(shop.run().manifest?.number == 2)
    #expect(try shop.consistent() == 2)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: shop.sets + "/latest") == "000002")
    #expect(shop.runs.last?.previousManifestSHA256 == first.manifestSHA256)
    shop.job.whenUnchanged = .publish
    #expect(shop.run().manifest?.number == 3)
    #expect(shop.entered.count == 4 && shop.entered[1].contains("nothing new since set 000001"))
    #expect(shop.entered[2].hasPrefix("job nightly: published set 000002 (full); manifest "))
  }

  @Test func theSameDataGiveTheSameBytes() throws {
    let (one, other) = (try FakeShop(), try FakeShop())
    for shop in [one, other] {
      shop.run()
      shop.texts["more"] = "sku\n"
      shop.run()
    }
    for name in ["datapackage.json", "000001/datapackage.json", "000002/datapackage.json", "000002/more.csv"] {
      let (left, right) = (one.text(one.sets + "/" + name), other.text(other.sets + "/" + name))
      #expect(left != nil && left == right, "\(name)")
    }
  }

  @Test func aRunThatFailsLeavesTheSetBefore() throws {
    let shop = try FakeShop()
    shop.run()
    shop.texts["goods"] = "sku\nB\n"
    shop.failure = FakeFailure(status: 5)
    let failed = shop.run()
    #expect(failed.status == 5 && failed.result == .failed)
    #expect(try shop.consistent() == 1)
    #expect(shop.names() == ["000001", "datapackage.json", "latest"])
    #expect(try shop.status().status == 5 && shop.status().newest?.number == 1)
    #expect(shop.entered.last?.contains("failed with status 5") == true)
    shop.failure = nil
    #expect(shop.run().manifest?.number == 2)
    #expect(try shop.status().status == 0)
  }

  @Test func whatACutShortRunLeftIsRemoved() throws {
    let shop = try FakeShop()
    shop.run()
    let left = [shop.owner.buildingPrefix + "x", shop.owner.writingPrefix + "x", shop.owner.removalPrefix + "000000"]
    for name in left {
      try FileManager.default.createDirectory(atPath: "\(shop.sets)/\(name)/deep", withIntermediateDirectories: true)
      try shop.write("\(shop.sets)/\(name)/goods.csv", "half")
    }
    #expect(shop.run().status == 0)
    #expect(shop.names() == ["000001", "datapackage.json", "latest"])
  }

  /// Killed between the renaming of the set and the manifest that announces it.
  @Test func aSetThatNobodyWasToldOfIsCompleted() throws {
    let shop = try FakeShop()
    shop.job.mode = .delta
    shop.run()
    let reported = try Data(contentsOf: URL(fileURLWithPath: shop.sets + "/datapackage.json"))
    shop.texts["goods"] = "sku\nB\n"
    shop.run()
    try reported.write(to: URL(fileURLWithPath: shop.sets + "/datapackage.json"))
    #expect(try shop.consistent() == 1)
    let healed = shop.run()
    #expect(healed.completed == 2 && healed.result == .unchanged && healed.status == 0)
    #expect(try shop.consistent() == 2)
    #expect(shop.runs.last?.state?.hasSuffix("/state-2.sqlite") == true)
  }

  @Test func aSetThatWasTouchedIsNotCompleted() throws {
    let shop = try FakeShop()
    shop.run()
    let reported = try Data(contentsOf: URL(fileURLWithPath: shop.sets + "/datapackage.json"))
    shop.texts["goods"] = "sku\nB\n"
    shop.run()
    try reported.write(to: URL(fileURLWithPath: shop.sets + "/datapackage.json"))
    try shop.write(shop.sets + "/000002/goods.csv", "sku\nC\n")
    let run = shop.run()
    #expect(run.completed == nil && run.manifest?.number == 3)
    #expect(shop.names() == ["000001", "000003", "datapackage.json", "latest"])
    #expect(try shop.consistent() == 3)
  }

  @Test(arguments: ["changed", "removed", "no manifest", "manifest of nothing"])
  func aNewestSetThatIsDamagedIsReplaced(how: String) throws {
    let shop = try FakeShop()
    shop.job.mode = .delta
    shop.run()
    shop.texts["goods"] = "sku\nB\n"
    shop.run()
    switch how {
    case "changed": try shop.write(shop.sets + "/000002/goods.csv", "sku\nC\n")
    case "removed": try FileManager.default.removeItem(atPath: shop.sets + "/000002")
    case "no manifest": try FileManager.default.removeItem(atPath: shop.sets + "/datapackage.json")
    default: try shop.write(shop.sets + "/datapackage.json", "{}")
    }
    let isSetWhole = how.contains("manifest")
    if !isSetWhole { #expect(try shop.status().status == 6 && !(shop.status().differences ?? []).isEmpty) }
    let run = shop.run()
    #expect(run.status == 0, "\(run)")
    #expect(run.manifest?.number == (isSetWhole ? 2 : 3) && run.result == (isSetWhole ? .unchanged : .published))
    #expect(run.manifest?.mode == (isSetWhole ? .delta : .full))
    #expect(try shop.consistent() == run.manifest?.number)
    #expect(try shop.status().status == 0)
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let shop = try FakeShop()
    shop.run()
    let elsewhere = shop.path + "/elsewhere"
    try FileManager.default.moveItem(atPath: shop.sets, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: shop.sets, withDestinationPath: elsewhere)
    shop.texts["goods"] = "sku\nB\n"
    let run = shop.run()
    #expect(run.status == 6 && run.problems.first?.headline.contains("is a symbolic link") == true, "\(run)")
    #expect(shop.names(elsewhere) == ["000001", "datapackage.json", "latest"])
    // The folder above it just the same.
    try FileManager.default.removeItem(atPath: shop.sets)
    try FileManager.default.moveItem(atPath: shop.path + "/exports", toPath: elsewhere + "/exports")
    try FileManager.default.createSymbolicLink(atPath: shop.path + "/exports", withDestinationPath: elsewhere)
    #expect(shop.run().status == 6)
    try FileManager.default.removeItem(atPath: shop.path + "/exports")
    #expect(shop.run().manifest?.number == 2, "the number goes on though the folder was lost")
  }

  @Test func aFolderElsewhereMustBeThere() throws {
    let shop = try FakeShop()
    shop.job.folder = shop.path + "/disk/sets"
    #expect(shop.run().status == 6)
    #expect(shop.names(shop.path + "/disk").isEmpty)
    try FileManager.default.createDirectory(atPath: shop.path + "/disk/sets", withIntermediateDirectories: true)
    #expect(shop.run().status == 0)
    #expect(try shop.consistent(shop.path + "/disk/sets") == 1)
    let absent = "absent-\(UUID())"
    for path in ["../\(absent)", "a/../../\(absent)"] {
      shop.job.folder = path
      #expect(shop.run().status == 6)
    }
  }

  @Test func twoJobsDoNotShareAFolder() throws {
    let shop = try FakeShop()
    shop.run()
    let file = shop.sets + "/datapackage.json"
    let text = try #require(shop.text(file))
    try shop.write(file, text.replacing("\"nightly\"", with: "\"hourly\""))
    let run = shop.run()
    #expect(run.status == 6 && run.problems.first?.headline.contains("hourly") == true, "\(run)")
    #expect(shop.names() == ["000001", "datapackage.json", "latest"])
  }

  @Test func whatStandsWhereTheLinkBelongsIsLeft() throws {
    let shop = try FakeShop()
    try FileManager.default.createDirectory(atPath: shop.sets, withIntermediateDirectories: true)
    try shop.write(shop.sets + "/latest", "mine")
    #expect(shop.run().status == 0)
    #expect(shop.text(shop.sets + "/latest") == "mine" && shop.reported.contains { $0.contains("latest") })
  }

  @Test func oneRunAtATime() throws {
    let shop = try FakeShop()
    var inner: JobOutcome?
    shop.whileWriting = { [unowned shop] in
      shop.whileWriting = {}
      let isRunning = try shop.status().isRunning
      #expect(isRunning)
      inner = shop.run { $0.wait = .zero }
    }
    #expect(shop.run().status == 0)
    #expect(inner?.status == 75 && inner?.result == .busy)
    #expect(try !shop.status().isRunning)
    #expect(try shop.status().status == 0)
  }

  @Test func aBusyAuditLogIsWrittenByTheNextRun() throws {
    let shop = try FakeShop()
    shop.isAuditBusy = true
    #expect(shop.run().status == 0)
    #expect(try shop.consistent() == 1)
    #expect(shop.reported.contains { $0.contains("audit log") })
    shop.isAuditBusy = false
    shop.run()
    #expect(shop.entered.first?.contains("published set 000001") == true)
    #expect(shop.entered.count == 2)
  }

  @Test func setsAreRetired() throws {
    let shop = try FakeShop()
    shop.job.retention = JobRetention(sets: 3)
    for number in 1...5 {
      shop.texts["goods"] = "sku\n\(number)\n"
      #expect(shop.run().status == 0)
    }
    #expect(shop.names() == ["000003", "000004", "000005", "datapackage.json", "latest"])
    // By days of the cut-offs; a clock that was set back removes nothing that is newer than the newest.
    shop.job.retention = JobRetention(days: 2)
    let day: Int64 = 86_400_000
    for (offset, kept) in [(3 * day, [6]), (4 * day, [6, 7]), (-9 * day, [6, 7, 8]), (5 * day, [6, 7, 9])] {
      shop.texts["goods"] = "sku\n\(offset)\n"
      #expect(shop.run { $0.at = .init(millisecondsSince1970: 1_790_000_000_000 + offset) }.status == 0)
      #expect(shop.names().compactMap { SetNumber.parse($0) } == kept)
    }
  }

  @Test func aJobThatThereIsNotLeavesNothing() throws {
    let shop = try FakeShop()
    #expect(shop.runner.run("other").status == 2)
    #expect(shop.names(shop.path).isEmpty)
  }

  @Test func theRecordSurvivesAnEndInTheMiddleOfWriting() throws {
    let shop = try FakeShop()
    shop.run()
    shop.texts["goods"] = "sku\nB\n"
    shop.run()
    let file = shop.path + "/jobs/.state/nightly/record"
    let state = try OpenFolder.opened(shop.path + "/jobs/.state/nightly")
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let newest = try JobRecord.read(in: state)
    #expect(newest.number == 2 && newest.lastRun?.status == 0)
    for length in [0, 70, 100, 300, 16383] {
      var torn = whole
      let block = newest.sequence % 2 * 16384
      torn.replaceSubrange((block + length)..<(block + 16384), with: repeatElement(0, count: 16384 - length))
      try torn.write(to: URL(fileURLWithPath: file))
      #expect(try JobRecord.read(in: state).sequence >= newest.sequence - 1, "\(length)")
    }
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: file))
    #expect(try JobRecord.read(in: state).number == 0)
    // A lost record costs nothing but memory.
    #expect(shop.run().result == .unchanged)
    #expect(try shop.consistent() == 2)
  }
}

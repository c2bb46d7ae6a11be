import FormatKit
import Foundation
import RetailValues
import Testing

@testable import Jobs

/// Files of other owners in a folder stay, and a folder that has lost its sets is not taken for a new one.
@Suite struct SetFolderTests {
  private let manager = FileManager.default
  private static let strange = ["000007", "202609", ".building-x", ".removing-000001", ".writing-x", "notes"]

  /// Puts folders with a file each into a folder, as others may have them.
  private func litter(_ folder: String) throws {
    for name in Self.strange {
      try manager.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)/file"))
    }
    // One with a manifest, but of something else.
    try Data("{\"name\": \"mine\"}".utf8).write(to: URL(fileURLWithPath: folder + "/202609/datapackage.json"))
  }

  private func strange(_ folder: String) -> [String] {
    Self.strange.filter { manager.contents(atPath: "\(folder)/\($0)/file") == Data("mine".utf8) }
  }

  @Test func foldersOfOthersStay() throws {
    let shop = try FakeShop()
    let mirror = shop.path + "/mirror"
    shop.job.targets = [JobTarget(name: "mirror", delivery: .folder("mirror"))]
    shop.job.retention = JobRetention(sets: 2)
    for folder in [shop.sets, mirror] { try litter(folder) }
    for number in 1...4 {
      shop.texts["goods"] = "sku\n\(number)\n"
      let run = shop.run()
      #expect(run.status == 0 && run.manifest?.number == number && run.delivered == ["mirror": [number]], "\(run)")
    }
    for folder in [shop.sets, mirror] {
      #expect(strange(folder) == Self.strange)
      #expect(try shop.consistent(folder) == 4)
      #expect(
        shop.names(folder).filter { !Self.strange.contains($0) } == ["000003", "000004", "datapackage.json", "latest"])
    }
    // Damaged here: the number of its replacement also depends on our own numbers.
    try shop.write(shop.sets + "/000004/goods.csv", "damaged")
    #expect(shop.run().manifest?.number == 5)
    shop.job.retention = JobRetention(days: 1)
    shop.texts["goods"] = "sku\n6\n"
    #expect(shop.run { $0.at = .init(millisecondsSince1970: 1_900_000_000_000) }.retired == [4, 5])
    #expect(strange(shop.sets) == Self.strange && strange(mirror) == Self.strange)
    // The number that comes next is taken.
    let listed = try manager.subpathsOfDirectory(atPath: shop.sets).sorted()
    shop.texts["goods"] = "sku\n7\n"
    let run = shop.run()
    #expect(run.status == 6 && run.problems.first?.headline.contains("000007: ") == true, "\(run)")
    #expect(try manager.subpathsOfDirectory(atPath: shop.sets).sorted() == listed)
    #expect(try shop.consistent() == 6)
    try manager.moveItem(atPath: shop.sets + "/000007", toPath: shop.path + "/moved")
    let next = shop.run()
    #expect(next.status == 6 && next.manifest?.number == 7 && next.delivered.isEmpty, "\(next)")
    #expect(strange(mirror) == Self.strange)
    try manager.removeItem(atPath: mirror + "/000007/file")
    // An empty folder may belong to another owner too.
    #expect(shop.run().status == 6)
    try manager.removeItem(atPath: mirror + "/000007")
    #expect(shop.run().delivered == ["mirror": [7]])
  }

  @Test func manifestsAndLinksOfOthersStay() throws {
    let shop = try FakeShop()
    let mirror = shop.path + "/mirror"
    shop.job.targets = [JobTarget(name: "mirror", delivery: .folder("mirror"))]
    for folder in [shop.sets, mirror] {
      try litter(folder)
      try manager.createSymbolicLink(atPath: folder + "/latest", withDestinationPath: "202609")
    }
    try shop.write(mirror + "/datapackage.json", "{\"name\": \"mine\"}")
    let run = shop.run()
    #expect(run.status == 6 && run.result == .published, "\(run)")
    #expect(run.problems.first?.headline.contains("not written by this job") == true, "\(run)")
    #expect(shop.text(mirror + "/datapackage.json") == "{\"name\": \"mine\"}")
    for folder in [shop.sets, mirror] {
      #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/latest") == "202609")
    }
    #expect(shop.reported.contains { $0.contains("leads elsewhere") })
    try manager.removeItem(atPath: mirror + "/datapackage.json")
    #expect(shop.run().delivered == ["mirror": [1]])
    #expect(strange(mirror) == Self.strange)
  }

  /// What a kill leaves of a set that is built or removed is known for ours at every instant, here and in a target.
  @Test func whatIsRemovedIsInTheLog() throws {
    let shop = try FakeShop()
    let mirror = shop.path + "/mirror"
    shop.job.targets = [JobTarget(name: "mirror", delivery: .folder("mirror"))]
    for folder in [shop.sets, mirror] {
      for prefix in [shop.owner.buildingPrefix, shop.owner.removalPrefix] {
        try manager.createDirectory(atPath: "\(folder)/\(prefix)1/deep", withIntermediateDirectories: true)
      }
      try shop.write("\(folder)/\(shop.owner.writingPrefix)datapackage.json", "half")
    }
    shop.job.retention = JobRetention(sets: 1)
    #expect(shop.run().status == 0)
    try shop.write(mirror + "/000001/goods.csv", "damaged")
    #expect(shop.run().delivered == ["mirror": [1]])
    shop.texts["goods"] = "sku\nB\n"
    #expect(shop.run().status == 0)
    for folder in [shop.sets, mirror] { #expect(shop.names(folder) == ["000002", "datapackage.json", "latest"]) }
    let lines = try #require(shop.text(shop.path + "/jobs/.state/nightly/log.jsonl")).split(separator: "\n")
    func count(_ event: String, at target: String?) -> Int {
      lines.count { line in
        line.contains("\"event\":\"\(event)\"") && line.contains("\"target\":") == (target != nil)
      }
    }
    #expect(count("removed", at: nil) == 3 && count("removed", at: "mirror") == 4)
    #expect(count("retired", at: nil) == 1 && count("retired", at: "mirror") == 1)
  }

  // MARK: - Disks that are not mounted

  @Test(arguments: [nil, "kept", "disk"]) func anEmptiedFolderIsNotTakenForANewOne(folder: String?) throws {
    let shop = try FakeShop()
    let sets = folder.map { shop.path + "/" + $0 } ?? shop.sets
    // As on a disk of its own.
    if folder == "disk" { try manager.createDirectory(atPath: sets, withIntermediateDirectories: true) }
    shop.job.folder = folder == "disk" ? sets : folder
    shop.run()
    try manager.moveItem(atPath: sets, toPath: shop.path + "/unmounted")
    try manager.createDirectory(atPath: sets + "/lost+found", withIntermediateDirectories: true)
    shop.texts["goods"] = "sku\nB\n"
    for _ in 0..<2 {
      let run = shop.run()
      #expect(run.status == 6 && run.problems.first?.headline.contains("holds none of the sets") == true, "\(run)")
      #expect(shop.names(sets) == ["lost+found"])
      #expect(try shop.status().status == 6)
    }
    try manager.removeItem(atPath: sets)
    try manager.moveItem(atPath: shop.path + "/unmounted", toPath: sets)
    #expect(shop.run().manifest?.number == 2)
    #expect(try shop.consistent(sets) == 2)
    // They are meant to be gone.
    try manager.removeItem(atPath: sets)
    try manager.createDirectory(atPath: sets, withIntermediateDirectories: true)
    #expect(shop.run().status == 6)
    let anew = shop.run { $0.isFull = true }
    #expect(anew.status == 0 && anew.manifest?.number == 3 && anew.manifest?.mode == .full, "\(anew)")
    // Another folder is nothing that was lost.
    try manager.createDirectory(atPath: shop.path + "/elsewhere", withIntermediateDirectories: true)
    shop.job.folder = shop.path + "/elsewhere"
    #expect(shop.run().manifest?.number == 4)
  }

  @Test func aSetThatIsGoneIsNotAsPublished() throws {
    let shop = try FakeShop()
    shop.run()
    try manager.removeItem(atPath: shop.sets + "/000001")
    #expect(try shop.status().differences?.map(\.file) == ["goods.csv"])
    #expect(try shop.status().differences?.map(\.problem) == ["is not there"])
    #expect(try shop.status().status == 6)
  }
}

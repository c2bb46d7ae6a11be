import FormatKit
import Foundation
import Stock
import Testing

@testable import Jobs

/// A reader who takes all sets of a target has the current data of the job, even if other sets were lost.
@Suite struct SetChainTests {
  private let manager = FileManager.default

  /// A shop whose job publishes deltas, with a folder target `mirror`.
  private func deltas() throws -> (shop: FakeShop, mirror: String) {
    let shop = try FakeShop()
    shop.job.mode = .delta
    shop.job.targets = [JobTarget(name: "mirror", delivery: .folder("mirror"))]
    let mirror = shop.path + "/mirror"
    try manager.createDirectory(atPath: mirror, withIntermediateDirectories: true)
    return (shop, mirror)
  }

  @discardableResult
  private func change(_ shop: FakeShop, to text: String) -> JobOutcome {
    shop.texts["goods"] = "sku\n\(text)\n"
    return shop.run()
  }

  /// Whether a reader who has the one set, or no set, has the current data of the job after taking the other.
  private func isRight(_ set: KnownSet, after mark: SetMark?) -> Bool {
    set.mode == .full || set.previous == mark && mark != nil
  }

  /// The numbers of the sets in a folder, each of which can be taken by a reader who has those before it.
  private func chain(_ folder: String, _ shop: FakeShop) throws -> [Int] {
    let sets = SetFolder(folder: try OpenFolder.opened(folder), owner: shop.owner)
    let known = try sets.sets(through: .max)
    for (set, next) in zip(known, known.dropFirst()) { #expect(isRight(next, after: set.mark), "\(next) after \(set)") }
    #expect(try known.allSatisfy { try sets.whole($0.number) != nil })
    return known.map(\.number)
  }

  /// The target is away while sets are made, and comes back after some of them are gone or damaged.
  @Test(arguments: [
    // removed, damaged, number of the full set that makes up for them, what is delivered
    ([2], [], 5, [5]), ([3], [], 5, [2, 5]), ([], [2], 5, [5]), ([], [3], 5, [2, 5]), ([2, 3], [], 5, [5]),
    ([2], [3], 5, [5]), ([], [], 4, [2, 3, 4]),
  ])
  func aGapIsMadeUpForByAFullSet(removed: [Int], damaged: [Int], newest: Int, delivered: [Int]) throws {
    let (shop, mirror) = try deltas()
    change(shop, to: "1")
    try manager.moveItem(atPath: mirror, toPath: mirror + ".away")
    for number in 2...4 { #expect(change(shop, to: "\(number)").status == 6) }
    for number in removed { try manager.removeItem(atPath: shop.sets + "/" + SetNumber.text(number)) }
    for number in damaged { try shop.write("\(shop.sets)/\(SetNumber.text(number))/goods.csv", "damaged") }
    let outstanding = try #require(try shop.status().outstanding.first)
    #expect(outstanding.needsFullSet == (newest == 5), "\(outstanding)")
    try manager.moveItem(atPath: mirror + ".away", toPath: mirror)
    let run = shop.run()
    #expect(run.status == 0 && run.delivered == ["mirror": delivered], "\(run)")
    #expect(run.manifest?.number == newest && (run.manifest?.mode == .full) == (newest == 5))
    #expect(try shop.consistent(mirror) == newest && shop.consistent() == newest)
    #expect(try shop.status().status == 0 && shop.status().outstanding.isEmpty)
    if newest == 5 {
      #expect(shop.reported.contains { $0.contains("mirror goes on with the full set 000005") }, "\(shop.reported)")
    } else {
      #expect(try chain(mirror, shop) == [1, 2, 3, 4])
    }
    // What follows is a delta again.
    let next = change(shop, to: "next")
    #expect(next.manifest?.mode == .delta && next.delivered == ["mirror": [newest + 1]] && next.status == 0)
  }

  /// Longer away than sets are held for it.
  @Test func whatRetentionTookIsMadeUpFor() throws {
    let (shop, mirror) = try deltas()
    shop.job.retention = JobRetention(sets: 1)
    change(shop, to: "0")
    try manager.moveItem(atPath: mirror, toPath: mirror + ".away")
    let last = SetFolder.heldLimit + 4
    for number in 2...last { #expect(change(shop, to: "\(number)").status == 6) }
    #expect(shop.names().contains("000004") && !shop.names().contains("000003"))
    try manager.moveItem(atPath: mirror + ".away", toPath: mirror)
    let run = change(shop, to: "news")
    #expect(run.status == 0 && run.delivered == ["mirror": [last + 1]], "\(run)")
    #expect(run.manifest?.mode == .full && run.result == .published)
    #expect(try shop.consistent(mirror) == last + 1)
    #expect(shop.names(mirror) == [SetNumber.text(last + 1), "datapackage.json", "latest"])
    #expect(shop.text(mirror + "/latest/goods.csv") == shop.texts["goods"])
    // Nothing is published for its sake again.
    #expect(shop.run().result == .unchanged)
  }

  /// A target that is new, or lost what it had, where no full set is on hand.
  @Test func aTargetBeginsWithAFullSet() throws {
    let (shop, mirror) = try deltas()
    shop.job.retention = JobRetention(sets: 2)
    for number in 1...4 { change(shop, to: "\(number)") }
    #expect(try chain(mirror, shop) == [3, 4])
    try manager.removeItem(atPath: mirror)
    try manager.createDirectory(atPath: mirror, withIntermediateDirectories: true)
    let run = shop.run()
    #expect(run.status == 0 && run.delivered == ["mirror": [5]] && run.manifest?.mode == .full, "\(run)")
    shop.job.targets.append(JobTarget(name: "late", delivery: .command(["true"])))
    #expect(shop.run().delivered == ["late": [5]])
    change(shop, to: "6")
    change(shop, to: "7")
    shop.job.targets.append(JobTarget(name: "later", delivery: .command(["true"])))
    let later = shop.run()
    #expect(later.manifest?.number == 8 && later.delivered == ["mirror": [8], "late": [8], "later": [8]], "\(later)")
  }

  /// Commands are judged by what is remembered of them.
  @Test func aCommandIsGivenAFullSetAfterAGap() throws {
    let (shop, _) = try deltas()
    let out = shop.path + "/out"
    let works = JobTarget(name: "remote", delivery: .command(["sh", "-c", "echo $STOCKROOM_SET >> \(out)"]))
    shop.job.targets = [works]
    change(shop, to: "1")
    shop.job.targets = [JobTarget(name: "remote", delivery: .command(["false"]))]
    for number in 2...3 { #expect(change(shop, to: "\(number)").status == 6) }
    try shop.write(shop.sets + "/000002/goods.csv", "sku\n9\n")
    // The damaged file has the same size, so only reading it shows the damage; and a full set that has not been taken
    // yet is not written again.
    #expect(shop.run().manifest?.number == 4)
    #expect(shop.run().manifest?.number == 4)
    #expect(try shop.status().outstanding.first.map { $0.numbers == [2, 3, 4] || $0.numbers == [4] } == true)
    shop.job.targets = [works]
    let run = shop.run()
    #expect(run.status == 0 && run.manifest?.number == 4 && run.manifest?.mode == .full, "\(run)")
    #expect(shop.text(out) == "000001\n000004\n")
  }

  // MARK: - Another history

  /// The shop is restored from a backup that knows nothing of what a target was given.
  @Test(arguments: [JobMode.delta, .full], [true, false])
  func aRestoredShopMakesTheCopyRight(mode: JobMode, hasNews: Bool) throws {
    let (shop, mirror) = try deltas()
    shop.job.mode = mode
    change(shop, to: "1")
    let backup = shop.path + "/backup"
    try manager.createDirectory(atPath: backup, withIntermediateDirectories: true)
    for name in ["exports", "jobs"] {
      try manager.copyItem(atPath: "\(shop.path)/\(name)", toPath: "\(backup)/\(name)")
    }
    change(shop, to: "A")
    change(shop, to: "AA")
    for name in ["exports", "jobs"] {
      try manager.removeItem(atPath: "\(shop.path)/\(name)")
      try manager.moveItem(atPath: "\(backup)/\(name)", toPath: "\(shop.path)/\(name)")
    }
    let run = change(shop, to: hasNews ? "B" : "1")
    #expect(run.status == 0 && run.delivered == ["mirror": [4]], "\(run)")
    #expect(run.manifest?.mode == .full && run.manifest?.previous?.number == 1)
    #expect(try shop.consistent(mirror) == 4 && shop.consistent() == 4)
    #expect(shop.text(mirror + "/latest/goods.csv") == shop.texts["goods"])
    #expect(change(shop, to: "C").delivered == ["mirror": [5]])
    #expect(shop.names(mirror).prefix(5) == ["000001", "000002", "000003", "000004", "000005"])
  }

  /// The same, noticed only after the shop has come to the number that the target has.
  @Test func aTargetOnAnotherHistoryIsSeenByItsDigest() throws {
    let (shop, mirror) = try deltas()
    change(shop, to: "1")
    let backup = shop.path + "/backup"
    try manager.createDirectory(atPath: backup, withIntermediateDirectories: true)
    for name in ["exports", "jobs"] {
      try manager.copyItem(atPath: "\(shop.path)/\(name)", toPath: "\(backup)/\(name)")
    }
    change(shop, to: "A")
    for name in ["exports", "jobs"] {
      try manager.removeItem(atPath: "\(shop.path)/\(name)")
      try manager.moveItem(atPath: "\(backup)/\(name)", toPath: "\(shop.path)/\(name)")
    }
    try manager.moveItem(atPath: mirror, toPath: mirror + ".away")
    #expect(change(shop, to: "B").manifest?.number == 2)
    try manager.moveItem(atPath: mirror + ".away", toPath: mirror)
    let run = shop.run()
    #expect(run.status == 0 && run.delivered == ["mirror": [3]] && run.manifest?.mode == .full, "\(run)")
    #expect(shop.text(mirror + "/latest/goods.csv") == "sku\nB\n")
  }

  @Test func twoShopsDoNotShareATarget() throws {
    let (shop, mirror) = try deltas()
    let (other, _) = try deltas()
    other.identity = "station"
    other.job.targets = [JobTarget(name: "mirror", delivery: .folder(mirror))]
    change(shop, to: "1")
    change(shop, to: "2")
    let listed = try manager.subpathsOfDirectory(atPath: mirror).sorted()
    for text in ["X", "Y", "Z"] {
      let run = change(other, to: text)
      #expect(run.status == 6 && run.problems.first?.headline.contains("of another shop") == true, "\(run)")
      #expect(run.result == .published && run.problems.count == 1)
    }
    #expect(try manager.subpathsOfDirectory(atPath: mirror).sorted() == listed)
    #expect(try shop.consistent(mirror) == 2)
    // Neither an own folder.
    other.job.folder = shop.sets
    #expect(change(other, to: "V").status == 6)
    #expect(try shop.consistent() == 2)
    #expect(change(shop, to: "3").delivered == ["mirror": [3]])
  }

  // MARK: - Random events

  /// Seeded, so that every run of the tests has the same histories.
  private struct Chance {
    var state: UInt64
    mutating func below(_ end: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % end
    }
  }

  /// Sets are removed and damaged, targets go and come back, backups are restored: who takes what was delivered, in that order,
  /// can take each, and has the newest as soon as all targets are there.
  @Test(arguments: [1, 2] as [UInt64]) func anyHistoryLeavesReadersRight(seed: UInt64) throws {
    let (shop, mirror) = try deltas()
    let (reader, backup) = (shop.path + "/reader", shop.path + "/backup")
    try manager.createDirectory(atPath: reader, withIntermediateDirectories: true)
    // What commands were given is restored with the shop, so theirs are histories without that.
    let isRestored = seed % 2 == 0
    if !isRestored {
      shop.job.targets.append(
        JobTarget(name: "reader", delivery: .command(["cp", "{manifest}", "\(reader)/{number}"])))
    }
    func toggle(_ folder: String) throws {
      let away = folder + ".away"
      let isThere = manager.fileExists(atPath: folder)
      try manager.moveItem(atPath: isThere ? folder : away, toPath: isThere ? away : folder)
    }
    var chance = Chance(state: seed)
    var mark: SetMark?
    var made = 0
    for step in 100..<140 {
      let numbers = shop.names().filter { SetNumber.parse($0) != nil }
      switch chance.below(9) {
      case 0, 1, 2: shop.texts["goods"] = "sku\n\(step)\n"
      case 3: try toggle(mirror)
      case 4 where !numbers.isEmpty:
        try manager.removeItem(atPath: shop.sets + "/" + numbers[chance.below(numbers.count)])
      case 5 where !numbers.isEmpty:
        try shop.write("\(shop.sets)/\(numbers[chance.below(numbers.count)])/goods.csv", "sku\nxxx\n")
      case 6: shop.job.retention = JobRetention(sets: [nil, 1, 2][chance.below(3)])
      case 7 where isRestored && !manager.fileExists(atPath: backup + "/exports"):
        try manager.createDirectory(atPath: backup, withIntermediateDirectories: true)
        for name in ["exports", "jobs"] where manager.fileExists(atPath: "\(shop.path)/\(name)") {
          try manager.copyItem(atPath: "\(shop.path)/\(name)", toPath: "\(backup)/\(name)")
        }
      case 7 where isRestored:
        for name in ["exports", "jobs"] {
          try manager.removeItem(atPath: "\(shop.path)/\(name)")
          try manager.moveItem(atPath: "\(backup)/\(name)", toPath: "\(shop.path)/\(name)")
        }
      case 7, 8: if !isRestored { try toggle(reader) }
      default: break
      }
      let run = shop.run()
      let isAllThere = manager.fileExists(atPath: mirror) && manager.fileExists(atPath: reader)
      #expect(run.status == 0 || !isAllThere, "\(step): \(run)")
      #expect(run.status == 6 || manager.fileExists(atPath: mirror), "\(step): \(run)")
      if manager.fileExists(atPath: mirror) {
        let there = SetFolder(folder: try OpenFolder.opened(mirror), owner: shop.owner)
        var isSeen = true
        for number in run.delivered["mirror"] ?? [] {
          #expect(number > mark?.number ?? 0)
          // Retention may have taken it there in the same run.
          guard let set = try there.published(number)?.known else {
            isSeen = false
            continue
          }
          #expect(!isSeen || isRight(set, after: mark), "\(step): \(set) after \(String(describing: mark))")
          isSeen = true
          mark = set.mark
        }
        #expect(try shop.consistent(mirror) == run.manifest?.number && mark?.number == run.manifest?.number)
        #expect(shop.text(mirror + "/latest/goods.csv") == shop.texts["goods"], "\(step)")
      }
      made = max(made, run.manifest?.number ?? 0)
    }
    #expect(made > 10)
    guard !isRestored else { return }
    if !manager.fileExists(atPath: reader) { try toggle(reader) }
    shop.run()
    mark = nil
    for name in shop.names(reader) {
      let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: reader + "/" + name)))
      let set = SetFolder.Published(
        manifest: try JobManifest.read(bytes), bytes: bytes, sha256: SHA256Hash.hexadecimal(of: bytes)
      ).known
      #expect(isRight(set, after: mark), "\(set)")
      mark = set.mark
    }
    #expect(try mark?.number == shop.consistent())
  }

  // MARK: - Commands that take what they are shown

  @Test func aCommandThatTakesTheSetAwayIsAnError() throws {
    let (shop, mirror) = try deltas()
    shop.job.targets.insert(JobTarget(name: "greedy", delivery: .command(["rm", "-r", "{set}"])), at: 0)
    for text in ["1", "2"] {
      let run = change(shop, to: text)
      #expect(run.status == 6 && run.delivered.isEmpty, "\(run)")
      #expect(run.problems.first?.headline.contains("has removed or changed the set") == true, "\(run)")
      #expect(run.problems.last?.headline.hasPrefix("mirror: ") == true, "\(run)")
    }
    shop.job.targets[0] = JobTarget(name: "greedy", delivery: .command(["true"]))
    let run = shop.run()
    #expect(run.status == 0 && run.delivered == ["greedy": [3], "mirror": [3]], "\(run)")
    #expect(try shop.consistent(mirror) == 3)
  }
}

import Foundation
import Testing

/// A run that is killed at any instant leaves the shop as it was before or as it is after, and can be repeated.
@Suite(.serialized) struct KilledTests {
  /// Delays as shares of the time that the undisturbed run takes, the same in every run of the tests.
  private static func shares(_ count: Int, seed: UInt64) -> [Double] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * 1.1
    }
  }

  private static func copyDatabase(_ from: String, to folder: String) throws {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder + "/stock.sqlite" + ending)
      if FileManager.default.fileExists(atPath: from + "/stock.sqlite" + ending) {
        try FileManager.default.copyItem(
          atPath: from + "/stock.sqlite" + ending, toPath: folder + "/stock.sqlite" + ending)
      }
    }
  }

  /// Kills a command again and again. A shop that is still as before goes into the next attempt as the kill left it.
  private func survives(_ command: [String], in shop: TestShopFolder, kills: Int, seed: UInt64) throws {
    let saved = shop.folder.path + "/saved"
    try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: true)
    try Self.copyDatabase(shop.path, to: saved)
    let before = try ShopContents(shop.database, withoutTimes: true)
    let whole = try shop.must(command, within: 120)
    let after = try ShopContents(shop.database, withoutTimes: true)
    let isChanged = before != after
    #expect(isChanged)
    try Self.copyDatabase(saved, to: shop.path)

    var outcomes = [0, 0]
    for share in Self.shares(kills, seed: seed) {
      let running = try shop.folder.start(command, in: shop.path)
      usleep(UInt32(share * whole.seconds * 1_000_000))
      running.kill()
      let run = running.finish()
      #expect(run.status == 137 || run.status == 0, "\(run.shown)")
      #expect(try ShopContents.rows(shop.database, "PRAGMA integrity_check") == ["ok"])
      let now = try ShopContents(shop.database, withoutTimes: true)
      if now == before {
        outcomes[0] += 1
      } else {
        outcomes[1] += 1
        let isWhole = now == after
        #expect(isWhole, "killed after \(share): \(now.differences(from: after))")
        // The repeated command sees that it is done.
        try shop.must(command)
        let isStill = try ShopContents(shop.database, withoutTimes: true) == after
        #expect(isStill)
        try Self.copyDatabase(saved, to: shop.path)
      }
    }
    let last = try shop.must(command, within: 120)
    let end = try ShopContents(shop.database, withoutTimes: true)
    let isWhole = end == after
    #expect(isWhole, "\(end.differences(from: after))\n\(last.shown)")
    try shop.must(["check"])
    print("killed \(kills) times: \(outcomes[0]) as before, \(outcomes[1]) as after, \(whole.seconds) s undisturbed")
    #expect(outcomes[0] > 0)
  }

  @Test func anImportIsWholeOrNotThere() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try folder.write("locations.csv", "location,location_name\nshop,Shop\n")
    try shop.must(["import", "../locations.csv"])
    var text = "product_code,title,sku,size,barcode,price\n"
    for number in 1...10_000 {
      text += "P\(number / 4),Product \(number / 4),S\(number),\(number % 4),,\(number % 90).95\n"
    }
    try folder.write("goods.csv", text)
    try survives(["import", "../goods.csv"], in: shop, kills: 30, seed: 7)
  }

  @Test func aPostedCountIsWholeOrNotThere() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try folder.write("locations.csv", "location,location_name\nshop,Shop\n")
    var goods = "product_code,title,sku\n"
    var levels = "sku,location,quantity,unit_cost,effective_at\n"
    let session = "count,location,count_kind,cut_off_at\nC1,shop,partial,2026-10-31T18:00:00\n"
    var counted = "count,location,section,sku,counted_quantity\n"
    for number in 1...8000 {
      goods += "P\(number),Product \(number),S\(number)\n"
      levels += "S\(number),shop,\(number % 17),1.\(100 + number % 800),2026-09-01T00:00:00\n"
      counted += "C1,shop,A,S\(number),\(number % 13)\n"
    }
    for (name, text) in [("goods", goods), ("levels", levels), ("session", session), ("counted", counted)] {
      try folder.write(name + ".csv", text)
    }
    try shop.must(["import", "../locations.csv"])
    try shop.must(["import", "../goods.csv"])
    try shop.must(["import", "../levels.csv", "--kind", "stock_levels", "--decimal", "point"])
    try shop.must(["import", "../session.csv"])
    try shop.must(["import", "../counted.csv"])
    try survives(["reconcile", "C1", "--post", "--json"], in: shop, kills: 30, seed: 11)
  }
}

import Foundation
import Testing

/// Several commands at once wait for each other or say that they are busy; nothing gets lost.
@Suite struct ConcurrencyTests {
  @Test func nothingIsLostWhenManyWriteAtOnce() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    var commands: [[String]] = []
    for file in 1...2 {
      var text = "document,line,sku,quantity,unit_price,location,effective_at\n"
      for line in 1...4000 { text += "T\(file)-\(line / 10),\(line),L001,1,2.99,shop,2026-10-01T10:00:00\n" }
      try folder.write("sales\(file).csv", text)
      commands.append(["import", "../sales\(file).csv"])
    }
    for file in 1...4 {
      try folder.write("scan\(file).txt", String(repeating: "2200000200006\n", count: 5 * file))
      commands.append([
        "scan", "../scan\(file).txt", "--kind", "sale", "--location", "shop", "--document", "TILL-\(file)",
      ])
    }
    try folder.write("prices.csv", "sku,price\nL001,3.19\n")
    try folder.write("other.csv", "sku,price\nL002,2.99\n")
    commands += [
      ["import", "../prices.csv", "--on-error", "skip"], ["import", "../other.csv", "--plan", "../other.plan"],
      ["report", "stock-on-hand", "--format", "json"], ["report", "shrinkage"], ["stock", "--json"], ["check"],
      ["imports", "--json"],
    ]
    // The same file from two terminals: it counts once.
    commands.append(["import", "../sales1.csv"])
    var waiting = commands
    for _ in 1...10 where !waiting.isEmpty {
      let running = try waiting.map { ($0, try folder.start($0, in: shop.path)) }
      waiting = running.compactMap { command, process in
        let run = process.finish(within: 120)
        #expect(run.status == 0 || run.status == 75, "\(command.joined(separator: " ")): \(run.shown)")
        if run.status == 75 { #expect(run.errorText.contains("ry again"), "\(run.shown)") }
        #expect(!run.errorText.contains("database is locked"), "\(run.shown)")
        return run.status == 75 ? command : nil
      }
    }
    #expect(waiting.isEmpty)
    let sold = """
      SELECT v.sku, -SUM(m.quantity) FROM movements m JOIN variants v ON v.id = m.variant_id GROUP BY v.sku ORDER BY v.sku
      """
    #expect(try ShopContents.rows(shop.database, sold) == ["L001|8000000", "L002|50000"])
    #expect(try ShopContents.rows(shop.database, PlainSQL.wrongBalances).isEmpty)
    #expect(
      try ShopContents.rows(shop.database, "SELECT COUNT(*) FROM imports WHERE source LIKE '%sales1.csv'") == ["1"])
    try shop.must(["check"])
  }

  /// While one process holds the shop, another waits, then says that it is busy and changes nothing.
  @Test func aShopThatIsHeldIsBusy() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try folder.write("scan.txt", "2200000200006\n")
    let before = try shop.contents()
    try ShopContents.holding(shop.database) {
      let run = try shop.run(["scan", "../scan.txt", "--kind", "sale", "--location", "shop"])
      #expect(run.status == 75 && run.errorText.contains("ry again"), "\(run.shown)")
      #expect(run.seconds > 5, "it waits first")
      // Readers are not held up.
      #expect(try shop.run(["stock"]).status == 0)
    }
    #expect(try shop.contents().differences(from: before).isEmpty)
    try shop.must(["scan", "../scan.txt", "--kind", "sale", "--location", "shop"])
  }

  /// A backup only reads; its entry in the log waits longer than others that write.
  @Test func aBackupIsMadeWhileAShopIsHeld() throws {
    let folder = try TestFolder()
    let shop = try CornerShop.make(in: folder)
    try folder.write("scan.txt", "2200000200006\n")
    var backup: RunningCommand?
    try ShopContents.holding(shop.database) {
      backup = try folder.start(["backup", "make"], in: shop.path)
      var isThere = false
      for _ in 1...600 where !isThere {
        isThere = try !shop.must(["backup", "list"]).outputText.contains("no backups")
        if !isThere { usleep(50_000) }
      }
      #expect(isThere)
      let scan = try shop.run(["scan", "../scan.txt", "--kind", "sale", "--location", "shop"])
      #expect(scan.status == 75, "\(scan.shown)")
      #expect(!(try shop.must(["log", "--limit", "1"]).outputText.contains("made the backup")))
    }
    let made = try #require(backup).finish()
    #expect(made.status == 0, "\(made.shown)")
    #expect(try shop.must(["log", "--limit", "1"]).outputText.contains("made the backup"))
  }
}

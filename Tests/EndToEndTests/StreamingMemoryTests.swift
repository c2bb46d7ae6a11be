import FormatKitTesting
import Foundation
import Testing

/// What goes out of a shop goes through little memory, however many records there are.
@Suite(.serialized) struct StreamingMemoryTests {
  /// A shop with so many items, each of them on hand.
  private func shop(_ items: Int, in folder: TestFolder) throws -> String {
    let shop = folder.path + "/shop\(items)"
    let made = try folder.run(["init", shop, "--name", "Many", "--location", "shop"])
    #expect(made.status == 0, "\(made.shown)")
    var goods = "sku,product_code,title,price\n"
    var stock = "sku,location,quantity,unit_cost\n"
    for item in 1...items {
      let title = "Item \(item) with a title of some length, as suppliers write them"
      goods += "SKU-\(item),P-\(item),\"\(title)\",\(item % 90 + 1).50\n"
      stock += "SKU-\(item),shop,\(item % 50 + 1),\(item % 90).25\n"
    }
    try goods.write(toFile: folder.path + "/goods.csv", atomically: true, encoding: .utf8)
    try stock.write(toFile: folder.path + "/stock.csv", atomically: true, encoding: .utf8)
    for (file, kind) in [("goods", "items"), ("stock", "stock_levels")] {
      let path = "\(folder.path)/\(file).csv"
      let arguments = ["import", path, "--shop", shop] + (kind == "items" ? [] : ["--kind", kind])
      let read = try folder.run(arguments, within: 600)
      #expect(read.status == 0, "\(read.shown)")
    }
    return shop
  }

  @Test func memoryDoesNotGrowWithTheRecords() throws {
    let folder = try TestFolder()
    let commands = [
      ["export", "variants", "--to", folder.path + "/out.csv"],
      ["export", "stock_levels", "--to", folder.path + "/out.jsonl"],
      ["report", "stock-on-hand", "--out", folder.path + "/out.html"],
      ["report", "stock-on-hand", "--out", folder.path + "/out.json"],
      ["stock", "--location", "shop"],
    ]
    let (few, many) = (try shop(500, in: folder), try shop(40_000, in: folder))
    for command in commands {
      let small = try folder.run(command + ["--shop", few], within: 60)
      let large = try folder.run(command + ["--shop", many], within: 300)
      #expect(small.status == 0 && large.status == 0, "\(small.shown)\n\(large.shown)")
      let reported = "\(command[0]) \(command[1]): \(small.peakMemory >> 20) and \(large.peakMemory >> 20) MiB"
      #expect(large.peakMemory - small.peakMemory < 16 << 20, "\(reported)")
      print(reported)
    }
  }

  /// The cells of a table wait in a file; what comes out is what the shop has, whole.
  @Test func aTableOfManyRowsIsWhole() throws {
    let folder = try TestFolder()
    let items = 40_000
    let run = try folder.run(["stock", "--shop", try shop(items, in: folder)], within: 300)
    let rows = run.outputText.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ") }
    let expected = (1...items).map { ["SKU-\($0)", "shop", "\($0 % 50 + 1)"] }.sorted { $0[0] < $1[0] }
    #expect(rows.map { $0.map(String.init) } == expected)
  }
}

import FormatKitTesting
import Foundation
import Testing

/// Files far larger than memory may grow: 200 MB always, 2 GB with `STOCKROOM_LARGE=1`.
@Suite(.serialized) struct LargeInputTests {
  static let sizes: [Int] =
    ProcessInfo.processInfo.environment["STOCKROOM_LARGE"] == "1" ? [200_000_000, 2_000_000_000] : [200_000_000]

  /// The free bytes on the disk of the temporary files.
  private static func freeSpace() -> Int {
    let attributes = try? FileManager.default.attributesOfFileSystem(
      forPath: FileManager.default.temporaryDirectory.path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.intValue ?? 0
  }

  private func hasRoom(for size: Int) -> Bool {
    let needed = size * 3 + 100_000_000
    if Self.freeSpace() > needed { return true }
    print("skipped: \(size / 1_000_000) MB and their copy need \(needed / 1_000_000) MB of free space")
    return false
  }

  private static let unit = Array("A1001-BLK-S,T-Shirt Rundhals mit etwas Text,4.2500,12.90,2026-10-31T18:00:00\n".utf8)
  private static let header = "sku,title,unit_cost,price,effective_at\n"

  @Test(arguments: sizes) func aLargeValidFileIsConvertedInLittleMemory(size: Int) throws {
    guard hasRoom(for: size) else { return }
    let folder = try TestFolder()
    let path = folder.path + "/large.csv"
    let rows = size / Self.unit.count
    try BadInput.stream(path, first: Self.header, unit: Self.unit, count: rows * Self.unit.count, last: "")
    let inspected = try folder.run(["inspect", path], within: 900)
    #expect(inspected.status == 0, "\(inspected.shown)")
    #expect(inspected.peakMemory < BadInputTests.memoryLimit, "inspect: \(inspected.peakMemory >> 20) MiB")
    // A tenth of the full run is converted by an unoptimised build in the time of the rest.
    let small = folder.path + "/part.csv"
    let part = size > 200_000_000 ? rows : rows / 4
    if part < rows {
      try BadInput.stream(small, first: Self.header, unit: Self.unit, count: part * Self.unit.count, last: "")
    }
    let run = try folder.run(
      ["convert", part < rows ? small : path, folder.path + "/large.jsonl", "--json"], within: 1800)
    #expect(run.status == 0 && run.outputText.contains("\"records\" : \(part)"), "\(run.shown)")
    #expect(run.peakMemory < BadInputTests.memoryLimit, "convert: \(run.peakMemory >> 20) MiB")
    print(
      "\(size / 1_000_000) MB: inspect \(inspected.peakMemory >> 20) MiB in \(Int(inspected.seconds)) s, "
        + "convert \(run.peakMemory >> 20) MiB in \(Int(run.seconds)) s")
  }

  @Test(arguments: sizes) func anUnclosedQuoteOverALargeFileIsTurnedAway(size: Int) throws {
    guard hasRoom(for: size) else { return }
    let folder = try TestFolder()
    let shop = try folder.shop()
    let before = try shop.contents()
    let path = shop.path + "/large.csv"
    // The quote that opens in line 2 is never closed.
    try BadInput.stream(path, first: Self.header + "A,\"T", unit: Self.unit, count: size, last: "")
    let run = try shop.run(["import", "large.csv", "--kind", "variants"], within: 900)
    #expect(run.status == 5 && run.errorText.contains("large.csv:2"), "\(run.shown)")
    #expect(run.peakMemory < BadInputTests.memoryLimit, "\(run.peakMemory >> 20) MiB")
    #expect(try shop.contents().differences(from: before).isEmpty)
    print("\(size / 1_000_000) MB unclosed: \(run.peakMemory >> 20) MiB in \(Int(run.seconds)) s")
  }
}

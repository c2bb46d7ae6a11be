import FormatKitTesting
import Foundation
import Testing

/// A workbook of many rows needs hardly more memory than one of few.
@Suite(.serialized) struct SpreadsheetMemoryTests {
  /// Writes a workbook of that many rows and reads it back; returns the memory of both runs.
  private func peaks(_ rows: Int, in folder: TestFolder) throws -> (writing: Int, reading: Int) {
    let unit = Array("A1001-BLK-S,T-Shirt Rundhals mit etwas Text,4.25,2026-10-31\n".utf8)
    let list = folder.path + "/list\(rows).csv"
    try BadInput.stream(list, first: "sku,title,price,since\n", unit: unit, count: rows * unit.count, last: "")
    let written = try folder.run(["convert", list, folder.path + "/list\(rows).xlsx"], within: 300)
    #expect(written.status == 0, "\(written.shown)")
    let read = try folder.run(
      ["convert", folder.path + "/list\(rows).xlsx", folder.path + "/back\(rows).csv"], within: 300)
    #expect(read.status == 0, "\(read.shown)")
    #expect(FileManager.default.contentsEqual(atPath: list, andPath: folder.path + "/back\(rows).csv"))
    return (written.peakMemory, read.peakMemory)
  }

  @Test func memoryDoesNotGrowWithTheRows() throws {
    let folder = try TestFolder()
    let few = try peaks(3000, in: folder)
    let many = try peaks(300_000, in: folder)
    #expect(many.reading - few.reading < 64 << 20, "reading \(few.reading >> 20) and \(many.reading >> 20) MiB")
    #expect(many.writing - few.writing < 64 << 20, "writing \(few.writing >> 20) and \(many.writing >> 20) MiB")
  }
}

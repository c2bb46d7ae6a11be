import Foundation
import Testing
import Workbook

/// The temporary files of a workbook.
@Suite struct WorkbookFileTests {
  /// The files in a folder that this process has open, those that are deleted among them.
  private func openFiles(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number)
    }.filter { $0.hasPrefix(folder) }
  }

  @Test(arguments: [false, true]) func nothingStaysOpen(isFinished: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/workbook-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let book = try WorkbookFile(in: folder)
      for name in ["a", "b"] { try book.addSheet(name).write(1, row: 0, column: 0) }
      let open = try openFiles(in: folder)
      #expect(open.count >= 2)
      if isFinished { try book.finish() }
    }
    let left = try openFiles(in: folder)
    #expect(left == [])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files == [])
  }
}

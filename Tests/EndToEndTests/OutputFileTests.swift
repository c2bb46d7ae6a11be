import Foundation
import Testing

/// Files that commands write for people, and reports that are checked without a shop.
@Suite struct OutputFileTests {
  @Test func aReportIsLookedThroughWithoutAShop() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try shop.must(["report", "--new", "mine"])
    let made = shop.path + "/reports/mine"
    try FileManager.default.moveItem(atPath: made, toPath: folder.path + "/mine")
    let run = try folder.run(["report", "--check", "mine"])
    #expect(run.status == 0 && run.errorText.contains("Nothing is wrong with mine."), "\(run.shown)")
    try folder.write("mine/report.yml", "title: Mine\n")
    #expect(try folder.run(["report", "--check", "mine"]).status == 5)
    #expect(try folder.run(["report", "--check", "mine", "--shop", "nowhere"]).status == 2)
  }

  /// A command that is ended in the midst of its output leaves the file that was there, and nothing else.
  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func nothingIsLeftOfAnOutputThatWasNotFinished(signal: Int32) throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    let report = shop.path + "/reports/endless"
    try FileManager.default.createDirectory(atPath: report, withIntermediateDirectories: true)
    try folder.write(
      "shop/reports/endless/report.yml",
      """
      title: Endless
      summary: Numbers without end.
      queries:
        numbers: {file: numbers.sql, rows: streamed, columns: {number: whole-number}}
      csv: {query: numbers}
      """)
    try folder.write(
      "shop/reports/endless/numbers.sql",
      "WITH RECURSIVE n AS (SELECT 1 AS number UNION ALL SELECT number + 1 FROM n) SELECT number FROM n")
    try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: true)
    try folder.write("out/endless.csv", "before")
    let command = try folder.start(["report", "endless", "--out", "../out/endless.csv"], in: shop.path)
    // Until it writes: a file that it holds open in the folder has grown.
    let descriptors = "/proc/\(command.processID)/fd"
    func isWriting() -> Bool {
      let open = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      return open.contains { name in
        let file = try? FileManager.default.destinationOfSymbolicLink(atPath: descriptors + "/" + name)
        var status = stat()
        return file?.hasPrefix(folder.path + "/out/") == true && stat(descriptors + "/" + name, &status) == 0
          && status.st_size > 0
      }
    }
    for _ in 0..<3000 where !isWriting() { usleep(10_000) }
    #expect(isWriting())
    kill(command.processID, signal)
    #expect(command.finish().status == 128 + signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out") == ["endless.csv"])
    #expect(try String(contentsOfFile: folder.path + "/out/endless.csv", encoding: .utf8) == "before")
  }
}

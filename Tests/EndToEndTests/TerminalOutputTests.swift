import Foundation
import ProgramTesting
import Subprocess
import Testing

/// What commands write to a terminal does not command it.
@Suite struct TerminalOutputTests {
  @Test(arguments: [["convert", "list.csv", "-", "--to", "csv"], ["convert", "list.csv", "-", "--to", "tsv"]])
  func controlCharactersOfAFileAreShown(arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/terminal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("sku,title\nA,\u{1B}]0;owned\u{7}Hat\n".utf8).write(to: URL(fileURLWithPath: folder + "/list.csv"))
    let shown = try TerminalRun.run(arguments, answers: "", in: folder).shown
    #expect(shown.contains("·]0;owned·Hat") && !shown.contains("\u{1B}"), "\(shown)")
    #expect(shown.contains("write to a file"))
    // A pipe gets the bytes themselves.
    var ends: [Int32] = [0, 0]
    let made = pipe(&ends)
    try #require(made == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let program = try TestProgram(
      [try #require(Executable.path)] + arguments, in: folder,
      channels: (.reading("/dev/null"), .descriptor(ends[1]), .writing("/dev/null")))
    close(ends[1])
    let bytes = reading.readDataToEndOfFile()
    program.finish()
    #expect(bytes.range(of: Data("\u{1B}]0;owned\u{7}Hat".utf8)) != nil)
  }
}

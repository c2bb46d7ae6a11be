import Foundation
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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Executable.path))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(bytes.range(of: Data("\u{1B}]0;owned\u{7}Hat".utf8)) != nil)
  }
}

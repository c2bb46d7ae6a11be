package import Foundation
package import Subprocess

/// A program that a test starts.
///
/// Tests do not use `Process` of Foundation: where more than 1,300 files are open, it may read beyond the end of their list, and
/// the whole run of tests ends.
package final class TestProgram {
  private let group: ProcessGroup
  private var ended: Int32?

  /// Starts a program in a process group of its own.
  ///
  /// - Parameters:
  ///   - words: the program, looked up in `PATH` unless it is a path, and its arguments.
  ///   - channels: standard input, output and error; nothing to read, and what it writes is not kept, unless given.
  package init(
    _ words: [String], in folder: String = FileManager.default.currentDirectoryPath,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    channels: (ProcessGroup.Channel, ProcessGroup.Channel, ProcessGroup.Channel) = (
      .reading("/dev/null"), .writing("/dev/null"), .writing("/dev/null")
    )
  ) throws {
    group = try ProcessGroup(words, in: folder, environment: environment, channels: channels)
  }

  /// Whether it has not ended yet.
  package var isRunning: Bool {
    if ended == nil { ended = group.status() }
    return ended == nil
  }

  /// Sends a signal to it and to all that it started.
  package func send(_ signal: Int32) { group.send(signal) }

  /// Waits until it ends, and returns its exit status, or 128 + the signal that ended it.
  @discardableResult
  package func finish() -> Int32 {
    while isRunning { usleep(3_000) }
    return ended ?? -1
  }

  /// What a program wrote to its standard output until it ended, and its exit status.
  ///
  /// ```swift
  /// let run = try TestProgram.run(["python3", "-c", "print(6 * 7)"])
  /// #expect(run.status == 0 && run.output == Data("42\n".utf8))
  /// ```
  ///
  /// - Parameters:
  ///   - input: what it reads from its standard input.
  ///   - withErrors: whether what it writes to its standard error belongs to it.
  package static func run(
    _ words: [String], in folder: String = FileManager.default.currentDirectoryPath,
    environment: [String: String] = ProcessInfo.processInfo.environment, input: Data = Data(), withErrors: Bool = false
  ) throws -> (status: Int32, output: Data) {
    let files = FileManager.default.temporaryDirectory.path + "/program-\(UUID().uuidString)"
    let (inputPath, outputPath) = (files + ".in", files + ".out")
    defer { for path in [inputPath, outputPath] { try? FileManager.default.removeItem(atPath: path) } }
    try input.write(to: URL(fileURLWithPath: inputPath))
    try Data().write(to: URL(fileURLWithPath: outputPath))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
    let program = try TestProgram(
      words, in: folder, environment: environment,
      channels: (
        .reading(inputPath), .descriptor(output.fileDescriptor),
        withErrors ? .descriptor(output.fileDescriptor) : .writing("/dev/null")
      ))
    let status = program.finish()
    try output.close()
    return (status, try Data(contentsOf: URL(fileURLWithPath: outputPath)))
  }
}

import Exchange
import FormatKit
import Foundation
import Testing

/// An output that is no file.
@Suite struct StreamOutputTests {
  /// What a thread reads from a pipe.
  private final class Reading: @unchecked Sendable {
    private var data = Data()
    private let isDone = DispatchSemaphore(value: 0)

    init(_ path: String) {
      // No task: these wait for one another when their threads are blocked.
      Thread.detachNewThread { [self] in
        data = (try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd()) ?? Data()
        isDone.signal()
      }
    }

    func all() -> Data {
      isDone.wait()
      return data
    }
  }

  @Test(.timeLimit(.minutes(1))) func aNamedPipeStaysAPipeAndGetsEverything() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let reading = Reading(path)
    let line = "A-1,3,4.50\n"
    try AtomicOutput.write(to: path) { sink in
      for _ in 0..<20_000 { try sink.write(line) }
    }
    #expect(reading.all() == Data(String(repeating: line, count: 20_000).utf8))
    #expect(isPipe(path))
  }

  /// Whoever reads gets nothing of a result that failed.
  @Test func aPipeGetsNothingOfAFailure() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    // Nobody reads: it would wait if it were opened.
    #expect(throws: CancellationError.self) {
      try AtomicOutput.write(to: path) { sink in
        try sink.write("A-1\n")
        throw CancellationError()
      }
    }
    #expect(isPipe(path))
  }

  /// The files of a file system in memory are files, although its folder is among the devices.
  @Test(.enabled(if: access("/dev/shm", W_OK) == 0)) func aFileInMemoryIsReplacedWhole() throws {
    let path = "/dev/shm/output-\(UUID().uuidString)"
    defer { unlink(path) }
    try AtomicOutput.write(to: path) { try $0.write("a long first output\n") }
    try AtomicOutput.write(to: path) { try $0.write("short\n") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "short\n")
  }

  /// As `>> FILE` gives it to a command.
  @Test func aDescriptorOfTheProcessIsWrittenTo() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)").path
    try Data("before\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let descriptor = open(path, O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try AtomicOutput.write(to: "/dev/fd/\(descriptor)") { try $0.write("after\n") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before\nafter\n")
  }

  private func isPipe(_ path: String) -> Bool {
    var found = stat()
    return lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFIFO
  }
}

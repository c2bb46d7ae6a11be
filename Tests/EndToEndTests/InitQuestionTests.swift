import Foundation
import Testing

/// What `init` asks on a terminal.
@Suite struct InitQuestionTests {
  /// Runs the command on a pseudo-terminal of its own, with answers typed on it.
  private func run(_ arguments: [String], answers: String, in folder: String) throws -> (status: Int32, shown: String) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    defer { close(master) }
    // TIOCSPTLCK and TIOCGPTN of Linux: let the other side be opened, and say its number.
    var (lock, number): (CInt, CInt) = (0, -1)
    try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    let terminal = open(name, O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Executable.path))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["TZ": "Europe/Berlin", "LANG": "C", "TERM": "dumb", "PATH": "/usr/bin:/bin", "USER": "mary"]
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    close(terminal)
    let typed = Array(answers.utf8)
    _ = write(master, typed, typed.count)
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      shown += buffer[..<count]
    }
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: shown, as: UTF8.self).replacingOccurrences(of: "\r", with: ""))
  }

  private func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/init-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func settings(_ path: String) throws -> String {
    try String(contentsOfFile: path + "/stockroom.yml", encoding: .utf8)
  }

  @Test func asksForWhatWasNotGiven() throws {
    let folder = try folder()
    let run = try run(["init", "mine"], answers: "euros\nGBP\n\nhigh-street\n", in: folder)
    #expect(run.status == 0, "\(run.shown)")
    #expect(run.shown.contains("It can never be changed."))
    #expect(run.shown.contains("'euros' is not a currency of ISO 4217"))
    #expect(run.shown.contains("Time zone [Europe/Berlin]: "))
    let settings = try settings(folder + "/mine")
    for line in ["currency: GBP", "time_zone: Europe/Berlin", "location: high-street"] {
      #expect(settings.contains(line), "\(line)")
    }
  }

  @Test func whatWasGivenIsNotAskedFor() throws {
    let folder = try folder()
    let given = try run(
      ["init", "mine", "--currency", "SEK", "--time-zone", "UTC"], answers: "-\n", in: folder)
    #expect(given.status == 0, "\(given.shown)")
    #expect(!given.shown.contains("Currency"))
    #expect(try settings(folder + "/mine").contains("# location:"))
    let yes = try run(["init", "other", "--yes"], answers: "", in: folder)
    #expect(yes.status == 0 && !yes.shown.contains("["), "\(yes.shown)")
    #expect(try settings(folder + "/other").contains("time_zone: UTC"))
  }

  @Test func aShopInsideAnotherOneIsConfirmed() throws {
    let folder = try folder()
    _ = try run(["init", "outer", "--yes"], answers: "", in: folder)
    let inner = ["init", "outer/inner", "--currency", "EUR", "--time-zone", "UTC", "--location", "till"]
    let refused = try run(inner, answers: "\n", in: folder)
    #expect(refused.status == 4, "\(refused.shown)")
    #expect(!FileManager.default.fileExists(atPath: folder + "/outer/inner"))
    let made = try run(inner, answers: "y\n", in: folder)
    #expect(made.status == 0, "\(made.shown)")
  }

  /// After three wrong answers no shop is made.
  @Test func givesUp() throws {
    let folder = try folder()
    let run = try run(["init", "mine"], answers: "a\nb\nc\n", in: folder)
    #expect(run.status == 2, "\(run.shown)")
    let words = run.shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("stockroom init mine --currency EUR --time-zone Europe/Berlin --location shop"))
    #expect(!FileManager.default.fileExists(atPath: folder + "/mine"))
  }
}

import Foundation
import ProgramTesting
import Subprocess
import Testing

/// Runs of the command on a pseudo-terminal of its own.
enum TerminalRun {
  /// Runs the command, with answers typed on the terminal.
  static func run(_ arguments: [String], answers: String, in folder: String) throws -> (status: Int32, shown: String) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(master >= 0)
    defer { close(master) }
    // TIOCSPTLCK and TIOCGPTN of Linux: let the other side be opened, and say its number.
    var (lock, number): (CInt, CInt) = (0, -1)
    try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    let terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(terminal >= 0)
    let program = try TestProgram(
      [try #require(Executable.path)] + arguments, in: folder,
      environment: ["TZ": "Europe/Berlin", "LANG": "C", "TERM": "dumb", "PATH": "/usr/bin:/bin", "USER": "mary"],
      channels: (.descriptor(terminal), .descriptor(terminal), .descriptor(terminal)))
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
    return (program.finish(), String(decoding: shown, as: UTF8.self).replacingOccurrences(of: "\r", with: ""))
  }
}

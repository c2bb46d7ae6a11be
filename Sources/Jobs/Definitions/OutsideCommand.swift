internal import Foundation
internal import Subprocess

/// A program that a definition names. It runs without a shell: each word of the list is passed unchanged as one
/// argument.
///
/// The program need not read its input, so the calling process must ignore `SIGPIPE`.
struct OutsideCommand {
  /// The result of a run.
  struct Ending {
    /// The exit status; 128 + the signal when one ended it; nil when it could not be started.
    var status: Int32?
    var timedOut = false
    /// The beginning of its output, on both channels.
    var said = ""
    var milliseconds = 0
  }

  /// The program, looked up in `PATH`, and its arguments.
  var words: [String]
  /// The folder in which it runs.
  var folder: String
  var timeoutSeconds: Int
  /// Environment variables that are added to our own environment.
  var variables: [String: String] = [:]
  /// Its input; no input when empty.
  var input: [UInt8] = []

  /// How much of what it says is kept. All of it is read, so that it is never held up.
  static let saidLimit = 8192

  func run() -> Ending {
    let began = ContinuousClock.now
    var ending = started(began)
    ending.milliseconds = Self.milliseconds(since: began)
    return ending
  }

  static func milliseconds(since began: ContinuousClock.Instant) -> Int {
    let parts = (ContinuousClock.now - began).components
    return Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
  }

  private func started(_ began: ContinuousClock.Instant) -> Ending {
    var output: [Int32] = [-1, -1]
    var input: [Int32] = [-1, -1]
    guard pipe(&output) == 0 else { return Ending(said: String(cString: strerror(errno))) }
    guard pipe(&input) == 0 else {
      let number = errno
      for end in output { close(end) }
      return Ending(said: String(cString: strerror(number)))
    }
    for end in output + input { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: ProcessGroup
    do {
      defer {
        close(input[0])
        close(output[1])
      }
      process = try ProcessGroup(
        words, in: folder, environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
        channels: (.descriptor(input[0]), .descriptor(output[1]), .descriptor(output[1])))
    } catch {
      close(input[1])
      close(output[0])
      return Ending(said: error.description)
    }
    return attend(process, writing: input[1], reading: output[0], until: began.advanced(by: .seconds(timeoutSeconds)))
  }

  /// Gives it what it reads, takes what it says, and ends it when its time is up.
  private func attend(
    _ process: ProcessGroup, writing input: Int32, reading output: Int32, until end: ContinuousClock.Instant
  ) -> Ending {
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    var ending = Ending()
    var said: [UInt8] = []
    var given = 0
    var isInputOpen = true
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    /// Reads the available output, limited so that the clock is checked in between.
    func listen() {
      for _ in 0..<16 {
        let count = read(output, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        if said.count < Self.saidLimit {
          said.append(contentsOf: buffer.prefix(min(count, Self.saidLimit - said.count)))
        }
      }
    }
    while true {
      if isInputOpen {
        let count = self.input[given...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { given += count }
        if given == self.input.count || count < 0 && errno != EAGAIN && errno != EINTR {
          close(input)
          isInputOpen = false
        }
      }
      listen()
      ending.status = process.status()
      if ending.status != nil { break }
      let now = ContinuousClock.now
      if now > end {
        if !ending.timedOut { process.send(SIGTERM) }
        // A moment to clear up, and no longer.
        if now > end.advanced(by: .seconds(1)) { process.send(SIGKILL) }
        ending.timedOut = true
      }
      var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, 20)
      if wait.revents & Int16(POLLIN) == 0 { usleep(2000) }
    }
    // Processes that it left running end with it when its time is up; otherwise they are not affected.
    if ending.timedOut { process.send(SIGKILL) }
    listen()
    if isInputOpen { close(input) }
    close(output)
    ending.said = String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return ending
  }
}

import FormatKitTesting
import Foundation

/// A process that has ended, with its output and the resources that it used.
struct CommandRun {
  /// The exit status; 128 + the signal when one ended it, as a shell has it.
  let status: Int32
  let output: Data
  let errors: Data
  /// Whether it was ended because its time was up.
  let timedOut: Bool
  /// Peak resident memory in bytes: the kernel's account, or the highest that was seen from outside when the account
  /// still includes the memory of the process that started it.
  let peakMemory: Int
  let seconds: Double

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// The whole of it, for the comment of a failed expectation.
  var shown: String {
    "status \(status)\(timedOut ? ", out of time" : "")\n--- output\n\(outputText.prefix(2000))\n--- errors\n\(errorText.prefix(4000))"
  }
}

/// The executable under test: what STOCKROOM_EXECUTABLE names, such as a release build, or what SwiftPM built in the same
/// folder as the tests.
enum Executable {
  static let path: String? = {
    if let named = ProcessInfo.processInfo.environment["STOCKROOM_EXECUTABLE"], !named.isEmpty { return named }
    return built("stockroom")
  }()

  /// A program that SwiftPM built next to the tests.
  static func built(_ name: String) -> String? {
    let manager = FileManager.default
    var folders: [String] = []
    if let own = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folders.append(URL(fileURLWithPath: own).deletingLastPathComponent().path)
    }
    folders.append(Bundle.main.bundleURL.path)
    folders.append(Bundle.main.bundleURL.deletingLastPathComponent().path)
    if let root = PackageRoot.path() { folders.append(root + "/.build/debug") }
    return folders.map { "\($0)/\(name)" }.first { manager.isExecutableFile(atPath: $0) }
  }

  /// The samples that the package ships.
  static let samples = (PackageRoot.path() ?? ".") + "/samples"
}

struct SpawnFailure: Error, CustomStringConvertible {
  let description: String
}

/// A process that is running.
final class RunningCommand {
  let processID: pid_t
  private let outputPath: String
  private let errorPath: String
  private let began = Date()
  private var seenMemory = 0

  /// Starts a program in a process group of its own.
  ///
  /// - Parameters:
  ///   - input: a file for standard input; nothing when nil.
  init(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String], input: String? = nil
  ) throws {
    let scratch = FileManager.default.temporaryDirectory.path + "/stockroom-run-\(UUID().uuidString)"
    outputPath = scratch + ".out"
    errorPath = scratch + ".err"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of tests have signals blocked, which a command would inherit.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    // The shell only changes the folder; the program takes its place.
    let words = ["bash", "-c", "cd \"$0\" && exec \"$@\"", folder, program] + arguments
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var started: pid_t = 0
    let result = posix_spawn(&started, "/bin/bash", &actions, &attributes, &arguments, &variables)
    guard result == 0 else {
      throw SpawnFailure(description: "\(program) cannot be started: \(String(cString: strerror(result)))")
    }
    processID = started
  }

  /// Ends the process and all that it started, at once.
  func kill() { _ = Foundation.kill(-processID, SIGKILL) }

  /// Waits until it ends, up to a number of seconds, and returns its output.
  func finish(within limit: Double = 60) -> CommandRun {
    var timedOut = false
    var status: Int32 = 0
    var usage = rusage()
    while true {
      let ended = wait4(processID, &status, WNOHANG, &usage)
      if ended == processID { break }
      if ended < 0, errno != EINTR { break }
      lookAtMemory()
      if !timedOut, Date().timeIntervalSince(began) > limit {
        timedOut = true
        kill()
      }
      usleep(3000)
    }
    let seconds = Date().timeIntervalSince(began)
    defer {
      unlink(outputPath)
      unlink(errorPath)
    }
    let account = Int(usage.ru_maxrss) * 1024
    let signal = status & 0x7F
    return CommandRun(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: FileManager.default.contents(atPath: outputPath) ?? Data(),
      errors: FileManager.default.contents(atPath: errorPath) ?? Data(), timedOut: timedOut,
      // A process begins its life in its parent's memory, which the kernel goes on counting.
      peakMemory: seenMemory > 0 ? min(account, max(seenMemory, account < 32 << 20 ? account : 0)) : account,
      seconds: seconds)
  }

  private func lookAtMemory() {
    let file = open("/proc/\(processID)/status", O_RDONLY)
    guard file >= 0 else { return }
    defer { close(file) }
    // Read every few milliseconds, so that nothing is made of the text but the one number.
    var text = [CChar](repeating: 0, count: 4096)
    let kilobytes = text.withUnsafeMutableBufferPointer { buffer -> Int in
      guard let start = buffer.baseAddress, read(file, start, buffer.count - 1) > 0,
        let line = strstr(start, "VmHWM:")
      else { return 0 }
      return strtol(line + 6, nil, 10)
    }
    seenMemory = max(seenMemory, kilobytes * 1024)
  }
}

/// A folder that is there for one test.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/stockroom-e2e-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path + "/home", withIntermediateDirectories: true)
  }

  deinit {
    // A test may have taken rights away.
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The surroundings of every command: nothing of the machine's own gets in.
  var environment: [String: String] {
    let beside = Executable.path.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } ?? ""
    var variables = [
      "PATH": beside + ":/usr/local/bin:/usr/bin:/bin", "HOME": path + "/home", "TZ": "UTC", "LC_ALL": "C.UTF-8",
      "SAMPLES": Executable.samples, "LOGNAME": "tester", "USER": "tester", "TMPDIR": path + "/home",
      "STOCKROOM": Executable.path ?? "stockroom",
    ]
    for name in ["LD_LIBRARY_PATH", "SWIFT_BACKTRACE"] {
      if let value = ProcessInfo.processInfo.environment[name] { variables[name] = value }
    }
    return variables
  }

  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  /// Starts `stockroom`.
  func start(_ arguments: [String], in folder: String? = nil, input: String? = nil) throws -> RunningCommand {
    guard let program = Executable.path else {
      throw SpawnFailure(description: "the stockroom executable was not built next to the tests")
    }
    return try RunningCommand(
      program, arguments, in: folder ?? path, environment: environment, input: input)
  }

  /// Runs `stockroom` to its end.
  func run(
    _ arguments: [String], in folder: String? = nil, input: String? = nil, within limit: Double = 60
  ) throws -> CommandRun {
    try start(arguments, in: folder, input: input).finish(within: limit)
  }

  /// Makes a shop and gives its folder.
  func shop(_ name: String = "shop", currency: String = "EUR", timeZone: String = "Europe/Berlin") throws
    -> TestShopFolder
  {
    let run = try run(["init", name, "--currency", currency, "--time-zone", timeZone])
    guard run.status == 0 else { throw SpawnFailure(description: "init failed: \(run.shown)") }
    return TestShopFolder(folder: self, path: path + "/" + name)
  }
}

/// A shop in a folder of a test.
struct TestShopFolder: Sendable {
  let folder: TestFolder
  let path: String

  var database: String { path + "/stock.sqlite" }

  func run(_ arguments: [String], input: String? = nil, within limit: Double = 60) throws -> CommandRun {
    try folder.run(arguments, in: path, input: input, within: limit)
  }

  /// Runs a command that must succeed.
  @discardableResult
  func must(_ arguments: [String], within limit: Double = 60) throws -> CommandRun {
    let run = try run(arguments, within: limit)
    guard run.status == 0 else { throw SpawnFailure(description: "\(arguments.joined(separator: " ")): \(run.shown)") }
    return run
  }

  func contents() throws -> ShopContents { try ShopContents(database) }

  func copyProfiles(from source: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: source) where name.hasSuffix(".yml") {
      let target = path + "/profiles/" + name
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(atPath: source + "/" + name, toPath: target)
    }
  }
}

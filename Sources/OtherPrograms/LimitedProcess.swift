internal import Foundation

/// A program that runs with limits on its time, memory and files, and with nothing of our surroundings.
///
/// The shell is only there to set the limits: its script is constant, and what is given are arguments and never a part of it.
package struct LimitedProcess {
  /// What came of it.
  package enum Ending: Hashable, Sendable {
    case done
    /// It ended with a status of its own; with what it said on standard error.
    case failed(String)
    /// A limit was reached, or it died.
    case stopped
    case notStarted
  }

  /// Seconds of processor time, and of the clock.
  package var seconds: Int
  /// Mebibytes of address space, and of any file that it writes.
  package var memory: Int
  package var fileSize: Int

  package init(seconds: Int = 30, memory: Int = 2048, fileSize: Int = 1024) {
    self.seconds = seconds
    self.memory = memory
    self.fileSize = fileSize
  }

  /// Finds a program in the folders of `PATH`; nil where it is not installed.
  ///
  /// - Parameter path: the folders, as the variable has them.
  package static func installed(_ name: String, path: String?) -> String? {
    // A folder that is not named from the root would be another one wherever the command is run.
    for folder in (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/") {
      let file = "\(folder)/\(name)"
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue,
        FileManager.default.isExecutableFile(atPath: file)
      {
        return file
      }
    }
    return nil
  }

  private static let script = """
    cd "$1" && ulimit -c 0 && ulimit -t "$2" && ulimit -v "$3" && ulimit -f "$4" && shift 4 && exec "$@"
    """

  /// - Parameters:
  ///   - folder: where it works, where its temporary files go, and what it takes for a home.
  ///   - input: the file that is its standard input.
  package func run(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String] = [:],
    input: String = "/dev/null"
  ) -> Ending {
    let errors = folder + "/errors"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // In a group of its own, so that whatever it starts ends with it.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let limits = [seconds, memory * 1024, fileSize * 2048].map(String.init)
    let own = ["PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8"]
    var words = Self.copies(["/bin/sh", "-c", Self.script, "sh", folder] + limits + [program] + arguments)
    var variables = Self.copies(own.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" })
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &variables) == 0 else { return .notStarted }
    return wait(for: process, errors: errors)
  }

  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

  private func wait(for process: pid_t, errors: String) -> Ending {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { break }
      if ended < 0, errno != EINTR { return .stopped }
      if ContinuousClock.now > end {
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        return .stopped
      }
      usleep(2000)
    }
    guard status & 0x7F == 0 else { return .stopped }
    switch (status >> 8) & 0xFF {
    case 0: return .done
    // What a shell says of a program that cannot be started.
    case 126, 127: return .notStarted
    // Of one that a signal ended, where the shell did not give way to it.
    case 129...: return .stopped
    default:
      let said = FileManager.default.contents(atPath: errors)?.prefix(4096) ?? Data()
      return .failed(String(decoding: said, as: UTF8.self))
    }
  }
}

internal import Foundation

/// A program that runs with limits on its time, memory and files, and with nothing of our surroundings.
///
/// The shell is only there to set the limits: its script is constant, and what is given are arguments and never a part of it.
package struct LimitedProcess {
  /// How the program ended.
  package enum Ending: Hashable, Sendable {
    case done
    /// It ended with a status other than zero; contains the text on standard error.
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

  /// Finds a program in the folders of `PATH`; nil if it is not installed.
  ///
  /// - Parameter path: the value of the variable.
  package static func installed(_ name: String, path: String?) -> String? {
    // A relative folder would depend on the current folder.
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
    ulimit -c 0 && ulimit -t "$1" && ulimit -v "$2" && ulimit -f "$3" && shift 3 && exec "$@"
    """

  /// - Parameters:
  ///   - folder: where it works, where its temporary files go, and what it takes for a home.
  ///   - input: the file that is its standard input.
  ///   - output: the file that takes its standard output; it is made or emptied.
  package func run(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String] = [:],
    input: String = "/dev/null", output: String = "/dev/null"
  ) -> Ending {
    let errors = folder + "/errors"
    let limits = [seconds, memory * 1024, fileSize * 2048].map(String.init)
    let own = ["PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8"]
    guard
      let process = try? ProcessGroup(
        ["/bin/sh", "-c", Self.script, "sh"] + limits + [program] + arguments, in: folder,
        environment: own.merging(environment) { $1 },
        channels: (.reading(input), .writing(output), .writing(errors)))
    else { return .notStarted }
    guard let status = status(of: process) else { return .stopped }
    switch status {
    case 0: return .done
    // What a shell says of a program that cannot be started.
    case 126, 127: return .notStarted
    // Of one that a signal ended, the shell itself or what gave way to it.
    case 129...: return .stopped
    default:
      let said = FileManager.default.contents(atPath: errors)?.prefix(4096) ?? Data()
      return .failed(String(decoding: said, as: UTF8.self))
    }
  }

  /// Waits for its end; nil when it had to be ended.
  private func status(of process: ProcessGroup) -> Int32? {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while true {
      if let status = process.status() { return status }
      if ContinuousClock.now > end {
        process.send(SIGKILL)
        while process.status() == nil { usleep(2000) }
        return nil
      }
      usleep(2000)
    }
  }
}

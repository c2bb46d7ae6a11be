internal import Foundation

/// A running external program in its own process group, so that all its child processes can be ended with it.
package struct ProcessGroup {
  /// Where one of its three standard channels leads.
  package enum Channel {
    case descriptor(Int32)
    case reading(String)
    /// A file that is made, or emptied, and that its owner alone may read.
    case writing(String)
  }

  private let process: pid_t

  /// Starts a program without a shell: its arguments are passed unchanged.
  ///
  /// It inherits only the descriptors of its channels, if all others are closed on execution. Signals that we ignore
  /// have their default effect in it, including a broken pipe.
  ///
  /// - Parameters:
  ///   - words: the program, looked up in our `PATH` unless it is a path, and its arguments.
  ///   - channels: standard input, output and error.
  /// - Throws: why it cannot be started, as the system says it.
  package init(
    _ words: [String], in folder: String, environment: [String: String], channels: (Channel, Channel, Channel)
  ) throws(StartError) {
    guard let program = words.first else { throw StartError(number: ENOENT) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, channel) in [channels.0, channels.1, channels.2].enumerated() {
      let place = Int32(place)
      switch channel {
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, place)
      case .reading(let file): posix_spawn_file_actions_addopen(&actions, place, file, O_RDONLY, 0)
      case .writing(let file):
        posix_spawn_file_actions_addopen(&actions, place, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      }
    }
    Self.addFolder(&actions, folder)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var standard = sigset_t()
    sigemptyset(&standard)
    sigaddset(&standard, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &standard)
    // A thread that works for others may have all signals blocked, and the program would have them so.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments = Self.copies(words)
    var variables = Self.copies(environment.map { "\($0.key)=\($0.value)" })
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let result = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
    guard result == 0 else { throw StartError(number: result) }
    self.process = process
  }

  /// The exit status if the program has ended, 128 + the signal if a signal ended it; nil while it runs. Call it until
  /// it returns a status.
  package func status() -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(process, &status, WNOHANG)
    guard ended == process || ended < 0 && errno != EINTR else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Sends a signal to it and to all that it started.
  package func send(_ signal: Int32) { kill(-process, signal) }

  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

  /// Has the program begin in a folder.
  ///
  /// The C library has this since 2018, under a name that its headers show to those only who ask for all of them, which the
  /// compiler's view of it does not; so it is looked up.
  private static func addFolder(_ actions: inout posix_spawn_file_actions_t, _ folder: String) {
    typealias Function =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return }
    _ = unsafeBitCast(symbol, to: Function.self)(&actions, folder)
  }
}

/// Why a program could not be started.
package struct StartError: Error, CustomStringConvertible {
  let number: Int32

  package var description: String { String(cString: strerror(number)) }
}

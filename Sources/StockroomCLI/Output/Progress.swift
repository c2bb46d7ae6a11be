internal import Exchange
internal import Foundation
internal import Serving
internal import Synchronization

/// A line on the terminal that shows how far a long job has come, for any command. A page that shows the command as
/// running learns the same through its ``WorkWatch``.
///
/// It is there only on a terminal, and only when the job takes over a second; it is gone before anything else is written and
/// when the job ends. Counting costs next to nothing; the line is drawn from a thread of its own, so that it goes on while a
/// query takes its time.
///
/// ```swift
/// try Progress.run("products.csv") { progress in
///   progress.begin("writing", counting: .things("records"))
///   …
///   progress.advance(to: count)   // once per batch
/// }
/// ```
final class Progress: Sendable {
  private let meter: Mutex<ProgressMeter>
  /// What a page looks at; kept here, because sources are read by other threads than that of the command.
  private let watch = WorkWatch.current

  private init(_ label: String) {
    meter = Mutex(ProgressMeter(Self.onOneLine(label), at: Self.now))
  }

  /// Does a job and shows how far it has come. Of jobs within jobs the inner one is shown.
  static func run<Result>(_ label: String, _ work: (Progress) throws -> Result) rethrows -> Result {
    let progress = Progress(label)
    guard isWelcome, CapturedOutput.current == nil else { return try work(progress) }
    begin(progress)
    defer { end(progress) }
    return try work(progress)
  }

  /// Begins a part of the job.
  ///
  /// - Parameter shown: what pages say of it; nil for what they do not show.
  func begin(
    _ phase: String, counting unit: ProgressMeter.Unit = .nothing, total: Int? = nil, as shown: WorkWatch.Phase? = nil
  ) {
    watch?.begin(shown, totalBytes: unit == .bytes ? total : nil)
    guard Self.isWelcome else { return }
    meter.withLock { $0.begin(Self.onOneLine(phase), counting: unit, total: total, at: Self.now) }
    Self.screen.withLock { Self.draw(&$0) }
  }

  /// Says how many of what the part counts are done; to be called once per batch.
  func advance(to done: Int) {
    watch?.advance(to: done)
    guard Self.isWelcome else { return }
    meter.withLock { $0.advance(to: done) }
  }

  /// Says on pages how many steps of the job were done.
  func finish(steps done: Int, of all: Int) { watch?.finish(steps: done, of: all) }

  /// Says on pages how many records came, and how many errors were found.
  func count(records: Int, errors: Int) { watch?.count(records: records, errors: errors) }

  /// Says whether the job is to end now, unchanged; nil where nobody can ask for that.
  var isStopped: (@Sendable () -> Bool)? {
    guard let watch else { return nil }
    return { watch.obeysStop() }
  }

  // MARK: The terminal

  private struct Screen {
    var jobs: [Progress] = []
    var isShown = false
    var isDrawing = false
    /// How many writers want the terminal for themselves.
    var holds = 0
  }

  private static let screen = Mutex(Screen())
  private static let interval = 0.2

  /// Whether a person can see it, on a terminal that can erase a line.
  static let isWelcome: Bool = {
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return Terminal.errorIsTerminal && !kind.isEmpty && kind != "dumb"
  }()

  /// After how many seconds a job is shown; tests do not wait.
  private static let patience: Double = {
    let given = ProcessInfo.processInfo.environment["STOCKROOM_PROGRESS_AFTER"].flatMap { Double($0) }
    return given.map { $0 >= 0 ? $0 : 1 } ?? 1
  }()

  private static var now: Double {
    let time = ContinuousClock.now - start
    return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
  }
  private static let start = ContinuousClock.now

  /// Takes the line away while something else is written to the terminal.
  static func withoutLine(_ write: () -> Void) {
    guard isWelcome else { return write() }
    screen.withLock { screen in
      erase(&screen)
      write()
    }
  }

  /// Shows no line while the result itself goes to a terminal.
  static func held<Result>(_ work: () throws -> Result) rethrows -> Result {
    guard isWelcome, Terminal.outputIsTerminal else { return try work() }
    screen.withLock { screen in
      erase(&screen)
      screen.holds += 1
    }
    defer { screen.withLock { $0.holds -= 1 } }
    return try work()
  }

  private static func begin(_ job: Progress) {
    let starts = screen.withLock { screen in
      screen.jobs.append(job)
      defer { screen.isDrawing = true }
      return !screen.isDrawing
    }
    guard starts else { return }
    Thread.detachNewThread {
      while true {
        Thread.sleep(forTimeInterval: interval)
        let isOver = screen.withLock { screen in
          draw(&screen)
          if screen.jobs.isEmpty { screen.isDrawing = false }
          return screen.jobs.isEmpty
        }
        if isOver { return }
      }
    }
  }

  private static func end(_ job: Progress) {
    screen.withLock { screen in
      screen.jobs.removeAll { $0 === job }
      erase(&screen)
    }
  }

  private static func draw(_ screen: inout Screen) {
    guard screen.holds == 0, let job = screen.jobs.last else { return }
    let line = job.meter.withLock { $0.line(at: now, width: width, after: patience) }
    guard let line else { return erase(&screen) }
    Terminal.writeError("\r" + line + "\u{1B}[K")
    screen.isShown = true
  }

  private static func erase(_ screen: inout Screen) {
    guard screen.isShown else { return }
    Terminal.writeError("\r\u{1B}[K")
    screen.isShown = false
  }

  /// The columns of the terminal, requested each time because windows are resized.
  static var width: Int {
    var size = winsize()
    guard [2, 1].contains(where: { ioctl($0, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 }) else { return 80 }
    return Int(size.ws_col)
  }

  private static func onOneLine(_ text: String) -> String { Terminal.safe(text.replacing("\n", with: " ")) }
}

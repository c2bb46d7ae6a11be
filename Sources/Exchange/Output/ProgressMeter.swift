/// The progress of a long job, shown in one line.
///
/// Knows neither a clock nor a terminal: moments are seconds of any clock that goes on, and widths are columns.
///
/// ```swift
/// var meter = ProgressMeter("acme.csv", at: 0)
/// meter.begin("reading", counting: .bytes, total: 148_000_000, at: 0)
/// meter.advance(to: 66_600_000)
/// meter.line(at: 2, width: 80) // acme.csv: reading  [#########...........]  45 %  66 MB of 148 MB  33 MB/s  2 s left
/// ```
public struct ProgressMeter: Sendable {
  /// The unit that is counted.
  public enum Unit: Hashable, Sendable {
    /// Nothing that is known before the end: only the time is shown.
    case nothing
    case bytes
    /// Things of this name, in the plural: `records`.
    case things(String)
    /// Things, named likewise, one of which may take much longer than another: no rate, and no guess at the time left.
    case steps(String)

    fileprivate var isSteady: Bool {
      switch self {
      case .bytes, .things: true
      case .nothing, .steps: false
      }
    }
  }

  private let label: String
  private var began: Double
  private var phase = ""
  private var phaseBegan: Double
  private var unit = Unit.nothing
  private var done = 0
  private var total: Int?

  private static let barWidth = 20

  /// - Parameter label: what the job is about, such as the name of a file; on one line, without control characters.
  public init(_ label: String, at moment: Double) {
    self.label = label
    began = moment
    phaseBegan = moment
  }

  /// Begins a part of the job, with a count and a rate of its own.
  ///
  /// - Parameter total: how many there will be; nil when that is not known.
  public mutating func begin(_ phase: String, counting unit: Unit = .nothing, total: Int? = nil, at moment: Double) {
    self.phase = phase
    self.unit = unit
    self.total = total
    done = 0
    phaseBegan = moment
  }

  /// Says how many are done.
  public mutating func advance(to done: Int) { self.done = done }

  /// The line for a terminal of a width; nil until the job has taken `patience` seconds.
  ///
  /// Parts that do not fit are left out, the bar first; the rest is cut.
  public func line(at moment: Double, width: Int, after patience: Double = 1) -> String? {
    guard moment - began >= patience, width > 1 else { return nil }
    let elapsed = max(0, moment - phaseBegan)
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    let title = phase.isEmpty ? label : label.isEmpty ? phase : "\(label): \(phase)"
    var bar = ""
    var share = ""
    var count = ""
    var speed = ""
    var time = Self.duration(moment - began)
    if unit != .nothing, done > 0 {
      count = Self.count(done, of: total, unit)
      if elapsed >= 0.5, unit.isSteady { speed = Self.rate(rate, unit) }
    }
    if unit != .nothing, let total, total > 0 {
      let part = min(1, Double(done) / Double(total))
      let filled = Int(part * Double(Self.barWidth))
      bar =
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: Self.barWidth - filled) + "]"
      share = "\(Int(part * 100)) %"
      // A guess after so little would only jump about.
      if rate > 0, elapsed >= 0.5, unit.isSteady { time = Self.duration(Double(max(0, total - done)) / rate) + " left" }
    }
    for parts in [
      [title, bar, share, count, speed, time], [title, share, count, speed, time], [title, share, count, time],
      [title, share, time], [title, share],
    ] {
      let line = parts.filter { !$0.isEmpty }.joined(separator: "  ")
      // The last column stays free: there some terminals go on to the next line.
      if Self.columns(line) < width { return line }
    }
    return Self.cut(title, to: width - 1)
  }

  // MARK: Words

  static func duration(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return "days" }
    let whole = Int(max(0, seconds).rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  private static func count(_ done: Int, of total: Int?, _ unit: Unit) -> String {
    switch unit {
    case .nothing: ""
    case .bytes:
      total.map { "\(bytes(min(done, $0))) of \(bytes($0))" } ?? bytes(done)
    case .things(let name), .steps(let name): "\(done)\(total.map { " of \(max($0, done))" } ?? "") \(name)"
    }
  }

  private static func rate(_ rate: Double, _ unit: Unit) -> String {
    guard rate < 1e15 else { return "" }
    return unit == .bytes ? "\(bytes(Int(rate)))/s" : "\(Int(rate))/s"
  }

  private static func bytes(_ count: Int) -> String {
    if count < 1_000_000 { return "\(count / 1000) kB" }
    if count < 10_000_000 { return "\(count / 1_000_000).\(count / 100_000 % 10) MB" }
    if count < 10_000_000_000 { return "\(count / 1_000_000) MB" }
    return "\(count / 1_000_000_000).\(count / 100_000_000 % 10) GB"
  }

  // MARK: Columns

  /// How many columns of a terminal a text takes.
  static func columns(_ text: String) -> Int { text.reduce(0) { $0 + columns($1) } }

  private static func columns(_ letter: Character) -> Int {
    guard let first = letter.unicodeScalars.first?.value, first >= 0x1100 else { return 1 }
    // Letters of East Asia and pictures are two columns wide.
    let isWide =
      (0x1100...0x115F).contains(first) || (0x2E80...0xA4CF).contains(first) || (0xAC00...0xD7A3).contains(first)
      || (0xF900...0xFAFF).contains(first) || (0xFE30...0xFE6F).contains(first) || (0xFF01...0xFF60).contains(first)
      || (0xFFE0...0xFFE6).contains(first) || (0x1F300...0x1FAFF).contains(first) || (0x20000...0x3FFFD).contains(first)
    return isWide ? 2 : 1
  }

  private static func cut(_ text: String, to width: Int) -> String {
    var kept = ""
    var used = 0
    for letter in text {
      used += columns(letter)
      guard used <= width else { break }
      kept.append(letter)
    }
    return kept
  }
}

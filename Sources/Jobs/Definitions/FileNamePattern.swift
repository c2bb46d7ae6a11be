internal import FormatKit
public import RetailValues

/// How a file of a set is called: text with `{date}`, `{year}`, `{month}`, `{day}`, `{time}`, `{job}`, `{number}` and
/// `{output}` in it, dates being those of the cut-off by the shop's clock.
public struct FileNamePattern: Hashable, Sendable {
  public let text: String

  /// The values of a pattern's placeholders in one run.
  public struct Values: Sendable {
    public var job: String
    public var output: String
    public var number: Int
    public var cutOff: Timestamp
    public var clock: ShopClock

    /// Values for looking at names before there is a run.
    static func sample(job: String, output: String) -> Values {
      Values(job: job, output: output, number: 1, cutOff: Timestamp(millisecondsSince1970: 0), clock: .utc)
    }

    public init(job: String, output: String, number: Int, cutOff: Timestamp, clock: ShopClock) {
      self.job = job
      self.output = output
      self.number = number
      self.cutOff = cutOff
      self.clock = clock
    }
  }

  enum Part: Hashable, Sendable {
    case text(String)
    case place(Place)
  }

  enum Place: String, Hashable, Sendable, CaseIterable {
    case date, year, month, day, time, job, number, output
    /// `{date:yyyyMMdd}`.
    case compactDate = "date:yyyyMMdd"
  }

  let parts: [Part]

  /// Why a text is not a pattern.
  public struct InvalidPattern: Error, Hashable, Sendable {
    public let message: String
    public let remedy: String
  }

  /// The pattern of a text.
  public init(_ text: String) throws(InvalidPattern) {
    self.text = text
    parts = try Self.parts(of: text)
    // Every placeholder is replaced by letters, digits, `-` and `_`, so a text that is refused here is refused for
    // every name.
    var sample = parts.map { if case .text(let text) = $0 { text } else { "0" } }.joined()
    if case .place? = parts.first { sample = "0" + sample }
    guard !sample.isEmpty else {
      throw InvalidPattern(message: "the file name is empty", remedy: "Write a name such as products-{date}.csv.")
    }
    if sample.contains("/") || sample.contains("\\") {
      throw InvalidPattern(
        message: "the file name '\(text)' leads into another folder",
        remedy: "Write the name alone; where the set goes is said by folder.")
    }
    if sample.hasPrefix(".") || sample.hasPrefix("-") {
      throw InvalidPattern(
        message: "the file name '\(text)' begins with '\(sample.prefix(1))'",
        remedy: "Begin it with a letter or a digit.")
    }
    if sample.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0.value == 0x7F }) {
      throw InvalidPattern(
        message: "the file name holds a character that cannot be seen", remedy: "Write it with letters, digits, . _ -.")
    }
    if sample.utf8.count > 150 {
      throw InvalidPattern(message: "the file name is longer than 150 bytes", remedy: "Choose a shorter one.")
    }
  }

  private static func parts(of text: String) throws(InvalidPattern) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
        throw InvalidPattern(
          message: "the file name '\(text)' has a brace without its partner",
          remedy: "Write places as {date}; a file name holds no other braces.")
      }
      let name = String(rest[rest.index(after: open)..<close])
      guard let place = Place(rawValue: name) else {
        let near = nearestName(to: name, among: Place.allCases.map(\.rawValue))
        throw InvalidPattern(
          message: "a file name has no place '{\(name)}'",
          remedy: near.map { "Did you mean '{\($0)}'?" }
            ?? "There are \(Place.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")).")
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(.place(place))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  /// The name of the file in one run.
  public func name(_ values: Values) -> String {
    let local = values.clock.iso8601(values.cutOff)
    let date = String(local.prefix(10))
    func piece(_ from: Int, _ count: Int) -> String { String(local.dropFirst(from).prefix(count)) }
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .place(let place):
        switch place {
        case .date: date
        case .compactDate: date.replacing("-", with: "")
        case .year: piece(0, 4)
        case .month: piece(5, 2)
        case .day: piece(8, 2)
        case .time: piece(11, 8).replacing(":", with: "")
        case .job: values.job
        case .number: SetNumber.text(values.number)
        case .output: values.output
        }
      }
    }.joined()
  }
}

/// How the number of a set is written: `000042`, which is also the name of its folder.
public enum SetNumber {
  public static func text(_ number: Int) -> String {
    let digits = String(max(0, number))
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The number of a folder's name; nil for a folder of something else.
  public static func parse(_ text: String) -> Int? {
    guard text.utf8.count >= 6, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number > 0,
      self.text(number) == text
    else { return nil }
    return number
  }
}

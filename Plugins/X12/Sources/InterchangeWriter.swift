internal import FormatKit

/// Writes segments with their envelope, and keeps the counts.
struct InterchangeWriter {
  let sink: ByteSink
  private var separators = Separators.usual
  private var lineEnd = "\n"
  private var setCount = 0
  private var groupCount = 0
  private var segmentCount = 0
  private var setNumber = ""

  /// An identification with the qualifier before it.
  struct Party: Equatable {
    var qualifier: String
    var id: String

    /// `01:049351117`; without a colon the qualifier is 07 for a Global Location Number, else ZZ.
    init(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      (qualifier, id) = parts.count == 2 ? (parts[0], parts[1]) : (Self.isGLN(text) ? "07" : "ZZ", text)
    }

    static func isGLN(_ text: String) -> Bool {
      text.utf8.count == 13 && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    init(qualifier: String, id: String) { (self.qualifier, self.id) = (qualifier, id) }
  }

  /// The content of ISA and GS.
  struct Heading {
    var sender: Party
    var receiver: Party
    /// Of twelve digits: year, month, day, hour, minute.
    var moment: String
    var interchangeVersion: String
    var number: Int
    var isTest: Bool
  }

  init(to sink: ByteSink, lines: Bool = true) {
    self.sink = sink
    lineEnd = lines ? "\n" : ""
  }

  mutating func begin(_ heading: Heading) throws(Problems) {
    groupCount = 0
    let repetition = heading.interchangeVersion >= "00402" ? "^" : "U"
    let elements = [
      "ISA", "00", Self.padded("", 10), "00", Self.padded("", 10), Self.padded(heading.sender.qualifier, 2),
      Self.padded(heading.sender.id, 15), Self.padded(heading.receiver.qualifier, 2),
      Self.padded(heading.receiver.id, 15),
      String(heading.moment.prefix(8).suffix(6)), String(heading.moment.suffix(4)), repetition,
      heading.interchangeVersion, Self.number(heading.number, 9), "0", heading.isTest ? "T" : "P",
      separators.component.text,
    ]
    try sink.write(elements.joined(separator: separators.element.text) + separators.terminator.text + lineEnd)
  }

  mutating func end(number: Int) throws(Problems) {
    try write(["IEA", String(groupCount), Self.number(number, 9)])
  }

  mutating func beginGroup(
    _ code: String, sender: String, receiver: String, moment: String, number: Int, version: String
  ) throws(Problems) {
    groupCount += 1
    setCount = 0
    try write(
      ["GS", code, sender, receiver, String(moment.prefix(8)), String(moment.suffix(4)), String(number), "X", version])
  }

  mutating func endGroup(number: Int) throws(Problems) {
    try write(["GE", String(setCount), String(number)])
  }

  mutating func beginSet(_ id: String) throws(Problems) {
    setCount += 1
    segmentCount = 0
    setNumber = Self.number(setCount, 4)
    try write(["ST", id, setNumber])
  }

  mutating func endSet() throws(Problems) { try write(["SE", String(segmentCount + 1), setNumber]) }

  /// Writes a segment without the empty elements at its end.
  mutating func write(_ elements: [String]) throws(Problems) {
    segmentCount += 1
    var kept = elements
    while kept.count > 1, kept.last?.isEmpty == true { kept.removeLast() }
    try sink.write(kept.joined(separator: separators.element.text) + separators.terminator.text + lineEnd)
  }

  /// The twelve digits of a moment such as `2026-10-31T18:30`, or of the start of a day.
  static func moment(_ text: String) throws(Problems) -> String {
    let bytes = Array(text.utf8)
    let isRight =
      X12Value.date(String(text.prefix(10)).filter { $0 != "-" }) == String(text.prefix(10))
      && (bytes.count == 10 || bytes.count >= 16 && bytes[10] == UInt8(ascii: "T") && bytes[13] == UInt8(ascii: ":"))
    let digits = text.prefix(16).filter { ("0"..."9").contains($0) }
    let time = digits.count == 12 ? String(digits.suffix(4)) : "0000"
    guard isRight, digits.count == 12 || bytes.count == 10, X12Value.problem(in: time, of: .time) == nil else {
      throw Problems(
        .invalidOption, value: text, "'\(text)' is not a date and time",
        remedy: "Give day and time, such as 2026-10-31T18:30.")
    }
    return String(digits.prefix(8)) + time
  }

  /// Whether a text can be in an element: it contains no separator.
  static func isWritable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !"*>~^".unicodeScalars.contains($0) }
  }

  /// A text without what separates, for what is only quoted.
  static func harmless(_ text: String, _ limit: Int) -> String {
    let kept = text.unicodeScalars.map {
      $0.value < 0x20 || $0.value == 0x7F || "*>~^".unicodeScalars.contains($0) ? " " : $0
    }
    var result = String(String.UnicodeScalarView(kept.prefix(limit)))
    while result.hasSuffix(" ") { result.removeLast() }
    return result
  }

  static func padded(_ text: String, _ width: Int) -> String {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.prefix(width)))
    return kept + String(repeating: " ", count: max(0, width - kept.unicodeScalars.count))
  }

  static func number(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

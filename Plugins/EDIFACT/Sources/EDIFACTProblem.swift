internal import FormatKit

/// A problem at one location of an interchange, as people see it and as a CONTRL reports it to the sender.
struct EDIFACTProblem: Hashable, Sendable {
  /// The part of the interchange that it makes unusable.
  enum Level: Hashable, Sendable {
    case interchange, group, message
    /// A segment; where it belongs to a line, the line alone.
    case segment
  }

  var code: Problem.Code
  var level: Level
  /// The error as CONTRL names it (0085).
  var syntaxError: Int
  var message: String
  var value: String?
  var remedy: String?
  var place: Place

  /// The location of a problem or of a value.
  struct Place: Hashable, Sendable {
    var line = 0
    var byteOffset = -1
    /// The message within the interchange, from 1; 0 outside of messages.
    var messageNumber = 0
    /// The segment within its message, the UNH being 1.
    var segmentNumber = 0
    var tag = ""
    /// 0 when the whole segment is meant.
    var element = 0
    var repetition = 1
    /// 0 when the whole element is meant.
    var component = 0

    /// `message 1, segment 7, LIN-03-01`
    var path: String {
      var parts: [String] = []
      if messageNumber > 0 { parts.append("message \(messageNumber)") }
      if segmentNumber > 0 { parts.append("segment \(segmentNumber)") }
      var name = String(tag.prefix(20))
      if element > 0 { name += "-" + Self.twoDigits(element) }
      if component > 0 { name += "-" + Self.twoDigits(component) }
      if repetition > 1 { name += " (repetition \(repetition))" }
      if !name.isEmpty { parts.append(name) }
      return parts.joined(separator: ", ")
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    func at(_ element: Int, _ component: Int = 0, repetition: Int = 1) -> Place {
      var place = self
      (place.element, place.component, place.repetition) = (element, component, repetition)
      return place
    }
  }

  init(
    _ code: Problem.Code, _ level: Level, error syntaxError: Int, at place: Place, value: String? = nil,
    _ message: String, remedy: String? = nil
  ) {
    self.code = code
    self.level = level
    self.syntaxError = syntaxError
    self.place = place
    self.value = value.map(Self.shortened)
    self.message = Self.shortened(message)
    self.remedy = remedy
  }

  /// A quoted value may be as long as a segment, which is too long for a message.
  private static func shortened(_ text: String) -> String {
    text.utf8.count > 1000 ? String(decoding: text.utf8.prefix(1000), as: UTF8.self) + " …" : text
  }

  var isError: Bool { code.severity == .error }

  func problem(source: String) -> Problem {
    Problem(
      code, source: source,
      at: SourcePosition(
        line: place.line, byteOffset: place.byteOffset, path: place.path.isEmpty ? nil : place.path),
      value: value, message, remedy: remedy)
  }
}

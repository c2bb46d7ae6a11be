internal import FormatKit

/// One thing that is wrong with an item.
struct ItemProblem: Sendable {
  var code: Problem.Code
  var place: FeedPlace
  var value: String?
  var message: String
  var remedy: String?

  init(
    _ code: Problem.Code, at place: FeedPlace, value: String? = nil, _ message: String, remedy: String? = nil
  ) {
    self.code = code
    self.place = place
    self.value = value.map { Self.shortened($0) }
    self.message = message
    self.remedy = remedy
  }

  var isError: Bool { code.severity == .error }

  /// Without the source and the number of the record, which it gets with the record.
  var problem: Problem {
    Problem(
      code, source: "",
      at: SourcePosition(
        line: place.line, column: place.column, byteOffset: place.byteOffset, field: place.field, path: place.path),
      value: value, message, remedy: remedy)
  }

  /// Shortens a quoted text, which may be as long as a field.
  static func shortened(_ text: String) -> String {
    text.utf8.count > 200 ? String(text.unicodeScalars.prefix(60).map(Character.init)) + " …" : text
  }
}

/// The position of a value.
struct FeedPlace: Hashable, Sendable {
  var line = 0
  /// The character within the line; 0 when unknown.
  var column = 0
  var byteOffset = -1
  /// The attribute, as the source names it.
  var field: String?
  /// An XPath; nil in text.
  var path: String?
}

/// One value of an attribute.
struct FeedValue: Sendable {
  var text: String
  /// The sub-attributes, where the value is a group.
  var parts: [(name: String, text: String)] = []
  var place: FeedPlace
}

/// One item of a feed of any form: its values by the names of the attributes.
struct FeedItem: Sendable {
  var place: FeedPlace
  private(set) var names: [String] = []
  private(set) var values: [String: [FeedValue]] = [:]
  /// What was wrong with the item as it was taken apart.
  var problems: [ItemProblem] = []

  init(at place: FeedPlace) { self.place = place }

  mutating func add(_ name: String, _ value: FeedValue) {
    guard !value.text.isEmpty || !value.parts.isEmpty else { return }
    if values[name] == nil { names.append(name) }
    values[name, default: []].append(value)
  }

  func first(_ name: String) -> FeedValue? { values[name]?.first }
  func all(_ name: String) -> [FeedValue] { values[name] ?? [] }
}

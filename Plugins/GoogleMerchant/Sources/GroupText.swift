/// Groups as text has them: their parts with colons between.
enum GroupText {
  /// The most parts of one value; the longest group of the specification has thirteen.
  static let maximumParts = 100

  /// The parts of a value: by the names that a header gives, else by those that are usual.
  static func parts(_ text: String, of name: String, given: [String]?) -> [(name: String, text: String)] {
    guard case .group(_, let usual) = AttributeTable.attribute(name)?.type, text.utf8.count <= ListText.maximumBytes
    else { return [] }
    let names = given ?? usual
    let texts = ListText.parts(text)
    var found: [(name: String, text: String)] = []
    for (index, text) in texts.prefix(maximumParts).enumerated() where !text.isEmpty {
      found.append((index < names.count ? names[index] : "part_\(index + 1)", text))
    }
    return found
  }

  /// The parts as one text, in the order of the names given.
  static func text(_ parts: [KeptPart], names: [String]) -> String {
    names.map { name in
      ListText.quoted(parts.first { $0.name == name }?.text ?? "", among: ":,")
    }.joined(separator: ":")
  }
}

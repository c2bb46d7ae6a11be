package import ProblemKit
internal import YAMLReading
internal import Yams

/// A message file: English texts with their translations into one language. It is data, and nothing in it is a tag.
package enum MessageFile {
  /// The texts of one message file: `English: Übersetzung`. One without a translation is left out.
  package static func texts(in yaml: String, source: String) throws(Problems) -> [String: String] {
    let root: Node?
    do {
      root = try BoundedYAML.root(of: yaml)
    } catch {
      let remedy = "Correct the YAML; put texts with a colon or a brace into quotation marks."
      throw Problems(
        Problem(
          .invalidMessages, source: source, at: SourcePosition(line: error.line),
          "the YAML cannot be read: \(error.message)", remedy: error.remedy ?? remedy))
    }
    // An empty file, and one with comments alone, says nothing.
    guard let root, root.scalar.map({ !$0.string.isEmpty }) ?? true else { return [:] }
    guard let mapping = root.mapping else {
      throw Problems(
        .invalidMessages, source: source, "the file is not a list of messages",
        remedy: "Write lines as `English: translation`.")
    }
    var problems: [Problem] = []
    var texts: [String: String] = [:]
    for (key, value) in mapping {
      guard let english = key.scalar?.string, let text = value.scalar?.string else {
        problems.append(
          Problem(
            .invalidMessages, source: source, at: SourcePosition(line: value.mark?.line ?? 0),
            "the translation of '\(key.scalar?.string ?? "")' is not a text",
            remedy: "Put it into quotation marks: a text that begins with { or [ is taken for a list."))
        continue
      }
      if !text.isEmpty { texts[MessageText.collapsed(english)] = text }
    }
    if let error = Problems(collected: problems) { throw error }
    return texts
  }
}

extension Problem.Code {
  package static let invalidMessages = Problem.Code(
    "report-invalid-messages", .error, .usage, "A message file cannot be used.",
    remedy: "Correct the line that is named.")
}

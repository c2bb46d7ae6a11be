internal import Foundation
internal import YAMLReading
internal import Yams

extension ReportFiles {
  /// The words that columns of several reports may hold, by the name of their vocabulary: `movement-kinds: [receipt, sale]`.
  ///
  /// They stand in `_shared/words.yml`; a vocabulary of an earlier folder takes the place of that of a later one.
  func vocabularies() throws(ReportError) -> [String: [String]] {
    var vocabularies: [String: [String]] = [:]
    for folder in sharedFolders {
      let source = "\(folder)/words.yml"
      guard FileManager.default.fileExists(atPath: source) else { continue }
      var reader = VocabularyReader(source: source)
      let read = reader.vocabularies(in: try Self.text(at: source))
      if !reader.problems.isEmpty { throw ReportError(reader.problems) }
      vocabularies.merge(read) { first, _ in first }
    }
    return vocabularies
  }
}

/// Reads `_shared/words.yml`, collecting everything that is wrong with it.
private struct VocabularyReader {
  let source: String
  private(set) var problems: [ReportProblem] = []

  init(source: String) { self.source = source }

  mutating func vocabularies(in yaml: String) -> [String: [String]] {
    let root: Node?
    do {
      root = try BoundedYAML.root(of: yaml)
    } catch {
      let remedy = "Correct the YAML; put words with a colon into quotation marks."
      problems.append(ReportProblem(error, .invalidDefinition, source: source, remedy: remedy))
      return [:]
    }
    // An empty file, and one with comments alone, says nothing.
    guard let root, root.scalar.map({ !$0.string.isEmpty }) ?? true else { return [:] }
    guard let mapping = root.mapping else {
      problem(root, "the file is not a list of vocabularies", remedy: "Write lines as `name: [word, another word]`.")
      return [:]
    }
    var vocabularies: [String: [String]] = [:]
    for (key, value) in mapping {
      let words = value.sequence?.compactMap { $0.scalar?.string }.filter { !$0.isEmpty } ?? []
      guard let name = key.scalar?.string, !words.isEmpty, words.count == value.sequence?.count else {
        problem(
          value, "the vocabulary '\(key.scalar?.string ?? "")' is not a list of words",
          remedy: "Write name: [word, another word], with quotation marks around a word with a comma or a colon.")
        continue
      }
      vocabularies[name] = words
    }
    return vocabularies
  }

  private mutating func problem(_ node: Node?, _ message: String, remedy: String) {
    problems.append(
      ReportProblem(.invalidDefinition, source: source, line: node?.mark?.line ?? 0, message, remedy: remedy))
  }
}

internal import ProblemKit
internal import Yams

extension ReportFiles {
  /// The words that columns of several reports may hold, by the name of their vocabulary: `movement-kinds: [receipt, sale]`.
  ///
  /// They are in `_shared/words.yml`; a vocabulary of an earlier folder takes the place of that of a later one.
  func vocabularies() throws(Problems) -> [String: [String]] {
    var vocabularies: [String: [String]] = [:]
    let lists = try sharedLists(
      "words.yml", in: sharedFolders, of: "vocabularies", as: "name: [word, another word]")
    for (source, entries) in lists {
      var problems: [Problem] = []
      for (name, node) in entries {
        let words = node.sequence?.compactMap { $0.scalar?.string }.filter { !$0.isEmpty } ?? []
        guard !words.isEmpty, words.count == node.sequence?.count else {
          problems.append(
            Problem(
              .invalidDefinition, source: source, line: node.mark?.line ?? 0,
              "the vocabulary '\(name)' is not a list of words",
              remedy: "Write name: [word, another word], with quotation marks around a word with a comma or a colon."))
          continue
        }
        if vocabularies[name] == nil { vocabularies[name] = words }
      }
      if let error = Problems(collected: problems) { throw error }
    }
    return vocabularies
  }
}

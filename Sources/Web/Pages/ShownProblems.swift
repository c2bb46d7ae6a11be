/// What commands say of a problem, for a page: in its language, and without what they say of the command line.
extension JSONValue {
  /// What is wrong, as a sentence.
  var shownMessage: LocalizedText { shownMessage(self["message"].text ?? "") }

  /// A message of this problem, as a sentence; one that says nothing but of the command line stays as it is.
  func shownMessage(_ message: String) -> LocalizedText {
    let cut = Suggestion.withoutOptions(message)
    return LocalizedText(said: (cut.isEmpty ? message : cut).withoutMachinePaths, code: self["code"].text).sentence
  }

  /// Where a problem or a row is in its file: its line, else its path or its record; empty for what is of the whole file.
  var shownPosition: LocalizedText {
    if let line = self["line"].integer, line > 0 { return LocalizedText("Line \(line)") }
    if let path = self["path"].text { return LocalizedText(verbatim: path.sentence) }
    return self["record"].integer.flatMap { $0 > 0 ? LocalizedText("Record \($0)") : nil }
      ?? LocalizedText(verbatim: "")
  }

  /// What to do, as the command says it: the cases of a guard may have several remedies, and any other problem has one.
  var remedies: [String] {
    // A plan that an earlier version made has one for each guard.
    let all = self["remedies"].elements.compactMap(\.text)
    return all.isEmpty ? [self["remedy"].text ?? ""] : all
  }

  /// What to do; empty where only the command line helps.
  var shownRemedy: LocalizedText {
    let shown = remedies.map(Suggestion.withoutOptions).filter { !$0.isEmpty }
    // Several may say the same once their options are gone.
    let different = shown.indices.filter { !shown[..<$0].contains(shown[$0]) }.map {
      LocalizedText(said: shown[$0].withoutMachinePaths)
    }
    return different.count == 1 ? different[0] : LocalizedText(different, separator: " ")
  }
}

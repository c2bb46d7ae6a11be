/// What commands say of a problem, for a page: in its language, and without what they say of the command line.
extension JSONValue {
  /// What is wrong, as a sentence.
  var shownMessage: LocalizedText { shownMessage(self["message"].text ?? "") }

  /// A message of this problem, as a sentence; one that says nothing but of the command line stays as it is.
  func shownMessage(_ message: String) -> LocalizedText {
    let cut = Suggestion.withoutOptions(message)
    return LocalizedText(said: cut.isEmpty ? message : cut, code: self["code"].text).sentence
  }

  /// What to do; empty where only the command line helps.
  var shownRemedy: LocalizedText { LocalizedText(said: Suggestion.withoutOptions(self["remedy"].text ?? "")) }
}

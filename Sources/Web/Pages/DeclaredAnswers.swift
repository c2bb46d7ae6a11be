internal import ProblemKit

/// What people can say of all records of a file, as the kinds of problems declare it.
///
/// The pages know no kind of problem by its code: the program that serves them has the declarations.
struct DeclaredAnswers: Sendable {
  private let byCode: [String: Problem.Answer]
  /// What a button says, by its value.
  private let meanings: [String: String]

  /// - Parameter byCode: the answers by the codes of the problems.
  init(_ byCode: [String: Problem.Answer] = [:]) {
    self.byCode = byCode
    meanings = byCode.values.reduce(into: [:]) { meanings, answer in
      guard case .constant(let field, let value, let meaning) = answer else { return }
      meanings[Suggestion(option: "set", value: "\(field)=\(value)").answer] = meaning
    }
  }

  /// Whether the day on which all of it happened answers a problem.
  func isAnsweredByDay(_ code: String?) -> Bool { code.flatMap { byCode[$0] } == .day }

  /// The buttons for options that messages suggest. A meaning is one of ``PageWords``, so that it is translated.
  func buttons(for suggestions: [Suggestion]) -> [[String: Any]] {
    suggestions.map { suggestion -> [String: Any] in
      let title = meanings[suggestion.answer].map { LocalizedText(word: $0) } ?? suggestion.title
      return ["title": title, "answer": suggestion.answer]
    }
  }
}

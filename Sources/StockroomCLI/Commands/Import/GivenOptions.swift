internal import Exchange
internal import FormatKit
internal import ProblemKit
internal import RetailValues

/// The options of an import as the user gave them, so that a command which a message advises has them as well.
struct GivenOptions {
  private struct Option {
    let name: String
    /// Nil for a flag.
    let value: String?
    /// Whether the option may be there several times, with another name before the `=` each time.
    let isRepeated: Bool

    /// Several values of one column may be left out, or translated.
    var hasSeveralValues: Bool { ["--leave-out", "--returned", "--value"].contains(name) }
    func key(_ value: String) -> Substring {
      if name == "--map", let assignment = ColumnAssignment(value) { return assignment.column[...] }
      return hasSeveralValues ? value[...] : value.prefix { $0 != "=" }
    }
    var text: String { value.map { "\(name) \(ShellText.word($0))" } ?? name }
  }

  private var options: [Option] = []

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    options.append(Option(name: name, value: value, isRepeated: false))
  }

  mutating func add(_ name: String, each values: [String]) {
    for value in values { options.append(Option(name: name, value: value, isRepeated: true)) }
  }

  mutating func add(flag name: String, _ isGiven: Bool) {
    if isGiven { options.append(Option(name: name, value: nil, isRepeated: false)) }
  }

  // MARK: Advice

  /// A text whose commands `stockroom import …`, in back quotes or in lines of their own, have the options that were given,
  /// unless they say otherwise.
  func completing(_ text: String) -> String {
    guard !options.isEmpty, text.contains("stockroom import ") else { return text }
    func completed(_ part: Substring, within: (Substring) -> String) -> String {
      let indent = part.prefix { $0 == " " }
      let rest = part.dropFirst(indent.count)
      return rest.hasPrefix("stockroom import ") ? indent + self.completed(String(rest)) : within(part)
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      completed(line) { line in
        line.split(separator: "`", omittingEmptySubsequences: false)
          .map { completed($0) { String($0) } }.joined(separator: "`")
      }
    }.joined(separator: "\n")
  }

  private func completed(_ command: String) -> String {
    let words = Self.words(command)
    let names = Set(words.filter { $0.hasPrefix("--") })
    let missing = options.filter { option in
      // A profile says itself what the columns are.
      if names.contains("--profile"), ["--kind", "--map", "--value"].contains(option.name) { return false }
      guard names.contains(option.name) else { return true }
      guard option.isRepeated, let value = option.value else { return false }
      return !zip(words, words.dropFirst()).contains { $0 == option.name && option.key($1) == option.key(value) }
    }
    return ([command] + missing.map(\.text)).joined(separator: " ")
  }

  /// The words of a command as a shell reads them, as far as ``ShellText`` quotes them.
  private static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in command {
      switch character {
      case "'": isQuoted.toggle()
      case " " where !isQuoted:
        if !word.isEmpty { words.append(word) }
        word = ""
      default: word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  func completing(_ problem: Problem) -> Problem {
    var problem = problem
    problem.remedy = completing(problem.remedy)
    return problem
  }
}

extension ImportSummary {
  /// Gives the commands in the remedies of problems the options that were given.
  mutating func complete(with given: GivenOptions) {
    for index in problemGroups.indices {
      problemGroups[index].problems = problemGroups[index].problems.map { given.completing($0) }
    }
  }
}

/// The words of a command, put together so that no value can pass for an option.
///
/// ```swift
/// CommandWords("imports", "show").argument("7").words   // ["imports", "show", "--", "7"]
/// ```
struct CommandWords: Sendable {
  private var path: [String]
  private var options: [String] = []
  private var arguments: [String] = []
  /// Which other commands it does not run together with.
  private(set) var kind = Kind.reading

  init(_ path: String...) { self.path = path }

  /// The words as the command line takes them.
  var words: [String] { path + options + (arguments.isEmpty ? [] : ["--"] + arguments) }

  enum Kind: Sendable {
    case reading
    /// It changes the shop: such commands run one after the other.
    case writing
    /// It reads for minutes: such commands run one after the other, so that pages need not wait for them.
    case long
    /// It plans an import, which takes minutes for a large file: only few of them run at once, so that pages need not wait for them.
    case planning
    /// It has another program make a picture smaller: only few of them run at once.
    case converting
    /// It makes a report or another long file: only few of them run at once, so that pages need not wait for them.
    case reporting
  }

  /// The same command, which changes the shop.
  var writing: CommandWords { running(.writing) }

  /// The same command, which reads for minutes.
  var long: CommandWords { running(.long) }

  /// The same command, which plans an import.
  var planning: CommandWords { running(.planning) }

  /// The same command, which has another program make a picture smaller.
  var converting: CommandWords { running(.converting) }

  /// The same command, which makes a report; see ``CommandQueue/report(_:forOffice:as:role:)``.
  var reporting: CommandWords { running(.reporting) }

  private func running(_ kind: Kind) -> CommandWords {
    var words = self
    words.kind = kind
    return words
  }

  /// - Parameter value: left out when nil or empty.
  func option(_ name: String, _ value: String?) -> CommandWords {
    guard let value, !value.isEmpty else { return self }
    var words = self
    words.options.append("--\(name)=\(value)")
    return words
  }

  /// An option whose empty value has a meaning of its own.
  func option(_ name: String, orEmpty value: String) -> CommandWords {
    guard value.isEmpty else { return option(name, value) }
    var words = self
    words.options += ["--\(name)", ""]
    return words
  }

  func options(_ name: String, _ values: some Sequence<String>) -> CommandWords {
    values.reduce(self) { $0.option(name, $1) }
  }

  func flag(_ name: String, _ isGiven: Bool = true) -> CommandWords {
    guard isGiven else { return self }
    var words = self
    words.options.append("--\(name)")
    return words
  }

  func argument(_ value: String) -> CommandWords {
    var words = self
    words.arguments.append(value)
    return words
  }
}

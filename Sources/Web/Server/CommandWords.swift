/// The words of a command, put together so that no value can pass for an option.
///
/// ```swift
/// CommandWords("imports", "show").argument("7").words   // ["imports", "show", "--", "7"]
/// ```
struct CommandWords: Sendable {
  private var path: [String]
  private var options: [String] = []
  private var arguments: [String] = []
  /// Whether the command changes the shop: such commands run one after the other.
  private(set) var isWriting = false

  init(_ path: String...) { self.path = path }

  /// The words as the command line takes them.
  var words: [String] { path + options + (arguments.isEmpty ? [] : ["--"] + arguments) }

  /// The same command, which changes the shop.
  var writing: CommandWords {
    var words = self
    words.isWriting = true
    return words
  }

  /// - Parameter value: left out when nil or empty.
  func option(_ name: String, _ value: String?) -> CommandWords {
    guard let value, !value.isEmpty else { return self }
    var words = self
    words.options.append("--\(name)=\(value)")
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

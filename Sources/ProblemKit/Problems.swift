/// One or more problems that end the work; never empty.
///
/// The one error type for what is shown to a person. It is one word wide, so `throws(Problems)` costs little where
/// nothing is thrown.
public struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
  /// All of them, in order.
  public private(set) var all: [Problem]

  public init(_ problem: Problem) { all = [problem] }

  /// Everything that was collected, in order; nil if that is nothing.
  public init?(collected problems: [Problem]) {
    guard !problems.isEmpty else { return nil }
    all = problems
  }

  public init(
    _ code: Problem.Code, source: String = "", at position: SourcePosition = SourcePosition(), value: String? = nil,
    _ message: String, remedy: String? = nil
  ) {
    self.init(Problem(code, source: source, at: position, value: value, message, remedy: remedy))
  }

  /// The one that decides how the command ends.
  public var first: Problem {
    get { all[0] }
    set { all[0] = newValue }
  }

  /// Those after the first.
  public var further: ArraySlice<Problem> { all.dropFirst() }

  public var description: String { all.map(\.description).joined(separator: "\n") }

  /// Each of them changed in the same way.
  public func map(_ change: (Problem) -> Problem) -> Problems {
    var changed = self
    changed.all = all.map(change)
    return changed
  }
}

/// The parts of the first problem, where one is meant.
extension Problems {
  public var code: Problem.Code { first.code }
  public var message: String { first.message }
  public var remedy: String { first.remedy }
  public var headline: String { first.headline }
}

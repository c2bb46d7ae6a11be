public import ProblemKit

/// A check of the shop's database that did not pass.
public struct FailedCheck: Hashable, Sendable {
  /// How many examples a message names at most; the count is never capped.
  package static let exampleLimit = 10

  /// What is wrong, with the first few examples.
  public let problem: Problem
  /// How many records are concerned.
  public let count: Int

  public var code: Problem.Code { problem.code }
  public var message: String { problem.message }

  package init(code: Problem.Code, message: String, remedy: String? = nil, count: Int) {
    problem = Problem(code, message, remedy: remedy)
    self.count = count
  }
}

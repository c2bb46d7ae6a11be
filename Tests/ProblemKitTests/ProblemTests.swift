import ProblemKit
import Testing

@Suite struct ProblemTests {
  static let code = Problem.Code("t-wrong", .error, "The value is wrong.", remedy: "Correct it.")

  @Test(arguments: [
    ("", SourcePosition(), "'x' is wrong"), ("a.csv", SourcePosition(), "a.csv: 'x' is wrong"),
    ("a.csv", SourcePosition(line: 17, column: 5, record: 3), "a.csv:17:5: 'x' is wrong"),
    ("a.csv", SourcePosition(line: 17), "a.csv:17: 'x' is wrong"),
    ("", SourcePosition(line: 2), "line 2: 'x' is wrong"),
    ("a.json", SourcePosition(record: 4), "a.json: record 4: 'x' is wrong"),
    ("a.xlsx", SourcePosition(record: 4, path: "S!B1"), "a.xlsx: S!B1: 'x' is wrong"),
  ])
  func headline(_ source: String, _ position: SourcePosition, _ headline: String) {
    #expect(Problem(Self.code, source: source, at: position, "'x' is wrong").headline == headline)
  }

  @Test func remedyAndOutcomeAreTheCodesUnlessTheCaseKnowsBetter() {
    var problem = Problem(Self.code, "'x' is wrong")
    #expect(problem.remedy == "Correct it." && problem.outcome == .invalidInput && problem.severity == .error)
    problem.outcome = .usage
    #expect(Problems(problem).first.outcome == .usage)
    #expect(Problem(Self.code, "'x' is wrong", remedy: "Write y.").remedy == "Write y.")
  }

  @Test func problemsAreNeverEmptyAndOneWordWide() throws {
    #expect(Problems(collected: []) == nil)
    let (first, second) = (Problem(Self.code, "a"), Problem(Self.code, "b"))
    let both = try #require(Problems(collected: [first, second]))
    #expect(both.first == first && Array(both.further) == [second] && both.code == Self.code && both.message == "a")
    #expect(both.description == "a\nCorrect it.\nb\nCorrect it.")
    #expect(both.map { Problem($0.code, source: "f", $0.message) }.all.map(\.headline) == ["f: a", "f: b"])
    #expect(MemoryLayout<Problems>.size == MemoryLayout<Int>.size)
  }
}

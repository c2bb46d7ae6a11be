import Testing

@testable import Exchange

@Suite struct WrappedTextTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let width: Int?
    var indent = 0
    let lines: [String]
    var testDescription: String { "\(text.prefix(30)) to \(width ?? 0)" }
  }

  @Test(arguments: [
    Case(text: "", width: 10, lines: [""]),
    Case(text: "what is on hand", width: nil, indent: 2, lines: ["  what is on hand"]),
    Case(text: "what is on hand", width: 15, lines: ["what is on hand"]),
    Case(text: "what is on hand", width: 14, lines: ["what is on", "hand"]),
    Case(text: "what is on hand", width: 9, indent: 2, lines: ["  what is", "  on hand"]),
    Case(text: "a-very-long-word and more", width: 8, lines: ["a-very-long-word", "and more"]),
    Case(text: "one\n\ntwo three", width: 5, lines: ["one", "", "two", "three"]),
    Case(text: "one two", width: 0, lines: ["one", "two"]),
  ])
  func breaksBetweenWords(_ wrapped: Case) {
    #expect(wrapped.text.wrapped(to: wrapped.width, indent: wrapped.indent) == wrapped.lines.joined(separator: "\n"))
  }
}

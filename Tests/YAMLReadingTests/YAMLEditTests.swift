import Testing
import YAMLReading
import Yams

/// Settings that people wrote in many ways, before and after a change of one entry.
@Suite struct YAMLEditTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let shape: String
    var path = ["people", "ben"]
    var name: String?
    /// The value that is set; nil to remove the entry.
    var value: YAMLEntryValue? = .text("counter")
    let before: String
    let after: String

    var testDescription: String { shape }

    func apply() throws -> String {
      guard let value else { return try YAMLEdit.removing(path, from: before) }
      return try YAMLEdit.setting(path, named: name, to: value, in: before)
    }
  }

  private static let person = YAMLEntryValue.mapping([
    .init("role", .text("counter")), .init("name", .text("Ben Okafor")),
  ])

  static let added: [Change] = [
    Change(
      shape: "after a line with a comment", before: "people:\n  anna: manager # owner\n",
      after: "people:\n  anna: manager # owner\n  ben: counter\n"),
    Change(
      shape: "before the comments and settings that follow",
      before: "people:\n    anna: manager\n\n# Money\ncurrency:   \"EUR\"\n",
      after: "people:\n    anna: manager\n    ben: counter\n\n# Money\ncurrency:   \"EUR\"\n"),
    Change(
      shape: "after a person on several lines",
      before: "people:\n  anna:\n    roles:\n    - manager\n    # alone so far\nname: A\n",
      after: "people:\n  anna:\n    roles:\n    - manager\n    # alone so far\n  ben: counter\nname: A\n"),
    Change(
      shape: "after a person in braces on several lines",
      before: "people:\n  anna: {\n    role: manager\n  }\nname: A\n",
      after: "people:\n  anna: {\n    role: manager\n  }\n  ben: counter\nname: A\n"),
    Change(
      shape: "a number", path: ["guards", "weight"], value: .bare("30"), before: "guards:\n  size: 2 # large\n",
      after: "guards:\n  size: 2 # large\n  weight: 30\n"),
    Change(
      shape: "CRLF", before: "name: A\r\npeople:\r\n  anna: manager\r\nlanguage: de\r\n",
      after: "name: A\r\npeople:\r\n  anna: manager\r\n  ben: counter\r\nlanguage: de\r\n"),
    Change(
      shape: "no line break at the end", before: "people:\n  anna: manager",
      after: "people:\n  anna: manager\n  ben: counter"),
    Change(
      shape: "between the marks of a document", before: "---\npeople:\n  anna: manager\n...\n",
      after: "---\npeople:\n  anna: manager\n  ben: counter\n...\n"),
    Change(
      shape: "braces", before: "people: { anna: manager }\n", after: "people: { anna: manager, ben: counter }\n"),
    Change(
      shape: "braces with a comma at the end", before: "people: {anna: manager,}\n",
      after: "people: {anna: manager, ben: counter}\n"),
    Change(
      shape: "braces with quoted texts", before: "people: { anna: { role: manager, name: 'A, {b}' } }\n",
      after: "people: { anna: { role: manager, name: 'A, {b}' }, ben: counter }\n"),
    Change(
      shape: "braces with a person a line",
      before: "people: {\n  anna: manager, # owner\n  cleo: auditor # Fridays\n}\n",
      after: "people: {\n  anna: manager, # owner\n  cleo: auditor, # Fridays\n  ben: counter\n}\n"),
    Change(
      shape: "everything in braces", before: "{ name: A, people: { anna: manager } }\n",
      after: "{ name: A, people: { anna: manager, ben: counter } }\n"),
    Change(
      shape: "a key that is a number", path: ["people", "1234"], before: "people:\n  anna: manager\n",
      after: "people:\n  anna: manager\n  \"1234\": counter\n"),
    Change(
      shape: "no people yet", path: ["people"],
      value: .mapping([.init("anna", .text("manager")), .init("ben", person)]),
      before: "name: A\n# people: none yet\n",
      after: "name: A\n# people: none yet\npeople:\n  anna: manager\n  ben: { role: counter, name: Ben Okafor }\n"),
    Change(
      shape: "no people yet, no line break at the end", path: ["people"], value: .mapping([.init("ben", .text("x"))]),
      before: "name: A", after: "name: A\npeople:\n  ben: x"),
  ]

  static let changed: [Change] = [
    Change(
      shape: "a word becomes several entries", value: person, before: "people:\n  ben: auditor  # Sat\n",
      after: "people:\n  ben: { role: counter, name: Ben Okafor }  # Sat\n"),
    Change(
      shape: "an entry between comments", path: ["people", "ben", "role"],
      before: "people:\n  ben:\n    role: auditor # till May\n    # two days\n    name: Ben\n",
      after: "people:\n  ben:\n    role: counter # till May\n    # two days\n    name: Ben\n"),
    Change(
      shape: "a list on lines becomes a word", path: ["people", "ben", "roles"], name: "role",
      before: "people:\n  ben:\n    roles: # which\n      - counter\n      - manager\n    name: Ben\n",
      after: "people:\n  ben:\n    role: counter # which\n    name: Ben\n"),
    Change(
      shape: "a word becomes a list", path: ["people", "ben", "role"], name: "roles",
      value: .list(["counter", "manager"]), before: "people: { ben: { role: counter }, anna: manager }\n",
      after: "people: { ben: { roles: [counter, manager] }, anna: manager }\n"),
    Change(
      shape: "a further entry in braces", path: ["people", "ben", "name"], value: .text("Ben: \"B\""),
      before: "people:\n  ben: { role: counter } # Sat\n",
      after: "people:\n  ben: { role: counter, name: \"Ben: \\\"B\\\"\" } # Sat\n"),
    Change(
      shape: "a key without a value, between comments", path: ["people"],
      value: .mapping([.init("ben", .text("counter"))]),
      before: "people: # who\n  # anna: manager\n  # cleo: auditor\nname: A\n",
      after: "people: { ben: counter } # who\n  # anna: manager\n  # cleo: auditor\nname: A\n"),
    Change(
      shape: "tabs and a quoted key", before: "people:\n  \"ben\":\tauditor\t# x\n",
      after: "people:\n  \"ben\":\tcounter\t# x\n"),
    Change(
      shape: "letters of several bytes before it", before: "people: { zoë: manager, ben: 'auditor' }\n",
      after: "people: { zoë: manager, ben: counter }\n"),
  ]

  static let removed: [Change] = [
    Change(
      shape: "lines with their comment", value: nil,
      before: "people:\n  anna: manager\n  # Saturdays\n  ben:\n    role: counter\n    # until May\n  cleo: auditor\n",
      after: "people:\n  anna: manager\n  # Saturdays\n  cleo: auditor\n"),
    Change(
      shape: "the last line, without a line break", value: nil, before: "people:\n  anna: manager\n  ben: counter",
      after: "people:\n  anna: manager\n"),
    Change(
      shape: "CRLF", value: nil, before: "people:\r\n  ben: counter # x\r\n  anna: manager\r\n",
      after: "people:\r\n  anna: manager\r\n"),
    Change(
      shape: "in the middle of braces", value: nil, before: "people: { anna: manager, ben: counter, cleo: auditor }\n",
      after: "people: { anna: manager, cleo: auditor }\n"),
    Change(
      shape: "at the end of braces", value: nil, before: "people: { anna: manager, ben: counter }\n",
      after: "people: { anna: manager }\n"),
    Change(
      shape: "a line of braces", value: nil,
      before: "people: {\n  anna: manager, # owner\n  ben: counter # Sat\n}\n",
      after: "people: {\n  anna: manager, # owner\n}\n"),
    Change(
      shape: "a setting", path: ["actor"], value: nil, before: "name: A\nactor: mary # me\ncurrency: EUR\n",
      after: "name: A\ncurrency: EUR\n"),
  ]

  @Test(arguments: added + changed + removed)
  func onlyTheEntryChanges(_ change: Change) throws {
    let made = try change.apply()
    #expect(made == change.after)
    // Bytes, not characters: CRLF is one of these.
    #expect(Array(made.utf8) == Array(change.after.utf8))
  }

  static let refused: [Change] = [
    Change(shape: "an alias", before: "people:\n  anna: &a { role: manager }\n  ben: *a\n", after: ""),
    Change(
      shape: "an anchor", path: ["people", "anna", "role"],
      before: "people:\n  anna: &a { role: manager }\n  ben: *a\n", after: ""),
    Change(
      shape: "an anchor that others need", path: ["people", "anna"], value: nil,
      before: "people:\n  anna: &a { role: manager }\n  ben: *a\n", after: ""),
    Change(shape: "a list with an anchor", before: "people: &p\n  anna: manager\nothers: *p\n", after: ""),
    Change(shape: "a tag", before: "people: !x\n  anna: manager\n", after: ""),
    Change(
      shape: "a text block", path: ["people", "ben", "name"],
      before: "people:\n  ben:\n    name: >\n      Ben\n", after: ""),
    Change(
      shape: "a text on two lines", path: ["people", "ben", "name"],
      before: "people:\n  ben: { role: counter, name: Ben\n    Okafor }\n", after: ""),
    Change(shape: "keys with question marks", before: "people:\n  ? anna\n  : manager\n", after: ""),
    Change(shape: "a word for the list", before: "people: manager\n", after: ""),
    Change(shape: "the only entry", value: nil, before: "people:\n  ben: counter\n", after: ""),
    Change(shape: "an entry that is not there", value: nil, before: "people:\n  anna: manager\n", after: ""),
    Change(shape: "after the end of the document", path: ["people"], before: "name: A\n...\n", after: ""),
    Change(shape: "a list of lines", path: ["people"], before: "- name\n", after: ""),
  ]

  @Test(arguments: refused)
  func whatIsNotKnownStays(_ change: Change) {
    #expect(throws: YAMLEdit.Refusal.self) { try change.apply() }
  }

  @Test func aTextThatIsTooMuchIsNotChanged() {
    #expect(throws: BoundedYAML.InvalidText.self) {
      try YAMLEdit.setting(["people"], to: .text("x"), in: BoundedYAMLTests.bomb)
    }
  }

  @Test(arguments: [
    "true", "No", "null", "1234", "1e3", "~", "", " x", "x ", "a: b", "a #b", "- a", "{", "O'Neil", "\"", "\\", "\t",
    "a\u{85}b", "\u{2028}", "\u{7}", "Zoë Faure", "Anna-Lena M.", "<<", "=", "2026-01-01", "x\r\ny",
  ])
  func aTextIsReadAsItWasWritten(_ text: String) throws {
    let yaml = try YAMLEdit.setting(["name"], to: .text(text), in: "other: 1\n")
    let name = try BoundedYAML.root(of: yaml)?.mapping?["name"]
    #expect(name?.any as? String == text, "\(yaml)")
  }
}

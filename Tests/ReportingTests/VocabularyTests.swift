import GRDB
import ProblemKit
import Testing
import Wording

@testable import Reporting

private let states = [
  "states/report.yml": """
  title: States
  summary: What is said of states.
  parameters: {kind: {type: choice, choices: [few, open], default: open, help: How many.}}
  queries:
    items:
      file: items.sql
      rows: streamed
      row-template: item.html.mustache
      columns: {state: {type: label, words: [{of: states}, gone]}, group: {type: label, words: [None]}, title: text}
    facts: {file: facts.sql, rows: one, columns: {state: {type: label, words: states}}}
    list: {file: items.sql, columns: {state: {type: label, words: states}, group: {type: label, words: [None]}, title: text}}
  html: states.html.mustache
  csv: {query: items}
  """,
  "states/items.sql": """
  SELECT column1 AS state, column2 AS \"group\", column3 AS title FROM (VALUES
    ('open', 'open', 'gone'), ('gone', 'None', 'None'), ('lost', 'few', 'open')) v
  """,
  "states/facts.sql": "SELECT 'shut' AS state",
  "states/item.html.mustache": "{{state}}/{{group}}/{{title}} ",
  "states/states.html.mustache":
    "{{facts.state}} {{parameter.kind}} {{{items.rows}}}| {{#list}}{{state}}/{{group}}/{{title}} {{/list}}",
  "_shared/words.yml": "states: [open, shut]\nother: [lost]\n",
  "_shared/messages/de.yml": "open: offen\nshut: zu\nlost: verloren\nfew: wenige\nNone: Keine\n",
  "states/messages/de.yml": "gone: weg\nopen: aufgeschlagen\n",
]

private func page(_ files: [String: String], in folders: [String] = []) throws -> String {
  try withReport(files) { library in
    try withShop { _ in
    } _: { path in
      let library = ReportLibrary(folders: library.folders + folders)
      var options = ReportOptions(format: .html, generatedAt: generatedAt)
      options.language = .german
      var bytes: [UInt8] = []
      try library.report(named: "states").run(on: path, options) { bytes.append(contentsOf: $0) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// A text of the shop that is a word elsewhere in the report, or in another one, stays what it is.
@Test func onlyTheWordsOfAColumnAreTranslatedInIt() throws {
  #expect(
    try page(states)
      == "zu aufgeschlagen offen/open/gone weg/Keine/None lost/few/open | offen/open/gone gone/Keine/None lost/few/open "
  )
}

/// The shop's own words.yml comes first, name by name; those that ship are there too.
@Test func vocabulariesOfEarlierFoldersComeFirst() throws {
  var files = states
  files["_shared/words.yml"] = "states: [shut, few]\n"
  files["states/report.yml"] = files["states/report.yml"]?.replacing(
    "facts.sql, rows: one, columns: {state: {type: label, words: states}}",
    with: "facts.sql, rows: one, columns: {state: {type: label, words: [{of: stock-units}, {of: states}]}}")
  #expect(try page(files, in: shippedReports.folders).hasPrefix("zu aufgeschlagen open/open/gone weg/Keine/None "))
}

@Test func wordsOfVocabulariesAreTranslatedWhereTheyAreShared() throws {
  var files = states
  files["_shared/messages/de.yml"] = "open: offen\n"
  try withReport(files) { library in
    let lacking = try library.report(named: "states").untranslated(into: .german)
    #expect(lacking.shared.contains("shut") && !lacking.own.contains("shut"))
    #expect(!lacking.shared.contains("open") && lacking.own.contains("None"))
  }
}

@Test(arguments: [
  ("words: [None]", "words: [None, [a]]", "one of the words of 'group' is not a word"),
  ("words: [None]", "words: []", "the words of 'group' are not listed"),
  ("words: [None]", "words: stats", "or list the words: [All, No category]. Did you mean 'states'?"),
  (
    "words: [None]", "words: [{of: state}]",
    "the words of 'group' are to be those of 'state', which is not a vocabulary"
  ),
  ("words: [None]", "words: [{off: states}]", "one of the words of 'group' has an unknown field 'off'"),
  ("title: text", "title: {type: text, words: [a]}", "the column 'title' has words, but is a text"),
  ("title: text", "title: label", "the column 'title' is a label, but has no words\nList the words that its SQL makes"),
])
private func wordsThatCannotBeReadAreTold(_ old: String, _ new: String, _ message: String) throws {
  var files = states
  let text = try #require(files["states/report.yml"])
  #expect(text.contains(old), "the test changes nothing")
  files["states/report.yml"] = text.replacing(old, with: new)
  try withReport(files) { library in
    let error = #expect(throws: Problems.self) { try library.report(named: "states") }
    #expect(error?.all.allSatisfy { $0.code == .invalidDefinition && $0.position.line > 0 } == true)
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}

@Test(arguments: [
  ("a: [", "the YAML cannot be read"), ("- a", "the file is not a list of vocabularies"),
  ("a: b", "the vocabulary 'a' is not a list of words"),
  ("a: [{b: c}, d]", "the vocabulary 'a' is not a list of words"),
  ("a: []", "the vocabulary 'a' is not a list of words"),
])
private func vocabulariesThatCannotBeReadAreToldWithTheirPlace(_ yaml: String, _ message: String) throws {
  var files = states
  files["_shared/words.yml"] = yaml
  try withReport(files) { library in
    let error = #expect(throws: Problems.self) { try library.report(named: "states") }
    #expect(error?.description.contains("_shared/words.yml") == true)
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}

@Test(arguments: [
  ("SELECT 'late' AS state FROM t WHERE t.kind = 'open'", ["late"]),
  (
    "SELECT CASE t.kind WHEN 'a' THEN 'late' ELSE 'it''s open' END AS state, 'more' AS other FROM t",
    ["late", "it's open"]
  ),
  ("SELECT COALESCE(NULLIF(t.name, 'x'), 'No name') AS state FROM t ORDER BY CASE WHEN 1 THEN 'b' END", ["No name"]),
  ("SELECT CASE WHEN t.moment > :from THEN 'late' END AS \"state\" FROM t", ["late"]),
  ("SELECT CAST(t.days AS TEXT) || ' days late' AS state FROM t", [" days late"]),
  (
    "SELECT 1 AS place, 'late' AS state UNION ALL SELECT 2, 'open' UNION SELECT 3, 'gone' FROM t",
    ["late", "open", "gone"]
  ),
  ("WITH x AS (SELECT 'late' AS state /* 'no' */ FROM t) -- 'no'\nSELECT x.state AS state FROM x", ["late"]),
  ("SELECT (SELECT CASE WHEN 1 THEN 'several' END FROM t) AS state, REPLACE(t.a, 'x', 'y') AS b", ["several"]),
  ("SELECT t.a IN ('x', 'y') AS state, CASE WHEN t.a IN (SELECT 'no' FROM t) THEN 1 END AS b FROM t", []),
  ("SELECT '1' AS state, 'late", []), (")) END ' AS ( SELECT", []), ("SELECT '", []), ("", []),
])
func wordsOfStatementsAreFound(_ sql: String, _ expected: [String]) {
  #expect(SQLWords(of: sql).words["state"] ?? [] == expected)
}

import Foundation
import Serving
import Testing
import WebTesting

@testable import Web

/// What a person says that the values of a file mean.
@Suite struct ColumnValuesTests {
  private static let hostile = [
    "Klothing", "a=b", "a:b", "\"a\"", "<b>x</b>", "two\nlines", "two\r\nlines", "50 % + 1&2", "é.-_~", "\u{301}",
    String(repeating: "=", count: 200),
  ]

  @Test(arguments: hostile) func aFieldNamesItsColumnAndItsValue(_ value: String) throws {
    for column in Self.hostile {
      let field = ColumnValues.field(for: value, of: column)
      let parts = try #require(ColumnValues.parts(ofField: field))
      #expect(Array(parts.column.utf8) == Array(column.utf8) && Array(parts.value.utf8) == Array(value.utf8))
      var form = FormValues()
      form.append(field, " Clothing ")
      #expect(ColumnValues.chosen(in: form) == [column: [value: "Clothing"]])
    }
  }

  @Test func whatIsNotChosenSaysNothing() {
    var form = FormValues()
    form.append(ColumnValues.field(for: "Klothing", of: "Category"), "")
    for name in ["value.", "value.Category", "value.=a", "value.a=", "value.a=b=c", "value.%ZZ=a", "map.Category"] {
      form.append(name, "x")
    }
    #expect(ColumnValues.chosen(in: form).isEmpty)
  }

  @Test func theReadingHasThemAsOptions() {
    var reading = WaitingPlan.Reading(columns: ["Category": "category"])
    reading.values = ["Category": ["Klothing": "Clothing", "a=b": "\"x\""], "Size: UK": ["6": "S"]]
    let words = reading.words("import").words
    #expect(
      words.filter { $0.hasPrefix("--value=") } == [
        "--value=Category:Klothing=Clothing", #"--value=Category:"a=b"="""x""""#, #"--value="Size: UK":6=S"#,
      ])
    #expect(reading.fields["value.Category=Klothing"] == "Clothing")
    #expect(reading.fields["value.Size%3A%20UK=6"] == "S")
  }

  /// The values of a column that is taken for something else were those of another field.
  @Test func aColumnThatMeansSomethingElseKeepsNoValues() {
    let before = WaitingPlan.Reading()
    var form = FormValues()
    form.append("value.Category=Klothing", "Clothing")
    form.append("value.Shade=rot", "Red")
    var reading = before
    reading.columns["Category"] = "brand"
    reading.takeValues(in: form, since: before)
    #expect(reading.values == ["Shade": ["rot": "Red"]])
    reading.take(Suggestion(option: "map", value: "Shade="))
    #expect(reading.translations.isEmpty)
  }

  /// The values may have been shown for what the column was just taken for, before that was kept.
  @Test(arguments: [("category", true), ("=", false), ("brand", false)])
  func valuesAreKeptForWhatTheColumnWasShownAs(shown: String, isKept: Bool) {
    var form = FormValues()
    form.append("values-of.Waren%20Gruppe", shown)
    form.append("value.Waren%20Gruppe=Klothing", "Clothing")
    var reading = WaitingPlan.Reading()
    reading.columns["Waren Gruppe"] = "category"
    reading.takeValues(in: form, since: WaitingPlan.Reading())
    #expect(reading.values == (isKept ? ["Waren Gruppe": ["Klothing": "Clothing"]] : nil))
  }

  /// What was kept before there were values is still read.
  @Test func anEarlierReadingIsRead() throws {
    var reading = WaitingPlan.Reading()
    let data = try JSONEncoder().encode(reading)
    #expect(!String(decoding: data, as: UTF8.self).contains("values"))
    #expect(try JSONDecoder().decode(WaitingPlan.Reading.self, from: data) == reading)
    reading.values = ["Category": ["Klothing": "Clothing"]]
    let kept = try JSONEncoder().encode(reading)
    #expect(try JSONDecoder().decode(WaitingPlan.Reading.self, from: kept) == reading)
  }
}

extension ServerTests {
  /// The values that match nothing, on the page of the columns.
  @Suite struct Values {
    /// - Parameter names: how many names the shop has.
    private static func inspected(names: Int = 2, translation: String = "null") -> CommandAnswer {
      let codes = (1...names).map { #"{"code": "C\#($0)", "title": "Name <\#($0)>"}"# }.joined(separator: ", ")
      return CommandAnswer(
        status: 0,
        output: #"""
          {"record_kinds": ["products"], "tables": [{"name": "records", "columns": [
            {"name": "Category", "meaning": ["category"], "evidence": "by its name", "examples": [], "values": {
              "field": "category", "makes_new": true, "name_count": \#(names), "names": [\#(codes)],
              "others": 3, "is_whole": false, "unmatched": [
                {"value": "Klothing", "rows": 12, "first_line": 2, "translation": \#(translation),
                  "near": "C1", "near_reason": "spelt nearly the same"},
                {"value": "<b>\"a=b\"</b>", "rows": 1, "first_line": 5}
              ]}}
          ], "records": []}]}
          """#, notes: "")
    }

    @Test func eachValueHasAChoice() async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent("Category\n", answering: Self.inspected())
        let page = try client.get(place + "/columns").text
        for text in [
          "<h2>Values that the shop does not have</h2>", ">Column “Category”</h3>", "12 rows", "first in line 2",
          "<select name=\"value.Category=Klothing\" aria-label=\"Read Klothing as\" aria-describedby=\"near-1-1-1\">",
          "<option value=\"\">Make it new</option>", "Near: C1 (spelt nearly the same)", "id=\"near-1-1-1\"",
          "<option value=\"C1\">Name &lt;1&gt; (C1)</option>", "3 more values match nothing.",
          "Only the first rows of the file were looked at.",
          "name=\"value.Category=%3Cb%3E%22a%3Db%22%3C%2Fb%3E\"", "&lt;b&gt;",
        ] {
          #expect(page.contains(text), "\(text)")
        }
        // A near name is shown, and not chosen.
        #expect(!page.contains("<option value=\"C1\" selected"))
        #expect(!page.contains("<b>\"a=b\"") && !page.contains("<datalist id=\"names-"))
      }
    }

    /// The values follow the choices of the form, as the first rows do, and so do the names that were chosen for them.
    @Test func theValuesAreShownAgainWithTheFirstRows() async throws {
      try await ServedTestShop.serve { server in
        let heading = "<h2>Values that the shop does not have</h2>"
        let (client, place) = try server.sent("Category\n", answering: Self.inspected(translation: "\"C2\""))
        let page = try client.get(place + "/columns")
        let part = try #require(page.text.range(of: "data-preview="))
        #expect(page.text[part.upperBound...].contains(heading), "the script replaces it")
        #expect(page.text.contains("name=\"values-of.Category\" value=\"=\""))
        server.shop.forget()
        let fields = [
          ("map.Category", "category"), ("values-of.Category", "category"), ("value.Category=Klothing", "C2"),
        ]
        let preview = try client.post(place + "/columns/preview", fields, from: page)
        #expect(preview.status == 200 && preview.text.contains(heading), "\(preview.text)")
        #expect(preview.text.contains("name=\"values-of.Category\" value=\"category\""))
        #expect(preview.text.contains("<option value=\"C2\" selected>"))
        let words = try #require(server.shop.words.first { $0.first == "inspect" })
        #expect(words.contains("--value=Category:Klothing=C2"), "\(words)")
      }
    }

    @Test func manyNamesAreSuggestedForATextField() async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent("Category\n", answering: Self.inspected(names: 201))
        let page = try client.get(place + "/columns").text
        #expect(page.contains("<datalist id=\"names-1-1\">"))
        #expect(page.contains("<input name=\"value.Category=Klothing\" value=\"\" list=\"names-1-1\""))
        #expect(!page.contains("<select name=\"value."))
      }
    }

    @Test func aChoiceIsAnOptionOfTheCommands() async throws {
      try await ServedTestShop.serve { server in
        let (client, place) = try server.sent("Category\n", answering: Self.inspected(translation: "\"C2\""))
        let fields = [("value.Category=Klothing", "C2"), ("value.Category=%3Cb%3E%22a%3Db%22%3C%2Fb%3E", "C1")]
        let page = try client.follow(try client.choose(fields + [("look", "yes")], at: place)).text
        for command in ["import", "inspect"] {
          let words = server.shop.words.last { $0.first == command } ?? []
          #expect(words.contains("--value=Category:Klothing=C2"), "\(words)")
          #expect(words.contains(#"--value=Category:"<b>""a=b""</b>"=C1"#), "\(words)")
        }
        #expect(page.contains("<option value=\"C2\" selected>"))
        // What the command would refuse is not kept.
        for (field, value) in [
          ("value.Category=Klothing", String(repeating: "ä", count: 101)), ("decimal", "--json"), ("dates", "x"),
        ] {
          let answer = try client.choose([(field, value)], at: place)
          #expect([422, 404].contains(answer.status), "\(field)")
        }
        #expect(try client.get(place + "/columns").text.contains("<option value=\"C2\" selected>"))
        // What is taken back is no longer given.
        _ = try client.follow(try client.choose([("value.Category=Klothing", "")], at: place))
        let words = try #require(server.shop.words.last { $0.first == "import" })
        #expect(!words.contains { $0.hasPrefix("--value=") }, "\(words)")
      }
    }
  }
}

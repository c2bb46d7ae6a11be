import Foundation
import RetailValues
import Testing

/// Text as other languages write it; among it letters that combine with what must be escaped.
@Suite struct QuotedTextTests {
  /// To Swift one letter each, to a reader of the output two.
  static let accented = ["\"\u{301}", "<\u{338}", "&\u{308}", "'\u{301}", ",\u{301}", "\\\u{301}", "\n\u{301}"]

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\"\u{301}b", "\"a\"\"\u{301}b\""),
    ("a\r\nb", "\"a\r\nb\""), (" a", "\" a\""), ("a ", "\"a \""), ("", ""), (",\u{301}", "\",\u{301}\""),
  ])
  func fields(text: String, field: String) {
    #expect(CSVText.field(text).unicodeScalars.elementsEqual(field.unicodeScalars))
  }

  @Test(arguments: [
    ("orders.csv", "orders.csv"), ("columns=sku,price", "columns=sku,price"), ("new orders.csv", "'new orders.csv'"),
    ("it's", "'it'\\''s'"), ("'\u{301}", "''\\''\u{301}'"), ("$(x)", "'$(x)'"), ("", "''"), ("-x", "-x"),
  ])
  func words(text: String, word: String) {
    #expect(ShellText.word(text).unicodeScalars.elementsEqual(word.unicodeScalars))
    #expect(ShellText.file("-x.csv") == "./-x.csv")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("-5", "-5"), ("-x", "'-x"), ("a=1", "a=1"), ("", ""), ("=\u{338}1", "'=\u{338}1"),
  ])
  func formulas(text: String, harmless: String) { #expect(CSVText.harmless(text) == harmless) }

  @Test func jsonIsReadBackByAnotherReader() throws {
    for text in Self.accented + ["a\u{0}b", "\u{1F}", "line\nline\tend\r", "ü €\u{1F600}", "\u{2028}", ""] {
      let read = try JSONSerialization.jsonObject(with: Data("[\(JSONText.quoted(text))]".utf8)) as? [String]
      #expect(read?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(text.debugDescription)")
    }
  }

  @Test func nothingThatHTMLReadsAsItsOwnGetsThrough() {
    for text in Self.accented + ["<script>", "a & b", "\" onclick='x'"] {
      for shown in [HTMLText.escaped(text), HTMLText.line(text)] {
        #expect(!shown.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) }, "\(text) as \(shown)")
      }
    }
    #expect(HTMLText.escaped("a\"\u{301}<b>&'").utf8.elementsEqual("a&quot;\u{301}&lt;b&gt;&amp;&#39;".utf8))
    #expect(HTMLText.line("a\tb\nc\u{7}d\u{85}") == "a b c·d·")
  }
}

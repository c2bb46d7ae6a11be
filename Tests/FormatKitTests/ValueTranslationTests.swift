import FormatKit
import Testing

/// Values of a file that are read as others, as options of the command line say them.
@Suite struct ValueTranslationTests {
  @Test(arguments: [
    ("Category:Klothing=Clothing", ["Category", "Klothing", "Clothing"]),
    ("Category:Men: shirts=Shirts", ["Category", "Men: shirts", "Shirts"]),
    ("Size:6=S=M", ["Size", "6", "S=M"]),
    (#"Size:"6=S"=S"#, ["Size", "6=S", "S"]),
    (#""Size: UK":"6=S"=S"#, ["Size: UK", "6=S", "S"]),
    (#"Brand:"a ""b"" c"=ABC"#, ["Brand", #"a "b" c"#, "ABC"]),
    (#"Brand:Acme="a=""b""""#, ["Brand", "Acme", #"a="b""#]),
    ("Brand:two\nlines=One", ["Brand", "two\nlines", "One"]),
    ("Brand:<b>&amp;=One", ["Brand", "<b>&amp;", "One"]),
  ])
  func anOptionIsRead(_ option: String, _ parts: [String]) throws {
    let translation = try #require(ValueTranslation(option: option))
    #expect([translation.column, translation.theirs, translation.ours] == parts)
    #expect(ValueTranslation(option: translation.option) == translation)
  }

  @Test(arguments: [
    "", "Category", "Category:Klothing", "Category=Clothing", ":a=b", "Category:=b", "Category:a=", #"Category:"a=b"#,
    #"Category:"a"b=c"#, #"Category:a="b"c"#, #"Category:a=""#, #""Category"x:a=b"#,
  ])
  func anotherTextIsNoTranslation(_ option: String) { #expect(ValueTranslation(option: option) == nil) }

  /// Signs that belong to the form, letters that join the sign before them, and texts that only look quoted.
  private static let hostile = [
    "a", "=", ":", "\"", "\"\"", "\"a\"", "a=b:c", "a\"=\":b", "\n", "\r\n", "\u{301}x", "\u{200D}", "--value=x:y=z",
    "<script>alert(1)</script>", "'", "$(id)", String(repeating: "é=", count: 300),
  ]

  @Test func everyTextComesBack() {
    for column in Self.hostile {
      for theirs in Self.hostile {
        for ours in Self.hostile {
          let translation = ValueTranslation(column: column, theirs: theirs, ours: ours)
          let read = ValueTranslation(option: translation.option)
          let parts = read.map { [$0.column, $0.theirs, $0.ours] } ?? []
          let isSame = parts.map { Array($0.utf8) } == [column, theirs, ours].map { Array($0.utf8) }
          #expect(isSame, "\(translation.option)")
        }
      }
    }
  }
}

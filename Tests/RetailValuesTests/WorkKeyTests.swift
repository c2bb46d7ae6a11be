import RetailValues
import Testing

/// Titles and authors that mean one book meet, and others do not.
@Suite struct WorkKeyTests {
  @Test(arguments: [
    ("The Left Hand of Darkness", "left hand of darkness"),
    ("left  hand of DARKNESS: a novel", "left hand of darkness"),
    ("Les Misérables", "miserables"), ("Straße der Ölsardinen", "strasse der olsardinen"), ("It", "it"), ("A", "a"),
    ("Ender's Game", "enders game"), ("Ender\u{2019}s Game (Ender, #1)", "enders game"), ("1984", "1984"),
    ("(untitled)", "untitled"), ("Война и мир", "воина и мир"), ("三体", "三体"),
  ])
  func titles(_ text: String, _ key: String) { #expect(WorkKey.title(text) == key) }

  @Test(arguments: [
    ("Ursula K. Le Guin", "guin"), ("Le Guin, Ursula K.", "guin"), ("LE GUIN", "guin"),
    ("Kurt Vonnegut, Jr.", "vonnegut"),
    ("Kurt Vonnegut Jr.", "vonnegut"), ("Terry Pratchett & Neil Gaiman", "pratchett"),
    ("Pratchett, Terry; Gaiman, Neil", "pratchett"), ("Gabriel García Márquez", "marquez"), ("Homer", "homer"),
    ("Terry Pratchett and Neil Gaiman", "pratchett"), ("Anderson, Poul", "anderson"), ("Sandy", "sandy"),
  ])
  func authors(_ text: String, _ key: String) { #expect(WorkKey.author(text) == key) }

  @Test(arguments: ["", " ", "…", "::", "\u{0}", String(repeating: "!", count: 100_000)])
  func nothingIsLeft(_ text: String) {
    #expect(WorkKey.title(text) == nil)
    #expect(WorkKey.author(text) == nil)
  }

  @Test func longTextsAreCutOff() {
    #expect((WorkKey.title(String(repeating: "word ", count: 100_000))?.count ?? 0) <= 500)
  }
}

@Test(arguments: [
  ("Asking for: Solaris by Stanislaw Lem", "Solaris", "Stanislaw Lem"), ("asking for \"Dune\"", "Dune", nil),
  ("Asking for Stand by Me by Stephen King. Any edition", "Stand by Me", "Stephen King"),
  ("Asking for: The Time Machine by H. G. Wells", "The Time Machine", "H. G. Wells"),
  ("Asking for Solaris by S. Lem. Please", "Solaris", "S. Lem"),
  ("Looking for – Momo!", "Momo", nil), ("Asking for Tides by", "Tides by", nil),
  ("Asking for: Emma\nby Jane Austen", "Emma", nil),
])
func wishesNameABook(_ message: String, _ title: String, _ author: String?) {
  #expect(WishText(message)?.title == title)
  #expect(WishText(message)?.author == author)
}

@Test(arguments: ["", "For trade: Dune", "asking for", "Asking for: ?", "I am asking for Dune"])
func whatAsksForNothing(_ message: String) { #expect(WishText(message) == nil) }

@Test(arguments: [
  ("For trade: Solaris by Stanislaw Lem", "Solaris", "Stanislaw Lem"), ("for trade \"Dune\"", "Dune", nil),
  (" For trade – Momo!", "Momo", nil), ("Offering Emma by Jane Austen. As new", "Emma", "Jane Austen"),
])
func offersNameABook(_ message: String, _ title: String, _ author: String?) {
  let post = BookPost(message)
  #expect(post?.kind == .forTrade && post?.title == title && post?.author == author)
  #expect(BookPost("Asking for Dune")?.kind == .askingFor)
}

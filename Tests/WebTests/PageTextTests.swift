import Foundation
import RetailValues
import Serving
import Testing
import WebTesting
import Wording

@testable import Web

/// A value of a page in English; nil where it is no text.
func shown(_ value: Any?) -> String? { (value as? any ShownText)?.localized.description }

/// The texts of all pages: those of the templates, and the sentences in Swift that are written `LocalizedText("…")`.
struct PageTexts {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let pages = "\(root)/pages"

  /// The English of every text.
  private(set) var all: Set<String> = []
  /// Places where a text is written so that it cannot be collected.
  private(set) var unclear: [String] = []

  init() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.pages) where name.hasSuffix(".mustache") {
      all.formUnion(TemplateText(try String(contentsOfFile: "\(Self.pages)/\(name)", encoding: .utf8)).runs)
    }
    let sources = "\(Self.root)/Sources/Web"
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources) where path.hasSuffix(".swift") {
      let source = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      collect(from: code, path)
    }
    all.formUnion(PageWords.all)
    all.formUnion(try Self.guards().flatMap { [$0.name, $0.allowed] })
    all = all.filter { MessageText.hasLetters($0) }
  }

  /// The guards with the words that pages show of them, from the list that is generated from their declarations.
  static func guards() throws -> [(name: String, meaning: String, allowed: String)] {
    let list = try String(contentsOfFile: "\(root)/docs/reference/guards.md", encoding: .utf8)
    return list.matches(of: #/\| `([a-z\-]+)` \| ([^|\n]+) \| [^|\n]+ \| ([^|\n]+) \|/#).map { row in
      (ImportPages.words(String(row.output.1)), String(row.output.2), String(row.output.3))
    }
  }

  /// The sentences of a file.
  private mutating func collect(from code: String, _ path: String) {
    var rest = code[...]
    while let call = rest.firstRange(of: "LocalizedText(") {
      rest = rest[call.upperBound...]
      let argument = rest.drop(while: \.isWhitespace)
      if argument.first == "\"" {
        note(Self.literal(argument), path)
      } else if argument.hasPrefix("count:") {
        for label in ["one: ", "other: "] {
          guard let place = rest.firstRange(of: label) else { continue }
          rest = rest[place.upperBound...]
          note(Self.literal(rest), path)
        }
      }
    }
    // A text that is handed on as it is would be shown in English in every language.
    for found in code.matches(of: #/\b(?:title|remedy|saying): ?"(?:[^"\\]*) [^"]*"/#)
    where !path.hasPrefix("Certificates/") && !["WebServer.swift", "Server/PageTemplates.swift"].contains(path) {
      unclear.append("\(path): \(found.output)")
    }
  }

  private mutating func note(_ english: String?, _ path: String) {
    guard let english else { return unclear.append("\(path): a text that is not one literal") }
    all.insert(english)
  }

  /// The English of a literal of Swift, with `{{1}}`, `{{2}}` … for the values that are put in; nil for another expression.
  static func literal(_ code: Substring) -> String? {
    guard code.first == "\"" else { return nil }
    var english = ""
    var values = 0
    var rest = code.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"": return english
      case "\\" where rest.first == "(":
        var depth = 0
        repeat {
          let next = rest.popFirst()
          depth += next == "(" ? 1 : next == ")" ? -1 : 0
          if next == nil { return nil }
        } while depth > 0
        values += 1
        english += "{{\(values)}}"
      case "\\":
        let escaped = rest.popFirst()
        english.append(escaped == "n" ? "\n" : escaped ?? "\\")
      default: english.append(character)
      }
    }
    return nil
  }
}

@Suite struct PageTextTests {
  @Test func everyTextCanBeCollected() throws {
    let texts = try PageTexts()
    #expect(texts.unclear == [])
    #expect(texts.all.count > 700)
    for text in ["Sign in", "Order {{1}} is late", "1 thing needs you", "{{1}} things need you", "partly received"] {
      #expect(texts.all.contains(text))
    }
    #expect(PageTexts.literal(#""Order \(order["number"].text ?? "") is \"late\"" rest"#) == #"Order {{1}} is "late""#)
    #expect(PageTexts.literal("isLate ? \"a\" : \"b\"") == nil)
  }

  /// Every text is translated, nothing else is, and the variables are the same. `scripts/page-texts.py FILE` prints what a file lacks.
  @Test(arguments: Language.allCases.filter { $0 != .english })
  func messageFilesHaveTheTextsOfThePages(_ language: Language) throws {
    let texts = try PageTexts().all
    let path = PageMessages.path(language, in: PageTexts.pages)
    let messages = try MessageFile.texts(in: String(contentsOfFile: path, encoding: .utf8), source: path)
    #expect(texts.subtracting(messages.keys).sorted() == [], "not translated in \(path)")
    #expect(Set(messages.keys).subtracting(texts).sorted() == [], "on no page, but in \(path)")
    let others = messages.filter { MessageText.variables(of: $0.key) != MessageText.variables(of: $0.value) }
    #expect(others.keys.sorted() == [], "with other variables in \(path)")
  }

  @Test func wordsOfFixedListsAreKnown() {
    let words =
      Role.allCases.flatMap { [$0.rawValue, $0.summary] } + Act.allCases.map(\.words)
      + CountSessionState.allCases.map(\.rawValue) + CountKind.allCases.map(\.rawValue)
      + MovementKind.allCases.map { ImportPages.words($0.rawValue) }
      + Reason.builtIn.map { ImportPages.words($0.code) } + ImportOperation.allCases.map(\.words)
    #expect(words.filter { !PageWords.all.contains($0) } == [])
  }

  private static let german = PageMessages(
    .german,
    texts: [
      "Counts": "Zählungen", "Order {{1}} is late": "Bestellung {{1}} ist verspätet",
      "{{1}} of {{2}}": "von {{2}}: {{1}}",
      "1 thing": "1 Sache", "{{1}} things": "{{1}} Sachen", "open": "offen", "You may not {{1}}": "Sie dürfen {{2}}",
    ])

  @Test func sentencesAreShownInTheLanguage() {
    func german(_ text: LocalizedText) -> String { text.text(in: Self.german) }
    // Data is never looked up.
    #expect(german(LocalizedText("Order \("Counts") is late")) == "Bestellung Counts ist verspätet")
    #expect(german(LocalizedText(verbatim: "Counts")) == "Counts")
    #expect(german(LocalizedText("Order \("{{1}}{{2}}") is late")) == "Bestellung {{1}}{{2}} ist verspätet")
    #expect(german(LocalizedText("Order \(LocalizedText("Counts")) is late")) == "Bestellung Zählungen ist verspätet")
    #expect(german(LocalizedText("\("a") of \(7)")) == "von 7: a")
    #expect(
      [0, 1, 2].map { german(LocalizedText(count: $0, one: "1 thing", other: "\($0) things")) } == [
        "0 Sachen", "1 Sache", "2 Sachen",
      ])
    #expect(german(LocalizedText(word: "open")) == "offen")
    #expect(german(LocalizedText(word: "Open")) == "Offen")
    #expect(german(LocalizedText(word: "a word of the shop's own")) == "a word of the shop's own")
    #expect(german(LocalizedText("Not translated")) == "Not translated")
    #expect(
      german(LocalizedText("You may not \("see it")")) == "You may not see it", "another variable is no translation")
    #expect("\(LocalizedText("Order \(12) is late"))" == "Order 12 is late")
  }

  @Test(arguments: [
    ("25062.84", "25,062.84", "25.062,84"), ("-1200", "−1,200", "−1.200"), ("0", "0", "0"), ("7.250", "7.250", "7,250"),
    ("", "", ""), ("case of 6", "case of 6", "case of 6"), ("1.2.3", "1.2.3", "1.2.3"), ("-", "-", "-"),
    ("1e5", "1e5", "1e5"),
  ])
  func numbersAreThoseOfTheLanguage(plain: String, english: String, german: String) {
    #expect(LocalizedText(number: plain).description == english)
    #expect(LocalizedText(number: plain).text(in: Self.german) == german)
  }

  @Test(arguments: [
    ("2026-11-30", "30.11.2026"), ("2026-11-30 09:41", "30.11.2026, 09:41"), ("", ""), ("soon", "soon"),
    ("27 November 2026, 10:00", "27 November 2026, 10:00"),
  ])
  func daysAreThoseOfTheLanguage(plain: String, german: String) {
    #expect(LocalizedText(moment: plain).description == plain)
    #expect(LocalizedText(moment: plain).text(in: Self.german) == german)
  }

  @Test func translationIsTextAndNoMarkup() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-texts-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("messages"), withIntermediateDirectories: true)
    try "<html lang=\"{{lang}}\"><b title=\"Go\">Go</b> {{what}} {{name}} <i>Stay</i>".write(
      to: folder.appendingPathComponent("a.mustache"), atomically: true, encoding: .utf8)
    let german = folder.appendingPathComponent("messages/de.yml")
    try "\"Go\": \"<script>{{name}}\\\"\"\n\"Stop\": \"<b>{{{name}}}</b>\"\n\"Go {{1}}\": \"<i>{{1}}\"\n".write(
      to: german, atomically: true, encoding: .utf8)
    var templates = try PageTemplates(folder: folder.path)
    let values: [String: Any] = ["what": LocalizedText("Go \("<u>Counts")"), "name": "Go"]
    // "Go" has another variable and stays English.
    #expect(
      templates.page("a", values, in: .german)
        == "<html lang=\"de\"><b title=\"Go\">Go</b> &lt;i&gt;&lt;u&gt;Counts Go <i>Stay</i>")
    #expect(
      templates.page("a", values, in: .french)
        == "<html lang=\"en\"><b title=\"Go\">Go</b> Go &lt;u&gt;Counts Go <i>Stay</i>", "there is no message file")
    try "\"Go\": '<script>\"'\n".write(to: german, atomically: true, encoding: .utf8)
    templates = try PageTemplates(folder: folder.path)
    #expect(
      templates.page("a", ["what": "", "name": ""], in: .german)
        == "<html lang=\"de\"><b title=\"&lt;script&gt;&quot;\">&lt;script&gt;&quot;</b>   <i>Stay</i>")
    try "- no\n".write(to: german, atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try PageTemplates(folder: folder.path) }
  }
}

@Suite struct PageLanguageTests {
  @Test(
    arguments: [
      ("de", Language.german), ("de-CH, fr;q=0.9", .german), ("fr;q=0.8,sv;q=0.9", .swedish),
      ("nl, es;q=0.1", .spanish),
      ("DE-at", .german), ("de;q=0, fr;q=0.5", .french), ("de ; q=0.5 , sv ;q=0.6", .swedish), ("en, de", .english),
      // What is no weight is no language that is asked for.
      ("de;q=abc", nil), ("de;q=abc, fr;q=0.1", .french), ("de;q=2", nil), ("de;q=1.001", nil), ("de;q=0.1234", nil),
      ("de;q=-1", nil), ("", nil), (",,;;==", nil), ("nl", nil), ("*", .swedish), ("nl, *;q=0.5", .swedish),
      ("*, sv;q=0", nil),
      ("de;q=1.000", .german), ("de;q=1.", .german),
      (String(repeating: "x-y;q=0.5,", count: 1_000) + "de", nil), (String(repeating: "z", count: 10_000), nil),
    ] as [(String, Language?)])
  func browserAsksForALanguage(header: String, language: Language?) {
    #expect(PageLanguage.asked(in: header, shop: .swedish) == language)
  }

  @Test(
    arguments: [
      ("fr", "de", Language.french), (nil, "de", .german), ("xx", "de", .german), (nil, nil, .swedish),
      ("", "nl", .swedish),
      ("../de", nil, .swedish),
    ] as [(String?, String?, Language)])
  func choiceComesBeforeTheBrowserAndTheShop(cookie: String?, header: String?, language: Language) {
    #expect(PageLanguage.of(cookie: cookie, accepting: header, shop: .swedish) == language)
  }
}

extension ServerTests {
  /// The texts of the German message file, which the pages are compared with.
  private static func german() throws -> [String: String] { try PageMessages(.german, in: PageTexts.pages).texts }

  @Test func pagesAreInTheLanguageOfTheBrowser() async throws {
    let german = try Self.german()
    let signIn = try #require(german["Sign in"])
    let nothing = try #require(german["Nothing needs you"])
    let none = try #require(german["There is no such page"])
    let scan = try #require(german["Scan or type a code"])
    try await ServedTestShop.serve { server in
      let asked = ["Accept-Language": "de-DE,de;q=0.9,en;q=0.5"]
      let stranger = try server.client().get("/sign-in", headers: asked)
      #expect(stranger.text.contains("<html lang=\"de\">") && stranger.text.contains("<h1>\(signIn)</h1>"))
      let client = try server.signedIn()
      #expect(try client.get("/").text.contains("<h1>Nothing needs you</h1>"))
      let home = try client.get("/", headers: asked)
      #expect(home.text.contains("<html lang=\"de\">") && home.text.contains("<h1>\(nothing)</h1>"))
      // The name of the shop and of the person are data.
      #expect(home.text.contains("Test &amp; Sons") && home.text.contains("Anna"))
      #expect(try client.get("/running/x", headers: asked).text.contains(none))
      server.shop.answer = CommandAnswer(
        status: 0,
        output: #"{"items": [], "state": "counting", "listed": 3, "total": 3}"#, notes: "")
      let entry = try client.get("/counts/7/sections/Counts", headers: asked)
      #expect(entry.text.contains(scan) && entry.text.contains("Counts</h1>"))
    }
  }

  @Test func chosenLanguageIsKeptInACookie() async throws {
    let german = try Self.german()
    let nothing = try #require(german["Nothing needs you"])
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      let session = try #require(client.cookie)
      let page = try client.get("/more", headers: ["Accept-Language": "fr"])
      let answer = try client.post("/language", [("language", "de")], from: page)
      #expect(answer.status == 303 && answer.location == "/more")
      let cookie = try #require(answer.headers["set-cookie"])
      for part in ["stockroom-language=de", "HttpOnly", "SameSite=Strict", "Max-Age=31536000", "Path=/"] {
        #expect(cookie.contains(part))
      }
      client.cookie = session + "; stockroom-language=de"
      #expect(try client.get("/", headers: ["Accept-Language": "fr"]).text.contains("<h1>\(nothing)</h1>"))
      // A language that there is not, as only somebody else would write it.
      client.cookie = session + "; stockroom-language=../../x"
      #expect(try client.get("/").text.contains("<h1>Nothing needs you</h1>"))
      client.cookie = session
      let again = try client.get("/more")
      #expect(try client.post("/language", [("language", "xx")], from: again).status == 404)
      client.cookie = session
      let last = try client.get("/more")
      let none = try client.post("/language", [("language", "")], from: last)
      #expect(none.headers["set-cookie"]?.contains("Max-Age=0") == true)
    }
  }

  @Test func aLanguageIsChosenBeforeSigningIn() async throws {
    let signIn = try #require(try Self.german()["Sign in"])
    try await ServedTestShop.serve { server in
      let client = server.client()
      let page = try client.get("/sign-in?to=%2Fimports", headers: ["Accept-Language": "fr"])
      for language in ["de", "en", "es", "sv"] {
        #expect(page.text.contains("value=\"\(language)\" lang=\"\(language)\">"))
      }
      #expect(page.text.contains("value=\"fr\" lang=\"fr\" disabled>"))
      let answer = try client.post("/sign-in/language", [("language", "de"), ("to", "/imports")])
      #expect(answer.status == 303 && answer.location == "/sign-in?to=%2Fimports")
      #expect(client.cookie == "stockroom-language=de")
      #expect(answer.headers["set-cookie"]?.contains("Max-Age=31536000") == true)
      let chosen = try client.get(answer.location, headers: ["Accept-Language": "fr"])
      #expect(chosen.text.contains("<h1>\(signIn)</h1>") && chosen.text.contains("name=\"to\" value=\"/imports\""))
      // With the link of the start, the page that comes next has its button too.
      let fields = [("language", "sv"), ("to", "//elsewhere.example"), ("key", "a&b")]
      let byLink = try client.post("/sign-in/language", fields)
      #expect(byLink.location == "/sign-in?to=%2F&key=a%26b")
      #expect(try client.post("/sign-in/language", [("language", "xx")]).status == 404)
      #expect(try client.get("/sign-in/language").location == "/sign-in?to=%2F")
      let strange = ["Origin": "https://elsewhere.example"]
      let refused = try server.client().post("/sign-in/language", [("language", "de")], headers: strange)
      #expect(refused.status == 403 && refused.headers["set-cookie"] == nil)
    }
  }

  @Test func hostileLanguagesAreLeftAlone() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      for header in [
        String(repeating: "de;q=abc,", count: 1_100), "q=abc", ";;;", String(repeating: "a", count: 10_000),
      ] {
        let answer = try client.get("/", headers: ["Accept-Language": header])
        #expect(answer.status == 200 && answer.text.contains("<html lang=\"en\">"))
      }
    }
  }

  @Test func sheetsAreAskedForInTheLanguageOfThePages() async throws {
    try await ServedTestShop.serve { server in
      let client = try server.signedIn()
      for (path, isGiven) in [("/counts/7/sheet", true), ("/counts/7/sheet.csv", false)] {
        let answer = try client.get(path, headers: ["Accept-Language": "sv"])
        #expect(answer.status == 200)
        #expect(server.shop.words.last?.contains("--language=sv") == isGiven)
      }
    }
  }

  @Test func reportsAreAskedForInTheLanguageOfThePages() async throws {
    try await ServedTestShop.serve { server in
      server.shop.answer = CommandAnswer(
        status: 0, output: #"{"name": "stock", "is_permitted": true, "formats": ["html", "csv"], "parameters": []}"#,
        notes: "")
      let client = try server.signedIn()
      _ = try client.get("/reports/stock", headers: ["Accept-Language": "sv"])
      #expect(server.shop.words.last?.contains("--language=sv") == true)
    }
  }
}

import Foundation
import RetailValues
import Testing
import WebTesting
import Wording

@testable import Web

@Suite struct CommandMessageTests {
  private static let german = PageMessages(
    .german, texts: ["open": "offen", "shop": "Geschäft", "store": "Filiale"],
    problems: [
      "{{1}} '{{2}}' is not a number": "{{1}}: „{{2}}“ ist keine Zahl",
      "'{{1}}' is not a number": "„{{1}}“ ist keine Zahl",
      "the count is {{1}}": "die Zählung ist {{1}}", "the file is empty": "die Datei ist leer",
      "A number cannot be read.": "Eine Zahl ist nicht lesbar.", "{{1}}": "{{1}}!",
      "between '{{1}}' and '{{2}}'": "nach „{{2}}“, vor „{{1}}“",
      "{{1}} does not say {{2}}": "{{1}} sagt nicht {{2}}", "the file": "die Datei",
      "the files a, and b": "die Dateien a, b",
      "{{1}} does not say where": "{{1}} sagt nicht, wo", "count {{1}} is in state {{2}}": "Zählung {{1}}: {{2}}",
      "'posted'": "„gebucht“", "full count {{1}} of {{2}}": "Zählung {{1}} von {{2}}",
    ], summaries: ["bad-number": "A number cannot be read.", "other": "Something else."])

  @Test(
    arguments: [
      ("the file is empty", "die Datei ist leer"), ("The file is empty", "Die Datei ist leer"),
      ("A number cannot be read", "Eine Zahl ist nicht lesbar"), ("'x' is not a number", "„x“ ist keine Zahl"),
      ("price 'x' is not a number", "price: „x“ ist keine Zahl"), ("the count is open", "die Zählung ist offen"),
      // What is in quotation marks is data, and so is what looks like a variable.
      ("'open' is not a number", "„open“ ist keine Zahl"), ("'{{1}}' is not a number", "„{{1}}“ ist keine Zahl"),
      ("between 'a' and 'b'", "nach „b“, vor „a“"), ("'' is not a number", "„“ ist keine Zahl"),
      ("is not a number", "is not a number"), ("nobody knows this", "nobody knows this"), ("", ""),
    ])
  func messagesAreKnownByTheTextAroundTheirValues(english: String, german: String) {
    #expect(LocalizedText(said: english).text(in: Self.german) == german)
    #expect(LocalizedText(said: english).description == english)
  }

  /// A pattern with little text of its own matches much that is not its message.
  @Test(
    arguments: [
      ("the file does not say why", "die Datei sagt nicht why"),
      ("the order 'PO-1' was read before with more lines, and this one does not say that it takes its place", nil),
      ("a, and b does not say why", nil), ("a, or b does not say why", nil), ("a, but b does not say why", nil),
      ("a does not say 'why'", nil), ("a, b does not say why", "a, b sagt nicht why"),
      // The value is known.
      ("the files a, and b does not say why", "die Dateien a, b sagt nicht why"),
      ("count 1 is in state 'posted'", "Zählung 1: „gebucht“"), ("count 1 is in state 'lost'", nil),
      // The pattern with more text, and the next one where that does not match.
      ("a does not say where", "a sagt nicht, wo"), ("'x 'y' is not a number", "„x 'y“ ist keine Zahl"),
      ("'a' is a file, 'b' is not a number", nil),
      ("'a' or 'b' is not a number", nil), ("between 'a' or 'b' and 'c'", nil),
      ("between 'a's' and 'b'", "nach „b“, vor „a's“"),
    ] as [(String, String?)])
  func whatIsNotTheMessageIsNotTranslated(english: String, german: String?) {
    #expect(Self.german.commands?.translation(of: english) { $0 } == german)
  }

  /// Kinds of places are also what shops call their places.
  @Test(arguments: ["shop", "store", "stockroom", "warehouse", "transit", "other"])
  func codesOfPlacesAreNoWords(place: String) {
    #expect(LocalizedText(said: "full count 1 of \(place)").text(in: Self.german) == "Zählung 1 von \(place)")
    #expect(PageWords.all.contains(place) && !PageWords.inMessages.contains(place))
  }

  @Test func kindsOfPlacesAreWordsOfPages() {
    #expect(LocalizedText(word: "shop").text(in: Self.german) == "Geschäft")
  }

  @Test func messagesThatAreNotTranslatedNameTheirKind() {
    func german(_ message: String, _ code: String) -> String {
      LocalizedText(said: message, code: code).text(in: Self.german)
    }
    #expect(german("it has two points", "bad-number") == "Eine Zahl ist nicht lesbar: it has two points")
    #expect(german("it has two points", "other") == "it has two points")
    #expect(german("it has two points", "unheard-of") == "it has two points")
  }

  @Test(arguments: [
    (Language.german, "Zählung 7 hat den Zustand „gebucht“ und kann nicht wieder geöffnet werden"),
    (Language.spanish, "El recuento 7 está en el estado «contabilizado» y no se puede reabrir"),
    (Language.swedish, "Inventering 7 har statusen ”bokförd” och kan inte öppnas igen"),
  ])
  func statesOfCountsAreShownInTheLanguage(_ language: Language, _ shown: String) throws {
    let messages = try PageMessages(language, in: PageTexts.pages)
    let said = "count 7 is in state 'posted' and cannot be reopened"
    #expect(LocalizedText(said: said).sentence.text(in: messages) == shown)
  }

  @Test(arguments: [
    ("price-changed was changed in the meantime", "price-changed was changed in the meantime"),
    ("bad.yml:3:61: wrong", "bad.yml:3:61: wrong"),
    ("the file is empty", "The file is empty"), ("a - b", "A - b"),
  ])
  func namesAtTheBeginningOfASentenceStayAsTheyAre(said: String, shown: String) {
    #expect(LocalizedText(said: said).sentence.description == shown)
  }

  @Test func whatAReportShowsIsSaidInTheLanguage() throws {
    let german = try PageMessages(.german, in: PageTexts.pages)
    let said = "The report reads 'unit_cost' of report_stock, which shows whom goods come from, and on which terms"
    #expect(
      LocalizedText(said: said).text(in: german)
        == "Der Bericht liest „unit_cost“ aus report_stock und zeigt damit: von wem Waren kommen und zu welchen Bedingungen"
    )
  }

  @Test(arguments: [
    (
      "the shop has no supplier 'NEUHOF', in 4 records",
      "im Geschäft nicht vorhanden: Lieferant „NEUHOF“, in 4 Datensätzen"
    ),
    (
      "12 of 'A' ordered: 12 × pack of 6 = 72 pieces, by the list of supplier 'acme'; if the file counts pieces, "
        + "it is 2 × pack of 6",
      "12 von „A“ bestellt: 12 × Gebinde zu 6 = 72 Stück, laut Liste des Lieferanten „acme“; zählt die Datei Stück, "
        + "sind es 2 × Gebinde zu 6"
    ),
    (
      "3 of 'B' ordered: 3 × pack of 25 = 75 kg, by the list of supplier 'acme'; if the file counts kg, "
        + "it is not a whole number of packs",
      "3 von „B“ bestellt: 3 × Gebinde zu 25 = 75 kg, laut Liste des Lieferanten „acme“; zählt die Datei kg, "
        + "sind es keine ganzen Gebinde"
    ),
    (
      "the quantity 2.5 of 'A' has a fraction, and the item is kept in pieces",
      "die Menge 2,5 von „A“ hat Nachkommastellen, und der Artikel wird in Stück geführt"
    ),
    (
      "the quantity 2.5 of 'A' has a fraction, and the item has no unit",
      "die Menge 2,5 von „A“ hat Nachkommastellen, und der Artikel hat keine Einheit"
    ),
    (
      "the unit 'xyz' is neither a piece nor a known pack: 12 of 'A' ordered: 12 × pack of 6 = 72 pieces, "
        + "by the list of supplier 'acme'; if the file counts pieces, it is 2 × pack of 6",
      "die Einheit „xyz“ ist weder ein Stück noch ein bekanntes Gebinde: 12 von „A“ bestellt: 12 × Gebinde zu 6 = "
        + "72 Stück, laut Liste des Lieferanten „acme“; zählt die Datei Stück, sind es 2 × Gebinde zu 6"
    ),
    (
      "the list has 'A' in packs of 6: line '1' of order 'O1', whose unit is not clear, would count 72 instead of 12",
      "laut Liste kommt „A“ in Gebinden zu 6: Zeile „1“ der Bestellung „O1“, deren Einheit nicht klar ist, würde 72 "
        + "statt 12 zählen"
    ),
    (
      "3 of 'A' is taken for 3 pieces; as packs it is 3 × pack of 12 = 36 pieces; order 'O1' has 36 open: "
        + "packs fit exactly",
      "3 von „A“ wird als 3 Stück gelesen; als Gebinde sind es 3 × Gebinde zu 12 = 36 Stück; in der Bestellung „O1“ "
        + "sind 36 offen: Gebinde passen genau"
    ),
    (
      "24 of 'A' is taken for 24 × pack of 12 = 288 pieces; as pieces it is 24; order 'O1' has 24 open: "
        + "pieces fit exactly",
      "24 von „A“ wird als 24 × Gebinde zu 12 = 288 Stück gelesen; als Stück sind es 24; in der Bestellung „O1“ sind "
        + "24 offen: Stück passen genau"
    ),
    (
      "the unit 'case' of 'A' is a pack, and no list says how many pieces it has: 3 is taken for pieces",
      "die Einheit „case“ von „A“ ist ein Gebinde, und keine Liste sagt, wie viele Stück es hat: 3 wird als Stück "
        + "gelesen"
    ),
    ("order_quantity 'zwölf' is not a number", "Bestellte Menge „zwölf“ ist keine Zahl"),
    ("an accountant may not see what is on hand", "Buchhaltung: nicht erlaubt: Bestände sehen"),
    ("order B-77 received", "Wareneingang zu Bestellung B-77"), ("prices.csv", "prices.csv"),
    ("Reversal of 12: Goods taken out at front: damaged", "Storno von 12: Entnahme am Standort front: damaged"),
    (
      "Document T-12 at front (of 2026-10-31, a closed period)",
      "Beleg T-12 am Standort front (vom 31.10.2026, aus einer abgeschlossenen Periode)"
    ),
    // What is in quotation marks or backticks is data, and so is a day that is only a part of a value.
    (
      "Move it above the line of `language`, and try again.",
      "Verschieben Sie ihn über die Zeile von `language` und versuchen Sie es erneut."
    ),
    ("the quantity '2026-10-31' is not a number", "die Menge „2026-10-31“ ist keine Zahl"),
    ("order 2026-10-31/7 received", "Wareneingang zu Bestellung 2026-10-31/7"), ("2026-10-31", "2026-10-31"),
  ])
  func partsOfMessagesAreSaidInTheLanguage(english: String, german: String) throws {
    let messages = try PageMessages(.german, in: PageTexts.pages)
    #expect(LocalizedText(said: english).text(in: messages) == german)
  }

  @Test(arguments: [
    ("column VK", "unit_cost", "by its name", "Spalte „VK“", "Einstandspreis"),
    // The name of a column is data, although it may be a word that messages have.
    ("decimal mark of 'Pieces'", "comma", "given", "Dezimalzeichen von „Pieces“", "Komma"),
    ("date order of 'path'", "dmy", "given", "Reihenfolge im Datum von „path“", "Tag, Monat, Jahr"),
    (
      "dates of 'header'", "numbers of days as in a spreadsheet", "given", "Daten in „header“",
      "Tageszahlen wie in einer Tabellenkalkulation"
    ),
    ("currency of 'tab'", "EUR", "given", "Währung von „tab“", "EUR"),
    ("quote", "\"", "usual", "Anführungszeichen", "\""),
    ("delimiter", "semicolon", "95 % of the first 20 records have 3 fields", "Trennzeichen", "Semikolon"),
    ("header of 'Artikel'", "row 3", "names above values, below 2 other rows", "Kopfzeile von „Artikel“", "row 3"),
    ("column gone", "EK", "unit_cost left alone; perhaps it is called 'Netto' now", "Fehlende Spalte", "EK"),
    (
      "reject file", "read as import 12 was",
      "its profile, columns, values and supplier are used unless you give others",
      "Datei mit abgelehnten Zeilen", "gelesen wie Import 12"
    ),
    ("columns not used", "price", "nothing here uses them", "Nicht benutzte Spalten", "price"),
  ])
  func howAFileWasReadIsSaidInTheLanguage(
    _ name: String, _ value: String, _ evidence: String, _ german: String, _ shown: String
  ) throws {
    let messages = try PageMessages(.german, in: PageTexts.pages)
    let found = JSONValue.object(["name": .text(name), "value": .text(value), "evidence": .text(evidence)])
    let finding = PlanPages.finding(found)
    #expect((finding["name"] as? LocalizedText)?.text(in: messages) == german)
    #expect((finding["value"] as? LocalizedText)?.text(in: messages) == shown)
    #expect((finding["evidence"] as? LocalizedText)?.text(in: messages) != evidence)
  }

  @Test func longAndHostileMessagesTakeNoTime() {
    let texts = Dictionary(
      uniqueKeysWithValues: (0..<500).map { ("{{1}} a {{2}} a {{3}} a\($0) {{4}}", "{{1}}{{2}}{{3}}{{4}}") })
    let messages = CommandMessages(texts)
    let hostile = String(repeating: "a ", count: 990)
    #expect(messages.translation(of: hostile) { $0 } == nil)
    #expect(messages.translation(of: String(repeating: "a ", count: 1_000_000)) { $0 } == nil)
    let similar = (1..<500).map { ("{{1}}\(String(repeating: " a", count: $0)) {{2}}", "{{1}}{{2}}") }
    let matching = CommandMessages(Dictionary(uniqueKeysWithValues: similar))
    #expect(matching.translation(of: "'b' " + hostile) { $0 } == nil)
  }

  /// What the files of all languages have: the same texts, every summary and remedy of a code, and nothing that no command says.
  @Test func messageFilesHaveWhatCommandsSay() throws {
    let files = try Language.allCases.filter { $0 != .english }.map { language in
      let path = PageMessages.path(language, in: PageTexts.pages, of: "problems")
      return (path, try MessageFile.texts(in: String(contentsOfFile: path, encoding: .utf8), source: path))
    }
    let known = Set(try #require(files.first).1.keys)
    #expect(known.count > 1_500)
    for (path, texts) in files {
      #expect(known.symmetricDifference(texts.keys).sorted() == [], "not in each language: \(path)")
      let others = texts.filter { MessageText.variables(of: $0.key) != MessageText.variables(of: $0.value) }
      #expect(others.keys.sorted() == [], "with other variables in \(path)")
    }
    let reference = try String(contentsOfFile: "\(PageTexts.root)/docs/reference/errors.md", encoding: .utf8)
    let codes = reference.matches(of: #/(?m)^\| `[a-z0-9-]+` \| \w+ \| (.*) \| (.*) \|$/#)
    #expect(codes.count > 400)
    let texts = codes.flatMap { [$0.output.1, $0.output.2] }.map { String($0).replacing("\\|", with: "|") }
    let states = CountSessionState.allCases.map { "'\($0.rawValue)'" }
    let acts = try Self.actsOfCounts().map { "count {{1}} is in state {{2}} and cannot be \($0)" }
    #expect(acts.count > 7)
    let wanted =
      texts.map { MessageText.collapsed(Suggestion.withoutOptions($0)) }.filter { !$0.isEmpty } + states + acts
    #expect(Set(wanted).subtracting(known).sorted() == [], "not translated")
    let said = try Self.sources(and: wanted)
    #expect(known.filter { !Self.isSaid($0, in: said) }.sorted() == [], "said by no command")
  }

  /// What the state of a count may not allow, as the commands say: `reopened`.
  private static func actsOfCounts() throws -> Set<String> {
    let folder = "\(PageTexts.root)/Sources/Stock/Counting"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }
    let calls = files.flatMap { $0.components(separatedBy: "CountSessions.require(").dropFirst() }
    return Set(calls.compactMap { $0.firstMatch(of: #/^[^)]*, to: "([a-z ]+)"\)/#).map { String($0.output.1) } })
  }

  /// Whether commands say the longest part of a text without values, or three words of it in a row.
  ///
  /// Some texts are put together, and what a page leaves out of a message may come before a part and after it.
  private static func isSaid(_ text: String, in said: [CChar]) -> Bool {
    let parts = MessageText.parts(of: text).flatMap { part -> [Substring] in
      if case .text(let text) = part { text.split { ".;:".contains($0) } } else { [] }
    }
    let longest = parts.map(\.trimmed).max { $0.utf8.count < $1.utf8.count } ?? text
    func isFound(_ part: String) -> Bool { strstr(said, part) != nil }
    if isFound(longest) { return true }
    let words = longest.split(separator: " ")
    return words.indices.dropLast(2).contains { isFound(words[$0..<$0 + 3].joined(separator: " ")) }
  }

  /// All source text of the commands, with one space where white space is, and with the parts of a text together, and texts.
  private static func sources(and texts: [String]) throws -> [CChar] {
    var all: [UInt8] = []
    for folder in ["Sources", "Plugins"] {
      for path in try FileManager.default.subpathsOfDirectory(atPath: "\(PageTexts.root)/\(folder)")
      where path.hasSuffix(".swift") && !path.hasPrefix("Web/") {
        for byte in try Data(contentsOf: URL(fileURLWithPath: "\(PageTexts.root)/\(folder)/\(path)")) {
          // A backslash is before a quotation mark, or joins two lines.
          if byte == UInt8(ascii: "\\") { continue }
          let space = UInt8(ascii: " ")
          if byte > space { all.append(byte) } else if all.last != space { all.append(space) }
        }
      }
    }
    // In a text of SQL, a quotation mark is written twice.
    let sources = String(decoding: all, as: UTF8.self).replacing("\" + \"", with: "").replacing("''", with: "'")
    return Array((sources + texts.joined(separator: " ")).utf8CString)
  }
}

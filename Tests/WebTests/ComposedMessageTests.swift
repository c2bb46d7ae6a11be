import Testing
import Wording

@testable import Web

/// Messages that commands put together of parts, as the page of a plan shows them: with field names, values and lists in them.
@Suite struct ComposedMessageTests {
  /// What `import --json` answers about files with mistakes in them.
  private static let answers: [String] = [
    #"""
    {"findings": [
      {"name": "charset", "value": "utf-8", "evidence": "all bytes are ASCII"},
      {"name": "delimiter", "value": "comma", "evidence": "100 % of the first 6 records have 3 fields"},
      {"name": "header", "value": "yes", "evidence": "the first record holds no number and no date"},
      {"name": "format", "value": "csv", "evidence": "100 % of the first 6 records have 3 fields separated by comma"},
      {"name": "decimal mark of 'price'", "value": "point", "evidence": "by its values, such as '3.1234567' in line 6"},
      {"name": "date order of 'valid_from'", "value": "ymd", "evidence": "by its values, such as '2027-01-01' in line 2"}],
     "problem_groups": [
      {"code": "not-a-number", "severity": "error", "field": "price", "records": 2, "message": "price is not a number",
       "remedy": "Write a number such as 12 or 12.50.", "examples": [
        {"line": 2, "field": "price", "value": "abc", "message": "price 'abc' is not a number"},
        {"line": 3, "field": "price", "value": "x1", "message": "price 'x1' is not a number"}]},
      {"code": "not-a-number", "severity": "error", "field": "unit_cost", "records": 2,
       "message": "unit_cost is not a number", "remedy": "Write a number such as 12 or 12.50.", "examples": [
        {"line": 2, "field": "unit_cost", "value": "abc", "message": "unit_cost 'abc' is not a number"},
        {"line": 3, "field": "unit_cost", "value": "x1", "message": "unit_cost 'x1' is not a number"}]},
      {"code": "out-of-range", "severity": "error", "field": "price", "records": 1,
       "message": "price is out of range; it must be 0 or more",
       "remedy": "Check the value, and that the column is the right one.", "examples": [
        {"line": 4, "field": "price", "value": "-5", "message": "price is out of range; it must be 0 or more"}]},
      {"code": "out-of-range", "severity": "error", "field": "tax_rate", "records": 1,
       "message": "tax_rate is out of range; it must be from 0 to 100",
       "remedy": "Check the value, and that the column is the right one.", "examples": [
        {"line": 4, "field": "tax_rate", "value": "2000", "message": "tax_rate is out of range; it must be from 0 to 100"}]},
      {"code": "not-a-date", "severity": "error", "field": "valid_from", "records": 1,
       "message": "valid_from '2027-02-30' is not a date (read as ymd)",
       "remedy": "Write dates as 2026-10-31 and times as 2026-10-31T18:00, or state the order of the file's dates.",
       "examples": [{"line": 3, "field": "valid_from", "value": "2027-02-30",
        "message": "valid_from '2027-02-30' is not a date (read as ymd)"}]},
      {"code": "missing-value", "severity": "error", "field": "price", "records": 1, "message": "price is missing",
       "remedy": "Fill in the cell, or map the column that holds it.",
       "examples": [{"line": 5, "field": "price", "message": "price is missing"}]},
      {"code": "value-rounded", "severity": "warning", "field": "price", "records": 1,
       "message": "price '3.1234567' is rounded to 3.12",
       "remedy": "It is rounded half away from zero; give the rounded number to be sure.", "examples": [
        {"line": 6, "field": "price", "value": "3.1234567", "message": "price '3.1234567' is rounded to 3.12"}]}],
     "guards": [
      {"code": "price-change", "cases": 1, "remedies": [], "examples": [
        {"line": 2, "message": "the price of 'A' changes from 1.99 to 3.12 (+56.7 %)"}]}]}
    """#,
    #"""
    {"findings": [
      {"name": "column EK", "value": "standard_cost", "evidence": "by its name"},
      {"name": "with --supplier CODE", "value": "EK → unit_cost, VPE → pack_size", "code": "supplier-offer",
       "evidence":
        "costs and packs belong to a supplier, and none is named; 'EK' is taken for the item's standard cost"},
      {"name": "columns not used", "value": "VPE", "evidence": "nothing here uses them"}],
     "problem_groups": [
      {"code": "not-a-number", "severity": "error", "field": "quantity", "records": 1,
       "message": "quantity 'zwei' is not a number", "remedy": "Write a number such as 12 or 12.50.", "examples": [
        {"line": 4, "field": "quantity", "value": "zwei", "message": "quantity 'zwei' is not a number"}]},
      {"code": "unknown-currency", "severity": "error", "field": "currency", "records": 2,
       "message": "currency is not a currency of ISO 4217", "remedy": "Did you mean MXN?", "examples": [
        {"line": 3, "field": "currency", "value": "XXX", "message": "currency 'XXX' is not a currency of ISO 4217"},
        {"line": 4, "field": "currency", "value": "YYY", "message": "currency 'YYY' is not a currency of ISO 4217"}]},
      {"code": "supplier-by-name", "severity": "warning", "field": "supplier", "records": 2,
       "message": "… is the name of the supplier 'A', and is taken for it",
       "remedy": "If it is another supplier, import it with a code of its own first.", "examples": [
        {"line": 2, "field": "supplier", "value": "ACME",
         "message": "'ACME' is the name of the supplier 'A', and is taken for it"},
        {"line": 3, "field": "supplier", "value": "Acme",
         "message": "'Acme' is the name of the supplier 'A', and is taken for it"}]}],
     "guards": [
      {"code": "new-items", "cases": 1, "records": 1, "examples": [
        {"message": "the shop has no item 'QQQ', in 1 record"}],
       "remedies": ["Check the codes, and that the column is the right one. \#
        To make the new items: --new-items, which is the same as --accept new-items."]}]}
    """#,
    #"""
    {"error": {"message": "the columns Zeug, Wert do not show what the rows are", "remedy":
      "One column has to name the items, such as their codes or barcodes, and another has to say something \#
      about them, such as a price or a quantity. Say what the file is with --kind KIND, take a column for a field with \#
      --map COLUMN=FIELD, or make a profile with `stockroom inspect FILE --save-profile NAME`. What the values say: \#
      'Wert': its values look like amounts of money; 'Tag': all its values are dates."}}
    """#,
    #"""
    {"error": {"message":
      "line 3: the text is not utf-8, and has the letters of another language: 'Pøíliš' as windows-1252", "remedy":
      "Repeat the command with --option charset=windows-1250, which reads 'Příliš'."}}
    """#,
  ]

  /// What the page of a plan says.
  private static func texts(of answer: JSONValue) -> [LocalizedText] {
    let declared = DeclaredAnswers()
    let groups = [true, false].flatMap { ProblemGroups.values(answer, isError: $0, declared) }
    let guards = PlanPages.guards(answer, ticked: [], declared)
    let rows = (groups + guards).flatMap { $0["examples"] as? [[String: Any]] ?? [] }
    let findings = answer["findings"].elements.map { PlanPages.finding($0) }
    let names = ["title", "remedy", "message", "name", "value", "evidence"]
    let all = (groups + guards + rows + findings).flatMap { values in
      names.compactMap { (values[$0] as? any ShownText)?.localized }
    }
    return all + [answer["error"].shownMessage, answer["error"].shownRemedy]
  }

  /// Three words of the English in a row that are in the translation. What is in quotation marks is data.
  private static func englishLeft(in shown: String, of english: String) -> [String] {
    let words = english.replacing(#/'[^']*'/#, with: "'").split(separator: " ").map(String.init)
    return words.indices.dropLast(2).map { words[$0..<($0 + 3)].joined(separator: " ") }.filter { shown.contains($0) }
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func nothingOfTheEnglishIsLeft(in language: Language) throws {
    let messages = try PageMessages(language, in: PageTexts.pages)
    for answer in Self.answers {
      let texts = Self.texts(of: try #require(JSONValue(answer)))
      #expect(texts.contains { !$0.isEmpty })
      for text in texts {
        let shown = text.text(in: messages)
        let left = Self.englishLeft(in: shown, of: text.description)
        #expect(left == [], "partly English: \(shown)")
      }
    }
  }

  /// The titles of the groups of the first answer's errors with several values, and of the first one of the second's.
  @Test(arguments: [
    (
      Language.english, ["Price is not a number", "Cost price is not a number"],
      "… is the name of the supplier 'A', and"
    ),
    (
      Language.german, ["Preis ist keine Zahl", "Einstandspreis ist keine Zahl"],
      "… ist der Name des Lieferanten „A“ und"
    ),
    (Language.spanish, ["Precio no es un número", "Precio de coste no es un número"], "… "),
    (Language.french, ["Prix n’est pas un nombre", "Prix d’achat n’est pas un nombre"], "… "),
    (Language.swedish, ["Pris är inget tal", "Inköpspris är inget tal"], "… "),
  ])
  func titlesOfGroupsAreSaidWithoutTheirValues(language: Language, titles: [String], warning: String) throws {
    let messages = try PageMessages(language, in: PageTexts.pages)
    func shown(_ place: Int, isError: Bool) throws -> [String] {
      let answer = try #require(JSONValue(Self.answers[place]))
      let groups = ProblemGroups.values(answer, isError: isError, DeclaredAnswers())
      return groups.compactMap { ($0["title"] as? LocalizedText)?.text(in: messages) }
    }
    let errors = try shown(0, isError: true)
    #expect(Array(errors.prefix(2)) == titles)
    let warnings = try shown(1, isError: false)
    #expect(warnings.count == 1 && warnings[0].hasPrefix(warning), "\(warnings)")
  }

  @Test(
    arguments: [
      (
        "standard_cost may not be emptied", "Standard cost may not be emptied",
        "Standardkosten darf nicht geleert werden"
      ),
      (
        "effective_at '2026-13-40' is not a date (read as ymd)",
        "When it happened '2026-13-40' is not a date (read as year, month, day)",
        "Zeitpunkt „2026-13-40“ ist kein Datum (gelesen als Jahr, Monat, Tag)"
      ),
      (
        "quantity is out of range; it must be above 0", "quantity is out of range; it must be above 0",
        "Menge ist außerhalb des Bereichs; erlaubt ist größer als 0"
      ),
      ("title is missing", "title is missing", "Name des Artikels fehlt"),
      // The names of columns are data.
      (
        "the columns title, unit_cost do not show what the rows are",
        "the columns title, unit_cost do not show what the rows are",
        "die Spalten title, unit_cost zeigen nicht, was die Zeilen sind"
      ),
      (
        "the columns price, size do not show what the rows are",
        "the columns price, size do not show what the rows are",
        "die Spalten price, size zeigen nicht, was die Zeilen sind"
      ),
      (
        "the price of 'A' changes from 1.99 to 3.12 (+56.7 %)", "the price of 'A' changes from 1.99 to 3.12 (+56.7 %)",
        "der Preis von „A“ ändert sich von 1,99 auf 3,12 (+56,7 %)"
      ),
      // The number of a document stays as it is, and what is in quotation marks is data.
      (
        "Document 2026.11 at front (of 2026-10-31, a closed period)",
        "Document 2026.11 at front (of 2026-10-31, a closed period)",
        "Beleg 2026.11 am Standort front (vom 31.10.2026, aus einer abgeschlossenen Periode)"
      ),
      (
        "price '3.1234567' is rounded to 3.12", "price '3.1234567' is rounded to 3.12",
        "Preis „3.1234567“ wird auf 3,12 gerundet"
      ),
      ("the columns unit_cost, price are wrong", "the columns unit_cost, price are wrong", nil),
      (
        "What the values say: 'A: b': its values look like amounts of money; 'Tag': all its values are dates.",
        "What the values say: 'A: b': its values look like amounts of money; 'Tag': all its values are dates.",
        "Was die Werte zeigen: „A: b“: die Werte sehen wie Geldbeträge aus; „Tag“: alle Werte sind Daten."
      ),
    ] as [(String, String, String?)])
  func fieldsNumbersAndListsAreSaidInWords(said: String, english: String, german: String?) throws {
    let messages = try PageMessages(.german, in: PageTexts.pages)
    let text = LocalizedText(said: said)
    #expect(text.description == english)
    let expected = german ?? said
    #expect(text.text(in: messages) == expected)
  }

  /// A page has no options: what they would do is said in its words.
  @Test func whatASupplierWouldChangeIsSaidInWords() throws {
    let german = try PageMessages(.german, in: PageTexts.pages)
    let answer = try #require(JSONValue(Self.answers[1]))
    let offer = PlanPages.finding(answer["findings"].elements[1])
    let (name, value) = (offer["name"] as? LocalizedText, offer["value"] as? LocalizedText)
    #expect(name?.description == "If a supplier is named")
    #expect(value?.description == "EK → Cost price, VPE → Pieces in a pack")
    #expect(name?.text(in: german) == "Mit einem Lieferanten")
    #expect(value?.text(in: german) == "EK → Einstandspreis, VPE → Stück je Gebinde")
    let title = Suggestion(option: "map", value: "A=price_unit").title.text(in: german)
    #expect(title.hasSuffix("Stück, für die der Preis gilt"))
  }
}

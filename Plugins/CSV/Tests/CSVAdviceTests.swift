import CSVFormat
import FormatKit
import Testing

/// What a message says to do, done: the file is read again with the options that its remedy names.
@Suite struct CSVAdviceTests {
  struct Case: Sendable, CustomStringConvertible {
    let text: String
    var options: [String: String] = [:]
    /// The code of the problem, its message, and a part of its remedy.
    let code: String
    let message: String
    let remedy: String
    /// The records that the options of the remedy give; nil where it has none.
    var records: [String]?
    var description: String { text }
  }

  static let lamps = (1...12).map { "A\($0),Lamp \($0),\($0).50" }

  static func list(_ header: String, replacing line: Int, with text: String) -> String {
    var lines = [header] + lamps
    lines[line - 1] = text
    return lines.joined(separator: "\n") + "\n"
  }

  static func records(_ text: String) -> [String] {
    text.split(separator: "\n").dropFirst().map { String($0).replacing(",", with: "·") }
  }

  static let cases: [Case] = [
    // Records that all lack their last fields.
    Case(
      text: "sku,title,price,brand\n" + (1...5).map { "A\($0),Lamp\n" }.joined(), code: "csv-header-width",
      message: "the header has 4 names, but all of the first 5 records have 2 fields", remedy: "--option ragged=yes",
      records: (1...5).map { "A\($0)·Lamp·-·-" }),
    Case(
      text: "sku,title,price,brand\n" + (1...5).map { "A\($0),Lamp\n" }.joined(), options: ["ragged": "yes"],
      code: "csv-ragged-row",
      message: "all of the first 5 records have 2 fields, the header has 4: 'price', 'brand' are missing",
      remedy: "add the delimiters"),
    // An empty field too many.
    Case(
      text: list("sku,title,price", replacing: 7, with: "A6,Lamp 6,6.50,"), code: "csv-long-row",
      message: "the record has 4 fields, the header has 3; those beyond are empty",
      remedy: "Delete the comma at the end of line 7, or give --option ragged=yes",
      records: records(list("sku,title,price", replacing: 1, with: "sku,title,price"))),
    // The extra delimiter may be anywhere.
    Case(
      text: list("sku,title,price", replacing: 7, with: "A6,,6.50,"), code: "csv-long-row",
      message: "the record has 4 fields, the header has 3; those beyond are empty",
      remedy: "Delete the comma that is too many, so that each field is under its name."),
    // One record that lacks a field which no other one lacks.
    Case(
      text: list("sku,title,price", replacing: 7, with: "A6,Lamp 6 6.50"), code: "csv-short-row",
      message: "the record has 2 fields, the header has 3: 'price' is missing",
      remedy: "Add the missing comma or field."),
    // A record with another delimiter.
    Case(
      text: list("sku,title,price", replacing: 7, with: "A6 Lamp6 6.50"), code: "csv-short-row",
      message: "the record has 1 field, the header has 3: its fields have a space between them",
      remedy: "Write a comma between the fields of the line."),
    Case(
      text: list("sku,title,price", replacing: 7, with: "A6\tLamp 6\t6.50"), options: ["ragged": "yes"],
      code: "csv-short-row", message: "the record has 1 field, the header has 3: its fields have a tab between them",
      remedy: "Write a comma between the fields of the line."),
    // A note below the table.
    Case(
      text: (["sku,title,price"] + lamps + ["", "Prices valid until 2026-12-31"]).joined(separator: "\n"),
      code: "csv-short-row", message: "the record has 1 field, the header has 3; the line may be a note",
      remedy: "If the line is a note, delete it"),
    // Titles that are taken for the header.
    Case(
      text:
        "Acme Ltd, London\nPrice list, spring, 2026\nsku,title,price,brand\nA1,Lamp,1.50,Acme\nA2,Lamp,2.50\nA3,Cup,3.50,Lux\n",
      code: "csv-header-width", message: "the header has 2 names, but 3 of the first 5 records have 4 fields",
      remedy: "give --option skip-lines=2 --option ragged=yes.",
      records: ["A1·Lamp·1.50·Acme", "A2·Lamp·2.50·-", "A3·Cup·3.50·Lux"]),
    Case(
      text: list("\"sku,title,price\"", replacing: 7, with: lamps[5]), code: "csv-header-width",
      message: "the header has 1 name, but all of the first 12 records have 3 fields",
      remedy: "Delete the quotes around the whole header."),
    Case(
      text: list("sku,title,price", replacing: 7, with: "\"A6,Lamp 6,6.50\""), options: ["quotes": "repair"],
      code: "csv-short-row", message: "the record has 1 field, the header has 3: the whole line is in quotes",
      remedy: "Delete the quotes around the line."),
    // Decimal commas without quotes: no names for the columns make such records right.
    Case(
      text: "sku,title,price\n" + (1...5).map { "A\($0),Lamp,\($0),50\n" }.joined(), code: "csv-header-width",
      message: "the header has 3 names, but all of the first 5 records have 4 fields",
      remedy: "export the file again with semicolons between the fields"),
    // A second line of names.
    Case(
      text: "sku,title,price\nArtikelnr,Bezeichnung,Preis\nA1,Lamp,1.50\nA2,Cup,2.50\n", code: "csv-header-lines",
      message:
        "the line below the header looks like names or units, not like a record: 'Artikelnr', 'Bezeichnung', 'Preis'",
      remedy: "give --option header-lines=2", records: ["A1·Lamp·1.50", "A2·Cup·2.50"]),
    Case(
      text: "Acme,London,UK\nsku,title,price\nA1,Lamp,1.50\nA2,Cup,2.50\n", code: "csv-header-lines",
      message: "the line below the header looks like names or units, not like a record: 'sku', 'title', 'price'",
      remedy: "If the line above it is a title, give --option skip-lines=1.", records: ["A1·Lamp·1.50", "A2·Cup·2.50"]),
    // Aligned columns.
    Case(
      text: "sku   title   price\nA1    Lamp1    1.50\nA20   Lamp2   12.50\n", code: "csv-single-column",
      message: "the lines are read as a single column, and nearly all of them have 3 words",
      remedy: "give --option delimiter=space", records: ["A1·Lamp1·1.50", "A20·Lamp2·12.50"]),
    // Quotes.
    Case(
      text: "sku;title;brand\nA1;\"Lamp; large\"Acme\nA2;Lamp;Acme\nA3;Lamp;Acme\n", code: "csv-stray-quote",
      message: "text follows the closing quote: '\"Acme'",
      remedy: "Write the missing semicolon after the closing quote."),
    Case(
      text: "sku,title,price\nA1,\"Lamp \"big\" 6\",6.50\nA2,Lamp,1.50\n", code: "csv-stray-quote",
      message: "text follows the closing quote: '\"big\" 6\"'", remedy: "Write each quote within a quoted field twice."),
    Case(
      text: "sku,title,price\nA1,\"Lamp 1\",1.50\nA2,\"Lamp 2,2.50\n", code: "csv-stray-quote",
      message: "a quote is missing; with it the field is 'Lamp 2'", remedy: "--option quotes=repair",
      records: ["A1·Lamp 1·1.50", "A2·Lamp 2·2.50"]),
    Case(
      text: "sku,title,\"price\nA1,Lamp 1,1.50\nA2,Lamp 2,2.50\n", code: "csv-stray-quote",
      message: "a quote is out of place or missing in the header; corrected, the names are 'sku', 'title', 'price'",
      remedy: "--option quotes=repair", records: ["A1·Lamp 1·1.50", "A2·Lamp 2·2.50"]),
    Case(
      text: "sku,title\nA1,\"Lamp 1\"\nA2,\"Lamp 2", code: "csv-unclosed-quote",
      message: "the quoted field that begins with 'Lamp 2' is never closed",
      remedy: "Close the quote, or delete it if it is not part of the text."),
  ]

  @Test(arguments: cases) func leadsToTheRightRecords(_ example: Case) throws {
    let found = Self.read(example.text, example.options)
    let problem = try #require(found.problems.first { $0.code.id == example.code }, "\(found.problems)")
    #expect(problem.message == example.message)
    let remedy = problem.remedy
    #expect(remedy.contains(example.remedy), "\(remedy)")
    let further = Self.options(in: remedy)
    #expect(further.isEmpty == (example.records == nil), "\(remedy)")
    guard let records = example.records else { return }
    let again = Self.read(example.text, example.options.merging(further) { _, new in new })
    #expect(again.records == records)
    #expect(!again.problems.contains { $0.severity == .error }, "\(again.problems)")
  }

  /// A table is reported once, however many of its records lack fields.
  @Test func reportsRaggedRecordsOnce() {
    let text = "sku,title,price\n" + (1...400).map { "A\($0),Lamp\n" }.joined()
    #expect(Self.read(text, ["ragged": "yes"]).problems.count == 1)
  }

  /// The first option that a remedy names, and those that follow it directly.
  private static func options(in remedy: String) -> [String: String] {
    var found: [String: String] = [:]
    guard let command = remedy.firstMatch(of: /--option [a-z-]+=[^ ,;.]+( --option [a-z-]+=[^ ,;.]+)*/) else {
      return [:]
    }
    for option in command.output.0.matches(of: /([a-z-]+)=([^ ,;.]+)/) {
      found[String(option.output.1)] = String(option.output.2)
    }
    return found
  }

  private static func read(
    _ text: String, _ options: [String: String]
  ) -> (records: [String], problems: [Problem]) {
    var records: [String] = []
    var problems: [Problem] = []
    do throws(Problems) {
      var reader = try CSVFormat(options: try CSVOptions(parsing: options, of: "csv")).reader(for: .text(text))
      var batch = RecordBatch()
      while try reader.read(into: &batch) {
        records += (0..<batch.rowCount).map { batch.strings(row: $0).map { $0 ?? "-" }.joined(separator: "·") }
        problems += batch.problems.map(\.problem)
      }
    } catch {
      problems += error.all
    }
    return (records, problems)
  }
}

import Foundation
import Testing
import WebTesting
import Wording

@testable import Web

/// What imports note and ask of a file, and what the log says was done, in the languages of the pages.
@Suite struct NoteMessageTests {
  private static func untranslated(_ texts: [String], in language: Language) throws -> [String] {
    let messages = try PageMessages(language, in: PageTexts.pages)
    return texts.filter { text in
      messages.commands?.translation(of: Suggestion.withoutOptions(text), word: { $0 }) == nil
    }
  }

  private static func sources(in folder: String) throws -> String {
    let path = "\(PageTexts.root)/Sources/\(folder)"
    return try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".swift") }.sorted()
      .map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }.joined(separator: "\n")
  }

  /// What the source says of a column without values in it, up to the first semicolon.
  @Test(arguments: Language.allCases.filter { $0 != .english })
  func questionsAboutUnusedColumnsAreTranslated(in language: Language) throws {
    let said = try Self.sources(in: "Exchange/Matching/Unused")
      .matches(of: #/"((?:has|is|says|looks|belongs) [^"\\;]*[^"\\; ])(?:;[^"]*)?"/#)
      .map { "column 'P' ('1') \($0.output.1)" }
    #expect(said.count > 40)
    let untranslated = try Self.untranslated(said, in: language)
    #expect(untranslated == [])
  }

  /// What is said of a value that is missing or names nothing, where no other value is in it.
  @Test(arguments: Language.allCases.filter { $0 != .english })
  func missingValuesAreNamedInTheLanguage(in language: Language) throws {
    let said = try Self.sources(in: "Stock/Staging").matches(of: #/what: "([^"\\]+)"/#)
      .map { String($0.output.1).replacing("%s", with: "X") }
    #expect(said.count > 15)
    let untranslated = try Self.untranslated(said, in: language)
    #expect(untranslated == [])
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func notesOfImportsAreTranslated(in language: Language) throws {
    let untranslated = try Self.untranslated(
      [
        "12 of the barcode '4006381333931', which stands for 6 stock units: 72 stock units",
        "12 of the barcode '4006381333931', which stands for 6 stock units: 72 stock units, at 1.50 each",
        "the price 10.00 of 6 stock units is 1.67 for each of them, which is rounded",
        "'Neuhof' is the name of the supplier 'N1', and is taken for it",
        "'A' is 'A' (Shirt), but the barcode '4006381333931' is that of 'B' (Shoe)",
        "'A' leads to several items: 'B' (Shirt, red), 'C' (Shirt, blue)", "'A' leads to several items: 'B', 'C', 'D'",
        "the catalog has no item 'A'; the line is kept without it",
        "the stock of this item is in 3 rows with the same quantity: is it all of it, or a part?",
        "the item 'A' was counted 2026-10-31T17:30:00+01:00, before its recount was asked for, 2026-10-31T19:00:00+01:00, "
          + "and is taken as the recount",
        "the item was counted 2026-10-31T17:30:00+01:00, before its recount was asked for, 2026-10-31T19:00:00+01:00, "
          + "and is taken as the recount",
        "If these are not the recounts, undo the import with `stockroom imports undo NUMBER`, and have the items counted again.",
        "the stock 5 of 'A' is of 2026-10-01 10:00, and the shop has a later one, of 2026-10-02 11:00",
        "another record of the same key is refused, and none of them can be taken without the others",
        "price '12,5' is read as 12.5; 5 values of the column are such: '12,5' in line 2, '1,5' in line 3, '7,1' in line 9 …",
        "column 'P' ('1') is not the sum of the quantities of the shop's locations, and is not used: a column may be "
          + "missing, or a number wrong; --map P= leaves it out",
        "column 'P' ('1', '2') has numbers next to the quantities of the shop's locations, and is not used: no location "
          + "is called so. To make one, say `stockroom location add`; --map P= leaves it out",
        "column 'P' ('1', '2') has numbers of packs (5 in 3 rows), and is not used: the pieces in them may be missing in "
          + "'Q'. Add them to it in the file; if it has all pieces, leave the packs out of the file",
        "column 'P' ('1') has days and is not used, and the stock would be set as of now; in the profile, "
          + "`ignored: [\"P\"]` leaves it out",
        "column 'State' has 'open' from line 3 on (2 rows), which does not say whether the goods were sold; they are "
          + "taken as sold; correct it in the file",
        "column 'State' has 'LAYBY' from line 3 on (2 rows), 'x' from line 5 on (1 row), which does not say whether the goods "
          + "were sold; they are taken as sold",
        "column 'State' has 'a' from line 3 on (1 row), 'b' from line 5 on (1 row), 'c' from line 9 on (3 rows), which does "
          + "not say whether the goods were sold; they are taken as sold",
        "column 'State' has nothing from line 3 on (2 rows), 'x' from line 5 on (1 row), which does not say whether the goods "
          + "were sold; they are taken as sold",
        "column 'Register' has 'B' in line 9, and the first rows have 'A' alone: sales of another till may be of another "
          + "location or have the same numbers; --map Register=location takes it as the location of each sale, and --map "
          + "Register= leaves it out",
        "column 'Register' has 'B' in line 9, and the first rows have nothing in it: sales of another till may be of another "
          + "location or have the same numbers; --map Register=location takes it as the location of each sale, and --map "
          + "Register= leaves it out",
        "column 'P' ('1') has amounts of money and is not used; the price of one unit follows from it in a profile, such as "
          + "of 12 units with `unit_price: { column: P, apply: [divide: 12] }`",
        "the file is one page of a longer list, since 'has_more' is 'true' next to its record; get the other pages and "
          + "import them too",
        "the file is one page of a longer list, since 'total' is '12' next to its 5 records; get the other pages and import "
          + "them too",
        "The file has no header. By the values, the columns are column 1 ('400') as barcode: its values are GTINs or ISBNs "
          + "with a right check digit; column 2 ('Red hammer') as title: its values are texts of several words, nearly all "
          + "different. Choose: the price may be column 3 ('1.50'), column 4 ('2.50'). Name the columns in order with "
          + "--option header=no --option columns=NAME,NAME,… (sku; any other name for one that is not used), or: `stockroom "
          + "inspect FILE --save-profile NAME` writes a profile with its columns in order.",
        "The file has no header. By the values, the columns are column 1 ('400') as barcode: its values are codes with a "
          + "right check digit; column 2 ('3') as quantity: its values are small whole numbers. Say what was scanned: "
          + "`stockroom import a.csv` for a count",
        "products without variants are not in the file: A, B",
        "products without variants are not in the file: A, B and 3 more",
        "Write the number alone, or take the unit off in a profile: `apply: [strip-suffix: kg]`.",
        "If the numbers are in the unit that each item is kept in, write the numbers in the unit that the item is kept in; "
          + "if not, convert them.",
        "'Total' would become an item; it is unlike the other codes, and 'Price' is empty",
        "the columns 'A', 'B' are called by locations of the shop, and 'C' has quantities too, perhaps the sum of them",
        "it is the sum of 'A', 'B'",
        "the title 'Stock of 31.12.' names a day, and the stock of 'Qty' would be set as of now",
        "the file's name 'prices' names USD, and the amounts of 'Price' would be taken in EUR",
        "the column 'Invoice' is that of sales, and nothing else says what the rows are",
      ], in: language)
    #expect(untranslated == [])
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func whatTheLogSaysIsTranslated(in language: Language) throws {
    let untranslated = try Self.untranslated(
      [
        "import 3: a.csv, SHA-256 ab, created 1, updated 2, unchanged 3",
        "import 3: a.csv, SHA-256 ab, plan SHA-256 cd, created 1, updated 2, unchanged 3, corrected cells 2, "
          + "accepted price-changed (3), new-items (2)",
        "undo 4 of import 3: a.csv, reverted 5, kept 1, blocked 0", "import 5: a.csv, removed 3 records",
        "opened full count 7", "discarded count 7: its entries are undone (2 imports from 3 to 5)",
        "count 7: section 'Shelf 1' is handed out to Mia", "count 7: section 'Shelf 1' is not done by Mia",
        "count 7: A1 not left out: it was there", "count 7: A1 reason damage",
        "count 7: code 123 was a mistake, 2 entries", "count 7 approved, 3 variances beyond the tolerance: seen",
        "posted count 7 (by the person who counted, in a shop of one person) from state approved: 12 lines, 3 "
          + "adjustments, uncounted zero, valued by fifo; sealed SHA-256 ab",
        "count 7 reversed: 3 movements taken back: wrong day; sealed SHA-256 ab",
        "restated 3 lines of posted counts 7, 8: movements came late; sealed SHA-256 ab",
        "closed period 3 through 2026-10-31: 40 entries, debits 100.00 EUR, digest ab",
        "made the backup monday, database SHA-256 ab", "changed their own passphrase", "listed mia: Mia, counter",
        "changed mia: Mia, counter → Mia, manager", "switched the job prices on",
        "job prices: published set 0007 (full); manifest ab", "export: 3 favourites of user 'mia'",
        "changed movements, prices", "stock is valued by fifo from now on, before by moving-average",
      ], in: language)
    #expect(untranslated == [])
  }

  @Test(arguments: [
    (
      "12 of the barcode '4006381333931', which stands for 6 stock units: 72 stock units",
      "12 des Strichcodes „4006381333931“, der für 6 Lagereinheiten steht: 72 Lagereinheiten"
    ),
    (
      "'A' leads to several items: 'B' (Shirt, red), 'C' (Shirt, blue)",
      "„A“ führt zu mehreren Artikeln: „B“ (Shirt, red), „C“ (Shirt, blue)"
    ),
    (
      "column 'P' ('1') is not used, and 'VK' is; in the profile, `price: \"P\"` in the record of kind variants takes it, "
        + "and `ignored: [\"P\"]` leaves it out",
      "Spalte „P“ ('1') wird nicht verwendet, aber „VK“; im Profil übernimmt `price: \"P\"` in dem Datensatz der Art "
        + "Varianten sie, und `ignored: [\"P\"]` lässt sie weg"
    ),
    ("count 7: A1 not left out: it was there", "Zählung 7: A1 nicht mehr ausgenommen: it was there"),
    ("opened full count 7", "Zählung 7 eröffnet (vollständig)"),
    (
      "stock is valued by standard from now on, before by moving-average",
      "der Bestand wird ab jetzt bewertet nach: Standardkosten, vorher: gleitender Durchschnitt"
    ),
    // What the file has is data, also where it is a word of the pages.
    (
      "column 'State' has 'open' from line 3 on (2 rows), 'x' from line 5 on (1 row), which does not say whether the goods "
        + "were sold; they are taken as sold",
      "Spalte „State“ hat „open“ ab Zeile 3 (2 Zeilen), „x“ ab Zeile 5 (1 Zeile): Das sagt nicht, ob die Waren verkauft "
        + "wurden; sie werden als verkauft übernommen"
    ),
  ])
  func valuesKeepTheirPlaces(english: String, german: String) throws {
    let messages = try PageMessages(.german, in: PageTexts.pages)
    #expect(LocalizedText(said: english).text(in: messages) == german)
  }
}

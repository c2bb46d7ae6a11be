import Testing
import WebTesting
import Wording

@testable import Web

/// The details of guards in the languages of the pages.
@Suite struct GuardMessageTests {
  /// What guards and questions about a whole file say, as `import --json` has it.
  private static let messages: [String] = [
    "the pack size of 'MM-1' changes from 24 to 12 (-50 %)",
    "the sale price of 'A' changes from 1.00 to 2.00 (+100 %)",
    "the unit cost of 'A' changes from 1 to 2 (+100 %), compared with the average cost",
    "the standard cost of 'A' changes from 1 to 2 (+100 %)",
    "the stock of 'A' changes from 1 to 20 (+1900 %), while no other level changes by more than half; perhaps "
      + "it has a zero too many",
    "the stock of 2 of 2 known items (100 %) changes by more than half, such as 'A1' from 9 to 27 (+200 %), "
      + "'A2' from 0 to 33 (new)",
    "the stock of 5 of 5 known items (100 %) changes by more than half, such as 'A1' from 9 to 27 (+200 %), "
      + "'A2' from 11 to 33 (+200 %), 'A3' from 10 to 30 (+200 %)",
    "the file should list everything, but lacks 3 of 10 known items (30 %), such as 'A', 'B', 'C'",
    "12 of 'A' are sold, and 5 are in stock",
    "the price 12.00 of 'A' is 3 times 4.00, the shop's price",
    "the price 3.45 of 'A' is 3.22 without tax, below the standard cost 9.64",
    "the price 3.45 of 'A' is 3.22 without tax, below the supplier's cost 9.64",
    "the price 3.45 of 'A' is 3.22 without tax, below the average cost 9.64",
    "the new colour 'a' has nearly the name of 'b', also red",
    "the new colour 'a' has nearly the shade of 'b', also red",
    "the new item 'A1' has nearly the code of 'Al', which the shop has",
    "the new item 'A1' has nearly the code of 'Al', in the same file",
    "the only line of document 'D1' names no item of the shop: 'X-9'",
    "2 of the 3 lines of document 'D1' name no item of the shop, such as 'X-9'",
    "new category 'Geträncke'; did you mean 'Getränke'?",
    "column 'Meldebestand' ('5', '8') has reorder points and is not used",
    "'A' was counted by another counter already, and 3 would be added",
    "'A' of section 'B' was counted by another counter already, and 3 would be added",
    "'A' of section 'b' was counted in section 'B' already, and 3 would be added",
    "'A' has 3 in stock without a lot, and 4 of lots such as 'L1' would be added to it",
    "'P', in 1 record, is probably a charge, a discount or a correction, and would become an item with stock",
    "'P', in 3 records, is probably a charge, a discount or a correction, and would become an item with stock",
    "'P' (Pfand), in 1 record, is probably a charge, a discount or a correction, and would become an item with stock",
    "'P' (Pfand), in 3 records, is probably a charge, a discount or a correction, and would become an item with stock",
    "1 record without a number is the same as recorded ones of 2026-10-31T00:00:00 and would be left out, "
      + "such as 'A', while 1 recorded of that day is not in the file",
    "1 record without a number is the same as recorded ones of 2026-10-31T00:00:00 and would be left out, "
      + "such as 'A', while 3 recorded of that day are not in the file",
    "2 records without a number are the same as recorded ones of 2026-10-31T00:00:00 and would be left out, "
      + "such as 'A', while 1 recorded of that day is not in the file",
    "2 records without a number are the same as recorded ones of 2026-10-31T00:00:00 and would be left out, "
      + "such as 'A', while 3 recorded of that day are not in the file",
    "column 'Art' says 'Retoure' in line 3: 1 record is taken like the others",
    "column 'Art' says 'Retoure' in line 3: 4 records are taken like the others",
    "the table 'Zweites' with 'sku', 'price' is not used",
    "the books are closed through 2026-11-30 already",
    "2026-12-01 is not over yet, so it cannot be closed",
    "the column 'Retourenschein' is that of goods that go back to the supplier, and they would be booked as received",
    "the file's name 'Retoure' is that of goods that go back or came back, and they would be booked as received",
    "the title 'Retoure' is that of goods that go back or came back, and they would be booked as received",
    "the column 'Grund' says why goods went back or were written off, and they would be booked as received",
    "the values of the column 'Art' say that the goods are gone, and they would be booked as received",
    "the values of the column 'Art' say that the goods are gone, and they would be booked as sold",
    "If it is the same delivery, leave it out of the file. If it is another one with the same number, give it a "
      + "number of its own in the file.",
    "document '7' would be booked once more: import 3 has recorded '2026-12-18-7' with the same item, quantity, price and "
      + "time, and only the day in the number differs; such lines in the file: 12",
    "document '7' would be booked once more: import 3 has recorded '2-7' with the same item, quantity, price and time, and "
      + "only the till in the number differs; such lines in the file: 12",
    "document '7' would be booked once more: import 3 has recorded '0007' with the same item, quantity, price and time, and "
      + "only zeros or signs in the number differ; such lines in the file: 12",
    "If they are the same sales, read the file as that import did, or undo that import and import this file again.",
    "If the file has records of an earlier file once more, they are left out. If they are further ones, give them a "
      + "number of their own in the file.",
    "the rows have a day and 'Art': they may be sales or other movements, and 'Menge' would be set as the "
      + "stock on hand",
    "column 'Preis' ('5,99', '19,99') has amounts of money and is not used",
    "column 'Preis je VPE' ('7,50', '9,00') has amounts of money for packs and is not used",
    "column 'Bestelleinheit' ('Karton') may say for how many items the amounts in 'VK' are",
    "column 'Bestand' ('10', '20') would be set as the shop's stock, and may be the supplier's",
    "column 'Bon' ('1', '2') has the same numbers on several days, whose receipts would be one",
    "column 'Kasse' ('1') says which till the numbers in 'Bon' are of, and is not used: two tills may have the same",
  ]

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func detailsOfGuardsAreSaidInTheLanguage(_ language: Language) throws {
    let texts = try PageMessages(language, in: PageTexts.pages)
    for message in Self.messages {
      let shown = LocalizedText(said: message).text(in: texts)
      #expect(shown != message, "not translated: \(message)")
      for word in [" and is not used", " changes ", " would be ", " nearly "] {
        #expect(!shown.contains(word), "partly English: \(shown)")
      }
    }
  }

  @Test func examplesAreShownAsTheyAre() throws {
    let german = try PageMessages(.german, in: PageTexts.pages)
    func shown(_ message: String) -> String { LocalizedText(said: message).text(in: german) }
    #expect(
      shown("column 'EK' ('5,35', '11,90') has amounts of money and is not used")
        == "Spalte „EK“ ('5,35', '11,90') enthält Geldbeträge und wird nicht verwendet")
    #expect(
      shown("column 'Art' says 'and is not used' in line 3: 2 records are taken like the others")
        == "Spalte „Art“ hat „and is not used“ in Zeile 3: 2 Datensätze werden wie die anderen übernommen")
  }
}

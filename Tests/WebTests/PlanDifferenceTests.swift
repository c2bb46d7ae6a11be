import Testing
import WebTesting
import Wording

@testable import Web

/// What a page says of records that would be treated otherwise than a plan says.
@Suite struct PlanDifferenceTests {
  @Test(
    arguments: [
      (
        "planned: update prices A1 (price 3.59 → 3.69); now: unchanged prices A1",
        "Planned: price A1, changed (Selling price 3.59 → 3.69); now: price A1, unchanged",
        "Geplant: Preis A1, geändert (Verkaufspreis 3,59 → 3,69); jetzt: Preis A1, unverändert"
      ),
      (
        "not in the plan: create order lines ACME 7 1 (order_quantity – → 1200, sku – → A1, small)",
        "Not in the plan: order line ACME 7 1, new (Ordered quantity – → 1,200, Item number – → A1, small)",
        "Nicht im Plan: Bestellzeile ACME 7 1, neu (Bestellte Menge – → 1.200, Artikelnummer – → A1, small)"
      ),
      (
        "no longer so: record 3 (prices) is refused: price 'x' is not a number",
        "No longer so: record 3 is refused: price 'x' is not a number",
        "Nicht mehr so: Datensatz 3 ist abgelehnt: Preis „x“ ist keine Zahl"
      ),
      (
        "planned: update products A (x) (description a → b (c)); now: unchanged products A (x)",
        "Planned: product A (x), changed (Description a → b (c)); now: product A (x), unchanged",
        "Geplant: Produkt A (x), geändert (Beschreibung a → b (c)); jetzt: Produkt A (x), unverändert"
      ),
      (
        "not in the plan: update products A (title 9 → 8) (description a → b)",
        "Not in the plan: product A (title 9 → 8), changed (Description a → b)",
        "Nicht im Plan: Produkt A (title 9 → 8), geändert (Beschreibung a → b)"
      ),
      // A value without the other half of its parenthesis.
      (
        "not in the plan: update products A (x) (description a → :))",
        "Not in the plan: product A (x), changed (Description a → :))",
        "Nicht im Plan: Produkt A (x), geändert (Beschreibung a → :))"
      ),
      ("no longer so: delete products A (x)", "No longer so: product A (x), removed", nil),
      (
        "planned: update products A (description a → one\ntwo); now: unchanged products A",
        "Planned: product A, changed (Description a → one\ntwo); now: product A, unchanged",
        "Geplant: Produkt A, geändert (Beschreibung a → one\ntwo); jetzt: Produkt A, unverändert"
      ),
      (
        "not in the plan: create products A (description – → one\ntwo)",
        "Not in the plan: product A, new (Description – → one\ntwo)",
        "Nicht im Plan: Produkt A, neu (Beschreibung – → one\ntwo)"
      ),
      (
        "no longer so: record 3 (prices) is refused: price 'x\ny' is not a number",
        "No longer so: record 3 is refused: price 'x\ny' is not a number", nil
      ),
      ("no longer so: a line that is not a record", "No longer so: a line that is not a record", nil),
      ("something else", "Something else", "Something else"),
    ] as [(String, String, String?)])
  func isSaidInTheWordsOfAPage(line: String, english: String, german: String?) throws {
    let text = PlanDifference.text(line)
    #expect("\(text)" == english)
    guard let german else { return }
    #expect(text.text(in: try PageMessages(.german, in: PageTexts.pages)) == german)
  }

  @Test func aLineBreakInAValueEndsNoRecord() {
    let records = [
      "planned: update products A (description a → one\n  two\n\nthree); now: unchanged products A",
      "not in the plan: create products B", "no longer so: a line that is not a record",
    ]
    #expect(PlanDifference.lines(of: (["not every record:"] + records).joined(separator: "\n  ")) == records)
    #expect(PlanDifference.lines(of: "the catalog has changed since: import 9") == [])
  }
}

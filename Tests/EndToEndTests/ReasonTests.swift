import Foundation
import Testing

/// The part `reasons:` of the settings, from there to the statement and the journal.
@Suite struct ReasonTests {
  private func set(_ text: String, in shop: TestShopFolder) throws {
    let settings = URL(fileURLWithPath: shop.path + "/stockroom.yml")
    let before = try String(contentsOf: settings, encoding: .utf8)
    let kept = before.components(separatedBy: "reasons:")[0]
    try Data((kept + text).utf8).write(to: settings)
  }

  @Test(arguments: [
    ("reasons: 7\n", "is not a list of reasons"), ("reasons: { Broken Glass: known }\n", "is not a code for a reason"),
    ("reasons: { damage: known }\n", "is a reason that every shop has"),
    ("reasons: { broken: knwon }\n", "Did you mean 'known'?"), ("reasons: { broken: {} }\n", "does not say whether"),
    ("reasons: { broken: { loss: known, direction: up } }\n", "direction 'up' is not one of loss, gain, both"),
    ("reasons: { broken: { loss: known, acount: x } }\n", "Did you mean 'account'?"),
    ("reasons: { broken: { loss: known, account: \"Expenses::x\" } }\n", "reasons, broken, account"),
    ("reasons: { broken: { loss: known, name: \"Broken\\nglass\" } }\n", "is not a line of text"),
    ("reasons: { broken: { loss: known, name: \" \" } }\n", "is not a line of text"),
  ])
  func aMistakeInTheListIsTold(text: String, said: String) throws {
    let shop = try TestFolder().shop()
    try set(text, in: shop)
    let run = try shop.run(["log"])
    #expect(run.status == 2 && run.errorText.contains(said), "\(run.shown)")
  }

  @Test func aReasonOfTheShopGoesThroughToStatementAndJournal() throws {
    let folder = try TestFolder()
    let shop = try folder.shop()
    try set(
      """
      reasons:
        broken-by-customer: known
        spoiled: { name: Spoiled in store, loss: known, direction: loss, account: "Expenses:Shrinkage:Spoilage" }
        found-again: { loss: unknown, direction: gain }

      """, in: shop)
    let files = [
      ("locations.csv", "location\nfront\n", []), ("products.csv", "product_code,title\nP,Fruit\nQ,Pear\n", []),
      ("variants.csv", "sku,product_code\nA,P\nB,Q\n", []),
      (
        "receipts.csv",
        """
        document,line,sku,location,quantity,unit_cost,effective_at
        D1,1,A,front,10,2.50,2026-01-02T10:00
        D1,2,B,front,10,4.00,2026-01-02T10:00

        """, ["--kind", "receipts"]
      ),
      (
        "moves.csv",
        """
        document,line,sku,location,movement_kind,quantity,reason,effective_at
        W1,1,A,front,write-off,-3,spoiled,2026-01-03T10:00
        W2,1,B,front,write-off,-1,broken-by-customer,2026-01-03T11:00

        """, ["--kind", "movements"]
      ),
      ("counted.csv", "sku,counted_quantity\nA,9\nB,7\n", nil),
    ]
    for (name, text, options) in files {
      let path = try folder.write(name, text)
      if let options { try shop.must(["import", path] + options) }
    }
    try shop.must(["count", "open", "--location", "front", "--cut-off", "2026-01-04T18:00"])
    try shop.must(["count", "enter", "1", "../counted.csv"])
    // A is +2, B is −2: a reason explains the one direction or the other.
    let wrong = try shop.run([
      "reconcile", "1", "--reason", "A=spoiled", "--reason", "B=found-again", "--post", "--uncounted", "ignore",
    ])
    #expect(wrong.status == 4, "\(wrong.shown)")
    #expect((wrong.outputText + wrong.errorText).contains("A (spoiled), B (found-again)"), "\(wrong.shown)")
    let unknown = try shop.run(["reconcile", "1", "--reason", "A=spoilt", "--post"])
    #expect(unknown.status == 2 && unknown.errorText.contains("Did you mean 'spoiled'?"), "\(unknown.shown)")
    try shop.must(["reconcile", "1", "--reason", "B=spoiled", "--reason", "A=found-again", "--post"])

    // By hand: written off 3 × 2.50 and 1 × 4.00; of the count 2 × 4.00 spoiled, and 2 × 2.50 found again.
    let rows = try ShopContents.rows(
      shop.database,
      """
      SELECT r.code, r.loss_class, SUM(m.quantity) FROM movements m JOIN reasons r ON r.id = m.reason_id
      GROUP BY r.code ORDER BY r.code
      """)
    #expect(rows == ["broken-by-customer|known|-1000", "found-again|unknown|2000", "spoiled|known|-5000"])
    let journal = try shop.must(["journal", "--format", "csv"]).outputText
    #expect(
      journal.contains("Expenses:Shrinkage:Spoilage") && journal.contains("Expenses:Shrinkage:Broken by customer"))
    let report = try shop.must(["report", "shrinkage", "--format", "csv"]).outputText
    #expect(report.contains("Spoiled in store") && report.contains("Broken by customer"), "\(report)")
    #expect(try shop.must(["log"]).outputText.contains("reasons: broken-by-customer (known, both,"))

    try set("reasons: { spoiled: none }\n", in: shop)
    let changed = try shop.run(["stock"])
    #expect(changed.status == 2 && changed.errorText.contains("the books already name the reason 'spoiled'"))
    try set("reasons: { found-again: { name: Found, loss: unknown, direction: gain } }\n", in: shop)
    try shop.must(["stock"])
    #expect(try shop.must(["check"]).status == 0)
  }
}

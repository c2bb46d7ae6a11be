import Foundation
import Testing
import WebTesting

/// Columns whose meaning is only probable.
@Suite struct ProbableColumnTests {
  /// The only text of a list names the goods, also those that the shop has under another title.
  @Test func aDescriptionThatIsTakenForTheTitleIsShown() throws {
    let folder = try TestFolder()
    let shop = try folder.shop("shop")
    try folder.write("goods.csv", "product_code,title,sku\nP1,Cup,P1-RED\n")
    try shop.must(["import", "../goods.csv"])
    try folder.write("texts.csv", "sku,description\nP1-RED,A cup of red clay\n")
    let planned = try shop.must(["import", "../texts.csv", "--dry-run"])
    #expect(planned.outputText.contains("title Cup → A cup of red clay"), "\(planned.shown)")
    let served = try ServedShop(shop.path, environment: folder.environment)
    let plan = try served.send([folder.path + "/texts.csv"])
    #expect(plan.text.contains("<span class=\"was\">Cup</span> → <b>A cup of red clay"), "\(plan.text.prefix(4000))")
    let columns = try served.client.get(served.client.place + "/columns")
    for text in ["1 column to look at", "no other column has the title"] {
      #expect(columns.text.contains(text), "\(text): \(columns.text.prefix(4000))")
    }
  }
}

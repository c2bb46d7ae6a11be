import Exchange
import StockTesting
import Testing

/// A file whose undo takes all of it back.
struct UndoCase: Sendable, CustomTestStringConvertible {
  var name: String
  var kind: String?
  var text: String
  /// The summary of the undo.
  var tally: [String]
  var testDescription: String { name }

  /// A shop with the variants A and B at 1.00 and the locations shop and store, with ten A on hand at 2.00.
  static let tradingShop: Result<PreparedShop, any Error> = Result {
    try TestShop.prepared { shop in
      shop.accepted = TestShop.guards
      try shop.take("location\nshop\nstore\n") { $0.kind = "locations" }
      try shop.take("product_code,title,category,sku,price\nP1,Cup,ceramics,A,1.00\nP2,Mug,,B,1.00\n")
      try shop.take("document,line,sku,quantity,unit_cost,effective_at,location\nR0,1,A,10,2.00,2026-01-01,shop\n") {
        $0.kind = "receipts"
      }
    }
  }

  static let all: [UndoCase] = [
    UndoCase(
      name: "new products with all that they bring",
      text: """
        product_code,title,category,brand,sku,colour,barcode,price
        P8,Bowl,glass,Acme,X,red,4006381333931,3.50
        P9,Jug,ceramics,Acme,Y,red,,4.50

        """,
      tally: [
        "categories reverted 1", "brands reverted 1", "colours reverted 1", "products reverted 2",
        "variants reverted 2",
        "barcodes reverted 1", "prices reverted 2",
      ]),
    UndoCase(
      name: "titles, one cleared", kind: "products", text: "product_code,title\nP1,Beaker\nP2,(clear)\n",
      tally: ["products reverted 2"]),
    UndoCase(
      name: "another category, a new one", kind: "products", text: "product_code,category\nP1,glass\nP2,ceramics\n",
      tally: ["categories reverted 1", "products reverted 2"]),
    UndoCase(
      name: "a tree of categories", kind: "categories",
      text: "category,parent_category\nceramics,kitchen\nkitchen,home\nhome,\n",
      tally: ["categories reverted 3"]),
    UndoCase(name: "a new price", kind: "prices", text: "sku,price\nA,1.50\n", tally: ["prices reverted 1"]),
    UndoCase(
      name: "a price of a time", kind: "prices", text: "sku,price,valid_from,valid_to\nA,0.80,2026-02-01,2026-02-08\n",
      tally: ["prices reverted 1"]),
    UndoCase(
      name: "a receipt", kind: "receipts",
      text: "document,line,sku,quantity,unit_cost,effective_at,location\nR1,1,A,10,4.00,2026-01-02,shop\n",
      tally: ["movements reverted 1"]),
    UndoCase(
      name: "more lines of a known receipt", kind: "receipts",
      text: "document,line,sku,quantity,unit_cost,effective_at,location\nR0,2,A,10,4.00,2026-01-01,shop\n",
      tally: ["movements reverted 1"]),
    UndoCase(
      name: "a receipt with lots", kind: "receipts",
      text: "document,line,sku,quantity,effective_at,location,lot,expires_on\nR2,1,A,3,2026-01-02,shop,L1,2027-01-01\n",
      tally: ["movements reverted 1"]),
    UndoCase(
      name: "sales without documents", kind: "sales",
      text: "sku,quantity,unit_price,effective_at,location\nA,1,1.00,2026-01-03,shop\nA,1,1.00,2026-01-03,shop\n",
      tally: ["movements reverted 2"]),
    UndoCase(
      name: "a transfer", kind: "movements",
      text:
        "document,sku,quantity,movement_kind,effective_at,location,to_location\nT1,A,4,transfer,2026-01-03,shop,store\n",
      tally: ["movements reverted 2"]),
    UndoCase(
      name: "a write-off", kind: "movements",
      text:
        "document,sku,quantity,movement_kind,reason,effective_at,location\nW1,A,-2,write-off,damage,2026-01-03,shop\n",
      tally: ["movements reverted 1"]),
    UndoCase(
      name: "stock levels", kind: "stock_levels",
      text: "sku,quantity,unit_cost,effective_at,location\nA,7,,2026-01-04,shop\nB,5,3.00,2026-01-04,shop\n",
      tally: ["movements reverted 2"]),
    UndoCase(
      name: "a counted file that makes its count", kind: "count_lines",
      text: "count,sku,counted_quantity,location\nN1,A,9,shop\nN1,B,0,shop\nN1,?,4,shop\n",
      tally: ["counts reverted 1", "count_lines reverted 3"]),
  ]
}

import Foundation
import Testing
import WebTesting

/// A person who may not see orders receives goods on the pages of a real server.
@Suite struct GoodsPageTests {
  /// Supplier, cost, price and ordered quantities, which no page may show.
  private static let secrets = [
    "SECRET", "777777", "777,777", "999999", "999,999", "424242", "424,242", "434343", "434,343",
  ]
  private static let passphrase = "four words of Ben"
  private static let page = "/receive/PO-1"

  /// A shop with an order of cups and mugs, which come in cases of twelve too.
  private static func shop(_ name: String, in folder: TestFolder) throws -> TestShopFolder {
    let shop = try folder.shop(name)
    let files = [
      ("suppliers", "supplier,supplier_name\nSECRETS,SECRET Ltd\n"), ("locations", "location\nshop\nstore\n"),
      ("variants", "sku,title,standard_cost\nCUP,Cup,777777.77\nMUG,Mug,777777.77\nPEN,Pen,777777.77\n"),
      ("barcodes", "barcode,sku,pack_quantity\n4006381333931,CUP,\n4006381333948,MUG,12\n"),
      ("prices", "sku,price\nCUP,999999\nMUG,999999\n"),
      (
        "order_lines",
        """
        supplier,order_number,location,line,sku,order_quantity,unit_cost
        SECRETS,PO-1,shop,1,CUP,424242,777777.77
        SECRETS,PO-1,shop,2,MUG,434343,777777.77

        """
      ),
    ]
    for (kind, text) in files { try shop.must(["import", try folder.write("\(kind).csv", text), "--kind", kind]) }
    return shop
  }

  /// What moved, but for its times.
  private static func movements(_ shop: TestShopFolder) throws -> [String] {
    try ShopContents.rows(
      shop.database,
      """
      SELECT v.sku, l.code, m.quantity, m.kind, m.unit_cost, m.order_number, d.number, m.document_line, m.source_line
      FROM movements m JOIN variants v ON v.id = m.variant_id JOIN locations l ON l.id = m.location_id
      JOIN documents d ON d.id = m.document_id ORDER BY m.id
      """)
  }

  private static func expectNothingSecret(_ answer: PageClient.Answer) {
    let text = answer.text + answer.headers.map { "\($0.key): \($0.value)" }.joined()
    let shown = secrets.filter { text.contains($0) }
    #expect(shown.isEmpty, "\(shown): \(answer.text.prefix(3000))")
  }

  @Test func whatACounterScansIsBookedAsByTheCommand() throws {
    let folder = try TestFolder()
    let (byPages, byCommand) = (try Self.shop("pages", in: folder), try Self.shop("command", in: folder))
    try byPages.must(["people", "add", "ben", "--roles", "counter", "--name", "Ben"])
    let typed = try folder.write("typed.txt", Self.passphrase + "\n")
    let set = try byPages.run(["people", "passphrase", "ben"], input: typed)
    #expect(set.status == 0, "\(set.shown)")
    let served = try ServedShop(byPages.path, environment: folder.environment)
    let client = PageClient(port: served.client.port)
    let signedIn = try client.post("/sign-in", [("login", "ben"), ("passphrase", Self.passphrase)])
    #expect(signedIn.status == 303, "\(signedIn.text.prefix(3000))")

    let found = try client.get("/receive?order=PO-1")
    #expect(found.status == 303 && found.location == Self.page)
    var page = try client.get(Self.page)
    Self.expectNothingSecret(page)
    let scans = [
      ("CUP", "6", "right"), ("4006381333931", "1", "right"), ("MUG", "3", "right"), ("WHAT", "1", "unknown"),
      ("WHAT", "1", "unknown"), ("4006381333948", "2", "right"), ("PEN", "two", "wrong"), ("PEN", "2", "right"),
    ]
    for (code, quantity, sound) in scans {
      let answer = try client.post(Self.page, [("code", code), ("quantity", quantity)], from: page)
      #expect(answer.status == (sound == "right" ? 303 : 422), "\(code): \(answer.text.prefix(3000))")
      page = try client.follow(answer)
      #expect(page.text.contains(#"data-sound="\#(sound)""#), "\(code): \(page.text.prefix(3000))")
      Self.expectNothingSecret(page)
      if code == "4006381333948" {
        #expect(page.text.contains("2 × Mug saved: 24 pieces.") && page.text.contains("Case of 12"))
      }
    }
    #expect(page.text.contains("2 × 12 = 24"), "\(page.text)")

    // The pens were not ordered, which is asked about; the notice of the case stops nothing.
    let asked = try client.post(Self.page + "/book", [("document", "LS-7")], from: page)
    #expect(asked.status == 422 && asked.text.contains(#"name="accept" value="over-delivery""#), "\(asked.text)")
    #expect(asked.text.contains("Nothing was received yet"))
    Self.expectNothingSecret(asked)
    let nothing = try Self.movements(byPages)
    #expect(nothing.isEmpty)
    let booked = try client.post(
      Self.page + "/book", [("document", "LS-7"), ("accept", "over-delivery")], from: asked)
    #expect(booked.status == 303 && booked.location == Self.page, "\(booked.text.prefix(3000))")
    let after = try client.get(Self.page)
    #expect(after.text.contains("Not booked: WHAT.") && after.text.contains("Nothing yet."), "\(after.text)")
    Self.expectNothingSecret(after)

    let lines = "code,quantity\nCUP,6\n4006381333931,1\nMUG,3\n4006381333948,2\nPEN,2\nWHAT,1\n"
    let options = [
      "--document", "LS-7", "--role", "counter", "--on-error", "skip", "--rejects", folder.path + "/left.csv",
      "--accept", "over-delivery", "--accept", "many-rejected",
    ]
    let run = try byCommand.run(
      ["order", "receive", "PO-1", "--lines", try folder.write("lines.csv", lines)] + options)
    #expect(run.status == 3, "\(run.shown)")
    let (one, other) = (try Self.movements(byPages), try Self.movements(byCommand))
    #expect(one == other)
    #expect(one.count == 5 && one.contains { $0.hasPrefix("MUG|shop|24000|receipt|") }, "\(one)")

    // A manager makes the item. What was left is a delivery of its own, with no number either.
    try byPages.must(["import", try folder.write("what.csv", "sku,title\nWHAT,What\n"), "--kind", "variants"])
    let again = try client.post(
      Self.page + "/refused", [("code", "WHAT"), ("quantity", "2"), ("plain", "2"), ("again", "yes")], from: after)
    let listed = try client.follow(again)
    let rest = try client.post(Self.page + "/book", [("accept", "over-delivery")], from: listed)
    #expect(rest.status == 303, "\(rest.text.prefix(3000))")
    let whole = try Self.movements(byPages)
    #expect(whole.count == 6 && whole.last?.hasPrefix("WHAT|shop|2000|receipt|") == true, "\(whole)")
    try byPages.must(["check"])
  }
}

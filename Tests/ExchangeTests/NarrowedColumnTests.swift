import Exchange
import FormatKit
import RetailValues
import StandardFormats
import Stock
import Testing

/// Columns by which something holds for some only, and would hold for all without them.
@Suite struct NarrowedColumnTests {
  private func taken(
    _ text: String, in shop: TestShop? = nil, name: String = "list.csv",
    _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    try (shop ?? TestShop()).takeList(text, name: name, plan: true, configure)
  }

  private func asked(_ summary: ImportSummary) -> [String] {
    summary.guards.first { $0.code == .columnsNotUsed }?.examples.map(\.message) ?? []
  }

  /// The list, and what the only question about it says.
  @Test(arguments: [
    ("sku,store,price|A,North,9.49|B,South,9.99", "--leave-out store=South takes only the rows of 'North'"),
    ("sku,title,Branch,price|A,Mug,North,9.49|B,Cup,North,9.99", "--map Branch="),
    ("Artikelnummer;Filiale;VK|A;Nord;9,49|B;Süd;9,99", "--map Filiale="),
    ("sku,customer group,price|A,retail,9.99|B,trade,7.99", "--leave-out 'customer group=trade'"),
    ("Artikelnummer;Kundengruppe;VK|A;1;9,49|B;2;9,99", "--map Kundengruppe="),
    ("sku,price level,price|A,A,8.49|B,B,9.49", "--map 'price level='"),
    ("sku,min qty,price|A,10,8.99|B,10,9.99", "--map 'min qty='"),
    ("Artikelnummer;ab Menge;VK|A;1;9,49|B;10;8,99", "--leave-out 'ab Menge=10' takes only the rows of '1'"),
    ("serial,model,price|WSBC123,City bike,700|WSBC124,City bike,700", "--map serial=sku"),
    ("sku,title,price,finish|A,Spade,10,matt|A,Spade,10,gloss|B,Rake,10,matt", "--map finish="),
    ("sku,name,price ex duty,duty,price incl duty & vat|W,Wine,10,2.5,15", "--map 'price incl duty & vat=price'"),
    ("sku,name,price,deleted|A,Spade,19.9,0|B,Rake,24.5,1", "--leave-out deleted=1"),
    ("sku,name,price,gelöscht|A,Spade,19.9,|B,Rake,24.5,x", "gelöscht=x"),
    ("sku,name,price,stock,sold|A,Lamp,19.9,1,no|B,Chair,24.5,1,yes", "--leave-out sold=yes"),
    ("sku,name,price,stock,state|A,Lamp,19.9,1,here|B,Chair,24.5,1,sold", "--leave-out state=sold"),
    (
      "date,receipt,direction,sku,sold,price|2026-01-05,1,out,A,1,9.99|2026-01-05,2,in,A,1,9.99",
      "--returned direction=in"
    ),
    ("date,receipt,way,sku,sold,price|2026-01-05,1,out,A,1,9.99|2026-01-05,2,in,A,1,9.99", "--returned way=in"),
    (
      "date,receipt,mode,sku,sold,price|2026-01-05,1,normal,A,1,9.99|2026-01-05,2,training,A,5,9.99",
      "--leave-out mode=training"
    ),
    (
      "till,date,receipt,sku,sold,price|1,2026-01-05,1,A,2,9.99|1,2026-01-05,2,B,3,5.49",
      "--map till=document keeps the tills apart, and --map till= "
    ),
    (
      "Kassen-Nr.;Datum;Bon;Artikelnr;verkauft;VK|1;05.01.2026;1;A;2;9,99|2;05.01.2026;1;A;2;9,99",
      "--map Kassen-Nr.=document"
    ),
  ]) func oneQuestionIsAsked(list: String, says: String) throws {
    let messages = asked(try taken(list))
    #expect(messages.count == 1 && messages.first?.contains(says) == true, "\(list): \(messages)")
  }

  @Test(arguments: [
    "sku,name,price,stock,min qty|A,Spade,9.99,5,2",
    "sku,name,price,min qty,max qty|A,Spade,9.99,2,5|B,Rake,9.99,2,7",
    "sku,name,price,store url|A,Spade,9.99,https://shop.example/a|B,Rake,9.99,https://shop.example/b",
    "sku,name,price,image|A,Spade,9.99,https://shop.example/a.jpg|A,Spade,9.99,https://shop.example/b.jpg",
    "sku,name,price,Price group|A,Spade,9.99,1|B,Rake,9.99,2",
    "sku,name,price,finish|A,Spade,9.99,matt|A,Spade,9.99,matt|B,Rake,9.99,gloss",
    "sku,name,price,deleted|A,Spade,19.9,0|B,Rake,24.5,no",
    "sku,name,price,stock,sold|A,Lamp,19.9,1,no|B,Chair,24.5,1,no",
    "date,receipt,mode,sku,sold,price|2026-01-05,1,normal,A,1,9.99|2026-01-05,2,cash,A,5,9.99",
    "date,receipt,remark,sku,sold,price|2026-01-05,1,Training,A,1,9.99|2026-01-05,2,Chair,A,5,9.99",
    "till,date,sku,sold,price|1,2026-01-05,A,2,9.99|2,2026-01-06,A,2,9.99",
  ]) func nothingIsAsked(list: String) throws {
    let messages = asked(try taken(list))
    #expect(messages.isEmpty, "\(list): \(messages)")
  }

  /// Two tills with the same receipt number, each in a file of its own.
  @Test func tillsAreKeptApart() throws {
    let shop = try TestShop()
    for till in ["1", "2"] {
      let summary = try shop.take(
        "till,date,receipt,sku,sold,price\n\(till),2026-01-05,1,A,2,9.99\n", name: "till\(till).csv"
      ) {
        ($0.location, $0.columns) = ("shop", ["till": "document"])
        $0.accepted = ["new-items", "new-locations"]
        $0.asksForNewRecords = true
      }
      #expect(summary.stoppingGuards.isEmpty && summary.errorCount == 0, "\(summary.reported)")
    }
    #expect(try shop.lines("movements", "document", "quantity") == ["1-1,-2", "2-1,-2"])
    #expect(
      asked(try taken("till,date,receipt,sku,sold,price|1,2026-01-05,1,A,2,9.99") { $0.columns = ["till": ""] }) == [])
  }

  /// A profile that was saved for the sales of one till asks about those of another one.
  @Test func aSavedProfileAsksAboutAnotherTill() throws {
    let header = "till,date,receipt,sku,sold,price\n"
    let sales = header + "1,2026-01-05,1,A,2,9.99\n1,2026-01-05,2,B,1,5.49\n"
    var request = ImportRequest(source: .text(sales, name: "list.csv"))
    request.columns = ["till": ""]
    let profile = try Inspection(request, registry: standardFormats).profileText(named: "till")
    #expect(profile.contains("ignored-while: { \"till\": \"1\" }"), "\(profile)")
    for (till, questions) in [("1", 0), ("2", 1)] {
      let summary = try TestShop().take("\(header)\(till),2026-01-06,3,A,2,9.99\n", profile: profile, plan: true) {
        $0.location = "shop"
        $0.accepted = ["new-items", "new-locations"]
        $0.asksForNewRecords = true
      }
      let messages = asked(summary)
      #expect(messages.count == questions, "\(messages)")
      #expect(messages.allSatisfy { $0.contains("'till' has '2' in line 2") })
    }
  }

  @Test func aTillIsNoPlace() throws {
    let list =
      "Date;Till;Receipt;Article;Qty;Amount|02.01.2026;1;1001;A;2;19,98|02.01.2026;1;1001;B;1;5,49|02.01.2026;2;1001;A;1;9,99"
    let error = try #require(throws: Problems.self) { try taken(list) }
    let remedy = error.first.remedy
    #expect(remedy.contains("--kind sales") && !remedy.contains("transfer"), "\(remedy)")
  }

  /// The last day of use under a short name is that of the lot.
  @Test(arguments: ["exp", "expiration", "expires", "Verfall"]) func theLastDayOfALotIsTaken(name: String) throws {
    let shop = try TestShop()
    try shop.take("sku,lot,\(name),quantity\nA,L1,2027-03-31,20\n") {
      ($0.kind, $0.location) = ("stock_levels", "shop")
      $0.accepted = ["new-items", "new-locations"]
      $0.asksForNewRecords = true
    }
    #expect(try shop.lines("lots", "lot", "expires_on") == ["L1,2027-03-31"])
    let messages = asked(try taken("sku,name,lot,\(name),quantity|A,Aspirin,L1,2027-03-31,20"))
    #expect(messages.contains { $0.contains("'\(name)'") && $0.contains("--kind stock_levels") }, "\(messages)")
  }

  @Test func severalBarcodesInOneRecordAreAskedAbout() throws {
    let list = #"[{"sku":"A","name":"Spade","price":19.9,"barcodes":["4006381333931","5901234123457"]}]"#
    let messages = asked(try taken(list, name: "list.json"))
    #expect(messages.count == 1 && messages.first?.contains("'barcodes'") == true, "\(messages)")
  }

  @Test func aDeletedItemOfJSONIsAskedAbout() throws {
    let list =
      #"[{"sku":"A","name":"Spade","price":19.9,"deleted":false},{"sku":"B","name":"Rake","price":24.5,"deleted":true}]"#
    let messages = asked(try taken(list, name: "list.json"))
    #expect(messages.count == 1 && messages.first?.contains("--leave-out deleted=true") == true, "\(messages)")
  }
}

import Exchange
import FormatKit
import RetailValues
import StandardFormats
import Stock
import Testing

/// Orders of the shop as files for their suppliers.
@Suite struct OrderDocumentTests {
  private static let order = """
    ISA*00*          *00*          *01*049351117      *ZZ*NORTH          *260915*0930*U*00401*000000041*0*P*>~
    GS*PO*049351117*NORTH*20260915*0930*41*X*004010~
    ST*850*0001~
    BEG*00*SA*4711**20260915~
    CUR*BY*USD~
    REF*CT*FRAME-7~
    PER*BD*Ann Lee~
    DTM*002*20261001~
    N9*ZZ*NOTE~
    MSG*To the back door, please~
    N1*SU*Northwind Traders*92*NORTH~
    REF*LU*4012345000009~
    PER*OC**EM*orders@north.example~
    N1*BY**92*HEAD-OFFICE~
    N1*ST**92*MAIN~
    PO1*1*10*CA*14.4*CA*IN*TEA-01*UP*036000291452*VN*NW-100~
    PO4*12~
    PO1*2*2.5*EA*0.333333*PE*IN*MUG~
    PO1*7*3*DZ***VN*NW-300~
    CTT*3~
    SE*19*0001~
    GE*1*41~
    IEA*1*000000041~
    """

  private func shop() throws -> TestShop {
    let shop = try TestShop.unguarded()
    try shop.take("supplier,supplier_name,gln\nNORTH,Northwind Traders,4012345000009\n") { $0.kind = "suppliers" }
    try shop.take("location,location_name\nMAIN,Main street\n") { $0.kind = "locations" }
    try shop.take("product_code,title,sku\nTEA,\"Tea, black\",TEA-01\nMUG,Mug ~ blue,MUG\nJAR,Jar,JAR\n")
    try shop.take("barcode,sku\n036000291452,TEA-01\n4006381333931,MUG\n") { $0.kind = "barcodes" }
    try shop.take("supplier,sku,supplier_code,pack_size,order_unit\nNORTH,JAR,NW-300,12,dozen\n") {
      $0.kind = "supplier_items"
    }
    return shop
  }

  private func write(
    _ shop: TestShop, _ format: String, options: [String: String] = [:], numbers: ControlNumbers? = nil
  ) throws -> (text: String, bytes: [UInt8], written: OrderDocument.Written) {
    let sink = ByteSink.memory()
    let id = Int64(try shop.int("SELECT MAX(id) FROM orders"))
    let written = try OrderDocument(order: id, in: shop.shop).write(
      to: standardFormats.format(format), options: options,
      identification: PartnerIdentification(gln: "4098765000005"), prepared: hour(24 * 300), numbers: numbers,
      into: sink)
    return (sink.collectedText, sink.collectedBytes, written)
  }

  private static let headFields = [
    "supplier", "order_number", "ordered_on", "expected_on", "location", "currency", "buyer", "contract", "contact",
    "note",
  ]
  private static let lineFields = [
    "supplier", "order_number", "line", "sku", "supplier_code", "order_quantity", "order_unit", "pack_size",
    "unit_cost",
  ]

  /// An order that came in, written and taken by another shop, is the same order in every field that the format holds.
  @Test(arguments: ["x12", "edifact"]) func keepsEveryFieldOfAnOrder(_ format: String) throws {
    let first = try shop()
    #expect(try first.take(Self.order, name: "order.edi").isApplied)
    let (text, _, written) = try write(first, format)
    #expect(written.lines == 3)
    let second = try shop()
    let summary = try second.take(text, name: "written.edi")
    #expect(summary.isApplied && summary.problems.isEmpty, "\(summary.reported)\n\(text)")
    for (kind, fields) in [("orders", Self.headFields), ("order_lines", Self.lineFields)] {
      #expect(try second.export(kind, fields: fields) == first.export(kind, fields: fields), "\(text)")
    }
    #expect(
      try second.export("suppliers", fields: ["supplier", "supplier_name", "gln", "email"])
        == first.export("suppliers", fields: ["supplier", "supplier_name", "gln", "email"]))
  }

  @Test func writesTheOrderAsAPartnerReadsIt() throws {
    let shop = try shop()
    try shop.take(Self.order, name: "order.edi")
    let (text, _, _) = try write(shop, "x12")
    #expect(
      text == """
        ISA*00*          *00*          *07*4098765000005  *ZZ*NORTH          *261028*0000*U*00401*000000001*0*P*>~
        GS*PO*4098765000005*NORTH*20261028*0000*1*X*004010~
        ST*850*0001~
        BEG*00*SA*4711**20260915~
        CUR*BY*USD~
        REF*CT*FRAME-7~
        PER*BD*Ann Lee~
        DTM*002*20261001~
        N9*ZZ*NOTE~
        MSG*To the back door, please~
        N1*SU*Northwind Traders*92*NORTH~
        REF*LU*4012345000009~
        PER*OC**EM*orders@north.example~
        N1*BY**92*HEAD-OFFICE~
        N1*ST*Main street*92*MAIN~
        PO1*1*10*CA*1.2*PE*UP*036000291452*IN*TEA-01*VN*NW-100~
        PID*F****Tea, black~
        PO4*12~
        PO1*2*2.5*EA*0.333333*PE*EN*4006381333931*IN*MUG~
        PID*F****Mug   blue~
        PO1*7*3*DZ***IN*JAR*VN*NW-300~
        PID*F****Jar~
        CTT*3*15.5~
        SE*22*0001~
        GE*1*1~
        IEA*1*000000001~

        """)
  }

  /// Interchanges of orders and of answers to a partner are numbered in one row; a number that is given is not drawn.
  @Test func numbersInterchangesForThePartner() throws {
    let shop = try shop()
    try shop.take(Self.order, name: "order.edi")
    func number(_ text: String) -> Substring? {
      text.split(separator: "\n").last?.split(separator: "*").last?.dropLast()
    }
    #expect(try number(write(shop, "x12").text) == "000000001")
    #expect(try shop.shop.nextControlNumber(format: "x12", receiver: "ZZ:NORTH") == 2)
    #expect(try number(write(shop, "x12").text) == "000000003")
    #expect(try number(write(shop, "x12", options: ["control-number": "77"]).text) == "000000077")
    #expect(try number(write(shop, "x12").text) == "000000004")
    #expect(try write(shop, "edifact").text.hasSuffix("UNZ+1+1'\n"))
    #expect(try write(shop, "edifact", numbers: ControlNumbers(startingAt: 9)).text.hasSuffix("UNZ+1+9'\n"))
  }

  @Test func writesTables() throws {
    let shop = try shop()
    try shop.take(Self.order, name: "order.edi")
    let lines = try write(shop, "csv").text.split(whereSeparator: \.isNewline)
    #expect(lines.first?.split(separator: ",").map(String.init) == OrderDocument.columns.map(\.name))
    #expect(
      lines.dropFirst().first
        == """
        NORTH,4711,1,TEA-01,036000291452,NW-100,"Tea, black",10,case,12,1.2,14.4,144.00,USD,2026-09-15,2026-10-01,MAIN,\
        Main street,,Northwind Traders,4012345000009,orders@north.example,HEAD-OFFICE,,,FRAME-7,Ann Lee,\
        "To the back door, please"
        """)
    #expect(try write(shop, "xlsx").bytes.starts(with: [0x50, 0x4B]))
    let again = try shop.take(write(shop, "csv").text, name: "order.csv") {
      $0.kind = "order_lines"
      $0.again = true
    }
    #expect(again.tally == ["order_lines unchanged 3", "orders unchanged 1"], "\(again.reported)")
  }

  @Test func refusesWhatIsNoOrder() throws {
    let shop = try shop()
    #expect(throws: Problems.self) { try write(shop, "x12") }
    try shop.take("supplier,order_number\nNORTH,1\n") { $0.kind = "orders" }
    #expect(throws: Problems.self) { try write(shop, "x12") }
    let composed = OrderDocument(
      lines: [
        [
          "supplier": "NORTH", "order_number": "D1", "line": "1", "sku": "MUG", "order_quantity": "2", "pack_size": "6",
          "unit_cost": "1.25", "currency": "EUR", "ordered_on": "2026-11-01",
        ]
      ], in: shop.shop)
    let sink = ByteSink.memory()
    try composed.write(to: standardFormats.format("csv"), into: sink)
    #expect(sink.collectedText.contains("NORTH,D1,1,MUG,,,,2,,6,1.25,7.5,15.00,EUR,2026-11-01"))
  }
}

import Exchange
import FormatKit
import StandardFormats
import Stock
import Testing

/// Orders in packs and in pieces, of a supplier whose list has the item in packs of 6.
@Suite struct OrderUnitTests {
  private static let french = """
    N° commande;Date de commande;Fournisseur;Référence;Désignation;Qté commandée
    C-118;15/11/2026;lumen;VERRE;Verre à eau;12

    """

  private func shop() throws -> TestShop {
    let shop = try TestShop()
    try shop.take("supplier,supplier_name\nlumen,Lumen SARL\n") { $0.kind = "suppliers" }
    try shop.take("sku,title\nVERRE,Verre à eau\n")
    try shop.take("supplier,sku,unit_cost,pack_size\nlumen,VERRE,2.10,6\n") { $0.kind = "supplier_items" }
    return shop
  }

  /// How many pieces are ordered of the only line of a file; nil where the import was stopped.
  private func ordered(
    _ text: String, name: String = "commande.csv", _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> Int? {
    let shop = try shop()
    let summary = try shop.take(text, name: name) {
      if name.hasSuffix(".csv") { $0.kind = "order_lines" }
      change(&$0)
    }
    #expect(summary.errorCount == 0, "\(summary.reported)")
    guard summary.isApplied else {
      #expect(summary.stoppingGuards.map(\.code) == [.packsOrPieces], "\(summary.reported)")
      return nil
    }
    return try shop.int("SELECT ordered_milli FROM report_order_lines") / 1000
  }

  @Test func anOrderWithoutAUnitIsAskedAbout() throws {
    #expect(try ordered(Self.french) == nil)
    #expect(try ordered(Self.french) { $0.accepted = ["packs-or-pieces"] } == 72)
    #expect(try ordered(Self.french) { $0.constants = ["order_unit": "each"] } == 12)
    #expect(try ordered(Self.french) { $0.constants = ["order_unit": "case"] } == 72)
    #expect(try ordered(Self.french) { _ = $0.limits.set(.packsOrPieces, to: "off") } == 72)
  }

  private static func order(in unit: String) -> String {
    "supplier,order_number,line,sku,order_quantity,order_unit\nlumen,1,1,VERRE,12,\(unit)\n"
  }

  @Test(
    arguments: [
      ("each", 12), ("EA", 12), ("C62", 12), ("PCE.", 12), ("Stk", 12), ("Stück", 12), ("STÜCK", 12), ("Stücke", 12),
      ("pièces", 12), ("PIÈCES", 12), ("uds.", 12), ("szt", 12), ("ks", 12), ("kpl", 12), ("db", 12), ("adet", 12),
      ("個", 12), ("τεμ", 12), ("ΤΕΜ.", 12), ("carton", 72), ("Karton", 72), ("colis", 72), ("CT", 72), ("boîte", 72),
      ("Flasche", nil), ("kg", nil), ("xyz", nil),
    ] as [(String, Int?)]) func theUnitOfTheFileDecides(unit: String, pieces: Int?) throws
  {
    #expect(try ordered(Self.order(in: unit)) == pieces)
  }

  /// What the guard advises has an effect, and what the file says counts more.
  @Test(arguments: [("", "each", 12), ("", "case", 72), ("case", "each", 72), ("Stk", "case", 12)])
  func aUnitForTheWholeFileFillsEmptyCells(unit: String, given: String, pieces: Int) throws {
    let document = Self.x12(["case": "CA", "Stk": "EA"][unit] ?? "")
    #expect(try ordered(Self.order(in: unit)) { $0.constants = ["order_unit": given] } == pieces)
    #expect(try ordered(document, name: "order.edi") { $0.constants = ["order_unit": given] } == pieces)
  }

  @Test(arguments: [
    ("Qté commandée;Unité", "12;PCE"), ("Qté commandée;Unité", "12;pièces"), ("Qté commandée;Einheit", "12;Stk"),
    ("Qté commandée;unit", "12;pcs"), ("Qté commandée;Enhet", "12;C62"), ("Qté commandée;Unidad", "2;CT"),
    ("Qté commandée (pièces)", "12"), ("Bestellmenge (Stück)", "12"), ("Qty ordered [pcs]", "12"),
    ("Qté commandée", "12 Stk"), ("Qté commandée", "12 pièces"), ("Qté commandée", "12 ks"),
  ]) func whatSaysThatItCountsPiecesDecides(columns: String, values: String) throws {
    let text = "N° commande;Fournisseur;Référence;\(columns)\nC-118;lumen;VERRE;\(values)\n"
    #expect(try ordered(text) == 12)
  }

  /// Quantities in another unit are converted into that of the item, so none of them counts packs.
  @Test(arguments: [
    ("Qté commandée;Unité", "30;kg"), ("Qté commandée (kg)", "30"), ("Qté commandée (g)", "30000"),
    ("Qté commandée", "30 kg"),
  ]) func aUnitOfMeasureDecides(columns: String, values: String) throws {
    let shop = try shop()
    try shop.take("sku,title,stock_unit\nFARINE,Farine,kg\n")
    try shop.take("supplier,sku,unit_cost,pack_size\nlumen,FARINE,1,25\n") { $0.kind = "supplier_items" }
    let rest = columns.hasSuffix("Unité") ? "C-118;lumen;VERRE;12;pièces\n" : ""
    let text = "N° commande;Fournisseur;Référence;\(columns)\nC-118;lumen;FARINE;\(values)\n\(rest)"
    let summary = try shop.take(text) { $0.kind = "order_lines" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.int("SELECT MAX(ordered_milli) FROM report_order_lines") == 30_000)
    #expect(try shop.int("SELECT MIN(ordered_milli) FROM report_order_lines") == (rest.isEmpty ? 30_000 : 12_000))
  }

  @Test func whatIsDerivedIsShown() throws {
    let text = "N° commande;Fournisseur;Référence;Qté commandée;Unité\nC-118;lumen;VERRE;12;pièces\n"
    var request = ImportRequest(source: .text(text, name: "commande.csv"))
    request.kind = "order_lines"
    let meanings = try Inspection(request, registry: standardFormats).meanings
    #expect(meanings.filter { $0.column == "Unité" }.map(\.field) == ["order_quantity", "order_unit"])
  }

  @Test func aColumnOfPiecesAndPacksIsTheUnit() throws {
    let text = """
      N° commande;Fournisseur;Référence;Qté commandée;Unité
      C-118;lumen;VERRE;12;pièces
      C-119;lumen;VERRE;2;carton

      """
    let shop = try shop()
    let summary = try shop.take(text) { $0.kind = "order_lines" }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.int("SELECT SUM(ordered_milli) FROM report_order_lines WHERE ordered_milli = 12000") == 24_000)
  }

  @Test(arguments: [
    ("Preis;Einheit", "2,10;Stk"), ("Prix;Unité", "2,10;pièces"), ("Precio;Unidad", "2,10;uds"),
    ("Pris;Enhet", "2,10;st"),
    ("Price;Unit", "2.10;EA"), ("Einzelpreis", "2,10"),
  ]) func thePriceOfAnOrderIsTaken(columns: String, values: String) throws {
    let shop = try shop()
    let text = "N° commande;Fournisseur;Référence;Qté commandée;\(columns)\nC-118;lumen;VERRE;12;\(values)\n"
    let summary = try shop.take(text) {
      $0.kind = "order_lines"
      $0.accepted = ["packs-or-pieces"]
    }
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try shop.lines("order_lines", "unit_cost") == ["2.1"])
  }

  /// Next to packs the price may be that of a pack.
  @Test func aPriceNextToPacksIsAQuestion() throws {
    let text = "N° commande;Fournisseur;Référence;Qté commandée;Prix;Unité\nC-118;lumen;VERRE;2;12,60;carton\n"
    let summary = try shop().take(text) { $0.kind = "order_lines" }
    #expect(summary.stoppingGuards.map(\.code).contains(.columnsNotUsed), "\(summary.reported)")
  }

  /// A later row may have packs where the first ones have pieces.
  @Test func packsInAColumnOfUnitsAreNoReasonToIgnoreIt() throws {
    let profile = """
      profile: units
      records:
        - kind: order_lines
          fields:
            supplier: supplier
            order_number: no
            line: line
            sku: sku
            order_quantity: { column: quantity, apply: [{ unit: unit }] }
      """
    let summary = try shop().take("supplier,no,line,sku,quantity,unit\nlumen,1,1,VERRE,2,carton\n", profile: profile)
    #expect(summary.errorCount == 1)
    #expect(summary.problems.first?.remedy.contains("unit=order_unit") == true, "\(summary.problems)")
    #expect(summary.problems.first?.remedy.contains("as they are") == false)
  }

  /// The supplier's list comes after the order: the order counts what it did, once it says so.
  @Test func aListAfterTheOrderMultipliesNothingSilently() throws {
    let shop = try TestShop()
    try shop.take("supplier,supplier_name\nlumen,Lumen SARL\n") { $0.kind = "suppliers" }
    try shop.take("sku,title\nVERRE,Verre à eau\n")
    let list = "supplier,sku,unit_cost,pack_size\nlumen,VERRE,2.10,6\n"
    func take(_ text: String, _ kind: String, _ unit: String? = nil) throws -> ImportSummary {
      try shop.take(text) {
        $0.kind = kind
        if let unit { $0.constants = ["order_unit": unit] }
      }
    }
    guard case .applied(let number) = try take(Self.french, "order_lines").outcome else {
      Issue.record("the order was refused")
      return
    }
    let stopped = try take(list, "supplier_items")
    #expect(stopped.stoppingGuards.map(\.code) == [.packsOrPieces])
    let remedies = stopped.guards.flatMap(\.remedies)
    // A unit for this list would not help.
    #expect(remedies.count == 1 && remedies[0].contains("undo its import") && !remedies[0].contains("--set"))
    try shop.shop.undoImport(number, actor: manager, at: hour(shop.clock + 1))
    #expect(try take(Self.french, "order_lines", "each").isApplied)
    #expect(try take(list, "supplier_items").isApplied)
    #expect(try shop.int("SELECT ordered_milli FROM report_order_lines") == 12_000)
  }

  /// Each case has a remedy that helps.
  @Test func aUnitThatIsNotKnownHasItsOwnRemedy() throws {
    let shop = try shop()
    let text = Self.order(in: "") + "lumen,1,2,VERRE,12,xyz\n"
    let found = try #require(shop.take(text, plan: true) { $0.kind = "order_lines" }.guards.first)
    #expect(found.remedies.count == 2 && found.remedies[0] == GuardCode.packsOrPieces.remedy, "\(found.remedies)")
    #expect(found.remedies.last?.hasPrefix("Write each or case in place of the unit") == true)
  }

  /// The examples are the first cases, and a later one may need another remedy.
  @Test func aRemedyOfACaseThatIsNotShownIsListed() throws {
    let lines = (2...5).map { "lumen,1,\($0),VERRE,12,xyz\n" }.joined()
    let text = Self.order(in: "xyz") + lines + "lumen,1,6,VERRE,12,\n"
    let found = try #require(shop().take(text, plan: true) { $0.kind = "order_lines" }.guards.first)
    #expect(found.count == 6 && found.examples.count == 3)
    #expect(!found.examples.map(\.remedy).contains(GuardCode.packsOrPieces.remedy))
    #expect(found.remedies.count == 2 && found.remedies.last == GuardCode.packsOrPieces.remedy, "\(found.remedies)")
  }

  /// A document of a standard has a code for its unit. Without one, X12 says no more than a spreadsheet.
  @Test(arguments: [("EA", 12), ("CA", 72), ("", nil)] as [(String, Int?)])
  func theUnitOfADocumentDecides(code: String, pieces: Int?) throws {
    #expect(try ordered(Self.x12(code), name: "order.edi") == pieces)
  }

  /// An order of 12 whose unit has a code of data element 355.
  private static func x12(_ code: String) -> String {
    """
    ISA*00*          *00*          *01*049351117      *ZZ*lumen          *260915*0930*U*00401*000000041*0*P*>~
    GS*PO*049351117*lumen*20260915*0930*41*X*004010~
    ST*850*0001~
    BEG*00*SA*4711**20260915~
    N1*SU**92*lumen~
    PO1*1*12*\(code)*2.1**IN*VERRE~
    CTT*1~
    SE*6*0001~
    GE*1*41~
    IEA*1*000000041~
    """
  }
}

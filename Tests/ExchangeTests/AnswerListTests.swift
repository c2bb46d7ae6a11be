import FormatKit
import Stock
import Testing

@testable import Exchange

/// Lists in which a supplier confirms an order or says what was sent: they are kept next to the order and never change it.
@Suite struct AnswerListTests {
  private func match(_ header: String, file: String = "goods.csv", title: String? = nil) throws -> HeaderMatching {
    var hints = HeaderMatching.Hints(fileName: file)
    let titles = title.map { [SourceFinding(SourceFinding.titlesName, $0, evidence: "")] } ?? []
    hints.surroundings = Surroundings(file: file, tables: [], findings: titles)
    return try HeaderMatching(
      [Schema(table: Schema.defaultTable, columnNames: header.split(separator: ";").map(String.init))], source: file,
      hints: hints)
  }

  /// The columns by their fields.
  private func fields(_ matching: HeaderMatching) -> [String: String] {
    Dictionary(matching.meanings.map { ($0.field, $0.column) }) { first, _ in first }
  }

  /// The header, the kind of its lines, and the column of the quantity.
  @Test(arguments: [
    (
      "Lieferant;Bestellnummer;Auftragsbestätigung;Datum;Zeile;Artikelnummer;bestätigte Menge;Preis;Liefertermin",
      "order_response_lines", "bestätigte Menge"
    ),
    ("Lieferant;Bestellnummer;AB-Nr.;Pos;Artikelnummer;Menge;Liefertermin", "order_response_lines", "Menge"),
    (
      "Supplier;PO Number;Order Confirmation No;Line;SKU;Confirmed Qty;Delivery Date", "order_response_lines",
      "Confirmed Qty"
    ),
    ("Fournisseur;N° commande;Ligne;SKU;Qté confirmée;Date de livraison", "order_response_lines", "Qté confirmée"),
    ("Proveedor;Nº pedido;Línea;SKU;Cantidad confirmada", "order_response_lines", "Cantidad confirmada"),
    ("Leverantör;Ordernummer;Orderbekräftelse;Rad;SKU;Antal", "order_response_lines", "Antal"),
    ("Lieferant;Bestellnummer;Datum;Artikelnummer;bestätigte Menge", "order_response_lines", "bestätigte Menge"),
    ("order_number;supplier;sku;title;confirmed_quantity;promised_on", "order_response_lines", "confirmed_quantity"),
    ("Lieferavis;Versanddatum;Lieferant;Bestellnummer;Pos;Artikelnummer;Menge;Einheit", "despatch_lines", "Menge"),
    ("Lieferavis;Lieferant;Bestellnummer;Artikelnummer;versendet", "despatch_lines", "versendet"),
    ("Supplier;PO Number;Despatch Advice No;Line;SKU;Shipped Qty", "despatch_lines", "Shipped Qty"),
    ("Fournisseur;N° commande;Avis d'expédition;Ligne;SKU;Qté expédiée", "despatch_lines", "Qté expédiée"),
    ("Proveedor;Nº pedido;Aviso de envío;Línea;SKU;Cantidad enviada", "despatch_lines", "Cantidad enviada"),
  ]) func columnsSayWhatItIs(header: String, kind: String, quantity: String) throws {
    let matching = try match(header)
    #expect(matching.profile.records.map(\.kind).last == kind)
    let field = try #require(Vocabulary.kind(kind)?.eventQuantity?.name)
    #expect(fields(matching)[field] == quantity)
  }

  /// The day of the answer and the promised day are those of an answer, and not of the order.
  @Test func daysAreThoseOfTheAnswer() throws {
    let confirmed = fields(
      try match("Lieferant;Bestellnummer;Auftragsbestätigung;Datum;Zeile;Artikelnummer;bestätigte Menge;Liefertermin"))
    #expect(confirmed["responded_on"] == "Datum" && confirmed["promised_on"] == "Liefertermin")
    #expect(confirmed["ordered_on"] == nil && confirmed["expected_on"] == nil)
    let sent = fields(try match("Lieferavis;Versanddatum;Lieferant;Bestellnummer;Pos;Artikelnummer;Menge"))
    #expect(sent["despatched_on"] == "Versanddatum" && sent["order_number"] == "Bestellnummer")
  }

  @Test(
    arguments: [
      ("bestaetigung-2.csv", nil), ("Auftragsbestätigung.csv", nil), ("order-confirmation.csv", nil),
      ("goods.csv", "Auftragsbestätigung AB-901 vom 18.10.2026"), ("goods.csv", "Confirmation de commande"),
      ("goods.csv", "Orderbekräftelse 901"),
    ] as [(String, String?)]) func titlesAndNamesOfFilesSayWhatItIs(file: String, title: String?) throws
  {
    let header = "Lieferant;Bestellnummer;Zeile;Artikelnummer;Menge;Liefertermin"
    #expect(try match(header, file: file, title: title).profile.records.map(\.kind) == ["order_response_lines"])
    // Without them it is an order.
    #expect(try match(header).profile.records.map(\.kind) == ["orders", "order_lines"])
  }

  /// What says that it is an answer, but lacks what an answer needs, is not taken for the order.
  @Test(arguments: [
    (
      "Lieferant;Bestellnummer;Artikelnummer;Bestellmenge", "auftragsbestaetigung.csv", "auftragsbestaetigung",
      "--kind order_response_lines --map Bestellmenge=confirmed_quantity"
    ),
    (
      "Supplier;PO Number;Line;SKU;Qty ordered;Qty shipped", "goods.csv", "Qty shipped",
      "--kind despatch_lines --map 'Qty shipped=despatched_quantity' --set despatch_number=NUMBER"
    ),
  ]) func anAnswerIsNotTakenForTheOrder(header: String, file: String, sign: String, remedy: String) throws {
    let error = try #require(throws: Problems.self) { try match(header, file: file) }
    #expect(error.code == .nothingMapped && error.first.value == sign, "\(error.message)")
    #expect(error.remedy.contains(remedy), "\(error.remedy)")
  }

  /// The names of the shop's own fields, and a list of goods that came, are believed.
  @Test func whatIsNoAnswerStaysWhatItIs() throws {
    let own = try match("supplier;order_number;line;sku;order_quantity", file: "confirmation.csv")
    #expect(own.profile.records.map(\.kind) == ["order_lines"])
    let received = try match("Lieferschein;Eingangsdatum;Lieferavis;Lieferant;Artikelnummer;Menge")
    #expect(received.profile.records.map(\.kind) == ["receipts"])
  }

  // MARK: Imports

  /// An order that a command of the shop has made.
  private static let command = """
    profile: \(ImportRecord.commandProfile)
    records:
      - kind: order_lines
        fields:
          supplier: supplier
          order_number: number
          line: line
          sku: sku
          order_quantity: quantity
          order_unit: unit
    """

  private func shop(profile: String = Self.command) throws -> TestShop {
    let shop = try TestShop()
    // What a line counts is a question of its own.
    shop.guardsOff.insert(.packsOrPieces)
    try shop.take("supplier,supplier_name\nmmi,MMI\n") { $0.kind = "suppliers" }
    try shop.take("sku,title\nA,Oil\nB,Salt\n")
    let order = "supplier,number,line,sku,quantity,unit\nmmi,1130,1,A,3,Karton\nmmi,1130,2,B,2,Karton\n"
    #expect(try shop.take(order, name: "order.csv", profile: profile).isApplied)
    return shop
  }

  private func ordered(_ shop: TestShop) throws -> [String] {
    try shop.lines("order_lines", "line", "sku", "order_quantity", "order_unit")
  }

  private static let unchanged = ["1,A,3,Karton", "2,B,2,Karton"]

  @Test func aConfirmationIsKeptNextToTheOrder() throws {
    let shop = try shop()
    let summary = try shop.take(
      """
      Lieferant;Bestellnummer;Auftragsbestätigung;Datum;Zeile;Artikelnummer;bestätigte Menge;Liefertermin
      mmi;1130;AB-901;2026-10-18;1;A;24;20.10.2026
      mmi;1130;AB-901;2026-10-18;2;B;0;

      """)
    #expect(summary.tally == ["order_response_lines create 2", "order_responses create 1"], "\(summary.reported)")
    #expect(try ordered(shop) == Self.unchanged)
    #expect(
      try shop.lines("order_responses", "order_number", "response_number", "responded_on") == [
        "1130,AB-901,2026-10-18"
      ])
    #expect(
      try shop.lines("order_response_lines", "line", "confirmed_quantity", "promised_on") == [
        "1,24,2026-10-20", "2,0,",
      ])
  }

  @Test func aDespatchAdviceIsKeptNextToTheOrder() throws {
    let shop = try shop()
    let header = "Lieferavis;Versanddatum;Lieferant;Bestellnummer;Pos;Artikelnummer;Menge"
    let summary = try shop.take(header + "\nAV-1;20.11.2026;mmi;1130;1;A;3\n")
    #expect(summary.tally == ["despatch_advices create 1", "despatch_lines create 1"], "\(summary.reported)")
    #expect(try ordered(shop) == Self.unchanged)
    #expect(try shop.lines("despatch_advices", "despatch_number", "despatched_on") == ["AV-1,2026-11-20"])
    #expect(try shop.lines("despatch_lines", "order_number", "despatched_quantity") == ["1130,3"])
  }

  private static let changed = "Lieferant;Bestellnummer;Zeile;Artikelnummer;Menge\nmmi;1130;1;A;24\nmmi;1130;3;B;5\n"

  @Test func anOrderOfTheShopIsNotRewrittenSilently() throws {
    let shop = try shop()
    let asked = try shop.take(Self.changed) { $0.kind = "order_lines" }
    #expect(asked.stoppingGuards.map(\.code) == [.orderChanged], "\(asked.reported)")
    let order = "of order '1130', which the shop has made itself,"
    #expect(
      asked.guards.first?.examples.map(\.message) == [
        "line '1' \(order) would change from 3 Karton of 'A' to 24 Karton of 'A'",
        "line '3' \(order) would be added: 5 of 'B'",
      ])
    #expect(try ordered(shop) == Self.unchanged)
    // The remedies help: the same list as a confirmation, or accepted.
    let answer = try shop.take(Self.changed) { $0.kind = "order_response_lines" }
    #expect(answer.isApplied, "\(answer.reported)")
    #expect(try ordered(shop) == Self.unchanged)
    let accepted = try shop.take(Self.changed) {
      ($0.kind, $0.accepted, $0.again) = ("order_lines", ["order-changed"], true)
    }
    #expect(accepted.isApplied, "\(accepted.reported)")
    #expect(try ordered(shop) == ["1,A,24,Karton", "2,B,2,Karton", "3,B,5,"])
  }

  @Test func whatChangesNothingOfTheOrderIsNotAskedAbout() throws {
    let same = "Lieferant;Bestellnummer;Zeile;Artikelnummer;Menge;EK\nmmi;1130;1;A;3;2,50\n"
    let summary = try shop().take(same) { $0.kind = "order_lines" }
    #expect(summary.isApplied && summary.guards.isEmpty, "\(summary.reported)")
  }

  /// Another pack size orders another amount, with the same number of packs.
  @Test func anotherPackSizeIsAChangeOfTheOrder() throws {
    func list(_ pack: Int) -> String {
      "supplier,order_number,line,sku,order_quantity,pack_size\nmmi,1130,1,A,3,\(pack)\n"
    }
    let shop = try shop()
    let asked = try shop.take(list(12)) { $0.kind = "order_lines" }
    #expect(asked.stoppingGuards.map(\.code) == [.orderChanged], "\(asked.reported)")
    #expect(
      asked.guards.first?.examples.map(\.message) == [
        "line '1' of order '1130', which the shop has made itself, would change from 3 Karton × 1 of 'A' to "
          + "3 Karton × 12 of 'A'"
      ])
    // One that the line counts with already, by the supplier's list, changes nothing.
    try shop.take("supplier,sku,unit_cost,pack_size\nmmi,A,2,12\n") { $0.kind = "supplier_items" }
    let same = try shop.take(list(12)) { $0.kind = "order_lines" }
    #expect(same.isApplied && same.guards.isEmpty, "\(same.reported)")
  }

  /// The sender of an order corrects it.
  @Test func anOrderFromAFileIsCorrectedByAFile() throws {
    let profile = Self.command.replacing("profile: \(ImportRecord.commandProfile)", with: "profile: wholesale")
    let shop = try shop(profile: profile)
    let summary = try shop.take(Self.changed) { $0.kind = "order_lines" }
    #expect(summary.isApplied && summary.guards.isEmpty, "\(summary.reported)")
    #expect(try ordered(shop) == ["1,A,24,Karton", "2,B,2,Karton", "3,B,5,"])
  }
}

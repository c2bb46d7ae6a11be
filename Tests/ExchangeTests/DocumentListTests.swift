import FormatKit
import Testing

@testable import Exchange

/// Lists whose rows are lines of documents: imported as such, or refused; never imported as a list of items.
@Suite struct DocumentListTests {
  private func match(_ header: String, given: Set<String> = [], kind: String? = nil) throws -> HeaderMatching {
    try HeaderMatching(
      [Schema(table: Schema.defaultTable, columnNames: header.split(separator: ";").map(String.init))],
      source: "goods.csv", hints: .init(kind: kind, fileName: "goods.csv", given: given))
  }

  private func line(of kind: String, in matching: HeaderMatching) -> ValueExpression? {
    matching.profile.records.first { $0.kind == kind }?.fields.first { $0.field == "line" }?.value
  }

  @Test(arguments: [
    ("order_number;supplier;sku;title;order_quantity", "order_lines", ["supplier", "order_number"]),
    ("PO No;Vendor;Item;Qty ordered;Cost", "order_lines", ["Vendor", "PO No"]),
    (
      "Bestellnummer;Lieferant;Artikelnummer;Bezeichnung;Bestellmenge;EK", "order_lines",
      ["Lieferant", "Bestellnummer"]
    ),
    ("despatch_number;supplier;sku;title;despatched_quantity", "despatch_lines", ["supplier", "despatch_number"]),
    ("invoice_number;supplier;sku;title;invoiced_quantity;unit_cost", "invoice_lines", ["supplier", "invoice_number"]),
  ]) func linesWithoutNumbersAreNumbered(header: String, kind: String, document: [String]) throws {
    let matching = try match(header)
    #expect(matching.profile.records.map(\.kind).last == kind)
    #expect(line(of: kind, in: matching) == ValueExpression(.numbered(within: document)))
    // Such a document is imported as a whole, and never mixed with another of its number.
    let head = try #require(matching.profile.records.first)
    #expect(head.fields.contains { $0.field == "document_identity" })
    let named = try match(header.replacing("order_quantity", with: "quantity"), kind: kind)
    #expect(line(of: kind, in: named) != nil)
  }

  @Test func aColumnOfNumbersIsTaken() throws {
    let matching = try match("order_number;supplier;line;sku;order_quantity")
    #expect(matching.profile.records.map(\.kind) == ["order_lines"])
    #expect(line(of: "order_lines", in: matching) == .column("line"))
    let given = try match("order_number;supplier;sku;order_quantity", given: ["line"])
    #expect(line(of: "order_lines", in: given) == nil)
  }

  /// The document's number, or the destination and reason of movements, and a quantity: each would be lost in a list of items.
  @Test(arguments: [
    ("order_number;order date;supplier;sku;title;quantity", "order_number", "--kind order_lines\n"),
    ("order_id;sku;title;quantity;price", "order_id", "--kind order_lines --supplier CODE\n"),
    ("PO Number;Vendor;Item;Description;Qty;Price", "PO Number", "--kind order_lines\n"),
    ("order_number;sku;barcode;description;order_quantity", "order_number", "--kind order_lines --supplier CODE\n"),
    (
      "return_number;sku;title;quantity", "return_number",
      "--set movement_kind=customer-return --set effective_at=DATE\n"
    ),
    ("RMA;sku;title;quantity returned", "RMA", "movement_kind=customer-return"),
    (
      "credit note;date;supplier;sku;quantity", "credit note",
      "--kind invoice_lines --map 'credit note=invoice_number' --set invoice_kind=credit-note\n"
    ),
    ("credit note;date;sku;quantity", "credit note", "movement_kind=customer-return\n"),
    ("Rechnungsnummer;Rechnungsdatum;Lieferant;Artikelnummer;Menge", "Rechnungsnummer", "--kind invoice_lines\n"),
    ("N° facture;Date;Fournisseur;Référence;Qté", "N° facture", "--kind receipts\n"),
    ("Purchase Order;Supplier;SKU;Quantity;Delivery Date", "Delivery Date", "--kind order_lines\n"),
    ("Angebotsnummer;Datum;Artikelnummer;Menge", "Angebotsnummer", "--kind sales --map Angebotsnummer=document\n"),
    ("Warengruppe;Artikel;Stück;Umsatz brutto", "Umsatz brutto", "--kind sales --set effective_at=DATE\n"),
    ("Item no.;Description;Qty;Unit price;Line total", "Line total", "--set order_number=NUMBER\n"),
    ("sku;title;units sold", "units sold", "--kind sales --set effective_at=DATE\n"),
    ("Order ID;Customer;SKU;Qty;Price", "Order ID", "--kind sales --map 'Order ID=document' --set effective_at=DATE\n"),
    ("Gutschrift;Artikelnummer;Bezeichnung;Menge", "Gutschrift", "movement_kind=customer-return"),
    ("transfer no;from;to;sku;name;qty", "to", "movement_kind=transfer"),
    ("sku;title;quantity;to_location", "to_location", "movement_kind=transfer"),
    ("document;date;sku;quantity;to;supplier", "to", "movement_kind=transfer\n"),
    ("sku;title;quantity;reason", "reason", "--set movement_kind=write-off"),
    ("date;sku;title;quantity;reason", "reason", "--set movement_kind=write-off"),
    ("count;sku;title;price;counted_quantity;brand;colour;size", "", ""),
  ]) func documentsAreNotLost(header: String, sign: String, remedy: String) throws {
    guard !sign.isEmpty else {
      // Named with its kind, the count's own columns are all used.
      #expect(try match(header).profile.records.contains { $0.kind == "count_lines" })
      return
    }
    let error = try #require(throws: Problems.self) { try match(header) }
    #expect(error.code == .nothingMapped)
    #expect(error.first.value == sign)
    #expect(error.remedy.contains("\n    stockroom import goods.csv --kind "))
    #expect((error.remedy + "\n").contains(remedy), "\(error.remedy)")
    // If the user says that it is a list of items, that is what it is.
    #expect(try match(header, kind: "products").profile.records.contains { $0.kind == "variants" })
  }

  /// Lists of items that contain words of documents.
  @Test(arguments: [
    "sku;title;price;stock;order multiple", "sku;title;qty;reorder point",
    "Artikelnummer;Bestellnummer;Bezeichnung;Bestand",
    "sku;title;order", "sku;title;stock on hand;purchase order no", "receipt no;date;sku;qty;price;reason",
    "Receipt No;Date;Till;Item No;Qty;Price",
    "receipt no;order no;date;supplier;sku;qty", "Lieferschein;Datum;Lieferant;Artikelnummer;Bestellt;Geliefert;Offen",
    "Artikelnummer;Bezeichnung;Verkauft;Umsatz;Bestand", "sku;qty;unit cost;total",
  ]) func itemsStayItems(header: String) throws {
    #expect(try !match(header).profile.records.isEmpty)
  }

  @Test func aTransferHasWhereGoodsCameFrom() throws {
    let matching = try match("Datum;Von;Nach;Artikelnummer;Menge", given: ["movement_kind"], kind: "movements")
    let fields = try #require(matching.profile.records.first?.fields)
    #expect(fields.contains { $0.field == "location" && $0.value == .column("Von") })
    #expect(fields.contains { $0.field == "to_location" && $0.value == .column("Nach") })
  }

  @Test func receiptsOrSalesWithAReasonMayBeMovements() throws {
    let error = try #require(throws: Problems.self) { try match("Datum;Beleg;Artikelnummer;Menge;Grund") }
    #expect(error.code == .kindAmbiguous)
    #expect(error.remedy.contains("--kind movements --set movement_kind=write-off\n"))
    #expect(error.remedy.hasSuffix("--kind movements --set movement_kind=customer-return"))
  }

  @Test func customersOrdersMayBeSales() throws {
    let error = try #require(throws: Problems.self) { try match("Order ID;Customer;Date;SKU;Qty;Price") }
    #expect(error.code == .kindAmbiguous)
    #expect((error.remedy + "\n").contains("--kind sales --map 'Order ID=document'\n"))
  }

  @Test func numbersGoOnInEachDocument() throws {
    let numbers = RowNumbers()
    let orders: [[String?]] = [["A", "1"], ["A", "2"], ["A", "1"], ["B", "1"], ["A", nil], ["A", "1"]]
    #expect(try orders.map { try numbers.next(within: $0) } == ["1", "1", "2", "1", "1", "3"])
    #expect(try numbers.next(within: [nil, nil]) == nil)
    let all = RowNumbers()
    #expect(try (0..<3).map { _ in try all.next(within: []) } == ["1", "2", "3"])
  }
}

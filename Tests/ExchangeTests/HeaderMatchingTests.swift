import FormatKit
import Stock
import Testing

@testable import Exchange

@Suite struct HeaderMatchingTests {
  private func match(
    _ header: String, table: String = Schema.defaultTable, kind: String? = nil, file: String = "x.csv",
    given: Set<String> = []
  ) throws -> HeaderMatching {
    try HeaderMatching(
      [Schema(table: table, columnNames: header.split(separator: ";").map(String.init))], source: file,
      hints: .init(kind: kind, fileName: file, given: given))
  }

  private func fields(_ matching: HeaderMatching, _ kind: String) -> [String: String] {
    let record = matching.profile.records.first { $0.kind == kind }
    var fields: [String: String] = [:]
    for mapping in record?.fields ?? [] {
      if case .columns(let columns) = mapping.value.source { fields[mapping.field] = columns.joined(separator: "|") }
    }
    return fields
  }

  /// A price list as suppliers of five countries write it.
  @Test(arguments: [
    ("Item No;Name;EAN;Cost Price;RRP;Brand", "Item No", "Name", "EAN", "RRP", "Cost Price", "Brand"),
    (
      "Artikel-Nr.;Bezeichnung;EAN-Code;Einkaufspreis;VK-Preis;Hersteller", "Artikel-Nr.", "Bezeichnung", "EAN-Code",
      "VK-Preis", "Einkaufspreis", "Hersteller"
    ),
    (
      "Référence;Désignation;Code-barres;Prix d'achat;Prix de vente;Marque", "Référence", "Désignation", "Code-barres",
      "Prix de vente", "Prix d'achat", "Marque"
    ),
    (
      "Código;Nombre;Código de barras;Coste;PVP;Marca", "Código", "Nombre", "Código de barras", "PVP", "Coste", "Marca"
    ),
    (
      "Artikelnummer;Benämning;Streckkod;Inköpspris;Utpris;Varumärke", "Artikelnummer", "Benämning", "Streckkod",
      "Utpris", "Inköpspris", "Varumärke"
    ),
  ]) func knowsPriceLists(
    header: String, sku: String, title: String, barcode: String, price: String, cost: String, brand: String
  ) throws {
    let matching = try match(header)
    #expect(matching.profile.records.map(\.kind) == ["products", "variants", "barcodes", "prices"])
    #expect(fields(matching, "products") == ["product_code": sku, "title": title, "brand": brand])
    #expect(fields(matching, "variants") == ["sku": sku, "standard_cost": cost])
    #expect(fields(matching, "barcodes") == ["sku": sku, "barcode": barcode])
    #expect(fields(matching, "prices") == ["sku": sku, "price": price])
    #expect(matching.unusedColumns.isEmpty)
    let supplied = try match(header, given: ["supplier"])
    #expect(fields(supplied, "supplier_items") == ["sku": sku, "unit_cost": cost])
  }

  @Test func decomposedLettersAreTheSame() throws {
    #expect(try fields(match("Re\u{301}fe\u{301}rence;Prix;Titre"), "variants")["sku"] == "Re\u{301}fe\u{301}rence")
  }

  @Test(arguments: Vocabulary.kinds.map(\.name)) func ourOwnExportsAreKnown(kind: String) throws {
    let known = try #require(Vocabulary.kind(kind))
    let header = RecordExport.keptFields(of: known).joined(separator: ";")
    let matching = try match(header, file: "export.csv")
    #expect(matching.profile.records.map(\.kind) == [kind])
    #expect(matching.unusedColumns.isEmpty)
  }

  @Test func namesWinOverSynonyms() throws {
    // `count` is a synonym of the quantity, and the name of a field.
    let lines = try match("count;sku;counted_quantity")
    #expect(fields(lines, "count_lines") == ["count": "count", "sku": "sku", "counted_quantity": "counted_quantity"])
    #expect(try match("sku;price;Price").unusedColumns == ["Price"])
  }

  @Test func saysWhatItCannotTell() throws {
    for (header, said) in [
      ("foo;bar", "the columns foo, bar do not show what the rows are"),
      ("foo", "the column foo does not show what the rows are"),
    ] {
      let error = try #require(throws: Problems.self) { try match(header) }
      #expect(error.code == .nothingMapped && error.first.message == said, "\(error)")
    }
    let error = try #require(throws: Problems.self) { try match("sku;price", kind: "price") }
    #expect(error.remedy.contains("'prices'"))
    let empty = try #require(throws: Problems.self) {
      try HeaderMatching([Schema(columns: [])], source: "x", hints: .init())
    }
    #expect(empty.code == .nothingMapped)
  }

  @Test func theFileNameDecides() throws {
    let header = "document;sku;quantity;effective_at;location;lot;note"
    #expect(try match(header, file: "sales-2026.csv").profile.records.map(\.kind) == ["sales"])
    #expect(try match(header, file: "receipts.csv").profile.records.map(\.kind) == ["receipts"])
    let error = try #require(throws: Problems.self) { try match(header, file: "x.csv") }
    #expect(error.code == .kindAmbiguous)
    #expect(try match(header, kind: "sales").profile.records.map(\.kind) == ["sales"])
  }

  @Test func twoColumnsOfOneNameDoNoHarm() throws {
    let schema = Schema(columnNames: ["sku", "quantity", "sku"])
    let matching = try HeaderMatching([schema], source: "x", hints: .init(kind: nil, fileName: "stock_levels.csv"))
    #expect(matching.profile.records.map(\.kind) == ["stock_levels"])
  }

  @Test func otherTablesAreTold() throws {
    let schemas = [Schema(table: "brands", columnNames: ["brand"]), Schema(table: "odd", columnNames: ["x"])]
    let matching = try HeaderMatching(schemas, source: "x", hints: .init())
    #expect(matching.findings.contains { $0.name == "tables not used" && $0.value == "odd" })
  }

  /// The two columns of a file of refused records are known, and mean no field.
  @Test func passesOverTheColumnsOfRefusedRecords() throws {
    let matching = try match("stockroom_record;stockroom_reason;SKU;Name;Shelf")
    #expect(matching.unusedColumns == ["Shelf"])
    // A file in our own words is still one.
    let own = try match("stockroom_record;stockroom_reason;location;location_name")
    #expect(
      own.unusedColumns.isEmpty
        && fields(own, "locations") == ["location": "location", "location_name": "location_name"])
  }

  @Test func namesTheSendersColumnsAlone() throws {
    struct OneBatch: BatchReader {
      mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
        batch.reset(schema: Schema(columnNames: RejectColumns.all + ["column 1", "column 2"]))
        return true
      }
    }
    var reader = RenamingReader(OneBatch(), columns: ["sku", "quantity", "none"])
    var batch = RecordBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.schema.columns.map(\.name) == RejectColumns.all + ["sku", "quantity"])
  }

  /// What is lacking is said with the command that takes the likeliest column for it.
  @Test(arguments: [
    ("sku,date,January,February\nA,2026-01-05,3,1\nB,2026-01-06,4,3\n", "sales", "--map COLUMN=quantity"),
    ("q1,q2,quantity\na,b,3\nc,b,4\n", "stock_levels", "--map q1=sku"),
    ("sku,quantity,unit_cost\nA,3,1.50\n", "receipts", "--set effective_at=DATE"),
    ("sku,quantity\nA,3\n", "movements", "--set movement_kind=KIND --set effective_at=DATE"),
    ("quantity,q1\n3,a\n4,c\n", "receipts", "--map q1=sku --set effective_at=DATE"),
    ("sku,unit_cost\nA,1.50\n", "supplier_items", "--supplier CODE"),
    ("supplier,sku,qty_ordered\nACME,A,3\n", "order_lines", "--set order_number=NUMBER"),
  ])
  func whatIsLackingHasACommand(text: String, kind: String, command: String) throws {
    let error = try #require(throws: Problems.self) { try TestShop().take(text) { $0.kind = kind } }
    #expect(error.remedy.contains("stockroom import file.csv --kind \(kind) \(command)"), "\(error.remedy)")
  }

  /// What is there is not said to be lacking.
  @Test(arguments: [
    ("sku,quantity", "receipts", "receipts need the day on which it happened (effective_at), and"),
    (
      "quantity", "sales",
      "sales need an item, such as sku or barcode, the day on which it happened (effective_at), and"
    ),
    ("sku,barcode", "count_lines", "count_lines need count, counted_quantity, and"),
    ("supplier,sku,currency", "order_lines", "order_lines need order_number, order_quantity, and"),
    ("supplier,sku", "supplier_items", "supplier_items need supplier_code, unit_cost or pack_size, and"),
    ("supplier_code,unit_cost,supplier", "supplier_items", "supplier_items need an item, such as sku or barcode, and"),
    (
      "supplier,order_number,line", "order_response_lines",
      "order_response_lines need an item, such as sku or barcode, response_number, line_response, confirmed_quantity or "
        + "promised_on, and"
    ),
  ])
  func saysWhatIsLacking(header: String, kind: String, message: String) throws {
    let error = try #require(throws: Problems.self) {
      try match(header.replacing(",", with: ";"), kind: kind)
    }
    #expect(error.first.message.hasPrefix(message), "\(error.first.message)")
  }

  /// What a list of a supplier's items says besides the items may be the supplier that is given for all of them.
  @Test func aSupplierMayBeGivenForACost() throws {
    let shop = try TestShop()
    try shop.takeList("sku,title|A,Apple")
    let taken = try shop.takeList("sku,unit_cost|A,1.50") {
      $0.kind = "supplier_items"
      $0.supplier = "ACME"
    }
    #expect(taken.counts.contains { $0.kind == "supplier_items" && $0.action == .create && $0.records == 1 })
  }

  /// A list of names alone is refused with the command that takes it.
  @Test(arguments: [
    ("supplier,name\nACME,Acme Ltd\nBEST,Best Foods\n", "suppliers"),
    ("category,name\nTEA,Tea\n", "categories"), ("warehouse,name\nN,North\n", "locations"),
  ])
  func aListOfNamesHasACommand(text: String, kind: String) throws {
    let shop = try TestShop()
    let error = try #require(throws: Problems.self) { try shop.take(text) }
    #expect(error.remedy.contains("    stockroom import file.csv --kind \(kind)\n"), "\(error.remedy)")
    let taken = try shop.take(text) { $0.kind = kind }
    #expect(taken.counts.contains { $0.kind == kind && $0.action == .create })
  }
}

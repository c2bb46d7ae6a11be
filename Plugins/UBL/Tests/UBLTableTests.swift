import FormatKit
import FormatKitTesting
import SupplyDocuments
import Testing

@testable import UBLFormat

/// The tables agree with each other: every path of a mapping is one that the schema has.
@Suite struct UBLTableTests {
  /// The type that a path leads to from a type; nil when the schema has no such path, empty for a value.
  private func follow(_ steps: [MappingStep], from type: String) -> String? {
    var type = type
    for (index, step) in steps.enumerated() {
      guard let rule = TypeRule.all[type], let place = rule.place(of: step.name) else { return nil }
      let child = rule.children[place]
      guard let inner = child.type else { return index == steps.count - 1 ? "" : nil }
      type = inner
    }
    return type
  }

  @Test(arguments: DocumentType.all.keys.sorted()) func headsAreOfTheSchema(_ name: String) throws {
    let type = try #require(DocumentType.all[name])
    #expect(TypeRule.all[name] != nil)
    for rule in type.headerRules.rules {
      // A rule serves several documents, so one of its paths has to be there; those of parties are alternatives too.
      let known = rule.paths.filter { follow($0.steps, from: name) != nil }
      let isShared = ["note", "currency", "uuid", "response", "accepted", "contact", "invoice_kind", "due_on"]
      #expect(!known.isEmpty || isShared.contains(rule.target), "\(name) has no path of \(rule.target)")
    }
  }

  @Test(arguments: DocumentType.all.keys.sorted()) func linesAreOfTheSchema(_ name: String) throws {
    let type = try #require(DocumentType.all[name])
    guard !type.lineElement.isEmpty else { return }
    let root = try #require(TypeRule.all[name])
    let place = try #require(root.place(of: type.lineElement))
    #expect(root.children[place].type == type.lineType)
    for rule in type.lineRules.rules {
      #expect(rule.paths.contains { follow($0.steps, from: type.lineType) != nil }, "\(name): \(rule.target)")
    }
    for rule in MappingTables.salesItem.rules where rule.target != "tax_rate" {
      #expect(rule.paths.contains { follow($0.steps, from: "SalesItem") != nil }, "\(rule.target)")
    }
  }

  /// Every column of a table is one of the vocabulary, by the same name.
  @Test func tablesAreOfTheVocabulary() throws {
    #expect(SupplyTables.ubl.schemas.count == 16)
    for schema in SupplyTables.ubl.schemas {
      let kind = try #require(Vocabulary.kind(schema.table))
      let required = kind.fields.filter { $0.isRequired }.map(\.name)
      #expect(Set(required).isSubset(of: schema.columns.map(\.name)), "\(schema.table)")
    }
    #expect(SupplyTables.ubl.schemas.first { $0.table == "invoice_lines" }?.columns.count == 18)
    #expect(SupplyTables.ubl.schemas.first { $0.table == "orders" }?.columns.count == 14)
  }

  @Test func theSchemaIsWhole() {
    #expect(TypeRule.all.count == 130)
    for type in TypeRule.all.values {
      for child in type.children {
        if let inner = child.type { #expect(TypeRule.all[inner] != nil, "\(type.name)/\(child.name): \(inner)") }
      }
    }
  }

  @Test func listsAreThere() {
    for type in DocumentType.all.values {
      for list in (type.headerRules.rules + type.lineRules.rules).compactMap(\.list) {
        #expect(CodeLists.translations[list] != nil, "\(list)")
      }
    }
    for code in CodeLists.unitCodes.values { #expect(CodeLists.units[code] != nil || code == "H87") }
  }

  @Test(arguments: [
    ("2026-10-31", "2026-10-31"), ("2026-10-31Z", "2026-10-31"), ("2026-10-31+01:00", "2026-10-31"),
    ("2026-02-30", nil),
    ("20261031", nil), ("2026-10-31T10:00:00", nil), ("soon", nil),
  ])
  func readsDays(_ text: String, _ day: String?) { #expect(DocumentValue.day(text) == day) }

  @Test(arguments: [
    ("2026-10-31", nil, "2026-10-31"), ("2026-10-31", "18:00:00", "2026-10-31T18:00:00"),
    ("2026-10-31Z", "18:00:00.250+01:00", "2026-10-31T18:00:00+01:00"), ("2026-10-31", "noon", "2026-10-31"),
  ])
  func readsMoments(_ day: String, _ time: String?, _ moment: String) {
    #expect(DocumentValue.moment(day, time) == moment)
  }

  /// A head of any length and a hundred thousand lines come in constant memory, each line once.
  @Test func handsOutALongOrder() throws {
    let base = "urn:oasis:names:specification:ubl:schema:xsd:"
    let count = 30_000
    var text = "<Order xmlns='\(base)Order-2' xmlns:a='\(base)CommonAggregateComponents-2' "
    text += "xmlns:b='\(base)CommonBasicComponents-2'><b:ID>1</b:ID><b:IssueDate>2026-10-31</b:IssueDate>"
    text += String(repeating: "<b:Note>again and again</b:Note>", count: 20_000)
    text += "<a:BuyerCustomerParty/><a:SellerSupplierParty><b:CustomerAssignedAccountID>N</b:CustomerAssignedAccountID>"
    text += "</a:SellerSupplierParty>"
    for line in 1...count {
      text += "<a:OrderLine><a:LineItem><b:ID>\(line)</b:ID><b:Quantity unitCode='EA'>1</b:Quantity><a:Item>"
      text += "<a:BuyersItemIdentification><b:ID>S\(line)</b:ID></a:BuyersItemIdentification></a:Item></a:LineItem>"
      text += "</a:OrderLine>"
    }
    text += "</Order>"
    var reader = try UBLFormat().reader(for: .memory(Array(text.utf8), name: "long", chunk: 8192))
    var batch = RecordBatch()
    var rows = 0
    while try reader.read(into: &batch) {
      if batch.schema.table == "order_lines" { rows += batch.rowCount }
      #expect(batch.problems.isEmpty && batch.rowCount <= 1024)
      if batch.schema.table == "orders", let note = batch.schema.index(of: "note") {
        #expect(batch.bytes(row: 0, column: note).count <= 4000)
      }
    }
    #expect(rows == count)
  }

  /// A problem that occurs a hundred thousand times is reported a thousand times for one record, and documents without
  /// number in one envelope are read one by one.
  @Test func boundsWhatIsTold() throws {
    let base = "urn:oasis:names:specification:ubl:schema:xsd:"
    let names = "xmlns:a='\(base)CommonAggregateComponents-2' xmlns:b='\(base)CommonBasicComponents-2'"
    let line = "<a:OrderLine><a:LineItem><b:ID>1</b:ID><b:Quantity>1</b:Quantity><a:Item/></a:LineItem></a:OrderLine>"
    let head = "<b:ID>1</b:ID><b:IssueDate>2026-10-31</b:IssueDate>"
    let odd = String(repeating: "<b:Odd/>", count: 20_000)
    let order = "<Order xmlns='\(base)Order-2' \(names)>\(head)\(odd)\(line)\(odd)</Order>"
    let reading = CollectedReading(of: UBLFormat.self, source: .text(order))
    #expect(reading.error == nil && reading.recordCount == 2)
    for record in reading.tables.flatMap(\.records) { #expect((1000...1010).contains(record.problems.count)) }

    let envelope = "http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"
    let small = "<Order xmlns='\(base)Order-2' \(names)>\(head)\(line)</Order>"
    let many = "<StandardBusinessDocument xmlns='\(envelope)'>\(String(repeating: small, count: 2000))"
    let all = CollectedReading(of: UBLFormat.self, source: .text(many + "</StandardBusinessDocument>"))
    #expect(all.error == nil && all.table("order_lines")?.records.count == 2000)
    #expect(all.findings.count < 110)
  }
}

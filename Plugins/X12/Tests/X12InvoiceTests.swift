import FormatKit
import FormatKitTesting
import Foundation
import Testing
import X12Format

/// Invoices add up: the sum of the lines is the amount that the document asks for.
@Suite struct X12InvoiceTests {
  /// The total that an invoice states, and the one that its lines, charges, allowances and tax make.
  private func totals(of reading: CollectedReading) throws -> [(number: String, stated: Decimal, made: Decimal)] {
    func value(_ name: String, _ record: CollectedReading.Record, _ columns: [String]) -> Decimal {
      columns.firstIndex(of: name).flatMap { Decimal(string: record.fields[$0].text) } ?? 0
    }
    func columns(_ table: CollectedReading.Table) -> [String] { table.segments[0].schema.columns.map(\.name) }
    let (heads, lines) = (try #require(reading.table("invoices")), try #require(reading.table("invoice_lines")))
    let (headColumns, lineColumns) = (columns(heads), columns(lines))
    let number = try #require(lineColumns.firstIndex(of: "invoice_number"))
    return heads.records.map { head in
      let name = head.fields[headColumns.firstIndex(of: "invoice_number") ?? 0].text
      var made = value("charge_amount", head, headColumns) - value("allowance_amount", head, headColumns)
      made += value("tax_amount", head, headColumns)
      for line in lines.records where line.fields[number].text == name {
        made += value("line_amount", line, lineColumns)
      }
      return (name, value("total_amount", head, headColumns), made)
    }
  }

  @Test func ourOwnAddUp() throws {
    let path = try #require(PackageRoot.path()) + "/Plugins/X12/Fixtures/invoice/input.edi"
    let sample = try #require(Corpora.sample(path))
    let found = try totals(of: CollectedReading(of: X12Format.self, source: sample.source()))
    #expect(found.map(\.number) == ["R-1", "R-2"])
    for invoice in found { #expect(invoice.stated == invoice.made, "\(invoice.number)") }
  }

  @Test(
    .enabled(if: Corpora.isAvailable("x12"), "\(Corpora.notice)"),
    arguments: [
      ("oopfactory/ORD/_810/Example1_CaliforniaISO.txt", 1), ("oopfactory/ORD/_810/Example3_MultiInvoice.txt", 2),
      ("oopfactory/ORD/_810/Example5_Walmart.txt", 1),
    ])
  func othersAddUp(_ name: String, _ count: Int) throws {
    let folder = try #require(Corpora.folder("x12"))
    let sample = try #require(Corpora.sample(folder + "/" + name))
    let found = try totals(of: CollectedReading(of: X12Format.self, source: sample.source()))
    for invoice in found.prefix(count) {
      #expect(invoice.stated == invoice.made && invoice.stated != 0, "\(invoice.number)")
    }
  }

  /// The prices of one stock unit, each computed by hand from the line.
  @Test(arguments: [
    ("PO1*1*1*EA*1.95**IN*A", "", "1.95"), ("PO1*1*1*CA*14.40**IN*A", "PO4*12", "1.2"),
    ("PO1*1*1*CA*14.40*PE*IN*A", "PO4*12", "14.40"), ("PO1*1*1*DZ*6**IN*A", "", "0.5"),
    ("PO1*1*1*EA*12.50*HP*IN*A", "", "0.125"), ("PO1*1*1*CA*12*PD*IN*A", "PO4*24", "1"),
    ("PO1*1*1*EA*3*TP*IN*A", "", "0.003"),
    ("PO1*1*1*CA*96**IN*A", "PO4*4*************6", "4"), ("PO1*1*1*CA*48**IN*A", "PO4*1*24*EA", "2"),
    ("PO1*1*1*CA*48**IN*A", "PO4*24*12*OZ", "2"), ("PO1*1*1*LB*.9*PP*IN*A", "", "0.9"),
    ("PO1*1*1*CA*9*PP*IN*A", "PO4*9", nil),
    ("PO1*1*1*CA*9**IN*A", "", nil), ("PO1*1*1*CA*12**IN*A", "CTP**UCP*3*4*EA", "3"),
    ("PO1*1*1*CA*0**IN*A", "PO4*0", nil),
  ])
  func bringsPricesToOneStockUnit(_ line: String, _ pack: String, _ cost: String?) throws {
    let body = ["BEG*00*SA*1**20260915", line] + (pack.isEmpty ? [] : [pack])
    let set = ["ST*850*0001"] + body + ["SE*\(body.count + 2)*0001"]
    let header =
      "ISA*00*          *00*          *ZZ*NORTHWIND      *ZZ*CORNERSHOP     *260915*0930*U*00401*000000001*0*P*>"
    let all = [header, "GS*PO*A*B*20260915*0930*1*X*004010"] + set + ["GE*1*1", "IEA*1*000000001"]
    let reading = CollectedReading(of: X12Format.self, source: .text(all.map { $0 + "~" }.joined()))
    let lines = try #require(reading.table("order_lines"))
    let column = try #require(lines.segments[0].schema.index(of: "unit_cost"))
    let field = lines.records[0].fields[column]
    #expect(field.kind == (cost == nil ? .absent : .number))
    #expect(field.text == cost ?? "")
    let reported = lines.records[0].problems.map(\.code)
    #expect(reported == (cost == nil ? [.x12PriceOfPack] : []))
  }
}

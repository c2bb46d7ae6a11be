import FormatKit
import FormatKitTesting
import Foundation
import Testing
import UBLFormat

/// The examples that OASIS publishes with UBL 2.1.
@Suite(.enabled(if: Corpora.isAvailable("ubl"), "\(Corpora.notice)"))
struct UBLCorpusTests {
  /// The content of every file: the document, its lines, the sums of their quantities, of their amounts, the total, the sum of
  /// prices by their base, and how many lines name the buyer's code, the seller's, and a GTIN; counted and summed by another
  /// reader (lxml), not by us. At the end an error of a record. A file that is refused has the code alone.
  static let table = """
    catalogue/Consip_Catalogo_UBL.xml | Catalogue | 6 0 0 0 0 0 6 0
    catalogue/Mobile_Catalogue_UBL.xml | Catalogue | 8 0 0 0 0 0 8 0
    creditnote/UBL-CreditNote-2.0-Example.xml | CreditNote | 1 100 100 107.5 1 1 1 0
    creditnote/UBL-CreditNote-2.1-Example.xml | CreditNote | 5 251 1436.5 1729 1305.19 0 5 5
    despatchadvice/UBL-DespatchAdvice-2.0-Example.xml | DespatchAdvice | 1 90 0 0 0 1 1 0
    exceptioncriteria/UBL-ExceptionCriteria-2.1-Example.xml | ubl-unsupported-document
    forecast/UBL-Forecast-2.1-Example.xml | ubl-unsupported-document
    fulfilmentcancellation/UBL-FulfilmentCancellation-2.1-Example.xml | ubl-unsupported-document
    inventoryreport/UBL-InventoryReport-2.1-Example.xml | InventoryReport | 3 30 0 0 0 3 3 0
    invoice/BII04 XML example full core data 01.xml | Invoice | 5 251 1436.5 1729 1305.19 0 5 5
    invoice/BII04 minimal invoice example 02.xml | Invoice | 5 0 1436.5 1436.5 1494.42 0 0 0
    invoice/CENBII-Invoice-maximal.xml | Invoice | 1 0 0 0 0 0 1 0 | ubl-wrong-value
    invoice/ERR-10 BII04 minimal VAT invoice example 01.xml | Invoice | 5 0 1436.5 1729 1494.42 0 0 0
    invoice/ERR-18 BII04 minimal invoice example 01.xml | Invoice | 5 2 1436.5 1436.5 1491.42 0 0 0
    invoice/ERR-3 BII04 minimal VAT invoice example 01.xml | Invoice | 5 0 1436.5 1729 1494.42 0 0 0
    invoice/ERR-5 BII04 minimal VAT invoice example 01.xml | Invoice | 5 0 1436.5 1729 1494.42 0 0 0
    invoice/ERR-9 BII04 minimal VAT invoice example 01.xml | Invoice | 5 0 1436.5 1729 1494.42 0 0 0
    invoice/PEP BII04 minimal VAT invoice example 01.xml | Invoice | 5 251 1436.5 1729 1494.42 0 0 0
    invoice/PEP BII04 minimal invoice example 02.xml | Invoice | 5 251 1436.5 1436.5 1494.42 0 0 0
    invoice/UBL-Invoice-2.0-Detached.xml | Invoice | 1 100 100 107.5 1 1 1 0
    invoice/UBL-Invoice-2.0-Enveloped.xml | Invoice | 1 100 100 107.5 1 1 1 0
    invoice/UBL-Invoice-2.0-Example-NS1.xml | Invoice | 1 100 100 107.5 1 1 1 0
    invoice/UBL-Invoice-2.0-Example-NS2.xml | Invoice | 1 100 100 107.5 1 1 1 0
    invoice/UBL-Invoice-2.0-Example-NS3.xml | Invoice | 1 100 100 107.5 1 1 1 0
    invoice/UBL-Invoice-2.0-Example.xml | Invoice | 1 100 100 107.5 1 1 1 0
    invoice/UBL-Invoice-2.1-Example-Trivial.xml | Invoice | 1 0 100 100 0 0 0 0
    invoice/ignore/UBL-Invoice-2.0-Detached-Signature.xml | wrong-format
    order/BII03 Order example 01.xml | Order | 2 135 0 0 65 0 2 2
    order/CENBII-Order-maximal.xml | Order | 2 20 0 0 0 0 2 0
    order/CENBII-Order-minimal.xml | Order | 1 10 0 0 0 0 0 0 | ubl-missing-element
    order/UBL-Order-2.0-Example.xml | Order | 1 100 0 0 100 1 1 0
    order/UBL-Order-2.1-Example.xml | Order | 2 135 0 0 65 0 2 2
    ordercancellation/UBL-OrderCancellation-2.1-Example.xml | ubl-cancellation
    orderchange/UBL-OrderChange-2.1-Example.xml | OrderChange | 1 240 0 0 50 0 1 1
    orderresponsesimple/CENBII-AcceptOrder-maximal.xml | OrderResponseSimple | 0 0 0 0 0 0 0 0
    orderresponsesimple/CENBII-AcceptOrder-minimal.xml | OrderResponseSimple | 0 0 0 0 0 0 0 0
    orderresponsesimple/CENBII-RejectOrder-maximal.xml | OrderResponseSimple | 0 0 0 0 0 0 0 0
    orderresponsesimple/CENBII-RejectOrder-minimal.xml | OrderResponseSimple | 0 0 0 0 0 0 0 0
    orderresponsesimple/UBL-OrderResponseSimple-2.0-Example.xml | OrderResponseSimple | 0 0 0 0 0 0 0 0
    orderresponsesimple/UBL-OrderResponseSimple-2.1-Example.xml | OrderResponseSimple | 0 0 0 0 0 0 0 0
    productactivity/UBL-ProductActivity-2.1-Example-1.xml | ProductActivity | 0 0 0 0 0 0 0 0
    productactivity/UBL-ProductActivity-2.1-Example-2.xml | ProductActivity | 0 0 0 0 0 0 0 0
    productactivity/UBL-ProductActivity-2.1-Example-3.xml | ProductActivity | 2 11 0 0 0 2 2 0
    quotation/UBL-Quotation-2.0-Example.xml | ubl-unsupported-document
    quotation/UBL-Quotation-2.1-Example.xml | ubl-unsupported-document
    receiptadvice/UBL-ReceiptAdvice-2.0-Example.xml | ubl-unsupported-document
    remittanceadvice/UBL-RemittanceAdvice-2.0-Example.xml | ubl-unsupported-document
    requestforquotation/UBL-RequestForQuotation-2.0-Example.xml | ubl-unsupported-document
    requestforquotation/UBL-RequestForQuotation-2.1-Example.xml | ubl-unsupported-document
    statement/UBL-Statement-2.0-Example.xml | ubl-unsupported-document
    tradeitemlocationprofile/UBL-TradeItemLocationProfile-2.1-Example.xml | ubl-unsupported-document
    """

  struct Expected: Sendable, CustomTestStringConvertible {
    let file: String
    let document: String
    let sums: [String]
    let error: String?
    var testDescription: String { file }

    init(_ line: Substring) {
      let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      file = parts[0]
      let isRead = parts.count > 2
      document = isRead ? parts[1] : ""
      sums = isRead ? parts[2].split(separator: " ").map(String.init) : []
      error = isRead ? (parts.count > 3 ? parts[3] : nil) : parts[1]
    }
  }

  static let expected = table.split(separator: "\n").map { Expected($0) }

  @Test func everyFileIsInTheTable() throws {
    let folder = try #require(Corpora.folder("ubl/oasis-examples"))
    let files = Corpora.files(in: "ubl/oasis-examples", endings: ["xml"]).map { String($0.dropFirst(folder.count + 1)) }
    #expect(Set(files) == Set(Self.expected.map(\.file)))
  }

  /// The records of a kind, each with its fields by name and the codes of its problems.
  private func records(
    _ reading: CollectedReading, _ kinds: [String]
  ) -> [(fields: [String: String], codes: [String])] {
    kinds.compactMap { reading.table($0) }.flatMap { table in
      table.segments.flatMap { segment in
        segment.records.map { record in
          let pairs = zip(segment.schema.columns.map(\.name), record.fields.map(\.text)).filter { !$1.isEmpty }
          return (Dictionary(uniqueKeysWithValues: pairs.map { ($0, $1) }), record.problems.map(\.code.id))
        }
      }
    }
  }

  private func sum(_ texts: [String?]) -> String {
    let sum = texts.compactMap { $0 }.compactMap { Decimal(string: $0) }.reduce(Decimal.zero, +)
    return "\(sum)"
  }

  @Test(arguments: expected) func readsWhatIsThere(_ expected: Expected) throws {
    let folder = try #require(Corpora.folder("ubl/oasis-examples"))
    let sample = try #require(Corpora.sample("\(folder)/\(expected.file)"))
    let reading = CollectedReading(of: UBLFormat.self, source: sample.source())
    guard !expected.document.isEmpty else {
      #expect(reading.error?.code.id == expected.error)
      #expect(reading.recordCount == 0)
      return
    }
    #expect(reading.error == nil)
    #expect(reading.findings.first { $0.name == "document" }?.value == expected.document)
    let errors = reading.tables.flatMap(\.records).flatMap(\.problems).filter { $0.severity == .error }
    #expect(errors.map(\.code.id) == (expected.error.map { [$0] } ?? []))
    let lines = records(
      reading, ["order_lines", "order_response_lines", "despatch_lines", "invoice_lines", "stock_levels", "sales"])
    let counted = lines.filter { !$0.codes.contains("ubl-amount-only") }.map(\.fields)
    let columns = [
      "order_quantity", "confirmed_quantity", "despatched_quantity", "invoiced_quantity", "quantity",
    ]
    let items = records(reading, ["supplier_items"]).map(\.fields)
    let isCatalogue = expected.document == "Catalogue"
    let named = isCatalogue ? items : lines.map(\.fields)
    let heads = records(reading, ["invoices"]).map(\.fields)
    let found = [
      "\(isCatalogue ? items.count : lines.count)",
      sum(counted.map { fields in columns.compactMap { fields[$0] }.first }),
      sum(lines.map { $0.fields["line_amount"] }), sum(heads.map { $0["total_amount"] }),
      sum(lines.map { $0.fields["unit_cost"] }),
    ]
    #expect(found == Array(expected.sums.prefix(5)))
    // Stock has no column for the seller's code; a catalogue's own code is the seller's where there is no other.
    if !isCatalogue { #expect("\(named.count { $0["sku"] != nil })" == expected.sums[5]) }
    if expected.document != "InventoryReport" {
      #expect("\(named.count { $0["supplier_code"] != nil })" == expected.sums[6])
    }
    if !isCatalogue { #expect("\(named.count { $0["barcode"] != nil })" == expected.sums[7]) }
  }
}

internal import FormatKit
internal import SupplyDocuments

/// A record of a message.
typealias DocumentRow = SupplyRow<EDIFACTProblem>

extension EDIFACTProblem: RowProblem {}

extension SupplyTables {
  /// The columns that messages of EDIFACT fill.
  static let edifact = SupplyTables(
    without: [
      .products: "description", .barcodes: "pack_quantity", .supplierItems: "lead_time_days", .invoiceLines: "currency",
      .sales: "lot note",
    ],
    moving: [.sales: "location effective_at < quantity"])
}

extension SupplyRow<EDIFACTProblem> {
  init(_ record: SupplyRecord, at place: EDIFACTProblem.Place) {
    self.init(SupplyTables.edifact[record], line: place.line, byteOffset: place.byteOffset)
  }
}

import FormatKit
import Foundation
import ProblemKit
import RetailValues
import StandardFormats
import Stock
import StockTesting
import Testing

@testable import Exchange

/// Files of documents with lines, and of products with variants: what is taken is what a person would take who writes both into one
/// table by hand.
@Suite struct NestedRowsTests {
  /// A file with records in records, and the same data as a flat list.
  struct Shape: CustomTestStringConvertible, Sendable {
    let name: String
    let kind: String?
    let columns: [String: String]
    let constants: [String: String]
    let text: String
    let flat: String

    init(
      _ name: String, kind: String? = nil, columns: [String: String] = [:], constants: [String: String] = [:],
      _ text: String, _ flat: String
    ) {
      (self.name, self.kind, self.columns, self.constants) = (name, kind, columns, constants)
      (self.text, self.flat) = (text, flat)
    }

    var testDescription: String { name }
  }

  private static let kinds = [
    "products", "variants", "barcodes", "prices", "supplier_items", "stock_levels", "movements", "orders",
    "order_lines",
    "invoices", "invoice_lines", "counts", "count_lines", "locations", "suppliers", "brands", "categories",
  ]

  /// A shop with two items on hand.
  private static let filled: Result<PreparedShop, any Error> = Result {
    try TestShop.prepared { shop in
      shop.accepted = accepted
      try shop.take("sku,title,stock\nA1,Tea,100\nA2,Cup,100\n") { $0.location = "main" }
      try shop.take("sku,barcode\nA1,4006381333931\nA2,96385074\n") { $0.kind = "barcodes" }
    }
  }
  private static let accepted: Set = ["new-suppliers", "new-locations", "new-items", "stock-changed"]

  private func shop() throws -> TestShop {
    let shop = try TestShop(copyOf: Self.filled.get())
    shop.accepted = Self.accepted
    // After the imports that filled it.
    shop.clock += 2
    return shop
  }

  @discardableResult
  private func take(
    _ shape: Shape, into shop: TestShop, isFlat: Bool, _ configure: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportSummary {
    try shop.take(isFlat ? shape.flat + "\n" : shape.text, name: isFlat ? "file.csv" : shape.name) {
      $0.location = "main"
      $0.kind = shape.kind
      $0.constants = shape.constants
      if !isFlat { $0.columns = shape.columns }
      configure(&$0)
    }
  }

  /// All that is exported, without the references that the program makes of the bytes of a file.
  private func state(_ shop: TestShop) throws -> [String] {
    try Self.kinds.flatMap { kind in
      try shop.lines(kind).map { "\(kind) " + $0.replacing(/^[^,]*[0-9a-f]{12},#[0-9]+\/[0-9]+/, with: "") }.sorted()
    }
  }

  @Test(arguments: shapes) func rowsAreTakenAsOfAFlatList(_ shape: Shape) throws {
    let (nested, flat) = (try shop(), try shop())
    let summary = try take(shape, into: nested, isFlat: false)
    #expect(summary.isApplied, "\(summary.reported)")
    #expect(try take(shape, into: flat, isFlat: true).isApplied)
    #expect(try state(nested) == state(flat), "\(summary.reported)")
    // The same file again changes nothing.
    let before = try state(nested)
    let again = try take(shape, into: nested, isFlat: false) { $0.again = true }
    #expect(again.isApplied && again.tally.allSatisfy { $0.contains("unchanged") }, "\(again.reported)")
    #expect(try state(nested) == before)
  }

  @Test(arguments: shapes) func aSavedProfileReadsTheSameRows(_ shape: Shape) throws {
    let (automatic, profiled) = (try shop(), try shop())
    try take(shape, into: automatic, isFlat: false)
    var request = ImportRequest(source: .text(shape.text, name: shape.name))
    (request.kind, request.constants, request.columns) = (shape.kind, shape.constants, shape.columns)
    request.location = "main"
    let profile = try Inspection(request, registry: standardFormats).profileText(named: "nested")
    let summary = try take(shape, into: profiled, isFlat: false) {
      ($0.kind, $0.columns) = (nil, [:])
      $0.profile = try? MappingProfile(yaml: profile, source: "nested.yaml")
    }
    #expect(summary.isApplied, "\(summary.reported)\n\(profile)")
    #expect(profile.contains("rows: "), "\(profile)")
    #expect(try state(profiled) == state(automatic))
  }
}

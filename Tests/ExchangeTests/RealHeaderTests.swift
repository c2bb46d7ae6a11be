import FormatKit
import Foundation
import Testing

@testable import Exchange

/// Headers as shops and their suppliers write them, whole, in five languages.
@Suite struct RealHeaderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The kinds that a row becomes.
    let kinds: [String]
    var given: Set<String> = []
    var kind: String?
    /// `header = field`, a line each; `–` for a column that is not used.
    let columns: String

    var testDescription: String { name }
  }

  @Test(arguments: priceLists + orders + counts + tills) func everyColumnMeansWhatPeopleMean(_ sample: Case) throws {
    let lines = sample.columns.split(separator: "\n").map { $0.components(separatedBy: " = ") }
    #expect(lines.count >= 12)
    let names = lines.map { $0[0] }
    let matching = try HeaderMatching(
      [Schema(columnNames: names)], source: "x.csv",
      hints: .init(kind: sample.kind, fileName: "x.csv", given: sample.given))
    #expect(matching.profile.records.map(\.kind) == sample.kinds)
    for line in lines {
      let fields = Set(matching.meanings.filter { $0.column == line[0] }.map(\.field))
      let expected = line[1] == "–" ? [] : Set(line[1].split(separator: " ").map(String.init))
      #expect(fields == expected, "\(line[0]) means \(fields.sorted())")
      #expect(matching.unusedColumns.contains(line[0]) == expected.isEmpty)
    }
  }

  /// What lists call the number of pieces in a pack.
  @Test(arguments: [
    "Cond.", "Conditionnement", "Colisage", "Unités par colis", "VPE", "Verp.-Einh.", "Uds/caja", "Uds. x caja",
    "Pz/Conf.", "Förp.", "Antal/förp.", "Verp.eenheid", "Stuks per doos",
  ]) func theSizeOfAPackIsRecognised(name: String) throws {
    let schema = Schema(columnNames: ["sku", "title", "unit_cost", name])
    let matching = try HeaderMatching([schema], source: "x.csv", hints: .init(given: ["supplier"]))
    #expect(matching.meanings.filter { $0.column == name }.map(\.field) == ["pack_size"])
  }

  /// With the supplier named, costs and packs are the supplier's.
  @Test(arguments: priceLists) func aSuppliersListIsTakenWhole(_ sample: Case) throws {
    let names = sample.columns.split(separator: "\n").map { $0.components(separatedBy: " = ")[0] }
    let plain = try HeaderMatching([Schema(columnNames: names)], source: "x.csv", hints: .init())
    let offer = try #require(plain.findings.first { $0.code == SourceFinding.supplierOffer })
    let columns = (names[8], names[9], names[13])
    #expect(
      offer.value == "\(columns.1) → unit_cost, \(columns.0) → pack_size, \(columns.2) → minimum_order",
      "\(offer.value)")
    #expect(offer.evidence.contains("'\(columns.1)' is taken for the item's standard cost"))
    let supplied = try HeaderMatching([Schema(columnNames: names)], source: "x.csv", hints: .init(given: ["supplier"]))
    #expect(supplied.unusedColumns.isEmpty)
    #expect(supplied.profile.records.map(\.kind).contains("supplier_items"))
    #expect(!supplied.findings.contains { $0.name.hasPrefix("with ") })
  }
}

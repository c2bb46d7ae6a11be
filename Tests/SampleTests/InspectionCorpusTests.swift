import Exchange
import FormatKit
import FormatKitTesting
import Foundation
import StandardFormats
import Stock
import Testing

/// What inspection makes of real files by itself, as `docs/reference/inspection-of-real-files.md` has it.
@Suite(.enabled(if: Corpora.isAvailable("retail"), "\(Corpora.notice)")) struct InspectionCorpusTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let file: String
    let verdict: String
    let kinds: [String]
    let columns: String

    var testDescription: String { file }
  }

  static let rows: [Row] = {
    let path = (PackageRoot.path() ?? ".") + "/docs/reference/inspection-of-real-files.md"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.components(separatedBy: " | ")
      guard line.hasPrefix("| `"), cells.count == 6 else { return nil }
      return Row(
        file: cells[0].dropFirst(2).filter { $0 != "`" }, verdict: cells[2],
        kinds: cells[3] == "–" ? [] : cells[3].components(separatedBy: ", "), columns: cells[4] == "–" ? "" : cells[4])
    }
  }()

  private static func files(_ row: Row) -> [String] {
    guard row.file.hasSuffix("/*.csv") else { return [row.file] }
    let folder = String(row.file.dropLast(6))
    return Corpora.files(in: folder).map { folder + "/" + URL(fileURLWithPath: $0).lastPathComponent }
  }

  @Test func theTableIsWhole() throws {
    #expect(Set(Self.rows.map(\.verdict)) == ["right", "partly", "refused rightly"])
    let folder = try #require(Corpora.folder())
    let known = Set(Self.rows.flatMap(Self.files))
    for name in ["commerce", "retail"] {
      for path in Corpora.files(in: name) where !path.hasSuffix(".md") {
        #expect(known.contains(String(path.dropFirst(folder.count + 1))), "\(path) is not in the table")
      }
    }
  }

  @Test(arguments: rows) func theMappingIsThatOfTheTable(_ row: Row) throws {
    let folder = try #require(Corpora.folder())
    for file in Self.files(row) {
      let request = ImportRequest(source: try ByteSource.file(folder + "/" + file))
      guard let inspection = try? Inspection(request, registry: standardFormats) else {
        #expect(row.kinds.isEmpty, "\(file) cannot be read")
        continue
      }
      #expect(inspection.recordKinds == row.kinds, "\(file): \(inspection.problems.map(\.headline))")
      let columns = inspection.tables.flatMap { table in
        table.schema.columns.compactMap { column -> String? in
          let fields = inspection.fields(of: column.name, in: table.schema.table)
          return fields.isEmpty ? nil : "\(column.name) → \(fields.joined(separator: ", "))"
        }
      }
      #expect(columns.joined(separator: "; ") == row.columns)
      #expect((row.verdict == "refused rightly") == row.kinds.isEmpty)
    }
  }

  /// The test files of other programs: they contain no goods, and must not cause a crash or a hang.
  @Test func littleFilesAreNotTakenForGoods() throws {
    var taken: [String] = []
    for path in Corpora.files(in: "csv", largest: 4 << 20) {
      let source = try ByteSource.file(path)
      guard let inspection = try? Inspection(ImportRequest(source: source), registry: standardFormats) else { continue }
      if !inspection.recordKinds.isEmpty { taken.append(URL(fileURLWithPath: path).lastPathComponent) }
      // What it writes down, it understands.
      let yaml = inspection.profileText(named: "x")
      #expect(throws: Never.self) { try MappingProfile(yaml: yaml, source: path) }
    }
    #expect(taken == ["transform-pivot.csv"])
  }

  /// How many problems of each severity there are, apart from questions about columns: a draft says in words of its own which
  /// ones it leaves out.
  private static func problemsBesideColumns(_ summary: ImportSummary) -> [String: Int] {
    var problems = summary.problemCounts
    let asked = summary.guards.first { $0.code == .columnsNotUsed }?.count ?? 0
    problems["guard"] = problems["guard"].map { $0 - asked }.flatMap { $0 == 0 ? nil : $0 }
    return problems
  }

  /// A profile that inspection writes for a real file plans what an import without it plans.
  @Test(arguments: rows.filter { !$0.kinds.isEmpty && !$0.file.hasSuffix("*.csv") })
  func savedProfilesPlanTheSame(_ row: Row) throws {
    let folder = try #require(Corpora.folder())
    let path = folder + "/" + row.file
    let inspection = try Inspection(ImportRequest(source: try ByteSource.file(path)), registry: standardFormats)
    let yaml = inspection.profileText(named: "saved")
    let shop = try SampleShop(currency: "USD", timeZone: "UTC")
    var plain = ImportRequest(source: try ByteSource.file(path))
    plain.location = "main"
    var profiled = plain
    profiled.profile = try MappingProfile(yaml: yaml, source: "saved.yml")
    let importer = Importer(shop: shop.database, registry: standardFormats)
    // Values that are ambiguous without a profile are also ambiguous with the profile that was made from the file.
    guard let expected = try? importer.plan(plain) else {
      // What is refused for what it may be is at least asked about by a draft that nobody has edited.
      let draft = try? importer.plan(profiled)
      #expect(draft?.stoppingGuards.isEmpty != true)
      return
    }
    let found = try importer.plan(profiled)
    #expect(found.counts == expected.counts)
    #expect(Self.problemsBesideColumns(found) == Self.problemsBesideColumns(expected))
  }
}

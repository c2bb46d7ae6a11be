import FormatKit
import FormatKitTesting
import Foundation
import StandardFormats
import Stock
import StockTesting
import Testing

@testable import Exchange

/// What inspection writes down for any table: it can be read back, and an import with it is never worse than without.
@Suite struct SavedProfilePropertyTests {
  /// A shop with one location.
  private static let filled: Result<PreparedShop, any Error> = Result {
    try TestShop.prepared { try $0.take("location\nmain\n") { $0.kind = "locations" } }
  }

  /// The result of an import: nil if the file was refused as a whole.
  private func outcome(_ source: ByteSource, _ profile: String?) throws -> (errors: Int, tally: [String])? {
    let shop = try TestShop(copyOf: Self.filled.get())
    shop.clock += 1
    do {
      let summary = try shop.take(source, profile: profile, plan: true) { $0.location = "main" }
      return (summary.errorCount, summary.counts.map { "\($0.kind) \($0.action) \($0.records)" })
    } catch is Problems {
      return nil
    }
  }

  /// Checks the profile that is written for a source, and each of its drafts.
  private func check(_ source: ByteSource, _ what: String) throws {
    guard let inspection = try? Inspection(ImportRequest(source: source), registry: standardFormats) else { return }
    let yaml = inspection.profileText(named: "saved")
    #expect((try? MappingProfile(yaml: yaml, source: "saved.yml")) != nil, "\(what)\n\(yaml)")
    let plain = try outcome(source, nil)
    let saved = try outcome(source, yaml)
    if let plain {
      #expect(
        saved?.tally == plain.tally && saved?.errors == plain.errors, "\(what): \(plain) \(saved as Any)\n\(yaml)")
    } else if inspection.isDraft {
      // A draft imports nothing before the user has chosen.
      #expect(saved == nil, "\(what): \(saved as Any)\n\(yaml)")
    }
    // For a table with a column that identifies items, there is a draft that reads it.
    for draft in inspection.drafts {
      let chosen = inspection.profileText(named: "saved", choosing: draft)
      let profile = try? MappingProfile(yaml: chosen, source: "saved.yml")
      #expect(profile != nil, "\(what)\n\(chosen)")
      // The saved draft is the same text without its comment marks.
      let marked = yaml.components(separatedBy: "  # Draft: \(draft.summary)\n").last ?? ""
      let lines = marked.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("#") }
        .map { String($0.dropFirst()) }.joined(separator: "\n")
      #expect(!lines.isEmpty && chosen.contains(lines), "\(what)\n\(yaml)")
      let signed = lines.split(separator: "\n", omittingEmptySubsequences: false).map { "#" + $0 }.joined(
        separator: "\n")
      let parts = yaml.components(separatedBy: "  # Draft: \(draft.summary)\n" + signed)
      let edited = parts.joined(separator: lines)
      #expect(parts.count == 2)
      #expect(
        (try? MappingProfile(yaml: edited, source: "saved.yml"))?.records.filter { !$0.kind.isEmpty }
          == profile?.records, "\(what)\n\(edited)")
    }
  }

  static let files: [String] = ["commerce", "retail"].flatMap { folder in
    let all = Corpora.files(in: folder, endings: ["csv", "xlsx"], largest: 3 << 20)
    // A week of invoices shows as much as a month of them.
    let days = all.filter { $0.contains("/by-day/") }
    return all.filter { !$0.contains("/by-day/") } + days.prefix(2)
  }

  /// Every third file of each ending; in a thorough run, all of them.
  private static let tried = ["csv", "xlsx"].flatMap { ending in
    Seeds.third(of: files.filter { $0.lowercased().hasSuffix(".\(ending)") }, from: 0)
  }

  @Test(.enabled(if: Corpora.isAvailable("retail"), "\(Corpora.notice)"), arguments: tried)
  func realFilesAreNeverWorseOff(path: String) throws { try check(.file(path), path) }

  @Test func thereAreDraftsForRealFilesWithoutHeader() throws {
    guard let corpora = Corpora.folder() else { return }
    let file = corpora + "/retail/adventureworks/Location.csv"
    let inspection = try Inspection(ImportRequest(source: .file(file)), registry: standardFormats)
    #expect(!inspection.drafts.isEmpty)
    let yaml = inspection.profileText(named: "saved")
    #expect(yaml.contains("columns: [") && yaml.contains("# Draft: items"), "\(yaml)")
  }

  static let names = [
    "SKU", "Title", "Price", "Nr", "Artikel", "Menge", "EAN", "Kategorie", "Datum", "x", "Größe \"cm\"", "a: b", "# c",
    "", "Retail price (net)", "StockItemName", "{n}", "supplier", "qty", "Name", "'q'", "col\u{2028}umn", "EK",
  ]

  @Test(arguments: 0..<40) func generatedTablesAreNeverWorseOff(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 71)
    let columns = Int.random(in: 1...6, using: &random)
    let hasHeader = seed % 4 != 0
    let makers = (0..<columns).map { _ in Int.random(in: 0...6, using: &random) }
    func value(_ maker: Int, _ row: Int) -> String {
      switch maker {
      case 0: "A-\(row)"
      case 1: ["4006381333931", "5901234123457", "036000291452", "96385074", "9780439023481"][row % 5]
      case 2: "\(row + 1),\(Int.random(in: 10...99, using: &random))"
      case 3: "\(Int.random(in: 0...20, using: &random))"
      case 4: "Red cup number \(row)"
      case 5: "2026-10-\(10 + row % 20)"
      default: ["Toys", "Books", ""][row % 3]
      }
    }
    func line(_ cells: [String]) -> String {
      let quoted = cells.map { cell in
        let isPlain = !cell.contains { ";\"\n#'".contains($0) }
        return isPlain ? cell : "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
      }
      return quoted.joined(separator: ";") + "\n"
    }
    var text = hasHeader ? line((0..<columns).map { _ in Self.names.randomElement(using: &random) ?? "x" }) : ""
    for row in 0..<12 { text += line(makers.map { value($0, row) }) }
    try check(.text(text, name: "table.csv"), text)
  }
}

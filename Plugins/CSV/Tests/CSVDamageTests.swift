import CSVFormat
import FormatKit
import FormatKitTesting
import Foundation
import Testing

/// Tables that one small accident damaged: what is written without an error must be right.
@Suite struct CSVDamageTests {
  /// The counts of the usual run are those of the guide; `RECORD_GOLDEN=1` writes them there.
  @Test func writesNoWrongRecord() throws {
    var counts: [DamageKind: DamageCounts] = [:]
    var wrong: [String] = []
    // The usual run has 50 copies of each kind, those of the guide; the thorough one has five times as many.
    let seeds = Seeds.of(1...250 as ClosedRange<UInt64>)
    for kind in DamageKind.allCases {
      for seed in seeds {
        var random = SeededGenerator(seed: kind.rawValue.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
        let table = GeneratedTable(using: &random)
        guard let damage = table.damaged(kind, using: &random) else { continue }
        let verdict = Self.verdict(on: damage, of: table)
        counts[kind, default: DamageCounts()].add(verdict)
        if verdict == .wrong {
          let reading = Self.read(damage.text, table.dialect).map { "\($0.names) \($0.records)" } ?? ""
          wrong.append("\(kind.rawValue), seed \(seed), \(table.dialect):\n\(damage.text)\nread as \(reading)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n\n"))")
    let total = counts.values.reduce(0) { $0 + $1.total }
    #expect(total >= 400)
    guard seeds.count == 50 else { return }
    try compareWithGuide(counts)
  }

  /// An undamaged table is read unchanged.
  @Test(arguments: Seeds.of(1...400 as ClosedRange<UInt64>))
  func readsTheTablesThemselves(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let table = GeneratedTable(using: &random)
    let found = Self.read(table.text, table.dialect)
    #expect(found?.names == table.names && found?.records == table.records, "\(table.text)")
  }

  private func compareWithGuide(_ counts: [DamageKind: DamageCounts]) throws {
    var lines = ["| damage | copies | right | refused | wrong |", "| --- | ---: | ---: | ---: | ---: |"]
    var sum = DamageCounts()
    for kind in DamageKind.allCases {
      guard let count = counts[kind] else { continue }
      lines.append("| \(kind.rawValue) | \(count.total) | \(count.right) | \(count.refused) | \(count.wrong) |")
      sum.right += count.right
      sum.refused += count.refused
      sum.wrong += count.wrong
    }
    lines.append("| **all** | \(sum.total) | \(sum.right) | \(sum.refused) | \(sum.wrong) |")
    let table = lines.joined(separator: "\n")
    let path = try #require(PackageRoot.path()) + "/docs/guides/damaged-files.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let parts = text.components(separatedBy: "<!-- counts -->\n")
    try #require(parts.count == 3)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      let changed = [parts[0], table + "\n", parts[2]].joined(separator: "<!-- counts -->\n")
      try changed.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(parts[1] == table + "\n")
    }
  }

  /// The names and records of a text as `convert` writes it; nil when any part of it is refused.
  private static func read(_ text: String, _ dialect: GeneratedTable.Dialect) -> (names: [String], records: [[String]])?
  {
    var names: [String] = []
    var records: [[String]] = []
    do throws(Problems) {
      let format = CSVFormat(options: try CSVOptions(parsing: ["quotes": "repair"], of: "csv"))
      var reader = try format.reader(for: .text(text))
      var batch = RecordBatch(rowLimit: 7)
      while try reader.read(into: &batch) {
        names = batch.schema.columns.map(\.name)
        if batch.problems.contains(where: { $0.problem.severity == .error }) { return nil }
        for row in 0..<batch.rowCount { records.append(batch.strings(row: row).map { $0 ?? "" }) }
      }
    } catch {
      return nil
    }
    return (names, records)
  }

  private static func verdict(on damage: Damage, of table: GeneratedTable) -> DamageVerdict {
    guard let found = read(damage.text, table.dialect) else { return .refused }
    for (names, records) in damage.wholes where names == found.names && records == found.records { return .right }
    let expected = [table.names] + table.records
    let actual = [found.names] + found.records
    guard expected.count == actual.count, zip(expected, actual).allSatisfy({ $0.count == $1.count }) else {
      return .wrong
    }
    let differing = zip(expected.joined(), actual.joined()).filter { $0 != $1 }
    guard let pair = differing.first else { return .right }
    return differing.count == 1 && damage.explains(pair.0, pair.1) ? .right : .wrong
  }
}

enum DamageVerdict { case right, refused, wrong }

struct DamageCounts {
  var (right, refused, wrong) = (0, 0, 0)
  var total: Int { right + refused + wrong }

  mutating func add(_ verdict: DamageVerdict) {
    switch verdict {
    case .right: right += 1
    case .refused: refused += 1
    case .wrong: wrong += 1
    }
  }
}

enum DamageKind: String, CaseIterable {
  case quoteDeleted = "a quote deleted"
  case quoteInserted = "a quote inserted"
  case quoteDoubled = "a quote doubled"
  case separatorDeleted = "a separator deleted"
  case separatorInserted = "a separator inserted"
  case separatorDoubled = "a separator doubled"
  case lineEndDeleted = "a line end deleted"
  case lineEndInserted = "a line end inserted"
  case lineEndDoubled = "a line end doubled"
  case characterDeleted = "a character deleted"
  case characterInserted = "a character inserted"
  case characterDoubled = "a character doubled"
  case cellDeleted = "a cell deleted"
  case cellDoubled = "a cell doubled"
  case rowDeleted = "a row deleted"
  case rowDoubled = "a row doubled"
  case headerQuoteDeleted = "a quote deleted in the header"
  case headerQuoteInserted = "a quote inserted in the header"
  case lastQuoteDeleted = "a quote deleted in the last line"
  case lastQuoteInserted = "a quote inserted in the last line"
  case lastQuoteAboveEmptyLines = "the same, above empty lines"
  case lastSeparatorDeleted = "a separator deleted in the last line"
  case lastSeparatorInserted = "a separator inserted in the last line"
}

/// A text after an accident, and what the accident may do to one cell.
struct Damage {
  var text: String
  /// The characters added to the text, or removed from it; nil where a cell must be unchanged.
  var added: String?
  var removed: String?
  /// Other readings that are right.
  var wholes: [(names: [String], records: [[String]])] = []

  /// Whether a cell differs from what it was by the accident itself and by nothing else.
  func explains(_ before: String, _ after: String) -> Bool {
    if let added { return Self.isInsertion(of: added, into: before, giving: after) }
    if let removed { return Self.isInsertion(of: removed, into: after, giving: before) }
    return false
  }

  private static func isInsertion(of piece: String, into short: String, giving long: String) -> Bool {
    let (piece, short, long) = (Array(piece.utf8), Array(short.utf8), Array(long.utf8))
    guard long.count == short.count + piece.count else {
      // A name of a column is trimmed, and a line end at its end is not part of it.
      return false
    }
    return (0...short.count).contains { Array(short[..<$0]) + piece + Array(short[$0...]) == long }
  }
}

/// A table of a shop as programs write it.
struct GeneratedTable {
  struct Dialect: CustomStringConvertible {
    var delimiter: Character
    var lineEnd: String
    var quoting: Quoting
    var hasTrailingDelimiters: Bool
    var description: String { "\(delimiter) \(quoting) \(lineEnd.count) \(hasTrailingDelimiters)" }
  }

  enum Quoting: CaseIterable { case needed, texts, all }

  let dialect: Dialect
  let names: [String]
  let records: [[String]]
  /// The text of each row, the header first, without line ends, cell by cell.
  private let cells: [[String]]

  var text: String { Self.joined(cells, dialect) }

  init(using random: inout SeededGenerator) {
    let lineEnd = ["\n", "\n", "\r\n"].randomElement(using: &random) ?? "\n"
    dialect = Dialect(
      delimiter: [",", ",", ";", "\t", "|"].randomElement(using: &random) ?? ",", lineEnd: lineEnd,
      quoting: Quoting.allCases.randomElement(using: &random) ?? .needed,
      hasTrailingDelimiters: Int.random(in: 0..<8, using: &random) == 0)
    let all = ["sku", "name", "qty", "price", "note", "colour"]
    let names = Array(all.prefix(Int.random(in: 3...all.count, using: &random)))
    let hasLines = Int.random(in: 0..<3, using: &random) == 0
    let dialect = dialect
    var records: [[String]] = []
    for row in 0..<Int.random(in: 6...40, using: &random) {
      records.append(names.map { Self.value(of: $0, row, hasLines, dialect, using: &random) })
    }
    self.names = names
    self.records = records
    cells = ([names] + records).enumerated().map { row, record in
      record.enumerated().map { column, text in Self.cell(text, isNumber: row > 0 && (2...3).contains(column), dialect)
      }
        + (dialect.hasTrailingDelimiters && row > 0 ? [""] : [])
    }
  }

  private static func value(
    of name: String, _ row: Int, _ hasLines: Bool, _ dialect: Dialect, using random: inout SeededGenerator
  ) -> String {
    let words = ["Mug", "Bowl", "Café table", "Lamp", "Plate", "Cord", "Fuse", "Tea pot"]
    let word = words.randomElement(using: &random) ?? "Mug"
    switch name {
    case "sku": return "\(["A", "B", "KX"].randomElement(using: &random) ?? "A")-\(100 + row)"
    case "qty": return "\(Int.random(in: 0...99, using: &random))"
    case "price":
      let mark = dialect.delimiter == ";" ? "," : "."
      return "\(Int.random(in: 1...99, using: &random))\(mark)\(Int.random(in: 10...99, using: &random))"
    case "note":
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: return ""
      case 2 where hasLines: return "first line\nsecond line, with more"
      case 3: return "called \"the \(word)\", new"
      default: return "from stock"
      }
    default:
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "\(word), blue"
      case 1: return "\(word) \"large\""
      case 2: return "\(word) 24\" wide; \(word)"
      default: return word
      }
    }
  }

  private static func cell(_ text: String, isNumber: Bool, _ dialect: Dialect) -> String {
    let isSpecial = text.contains { $0 == dialect.delimiter || $0 == "\"" || $0.isNewline }
    let isQuoted = dialect.quoting == .all || isSpecial || dialect.quoting == .texts && !isNumber
    return isQuoted ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  private static func joined(_ cells: [[String]], _ dialect: Dialect) -> String {
    cells.map { $0.joined(separator: String(dialect.delimiter)) + dialect.lineEnd }.joined()
  }

  // MARK: Damage

  func damaged(_ kind: DamageKind, using random: inout SeededGenerator) -> Damage? {
    let delimiter = String(dialect.delimiter)
    switch kind {
    case .quoteDeleted: return deleted("\"", isText: false, using: &random)
    case .quoteInserted: return inserted("\"", using: &random)
    case .quoteDoubled: return doubled("\"", using: &random)
    case .separatorDeleted: return deleted(delimiter, isText: true, using: &random)
    case .separatorInserted: return inserted(delimiter, using: &random)
    case .separatorDoubled: return doubled(delimiter, using: &random)
    case .lineEndDeleted: return deleted(dialect.lineEnd, isText: true, using: &random)
    case .lineEndInserted: return inserted(dialect.lineEnd, using: &random)
    case .lineEndDoubled: return doubled(dialect.lineEnd, using: &random)
    case .headerQuoteDeleted: return deleted("\"", isText: false, in: 0, using: &random)
    case .headerQuoteInserted: return inserted("\"", in: 0, using: &random)
    case .lastQuoteDeleted: return deleted("\"", isText: false, in: records.count, using: &random)
    case .lastQuoteInserted: return inserted("\"", in: records.count, using: &random)
    case .lastQuoteAboveEmptyLines:
      var damage = inserted("\"", in: records.count, using: &random)
      damage?.text += dialect.lineEnd + dialect.lineEnd
      return damage
    case .lastSeparatorDeleted: return deleted(delimiter, isText: true, in: records.count, using: &random)
    case .lastSeparatorInserted: return inserted(delimiter, in: records.count, using: &random)
    case .characterDeleted, .characterDoubled:
      let plain = text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      guard let one = plain.randomElement(using: &random).map(String.init) else { return nil }
      return kind == .characterDeleted ? deleted(one, isText: true, using: &random) : doubled(one, using: &random)
    case .characterInserted:
      return inserted(["x", "7", " ", "-", "é", "."].randomElement(using: &random) ?? "x", using: &random)
    case .cellDeleted, .cellDoubled:
      var changed = cells
      let row = Int.random(in: 0..<cells.count, using: &random)
      let column = Int.random(in: 0..<cells[row].count, using: &random)
      // A name less above texts in quotes and bare numbers is a table of R.
      if kind == .cellDeleted, row == 0, dialect.quoting == .texts { return nil }
      if kind == .cellDeleted {
        changed[row].remove(at: column)
      } else {
        changed[row].insert(changed[row][column], at: column)
      }
      return Damage(text: Self.joined(changed, dialect))
    case .rowDeleted, .rowDoubled:
      var (changed, kept) = (cells, records)
      let row = Int.random(in: 0..<cells.count, using: &random)
      if kind == .rowDeleted { changed.remove(at: row) } else { changed.insert(cells[row], at: row) }
      if row > 0 {
        if kind == .rowDeleted { kept.remove(at: row - 1) } else { kept.insert(records[row - 1], at: row) }
      }
      var damage = Damage(text: Self.joined(changed, dialect), wholes: [(names, kept)])
      if row == 0, kind == .rowDeleted { damage.wholes = [(names.indices.map { "column \($0 + 1)" }, kept)] }
      return damage
    }
  }

  private func places(of piece: String, in row: Int?) -> [String.UnicodeScalarView.Index] {
    let scalars = text.unicodeScalars
    let first = piece.unicodeScalars.first
    return indices(ofRow: row).filter { scalars[$0] == first && scalars[$0...].starts(with: piece.unicodeScalars) }
  }

  /// The indexes of a row, the header being the first; of the whole text for nil.
  private func indices(ofRow row: Int?) -> [String.UnicodeScalarView.Index] {
    let indices = Array(text.unicodeScalars.indices)
    guard let row else { return indices }
    let lengths = cells.map { Self.joined([$0], dialect).unicodeScalars.count }
    let start = lengths[..<row].reduce(0, +)
    return Array(indices[start..<(start + lengths[row])])
  }

  private func deleted(
    _ piece: String, isText: Bool, in row: Int? = nil, using random: inout SeededGenerator
  ) -> Damage? {
    guard let place = places(of: piece, in: row).randomElement(using: &random) else { return nil }
    var scalars = text.unicodeScalars
    scalars.removeSubrange(place..<scalars.index(place, offsetBy: piece.unicodeScalars.count))
    return Damage(text: String(scalars), removed: isText ? piece : nil)
  }

  private func doubled(_ piece: String, using random: inout SeededGenerator) -> Damage? {
    guard let place = places(of: piece, in: nil).randomElement(using: &random) else { return nil }
    return inserted(piece, at: place)
  }

  private func inserted(_ piece: String, in row: Int? = nil, using random: inout SeededGenerator) -> Damage? {
    indices(ofRow: row).randomElement(using: &random).map { inserted(piece, at: $0) }
  }

  private func inserted(_ piece: String, at place: String.UnicodeScalarView.Index) -> Damage {
    var scalars = text.unicodeScalars
    scalars.insert(contentsOf: piece.unicodeScalars, at: place)
    return Damage(text: String(scalars), added: piece)
  }
}

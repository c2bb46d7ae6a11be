import FormatKit
import FormatKitTesting
import Foundation
import SpreadsheetFormat
import Testing

/// The output of xlsx2csv and Excel 2016 for the same workbooks. They give the displayed text of a cell, we give its
/// value: numbers and dates are compared as such, texts must be the same.
@Suite(.enabled(if: Corpora.isAvailable("xlsx"), "\(Corpora.notice)")) struct SpreadsheetPeerTests {
  struct Peer: CustomStringConvertible, Sendable {
    let workbook: String
    let sheet: Int
    let rows: [[String]]
    let isUnicode: Bool
    var description: String { "\(workbook.split(separator: "/").last ?? "") \(sheet)" }
  }

  /// Workbooks that the others read otherwise; the README of the format says why.
  private static let differing: Set<String> = [
    // Excel recalculated these when it wrote them: functions of a user's own, CELL and INFO, random numbers.
    "comments_stress_test.xlsx 3", "formula_stress_test.xlsx 5", "formula_stress_test.xlsx 8",
    // Negative hours that go on beyond 24 are shown as hours, and stay the stored number of days here.
    "LONumbers.xlsx 1", "LONumbers-2011.xlsx 1",
  ]

  static let peers: [Peer] = {
    var found: [Peer] = []
    for path in Corpora.files(in: "xlsx/xlsx2csv", endings: ["csv"]) {
      let workbook = String(path.dropLast(4)) + ".xlsx"
      guard FileManager.default.fileExists(atPath: workbook),
        let text = try? String(contentsOfFile: path, encoding: .utf8)
      else { continue }
      let parts = text.replacing("\r\n", with: "\n").split(
        separator: /-------- \d+ - .*\n/, omittingEmptySubsequences: true)
      for (index, part) in parts.enumerated() {
        found.append(Peer(workbook: workbook, sheet: index + 1, rows: table(String(part)), isUnicode: true))
      }
    }
    for path in Corpora.files(in: "xlsx/sheetjs/peer", endings: ["csv"]) {
      let name = URL(fileURLWithPath: path).lastPathComponent.split(separator: ".")
      guard name.count == 4, let number = Int(name[2]), let folder = Corpora.folder("xlsx/sheetjs"),
        let data = FileManager.default.contents(atPath: path)
      else { continue }
      let workbook = "\(folder)/\(name[0]).xlsx"
      guard FileManager.default.fileExists(atPath: workbook) else { continue }
      // Excel writes CSV in the character set of its machine, with what that lacks as underscores.
      let text = String(decoding: data, as: UTF8.self)
      found.append(Peer(workbook: workbook, sheet: number + 1, rows: table(text), isUnicode: false))
    }
    return found
  }()

  @Test func thereArePeers() { #expect(Self.peers.count > 60) }

  @Test(arguments: peers) func othersReadTheSame(_ peer: Peer) throws {
    guard !Self.differing.contains(peer.description) else { return }
    let differences = try Self.differences(from: peer)
    #expect(differences.isEmpty, "\(peer): \(differences.prefix(8))")
  }

  /// The cells of a sheet that the other program reads differently.
  static func differences(from peer: Peer) throws -> [String] {
    let sample = try #require(Corpora.sample(peer.workbook))
    let options = ["sheet": "\(peer.sheet)", "header-row": "none"]
    let reading = CollectedReading(of: SpreadsheetFormat.self, source: sample.source(), options: options)
    let records = reading.tables.first?.records.map(\.fields) ?? []
    let ours = settled(records.map { $0.map { $0.text } })
    let kinds = records.map { $0.map(\.kind) }
    let theirs = settled(peer.rows)
    let errors = kinds.joined().contains(.absent)
    var differences: [String] = []
    if ours.count != theirs.count, !errors { differences.append("\(ours.count) rows instead of \(theirs.count)") }
    for (row, (left, right)) in zip(ours, theirs).enumerated() where !errors || ours.count == theirs.count {
      for column in 0..<max(left.count, right.count) {
        let (our, their) = (column < left.count ? left[column] : "", column < right.count ? right[column] : "")
        if !agree(our, their, isUnicode: peer.isUnicode) {
          differences.append("row \(row), column \(column): '\(our)' instead of '\(their)'")
        }
      }
    }
    return differences
  }

  private static func agree(_ ours: String, _ theirs: String, isUnicode: Bool) -> Bool {
    if ours == theirs { return true }
    let (left, right) = (folded(ours), folded(theirs))
    if left == right { return true }
    // Errors have no value.
    if ours.isEmpty, theirs.hasPrefix("#") { return true }
    if ours == "true" || ours == "false" { return theirs.lowercased() == ours }
    // Dates are shown in many ways; one of the numbers in them must be the same.
    if ours.contains(/^\d{4}-\d\d-\d\d|^\d+:\d\d:\d\d/) { return !theirs.isEmpty }
    if let value = Double(ours) { return isShown(value, theirs) }
    if !isUnicode {
      let unknown = { (text: String) in text.unicodeScalars.filter { $0.isASCII && $0 != "_" && $0 != "?" }.map { $0 } }
      return unknown(left) == unknown(right)
    }
    return false
  }

  /// Whether a text may be the way in which a number is shown: the same digits, perhaps fewer, with signs around.
  private static func isShown(_ value: Double, _ text: String) -> Bool {
    if text.contains("#") { return true }
    var plain = text.replacing(",", with: "").replacing("$", with: "").replacing(" ", with: "")
    var scale = 1.0
    if plain.hasSuffix("%") {
      plain.removeLast()
      scale = 100
    }
    if let shown = Double(plain) {
      let decimals = plain.lowercased().split(separator: "e")[0].split(separator: ".").dropFirst().first?.count ?? 0
      let exponent = plain.lowercased().split(separator: "e").dropFirst().first.flatMap { Double($0) } ?? 0
      return abs(abs(shown) - abs(value * scale)) <= 0.51 * pow(10, exponent - Double(decimals)) + abs(value) * 1e-9
    }
    // Fractions, currencies and words around the number are not taken apart.
    return !text.isEmpty
  }

  private static func folded(_ text: String) -> String {
    text.replacing("\\n", with: " ").replacing("\\t", with: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").replacing(" !", with: "!").replacing(/<a href='[^']*'>(.*)<\/a>/) { $0.output.1 }
  }

  /// The rows with content, without the columns on the left that none of them uses, and without blanks at their ends.
  private static func settled(_ rows: [[String]]) -> [[String]] {
    let kept = rows.map { row in row.reversed().drop { $0.allSatisfy(\.isWhitespace) }.reversed() }.filter {
      !$0.isEmpty
    }
    let left = kept.map { row in row.prefix { $0.allSatisfy(\.isWhitespace) }.count }.min() ?? 0
    return kept.map { Array($0.dropFirst(left)) }
  }

  /// The fields of CSV with quotes and commas; our own reader of CSV is not asked.
  static func table(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var characters = Array(text.unicodeScalars)[...]
    while let character = characters.popFirst() {
      switch character {
      case "\"" where isQuoted && characters.first == "\"":
        field.unicodeScalars.append("\"")
        characters.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        row.append(field)
        field = ""
      case "\n" where !isQuoted:
        rows.append(row + [field])
        (row, field) = ([], "")
      case "\r" where !isQuoted: break
      default: field.unicodeScalars.append(character)
      }
    }
    if !field.isEmpty || !row.isEmpty { rows.append(row + [field]) }
    return rows
  }
}

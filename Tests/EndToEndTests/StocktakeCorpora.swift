import FormatKitTesting
import Foundation

/// Reads the files of the collections in the simplest way: split at the separator, quotes removed.
enum RawFiles {
  static func text(_ path: String) throws -> String {
    let corpora = Corpora.folder("retail") ?? ""
    let text = try String(contentsOfFile: corpora + "/" + path, encoding: .utf8)
    return text.replacing("\r\n", with: "\n").replacing("\u{FEFF}", with: "")
  }

  /// The rows of a tab-separated file without a header.
  static func tabs(_ path: String) throws -> [[String]] {
    try text(path).split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The rows of a CSV file with a header, by column; a quoted cell may hold commas and doubled quotes.
  static func table(_ path: String) throws -> [[String: String]] {
    let rows = try text(path).split(separator: "\n").map { cells(of: $0) }
    guard let header = rows.first else { return [] }
    return rows.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
  }

  private static func cells(of line: Substring) -> [String] {
    var cells: [String] = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells
  }

  static func number(_ text: String?) -> Decimal { Decimal(string: text ?? "") ?? 0 }

  /// To so many decimals, half away from zero.
  static func rounded(_ number: Decimal, decimals: Int = 2) -> Decimal {
    var value = abs(number)
    var result = Decimal()
    NSDecimalRound(&result, &value, decimals, .plain)
    return number < 0 ? -result : result
  }
}

/// A shop that took in files of a collection by the profiles of the samples.
struct CorpusShop {
  let folder: TestFolder
  let shop: TestShopFolder
  let corpora: String

  init(currency: String, timeZone: String = "UTC") throws {
    folder = try TestFolder()
    shop = try folder.shop(currency: currency, timeZone: timeZone)
    corpora = (Corpora.folder("retail") ?? "") + "/"
    try shop.copyProfiles(from: Executable.samples + "/profiles")
    try folder.write("places.csv", "location\nmain\n")
    try shop.must(["import", "../places.csv"])
  }

  func take(_ file: String, _ profile: String, _ options: [String] = []) throws {
    try shop.must(["import", corpora + file, "--profile", profile] + options)
  }

  /// Imports a file that the test wrote.
  func takeOwn(_ name: String, _ lines: [String], _ options: [String] = []) throws {
    try folder.write(name, lines.joined(separator: "\n") + "\n")
    try shop.must(["import", "../" + name, "--decimal", "point"] + options)
  }

  /// The data of the shrinkage statement.
  func statement(_ parameters: [String] = []) throws -> StatementData {
    let run = try shop.must(
      ["report", "shrinkage", "--format", "json"] + parameters.flatMap { ["--param", $0] })
    let report = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
    return StatementData(data: report?["data"] as? [String: Any] ?? [:])
  }
}

/// The statement as its JSON has it.
struct StatementData {
  let data: [String: Any]

  /// A cell of the first row of a table whose columns have these values; NaN if there is no such row, so that nothing
  /// equals it.
  subscript(_ table: String, _ keys: [String: String], _ column: String) -> Decimal {
    let rows = data[table] as? [[String: Any]] ?? (data[table] as? [String: Any]).map { [$0] } ?? []
    let row = rows.first { row in keys.allSatisfy { row[$0.key] as? String == $0.value } }
    return Decimal(string: "\(row?[column] ?? "")") ?? .nan
  }

  func part(_ part: String, _ column: String) -> Decimal { self["statement", ["part": part], column] }

  func units(_ part: String, _ column: String) -> Decimal {
    self["units", ["part": part, "stock_unit": "each"], column]
  }

  func header(_ column: String) -> Decimal { self["header", [:], column] }
}

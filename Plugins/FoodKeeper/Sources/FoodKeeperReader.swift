public import FormatKit
internal import JSONReading

/// Reads the rows of the sheet Product one by one; each row gives a food and its durations.
///
/// A first pass over the file looks for its sheets: the categories may come after the products, and data that is not
/// kept is reported with the first record.
public struct FoodKeeperReader: BatchReader {
  private let source: String
  private let walk: SheetWalk
  private let contents: SheetContents
  private var rows = TableRows(FoodKeeperFormat.schemas)
  private var isAtEnd = false
  private var toldUnused = false
  private var mapper: ProductMapper

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    self.source = source.name
    contents = SheetContents(of: source, charset: charset)
    walk = try SheetWalk(source, charset: charset)
    mapper = ProductMapper(contents: contents)
  }

  public var findings: [SourceFinding] { walk.reader.findings }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !rows.hasOutgoing, !isAtEnd {
      guard let row = try walk.nextRow(of: { $0.isProducts }) else {
        isAtEnd = true
        rows.flush()
        break
      }
      let problems = walk.reader.takeProblems()
      rows.add(contentsOf: mapper.records(of: row, further: problems))
    }
    guard rows.hasOutgoing else { return false }
    rows.fill(&batch, source: source)
    return true
  }
}

/// Reads the sheets of the workbook, in any order of their keys.
final class SheetWalk {
  /// A row with the name of its sheet, where that came before.
  struct SheetRow {
    let sheet: String?
    let columns: [JSONMember]
    let position: SourcePosition

    /// Whether a row belongs to a sheet: by the sheet's name, or by the row's columns if the name comes after the rows.
    private func isOf(_ name: String, holding column: String) -> Bool {
      sheet.map { $0.lowercased() == name } ?? columns.contains { $0.key.lowercased() == column }
    }
    var isProducts: Bool { isOf("product", holding: "category_id") }
    var isCategories: Bool { isOf("category", holding: "category_name") }
  }

  private enum Place {
    case start
    case document
    case sheets
    case sheet
    case data
    case end
  }

  let reader: JSONEventReader
  private let source: String
  private var place = Place.start
  private var sheet: String?
  private(set) var sheetNames: [String] = []
  private static let sheetLimit = 1000
  /// A row is small: some forty columns.
  private static let rowLimit = JSONValueLimit(bytes: 1 << 20, nodes: 10_000)

  init(_ source: ByteSource, charset: Charset?) throws(Problems) {
    self.source = source.name
    reader = try JSONEventReader(source, charset: charset, depth: 16)
  }

  /// The next row that is wanted; nil at the end.
  func nextRow(of isWanted: (SheetRow) -> Bool) throws(Problems) -> SheetRow? {
    while true {
      switch place {
      case .start:
        guard try reader.next() == .beginObject else { throw wrongFormat("begins with no object") }
        place = .document
      case .document:
        guard let key = try reader.nextKey() else {
          place = .end
          // Text after the document makes it invalid JSON.
          _ = try reader.next()
          continue
        }
        if key == "sheets" {
          guard try reader.next() == .beginArray else { throw wrongFormat("has no list of sheets") }
          place = .sheets
        } else {
          try reader.skipValue()
        }
      case .sheets:
        guard let element = try reader.nextElement() else {
          place = .document
          continue
        }
        if element == .beginObject {
          sheet = nil
          place = .sheet
        } else {
          try reader.skipValue()
        }
      case .sheet: try enterSheet()
      case .data:
        guard let row = try readRow() else { continue }
        if isWanted(row) { return row }
      case .end: return nil
      }
    }
  }

  private func enterSheet() throws(Problems) {
    guard let key = try reader.nextKey() else {
      place = .sheets
      return
    }
    switch key {
    case "name":
      if case .string(let name)? = try reader.next() {
        sheet = name
        if sheetNames.count < Self.sheetLimit { sheetNames.append(name) }
      } else {
        try reader.skipValue()
      }
    case "data":
      if try reader.next() == .beginArray { place = .data } else { try reader.skipValue() }
    default: try reader.skipValue()
    }
  }

  /// A row of the open sheet; nil for a value that is not a row, and after the last row.
  private func readRow() throws(Problems) -> SheetRow? {
    guard let element = try reader.nextElement() else {
      place = .sheet
      return nil
    }
    let isKept = sheet.map { ["product", "category"].contains($0.lowercased()) } ?? true
    guard isKept, element == .beginArray || element == .beginObject else {
      try reader.skipValue()
      return nil
    }
    let value = try reader.value(limit: Self.rowLimit)
    // A row is a list of objects with one column each; one object with all of them says the same.
    let columns = value.isObject ? value.members : value.elements.flatMap(\.members)
    return SheetRow(sheet: sheet, columns: columns, position: value.position)
  }

  private func wrongFormat(_ what: String) -> Problems {
    Problems(
      .wrongFormat, source: source, at: reader.position,
      "the file \(what), so it is not the table of the USDA's FoodKeeper")
  }
}

/// The content of a workbook apart from the products: its categories, and the names of its sheets.
struct SheetContents {
  /// The text of each category by its number.
  private(set) var categories: [String: String] = [:]
  /// Sheets that no record is made of.
  private(set) var unkept: [String] = []
  private static let categoryLimit = 10_000

  /// Reads through the file. If the file is invalid, the main pass reports it.
  init(of source: ByteSource, charset: Charset?) {
    guard let walk = try? SheetWalk(source, charset: charset) else { return }
    while let row = try? walk.nextRow(of: { $0.isCategories }) {
      func value(_ column: String) -> String? {
        row.columns.last { $0.key.lowercased() == column }?.value.scalar.flatMap { $0.isEmpty ? nil : $0 }
      }
      guard let id = value("id"), let name = value("category_name"), categories.count < Self.categoryLimit else {
        continue
      }
      categories[id] = FoodCategories.text(name, value("subcategory_name"))
    }
    for name in walk.sheetNames where !["product", "category"].contains(name.lowercased()) && !unkept.contains(name) {
      unkept.append(name)
    }
  }
}

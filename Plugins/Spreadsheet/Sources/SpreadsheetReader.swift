public import FormatKit
internal import ZipReading

/// Reads the sheets of a workbook one after the other, their rows as they come out of the archive.
public struct SpreadsheetReader: BatchReader {
  public var findings: [SourceFinding] { session.findings }

  private let session: WorkbookSession

  init(_ source: ByteSource, options: SpreadsheetOptions) {
    session = WorkbookSession(source, options: options)
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    try session.read(into: &batch)
  }
}

/// The state of one reading.
final class WorkbookSession {
  private static let maximumFindings = 64
  /// After this number of tables, the rest of a sheet belongs to its last table.
  private static let maximumSplitTables = 256

  private(set) var findings: [SourceFinding] = []
  private let source: ByteSource
  private let options: SpreadsheetOptions

  /// All sheets of the workbook.
  private(set) var sheets: [WorkbookParts.Sheet] = []
  private var container: ZipArchive?
  private var feed: (any SheetFeed)?
  /// Those begun, in their order; the last one may still grow.
  private var tables: ArraySlice<SheetTable> = []
  private var tableNames: Set<String> = []
  private var tableCount = 0
  private var failure: Problems?

  init(_ source: ByteSource, options: SpreadsheetOptions) {
    self.source = source
    self.options = options
  }

  func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if feed == nil { try open() }
    while true {
      if let table = tables.first {
        if table.hasRecords(isCutOff: failure != nil) {
          if let titles = SourceFinding.titles(table.takeTitles()) { findings.append(titles) }
          table.handOver(to: &batch, isCutOff: failure != nil)
          return true
        }
        if table.isComplete {
          tables.removeFirst()
          guard !table.wasRead, !table.schema.columns.isEmpty else { continue }
          // A sheet with names and no records is handed over once, by its columns.
          batch.reset(schema: table.schema)
          return true
        }
      }
      if let failure { throw failure }
      do {
        if try feed?.step() == true { continue }
      } catch {
        // The records before the error are good.
        failure = named(error)
        continue
      }
      guard tableCount > 0 else {
        throw Problems(.sourceEmpty, source: source.name, "the workbook holds no cells with values")
      }
      return false
    }
  }

  // MARK: Opening

  private func open() throws(Problems) {
    let opened = try ZipArchive(source, terms: .workbook)
    container = opened
    if let document = try DocumentParts(opened) {
      sheets = document.sheets
      feed = try DocumentFeed(try chosen(), of: document, in: opened, for: self)
      return
    }
    let parts = try WorkbookParts(opened)
    sheets = parts.sheets
    if parts.countsFrom1904 { find("dates", "counted from 1904", evidence: "the workbook says so") }
    feed = try PackageFeed(try chosen(), of: parts, in: opened, for: self)
  }

  /// The sheets to be read.
  private func chosen() throws(Problems) -> ArraySlice<WorkbookParts.Sheet> {
    if let wanted = options.sheet {
      let found =
        sheets.first { $0.name == wanted }
        ?? Int(wanted).flatMap { number in
          sheets.first { $0.number == number }
        }
      guard let found else {
        let names = sheets.map(\.name)
        let near = nearestName(to: wanted, among: names).map { "Did you mean '\($0)'? " } ?? ""
        let listed = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
        throw Problems(
          .tableUnknown, source: source.name, value: wanted, "the workbook has no sheet '\(wanted)'",
          remedy: "\(near)It has: \(listed)\(names.count > 20 ? " and \(names.count - 20) more" : "").")
      }
      guard found.part != nil else {
        throw Problems(
          .tableUnknown, source: source.name, value: wanted,
          "the sheet '\(found.name)' has no cells: it is a chart or a dialog",
          remedy: "Name another sheet, or leave the option sheet out.")
      }
      find("sheet", found.name, evidence: "given")
      let others = sheets.filter { $0.number != found.number && $0.part != nil && !$0.isHidden }
      if !others.isEmpty {
        let names = others.prefix(20).map { "'\($0.name)'" }.joined(separator: ", ")
        find("sheets not read", names, evidence: "another is given")
      }
      return [found]
    }
    let visible = sheets.filter { $0.part != nil && !$0.isHidden }
    let hidden = sheets.filter { $0.part != nil && $0.isHidden }
    if !hidden.isEmpty {
      let names = hidden.prefix(20).map { "'\($0.name)'" }.joined(separator: ", ")
      find("hidden sheets", names, evidence: "not read; name one with --option sheet=NAME")
    }
    if visible.isEmpty, !hidden.isEmpty {
      throw Problems(
        .sourceEmpty, source: source.name, "all sheets of the workbook are hidden",
        remedy: "Name one of them with --option sheet=NAME, or show it in the spreadsheet program.")
    }
    return visible[...]
  }

  private func find(_ name: String, _ value: String, evidence: String) {
    if findings.count < Self.maximumFindings { findings.append(SourceFinding(name, value, evidence: evidence)) }
  }

  // MARK: Sheets

  /// Begins a table for a sheet.
  func begin(
    _ sheet: WorkbookParts.Sheet, offset: Int, merges: MergedCells
  ) -> SheetTable {
    var name = sheet.name
    var number = 1
    while !tableNames.insert(name).inserted {
      number += 1
      name = "\(sheet.name) (\(number))"
    }
    let table = SheetTable(
      name: name, source: source.name, offset: offset, options: options, merges: merges,
      beginNext: { [unowned self] in
        tableNames.count < Self.maximumSplitTables ? begin(sheet, offset: offset, merges: merges) : nil
      })
    tables.append(table)
    return table
  }

  /// Says that a sheet has no more rows.
  func end(_ table: SheetTable) throws(Problems) {
    var next: SheetTable? = table
    while let table = next {
      try table.finish()
      describe(table)
      next = table.next
    }
  }

  private func describe(_ table: SheetTable) {
    guard let layout = table.layout, !layout.names.isEmpty else {
      return find("empty sheet", table.name, evidence: "no cell holds a value")
    }
    tableCount += 1
    let header = layout.header.map { ($0.count == 1 ? "row " : "rows ") + $0.shown } ?? "none"
    find("header of '\(table.name)'", header, evidence: layout.evidence)
    if !table.mergedColumns.isEmpty {
      let columns = table.mergedColumns.map(CellReference.letters).joined(separator: ", ")
      find(
        "merged cells of '\(table.name)'", "columns \(columns)",
        evidence: "their value counts for each row that they cover")
    }
    for (row, why) in table.passedOver { find("row \(row) of '\(table.name)'", "not a record", evidence: why) }
  }

  /// Puts the name of the sheet before that of a cell.
  private func named(_ error: Problems) -> Problems {
    var error = error
    error.first.source = source.name
    if let table = tables.last, !table.isComplete, let path = error.first.position.path,
      let (column, row) = CellReference.parse(path.utf8), let row
    {
      error.first.position.path = CellReference.path(sheet: table.name, column: column, row: row)
    }
    return error
  }
}

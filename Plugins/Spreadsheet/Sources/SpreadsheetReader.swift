public import FormatKit

/// Reads the sheets of a workbook one after the other, their rows as they come out of the archive.
public struct SpreadsheetReader: BatchReader {
  public var findings: [SourceFinding] { session.findings }

  private let session: WorkbookSession

  init(_ source: ByteSource, options: SpreadsheetOptions) {
    session = WorkbookSession(source, options: options)
  }

  public mutating func read(into batch: inout RecordBatch) throws(FormatError) -> Bool {
    try session.read(into: &batch)
  }
}

/// The state of one reading.
final class WorkbookSession {
  private static let maximumFindings = 64

  private(set) var findings: [SourceFinding] = []
  private let source: ByteSource
  private let options: SpreadsheetOptions

  private var container: Container?
  private(set) var parts: WorkbookParts?
  private var styles = StyleTable()
  private var texts: SharedTexts
  private var queue: ArraySlice<WorkbookParts.Sheet> = []
  private var table: SheetTable?
  private var parser: PartParser?
  /// What the unpacked sheets so far hold.
  private var offset = 0
  private var tableNames: Set<String> = []
  private var tableCount = 0
  private var tellsEmptyTable = false
  private var failure: FormatError?

  init(_ source: ByteSource, options: SpreadsheetOptions) {
    self.source = source
    self.options = options
    texts = SharedTexts(source: source.name)
  }

  func read(into batch: inout RecordBatch) throws(FormatError) -> Bool {
    if container == nil { try open() }
    while true {
      if let table, table.hasRecords {
        table.handOver(to: &batch)
        tellsEmptyTable = false
        return true
      }
      if let failure { throw failure }
      if let parser, let table {
        do {
          try step(parser, table)
        } catch {
          // The records ahead of the trouble are good.
          failure = error
        }
        continue
      }
      if tellsEmptyTable, let table {
        batch.reset(schema: table.schema)
        tellsEmptyTable = false
        return true
      }
      guard let sheet = queue.popFirst() else {
        guard tableCount > 0 else {
          throw FormatError(.sourceEmpty, source: source.name, "the workbook holds no cells with values")
        }
        return false
      }
      try begin(sheet)
    }
  }

  // MARK: Opening

  private func open() throws(FormatError) {
    let opened = try Container(source)
    let parts = try WorkbookParts(opened)
    container = opened
    self.parts = parts
    if let part = parts.styles { try PartParser.parse(part, of: opened, styles) }
    if let part = parts.texts { try PartParser.parse(part, of: opened, texts) }
    if parts.countsFrom1904 { find("dates", "counted from 1904", evidence: "the workbook says so") }
    queue = try chosen(parts)
  }

  /// The sheets to be read.
  private func chosen(_ parts: WorkbookParts) throws(FormatError) -> ArraySlice<WorkbookParts.Sheet> {
    if let wanted = options.sheet {
      let found =
        parts.sheets.first { $0.name == wanted }
        ?? Int(wanted).flatMap { number in
          parts.sheets.first { $0.number == number }
        }
      guard let found else {
        let names = parts.sheets.map(\.name)
        let near = nearestName(to: wanted, among: names).map { "Did you mean '\($0)'? " } ?? ""
        let listed = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
        throw FormatError(
          .tableUnknown, source: source.name, value: wanted, "the workbook has no sheet '\(wanted)'",
          remedy: "\(near)It has: \(listed)\(names.count > 20 ? " and \(names.count - 20) more" : "").")
      }
      guard found.part != nil else {
        throw FormatError(
          .tableUnknown, source: source.name, value: wanted,
          "the sheet '\(found.name)' has no cells: it is a chart or a dialog",
          remedy: "Name another sheet, or leave the option sheet out.")
      }
      find("sheet", found.name, evidence: "given")
      return [found]
    }
    let visible = parts.sheets.filter { $0.part != nil && !$0.isHidden }
    let hidden = parts.sheets.filter { $0.part != nil && $0.isHidden }
    if !hidden.isEmpty {
      let names = hidden.prefix(20).map { "'\($0.name)'" }.joined(separator: ", ")
      find("hidden sheets", names, evidence: "not read; name one with --option sheet=NAME")
    }
    if visible.isEmpty, !hidden.isEmpty {
      throw FormatError(
        .sourceEmpty, source: source.name, "all sheets of the workbook are hidden",
        remedy: "Name one of them with --option sheet=NAME, or show it in the spreadsheet program.")
    }
    return visible[...]
  }

  private func find(_ name: String, _ value: String, evidence: String) {
    if findings.count < Self.maximumFindings { findings.append(SourceFinding(name, value, evidence: evidence)) }
  }

  // MARK: Sheets

  private func begin(_ sheet: WorkbookParts.Sheet) throws(FormatError) {
    guard let container, let part = sheet.part, let parts else { return }
    var name = sheet.name
    var number = 1
    while !tableNames.insert(name).inserted {
      number += 1
      name = "\(sheet.name) (\(number))"
    }
    let table = SheetTable(
      name: name, source: source.name, offset: offset, header: options.header,
      merges: { [unowned container] (rows) throws(FormatError) in
        try MergeSearch.ranges(of: part, touching: rows, in: container)
      })
    let scanner = SheetScanner(
      styles: styles, texts: texts, dates: SerialDate(countsFrom1904: parts.countsFrom1904),
      receive: { [unowned table] row in table.take(&row) })
    offset += part.size
    self.table = table
    parser = try PartParser(part, of: container, scanner)
  }

  private func step(_ parser: PartParser, _ table: SheetTable) throws(FormatError) {
    do {
      try parser.step()
      guard parser.isFinished else { return }
      try table.finish()
    } catch {
      self.parser = nil
      throw named(error, table.name)
    }
    self.parser = nil
    tell(table)
  }

  /// Puts the name of the sheet before that of a cell.
  private func named(_ error: FormatError, _ sheet: String) -> FormatError {
    var error = error
    error.diagnostic.source = source.name
    if let path = error.diagnostic.position.path, let (column, row) = CellReference.parse(path.utf8), let row {
      error.diagnostic.position.path = CellReference.path(sheet: sheet, column: column, row: row)
    }
    return error
  }

  private func tell(_ table: SheetTable) {
    guard let layout = table.layout, !layout.names.isEmpty else {
      find("empty sheet", table.name, evidence: "no cell holds a value")
      self.table = nil
      return
    }
    tableCount += 1
    // A sheet with names and no records is handed over once, by its columns.
    tellsEmptyTable = !table.wasRead
    let header = layout.header.map { ($0.count == 1 ? "row " : "rows ") + $0.shown } ?? "none"
    find("header of '\(table.name)'", header, evidence: layout.evidence)
  }
}

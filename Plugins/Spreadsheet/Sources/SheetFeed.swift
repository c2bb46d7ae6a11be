internal import FormatKit
internal import ZipReading

/// Gives the rows of the chosen sheets to the session's tables, a few at a time.
protocol SheetFeed: AnyObject {
  /// Parses on; false when there are no more rows.
  func step() throws(Problems) -> Bool
}

/// The sheets of an Office Open XML workbook, each a part of its own.
final class PackageFeed: SheetFeed {
  private unowned let session: WorkbookSession
  private let container: ZipArchive
  private let styles = StyleTable()
  private let texts: SharedTexts
  private let dates: SerialDate
  private var queue: ArraySlice<WorkbookParts.Sheet>
  private var current: (parser: PartParser, table: SheetTable)?
  /// The number of bytes in the sheets unpacked so far.
  private var offset = 0

  init(
    _ sheets: ArraySlice<WorkbookParts.Sheet>, of parts: WorkbookParts, in container: ZipArchive,
    for session: WorkbookSession
  ) throws(Problems) {
    self.session = session
    self.container = container
    texts = SharedTexts(source: container.source)
    dates = SerialDate(countsFrom1904: parts.countsFrom1904)
    queue = sheets
    if let part = parts.styles { try PartParser.parse(part, of: container, styles) }
    if let part = parts.texts { try PartParser.parse(part, of: container, texts) }
  }

  func step() throws(Problems) -> Bool {
    if current == nil {
      guard let sheet = queue.popFirst() else { return false }
      try begin(sheet)
    }
    guard let (parser, table) = current else { return true }
    try parser.step()
    if parser.isFinished {
      current = nil
      try session.end(table)
    }
    return true
  }

  private func begin(_ sheet: WorkbookParts.Sheet) throws(Problems) {
    guard let part = sheet.part else { return }
    let table = session.begin(
      sheet, offset: offset,
      merges: MergedCells { [unowned container] () throws(Problems) in
        try MergeSearch.ranges(of: part, in: container)
      })
    offset += part.size
    let scanner = SheetScanner(
      styles: styles, texts: texts, dates: dates, receive: { [unowned table] row in table.take(&row) })
    current = (try PartParser(part, of: container, scanner), table)
  }
}

/// The sheets of an OpenDocument spreadsheet, one after the other in the same part.
final class DocumentFeed: SheetFeed {
  private unowned let session: WorkbookSession
  private let sheets: [WorkbookParts.Sheet]
  private var parser: PartParser?
  private var table: SheetTable?

  init(
    _ sheets: ArraySlice<WorkbookParts.Sheet>, of parts: DocumentParts, in container: ZipArchive,
    for session: WorkbookSession
  ) throws(Problems) {
    self.session = session
    self.sheets = parts.sheets
    let scanner = DocumentScanner(
      wanted: Set(sheets.map(\.number)),
      beginSheet: { [unowned self] number, merges in begin(number, merges) },
      receive: { [unowned self] row in table?.take(&row) },
      endSheet: { [unowned self] in end() })
    parser = try PartParser(parts.content, of: container, scanner)
  }

  func step() throws(Problems) -> Bool {
    guard let parser, !parser.isFinished else { return false }
    try parser.step()
    return true
  }

  private func begin(_ number: Int, _ merges: MergedCells) {
    table = session.begin(sheets[number - 1], offset: 0, merges: merges)
  }

  private func end() -> Problems? {
    guard let table else { return nil }
    self.table = nil
    do {
      try session.end(table)
      return nil
    } catch {
      return error
    }
  }
}

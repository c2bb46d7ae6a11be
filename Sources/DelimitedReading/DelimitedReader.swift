internal import CSVFormat
public import FormatKit
internal import RetailValues

/// Makes records of the rows of one layout.
public protocol DelimitedMapping {
  /// Takes over a row whose text is whole.
  mutating func take(_ row: DelimitedRows, into tables: RecordTables) throws(Problems)
  /// Reports that a row cannot be read: adds a record with its problems to the main table.
  mutating func refuse(_ row: DelimitedRows, into tables: RecordTables)
  /// Hands over the records that were held back, at the end or before an error.
  mutating func finish(into tables: RecordTables)
}

/// Reads a delimited file as records of several tables.
public struct DelimitedReader: BatchReader {
  private let rows: DelimitedRows
  private let codes: DelimitedCodes
  private let begin: (DelimitedRows) throws(Problems) -> (any DelimitedMapping, RecordTables, [SourceFinding])
  private var mapping: (any DelimitedMapping)?
  private var tables = RecordTables([])
  private var layoutFindings: [SourceFinding] = []
  private var failure: Problems?
  private var isAtEnd = false

  /// - Parameters:
  ///   - unescapesFormulas: whether an apostrophe is removed that keeps a text from being a formula in a spreadsheet.
  ///   - begin: makes the mapping when the names of the columns are known; throws when they are of another format.
  public init(
    _ source: ByteSource, charset: Charset?, unescapesFormulas: Bool = false, codes: DelimitedCodes,
    begin: @escaping (DelimitedRows) throws(Problems) -> (any DelimitedMapping, RecordTables, [SourceFinding])
  ) throws(Problems) {
    self.codes = codes
    self.begin = begin
    rows = try DelimitedRows(
      source, charset: charset, unescapesFormulas: unescapesFormulas, codes: codes)
  }

  public var findings: [SourceFinding] {
    rows.findings + layoutFindings
      + tables.orphans.prefix(isAtEnd ? 100 : 0).map {
        SourceFinding($0.code.id, $0.message, evidence: $0.position.line > 0 ? "line \($0.position.line)" : "the file")
      }
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !tables.isHandingOver, !isAtEnd { gather() }
    if tables.isHandingOver {
      tables.fill(&batch)
      return true
    }
    if let failure { throw failure }
    return false
  }

  /// Gathers records until there are enough or none are left.
  private mutating func gather() {
    do throws(Problems) {
      if mapping == nil {
        try rows.begin()
        let (made, tables, findings) = try begin(rows)
        (mapping, self.tables, layoutFindings) = (made, tables, findings)
      }
      while !tables.isFull {
        guard try rows.next() else {
          isAtEnd = true
          break
        }
        try takeRow()
      }
    } catch {
      failure = error
      isAtEnd = true
    }
    let tables = tables
    if isAtEnd { mapping?.finish(into: tables) }
    tables.close()
  }

  private mutating func takeRow() throws(Problems) {
    let (rows, tables) = (rows, tables)
    if rows.isBroken {
      mapping?.refuse(rows, into: tables)
      return
    }
    for problem in rows.problems { tables.tellWithNext(problem) }
    if rows.isBlank { return }
    if rows.isHeader {
      let first = rows.text(rows.columns.indices.first { rows.text($0) != nil })
      return tables.tellWithNext(
        rows.problem(codes.repeatedHeader, value: first, "the header stands here once more, and is passed over"))
    }
    try mapping?.take(rows, into: tables)
  }
}

/// Looks at the header of a source whose format is to be found.
public enum HeaderPreview {
  /// The names of the columns; empty when the beginning of the source is not a table in text, or has none of the words.
  ///
  /// - Parameter word: a word of ASCII letters and spaces in lower case that must be in the first 16,384 bytes, in any case, which
  ///   makes most checks short.
  public static func columns(of preview: SourcePreview, holding word: String) -> [String] {
    var text = preview.text
    let hasWord = text.withUTF8 { bytes -> Bool in
      guard let first = bytes.first(where: { $0 > 32 }), !"{[<".utf8.contains(first) else { return false }
      let start = UnsafeBufferPointer(rebasing: bytes.prefix(1 << 14))
      return Array(word.utf8).withUnsafeBufferPointer { start.holds($0, case: .ignored) }
    }
    guard hasWord else { return [] }
    var options = CSVOptions()
    options.header = .yes
    options.formulas = .asIs
    // The names are needed even if the rows do not fit them: their own format reports that.
    options.adjustsHeader = false
    options.isRagged = true
    var batch = RecordBatch(rowLimit: 1)
    guard var reader = try? CSVFormat(options: options).reader(for: .memory(preview.bytes, name: preview.name)),
      (try? reader.read(into: &batch)) == true
    else { return [] }
    return batch.schema.columns.map(\.name)
  }
}

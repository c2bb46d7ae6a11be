public import FormatKit
internal import RetailValues
public import Stock

/// The first rows of a file as the records that an import would make of them, without a shop.
public struct RowPreview {
  /// A value as it would be stored, in the words of the record vocabulary.
  public struct Field: Hashable, Sendable {
    public let kind: String
    public let field: String
    public let value: String
  }

  /// What is wrong with a cell.
  public struct CellProblem: Hashable, Sendable {
    /// The column; nil where the whole row is meant.
    public let column: String?
    public let message: String
  }

  public struct Row: Hashable, Sendable {
    /// The line at which it begins, from 1; 0 where the file has no lines.
    public let line: Int
    public let fields: [Field]
    public let problems: [CellProblem]
  }

  /// The table of the file that the rows are of: its first.
  public let table: String
  public let rows: [Row]

  /// - Parameters:
  ///   - count: the number of rows, at least 1.
  ///   - settings: currency and time zone for amounts and times that name none.
  /// - Returns: nil for a file without rows, and for one of which no record is made.
  public init?(_ count: Int, of request: ImportRequest, registry: FormatRegistry, settings: ShopSettings) throws {
    let opened = try OpenedSource(request, registry: registry, isGlance: true)
    var mapped: [MappedBatch] = []
    for record in opened.profile.records where !mapped.contains(where: { $0.kind.name == record.kind }) {
      guard let kind = Vocabulary.kind(record.kind) else { continue }
      let made = opened.profile.records.filter { $0.kind == record.kind }.flatMap { $0.fields.map(\.field) }
      let fields = Set(made).union(opened.profile.constants.keys)
      mapped.append(MappedBatch(kind: kind, fields: fields, settings: settings, keepsBroken: true))
    }
    guard !mapped.isEmpty else { return nil }
    let receiver = PreviewReceiver(mapped)
    var mapper = RowMapper(
      profile: opened.profile, marks: opened.marks, settings: settings, receiver: receiver,
      sourceName: request.source.name,
      // What a column does not give, an import may ask for.
      supplied: Set(Vocabulary.kinds.flatMap { $0.fields.map(\.name) }))
    var reader = try opened.reader(progress: nil)
    mapper.columnsMayGrow = reader.columnsMayGrow
    var batch = RecordBatch(rowLimit: max(1, count))
    guard try reader.read(into: &batch), batch.rowCount > 0 else { return nil }
    table = batch.schema.table
    var positions: [RecordPosition] = []
    for row in 0..<min(batch.rowCount, max(1, count)) { positions.append(batch.position(row: row)) }
    try mapper.map(batch)
    try mapper.finish()
    rows = positions.map { position in
      let problems = receiver.problems.filter { $0.position.record == position.record }
      return Row(
        line: position.line, fields: receiver.fields(ofRecord: position.record),
        problems: problems.map { CellProblem(column: opened.sourceField(of: $0), message: $0.message) })
    }
  }
}

/// Collects the records of all kinds.
private final class PreviewReceiver: MappedRecordReceiver {
  private let mapped: [MappedBatch]
  private(set) var problems: [StagedProblem] = []

  /// - Parameter mapped: a batch for each kind, at least one.
  init(_ mapped: [MappedBatch]) { self.mapped = mapped }

  func receiver(for kind: String, fields: [String]) throws -> any MappedRecordInserter {
    // A batch passes over records of other kinds.
    try (mapped.first { $0.kind.name == kind } ?? mapped[0]).receiver(for: kind, fields: fields)
  }

  func add(_ problem: StagedProblem) { problems.append(problem) }

  /// The values of the records that were made of a record of the file, each once.
  func fields(ofRecord number: Int) -> [RowPreview.Field] {
    var fields: [RowPreview.Field] = []
    for made in mapped {
      for row in 0..<made.batch.rowCount where made.batch.position(row: row).record == number {
        for (index, column) in made.schema.columns.enumerated() {
          guard let value = made.batch.string(row: row, column: index), !value.isEmpty,
            !fields.contains(where: { $0.field == column.name && $0.value == value })
          else { continue }
          fields.append(.init(kind: made.kind.name, field: column.name, value: value))
        }
      }
    }
    return fields
  }
}

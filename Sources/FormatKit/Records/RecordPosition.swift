public import ProblemKit

/// The kind of a field's content. Absent, null and empty text are three different things, and none of them is zero.
public enum FieldKind: UInt8, Sendable, BitwiseCopyable {
  /// The record has no such field: a short row, a missing key or element.
  case absent = 0
  /// The record says that there is no value (JSON `null`, XML `xsi:nil`).
  case null = 1
  /// Characters, possibly none.
  case text = 2
  /// A number token, its digits kept as written.
  case number = 3
  /// `true` or `false`.
  case boolean = 4
  /// A number token that its source shows as a percentage: `0.19` for what people see as 19 %.
  case percentage = 5
}

/// The start of a record in its source.
public struct RecordPosition: Hashable, Sendable, BitwiseCopyable {
  /// The line, from 1; 0 when the source has no lines.
  public var line: Int
  /// Bytes before the record in the text as decoded to UTF-8.
  public var byteOffset: Int
  /// The record's number within its table, from 1.
  public var record: Int

  /// The start of a record; lines and records count from 1.
  ///
  /// ```swift
  /// RecordPosition(line: 2, byteOffset: 19, record: 1)
  /// ```
  @inlinable
  public init(line: Int, byteOffset: Int, record: Int) {
    self.line = line
    self.byteOffset = byteOffset
    self.record = record
  }
}

/// A problem that a reader attaches to one record of a batch.
public struct RecordProblem: Hashable, Sendable {
  /// The row within the batch, from 0; the row's fields are not to be used when the severity is `error`.
  public var row: Int
  /// The problem; its position says where within the source.
  public var problem: Problem
  /// Whether the field has a value in its source that could not be read, so that a record without it lacks something.
  package var losesValue = false
  /// Whether the row itself has the problem, rather than what is next to it in the source: that row may be used.
  package var isOfRow = true

  /// A problem of one row.
  ///
  /// ```swift
  /// batch.problems.append(RecordProblem(row: batch.rowCount, problem))
  /// batch.endRow(at: line.position(record: record))
  /// ```
  public init(row: Int, _ problem: Problem) {
    self.row = row
    self.problem = problem
  }

  /// The same problem of another row.
  package func moved(to row: Int) -> RecordProblem {
    var moved = self
    moved.row = row
    return moved
  }
}

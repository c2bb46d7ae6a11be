public import ProblemKit

/// One refused record of a source, with the reasons.
public struct RejectedRecord: Hashable, Sendable {
  /// The record's number within its table, as ``RecordPosition/record``.
  public var record: Int
  /// The table that it belongs to.
  public var table: String
  /// The line where it begins; 0 if the source has no lines.
  public var line: Int
  /// Its start in the decoded text, as ``RecordPosition/byteOffset``.
  public var byteOffset: Int
  /// A key that identifies the record to the caller: letters, digits, `-`, `_`, `.` and `:`.
  public var mark: String
  /// The problems of the record, for people, with their codes.
  public var reasons: [String]

  /// A refused record.
  ///
  /// ```swift
  /// RejectedRecord(
  ///   record: 2, table: "records", line: 3, byteOffset: 31, mark: "p7:2", reasons: ["quantity 'x' is not a number"])
  /// ```
  ///
  /// - Parameters:
  ///   - record: its number within its table, from 1.
  ///   - mark: the key that the import recognises it by.
  ///   - reasons: the messages of its problems.
  public init(record: Int, table: String, line: Int = 0, byteOffset: Int, mark: String, reasons: [String]) {
    self.record = record
    self.table = table
    self.line = line
    self.byteOffset = byteOffset
    self.mark = mark
    self.reasons = reasons
  }
}

/// The two columns that a refused record has in addition to its own fields.
///
/// An import recognises both: it skips the reason, and reads the mark as a column like any other.
public enum RejectColumns {
  /// Holds ``RejectedRecord/mark``.
  public static let mark = "stockroom_record"
  /// Holds the reasons, put together.
  public static let reason = "stockroom_reason"
  /// An additional column for a table with the refused records of several tables: the name of the table, which is a
  /// record kind.
  public static let kind = "stockroom_kind"
  /// Both, in the order in which they are written.
  public static let all = [mark, reason]

  /// Whether a column has the mark or the reasons of refused records.
  ///
  /// ```swift
  /// RejectColumns.contains("stockroom_reason")  // true
  /// RejectColumns.contains("sku")               // false
  /// ```
  public static func contains(_ name: String) -> Bool { name == mark || name == reason }
}

/// The note that is written with one refused record of a document.
public struct RejectNote: Hashable, Sendable {
  /// The marks of all refused rows that the record holds, with spaces between them.
  public var mark: String
  /// Their reasons on one line.
  public var reason: String

  /// A note with the marks and the reasons of one record.
  ///
  /// ```swift
  /// RejectNote(mark: "p7:2", reason: "quantity 'x' is not a number")
  /// ```
  public init(mark: String, reason: String) {
    self.mark = mark
    self.reason = reason
  }
}

/// The refused records of a source, returned one after the other, so that they are never in memory all at once.
///
/// They are ordered by ``RejectedRecord/byteOffset``, and by number if the offsets are equal. Not safe to share between
/// threads.
public final class RejectedRecords {
  /// The most text that is kept of the reasons, or the marks, of one record; a spreadsheet's cell holds no more.
  static let maximumNoteBytes = 32_000

  private let pull: () throws(Problems) -> RejectedRecord?
  private var waiting: RejectedRecord?
  private var isAtEnd = false

  /// Records that are returned by a function, such as one that reads them from a database.
  ///
  /// ```swift
  /// var rest = [refused].makeIterator()
  /// let rejected = RejectedRecords { rest.next() }
  /// try rejected.peek()?.record  // 2
  /// ```
  ///
  /// - Parameter next: returns the next record, or nil at the end.
  public init(_ next: @escaping () throws(Problems) -> RejectedRecord?) { pull = next }

  /// The records of a list; for tests and small sources.
  ///
  /// ```swift
  /// let rejected = RejectedRecords([refused])
  /// ```
  public convenience init(_ records: [RejectedRecord]) {
    var rest = records[...]
    self.init { () throws(Problems) in rest.popFirst() }
  }

  /// Returns the next record without consuming it; nil at the end.
  ///
  /// ```swift
  /// let rejected = RejectedRecords([refused])
  /// try rejected.peek()?.record  // 2
  /// try rejected.peek()?.record  // 2
  /// ```
  public func peek() throws(Problems) -> RejectedRecord? {
    if waiting == nil, !isAtEnd {
      waiting = try pull()
      isAtEnd = waiting == nil
    }
    return waiting
  }

  /// Consumes all records that begin before a position in the text and combines them; nil if there are no such records.
  ///
  /// One record of a document may hold several rows: its own, and those of the tables within it.
  ///
  /// ```swift
  /// let rejected = RejectedRecords([refused])  // its record begins after 31 bytes
  /// try rejected.take(before: 31)?.mark  // nil
  /// try rejected.take(before: 43)?.mark  // "p7:2"
  /// ```
  public func take(before end: Int) throws(Problems) -> RejectNote? {
    var note: RejectNote?
    while let next = try peek(), next.byteOffset < end {
      add(next, to: &note)
      waiting = nil
    }
    return note
  }

  /// Takes the record of that number when it is the next one; nil when it is not.
  ///
  /// ```swift
  /// let rejected = RejectedRecords([refused])  // it has the number 2
  /// try rejected.take(record: 1)?.mark  // nil
  /// try rejected.take(record: 2)?.mark  // "p7:2"
  /// ```
  public func take(record: Int) throws(Problems) -> RejectNote? {
    var note: RejectNote?
    while let next = try peek(), next.record == record {
      add(next, to: &note)
      waiting = nil
    }
    return note
  }

  /// Checks that each record was taken.
  ///
  /// ```swift
  /// let rejected = RejectedRecords([refused])
  /// try rejected.finish(source)  // throws .rejectsUnwritable: nothing took the record
  /// ```
  ///
  /// - Throws: ``Problem/Code/rejectsUnwritable`` when records are left that the source does not have.
  public func finish(_ source: ByteSource) throws(Problems) {
    guard let left = try peek() else { return }
    throw Problems(
      .rejectsUnwritable, source: source.name, at: SourcePosition(line: left.line, record: left.record),
      "record \(left.record) of '\(left.table)' is not found again: the file has changed while it was read")
  }

  private func add(_ record: RejectedRecord, to note: inout RejectNote?) {
    let reason = Self.onOneLine(record.reasons.joined(separator: "; "))
    let mark = Self.onOneLine(record.mark)
    guard let before = note else {
      note = RejectNote(mark: mark, reason: Self.shortened(reason))
      return
    }
    var joined = before
    if joined.mark.utf8.count + mark.utf8.count < Self.maximumNoteBytes { joined.mark += " " + mark }
    if joined.reason.utf8.count < Self.maximumNoteBytes, !reason.isEmpty {
      joined.reason = Self.shortened(joined.reason.isEmpty ? reason : joined.reason + "; " + reason)
    }
    note = joined
  }

  /// Replaces control characters and line ends with spaces, so that every format can hold the note.
  private static func onOneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: result.append(" ")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > maximumNoteBytes else { return text }
    return String(decoding: text.utf8.prefix(maximumNoteBytes - 8), as: UTF8.self) + " …"
  }
}

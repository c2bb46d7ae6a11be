/// One value on its way into the staging tables, in the units of storage.
public enum StagedValue {
  /// No value is given; the field is not changed.
  case absent
  /// The field is to be emptied.
  case clear
  case integer(Int64)
  /// UTF-8, valid during the call.
  case bytes(UnsafeBufferPointer<UInt8>)
  case text(String)
}

/// The position from which a staged record comes.
public struct StagedPosition: Sendable {
  /// The record's table within the source, from 0.
  public var table: Int
  public var line: Int
  public var record: Int
  public var byteOffset: Int

  public init(table: Int, line: Int, record: Int, byteOffset: Int) {
    self.table = table
    self.line = line
    self.record = record
    self.byteOffset = byteOffset
  }
}

/// A problem with a staged record, found while mapping or while comparing with stock.
public struct StagedProblem: Sendable {
  /// Stable code: `unknown-item`.
  public var code: String
  /// `error`, `guard`, `warning` or `notice`.
  public var severity: String
  public var kind: String
  public var field: String
  public var value: String
  public var message: String
  public var remedy: String
  /// Where the record begins, and the line of the problem itself.
  public var position: StagedPosition
  /// Its location in the document, where lines say little: `segment 17 PO1-04`.
  public var path: String?
  /// Bytes before the place that is meant, where that is elsewhere than the record begins.
  public var byteOffset: Int?

  public init(
    code: String, severity: String, kind: String, field: String, value: String, message: String, remedy: String,
    position: StagedPosition, path: String? = nil, byteOffset: Int? = nil
  ) {
    self.code = code
    self.severity = severity
    self.kind = kind
    self.field = field
    self.value = value
    self.message = message
    self.remedy = remedy
    self.position = position
    self.path = path
    self.byteOffset = byteOffset
  }
}

/// Problems of one cause: the same code, kind and field.
public struct ProblemGroup: Sendable {
  /// How many there are.
  public let count: Int
  /// The first of them; never empty.
  public internal(set) var problems: [StagedProblem]
}

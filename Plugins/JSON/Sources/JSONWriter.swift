public import FormatKit
import JSONReading

/// Writes the records of one table as objects, one to a line: as JSON Lines or as one array.
///
/// Numbers and booleans are written as such where the field is one, or where the column is typed so and the text is one;
/// null is `null`; an absent field is left out.
public struct JSONWriter: BatchWriter {
  /// The text around the records.
  enum Framing { case lines, array }

  private let framing: Framing
  private let plan: JSONWritingPlan
  private let types: [ColumnType]
  /// Whether text may be a number or a boolean, by the type of its column.
  private let hasTypes: Bool
  private let output: JSONOutput
  private var hasRecords = false

  init(_ schema: Schema, to sink: ByteSink, framing: Framing, nesting: Bool) {
    self.framing = framing
    plan = JSONWritingPlan(schema.columns.map(\.name), nesting: nesting)
    types = schema.columns.map(\.type)
    hasTypes = types.contains { $0 == .number || $0 == .boolean }
    output = JSONOutput(sink: sink)
  }

  public mutating func write(_ batch: borrowing RecordBatch) throws(Problems) {
    precondition(batch.schema.columns.count == types.count, "the batch has the columns that the writer was made for")
    for row in 0..<batch.rowCount {
      if framing == .array { try output.append(hasRecords ? ",\n" : "[\n") }
      hasRecords = true
      if plan.isFlat {
        try writeFlat(row, of: batch)
      } else {
        try output.append(byte: 0x7B)
        _ = try writeMembers(of: plan.root, row, of: batch, hasMembers: false)
        try output.append(byte: 0x7D)
      }
      if framing == .lines { try output.append(byte: 0x0A) }
    }
  }

  public mutating func finish() throws(Problems) {
    if framing == .array { try output.append(hasRecords ? "\n]\n" : "[]\n") }
  }

  @inline(__always)
  private func writeFlat(_ row: Int, of batch: borrowing RecordBatch) throws(Problems) {
    try output.append(byte: 0x7B)
    var hasMembers = false
    let keys = plan.flatKeys
    for column in 0..<keys.count {
      let kind = batch.kind(row: row, column: column)
      if kind == .absent { continue }
      try output.append(keys[column], droppingComma: !hasMembers)
      hasMembers = true
      if kind == .text, !hasTypes {
        try output.appendString(batch.bytes(row: row, column: column))
      } else {
        try writeValue(kind, row, column, of: batch)
      }
    }
    try output.append(byte: 0x7D)
  }

  /// - Returns: whether the object that is being written has members now.
  private func writeMembers(
    of group: JSONWritingPlan.Group, _ row: Int, of batch: borrowing RecordBatch, hasMembers: Bool
  ) throws(Problems) -> Bool {
    var hasMembers = hasMembers
    for entry in group.entries {
      switch entry {
      case .column(let column, let key):
        if batch.kind(row: row, column: column) == .absent { continue }
        try output.append(key, droppingComma: !hasMembers)
        try writeValue(batch.kind(row: row, column: column), row, column, of: batch)
        hasMembers = true
      case .group(let inner, let key):
        guard inner.columns.contains(where: { batch.kind(row: row, column: $0) != .absent }) else { continue }
        if let rival = inner.rival, batch.kind(row: row, column: rival) != .absent {
          // The name has a value of its own here, so that it cannot be an object too.
          for column in inner.columns where batch.kind(row: row, column: column) != .absent {
            try output.append(plan.flatKeys[column], droppingComma: !hasMembers)
            try writeValue(batch.kind(row: row, column: column), row, column, of: batch)
            hasMembers = true
          }
          continue
        }
        try output.append(key, droppingComma: !hasMembers)
        try output.append(byte: 0x7B)
        _ = try writeMembers(of: inner, row, of: batch, hasMembers: false)
        try output.append(byte: 0x7D)
        hasMembers = true
      }
    }
    return hasMembers
  }

  private func writeValue(
    _ kind: FieldKind, _ row: Int, _ column: Int, of batch: borrowing RecordBatch
  ) throws(Problems) {
    let bytes = batch.bytes(row: row, column: column)
    let isRaw =
      switch kind {
      case .absent, .null: false
      case .number, .percentage: JSONOutput.isNumber(bytes)
      case .boolean: Self.isBoolean(bytes)
      case .text:
        types[column] == .number
          ? JSONOutput.isNumber(bytes) : types[column] == .boolean ? Self.isBoolean(bytes) : false
      }
    if kind == .absent || kind == .null {
      try output.append("null")
    } else if isRaw {
      try output.append(bytes)
    } else {
      try output.appendString(bytes)
    }
  }

  static func isBoolean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes.count {
    case 4: bytes[0] == 0x74 && bytes[1] == 0x72 && bytes[2] == 0x75 && bytes[3] == 0x65
    case 5: bytes[0] == 0x66 && bytes[1] == 0x61 && bytes[2] == 0x6C && bytes[3] == 0x73 && bytes[4] == 0x65
    default: false
    }
  }
}

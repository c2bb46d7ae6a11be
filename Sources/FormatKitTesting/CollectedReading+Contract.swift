import FormatKit

/// The rules of ``BatchReader``, ``RecordBatch`` and ``Problem`` that can be checked on any reading.
extension CollectedReading {
  mutating func checkSchema(_ schema: Schema, of descriptor: FormatDescriptor) {
    if schema.table.isEmpty { contractViolations.append("a table has no name") }
    var seen: Set<String> = []
    for (index, column) in schema.columns.enumerated() {
      if column.name.isEmpty {
        contractViolations.append("column \(index + 1) of the table '\(schema.table)' has no name")
      } else if !seen.insert(column.name).inserted {
        contractViolations.append("the table '\(schema.table)' has two columns named '\(column.name)'")
      }
    }
    guard descriptor.shape == .semantic else { return }
    guard let kind = Vocabulary.kind(schema.table) else {
      contractViolations.append("a semantic format yields the table '\(schema.table)', which is not a record kind")
      return
    }
    for column in schema.columns where kind.field(column.name) == nil {
      contractViolations.append("the record kind '\(kind.name)' has no field '\(column.name)'")
    }
  }

  mutating func checkField(
    _ kind: FieldKind, _ bytes: UnsafeBufferPointer<UInt8>, named name: String, at position: RecordPosition
  ) {
    let place = "field '\(name)' of record \(position.record)"
    switch kind {
    case .absent, .null:
      if !bytes.isEmpty { contractViolations.append("\(place) is \(kind) and yet holds \(bytes.count) bytes") }
    case .boolean:
      if !bytes.elementsEqual("true".utf8), !bytes.elementsEqual("false".utf8) {
        contractViolations.append("\(place) is a boolean but neither true nor false")
      }
    case .number, .percentage:
      if bytes.isEmpty { contractViolations.append("\(place) is a number without digits") }
    case .text: break
    }
    if bytes.count > RecordBatch.maximumFieldBytes {
      contractViolations.append("\(place) holds \(bytes.count) bytes, more than the largest field may")
    }
    if String(validating: bytes, as: UTF8.self) == nil { contractViolations.append("\(place) is not valid UTF-8") }
  }

  mutating func checkProblem(_ problem: Problem, of descriptor: FormatDescriptor) {
    let code = problem.code
    if !descriptor.problemCodes.contains(code), !Problem.Code.common.contains(code) {
      contractViolations.append("the code '\(code.id)' is not declared by the format '\(descriptor.id)'")
    }
    if problem.message.isEmpty { contractViolations.append("a problem (\(code.id)) has no message") }
    if problem.remedy.isEmpty { contractViolations.append("a problem (\(code.id)) has no remedy") }
  }

  mutating func checkError(_ error: Problems, sourceName: String, of descriptor: FormatDescriptor) {
    checkProblem(error.first, of: descriptor)
    let isAboutOptions = error.code == .unknownOption || error.code == .invalidOption
    if !isAboutOptions, error.first.source != sourceName {
      contractViolations.append(
        "the error \(error.code.id) names the source '\(error.first.source)' instead of '\(sourceName)'"
      )
    }
    if error.first.severity != .error {
      contractViolations.append("\(error.code.id) ends the source, but its severity is not error")
    }
  }

  /// Record numbers count from 1 without gaps within a table, and places never go back.
  mutating func checkPositions() {
    for table in tables {
      var previous = RecordPosition(line: 0, byteOffset: 0, record: 0)
      for record in table.records {
        let position = record.position
        if position.record != previous.record + 1 {
          contractViolations.append(
            "record \(position.record) of the table '\(table.name)' follows record \(previous.record)")
          break
        }
        if position.line < previous.line || position.byteOffset < previous.byteOffset {
          contractViolations.append(
            "record \(position.record) of '\(table.name)' (line \(position.line), byte \(position.byteOffset)) "
              + "comes before the previous record (line \(previous.line), byte \(previous.byteOffset))")
          break
        }
        previous = position
      }
    }
  }
}

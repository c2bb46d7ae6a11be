import FormatKit
import JSONReading

/// The records of a source one after the other, at any depth, and the batches made of them.
struct JSONRecordSequence: ~Copyable {
  enum Layout: Equatable {
    /// A record on each line.
    case lines
    /// The array, or else the one record, at a path.
    case document(path: String)
    /// A record under each key of the object at a path.
    case keyed(path: String)

    var isKeyed: Bool { if case .keyed = self { true } else { false } }
  }

  private enum Phase { case before, elements, members, single, after, ended }

  let layout: Layout
  var mapper: JSONRecordMapper
  private var phase = Phase.before
  private var hasHandedOut = false
  /// Whether the schema must be handed out although there are no more records.
  private var owesSchema = false
  /// The error that ended the source; thrown after all rows before it were returned.
  private var failure: Problems?

  init(_ mapper: consuming JSONRecordMapper, layout: Layout) {
    self.mapper = mapper
    self.layout = layout
  }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if !mapper.crowded.isEmpty { return handOutCrowded(to: &batch) }
    mapper.startBatch(&batch)
    if mapper.main.isWaiting { mapper.main.endRow(in: &batch) }
    if failure == nil, phase != .ended {
      do throws(Problems) { try fill(&batch) } catch { fail(error, &batch) }
    }
    if batch.rowCount > 0 || owesSchema {
      (hasHandedOut, owesSchema) = (true, false)
      return true
    }
    if mapper.crowded.isEmpty, phase == .ended || failure != nil {
      mapper.crowded = mapper.children.filter { $0.hasPendingRows }
    }
    if !mapper.crowded.isEmpty { return handOutCrowded(to: &batch) }
    if let failure { throw failure }
    // The schema is returned even if there are no records.
    defer { hasHandedOut = true }
    return !hasHandedOut
  }

  private mutating func handOutCrowded(to batch: inout RecordBatch) -> Bool {
    if mapper.crowded.first?.handOut(to: &batch) == false, mapper.crowded.first?.hasPendingRows == false {
      mapper.crowded.removeFirst()
    }
    hasHandedOut = true
    return true
  }

  private mutating func fail(_ error: Problems, _ batch: inout RecordBatch) {
    failure = error
    mapper.main.takeBack(&batch)
    mapper.main.closeRow()
  }

  /// Reads records until the batch is full, a child table is crowded, or the schema must grow.
  private mutating func fill(_ batch: inout RecordBatch) throws(Problems) {
    while true {
      do throws(Problems) {
        if mapper.frames.isEmpty, try !beginRecord(into: &batch) {
          phase = .ended
          return
        }
        try mapper.readRecord(into: &batch)
      } catch {
        guard layout == .lines, Self.endsOnlyTheLine(error.code) else { throw error }
        try mapper.endBrokenRow(error.first, into: &batch)
      }
      if !mapper.crowded.isEmpty {
        if !mapper.frames.isEmpty { mapper.main.takeBack(&batch) }
        return
      }
      if mapper.main.isWaiting || batch.isFull || batch.rowCount &* mapper.batchColumns >= 1 << 17 { return }
    }
  }

  /// Whether the next line can be read after such an error.
  private static func endsOnlyTheLine(_ code: Problem.Code) -> Bool {
    code == .jsonSyntax || code == .tooDeep || code == .fieldTooLarge
  }

  private mutating func beginRecord(into batch: inout RecordBatch) throws(Problems) -> Bool {
    if phase == .before, layout != .lines { try findRecords(into: &batch) }
    switch (layout, phase) {
    case (.lines, _):
      let token = try mapper.scanner.next()
      if token == .end {
        if !hasHandedOut, mapper.main.position.record == 0 { throw empty() }
        return false
      }
      try mapper.beginRecord(token, key: nil, into: &batch)
      return true
    case (_, .elements):
      let token = try mapper.scanner.next()
      if token == .endArray { return try finish(&batch) }
      try mapper.beginRecord(token, key: nil, into: &batch)
      return true
    case (_, .members):
      guard try mapper.scanner.next() == .key else { return try finish(&batch) }
      let key = Array(mapper.scanner.token)
      try mapper.beginRecord(mapper.scanner.next(), key: key, into: &batch)
      return true
    case (_, .single):
      phase = .after
      return true
    default: return try finish(&batch)
    }
  }

  /// Goes to the records and settles what they are.
  private mutating func findRecords(into batch: inout RecordBatch) throws(Problems) {
    let first = try mapper.scanner.next()
    if first == .end { throw empty() }
    let path: String
    switch layout {
    case .lines: path = ""
    case .document(let given), .keyed(let given): path = given
    }
    guard let token = try JSONPath.descend(path, from: first, in: &mapper.scanner) else {
      throw Problems(
        .jsonPathMissing, source: mapper.scanner.name, value: path, "there is nothing at '\(path)' in the document")
    }
    if token == .beginArray {
      phase = .elements
    } else if token == .beginObject, layout.isKeyed {
      phase = .members
    } else {
      phase = .single
      try mapper.beginRecord(token, key: layout.isKeyed ? [] : nil, into: &batch)
    }
  }

  /// Reads the text after the records, which must be JSON too, and takes note of a currency in the objects around them.
  private mutating func finish(_ batch: inout RecordBatch) throws(Problems) -> Bool {
    phase = .after
    var found: String?
    var depth = mapper.scanner.depth
    var token = try mapper.scanner.next()
    while token != .end {
      guard token == .key, mapper.scanner.depth <= depth else {
        token = try mapper.scanner.next()
        continue
      }
      depth = mapper.scanner.depth
      let isNamed = OuterCurrency.isName(String(decoding: mapper.scanner.token, as: UTF8.self))
      token = try mapper.scanner.next()
      if isNamed, token == .string, mapper.scanner.token.count <= 64 {
        found = OuterCurrency.adding(String(decoding: mapper.scanner.token, as: UTF8.self), to: found)
      }
    }
    if case .document(let path) = layout, !path.isEmpty, let found { note(currency: found, &batch) }
    return false
  }

  /// Takes note of a currency after the records. Where some were handed out without any, it is one of several, so that not a part
  /// of the amounts is in it.
  private mutating func note(currency found: String, _ batch: inout RecordBatch) {
    let known = mapper.main.schema.currency
    let settled =
      known == nil
      ? hasHandedOut ? "none at first, \(found)" : found
      : found.split(separator: ", ").reduce(known) { OuterCurrency.adding(String($1), to: $0) }
    guard let settled, settled != known else { return }
    mapper.main.note(currency: settled)
    var schema = batch.schema
    schema.currency = settled
    batch.rename(schema)
    owesSchema = batch.rowCount == 0 && hasHandedOut
  }

  private func empty() -> Problems {
    Problems(.sourceEmpty, source: mapper.scanner.name, "the file holds no JSON")
  }
}

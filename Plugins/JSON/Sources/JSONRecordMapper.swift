import FormatKit
import JSONReading

/// Turns the values of a source into rows: members become columns, nested objects become dotted columns, arrays become
/// the rows of child tables.
///
/// It keeps its state on its own stack, so it can stop in the middle of a record and return the rows of a child table,
/// however many there are.
struct JSONRecordMapper: ~Copyable {
  /// A value that is being read.
  struct Frame {
    enum Kind {
      /// The members of an object.
      case object
      /// The elements of an array.
      case array
      /// An element that is not an object: it is read like the member `value` of an object.
      case element
    }
    let kind: Kind
    // Tables and shapes live as long as the mapper; not counting references here saves a tenth of the time.
    /// Whose row the values go to; for an array the table of its elements once there is one.
    unowned(unsafe) var table: JSONTable
    unowned(unsafe) let shape: JSONShape
    /// The member being read; for an array the one that it is the value of.
    var member: Int
    /// Members or elements so far.
    var count = 0
    /// Whether the end of the object is the end of a row.
    var isRow = false
    var stamp = 0
    /// The number of the record that an array belongs to.
    var parentRecord = 0
  }

  static let maximumTables = 128
  static let maximumRecordBytes = 64 << 20
  static let maximumKeyBytes = 1024
  static let maximumMembers = 65_536

  var scanner: JSONScanner
  let main: JSONTable
  let depthLimit: Int
  /// Children of the main table, in the order in which they were met.
  var children: [JSONTable] = []
  var shapes: [JSONShape] = []
  var memberCount = 0
  var frames: [Frame] = []
  private var lastStamp = 0
  /// Whether a record was an object, as the others then are.
  private var hasObjects = false
  /// Bytes of all rows that are not ended.
  var openBytes = 0
  /// Child tables whose rows must be returned before anything else.
  var crowded: [JSONTable] = []
  /// How many columns the caller's batch has.
  var batchColumns = 0

  init(_ scanner: consuming JSONScanner, main: JSONTable, depthLimit: Int) {
    self.scanner = scanner
    self.main = main
    self.depthLimit = depthLimit
  }

  // MARK: Records

  /// Begins a record with the first token of its value.
  mutating func beginRecord(_ token: JSONScanner.Token, key: [UInt8]?, into batch: inout RecordBatch)
    throws(Problems)
  {
    main.beginRow(line: scanner.line, byteOffset: scanner.byteOffset(of: token), isDirect: true)
    if let key {
      try key.withUnsafeBufferPointerTyped { (run) throws(Problems) in
        try put(run, .text, column: 0, of: main, into: &batch)
      }
    }
    try beginRow(token, of: main, into: &batch)
  }

  private mutating func beginRow(
    _ token: JSONScanner.Token, of table: JSONTable, into batch: inout RecordBatch
  ) throws(Problems) {
    if token == .beginObject {
      try checkDepth()
      lastStamp += 1
      if table === main { hasObjects = true }
      frames.append(Frame(kind: .object, table: table, shape: table.shape, member: 0, isRow: true, stamp: lastStamp))
    } else {
      if table === main, hasObjects { noteOddRecord(token) }
      let member = try Self.valueKey.withUnsafeBufferPointerTyped { (run) throws(Problems) in
        try self.member(run, of: table.shape, expected: 0)
      }
      frames.append(Frame(kind: .element, table: table, shape: table.shape, member: member))
      try accept(token, into: &batch)
    }
  }

  private static let valueKey = Array("value".utf8)

  /// Reads on within the record; returns at its end or when a child table is crowded.
  mutating func readRecord(into batch: inout RecordBatch) throws(Problems) {
    while let top = frames.last, crowded.isEmpty {
      switch top.kind {
      case .array: try readElement(of: top, into: &batch)
      case .element: try endValue(into: &batch)
      case .object:
        if top.table === main, main.isDirect, readExpectedMembers(into: &batch) {
          try endObject(into: &batch)
        } else {
          try readMember(into: &batch)
        }
      }
    }
  }

  private mutating func readMember(into batch: inout RecordBatch) throws(Problems) {
    if try scanner.next() == .endObject { return try endObject(into: &batch) }
    let place = frames.count - 1
    let shape = frames[place].shape
    let expected = frames[place].count == 0 ? 0 : frames[place].member + 1
    let member = try member(scanner.token, of: shape, expected: expected)
    if scanner.metLoneSurrogate { noteLoneSurrogate(in: frames[place].table, field: text(scanner.token)) }
    if shape.members[member].stamp == frames[place].stamp {
      forgetFirstValue(of: member, in: shape, of: frames[place].table, batch: &batch)
    }
    shape.members[member].stamp = frames[place].stamp
    frames[place].member = member
    frames[place].count += 1
    try accept(scanner.next(), into: &batch)
  }

  private mutating func readElement(of top: Frame, into batch: inout RecordBatch) throws(Problems) {
    let token = try scanner.next()
    let place = frames.count - 1
    if token == .endArray {
      frames.removeLast()
      if top.count == 0 { try putNothing(into: &batch) }
      return
    }
    if top.count == 0 {
      frames[place].parentRecord = top.table.position.record
      frames[place].table = try childTable(of: top.member, in: top.shape, of: top.table)
    }
    frames[place].count += 1
    let table = frames[place].table
    table.beginRow(line: scanner.line, byteOffset: scanner.byteOffset(of: token), isDirect: false)
    setNumber(frames[place].parentRecord, column: 0, of: table)
    setNumber(frames[place].count, column: 1, of: table)
    try beginRow(token, of: table, into: &batch)
  }

  private func setNumber(_ number: Int, column: Int, of table: JSONTable) {
    var digits = String(number)
    digits.withUTF8 { table.set(column, $0, .number) }
  }

  // MARK: Values

  /// Reads the value of the current member, whose first token was just read.
  private mutating func accept(_ token: JSONScanner.Token, into batch: inout RecordBatch) throws(Problems) {
    guard let top = frames.last else { return }
    switch token {
    case .string: try putScalar(.text, top, into: &batch)
    case .number: try putScalar(.number, top, into: &batch)
    case .boolean: try putScalar(.boolean, top, into: &batch)
    case .null: try putScalar(.null, top, into: &batch)
    case .beginObject:
      try checkDepth()
      noteOddValue(of: top, "an object")
      lastStamp += 1
      let shape = shape(of: top.member, in: top.shape)
      frames.append(Frame(kind: .object, table: top.table, shape: shape, member: 0, stamp: lastStamp))
    case .beginArray:
      try checkDepth()
      noteOddValue(of: top, "a list")
      frames.append(Frame(kind: .array, table: top.table, shape: top.shape, member: top.member))
    case .end, .key, .endObject, .endArray: throw scanner.unexpected()
    }
  }

  private func checkDepth() throws(Problems) {
    if scanner.depth > depthLimit { throw scanner.tooDeep(limit: depthLimit) }
  }

  private mutating func putScalar(
    _ kind: FieldKind, _ top: Frame, into batch: inout RecordBatch
  ) throws(Problems) {
    let column = try column(of: top.member, in: top.shape, of: top.table)
    if kind != .null { top.shape.members[top.member].hasScalar = true }
    let run = kind == .null ? UnsafeBufferPointer(start: nil, count: 0) : scanner.token
    try put(run, kind, column: column, of: top.table, into: &batch)
    if scanner.metLoneSurrogate { noteLoneSurrogate(in: top.table, field: top.table.schema.columns[column].name) }
  }

  /// An empty object or array: the record says that there is nothing.
  private mutating func putNothing(into batch: inout RecordBatch) throws(Problems) {
    guard let owner = frames.last else { return }
    let column = try column(of: owner.member, in: owner.shape, of: owner.table)
    try put(UnsafeBufferPointer(start: nil, count: 0), .null, column: column, of: owner.table, into: &batch)
  }

  private mutating func put(
    _ run: UnsafeBufferPointer<UInt8>, _ kind: FieldKind, column: Int, of table: JSONTable,
    into batch: inout RecordBatch
  ) throws(Problems) {
    try countOpen(run.count, of: table)
    if table.isDirect {
      let next = batch.pendingFieldCount
      if column >= next, column < batchColumns {
        for _ in next..<column { batch.append(missing: .absent) }
        batch.append(run, kind: kind)
        return
      }
      table.takeBack(&batch)
    }
    table.set(column, run, kind)
  }

  mutating func countOpen(_ count: Int, of table: JSONTable) throws(Problems) {
    openBytes += count
    table.countBytes(count)
    if openBytes > Self.maximumRecordBytes {
      throw Problems(
        .fieldTooLarge, source: scanner.name, at: scanner.position(at: scanner.cursor),
        "the record is larger than 64 MiB", remedy: "Look for an array or object that was never closed.")
    }
  }

  private mutating func endObject(into batch: inout RecordBatch) throws(Problems) {
    let ended = frames.removeLast()
    if ended.isRow { return try endRow(of: ended.table, into: &batch) }
    if ended.count == 0 { try putNothing(into: &batch) }
  }

  /// Ends the value of a row that is not an object, and with it the row.
  private mutating func endValue(into batch: inout RecordBatch) throws(Problems) {
    try endRow(of: frames.removeLast().table, into: &batch)
  }

  private mutating func endRow(of table: JSONTable, into batch: inout RecordBatch) throws(Problems) {
    if table === main {
      if scanner.layout == .lines { try scanner.finishLine() }
      return endMainRow(into: &batch)
    }
    openBytes -= table.rowBytes
    if table.endRow() { crowded.append(table) }
  }

  func isMissingColumns() -> Bool { main.schema.columns.count > batchColumns }

  mutating func endMainRow(into batch: inout RecordBatch) {
    openBytes -= main.rowBytes
    if isMissingColumns() {
      main.takeBack(&batch)
      if batch.rowCount > 0 { return main.waitForNextBatch() }
      startBatch(&batch)
    }
    main.endRow(in: &batch)
  }

  /// Makes the caller's batch ready for rows of the main table.
  mutating func startBatch(_ batch: inout RecordBatch) {
    batch.reset(schema: main.schema)
    batchColumns = main.schema.columns.count
  }

  /// Ends the rows of a broken line with the fields that were read.
  mutating func endBrokenRow(_ problem: Problem, into batch: inout RecordBatch) throws(Problems) {
    while let frame = frames.popLast() {
      guard frame.table !== main, frame.table.isOpen else { continue }
      note(problem, in: frame.table)
      openBytes -= frame.table.rowBytes
      if frame.table.endRow() { crowded.append(frame.table) }
    }
    if !main.isOpen {
      main.beginRow(line: scanner.line, byteOffset: scanner.byteOffset, isDirect: true)
    }
    note(problem, in: main)
    scanner.metLoneSurrogate = false
    try scanner.abandonLine()
    endMainRow(into: &batch)
  }
}

extension Array where Element == UInt8 {
  /// The bytes in place, for functions that throw errors of one type.
  func withUnsafeBufferPointerTyped<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problems) -> Result
  ) throws(Problems) -> Result {
    let outcome = withUnsafeBufferPointer { bytes -> Swift.Result<Result, Problems> in
      do throws(Problems) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}

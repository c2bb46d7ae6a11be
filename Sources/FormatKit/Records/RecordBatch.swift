/// Records of one table in one reused block of memory: all bytes in one arena, with the field ends and kinds in arrays.
///
/// A reader fills a batch until ``isFull``. The caller looks up a column's index once per batch and makes a `String`
/// only of what it keeps. Field text is always UTF-8.
///
/// ```swift
/// batch.reset(schema: Schema(columnNames: ["sku", "quantity"]))
/// batch.append(text: "A-1")
/// batch.append(text: "12")
/// batch.endRow(at: RecordPosition(line: 2, byteOffset: 13, record: 1))
/// batch.string(row: 0, column: 1)   // "12"
/// ```
public struct RecordBatch: ~Copyable {
  /// How many rows fill a batch; at least 1.
  public let rowLimit: Int
  /// How many bytes of field text fill a batch; a single row may exceed it.
  public let byteLimit: Int
  /// The largest field, in bytes.
  public static let maximumFieldBytes = 16 << 20
  /// The most columns that a table may have.
  public static let maximumColumns = 16_384

  /// The table of the batch and its columns, as ``reset(schema:)`` set them.
  public private(set) var schema = Schema(columns: [])
  @usableFromInline var rowTotal = 0
  /// Problems of single records, in row order.
  public var problems: [RecordProblem] = []

  // Members used for filling and reading are inlined into formats, which are modules of their own.
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline var byteCapacity: Int
  @usableFromInline var byteCount = 0
  @usableFromInline var ends: UnsafeMutablePointer<UInt32>
  @usableFromInline var kinds: UnsafeMutablePointer<FieldKind>
  @usableFromInline var fieldCapacity: Int
  @usableFromInline var fieldCount = 0
  @usableFromInline var rowStartField = 0
  @usableFromInline var columnCount = 0
  @usableFromInline var positions: UnsafeMutablePointer<RecordPosition>
  @usableFromInline var positionCapacity: Int

  /// How many rows there are.
  @inlinable public var rowCount: Int { rowTotal }

  /// An empty batch that is full at `rowLimit` rows or at `byteLimit` bytes.
  ///
  /// ```swift
  /// var chosen = RecordBatch(rowLimit: 1)
  /// chosen.isFull  // false
  /// ```
  public init(rowLimit: Int = 1024, byteLimit: Int = 1 << 20) {
    self.rowLimit = max(1, rowLimit)
    self.byteLimit = max(1, byteLimit)
    byteCapacity = 1 << 16
    fieldCapacity = 1 << 12
    positionCapacity = 1 << 8
    bytes = .allocate(capacity: byteCapacity + ByteBlock.padding)
    ends = .allocate(capacity: fieldCapacity)
    kinds = .allocate(capacity: fieldCapacity)
    positions = .allocate(capacity: positionCapacity)
  }

  deinit {
    bytes.deallocate()
    ends.deallocate()
    kinds.deallocate()
    positions.deallocate()
  }

  // MARK: Filling

  /// Whether a reader should hand the batch over.
  @inlinable public var isFull: Bool { rowTotal >= rowLimit || byteCount >= byteLimit }

  /// Forgets all rows and takes over a schema, which must have no more than ``maximumColumns`` columns.
  ///
  /// ```swift
  /// batch.reset(schema: Schema(table: "count_lines", columnNames: ["barcode", "counted_quantity"]))
  /// batch.rowCount  // 0
  /// ```
  public mutating func reset(schema: Schema) {
    precondition(schema.columns.count <= Self.maximumColumns, "a schema has at most 16,384 columns")
    self.schema = schema
    columnCount = schema.columns.count
    removeAllRows()
  }

  /// Gives the table and its columns other names; there must be as many columns as before.
  ///
  /// ```swift
  /// batch.rename(Schema(table: "stock_levels", columnNames: ["sku", "title", "quantity"]))
  /// batch.schema.table  // "stock_levels"
  /// ```
  public mutating func rename(_ schema: Schema) {
    precondition(schema.columns.count == columnCount, "renaming keeps the number of columns")
    self.schema = schema
  }

  /// Forgets all rows and keeps the schema and the memory.
  ///
  /// ```swift
  /// batch.removeAllRows()
  /// batch.schema.columns.count  // 3
  /// ```
  public mutating func removeAllRows() {
    rowTotal = 0
    byteCount = 0
    fieldCount = 0
    rowStartField = 0
    problems.removeAll(keepingCapacity: true)
    if byteCapacity / 4 > byteLimit, byteCapacity > 1 << 22 {
      bytes.deallocate()
      byteCapacity = 1 << 16
      bytes = .allocate(capacity: byteCapacity + ByteBlock.padding)
    }
  }

  /// How many fields the row now being filled has so far.
  @inlinable public var pendingFieldCount: Int { fieldCount - rowStartField }
  /// How many bytes of the field now being filled were appended so far.
  public var pendingFieldBytes: Int { byteCount - (fieldCount == 0 ? 0 : Int(ends[fieldCount - 1])) }

  /// Adds bytes to the field now being filled; ``endField(_:)`` closes it.
  ///
  /// ```swift
  /// batch.append(partial: UnsafeBufferPointer(rebasing: text[..<2]))
  /// batch.append(partial: UnsafeBufferPointer(rebasing: text[2...]))
  /// batch.endField(.text)
  /// ```
  @inlinable @inline(__always)
  public mutating func append(partial run: UnsafeBufferPointer<UInt8>) {
    guard let base = run.baseAddress, run.count > 0 else { return }
    if byteCount &+ run.count > byteCapacity { growBytes(by: run.count) }
    (bytes + byteCount).update(from: base, count: run.count)
    byteCount &+= run.count
  }

  /// Adds one byte to the field now being filled.
  ///
  /// ```swift
  /// for byte in "Lamp".utf8 { batch.append(partialByte: byte) }
  /// batch.pendingFieldBytes  // 4
  /// ```
  @inlinable @inline(__always)
  public mutating func append(partialByte byte: UInt8) {
    if byteCount == byteCapacity { growBytes(by: 1) }
    bytes[byteCount] = byte
    byteCount &+= 1
  }

  /// Closes the field that is being filled. ``endRow(at:)`` drops fields after the schema's last column.
  ///
  /// ```swift
  /// batch.append(partial: text)
  /// batch.endField(.text)
  /// batch.pendingFieldCount  // 1
  /// ```
  @inlinable @inline(__always)
  public mutating func endField(_ kind: FieldKind) {
    if fieldCount == fieldCapacity { growFields() }
    ends[fieldCount] = UInt32(truncatingIfNeeded: byteCount)
    kinds[fieldCount] = kind
    fieldCount &+= 1
  }

  /// Adds a whole field.
  ///
  /// ```swift
  /// batch.append(text)
  /// batch.pendingFieldCount  // 1
  /// ```
  @inlinable @inline(__always)
  public mutating func append(_ run: UnsafeBufferPointer<UInt8>, kind: FieldKind = .text) {
    append(partial: run)
    endField(kind)
  }

  /// Adds a whole field from memory of which ``ByteBlock/padding`` bytes after the field may be read, which is faster
  /// for short fields.
  ///
  /// Readers allocate that many bytes after the end of their buffers.
  ///
  /// ```swift
  /// batch.append(padded: start, count: 3)
  /// batch.pendingFieldCount  // 1
  /// ```
  @inlinable @inline(__always)
  public mutating func append(padded start: UnsafePointer<UInt8>, count: Int, kind: FieldKind = .text) {
    if byteCount &+ count > byteCapacity { growBytes(by: count) }
    ByteBlock.copy(start, to: bytes + byteCount, count: count)
    byteCount &+= count
    endField(kind)
  }

  /// Adds a whole field from a string; for schemas and tests, not for hot paths.
  ///
  /// ```swift
  /// batch.append(text: "A-3")
  /// batch.append(text: "Table")
  /// batch.append(text: "7", kind: .number)
  /// ```
  public mutating func append(text: String, kind: FieldKind = .text) {
    var text = text
    text.withUTF8 { append(partial: $0) }
    endField(kind)
  }

  /// Adds a field without a value; `kind` is `absent` or `null`.
  ///
  /// ```swift
  /// batch.append(text: "A-3")
  /// batch.append(missing: .null)
  /// batch.pendingFieldCount  // 2
  /// ```
  @inlinable @inline(__always)
  public mutating func append(missing kind: FieldKind) { endField(kind) }

  /// Ends the row: missing fields at its end become absent; fields after the last column and a field that was not
  /// closed are dropped.
  ///
  /// ```swift
  /// batch.append(text: "A-3")
  /// batch.endRow(at: RecordPosition(line: 4, byteOffset: 43, record: 3))
  /// batch.strings(row: 2)  // ["A-3", nil, nil]
  /// ```
  @inlinable
  public mutating func endRow(at position: RecordPosition) {
    if pendingFieldCount > columnCount { fieldCount = rowStartField + columnCount }
    byteCount = fieldCount == 0 ? 0 : Int(ends[fieldCount - 1])
    while pendingFieldCount < columnCount { endField(.absent) }
    rowStartField = fieldCount
    if rowTotal == positionCapacity { growPositions() }
    (positions + rowTotal).initialize(to: position)
    rowTotal &+= 1
  }

  /// Forgets the fields of the row that was not ended.
  ///
  /// ```swift
  /// batch.append(text: "A-3")
  /// batch.discardPartialRow()
  /// batch.pendingFieldCount  // 0
  /// ```
  public mutating func discardPartialRow() {
    fieldCount = rowStartField
    byteCount = fieldCount == 0 ? 0 : Int(ends[fieldCount - 1])
  }

  @usableFromInline
  mutating func growBytes(by count: Int) {
    precondition(byteCount + count <= Int(UInt32.max), "a batch holds at most 4 GiB")
    let capacity = max(byteCapacity * 2, byteCount + count)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + ByteBlock.padding)
    grown.update(from: bytes, count: byteCount)
    bytes.deallocate()
    bytes = grown
    byteCapacity = capacity
  }

  private static func enlarge<Element: BitwiseCopyable>(
    _ memory: inout UnsafeMutablePointer<Element>, from count: Int, to capacity: Int
  ) {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    grown.update(from: memory, count: count)
    memory.deallocate()
    memory = grown
  }

  @usableFromInline
  mutating func growPositions() {
    Self.enlarge(&positions, from: rowTotal, to: positionCapacity * 2)
    positionCapacity *= 2
  }

  @usableFromInline
  mutating func growFields() {
    Self.enlarge(&ends, from: fieldCount, to: fieldCapacity * 2)
    Self.enlarge(&kinds, from: fieldCount, to: fieldCapacity * 2)
    fieldCapacity *= 2
  }

  // MARK: Reading

  /// The kind of a field's content.
  ///
  /// ```swift
  /// batch.kind(row: 0, column: 2)  // .number
  /// ```
  @inlinable @inline(__always)
  public func kind(row: Int, column: Int) -> FieldKind { kinds[row &* columnCount &+ column] }

  /// The bytes of a field, valid until the batch is changed; ``ByteBlock/padding`` bytes after them may be read.
  ///
  /// ```swift
  /// let sku = batch.bytes(row: 0, column: 0)
  /// sku.first  // 65: the letter A
  /// ```
  @inlinable @inline(__always)
  public func bytes(row: Int, column: Int) -> UnsafeBufferPointer<UInt8> {
    let field = row &* columnCount &+ column
    let start = field == 0 ? 0 : Int(ends[field &- 1])
    return UnsafeBufferPointer(start: bytes + start, count: Int(ends[field]) &- start)
  }

  /// The fields of a row that have a text, by the names of their columns; empty ones are left out.
  ///
  /// ```swift
  /// let goods = batch.texts(ofRow: row)
  /// goods["title"]  // "Lamp"
  /// ```
  ///
  /// It makes a dictionary and a string for each field, so it is for formats of small files.
  public func texts(ofRow row: Int) -> [String: String] {
    var texts: [String: String] = [:]
    for (column, declared) in schema.columns.enumerated() {
      if let text = string(row: row, column: column), !text.isEmpty { texts[declared.name] = text }
    }
    return texts
  }

  /// The text of a field; nil when it is absent or null.
  ///
  /// ```swift
  /// batch.string(row: 0, column: 1)  // "Lamp"
  /// ```
  public func string(row: Int, column: Int) -> String? {
    switch kind(row: row, column: column) {
    case .absent, .null: nil
    case .text, .number, .boolean, .percentage: String(decoding: bytes(row: row, column: column), as: UTF8.self)
    }
  }

  /// The start of a row in its source.
  ///
  /// ```swift
  /// batch.position(row: 1).line  // 3
  /// ```
  public func position(row: Int) -> RecordPosition {
    precondition(row >= 0 && row < rowTotal, "the batch has that row")
    return positions[row]
  }

  /// The texts of a whole row, nil for absent and null; for tests and display.
  ///
  /// ```swift
  /// batch.strings(row: 0)  // ["A-1", "Lamp", "12"]
  /// ```
  public func strings(row: Int) -> [String?] { (0..<columnCount).map { string(row: row, column: $0) } }

  /// Copies one row of another batch with as many columns to the end of this one.
  ///
  /// ```swift
  /// var chosen = RecordBatch()
  /// chosen.reset(schema: batch.schema)
  /// chosen.appendRow(1, of: batch)
  /// chosen.strings(row: 0)  // ["A-2", "Chair", "4"]
  /// ```
  public mutating func appendRow(_ row: Int, of other: borrowing RecordBatch) {
    for column in 0..<other.columnCount {
      append(other.bytes(row: row, column: column), kind: other.kind(row: row, column: column))
    }
    endRow(at: other.position(row: row))
  }
}

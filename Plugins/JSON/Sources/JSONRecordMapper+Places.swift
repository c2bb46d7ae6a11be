import FormatKit
import JSONReading

// The destination of values (members, columns, child tables) and the problems of a record.
extension JSONRecordMapper {
  mutating func member(
    _ key: UnsafeBufferPointer<UInt8>, of shape: JSONShape, expected: Int
  ) throws(Problems) -> Int {
    if let known = shape.index(of: key, expected: expected) { return known }
    let nameBytes = shape.prefix.utf8.count + key.count
    if nameBytes > Self.maximumKeyBytes {
      throw Problems(
        .fieldTooLarge, source: scanner.name, at: scanner.position(at: scanner.cursor),
        value: String(text(key).prefix(40)),
        "the key '\(text(key).prefix(40))…' is longer than \(Self.maximumKeyBytes) bytes",
        remedy: "Give the fields shorter names; text belongs into values.")
    }
    memberCount += 1
    if memberCount > Self.maximumMembers || shape.count >= RecordBatch.maximumColumns { throw tooManyColumns() }
    return shape.add(key)
  }

  func tooManyColumns() -> Problems {
    Problems(
      .tooManyColumns, source: scanner.name, at: scanner.position(at: scanner.cursor),
      "the records have more than \(RecordBatch.maximumColumns) different keys",
      remedy: "If the keys of an object are the records' ids, name that object with path and give --option keyed=yes.")
  }

  mutating func column(of member: Int, in shape: JSONShape, of table: JSONTable) throws(Problems) -> Int {
    if shape.members[member].column >= 0 { return shape.members[member].column }
    if table.schema.columns.count >= RecordBatch.maximumColumns { throw tooManyColumns() }
    let name = shape.prefix + text(shape.members[member].key)
    let (index, renamed) = table.addColumn(name)
    shape.members[member].column = index
    if let renamed {
      note(
        .duplicateColumn, in: table, field: name, "two columns are named '\(name)'; the later is read as '\(renamed)'")
    }
    return index
  }

  mutating func shape(of member: Int, in shape: JSONShape) -> JSONShape {
    let known = shape.members[member].shape
    if known >= 0 { return shapes[known] }
    let added = JSONShape(prefix: shape.prefix + text(shape.members[member].key) + ".")
    shape.members[member].shape = shapes.count
    shapes.append(added)
    return added
  }

  mutating func childTable(
    of member: Int, in shape: JSONShape, of table: JSONTable
  ) throws(Problems) -> JSONTable {
    let known = shape.members[member].table
    if known >= 0 { return children[known] }
    if children.count >= Self.maximumTables {
      throw Problems(
        .jsonTooManyTables, source: scanner.name, at: scanner.position(at: scanner.cursor),
        "the records hold more than \(Self.maximumTables) different nested arrays")
    }
    let name = "\(table.schema.table).\(shape.prefix)\(text(shape.members[member].key))"
    let added = JSONTable(
      name: name, ownColumns: NestedColumns.all.map { Column(name: $0, type: .number) }, parent: table.schema.table)
    shape.members[member].table = children.count
    children.append(added)
    return added
  }

  // MARK: Problems

  func text(_ run: UnsafeBufferPointer<UInt8>) -> String { String(decoding: run, as: UTF8.self) }

  func note(_ problem: Problem, in table: JSONTable) {
    var problem = problem
    problem.position.record = table.position.record
    table.note(problem)
  }

  func note(_ code: Problem.Code, in table: JSONTable, field: String, value: String? = nil, _ message: String) {
    let place = scanner.position(at: scanner.cursor)
    table.note(
      Problem(
        code, source: scanner.name,
        at: SourcePosition(
          line: place.line, column: place.column, byteOffset: place.byteOffset, record: table.position.record,
          field: field),
        value: value, message))
  }

  /// Reports that a record is not an object, although others are.
  func noteOddRecord(_ token: JSONScanner.Token) {
    let what =
      switch token {
      case .string: "a text"
      case .number: "a number"
      case .boolean: "true or false"
      case .null: "null"
      default: "a list"
      }
    note(
      .jsonOddRecord, in: main, field: "value",
      value: token == .beginArray ? nil : String(text(scanner.token).prefix(80)),
      "the record is \(what), and records before it are objects")
  }

  /// Says that a value is an object or array, where it was a single value in many records before.
  func noteOddValue(of frame: Frame, _ what: String) {
    guard frame.table === main, frame.kind == .object else { return }
    let member = frame.shape.members + frame.member
    if !member.pointee.isOddNested {
      guard member.pointee.hasScalar, member.pointee.shape < 0, member.pointee.table < 0,
        main.position.record > 1
      else { return }
      member.pointee.isOddNested = true
    }
    let name = frame.shape.prefix + text(member.pointee.key)
    note(
      .jsonOddRecord, in: main, field: name,
      "'\(name)' is \(what) here, and a single value in the \(main.position.record - 1) records before")
  }

  mutating func noteLoneSurrogate(in table: JSONTable, field: String) {
    scanner.metLoneSurrogate = false
    note(.jsonLoneSurrogate, in: table, field: field, "'\(field)' holds one half of a character written as two escapes")
  }

  func forgetFirstValue(of member: Int, in shape: JSONShape, of table: JSONTable, batch: inout RecordBatch) {
    let key = text(shape.members[member].key)
    note(
      .jsonDuplicateKey, in: table, field: shape.prefix + key, value: key, "the key '\(key)' is in one object twice"
    )
    table.takeBack(&batch)
    forgetColumns(of: member, in: shape, of: table)
  }

  func forgetColumns(of member: Int, in shape: JSONShape, of table: JSONTable) {
    if shape.members[member].column >= 0 { table.clear(shape.members[member].column) }
    guard shape.members[member].shape >= 0 else { return }
    let inner = shapes[shape.members[member].shape]
    for index in 0..<inner.count { forgetColumns(of: index, in: inner, of: table) }
  }
}

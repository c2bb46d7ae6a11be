internal import FormatKit
internal import GRDB

/// Puts records of one kind into its staging table, a block of them at a time.
///
/// Facts that can be seen while records pass are noted for the comparison, which would otherwise scan all of them
/// again: whether their codes name records of their own row, whether keys ascend, which fields are always given.
/// Records of the catalog that only repeat one before them are set aside; see ``RepeatedRecords``.
public final class StageInserter {
  /// The role of a kind of record in its row.
  private enum Role { case product, variant, other }

  /// A field whose codes are numbered as they come.
  final class NumberedCodes {
    let field: String
    let place: Int
    var numbers = CodeNumbers()

    init(field: String, place: Int) {
      self.field = field
      self.place = place
    }
  }

  /// A field that names suppliers or locations of the shop, whose codes are looked up when they come for the first time.
  final class NamedCodes {
    let field: String
    private let codes: NumberedCodes
    private let search: (String) throws -> Int64?
    /// Whether the number of the stored record is kept in a column `n_<field>`.
    let hasColumn: Bool
    /// The stored record of each code, in the order in which the codes came; nil where there is none.
    private var ids: [Int64?] = []

    init(field: String, place: Int, hasColumn: Bool, search: @escaping (String) throws -> Int64?) {
      self.field = field
      self.hasColumn = hasColumn
      self.search = search
      codes = NumberedCodes(field: field, place: place)
    }

    /// The stored record that a value names.
    fileprivate func record(of values: [StagedValue], at position: StagedPosition) throws -> Int64? {
      let number = values[codes.place].withBytes { $0.flatMap { codes.numbers.number(of: $0, at: position) } }
      guard let number else { return nil }
      if ids.count < number { ids.append(try search(codes.numbers[ids.count])) }
      return ids[Int(number) - 1]
    }

    /// Whether every code is that of a stored record, which is asked for again: time may have passed since.
    func areStored() throws -> Bool {
      guard codes.numbers.isComplete, !ids.contains(nil) else { return false }
      return try ids.indices.allSatisfy { try search(codes.numbers[$0]) == ids[$0] }
    }
  }

  /// The values that each record has besides its fields, in the first columns of the block.
  enum Column: Int, CaseIterable {
    case tbl, line, record, offset, broken, clear, twin, seq
  }

  /// Puts the records of the block into the staging table.
  private let statement: Statement
  private let table: StagedBlockTable
  private let block: StagedBlock
  private let siblings: RowSiblings
  private let role: Role
  /// The places of the kind's own code and of the code of what its row brought.
  private let keyPlace: Int?
  private let siblingPlace: Int?
  /// The column of the first number of a code, and that of the first field.
  private static let firstNumber = Column.allCases.count
  private let firstValue: Int
  /// The records that repeat one before them, which are set aside.
  let repeats: RepeatedRecords?
  private let lastKey: KeptBytes
  private var lastTwin: Int64 = 0
  /// The number that the next record takes; those between were repeated ones.
  private var nextRow: Int64 = 1

  /// The codes from which records are created, as long as they are few.
  let made: [NumberedCodes]
  /// The codes of suppliers and locations.
  let named: [NamedCodes]
  /// The columns of the staging table for numbers of codes.
  var numberColumns: [String] {
    made.map { "n_\($0.field)" } + named.filter(\.hasColumn).map { "n_\($0.field)" }
  }
  /// Whether a record said of a field that it is to be emptied.
  private(set) var hasCleared = false
  /// Whether a record came that takes no part in what follows.
  private(set) var hasBroken = false
  /// Whether every record names the product or variant of its own row.
  private(set) var namesItsRow: Bool
  /// Whether each of those came after the one before, so that none is named twice.
  private(set) var twinsAscend = true
  /// Whether each code of the kind's own came after the one before, so that none comes twice.
  private(set) var keysAscend: Bool
  /// The number of the last record.
  private(set) var lastNumber: Int64 = 0
  /// The fields that some record lacks, a bit for each.
  private var lacking: UInt64 = 0

  init(
    statement: Statement, table: StagedBlockTable, stored: StoredKind?, fields: [String], made: [String],
    named: [NamedCodes], siblings: RowSiblings, database: Database
  ) {
    self.statement = statement
    self.table = table
    self.siblings = siblings
    role = stored?.record.part == .product ? .product : stored?.record.part == .variant ? .variant : .other
    lastKey = role == .product ? siblings.productKey : role == .variant ? siblings.variantKey : KeptBytes()
    let keys = stored?.keys ?? []
    keyPlace = keys.count == 1 && keys[0].reference == nil ? fields.firstIndex(of: keys[0].field) : nil
    keysAscend = keyPlace != nil
    repeats =
      stored?.record.isRepeated == true
      ? RepeatedRecords(database: database, kind: stored?.kind ?? "", keyPlace: keyPlace) : nil
    siblingPlace = role == .product ? nil : fields.firstIndex(of: role == .variant ? "product_code" : "sku")
    namesItsRow = siblingPlace != nil
    self.made = made.compactMap { field in
      fields.firstIndex(of: field).map { NumberedCodes(field: field, place: $0) }
    }
    self.named = named
    firstValue = Self.firstNumber + self.made.count + named.count { $0.hasColumn }
    block = StagedBlock(columnCount: firstValue + fields.count)
  }

  /// Whether no unbroken record lacks a field; the field's place is that among the kind's fields.
  func isAlwaysGiven(_ place: Int) -> Bool { place < 64 && lacking & (1 << UInt64(place)) == 0 }

  /// Stages one record.
  ///
  /// - Parameters:
  ///   - values: one for each field, in order.
  ///   - isBroken: whether a problem was found with it; it then takes no part in what follows.
  public func insert(_ values: [StagedValue], at position: StagedPosition, isBroken: Bool) throws {
    siblings.enter(table: position.table, record: position.record)
    let twin = twin(values)
    if let first = repeats?.first(saying: values, twin, as: nextRow, isBroken: isBroken) {
      try repeats?.add(nextRow, of: first, position)
      nextRow += 1
      noteRepeated(values)
      return noteSibling(first)
    }
    note(values, twin, isBroken: isBroken)
    block.begin()
    set(.tbl, position.table)
    set(.line, position.line)
    set(.record, position.record)
    set(.offset, position.byteOffset)
    set(.broken, isBroken ? 1 : 0)
    set(.seq, Int(nextRow))
    block.set(Column.twin.rawValue, twin)
    try setNumbers(of: values, at: position, isBroken: isBroken)
    set(.clear, setFields(to: values))
    block.end()
    lastNumber = nextRow
    nextRow += 1
    noteSibling(lastNumber)
    if block.isFull { try flush() }
  }

  /// Puts the records that are still on their way into the table.
  func flush() throws {
    guard block.count > 0 else { return }
    try table.run(statement, over: block)
    block.removeAll()
  }

  private func set(_ column: Column, _ number: Int) { block.set(column.rawValue, Int64(number)) }

  private func setNumbers(of values: [StagedValue], at position: StagedPosition, isBroken: Bool) throws {
    guard !isBroken else { return }
    var column = Self.firstNumber
    for codes in made {
      let number = values[codes.place].withBytes { $0.flatMap { codes.numbers.number(of: $0, at: position) } }
      block.set(column, number)
      column += 1
    }
    for codes in named {
      let record = try codes.record(of: values, at: position)
      guard codes.hasColumn else { continue }
      block.set(column, record)
      column += 1
    }
  }

  /// - Returns: a bit for each field that is to be emptied.
  private func setFields(to values: [StagedValue]) -> Int {
    var clear: Int64 = 0
    for (index, value) in values.enumerated() {
      switch value {
      case .absent: break
      case .clear: clear |= 1 << Int64(index)
      case .integer(let number): block.set(firstValue + index, number)
      case .bytes(let bytes): block.set(firstValue + index, bytes)
      case .text(var text): text.withUTF8 { block.set(firstValue + index, $0) }
      }
    }
    if clear != 0 { hasCleared = true }
    return Int(clear)
  }

  /// The product or variant of the record's row, if it is the one that the record names.
  private func twin(_ values: [StagedValue]) -> Int64? {
    guard let siblingPlace, let sibling = role == .variant ? siblings.product : siblings.variant else { return nil }
    let key = role == .variant ? siblings.productKey : siblings.variantKey
    return values[siblingPlace].withBytes { code in code.map { key.order($0) == 0 } ?? false } ? sibling : nil
  }

  /// Updates what is known of all records of the kind: the order of keys, constant values, errors.
  private func note(_ values: [StagedValue], _ twin: Int64?, isBroken: Bool) {
    if let keyPlace {
      values[keyPlace].withBytes { code in
        guard let code else {
          keysAscend = false
          return lastKey.clear()
        }
        if lastKey.order(code) <= 0 { keysAscend = false }
        lastKey.keep(code)
      }
    }
    guard !isBroken else {
      hasBroken = true
      return
    }
    for (index, value) in values.enumerated() {
      switch value {
      case .absent, .clear: if index < 64 { lacking |= 1 << UInt64(index) }
      default: break
      }
    }
    guard siblingPlace != nil else { return }
    guard let twin else {
      namesItsRow = false
      return
    }
    if twin <= lastTwin { twinsAscend = false }
    lastTwin = twin
  }

  /// Keeps the key of a record that was set aside, which is that of its row.
  private func noteRepeated(_ values: [StagedValue]) {
    guard let keyPlace else { return }
    values[keyPlace].withBytes { code in
      guard let code, lastKey.order(code) != 0 else { return }
      // Its like came before the last one, so the codes do not ascend.
      keysAscend = false
      lastKey.keep(code)
    }
  }

  private func noteSibling(_ row: Int64) {
    switch role {
    case .product: siblings.product = row
    case .variant: siblings.variant = row
    case .other: break
    }
  }
}

internal import ProblemKit

/// Reads the rows of a nested table with the fields of the records around them as further columns, as a person would write both
/// into one table: the lines of orders with the number and the supplier of their order.
///
/// A record may have its fields after its rows, and a million rows. So the records of each level are read by a reader of their own,
/// and no more than one batch of each is kept. Tables that are neither the rows nor around them come as they are.
///
/// The rows keep their name, position and number. A column of a record around them whose name a row has as well gets the name of
/// its record: `order.total` next to `total`.
struct FlattenedReader: BatchReader {
  private let state: State

  init(
    _ source: ByteSource, rows table: String, open: @escaping () throws(Problems) -> any BatchReader
  ) {
    state = State(source: source.name, table: table, open: open)
  }

  var columnsMayGrow: Bool { true }
  var findings: [SourceFinding] { state.reader?.findings ?? [] }

  mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool { try state.read(into: &batch) }

  /// How many levels of records may be around the rows; each of them is read once more.
  static let maximumLevels = 4

  /// Holds what cannot be copied.
  private final class State {
    private let source: String
    private let table: String
    private let open: () throws(Problems) -> any BatchReader
    private(set) var reader: (any BatchReader)?
    /// The records around the rows, the nearest first.
    private var heads: [HeadRecords] = []
    private var input = RecordBatch()
    private var next = 0
    private var layout = FlattenedLayout()
    private var isAtEnd = false
    private var isKnown = false
    private var tables: [String] = []

    init(source: String, table: String, open: @escaping () throws(Problems) -> any BatchReader) {
      (self.source, self.table, self.open) = (source, table, open)
    }

    func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
      while next >= input.rowCount {
        guard !isAtEnd, try readNext() else { return try finish(&batch) }
        if input.schema.table == table {
          try findHeads()
        } else if !table.hasPrefix(input.schema.table + ".") {
          return passOn(to: &batch)
        } else {
          next = input.rowCount
        }
      }
      try fill(&batch)
      return true
    }

    private func readNext() throws(Problems) -> Bool {
      if reader == nil { reader = try open() }
      next = 0
      guard try reader?.read(into: &input) == true else { return false }
      if !tables.contains(input.schema.table) { tables.append(input.schema.table) }
      return true
    }

    /// Opens the levels around the rows, which the first rows name.
    private func findHeads() throws(Problems) {
      guard !isKnown else { return }
      isKnown = true
      var parent = input.schema.parent
      while let name = parent {
        guard heads.count < FlattenedReader.maximumLevels else {
          throw Problems(
            .tooDeep, source: source, value: table,
            "the rows of '\(table)' are nested in more than \(FlattenedReader.maximumLevels) levels of records")
        }
        let child = heads.last?.table ?? table
        let level = HeadRecords(of: name, holding: child, source: source, reader: try open())
        try level.begin()
        heads.append(level)
        parent = level.schema.parent
      }
    }

    private func passOn(to batch: inout RecordBatch) -> Bool {
      batch.reset(schema: input.schema)
      for row in 0..<input.rowCount { batch.appendRow(row, of: input) }
      batch.problems = input.problems
      next = input.rowCount
      return true
    }

    /// Fills a batch with rows of the same columns.
    private func fill(_ batch: inout RecordBatch) throws(Problems) {
      try begin(&batch)
      while next < input.rowCount, !batch.isFull {
        try advanceHeads()
        if !layout.fits(input.schema, heads) {
          if batch.rowCount > 0 { return }
          try begin(&batch)
        }
        note(on: &batch)
        for place in layout.places {
          if place.level == 0 {
            batch.append(
              input.bytes(row: next, column: place.column), kind: input.kind(row: next, column: place.column))
          } else {
            heads[place.level - 1].append(place.column, to: &batch)
          }
        }
        batch.endRow(at: input.position(row: next))
        next += 1
      }
    }

    private func begin(_ batch: inout RecordBatch) throws(Problems) {
      if !layout.fits(input.schema, heads) { layout = FlattenedLayout(input.schema, heads, source: source) }
      guard layout.schema.columns.count <= RecordBatch.maximumColumns else {
        throw Problems(
          .tooManyColumns, source: source,
          "the rows of '\(table)' have more than \(RecordBatch.maximumColumns) columns with those of the records around them"
        )
      }
      batch.reset(schema: layout.schema)
    }

    /// Goes to the records around the next row.
    private func advanceHeads() throws(Problems) {
      var number = input.parentNumber(ofRow: next)
      for level in heads {
        guard let wanted = number, try level.advance(to: wanted) else {
          throw Problems(
            .sourceUnreadable, source: source, value: table,
            "the record that holds a row of '\(table)' cannot be found; the file may have changed while it was read")
        }
        number = level.parentNumber
      }
    }

    /// Adds the problems of the next row and of the records around it.
    private func note(on batch: inout RecordBatch) {
      for item in input.problems where item.row == next { batch.problems.append(item.moved(to: batch.rowCount)) }
      for level in heads { level.handOverProblems(to: &batch) }
    }

    /// Hands on what is wrong with records after the last row, and a currency that the file names there.
    private func finish(_ batch: inout RecordBatch) throws(Problems) -> Bool {
      guard !isAtEnd else { return false }
      isAtEnd = true
      guard isKnown || tables.isEmpty else {
        throw Problems(
          .tableUnknown, source: source, value: table, "the file has no table '\(table)'",
          remedy: "It has: \(tables.prefix(20).joined(separator: ", ")).")
      }
      guard !heads.isEmpty else { return false }
      for level in heads { try level.finish() }
      let isLate = layout.currency(input.schema, heads) != layout.schema.currency
      layout = FlattenedLayout(layout.rows, heads, source: source)
      batch.reset(schema: layout.schema)
      for level in heads { level.handOverSkipped(to: &batch) }
      return isLate || !batch.problems.isEmpty
    }
  }
}

extension RecordBatch {
  /// The number of the record that holds a row of a nested table.
  func parentNumber(ofRow row: Int) -> Int? {
    string(row: row, column: 0).flatMap { Int($0) }
  }
}

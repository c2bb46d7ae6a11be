internal import RetailValues

/// The columns of flattened rows: those of the records around them, the outermost first, then their own.
struct FlattenedLayout {
  /// The level that a column comes from, 0 for the rows themselves, and its index there.
  private(set) var places: [(level: Int, column: Int)] = []
  private(set) var schema = Schema(columns: [])
  /// The columns of the rows alone.
  private(set) var rows = Schema(columns: [])
  private var headCounts: [Int] = []

  init() {}

  init(_ rows: Schema, _ heads: [HeadRecords], source: String) {
    self.rows = rows
    headCounts = heads.map(\.schema.columns.count)
    var taken: Set<String> = []
    var own: [(level: Int, index: Int, column: Column)] = []
    for (index, column) in rows.columns.enumerated() where !NestedColumns.all.contains(column.name) {
      taken.insert(Vocabulary.normalized(column.name))
      own.append((0, index, column))
    }
    for (level, head) in heads.enumerated() {
      var around: [(level: Int, index: Int, column: Column)] = []
      for (index, column) in head.schema.columns.enumerated() where !head.isLeftOut(column.name) {
        var column = column
        column.name = Self.distinct(column.name, of: head.noun, among: &taken)
        column.head = head.noun
        around.append((level + 1, index, column))
      }
      own = around + own
    }
    places = own.map { ($0.level, $0.index) }
    schema = Schema(
      table: rows.table, columns: own.map(\.column), currency: nil, keptDigits: rows.keptDigits, parent: nil)
    schema.currency = currency(rows, heads)
  }

  /// A name that no other column has: the row's own keeps it, and that of a record around it is called by the record as well.
  private static func distinct(_ name: String, of noun: String, among taken: inout Set<String>) -> String {
    if taken.insert(Vocabulary.normalized(name)).inserted { return name }
    let whole = name.hasPrefix("@") ? noun + name : "\(noun).\(name)"
    var found = whole
    var number = 2
    while !taken.insert(Vocabulary.normalized(found)).inserted {
      found = "\(whole) (\(number))"
      number += 1
    }
    return found
  }

  /// Whether rows and records around them have no other columns, and the file no other currency.
  func fits(_ rows: Schema, _ heads: [HeadRecords]) -> Bool {
    self.rows.columns.count == rows.columns.count && self.rows.table == rows.table
      && headCounts == heads.map(\.schema.columns.count) && currency(rows, heads) == schema.currency
  }

  /// The currency that the file names outside its records.
  func currency(_ rows: Schema, _ heads: [HeadRecords]) -> String? {
    rows.currency ?? heads.lazy.compactMap(\.schema.currency).first
  }
}

/// The columns of one table of a source, in order.
public struct Schema: Hashable, Sendable {
  /// The table's name: a record kind for a semantic format, else what the source calls it, else `records`.
  public var table: String
  /// The columns in the order of the fields of each row.
  public var columns: [Column]
  /// The currency of all amounts, where the source names it outside its records, such as in an attribute of the root
  /// element; several with commas where it names several.
  public var currency: String?
  /// How many digits of a number the source keeps, where it rounds longer ones; nil where it keeps all of them.
  public var keptDigits: Int?
  /// The table whose rows hold those of this one, each by its number in the column `_parent`; nil for a table that is not
  /// nested.
  public var parent: String?

  /// A table with columns that have types.
  ///
  /// ```swift
  /// Schema(table: "prices", columns: [Column(name: "sku"), Column(name: "price", type: .number)], currency: "EUR")
  /// ```
  public init(
    table: String = Schema.defaultTable, columns: [Column], currency: String? = nil, keptDigits: Int? = nil,
    parent: String? = nil
  ) {
    self.table = table
    self.columns = columns
    self.currency = currency
    self.keptDigits = keptDigits
    self.parent = parent
  }

  /// A table whose columns are texts.
  ///
  /// ```swift
  /// Schema(table: "count_lines", columnNames: ["barcode", "counted_quantity"])
  /// ```
  public init(table: String = Schema.defaultTable, columnNames: [String]) {
    self.init(table: table, columns: columnNames.map { Column(name: $0) })
  }

  /// The name of the only table of a source whose table has no name.
  public static let defaultTable = "records"

  /// The index of a column; nil if no column has that exact name.
  ///
  /// ```swift
  /// batch.schema.index(of: "quantity")  // 2
  /// batch.schema.index(of: "Quantity")  // nil
  /// ```
  public func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  /// Makes unique column names from the header of a file: an empty name becomes `column 3`, a repeated name gets a
  /// number: `name (2)`.
  ///
  /// ```swift
  /// let found = Schema.distinctNames(["sku", "", "price", "price"])
  /// found.names       // ["sku", "column 2", "price", "price (2)"]
  /// found.duplicates  // [3]
  /// ```
  ///
  /// - Returns: as many names as headers, no two alike, and the indexes of those that were renamed because an earlier
  ///   column has the same header.
  public static func distinctNames(_ headers: [String]) -> (names: [String], duplicates: [Int]) {
    var taken = Set(headers)
    var seen: [String: Int] = [:]
    var names: [String] = []
    var duplicates: [Int] = []
    for (index, header) in headers.enumerated() {
      let base = header.isEmpty ? "column \(index + 1)" : header
      let isFree = header.isEmpty ? !taken.contains(base) : seen[base] == nil
      var name = base
      var number = max(1, seen[base] ?? 1)
      while name == base && !isFree || name != base && taken.contains(name) {
        number += 1
        name = "\(base) (\(number))"
      }
      if !header.isEmpty, !isFree { duplicates.append(index) }
      if !header.isEmpty { seen[base] = number }
      taken.insert(name)
      names.append(name)
    }
    return (names, duplicates)
  }
}

/// A column: its name, as the source writes it, and the type of its values if the source declares it.
public struct Column: Hashable, Sendable {
  /// The name, as the source writes it or as the record vocabulary has it.
  public var name: String
  /// The type of its values; text unless the source declares another.
  public var type: ColumnType
  /// The sign or code of the currency in which the source shows the column's numbers, such as `$` or `CHF`.
  public var currency: String?
  /// The singular of the table that its values come from where that is a table around the rows, such as `order` in a list of
  /// the lines of orders: each value is repeated in all rows of its record. Nil for a column of the rows themselves.
  public var head: String?

  /// A column, by its name and type.
  ///
  /// ```swift
  /// Column(name: "price", type: .number, currency: "EUR")
  /// ```
  public init(name: String, type: ColumnType = .text, currency: String? = nil, head: String? = nil) {
    self.name = name
    self.type = type
    self.currency = currency
    self.head = head
  }
}

/// The type of a column's values, for writers that type their cells.
public enum ColumnType: String, Hashable, Sendable {
  /// Characters.
  case text
  /// A number, its digits kept as written.
  case number
  /// `true` or `false`.
  case boolean
  /// A day.
  case date
  /// A moment.
  case dateTime
}

internal import ProblemKit

/// A format whose records hold further records, which become rows of nested tables: orders with their lines, products with their
/// variants.
///
/// Its reader gives nested tables with ``NestedColumns`` first and with the table that they are in as ``Schema/parent``. With
/// ``nestedRows`` the rows of one of them are read with the fields of the records around them, in every format.
public protocol NestingFormat: ReadableFormat {
  /// The nested table whose rows are wanted with the fields of the records around them; nil to read each table by itself.
  var nestedRows: String? { get }
}

/// The first columns of a nested table.
public enum NestedColumns {
  /// The number of the record that holds the row, in the table of that record.
  public static let parent = "_parent"
  /// The position of the row within that record, from 1.
  public static let index = "_index"
  /// Both, in order.
  public static let all = [parent, index]
}

extension OptionField {
  /// The option for ``NestingFormat/nestedRows``.
  ///
  /// ```swift
  /// let field = OptionField<ScanOptions>.nestedRows(\.section)
  /// field.description.name  // "rows"
  /// ```
  public static func nestedRows(_ path: any WritableKeyPath<Options, String?> & Sendable) -> Self {
    .text(
      nestedRowsName, path,
      "The nested table whose rows are read, each with the fields of the records around it, as if all were one table.",
      values: "a table, as orders.lines")
  }
}

/// The name of the option for ``NestingFormat/nestedRows``.
package let nestedRowsName = "rows"

extension Problem.Code {
  /// A record without rows in the nested table that is read.
  public static let recordWithoutRows = Problem.Code(
    "record-without-rows", .warning,
    "A record holds no row of the nested table that is read, so nothing is taken of it.",
    remedy: "If something is missing, complete the record; else nothing needs to be done.")
  /// The same of a record that looks like a row itself.
  public static let recordInPlaceOfRows = Problem.Code(
    "record-in-place-of-rows", .error,
    "A record holds no row of the nested table that is read, and has itself what the rows have.",
    remedy: "Write it with a list of its rows, as the other records have.")
}

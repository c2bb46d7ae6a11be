internal import ProblemKit

/// A format whose files hold records of several kinds together, as the file of a whole system does.
public protocol ManyTablesFormat: Format {
  /// Writes the tables of one file.
  associatedtype TablesWriter: BatchWriter
  /// The tables in its files, in the order in which the writer needs them.
  var demands: [TableDemand] { get }
  /// Creates a writer.
  ///
  /// The writer gets batches whose schema's table is the kind and whose columns are the requested fields, in order. The
  /// batches come in the order of ``demands``; a kind without records is left out. Each batch of a group holds records
  /// of one group only. The batches of a group follow each other in the order of its tables, and a table with more
  /// records than fit into a batch comes in several batches. Groups come in the byte order of their keys.
  ///
  /// ```swift
  /// func tablesWriter(to sink: ByteSink) throws(Problems) -> FreshnessListWriter { FreshnessListWriter(to: sink) }
  /// ```
  func tablesWriter(to sink: ByteSink) throws(Problems) -> TablesWriter
}

/// The records that a format needs for writing: those of one kind, or those of several kinds that belong together.
public struct TableDemand: Hashable, Sendable {
  /// One kind with its fields.
  public struct Table: Hashable, Sendable {
    /// Name of a kind of ``Vocabulary``.
    public let kind: String
    /// In order, fields of the kind, or fields that an export can join to them.
    public let fields: [String]

    /// A kind with those of its fields that the format writes.
    ///
    /// ```swift
    /// TableDemand.Table("list_items", ["list", "item", "title", "expires_on"])
    /// ```
    public init(_ kind: String, _ fields: [String]) {
      self.kind = kind
      self.fields = fields
    }
  }

  /// The tables, in the order in which their records are written.
  public let tables: [Table]
  /// The field whose value groups the records that belong together; nil for an independent table. Kinds of items
  /// without the field `product_code` are grouped by the product of their item. `source_key` identifies the record that
  /// was made from another system's object, in `source_objects` and in the records themselves.
  public let group: String?

  /// All records of a kind, in the shop's order.
  ///
  /// ```swift
  /// TableDemand.table("foods", ["food", "title", "keywords"])
  /// ```
  public static func table(_ kind: String, _ fields: [String]) -> TableDemand {
    TableDemand(tables: [Table(kind, fields)], group: nil)
  }

  /// For each value of a field the records of several kinds: of each product its record, then its variants, then its prices.
  ///
  /// ```swift
  /// TableDemand.group(
  ///   by: "list",
  ///   [TableDemand.Table("shared_lists", ["list", "list_title"]), TableDemand.Table("list_items", ["list", "item"])])
  /// ```
  public static func group(by field: String, _ tables: [Table]) -> TableDemand {
    TableDemand(tables: tables, group: field)
  }
}

/// A format whose files hold records of several kinds together, as the file of a whole system does.
public protocol ManyTablesFormat: Format {
  associatedtype TablesWriter: BatchWriter
  /// What its files hold, in the order in which the writer takes it.
  var demands: [TableDemand] { get }
  /// Begins to write.
  ///
  /// The writer gets batches whose schema's table names the kind and whose columns are the fields demanded, in order. What is
  /// demanded comes in the order of ``demands``; a kind of which there is nothing does not come. Of a group, each batch holds
  /// records of one group only, and the batches of a group come one after the other, in the order of its tables; a table of
  /// more records than a batch takes comes in several. Groups come in the order of the bytes of their key.
  func tablesWriter(to sink: ByteSink) throws(FormatError) -> TablesWriter
}

/// What a format wants written: the records of one kind, or those of several kinds that belong together.
public struct TableDemand: Hashable, Sendable {
  /// One kind with its fields.
  public struct Table: Hashable, Sendable {
    /// Name of a kind of ``Vocabulary``.
    public let kind: String
    /// In order, fields of the kind, or those that an export of it may have beside its own.
    public let fields: [String]

    public init(_ kind: String, _ fields: [String]) {
      self.kind = kind
      self.fields = fields
    }
  }

  public let tables: [Table]
  /// The field whose value says which records belong together; nil for a table that stands alone. Kinds of items without
  /// the field `product_code` go by the product of their item. `source_key` is the record that an object of another system
  /// became, for `source_objects` and for the records themselves.
  public let group: String?

  /// All records of a kind, in the shop's order.
  public static func table(_ kind: String, _ fields: [String]) -> TableDemand {
    TableDemand(tables: [Table(kind, fields)], group: nil)
  }

  /// For each value of a field the records of several kinds: of each product its record, then its variants, then its prices.
  public static func group(by field: String, _ tables: [Table]) -> TableDemand {
    TableDemand(tables: tables, group: field)
  }
}

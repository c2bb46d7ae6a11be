internal import Catalog
public import FormatKit
public import Stock

/// Writes stored records in any writable format, in the words of the record vocabulary.
public struct RecordExport {
  private let shop: ShopDatabase

  /// Told after each batch how many records of a kind were written.
  public var progress: ((Int) -> Void)?

  public init(shop: ShopDatabase) { self.shop = shop }

  /// Writes every record of a kind.
  ///
  /// - Parameters:
  ///   - fields: the fields wanted, in order, those of ``JoinedField`` included; all that are kept when nil.
  ///   - location: code of the only location wanted.
  ///   - scope: whose records.
  /// - Returns: how many records were written.
  @discardableResult
  public func write(
    _ kind: RecordKind, fields: [String]? = nil, location: String? = nil, scope: RecordScope = .all,
    format: RegisteredFormat, options: [String: String] = [:], to sink: ByteSink
  ) throws -> Int {
    guard let writing = format.writing else {
      throw FormatError(
        .unknownFormat, value: format.descriptor.id, "the format \(format.descriptor.id) cannot be written",
        remedy: "See `stockroom formats` for those that can.")
    }
    let columns = try RecordColumns(kind, fields: fields ?? Self.keptFields(of: kind), shop: shop.settings)
    var writer = try writing.writer(for: columns.schema, to: sink, options: options)
    var filler = RecordFiller(columns)
    var batch = RecordBatch()
    batch.reset(schema: columns.schema)
    try shop.forEachRecord(of: kind.name, fields: columns.selected, location: location, scope: scope) { row in
      filler.append(row, to: &batch)
      if batch.isFull {
        try writer.write(batch)
        batch.removeAllRows()
        progress?(filler.count)
      }
    }
    if batch.rowCount > 0 { try writer.write(batch) }
    try writer.finish()
    return filler.count
  }

  /// Writes all that the files of a format hold of several kinds of records; see ``ManyTablesFormat``.
  ///
  /// - Parameter hidden: the kinds that are left out, as if there were nothing of them.
  /// - Returns: how many records of each kind were written.
  @discardableResult
  public func writeAll(
    format: RegisteredFormat, options: [String: String] = [:], without hidden: Set<String> = [],
    location: String? = nil, scope: RecordScope = .all, to sink: ByteSink
  ) throws -> [String: Int] {
    guard let gathering = format.gathering else {
      throw FormatError(
        .unknownFormat, value: format.descriptor.id,
        "the format \(format.descriptor.id) holds one kind of records at a time",
        remedy: "Say which kind is to be written.")
    }
    var writer = try gathering.writer(to: sink, options: options)
    var counts: [String: Int] = [:]
    for demand in try gathering.demands(options: options) {
      let tables = try demand.tables.filter { !hidden.contains($0.kind) }.map { table in
        guard let kind = Vocabulary.kind(table.kind) else {
          throw FormatError(.fieldMissing, value: table.kind, "there is no record kind '\(table.kind)'")
        }
        return try RecordColumns(kind, fields: table.fields, shop: shop.settings)
      }
      var fillers = tables.map { RecordFiller($0) }
      var batch = RecordBatch()
      func take(_ place: Int, _ row: StoredRow?) throws {
        if let row {
          if batch.rowCount == 0 { batch.reset(schema: tables[place].schema) }
          fillers[place].append(row, to: &batch)
        }
        if row == nil || batch.isFull, batch.rowCount > 0 {
          try writer.write(batch)
          batch.removeAllRows()
          progress?(counts.values.reduce(0, +) + fillers.reduce(0) { $0 + $1.count })
        }
      }
      if let group = demand.group {
        let selections = tables.map {
          RecordSelection(kind: $0.kind, fields: $0.selected, location: location, scope: scope)
        }
        try shop.forEachRecord(of: selections, groupedBy: group, take)
      } else if let table = tables.first {
        try shop.forEachRecord(of: table.kind, fields: table.selected, location: location, scope: scope) {
          try take(0, $0)
        }
        try take(0, nil)
      }
      for (table, filler) in zip(tables, fillers) { counts[table.kind, default: 0] += filler.count }
    }
    try writer.finish()
    return counts
  }

  /// The fields of a kind that the shop keeps: those that only say which item is meant are left to the SKU.
  public static func keptFields(of kind: RecordKind) -> [String] {
    let named = kind.field("sku") != nil && kind.name != "barcodes"
    return kind.fields.map(\.name).filter { name in
      if named, name == "barcode" { return false }
      // Instructions to the reader are not kept; lines of documents keep the supplier's code as it stood there.
      if name == "replaces" { return false }
      return !(named && name == "supplier_code" && !Self.keepsSuppliersCode.contains(kind.name))
    }
  }

  private static let keepsSuppliersCode: Set<String> = [
    "supplier_items", "order_lines", "order_response_lines", "despatch_lines", "invoice_lines",
  ]
}

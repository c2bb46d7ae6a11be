package import GRDB
package import ProblemKit
public import RetailValues

/// The stock of one variant at one location.
public struct StockBalance: Hashable, Sendable {
  public let variantID: Int64
  public let sku: String
  /// The location's code.
  public let location: String
  /// The lot, where stock is kept by lot: issues without a lot are taken from the lots that expire first.
  public let lot: String?
  /// Negative when more was taken than was booked in; shown unchanged.
  public let quantity: Quantity
}

/// One movement with its details and source.
public struct StockMovement: Hashable, Sendable {
  public let id: Int64
  public let variantID: Int64
  public let location: String
  public let lot: String?
  public let quantity: Quantity
  public let kind: MovementKind
  /// When the goods moved.
  public let effectiveAt: Timestamp
  /// When Stockroom learnt of it.
  public let recordedAt: Timestamp
  /// The cost of one unit that the document states, if any.
  public let unitCost: UnitCost?
  /// The code of the reason, if any.
  public let reason: String?
  /// Kind and number of the document, and the line in it.
  public let documentKind: String
  public let document: String
  public let documentLine: String
  /// The file that it was imported from, with the line in that file.
  public let source: String?
  public let sourceLine: Int64?
  /// The number of the import that recorded it, if any.
  public let importNumber: Int64?
  public let note: String?
  /// The movement that this one takes back, of an undo or redo.
  public let reverses: Int64?
}

/// A variant as people name it.
public struct VariantDescription: Hashable, Sendable {
  public let id: Int64
  public let sku: String
  public let title: String
  /// One of its barcodes, as it was given.
  public let barcode: String?
  public let colour: String?
  public let size: String?
}

extension ShopDatabase {
  /// The variant with that SKU or barcode; leading zeros of a barcode that a spreadsheet lost do not matter.
  public func variant(_ skuOrBarcode: String) throws -> VariantDescription? {
    try read { database in
      guard let id = try VariantLookup.id(database, of: skuOrBarcode) else { return nil }
      return try VariantLookup.description(database, of: id)
    }
  }

  /// The variant that somebody means who typed a SKU or a barcode; nil without one.
  ///
  /// Exact codes come first. Otherwise the case of the letters A to Z does not matter, so that `a1001-blk-s` is `A1001-BLK-S`.
  /// Codes in files are compared exactly.
  ///
  /// - Throws: ``Problem/Code/ambiguousItem`` if several SKUs differ from it in case alone.
  public func variant(typed text: String) throws -> VariantDescription? {
    try read { database in
      guard let id = try VariantLookup.id(database, typed: text) else { return nil }
      return try VariantLookup.description(database, of: id)
    }
  }

  /// The variant with a SKU or barcode that a user entered, as ``variant(typed:)`` finds it.
  ///
  /// - Throws: ``Problem/Code/notFound`` if the catalog does not have it, ``Problem/Code/ambiguousItem``.
  public func knownVariant(_ skuOrBarcode: String) throws -> VariantDescription {
    guard let variant = try variant(typed: skuOrBarcode) else { throw VariantLookup.notFound(skuOrBarcode) }
    return variant
  }

  /// The titles of the variants with those numbers, in one query.
  public func variantTitles(_ ids: [Int64]) throws -> [Int64: String] {
    try read { database in
      var titles: [Int64: String] = [:]
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT variant_id, title FROM report_variants WHERE variant_id IN (SELECT value FROM json_each(?))",
        arguments: ["[" + ids.map(String.init).joined(separator: ",") + "]"])
      while let row = try rows.next() { titles[row[0] as Int64] = row[1] as String }
      return titles
    }
  }

  /// The stock on hand, now or at a moment, in order of SKU and location; streamed, so that there may be any number of balances.
  ///
  /// - Parameters:
  ///   - moment: movements up to and including this moment count; nil is now, with everything that is recorded.
  ///   - location: code of a location, nil for all.
  ///   - variant: number of a variant, nil for all.
  ///   - includingZero: whether to return variants whose stock is now zero.
  /// - Throws: ``Problem/Code/notFound`` for a location that does not exist.
  public func balances(
    at moment: Timestamp? = nil, location: String? = nil, variant: Int64? = nil, includingZero: Bool = false,
    _ receive: (StockBalance) throws -> Void
  ) throws {
    try read { database in
      var conditions: [String] = []
      var arguments: StatementArguments = []
      var rowsOfLots = LotIssues.balances
      if let moment, variant == nil {
        rowsOfLots = LotIssues.balances(at: moment)
      } else if let moment {
        // The history of one variant is shorter than the list of all.
        rowsOfLots = LotIssues.flows
        conditions.append("b.effective_at <= ?")
        arguments += [moment.millisecondsSince1970]
      }
      if let location {
        conditions.append("b.location_id = ?")
        arguments += [try LocationLookup.id(database, of: location)]
      }
      if let variant {
        conditions.append("b.variant_id = ?")
        arguments += [variant]
      }
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT q.variant_id, v.sku, l.code, lots.lot, q.quantity
          FROM (
            SELECT b.variant_id, b.location_id, b.lot_id, SUM(b.quantity) AS quantity
            FROM (\(rowsOfLots)) b
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            GROUP BY b.variant_id, b.location_id, b.lot_id
          ) q JOIN variants v ON v.id = q.variant_id JOIN locations l ON l.id = q.location_id
            LEFT JOIN lots ON lots.id = q.lot_id
          \(includingZero ? "" : "WHERE q.quantity <> 0")
          ORDER BY v.sku, l.code, lots.lot
          """, arguments: arguments)
      while let row = try rows.next() {
        try receive(
          StockBalance(
            variantID: row[0], sku: row[1], location: row[2], lot: row[3], quantity: Quantity(scaled: row[4])))
      }
    }
  }

  /// The stock on hand, as a list.
  public func balances(
    at moment: Timestamp? = nil, location: String? = nil, variant: Int64? = nil, includingZero: Bool = false
  ) throws -> [StockBalance] {
    var all: [StockBalance] = []
    try balances(at: moment, location: location, variant: variant, includingZero: includingZero) { all.append($0) }
    return all
  }

  /// The movements of a variant in the order in which the ledger adds them up: by their time, then as recorded.
  ///
  /// - Parameter moment: the last moment that counts; nil for all.
  /// - Throws: ``Problem/Code/notFound`` for a location that does not exist.
  public func movements(
    of variant: Int64, location: String? = nil, through moment: Timestamp? = nil,
    _ receive: (StockMovement) throws -> Void
  ) throws {
    try read { database in
      var arguments: StatementArguments = [variant, moment?.millisecondsSince1970 ?? Int64.max]
      if let location { arguments += [try LocationLookup.id(database, of: location)] }
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT m.id, m.variant_id, l.code, lots.lot, m.quantity, m.kind, m.effective_at, m.recorded_at, m.unit_cost,
            r.code, d.kind, d.number, m.document_line, i.source, m.source_line, m.note,
            m.reverses, m.import_id
          FROM movements m JOIN locations l ON l.id = m.location_id JOIN documents d ON d.id = m.document_id
            LEFT JOIN lots ON lots.id = m.lot_id LEFT JOIN reasons r ON r.id = m.reason_id
            LEFT JOIN imports i ON i.id = m.import_id
          WHERE m.variant_id = ? AND m.effective_at <= ? \(location == nil ? "" : "AND m.location_id = ?")
          ORDER BY m.effective_at, m.id
          """, arguments: arguments)
      while let row = try rows.next() {
        let kind: String = row[5]
        let cost: Int64? = row[8]
        try receive(
          StockMovement(
            id: row[0], variantID: row[1], location: row[2], lot: row[3], quantity: Quantity(scaled: row[4]),
            kind: MovementKind(rawValue: kind) ?? .adjustment, effectiveAt: Timestamp(millisecondsSince1970: row[6]),
            recordedAt: Timestamp(millisecondsSince1970: row[7]), unitCost: cost.map { UnitCost(scaled: $0) },
            reason: row[9], documentKind: row[10], document: row[11], documentLine: row[12], source: row[13],
            sourceLine: row[14], importNumber: row[17], note: row[15], reverses: row[16]))
      }
    }
  }

  /// The movements of a variant, as a list.
  public func movements(
    of variant: Int64, location: String? = nil, through moment: Timestamp? = nil
  ) throws -> [StockMovement] {
    var all: [StockMovement] = []
    try movements(of: variant, location: location, through: moment) { all.append($0) }
    return all
  }
}

extension ShopDatabase {
  /// Whether there is an item with this SKU or barcode.
  public func knowsItem(_ skuOrBarcode: String) throws -> Bool {
    try read { try VariantLookup.id($0, of: skuOrBarcode) != nil }
  }
}

/// Finds variants by what people write.
package enum VariantLookup {
  package static func id(_ database: Database, of skuOrBarcode: String) throws -> Int64? {
    if let id = try Int64.fetchOne(database, sql: "SELECT id FROM variants WHERE sku = ?", arguments: [skuOrBarcode]) {
      return id
    }
    if let barcode = try? Barcode(parsing: skuOrBarcode),
      let id = try Int64.fetchOne(
        database, sql: "SELECT variant_id FROM barcodes WHERE canonical = ?", arguments: [barcode.canonical])
    {
      return id
    }
    return nil
  }

  /// The variant that a typed code means; see ``ShopDatabase/variant(typed:)``.
  package static func id(_ database: Database, typed text: String) throws -> Int64? {
    if let id = try id(database, of: text) { return id }
    guard hasLetters(text) else { return nil }
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT id, sku FROM variants WHERE sku IN (\(spellings(in: "variants", "sku"))) ORDER BY sku",
      arguments: [text])
    guard let row = rows.first else { return nil }
    guard rows.count == 1 else { throw ambiguous(text, rows.map { $0["sku"] as String }) }
    return row["id"] as Int64
  }

  /// Whether a code can be written in another case; most scanned codes cannot, and are not searched for again.
  package static func hasLetters(_ code: String) -> Bool {
    code.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  /// A query of the spellings that the code `?1` has in a column, by the case of the letters A to Z.
  ///
  /// The column's index keeps `a` and `A` apart, so the query follows both, letter by letter, as far as codes begin like that.
  /// Reading all codes would take a tenth of a second in a large shop.
  package static func spellings(in table: String, _ column: String) -> String {
    """
    WITH RECURSIVE typed(text) AS (VALUES (upper(?1)), (lower(?1))),
      spelled(text, length) AS (
        SELECT '', 0
        UNION
        SELECT s.text || substr(t.text, s.length + 1, 1), s.length + 1 FROM spelled s, typed t
        WHERE s.length < length(t.text) AND EXISTS (
          SELECT 1 FROM \(table) k WHERE k.\(column) >= s.text AND k.\(column) < s.text || char(1114111)))
    SELECT text FROM spelled WHERE text = ?1 COLLATE NOCASE
    """
  }

  /// The error for a typed code that the catalog does not have.
  static func notFound(_ text: String) -> Problems {
    Problems(.notFound, "the catalog has no item '\(text)'", remedy: "Give the SKU or a barcode of an item.")
  }

  /// The error for a typed code that fits several others but for its case.
  package static func ambiguous(_ text: String, _ codes: [String]) -> Problems {
    Problems(
      .ambiguousItem, "'\(text)' may be \(codes.map { "'\($0)'" }.joined(separator: " or "))",
      remedy: "Write the code with its capital and small letters, or give a barcode.")
  }

  package static func description(_ database: Database, of id: Int64) throws -> VariantDescription? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT variant_id, sku, title, barcode, colour, size FROM report_variants WHERE variant_id = ?"),
      arguments: [id]
    ).map {
      VariantDescription(id: $0[0], sku: $0[1], title: $0[2], barcode: $0[3], colour: $0[4], size: $0[5])
    }
  }
}

/// Finds locations by their code.
package enum LocationLookup {
  /// - Throws: ``Problem/Code/notFound``, naming the locations that there are.
  package static func id(_ database: Database, of code: String) throws -> Int64 {
    if let id = try Int64.fetchOne(database, sql: "SELECT id FROM locations WHERE code = ?", arguments: [code]) {
      return id
    }
    let known = try String.fetchAll(database, sql: "SELECT code FROM locations ORDER BY code LIMIT 20")
    throw Problems(
      .notFound, "there is no location '\(code)'",
      remedy: known.isEmpty
        ? "Import a list of locations first." : "Take one of these: \(known.joined(separator: ", ")).")
  }
}

internal import GRDB

/// The records of the kinds of ``RowReference`` that changed since an import, in so far as rows that name them may come to
/// something else.
///
/// Everything that makes, changes or removes such a record writes it into `changes` or, as a range of what an import made,
/// into `created_records`: imports, undo and redo. A test holds the tables against it.
struct ChangedRecords {
  /// By the place of the kind.
  private(set) var numbers = Array(repeating: RecordNumbers(), count: RowReference.kinds.count)

  /// Beyond that many changes nothing is recognised.
  private static let limit = 1_000_000

  @inline(__always)
  func contains(_ reference: RowReference) -> Bool {
    let sort = reference.sort
    if sort == RowReference.item { return numbers[RowReference.variants].contains(reference.number) }
    return sort < RowReference.kinds.count && numbers[sort].contains(reference.number)
  }

  /// - Parameters:
  ///   - first: the number of the first import whose changes count.
  ///   - last: that of the last.
  /// - Returns: nil when there are too many changes.
  init?(_ database: Database, from first: Int64, through last: Int64) throws {
    guard try readChanges(database, from: first, through: last) else { return nil }
    // Records that an undo had to keep belong to the next import that names them.
    let orphans = try Row.fetchCursor(database, sql: "SELECT kind, record_id FROM orphaned_records")
    while let row = try orphans.next() {
      guard let kind = RowReference.kinds.firstIndex(of: row[0]) else { continue }
      guard numbers[kind].insert(row[1]) else { return nil }
    }
    for kind in [RowReference.barcodes, RowReference.supplierItems, RowReference.prices] where !numbers[kind].isEmpty {
      try addItems(of: kind, database)
    }
    if !numbers[RowReference.barcodes].isEmpty { try addLikenesses(database) }
  }

  /// Whether a partner's code may mean another supplier or location since an import. Aliases, codes and numbers of these
  /// determine rows that name none of them by its own code.
  static func mayMeanOtherPartners(_ database: Database, from first: Int64, through last: Int64) throws -> Bool {
    let partners = "('suppliers', 'locations', 'supplier_aliases', 'location_aliases')"
    return try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM changes WHERE import_id BETWEEN ?1 AND ?2 AND kind IN \(partners))
          OR EXISTS (SELECT 1 FROM created_records WHERE import_id BETWEEN ?1 AND ?2 AND kind IN \(partners))
        """, arguments: [first, last]) == true
  }

  /// The only place that knows what change sets look like.
  private mutating func readChanges(_ database: Database, from first: Int64, through last: Int64) throws -> Bool {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT kind, record_id, json_extract(before, '$.variant_id'), json_extract(after, '$.variant_id') FROM changes
        WHERE import_id BETWEEN ? AND ? LIMIT \(Self.limit + 1)
        """, arguments: [first, last])
    var count = 0
    while let row = try rows.next() {
      count += 1
      guard count <= Self.limit else { return false }
      guard let kind = RowReference.kinds.firstIndex(of: row[0]) else { continue }
      guard numbers[kind].insert(row[1]) else { return false }
      // Of an item's barcodes, costs and prices each may decide over the others.
      for variant in [row[2], row[3]] as [Int64?] {
        if let variant, !numbers[RowReference.variants].insert(variant) { return false }
      }
    }
    // The records that an import created are stored as ranges.
    let ranges = try Row.fetchCursor(
      database, sql: "SELECT kind, first_id, last_id FROM created_records WHERE import_id BETWEEN ? AND ?",
      arguments: [first, last])
    while let row = try ranges.next() {
      guard let kind = RowReference.kinds.firstIndex(of: row[0]) else { continue }
      let (first, last): (Int64, Int64) = (row[1], row[2])
      guard first <= last else { continue }
      let (length, isTooLong) = last.subtractingReportingOverflow(first)
      guard !isTooLong, length < Int64(Self.limit - count) else { return false }
      count += Int(length) + 1
      for id in first...last where !numbers[kind].insert(id) { return false }
    }
    return true
  }

  /// Adds the items that the changed records of a kind belong to now.
  private mutating func addItems(of kind: Int, _ database: Database) throws {
    let statement = try database.makeStatement(
      sql: "SELECT variant_id FROM main.\(RowReference.kinds[kind]) WHERE id = ?")
    for id in numbers[kind] {
      if let item = try Int64.fetchOne(statement, arguments: [id]) { numbers[RowReference.variants].insert(item) }
    }
  }

  /// Adds the items whose SKU is what a changed barcode says: a row that names one by it may now mean two.
  private mutating func addLikenesses(_ database: Database) throws {
    let shorter = (2...7).map { "substr(b.canonical, \($0))" }.joined(separator: ", ")
    let statement = try database.makeStatement(
      sql: "SELECT v.id FROM barcodes b JOIN variants v ON v.sku IN (b.canonical, \(shorter)) WHERE b.id = ?")
    let letters = try database.makeStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM barcodes WHERE id = ? AND canonical GLOB '*[^0-9]*')")
    var lettered: [Int64] = []
    var items: [Int64] = []
    for id in numbers[RowReference.barcodes] {
      items += try Int64.fetchAll(statement, arguments: [id])
      if try Bool.fetchOne(letters, arguments: [id]) == true { lettered.append(id) }
    }
    if !lettered.isEmpty {
      let ids = lettered.map(String.init).joined(separator: ",")
      items += try Int64.fetchAll(
        database,
        sql: """
          SELECT id FROM variants
          WHERE upper(sku) IN (SELECT canonical FROM barcodes WHERE id IN (SELECT value FROM json_each(?)))
          """, arguments: ["[\(ids)]"])
    }
    for item in items { numbers[RowReference.variants].insert(item) }
  }
}

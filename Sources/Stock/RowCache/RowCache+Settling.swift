internal import GRDB
internal import ProblemKit

/// Comparing recognised rows with staged records: repeated records, missing records, and the number of unchanged ones.
extension RowCache {
  /// Gives the comparison what it must know of recognised rows; before ``StagingArea/resolve(_:)``.
  package func prepare(_ area: StagingArea, isFull: Bool) throws {
    area.rowCache = self
    // Since the rows were stored, partners may use other codes for a supplier or a location.
    if recognisedRows > 0, ["supplier_aliases", "location_aliases"].contains(where: { area.staged[$0] != nil }) {
      throw RecognitionAbandoned()
    }
    guard recognisedRows > 0, isFull else { return }
    var items = named[RowReference.variants]
    items.formUnion(named[RowReference.item])
    for (table, numbers) in [("recognised_items", items), ("recognised_costs", named[RowReference.supplierItems])] {
      try database.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS \(table) (id INTEGER PRIMARY KEY)")
      let insertion = try database.makeStatement(sql: "INSERT OR IGNORE INTO temp.\(table) (id) VALUES (?)")
      for id in numbers { try insertion.execute(arguments: [id]) }
    }
  }

  /// SQL for the items, and for the suppliers of costs, that recognised rows name, for a file that should list everything.
  var itemsOfFullFeed: (items: String, suppliers: String)? {
    guard recognisedRows > 0 else { return nil }
    return (
      "SELECT id FROM temp.recognised_items",
      "SELECT supplier_id FROM supplier_items WHERE id IN (SELECT id FROM temp.recognised_costs)"
    )
  }

  /// Checks that the staged records do not change recognised rows, and counts their records. Called after everything
  /// was compared.
  ///
  /// - Throws: ``RecognitionAbandoned``.
  func settle(_ area: StagingArea) throws {
    unchanged = [:]
    guard recognisedRows > 0 else { return }
    // Somebody else imported something while this file was being read.
    guard try area.lastImport() == lastImport else { throw RecognitionAbandoned() }
    let isCircular = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM temp.problems WHERE code = \(Problem.Code.circularReference.sql))")
    guard isCircular != true else { throw RecognitionAbandoned() }
    for (sort, kind) in RowReference.kinds.enumerated() {
      unchanged[kind] = named[sort].count - (try countShared(kind, named[sort], area))
    }
    try refuseCostsElsewhere(area)
  }

  /// The numbers of records of a kind in recognised rows and in others. All other records must say which records exist already.
  private func countShared(_ kind: String, _ numbers: RecordNumbers, _ area: StagingArea) throws -> Int {
    guard area.staged.isMerged(kind), !area.staged.isNumberedByPlace(kind), !numbers.isEmpty else { return 0 }
    var count = 0
    let rows = try Row.fetchCursor(database, sql: "SELECT target, action FROM temp.merged_\(kind)")
    while let row = try rows.next() {
      guard let target: Int64 = row[0], numbers.contains(target) else { continue }
      guard row[1] == PlanAction.unchanged.rawValue else { throw RecognitionAbandoned() }
      count += 1
    }
    return count
  }

  /// A price is compared with the costs that the file gives; those of recognised rows are in the shop, among others.
  private func refuseCostsElsewhere(_ area: StagingArea) throws {
    guard !named[RowReference.supplierItems].isEmpty, try area.hasChanges("prices") else { return }
    let items = try Int64.fetchCursor(
      database,
      sql: "SELECT r_sku FROM temp.merged_prices WHERE action \(PlanAction.isWrittenSQL) AND r_sku IS NOT NULL")
    while let item = try items.next() {
      if named[RowReference.variants].contains(item) || named[RowReference.item].contains(item) {
        throw RecognitionAbandoned()
      }
    }
  }
}

extension StagingArea {
  /// See ``RowCache/settle(_:)``.
  package func settleRecognised() throws { try rowCache?.settle(self) }
}

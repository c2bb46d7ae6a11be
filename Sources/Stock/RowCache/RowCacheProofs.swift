internal import GRDB
internal import GRDBSQLite
internal import RetailValues

/// Whether the SKU of a row is that of its item, and no other field leads to another item.
final class ItemProof {
  private let area: StagingArea
  private let sku: Statement
  private let otherBarcode: Statement
  private let hasBarcodes: Bool
  private var barcodesAreDigits: Bool?
  /// The item that the current row describes, and its SKU.
  private var described: Int64?
  private var describedSKU: [UInt8] = []

  init(_ area: StagingArea) throws {
    self.area = area
    let database = area.database
    hasBarcodes = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM main.barcodes)") == true
    sku = try database.makeStatement(sql: "SELECT 1 FROM main.variants WHERE id = ? AND sku = ?")
    otherBarcode = try database.makeStatement(
      sql: "SELECT 1 FROM main.barcodes b WHERE \(StagingArea.isBarcode("?2")) AND b.variant_id != ?1")
  }

  func beginRow() { described = nil }

  func isOfRow(_ id: Int64) -> Bool { described == id }

  /// - Parameters:
  ///   - walk: positioned at the record that names the item by its SKU.
  ///   - isDescribed: whether the record is the item's own.
  func isOnly(_ id: Int64, _ walk: StagedWalk, isDescribed: Bool) throws -> Bool {
    guard let code = walk.code else { return false }
    let text = walk.text(code)
    guard !text.isEmpty else { return false }
    if described == id, text.count == describedSKU.count, text.elementsEqual(describedSKU) { return true }
    if isDescribed {
      described = id
      describedSKU.removeAll(keepingCapacity: true)
      describedSKU.append(contentsOf: text)
    } else if !holds(sku, id, text) {
      return false
    }
    // Shorter texts are not treated as barcodes.
    guard hasBarcodes, text.count >= 8 else { return true }
    if !text.allSatisfy({ (48...57).contains($0) }), try areDigits() { return true }
    return !holds(otherBarcode, id, text)
  }

  private func holds(_ statement: Statement, _ id: Int64, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let handle = statement.sqliteStatement
    sqlite3_reset(handle)
    defer { sqlite3_reset(handle) }
    sqlite3_bind_int64(handle, 1, id)
    // The text outlives the step.
    sqlite3_bind_text(handle, 2, text.baseAddress, Int32(text.count), nil)
    return sqlite3_step(handle) == SQLITE_ROW
  }

  private func areDigits() throws -> Bool {
    if let barcodesAreDigits { return barcodesAreDigits }
    let answer = try area.barcodesStayDigits()
    barcodesAreDigits = answer
    return answer
  }
}

/// Whether a price is the one that is valid from now on, without an end and without another after it: then it is what a
/// price without a date is held against, today and on any later day.
final class PriceProof {
  private let isAlwaysSo: Bool
  private let statement: Statement

  init(_ area: StagingArea, now: Timestamp) throws {
    // The first prices of a shop, none of which has dates.
    isAlwaysSo =
      area.staged.isNumberedByPlace("prices") && !area.gives("prices", "valid_from")
      && !area.gives("prices", "valid_to")
    statement = try area.database.makeStatement(
      sql: """
        SELECT 1 FROM main.prices p WHERE p.id = ? AND p.valid_from <= \(now.millisecondsSince1970) AND p.valid_to IS NULL
          AND NOT EXISTS (SELECT 1 FROM main.prices o WHERE o.variant_id = p.variant_id AND o.price_type = p.price_type
            AND o.currency = p.currency AND o.valid_from > p.valid_from)
        """)
  }

  func isCurrent(_ id: Int64) throws -> Bool {
    if isAlwaysSo { return true }
    let handle = statement.sqliteStatement
    sqlite3_reset(handle)
    defer { sqlite3_reset(handle) }
    sqlite3_bind_int64(handle, 1, id)
    return sqlite3_step(handle) == SQLITE_ROW
  }
}

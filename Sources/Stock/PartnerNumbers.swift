public import Catalog
internal import GRDB

/// The control numbers by which a partner tells the interchanges of the shop apart: one row for each partner and format,
/// whatever is sent in it, with no number given twice.
extension ShopDatabase {
  /// Draws the next control number of interchanges to a partner; after 999,999,999 they begin anew.
  ///
  /// - Parameters:
  ///   - format: id of the format.
  ///   - receiver: the partner, as the format identifies it.
  public func nextControlNumber(format: String, receiver: String) throws -> Int {
    try write { try Self.nextControlNumber($0, format: format, receiver: receiver) }
  }

  static func nextControlNumber(_ database: Database, format: String, receiver: String) throws -> Int {
    // One statement reads and writes: two who draw at once get two numbers.
    let number = try Int.fetchOne(
      database,
      sql: """
        INSERT INTO control_numbers (format, receiver, number) VALUES (?, ?, 1)
        ON CONFLICT (format, receiver) DO UPDATE SET number = number % 999999999 + 1 RETURNING number
        """, arguments: [format, receiver])
    guard let number else {
      throw StockError(.refused, "no control number can be drawn", remedy: "Try again.")
    }
    return number
  }
}

extension StagingArea {
  /// Draws a control number within the transaction of an import; see ``ShopDatabase/nextControlNumber(format:receiver:)``.
  public func nextControlNumber(format: String, receiver: String) throws -> Int {
    try ShopDatabase.nextControlNumber(database, format: format, receiver: receiver)
  }

  /// Adds to the audit log what was done beside the import, within its transaction.
  public func recordAct(_ details: String, actor: Actor, at moment: Timestamp) throws {
    try AuditLog.append(database, actor: actor, at: moment, details: details)
  }
}

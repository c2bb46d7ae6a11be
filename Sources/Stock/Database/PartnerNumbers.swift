internal import GRDB
internal import ProblemKit
public import RetailValues

/// The control numbers by which a partner identifies the shop's interchanges. There is one row for each partner and
/// format, for all message types, and no number is used twice.
extension ShopDatabase {
  /// Draws the next control number of interchanges to a partner. After 999,999,999 the sequence starts again.
  ///
  /// - Parameters:
  ///   - format: id of the format.
  ///   - receiver: the partner, as the format identifies it.
  public func nextControlNumber(format: String, receiver: String) throws -> Int {
    try write { try Self.nextControlNumber($0, format: format, receiver: receiver) }
  }

  static func nextControlNumber(_ database: Database, format: String, receiver: String) throws -> Int {
    // One statement reads and writes, so that two concurrent calls get two numbers.
    let number = try Int.fetchOne(
      database,
      sql: """
        INSERT INTO control_numbers (format, receiver, number) VALUES (?, ?, 1)
        ON CONFLICT (format, receiver) DO UPDATE SET number = number % 999999999 + 1 RETURNING number
        """, arguments: [format, receiver])
    guard let number else {
      throw Problems(.refused, "no control number can be drawn", remedy: "Try again.")
    }
    return number
  }
}

extension StagingArea {
  /// Draws a control number within the transaction of an import; see ``ShopDatabase/nextControlNumber(format:receiver:)``.
  public func nextControlNumber(format: String, receiver: String) throws -> Int {
    try ShopDatabase.nextControlNumber(database, format: format, receiver: receiver)
  }

  /// Records an additional act in the audit log, within the transaction of the import.
  public func recordAct(_ details: String, actor: Actor, at moment: Timestamp) throws {
    try AuditLog.append(database, actor: actor, at: moment, details: details)
  }
}

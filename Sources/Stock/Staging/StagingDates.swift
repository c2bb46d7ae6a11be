internal import GRDB
public import RetailValues

extension StagingArea {
  /// The first moment of which the source has a movement of stock, by dates of its own; nil for a source without such dates.
  ///
  /// Files of several weeks are best imported in the order of these.
  public func firstMovement() throws -> Timestamp? {
    guard staged.hasMovements else { return nil }
    let sources = try String.fetchAll(database, sql: "SELECT DISTINCT source FROM temp.merged_movements")
    let dated = sources.filter { staged[$0]?.insertedFields.contains("effective_at") == true }
    guard !dated.isEmpty else { return nil }
    let names = dated.map(Self.quoted).joined(separator: ", ")
    let first = try Int64.fetchOne(
      database, sql: "SELECT MIN(effective_at) FROM temp.merged_movements WHERE source IN (\(names))")
    return first.map { Timestamp(millisecondsSince1970: $0) }
  }
}

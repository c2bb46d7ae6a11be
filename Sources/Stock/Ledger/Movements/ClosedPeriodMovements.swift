internal import GRDB
internal import ProblemKit
internal import RetailValues

/// Movements by which an undo, a redo or the reversal of a count changes days for which the books are closed.
enum ClosedPeriodMovements {
  /// How many of the new movements are of such days.
  static func count(_ database: Database, newMovementsFrom firstID: Int64) throws -> Int {
    guard let clock = try ShopDatabase.settings(database)?.clock,
      let last = try Row.fetchOne(
        database, sql: "SELECT last_day FROM periods WHERE reopened_at IS NULL ORDER BY last_day DESC LIMIT 1")
    else { return 0 }
    let day = CalendarDate(daysSince1970: last["last_day"])
    let end = clock.timestamp(CalendarDate(daysSince1970: day.daysSince1970 + 1))
    return try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM movements NOT INDEXED WHERE id >= ? AND effective_at < ?",
      arguments: [firstID, end.millisecondsSince1970]) ?? 0
  }

  /// - Throws: `refused` where there are any.
  static func requireNone(of count: Int) throws {
    guard count > 0 else { return }
    let movements = count == 1 ? "1 movement is of a day" : "\(count) movements are of days"
    throw Problems(
      .refused, "--accept: \(movements) for which the books are closed",
      remedy: "The reports of those days will change, and the journal books what follows from them in the open period; "
        + "if it is right, accept it with --accept \(GuardCode.closedPeriod.rawValue).")
  }
}

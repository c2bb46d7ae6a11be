internal import GRDB
internal import ProblemKit

/// The checks of a sales event before it may reduce prices.
extension StagingArea {
  /// Refuses markdowns that are not a part of a price, and events that end before they begin.
  func checkSalesEvents(_ stored: StoredKind) throws {
    let fields = Set(stored.columns.map(\.field))
    if fields.contains("mark_off") {
      try reportUnknown(
        in: stored.kind, field: "mark_off", where: "f_mark_off NOT BETWEEN 0 AND 1000000",
        code: .markOffOutOfRange,
        shown: "guard_amount(f_mark_off, 'percent')", what: "a markdown of %s % is below 0 or above 100",
        remedy: "Give what is taken off as a percentage from 0 to 100, such as 20.")
    }
    if fields.isSuperset(of: ["event", "starts_at", "ends_at"]) {
      let start = """
        COALESCE(f_starts_at, (SELECT e.starts_at FROM \(stored.table) e WHERE e.code = f_event))
        """
      let end = "COALESCE(f_ends_at, (SELECT e.ends_at FROM \(stored.table) e WHERE e.code = f_event))"
      try reportUnknown(
        in: stored.kind, field: "ends_at", where: "\(end) < \(start)", code: .endsBeforeStart,
        shown: "guard_moment(\(end))", what: "the event ends at %s, before it begins",
        remedy: "Give the last moment of the event, or leave it out for an event without an end.")
    }
  }
}

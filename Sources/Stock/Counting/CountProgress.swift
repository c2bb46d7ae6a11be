internal import GRDB
public import RetailValues

/// How far a count has come.
public struct CountStatus: Hashable, Sendable {
  public let session: CountSession
  /// Variants on the sheet; 0 when the count was made from a file and has no sheet.
  public let sheetItems: Int
  /// Variants on the sheet that were counted, zero included.
  public let countedItems: Int
  /// Variants on the sheet that were not.
  public var uncountedItems: Int { sheetItems - countedItems }
  /// Variants that were found but are not on the sheet.
  public let unexpectedItems: Int
  /// Counts under codes that the catalog does not know; they block posting.
  public let unknownItems: [UnknownCountedItem]
  /// Those of them that the catalog has by now, but whose numbers conflict with those of their item.
  public let conflicts: [CountCodeConflict]
  /// Entries that hold.
  public let entries: Int
  /// Those of them that leave out a code as a mistake.
  public let leftOutEntries: Int
  /// Entries that a later entry superseded; kept as evidence.
  public let supersededEntries: Int
  /// Recounts that were asked for and have not come in.
  public let openRecounts: Int
  /// The entries, by section and counter.
  public let parts: [Part]
  /// The sections that were handed out.
  public let handouts: [CountHandout]
  /// The sections that the location is known to have.
  public let sections: [CountSectionProgress]

  /// The entries of one counter in one section.
  public struct Part: Hashable, Sendable {
    /// Empty for the location as a whole.
    public let section: String
    /// Empty if the counter is not known.
    public let counter: String
    /// The time of the section, where one was set.
    public let sectionTime: Timestamp?
    public let items: Int
    public let units: Quantity
    /// How many of the items were a recount.
    public let recounts: Int
  }
}

extension ShopDatabase {
  /// How far a session has come.
  ///
  /// - Throws: ``Problem/Code/notFound``.
  public func countStatus(_ code: String) throws -> CountStatus {
    try read { database in
      try CountProgress.status(database, of: try CountSessions.session(database, code: code))
    }
  }
}

/// How far counts have come, within a transaction.
enum CountProgress {
  static func status(_ database: Database, of session: CountSession) throws -> CountStatus {
    func count(_ sql: String) throws -> Int {
      try Int.fetchOne(database, sql: sql, arguments: ["session": session.id]) ?? 0
    }
    let live = "e.session_id = :session AND e.superseded_by IS NULL"
    let isOnSheet =
      "EXISTS (SELECT 1 FROM count_sheet c WHERE c.session_id = :session AND c.variant_id = e.variant_id)"
    let items = try count("SELECT COUNT(DISTINCT variant_id) FROM count_sheet WHERE session_id = :session")
    let unknown = try unknownItems(database, of: session)
    return CountStatus(
      session: session, sheetItems: items,
      countedItems: try count(
        "SELECT COUNT(DISTINCT e.variant_id) FROM count_entries e WHERE \(live) AND \(isOnSheet)"),
      unexpectedItems: items == 0
        ? 0
        : try count(
          """
          SELECT COUNT(DISTINCT e.variant_id) FROM count_entries e
          WHERE \(live) AND e.variant_id IS NOT NULL AND NOT \(isOnSheet)
          """),
      unknownItems: unknown.items, conflicts: unknown.conflicts,
      entries: try count("SELECT COUNT(*) FROM count_entries e WHERE \(live)"),
      leftOutEntries: try count(
        "SELECT COUNT(*) FROM count_entries e WHERE \(live) AND \(CountSessions.isDismissal("e"))"),
      supersededEntries: try count(
        "SELECT COUNT(*) FROM count_entries e WHERE e.session_id = :session AND e.superseded_by IS NOT NULL"),
      openRecounts: try count(
        "SELECT COUNT(DISTINCT variant_id) FROM (\(CountRecounts.open)) WHERE session_id = :session"),
      parts: try parts(database, of: session), handouts: try CountHandouts.all(database, of: session),
      sections: try CountSectionList.progress(database, of: session))
  }

  /// Before posting, without the codes that were added to the catalog since they were counted: posting finds their item.
  private static func unknownItems(
    _ database: Database, of session: CountSession
  ) throws -> (items: [UnknownCountedItem], conflicts: [CountCodeConflict]) {
    let items = try CountSessions.unknownItems(database, sessionID: session.id)
    guard !items.isEmpty, CountSessions.beforePosting.contains(session.state) else { return (items, []) }
    let added = try CountSessions.addedSince(database, sessionID: session.id)
    let known = Set(added.known.map(\.code))
    return (items.filter { !known.contains($0.code) }, added.conflicting)
  }

  private static func parts(_ database: Database, of session: CountSession) throws -> [CountStatus.Part] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT q.section, q.counter, s.counted_at, q.items, q.units, q.recounts FROM (
          SELECT e.section, MIN(e.counter) AS counter, COUNT(DISTINCT COALESCE('#' || e.variant_id, e.code)) AS items,
            SUM(e.quantity) AS units, COUNT(DISTINCT CASE WHEN e.round > 0 THEN e.variant_id END) AS recounts
          FROM count_entries e WHERE e.session_id = :session AND e.superseded_by IS NULL
          GROUP BY e.section, \(CounterIdentity.sql("e.counter"))
        ) q LEFT JOIN count_sections s ON s.session_id = :session AND s.section = q.section
        ORDER BY title_order(q.section), q.section, title_order(q.counter), q.counter
        """, arguments: ["session": session.id]
    ).map { row in
      let time: Int64? = row[2]
      return CountStatus.Part(
        section: row[0], counter: row[1], sectionTime: time.map { Timestamp(millisecondsSince1970: $0) }, items: row[3],
        units: Quantity(scaled: row[4]), recounts: row[5])
    }
  }
}

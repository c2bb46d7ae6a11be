internal import GRDB

/// Where an item was counted, and by whom: in its latest round.
public struct CountedPlaces: Hashable, Sendable {
  /// Without the location as a whole.
  public internal(set) var sections: [String] = []
  /// Without those who are not known.
  public internal(set) var counters: [String] = []
}

extension ShopDatabase {
  /// The sections and the counters of items of a count, by variant; without items that nobody counted.
  ///
  /// - Throws: ``Problem/Code/notFound``.
  public func countedPlaces(of ids: [Int64], in code: String) throws -> [Int64: CountedPlaces] {
    try read { database in
      let session = try CountSessions.session(database, code: code)
      var places: [Int64: CountedPlaces] = [:]
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT e.variant_id, e.section, e.counter FROM count_entries e
          WHERE e.session_id = :session AND e.superseded_by IS NULL
            AND e.variant_id IN (SELECT value FROM json_each(:variants))
            AND e.round = \(CountRecounts.round("e.session_id", "e.variant_id"))
          ORDER BY title_order(e.section), e.section, title_order(e.counter), e.counter
          """,
        arguments: ["session": session.id, "variants": "[" + ids.map(String.init).joined(separator: ",") + "]"])
      while let row = try rows.next() {
        let (variant, section, counter): (Int64, String, String) = (row[0], row[1], row[2])
        var place = places[variant] ?? CountedPlaces()
        if !section.isEmpty, !place.sections.contains(section) { place.sections.append(section) }
        if !counter.isEmpty, !place.counters.contains(counter) { place.counters.append(counter) }
        places[variant] = place
      }
      return places
    }
  }
}

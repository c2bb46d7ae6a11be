internal import FormatKit
internal import GRDB

/// Lines of suppliers' documents that name items which the shop does not have.
extension StagingArea {
  /// Asks about a despatch advice with such lines, because the goods are on their way; and about any other document none of whose
  /// lines names an item of the shop: its codes are probably in another column.
  func findUnknownLineItems() throws {
    for stored in kinds.list where stored.keepsUnknownItems {
      guard try hasChanges(stored.kind), let document = stored.document,
        let item = stored.columns.first(where: { $0.reference == .item })?.staged,
        let reference = stored.columns.first(where: { $0.reference == .document(document.kind) })?.staged,
        let number = document.keys.first(where: { $0.reference == nil })?.field
      else { continue }
      let isUnknown = "m.\(item) IS NULL AND m.f_item_code IS NOT NULL"
      let isAsked = document.record.field("despatched_on") != nil ? "1" : "COUNT(m.\(item)) = 0"
      try add(
        .unknownLineItems,
        """
        SELECT \(Self.place), '\(stored.kind)' AS kind, 'sku' AS field, s.f_item_code AS value,
          CASE u.lines WHEN 1 THEN 'the only line of document ''' || COALESCE(s.f_\(number), '')
            || ''' names no item of the shop: ''' || s.f_item_code || ''''
          ELSE u.unknown || ' of the ' || u.lines || ' lines of document ''' || COALESCE(s.f_\(number), '')
            || ''' name no item of the shop, such as ''' || s.f_item_code || '''' END AS message
        FROM (
          SELECT COUNT(*) AS lines, SUM(\(isUnknown)) AS unknown, MIN(CASE WHEN \(isUnknown) THEN m.seq END) AS first_seq
          FROM temp.merged_\(stored.kind) m WHERE m.action \(PlanAction.isWrittenSQL)
          GROUP BY m.\(reference) HAVING SUM(\(isUnknown)) > 0 AND \(isAsked)
        ) u JOIN temp.stage_\(stored.kind) s ON s.seq = u.first_seq ORDER BY u.first_seq
        """)
    }
  }
}

internal import FormatKit
internal import GRDB
internal import RetailValues

extension ImportReversion {
  /// Reads all records of an undo or a redo one by one, kind by kind, instead of the first of each kind.
  public struct Reading {
    /// The only kind that is read; nil for all.
    let kind: String?
    /// The number of records to pass over first.
    let skip: Int
    /// Whether records that belong to users are passed over.
    let hidesPersonal: Bool
    let body: (Record) throws -> Bool

    /// - Parameter body: takes a record, and returns whether it wants the next one.
    public init(kind: String?, skip: Int, hidesPersonal: Bool, _ body: @escaping (Record) throws -> Bool) {
      (self.kind, self.skip, self.hidesPersonal, self.body) = (kind, max(0, skip), hidesPersonal, body)
    }
  }

  /// The number of records of each kind, of the kinds that are listed.
  ///
  /// - Parameter isPersonalHidden: whether the records that belong to users are left out.
  public func kinds(hidingPersonal isPersonalHidden: Bool) -> [(kind: String, records: Int)] {
    effects.reduce(into: []) { kinds, found in
      if isPersonalHidden, RecordScope.personalKinds.contains(found.kind) { return }
      if kinds.last?.kind == found.kind {
        kinds[kinds.count - 1].records += found.records
      } else {
        kinds.append((found.kind, found.records))
      }
    }
  }
}

extension ImportReversion.Record {
  /// The record without what belongs to users; nil where all of it does.
  public var withoutPersonal: Self? {
    guard !RecordScope.personalKinds.contains(kind) else { return nil }
    guard let declared = Vocabulary.kind(kind), declared.namesUsers else { return self }
    let namesUser = declared.key.contains { declared.dataClass(of: $0.name) == .personal }
    return Self(
      kind: kind, key: namesUser ? title ?? "" : key, title: title, effect: effect, reason: reason,
      fields: fields.filter { declared.dataClass(of: $0.field) != .personal }, documentKind: documentKind)
  }
}

/// All records of an undo or a redo, as its tables have them at its end.
extension ReversionRun {
  /// Hands out the records, each with its name and title.
  func forEachRecord(_ reading: ImportReversion.Reading) throws {
    var skip = reading.skip
    let counts = result.kinds(hidingPersonal: reading.hidesPersonal)
    for kind in kindOrder where (reading.kind ?? kind) == kind {
      guard let count = counts.first(where: { $0.kind == kind })?.records else { continue }
      guard skip < count else {
        skip -= count
        continue
      }
      func take(_ record: () throws -> ImportReversion.Record) throws -> Bool {
        guard skip == 0 else {
          skip -= 1
          return true
        }
        let record = try record()
        guard reading.hidesPersonal else { return try reading.body(record) }
        return try record.withoutPersonal.map(reading.body) ?? true
      }
      let isMovements = kind == ImportContents.movementKind
      guard try isMovements ? forEachMovement(take) : forEachRecord(of: kind, take) else { return }
    }
  }

  private func forEachMovement(_ take: (() throws -> ImportReversion.Record) throws -> Bool) throws -> Bool {
    let rows = try Row.fetchCursor(database, sql: "\(movementRows) ORDER BY r.root")
    while let row = try rows.next() {
      guard try take({ movementRecord(row) }) else { return false }
    }
    return true
  }

  private func forEachRecord(
    of kind: String, _ take: (() throws -> ImportReversion.Record) throws -> Bool
  ) throws -> Bool {
    if let table = tables.first(where: { $0.kind == kind }) {
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT record_id, effect, reason FROM (
            SELECT record_id, \(recordEffect) AS effect, reason FROM temp.revert_records
            WHERE kind = ? AND \(Self.isTold)
          ) WHERE effect IS NOT NULL ORDER BY record_id
          """, arguments: [kind])
      while let row = try rows.next() {
        let id: Int64 = row[0]
        guard let effect = ImportReversion.Effect(rawValue: row[1]) else { continue }
        let reason: String = effect.outcome == .reverted ? "" : row[2] ?? ""
        let goesOn = try take {
          let (key, title) = try name(of: id, in: table)
          return .init(
            kind: kind, key: key, title: title, effect: effect, reason: reason,
            fields: try priceChange(by: effect, of: id, in: table))
        }
        guard goesOn else { return false }
      }
    }
    guard let stored = kinds[kind], let table = tables.first(where: { $0.kind == kind }) else { return true }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT record_id, \(Self.fieldOutcome) AS outcome \(Self.changedFields) AND f.kind = ?
        GROUP BY record_id ORDER BY record_id
        """, arguments: [kind])
    while let row = try rows.next() {
      let id: Int64 = row[0]
      guard let outcome = ImportReversion.Outcome(rawValue: row[1]) else { continue }
      let goesOn = try take {
        let (key, title) = try name(of: id, in: table)
        let effect: ImportReversion.Effect =
          switch outcome {
          case .reverted: .changed
          case .kept: .kept
          case .blocked: .blocked
          }
        return try changedRecord(of: stored, id: id, key: key, title: try titleBefore(id, kind) ?? title, effect)
      }
      guard goesOn else { return false }
    }
    return true
  }

  /// What a price that is removed or comes back changes: the one before it holds again, or no longer. Empty for all else.
  private func priceChange(
    by effect: ImportReversion.Effect, of id: Int64, in table: RevertedTable
  ) throws -> [ImportReversion.Record.Field] {
    guard effect == .removed || effect == .restored, table.isOfPrices else { return [] }
    if effect == .removed {
      guard let row = try ImportHistory.removed(database, id, from: table) else { return [] }
      let price = try String.fetchOne(
        database.cachedStatement(sql: "SELECT CAST(json_extract(?, '$.price') AS TEXT)"),
        arguments: [row["stored_values"] as String?])
      return [.init(field: "price", current: price, wanted: row["previous"], outcome: .reverted)]
    }
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT \(table.previousPrice()) AS previous, CAST(t.price AS TEXT) AS price FROM \(table.table) t WHERE t.id = ?
          """), arguments: [id])
    return row.map { [.init(field: "price", current: $0["previous"], wanted: $0["price"], outcome: .reverted)] } ?? []
  }

  /// The key and the title of a record, whether it is there or was removed.
  private func name(of id: Int64, in table: RevertedTable) throws -> (key: String, title: String?) {
    let present = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT \(table.keyText), \(table.titleText) FROM \(table.table) t WHERE t.id = ?"), arguments: [id])
    if let present { return (key: present[0] ?? "#\(id)", title: present[1]) }
    guard let removed = try ImportHistory.removed(database, id, from: table) else { return (key: "#\(id)", title: nil) }
    return (key: removed["name"] ?? "#\(id)", title: removed["title"])
  }

  /// The title that a record had before the undo or redo, where that changes it; nil for any other.
  private func titleBefore(_ id: Int64, _ kind: String) throws -> String? {
    try String.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT CAST(current AS TEXT) FROM temp.revert_fields
          WHERE kind = ? AND record_id = ? AND field IN ('title', 'name') AND outcome <> 'absent'
          """), arguments: [kind, id])
  }
}

internal import GRDB
internal import ProblemKit
public import RetailValues

extension ShopDatabase {
  /// The reasons of the shop: those that every shop starts with, then its own, in the order in which they came.
  public func reasons() throws -> [Reason] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT \(ShopReasons.columns) FROM reasons r ORDER BY r.id")
        .compactMap { ShopReasons.reason($0, at: 0) }
    }
  }

  /// The reason of that code.
  ///
  /// - Throws: ``Problem/Code/notFound``, with the nearest one that there is.
  public func reason(_ code: String) throws -> Reason {
    let known = try reasons()
    if let reason = known.first(where: { $0.code == code }) { return reason }
    throw ShopReasons.unknown(code, known: known.map(\.code))
  }

  /// Adds reasons of the shop's own, and changes of their name, direction or account. No reason is removed, because the
  /// books may name it.
  ///
  /// - Returns: whether anything changed.
  /// - Throws: ``Problem/Code/settingsConflict`` if a reason that the books already name would get another class of
  ///   loss, which would change reported sums.
  @discardableResult
  public func define(_ reasons: [Reason], actor: @autoclosure () throws -> Actor, at moment: Timestamp = .now) throws
    -> Bool
  {
    guard !reasons.isEmpty else { return false }
    let known = Set(try self.reasons())
    let changed = reasons.filter { !known.contains($0) }
    guard !changed.isEmpty else { return false }
    let actor = try actor()
    try write { database in
      for reason in changed { try ShopReasons.define(database, reason) }
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "reasons: "
          + changed.map { "\($0.code) (\($0.lossClass.rawValue), \($0.direction.rawValue), \($0.account))" }
          .joined(separator: ", "))
    }
    return true
  }
}

/// Reasons of loss, within a transaction.
enum ShopReasons {
  /// The columns that ``reason(_:at:)`` reads, of the table `reasons` under the name `r`.
  static let columns = "r.code, r.name, r.loss_class, r.direction, r.account"

  /// The reason whose ``columns`` begin at an index; nil if the row has no reason.
  static func reason(_ row: Row, at first: Int) -> Reason? {
    guard let code: String = row[first] else { return nil }
    return Reason(
      code: code, name: row[first + 1], lossClass: LossClass(rawValue: row[first + 2]) ?? .unknown,
      direction: ReasonDirection(rawValue: row[first + 3]) ?? .both, account: row[first + 4])
  }

  /// - Throws: ``Problem/Code/notFound``.
  static func id(_ database: Database, _ code: String) throws -> Int64 {
    if let id = try Int64.fetchOne(database, sql: "SELECT id FROM reasons WHERE code = ?", arguments: [code]) {
      return id
    }
    throw unknown(code, known: try String.fetchAll(database, sql: "SELECT code FROM reasons ORDER BY id"))
  }

  static func unknown(_ code: String, known: [String]) -> Problems {
    Problems(
      .notFound, "there is no reason '\(code)'",
      remedy: known.nearest(to: code).map { "Did you mean '\($0)'?" }
        ?? "Take one of these, or add it under reasons in stockroom.yml: \(known.joined(separator: ", ")).")
  }

  fileprivate static func define(_ database: Database, _ reason: Reason) throws {
    let values: StatementArguments = [
      reason.name, reason.lossClass.rawValue, reason.direction.rawValue, reason.account, reason.code,
    ]
    guard
      let before = try Row.fetchOne(
        database, sql: "SELECT id, loss_class FROM reasons WHERE code = ?", arguments: [reason.code])
    else {
      return try database.execute(
        sql: "INSERT INTO reasons (name, loss_class, direction, account, code) VALUES (?, ?, ?, ?, ?)",
        arguments: values)
    }
    if before[1] as String != reason.lossClass.rawValue {
      let isInUse = try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM movements WHERE reason_id = ?1)
            OR EXISTS (SELECT 1 FROM count_lines WHERE reason_id = ?1)
          """, arguments: [before[0] as Int64])
      if isInUse == true {
        throw Problems(
          .settingsConflict,
          "the books already name the reason '\(reason.code)' as '\(before[1] as String)', not '\(reason.lossClass.rawValue)'",
          remedy: "Set it back in stockroom.yml, and give what is meant now a code of its own.")
      }
    }
    try database.execute(
      sql: "UPDATE reasons SET name = ?, loss_class = ?, direction = ?, account = ? WHERE code = ?", arguments: values)
  }
}

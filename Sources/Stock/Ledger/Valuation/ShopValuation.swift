internal import GRDB
internal import ProblemKit
public import RetailValues

/// How a shop values its stock, as its database keeps it.
enum ShopValuation {
  static let setting = "valuation"

  /// The shop's method; the moving average if the shop has no setting.
  static func method(_ database: Database) throws -> ValuationMethod {
    let value = try String.fetchOne(
      database, sql: "SELECT value FROM settings WHERE name = ?", arguments: [setting])
    return value.flatMap { ValuationMethod(rawValue: $0) } ?? .movingAverage
  }

  /// Thousandths × millionths for one minor unit of the shop's currency.
  static func costDivisor(_ database: Database) throws -> Int64 {
    let value = try String.fetchOne(database, sql: "SELECT value FROM settings WHERE name = 'cost_divisor'")
    guard let divisor = value.flatMap({ Int64($0) }), divisor > 0 else {
      throw Problems(
        .damaged, "the database does not say how small the unit of its currency is",
        remedy: "Restore the last backup.")
    }
    return divisor
  }
}

extension ShopDatabase {
  /// Values the stock by another method from now on, in every report; what was posted stays as it was posted.
  ///
  /// - Returns: the shop with that method.
  public func valued(
    by method: ValuationMethod, actor: Actor, at moment: Timestamp = .now
  ) throws -> ShopDatabase {
    try write { database in
      let before = try ShopValuation.method(database)
      guard before != method else { return }
      try database.execute(
        sql: "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
        arguments: [ShopValuation.setting, method.rawValue])
      try LayerCosts.rebuild(database)
      try AuditLog.append(
        database, actor: actor, at: moment,
        details: "stock is valued by \(method.rawValue) from now on, before by \(before.rawValue)")
    }
    return with { $0.valuation = method }
  }
}

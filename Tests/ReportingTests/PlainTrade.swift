import Foundation
import GRDB
import RetailValues
import Stock

/// The results of a shop's trade, computed independently: loops in decimals over the movements, one by one, without the
/// views. Values are at moving average cost.
struct PlainTrade {
  struct Sale {
    let variant: Int64
    let location: Int64
    let at: Int64
    /// Units, negative for what was brought back.
    let units: Decimal
    /// What was paid, tax included; nil without a price.
    let paid: Decimal?
    let tax: Decimal?
    /// nil where nothing is known of a cost.
    let cost: Decimal?

    /// The day in Berlin, by a calendar that is not Stockroom's.
    var day: String {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
      let parts = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: Double(at) / 1000))
      return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }
  }

  /// A value of stock at a moment by item and place; nil where nothing is known of a cost.
  struct Holding {
    let variant: Int64
    let location: Int64
    let units: Decimal
    let value: Decimal?
  }

  struct Item {
    let sku: String
    let category: String
    let taxRate: Decimal?
    let list: Decimal?
    let standard: Decimal?
  }

  private struct Movement {
    let id: Int64
    let variant: Int64
    let location: Int64
    let kind: String
    let at: Int64
    let units: Decimal
    let cost: Decimal?
    let price: Decimal?
  }

  private(set) var items: [Int64: Item] = [:]
  private(set) var sales: [Sale] = []
  private var movements: [Movement] = []

  init(_ path: String) throws {
    let shop = try ShopDatabase.open(at: path, readOnly: true)
    (items, movements) = try shop.read { database in
      var items: [Int64: Item] = [:]
      for row in try Row.fetchAll(
        database,
        sql: """
          SELECT v.id, v.sku, c.code AS category, p.tax_rate, v.standard_cost,
            (SELECT MIN(s.unit_cost) FROM supplier_items s WHERE s.variant_id = v.id
              AND (s.currency IS NULL OR s.currency = 'EUR')) AS list
          FROM variants v JOIN products p ON p.id = v.product_id LEFT JOIN categories c ON c.id = p.category_id
          """)
      {
        items[row["id"]] = Item(
          sku: row["sku"], category: row["category"] as String? ?? "", taxRate: Self.decimal(row["tax_rate"], 6),
          list: Self.decimal(row["list"], 6), standard: Self.decimal(row["standard_cost"], 6))
      }
      let undone = try Int64.fetchSet(database, sql: "SELECT movement_id FROM cancelled_movements")
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM movements ORDER BY effective_at, id")
      let movements = rows.filter { !undone.contains($0["id"]) }.map { row in
        Movement(
          id: row["id"], variant: row["variant_id"], location: row["location_id"], kind: row["kind"],
          at: row["effective_at"], units: Self.decimal(row["quantity"], 3) ?? 0,
          cost: Self.decimal(row["unit_cost"], 6),
          price: Self.decimal(row["unit_price"], 2))
      }
      return (items, movements)
    }
    for movement in movements where ["sale", "customer-return"].contains(movement.kind) {
      let paid = movement.price.map { Self.rounded(-movement.units * $0, 2) }
      let rate = items[movement.variant]?.taxRate
      let tax = rate.flatMap { rate in paid.map { Self.rounded($0 * rate / (1 + rate), 2) } }
      let cost = unitCost(of: movement.variant, at: movement.at).map { Self.rounded(-movement.units * $0, 2) }
      sales.append(
        Sale(
          variant: movement.variant, location: movement.location, at: movement.at, units: -movement.units, paid: paid,
          tax: tax, cost: cost))
    }
  }

  /// The unit cost at a moment: the average over all locations of the movements until then, otherwise the last receipt,
  /// otherwise the supplier's list, otherwise the standard cost.
  func unitCost(of variant: Int64, at moment: Int64) -> Decimal? {
    var average: Decimal?
    var last: Decimal?
    var onHand: Decimal = 0
    for movement in movements
    where movement.variant == variant && movement.at <= moment && movement.kind != "transfer" {
      defer { onHand += movement.units }
      let sets =
        ["opening", "receipt"].contains(movement.kind) || movement.kind == "adjustment" && movement.units > 0
      guard sets, let cost = movement.cost else { continue }
      if movement.kind == "receipt", movement.units > 0 { last = cost }
      if let known = average, onHand > 0 {
        if onHand + movement.units > 0 {
          average = Self.rounded((onHand * known + movement.units * cost) / (onHand + movement.units), 6)
        }
      } else if movement.units > 0 {
        average = cost
      }
    }
    return average ?? last ?? items[variant]?.list ?? items[variant]?.standard
  }

  /// What is on hand at a moment, without what comes to nothing.
  func stock(at moment: Int64, location: Int64? = nil) -> [Holding] {
    var units: [[Int64]: Decimal] = [:]
    for movement in movements where movement.at <= moment && location ?? movement.location == movement.location {
      units[[movement.variant, movement.location], default: 0] += movement.units
    }
    return units.filter { $0.value != 0 }.map { key, units in
      Holding(
        variant: key[0], location: key[1], units: units,
        value: unitCost(of: key[0], at: moment).map { Self.rounded(units * $0, 2) })
    }
  }

  private static func decimal(_ value: Int64?, _ digits: Int) -> Decimal? {
    value.map { Decimal($0) / pow(10, digits) }
  }

  /// Half away from zero.
  static func rounded(_ value: Decimal, _ digits: Int) -> Decimal {
    var (source, result) = (abs(value), Decimal())
    NSDecimalRound(&result, &source, digits, .plain)
    return value < 0 ? -result : result
  }
}

/// A number of a report's JSON; nil for null.
func queryNumber(_ value: Any?) -> Decimal? {
  if let text = value as? String { return Decimal(string: text) }
  return (value as? Int).map { Decimal($0) }
}

/// The rows of a query of a report's JSON.
func queryRows(_ data: [String: Any], _ query: String) -> [[String: Any]] { data[query] as? [[String: Any]] ?? [] }

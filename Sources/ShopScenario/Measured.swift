internal import Foundation

/// The shape of other systems' data, as `samples/year-of-trade/measure.py` found it: quantiles at every twentieth from the
/// least to the greatest, shares in millionths, prices in cents.
struct Measured: Decodable {
  /// Invoice lines of a gift wholesaler.
  struct Sales: Decodable {
    let unitsOfLine: [Int]
    let priceOfItem: [Int]
    let linesByRank: [Int]
    let linesByWeekday: [Int]
    let linesByHour: [Int]
    let returnedLines: Int
    let writtenOffLines: Int
    let unitsWrittenOff: [Int]
  }

  /// A wholesaler's holdings and orders.
  struct Holdings: Decodable {
    let costOfPrice: [Int]
    let ordersByMonth: [Int]
    let packSize: [Int]
  }

  /// A maker's stock by place, its vendors and its scrap.
  struct Inventory: Decodable {
    let onHand: [Int]
    let placesOfItem: [Int]
    let suppliersOfItem: [Int]
    let lastReceiptCostOfList: [Int]
    let scrappedAsNotOrdered: Int
    let scrappedByHandling: Int
  }

  /// A warehouse's sheets.
  struct Sheets: Decodable {
    let linesWithLot: Int
    let expiryYearsApart: [Int]
  }

  /// Stocktakes of the same parts, one after another.
  struct Stocktakes: Decodable {
    let countsThatDiffer: Int
    let unitsApart: [Int]
  }

  let uci: Sales
  let wideWorld: Holdings
  let adventureWorks: Inventory
  let openBoxes: Sheets
  let inventree: Stocktakes

  static func read(_ path: String) throws -> Measured {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Measured.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

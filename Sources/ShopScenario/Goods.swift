/// Something that the shop sells.
struct Item {
  let index: Int
  let sku: String
  let barcode: String
  let title: String
  let category: Int
  /// Sold by the kilogram.
  let isWeighed: Bool
  let supplier: Int
  let secondSupplier: Int?
  /// Thousandths of the unit in what the supplier delivers by.
  let pack: Int
  /// How often it is sold, compared with the others.
  let weight: Int
  let isAtKiosk: Bool
  let hasLots: Bool
  /// What the supplier asks from a month on, in millionths.
  var costs: [(month: Int, micro: Int)]
  /// The regular price from a day on, in cents.
  var prices: [(day: Int, cents: Int)]
  /// The sale price in sale periods, in cents.
  let salePrice: Int?
  let source: CostSource
  /// Thousandths sold in a week, about.
  var weeklyDemand: Int

  /// Which file contains the cost of an item.
  enum CostSource { case document, listOnly, standardOnly, nowhere }

  /// Whether it is delivered during the year; what has no cost on paper is sold off.
  var isDelivered: Bool { source == .document }

  func cost(inMonth month: Int) -> Int { costs.last { $0.month <= month }?.micro ?? costs[0].micro }

  func price(onDay day: Int) -> Int { prices.last { $0.day <= day }?.cents ?? prices[0].cents }
}

/// What the shop has on its shelves, and where from.
struct Goods {
  static let places = ["shop", "kiosk", "backroom"]
  static let placeNames = ["Shop in Lindenstraße", "Kiosk at the station", "Backroom"]
  static let suppliers = ["ALDER", "BIRCH", "CEDAR", "DAMSON"]
  static let supplierNames = [
    "Alder & Söhne", "Birch Wholesale Ltd", "Cedar Trading", "Damson Paper Company",
  ]
  static let groups = [("home", "Home"), ("food", "Food"), ("paper", "Paper and play")]
  /// Code, name, group, and what is in it.
  static let categories: [(code: String, name: String, group: String, nouns: [String])] = [
    ("tea", "Tea by weight", "food", ["Assam", "Darjeeling", "Rooibos", "Peppermint", "Earl Grey", "Sencha"]),
    ("sweets", "Sweets", "food", ["nougat", "biscuits", "toffees", "marzipan", "chocolate bar", "liquorice"]),
    ("candles", "Candles and lights", "home", ["pillar candle", "tealight holder", "lantern", "string of lights"]),
    ("frames", "Frames and hooks", "home", ["picture frame", "coat hanger", "wall hook", "mirror", "clock"]),
    ("kitchen", "Kitchen", "home", ["mug", "cake tin", "tea towel", "egg cup", "storage jar", "apron"]),
    ("cards", "Cards and wrapping", "paper", ["gift card", "wrapping paper", "gift bag", "ribbon", "envelopes"]),
    ("stationery", "Stationery", "paper", ["notebook", "pencil case", "calendar", "address book", "pen"]),
    ("toys", "Toys", "paper", ["skipping rope", "jigsaw", "spinning top", "puppet", "building blocks"]),
  ]
  private static let looks = [
    "red", "ivory", "blue", "striped", "dotted", "vintage", "small", "large", "round", "silver", "forest", "garden",
    "winter", "rose", "star", "heart", "bird", "paisley", "Baltic", "alpine", "wooden", "glass", "retro", "linen",
  ]
  /// First and last day of the periods of sale, by month and day.
  static let salePeriods = [(1, 7, 1, 25), (7, 15, 8, 2), (11, 24, 11, 29)].map {
    (first: Year.firstDay(of: $0.0) + $0.1 - 1, last: Year.firstDay(of: $0.2) + $0.3 - 1)
  }
  /// When suppliers send new lists, and the day on which prices change.
  static let costMonths = [4, 9]
  static let priceMonth = 7

  private(set) var items: [Item] = []

  static func isOnSale(day: Int) -> Bool { salePeriods.contains { $0.first <= day && day <= $0.last } }

  init(count: Int, linesPerWeek: Int, measured: Measured, dice: inout Dice) {
    let units = measured.uci.unitsOfLine.dropLast().reduce(0, +) * 1000 / (measured.uci.unitsOfLine.count - 1)
    for index in 0..<count {
      items.append(Self.item(index, of: count, measured, &dice))
    }
    let weights = items.reduce(0) { $0 + $1.weight }
    for index in items.indices {
      let perLine = items[index].isWeighed ? 250 : units
      items[index].weeklyDemand = max(500, linesPerWeek * perLine * items[index].weight / max(1, weights))
    }
  }

  private static func item(_ index: Int, of count: Int, _ measured: Measured, _ dice: inout Dice) -> Item {
    let hasLots = dice.happens(measured.openBoxes.linesWithLot)
    // What has lots can go off: tea, which is sold by weight, and sweets.
    let category = hasLots ? (dice.below(3) == 0 ? 0 : 1) : dice.among(2, categories.count - 1)
    let isWeighed = category == 0
    let nouns = categories[category].nouns
    let look = looks[(index + dice.below(3) * 7) % looks.count]
    let title = "\(nouns[dice.below(nouns.count)]), \(look), no. \(index + 1)"
    let number = "Y\(Digits.text(10_000 + index, decimals: 0).dropFirst())"
    let price = max(45, dice.value(of: measured.uci.priceOfItem, without: 1)) * (isWeighed ? 8 : 1)
    let share = dice.value(of: measured.wideWorld.costOfPrice, without: 1)
    // The price has its tax in it, 19 % or 7 %.
    let net = price * 1_000_000 / (category < 2 ? 107 : 119)
    let cost = max(100, net * share / 1_000_000 / 100 * 100)
    var costs = [(month: 1, micro: cost)]
    for month in costMonths {
      let factor = max(1_000_000, dice.value(of: measured.adventureWorks.lastReceiptCostOfList, without: 2))
      costs.append((month, costs[costs.count - 1].micro * min(factor, 1_050_000) / 1_000_000 / 100 * 100))
    }
    var prices = [(day: 0, cents: price)]
    if dice.below(4) == 0 {
      prices.append((Year.firstDay(of: priceMonth), price + max(5, price * dice.among(3, 9) / 100)))
    }
    let suppliers = dice.value(of: measured.adventureWorks.suppliersOfItem)
    let supplier = dice.below(Goods.suppliers.count)
    let rank = index * 7919 % count * 20 / count
    let source: Item.CostSource =
      switch index {
      case 5: .listOnly
      case 6: .standardOnly
      case 7: .nowhere
      default: .document
      }
    return Item(
      index: index, sku: number, barcode: barcode(index), title: title.prefix(1).uppercased() + title.dropFirst(),
      category: category, isWeighed: isWeighed, supplier: supplier,
      secondSupplier: suppliers > 1 ? (supplier + 1) % Goods.suppliers.count : nil,
      pack: isWeighed
        ? 2500 : 1000 * max(1, measured.wideWorld.packSize[dice.below(measured.wideWorld.packSize.count)]),
      weight: measured.uci.linesByRank[rank] / 10 + dice.below(500),
      isAtKiosk: dice.value(of: measured.adventureWorks.placesOfItem) > 2, hasLots: hasLots, costs: costs,
      prices: prices, salePrice: share < 600_000 && dice.below(3) == 0 ? price * dice.among(72, 90) / 100 : nil,
      source: source, weeklyDemand: 0)
  }

  /// A code of the range for use within a shop, with its check digit.
  private static func barcode(_ index: Int) -> String {
    let digits = "20" + "\(1_000_000_000 + index * 7_919)"
    var sum = 0
    for (place, digit) in digits.enumerated() { sum += (digit.wholeNumberValue ?? 0) * (place % 2 == 0 ? 1 : 3) }
    return digits + "\((10 - sum % 10) % 10)"
  }
}

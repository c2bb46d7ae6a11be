public import ProblemKit
internal import RetailValues

/// A probable mistake in a file that can be read: it stops the import until somebody accepts it.
///
/// The cases are in the order in which `docs/reference/guards.md` explains them.
public enum GuardCode: String, Hashable, Sendable, CaseIterable, Codable {
  case unitCostChanged = "unit-cost-changed"
  case priceChanged = "price-changed"
  case priceBelowCost = "price-below-cost"
  case saleNotBelowRegular = "sale-not-below-regular"
  case packSizeChanged = "pack-size-changed"
  case packsOrPieces = "packs-or-pieces"
  case orderChanged = "order-changed"
  case overDelivery = "over-delivery"
  case unknownLineItems = "unknown-line-items"
  case stockChanged = "stock-changed"
  case lotsAdded = "lots-added"
  case sameAsRecorded = "same-as-recorded"
  case recordedSince = "recorded-since"
  case beforeStockLevel = "before-stock-level"
  case closedPeriod = "closed-period"
  case quantityFarOff = "quantity-far-off"
  case moreThanStock = "more-than-stock"
  case totalAsPrice = "total-as-price"
  case priceAsQuantity = "price-as-quantity"
  case fractionOfPiece = "fraction-of-piece"
  case countedByAnother = "counted-by-another"
  case countedTwice = "counted-twice"
  case dateFarOff = "date-far-off"
  case similarColour = "similar-colour"
  case similarCode = "similar-code"
  case columnsNotUsed = "columns-not-used"
  case missingFromFeed = "missing-from-feed"
  case manyRejected = "many-rejected"
  case newSuppliers = "new-suppliers"
  case newLocations = "new-locations"
  case newItems = "new-items"
  case chargeAsItem = "charge-as-item"
  case noteAsItem = "note-as-item"

  /// The unit of a guard's limit.
  public enum Measure: Hashable, Sendable {
    /// By how much a value changes, of the value before.
    case change
    /// A part of a whole, at most 100.
    case share
    /// Stock units.
    case quantity
    /// Whole years.
    case years
    /// There is no limit: the guard is on or off.
    case none
  }

  public var measure: Measure {
    switch self {
    case .unitCostChanged, .priceChanged, .overDelivery: .change
    case .missingFromFeed, .manyRejected, .stockChanged: .share
    case .quantityFarOff: .quantity
    case .dateFarOff: .years
    default: .none
    }
  }

  /// The limit unless the shop sets another, in the units of ``GuardLimits``.
  var standardLimit: Int64 {
    switch self {
    case .unitCostChanged: 20 * GuardLimits.onePercent
    case .priceChanged, .stockChanged: 50 * GuardLimits.onePercent
    case .missingFromFeed, .manyRejected, .overDelivery: 10 * GuardLimits.onePercent
    // The shortest barcode has eight digits; a wholesaler's stock of one item may have seven.
    case .quantityFarOff: 9_999_999_000
    // A shop that changes over brings its history with it; misread dates are in 1899, 1904 or 1970.
    case .dateFarOff: 20
    default: 1
    }
  }

  /// One sentence that says what was found.
  public var summary: String {
    switch self {
    case .unitCostChanged: "A cost differs from the one before by more than a set percentage."
    case .priceChanged: "A price differs from the one before by more than a set percentage."
    case .priceBelowCost: "A new or changed price, without its tax, is below what the item costs."
    case .saleNotBelowRegular: "A sale price is not below the regular price that is valid at the same time."
    case .packSizeChanged: "A supplier's pack, or the quantity of one scan of a barcode, has another size than before."
    case .packsOrPieces:
      "A line of an order, delivery or invoice does not say whether it counts packs or pieces, and the item comes in "
        + "packs."
    case .orderChanged: "A file changes lines of an order that the shop has made itself, or adds lines to it."
    case .overDelivery:
      "More is received on an order than it asks for, by more than a set percentage, or what it does not ask for at all."
    case .unknownLineItems:
      "A despatch advice names items that the shop does not have, or no line of another document of a supplier names one that it "
        + "has."
    case .stockChanged:
      "Of the known stock levels in a file, more than a set share change by more than half; or a single one becomes about ten "
        + "times what it was, with a zero at its end."
    case .lotsAdded: "Stock of lots would be added to stock of the same item that has no lot."
    case .sameAsRecorded:
      "Sales or receipts without a number and a time of day are the same as recorded ones, and others of that day are not "
        + "in the file."
    case .recordedSince:
      "Records that an import left out come in, and another file has recorded the same item at the same place and time "
        + "since."
    case .beforeStockLevel:
      "Sales or receipts are of days before a stock level of the same item and place that an import has set."
    case .closedPeriod: "Stock moved on days for which the books are closed."
    case .quantityFarOff: "A quantity is larger than any that the shop deals in; perhaps a barcode was scanned into it."
    case .moreThanStock:
      "At least 100 of an item are sold in one line, and five times as many as are in stock, which are at least 10."
    case .totalAsPrice: "The price of each sale is the shop's price times the quantity, which is the total of the line."
    case .priceAsQuantity: "The quantities with a fraction are all the prices of their items."
    case .fractionOfPiece: "A quantity of an item that is kept in pieces has a fraction."
    case .countedByAnother:
      "An item is counted that another counter has entered for the same section of the same count."
    case .countedTwice:
      "A file has the same quantity of an item more than once for one section of a count, and it would be taken once."
    case .dateFarOff:
      "Something happened more than a day in the future or many years ago; or all that is older than what the shop has "
        + "recorded is of one month, more than two years before; or a counted line is a month older than its count."
    case .similarColour: "A new colour has nearly the name or the shade of one that its family has already."
    case .similarCode:
      "The code of a new item differs from that of another one only in capitals, spaces and signs, zeros in front, O and I "
        + "for 0 and 1, or letters of another script that look the same."
    case .columnsNotUsed:
      "A column of prices, quantities, times or states is not used, and what is taken may mean something else without it."
    case .missingFromFeed: "A file that should list everything lacks more than a set share of the items that are known."
    case .manyRejected: "More than a set share of the records of a file are refused."
    case .newSuppliers: "Records name suppliers that the shop does not have."
    case .newLocations: "Records name locations that the shop does not have."
    case .newItems: "Records name items that the shop does not have, and do not describe them."
    case .chargeAsItem: "Records name postage, a fee, a discount or the like as if it were an item."
    case .noteAsItem:
      "A row that would become a new item has a code unlike the others, such as a word among numbers, and an empty cell "
        + "where the others have a value: it may be a heading or a note."
    }
  }

  /// The noun for the records that it asks about; empty for other guards.
  public var newNoun: String {
    switch self {
    case .newSuppliers: "supplier"
    case .newLocations: "location"
    case .newItems: "item"
    default: ""
    }
  }

  /// One sentence that says what to do.
  public var remedy: String {
    let look =
      switch self {
      case .unitCostChanged: "Ask the supplier, and check that it is the cost of one unit and not of a case"
      case .priceChanged: "Check the column, the currency and the decimal mark"
      case .priceBelowCost: "Check the price and the cost, and that the cost is that of one unit"
      case .saleNotBelowRegular: "Check which of the two prices is meant; one that is not an offer needs no sale price"
      case .packSizeChanged: "Ask the supplier: orders and scans of this pack will count for another quantity"
      case .packsOrPieces:
        "Check in the order whether it counts packs or pieces; if it counts pieces, say so with --set order_unit=each"
      case .orderChanged:
        "A supplier's confirmation or despatch advice is kept next to the order, which stays as it is. Say what the "
          + "file is: --kind order_response_lines for a confirmation, --kind despatch_lines for a despatch advice; if the "
          + "order itself is changed"
      case .overDelivery: "Check the order's number and the quantity, and that the delivery was not received before"
      case .unknownLineItems:
        "Check which column has the codes, and whether the items are new. To take a column: --map COLUMN=supplier_code for the "
          + "supplier's codes, --map COLUMN=sku for the shop's. To make the new items: --new-items"
      case .stockChanged:
        "Check that the column is what is on hand, and not what was ordered, delivered or sold, and that it is the right file"
      case .lotsAdded:
        "If the lots are all that is there, add a row for each item with an empty lot and the quantity 0, which takes the "
          + "stock without a lot out"
      case .sameAsRecorded:
        "If the file has records of an earlier file once more, they are left out. If they are further ones, give them a "
          + "number of their own in the file; --set document=NAME gives one to all of them"
      case .recordedSince: "If that import has brought the corrected records, delete them from this file"
      case .beforeStockLevel:
        "If the level has counted them, undo its import (`stockroom imports undo N`), import them, and then the level again; or "
          + "import only later ones"
      case .closedPeriod:
        "Check the dates. The reports of those days will change, and the journal books what follows from them "
          + "in the open period"
      case .quantityFarOff: "Check the cell, and that the column is the quantity"
      case .moreThanStock: "Check the quantity, and that the column is what was sold"
      case .totalAsPrice:
        "If they are totals, --map COLUMN=line_total divides them by the quantity, and --map COLUMN= leaves them out"
      case .priceAsQuantity: "Check which column is the quantity, and name it with --map COLUMN=quantity"
      case .fractionOfPiece:
        "Check the quantity and the decimal mark. For an item by weight, volume or length, import a list with sku "
          + "and stock_unit first"
      case .countedByAnother:
        "If both have counted the same goods, enter one of the two only: the same --counter once more replaces what that counter "
          + "entered before. If they have counted different parts, the quantities add up"
      case .countedTwice:
        "If they are parts that add up, write their sum in one line, name the section of each, or say duplicates: sum in a "
          + "profile. If the line is there more than once by mistake, it is taken once"
      case .dateFarOff:
        "Check the order of day, month and year; goods that are still to come are an order (--kind order_lines)"
      case .similarColour: "Use the colour that is there, or give the new one a name of its own"
      case .similarCode: "Write the code as the other one is written, where both are the same item"
      case .chargeAsItem: "Delete such rows from the file, or leave them out with --leave-out COLUMN=VALUE"
      case .noteAsItem: "Delete the row if it is a heading or a note, or leave it out with the option that is named"
      case .columnsNotUsed:
        "Take the column that is needed with --map 'COLUMN=FIELD', or use another option that is named; if the import needs none of "
          + "them"
      case .missingFromFeed: "Ask the sender whether the file is whole, or import it without --full"
      case .manyRejected: "Check that it is the right file and the right profile"
      case .newSuppliers, .newLocations:
        "Check the codes. A partner's code for a \(newNoun) of yours: --\(newNoun)-is CODE=\(newNoun.uppercased()), "
          + "which is kept. To make the new ones: --\(rawValue), which is the same as --accept \(rawValue)."
      case .newItems:
        "Check the codes, and that the column is the right one. To make the new items: --new-items, which is the same as "
          + "--accept new-items."
      }
    if !newNoun.isEmpty { return look }
    if self == .columnsNotUsed || self == .orderChanged { return look + ", accept that with --accept \(rawValue)." }
    return look + "; if it is right, accept it with --accept \(rawValue)."
  }

  /// What a person can say of all records instead of correcting each; nil where that does not help.
  public var answer: Problem.Answer? {
    switch self {
    case .packsOrPieces: .constant(field: "order_unit", value: "each", meaning: "The file counts pieces")
    default: nil
    }
  }

  /// The limit in words, as `stockroom.yml` may have it.
  public var allowedLimits: String {
    switch measure {
    case .change: "a percentage above 0, such as 20, or off"
    case .share: "a percentage above 0, at most 100, or off"
    case .quantity: "a quantity above 0, or off"
    case .years: "whole years, 1 to 1000, or off"
    case .none: "on or off"
    }
  }
}

/// From where on each guard stops an import: the shop's settings.
public struct GuardLimits: Hashable, Sendable {
  /// One percent, in the unit in which percentages are kept.
  static let onePercent: Int64 = 10_000

  private var limits: [GuardCode: Int64]

  /// The limits of a shop without settings of its own.
  public static let standard = GuardLimits()

  public init() {
    limits = Dictionary(uniqueKeysWithValues: GuardCode.allCases.map { ($0, $0.standardLimit) })
  }

  /// The limit of a guard, nil when it is off: percentages in ten-thousandths of a percent, quantities in thousandths of
  /// the stock unit, years, and 1 for a guard without a limit.
  public subscript(code: GuardCode) -> Int64? { limits[code] }

  /// Sets a limit from its text in the settings: `off`, `on` for the guard's own limit, or a number.
  ///
  /// - Returns: false when the text is not a limit for this guard; nothing is set then.
  public mutating func set(_ code: GuardCode, to text: String) -> Bool {
    if let isOn = ["on": true, "off": false][text.lowercased()] ?? Bool(yesOrNo: text) {
      limits[code] = isOn ? code.standardLimit : nil
      return true
    }
    let number = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let written = try? ExactDecimal(parsing: number.trimmingSpaces().utf8) else { return false }
    let isPercentage = code.measure == .change || code.measure == .share
    guard isPercentage || number == text, code.measure != .none else { return false }
    let digits = isPercentage ? 4 : code.measure == .quantity ? Quantity.fractionDigits : 0
    guard let (limit, isExact) = written.scaled(toFractionDigits: digits), isExact, limit > 0 else { return false }
    switch code.measure {
    case .share: guard limit <= 100 * Self.onePercent else { return false }
    case .change: guard limit <= 1_000_000 * Self.onePercent else { return false }
    case .years: guard limit <= 1000 else { return false }
    case .quantity, .none: break
    }
    limits[code] = limit
    return true
  }

  /// The limit of a guard for people; nil for a guard that is only on or off.
  public func limit(of code: GuardCode) -> String? { code.measure == .none ? nil : text(of: code) }

  /// A limit for people: `20 %`, `5000`, `20 years`, `on`, `off`.
  public func text(of code: GuardCode) -> String {
    guard let limit = limits[code] else { return "off" }
    return switch code.measure {
    case .change, .share: FixedPointText.shortest(limit, fractionDigits: 4) + " %"
    case .quantity: Quantity(scaled: limit).description
    case .years: "\(limit) years"
    case .none: "on"
    }
  }
}

/// How many of a source's records are refused.
public struct RejectedShare: Sendable, Hashable {
  public var count: Int
  public var total: Int

  public init(count: Int, total: Int) {
    self.count = count
    self.total = total
  }

  /// Whether there are records that are not refused.
  public var hasOthers: Bool { count < total }

  /// Whether the guard ``GuardCode/manyRejected`` asks before the other records are taken.
  public func isAbove(_ limits: GuardLimits) -> Bool {
    guard let limit = limits[.manyRejected], count > 0, total > 0 else { return false }
    return Int128(count) * Int128(100 * GuardLimits.onePercent) > Int128(limit) * Int128(total)
  }
}

internal import ProblemKit
internal import RetailValues

/// The lots of one variant at all its locations, issued first-expired-first-out in the order of its movements.
///
/// - An arrival with a lot is added to that lot. An issue with a lot is taken from it, even below zero, because the
///   document says so.
/// - An issue without a lot takes the available lots that expire first; of lots with the same expiry date it takes the
///   one that arrived first. Then it takes lots without an expiry date in order of arrival, then stock without a lot,
///   and last the lots that had already expired, which is reported (``Part/wasExpired``). An issue because of expiry
///   takes expired lots first.
/// - An issue that exceeds the available stock is not taken from a lot: stock without a lot becomes negative, and
///   remains so until an arrival without a lot.
/// - A customer return without a lot goes back to the lots that sales at that location took last, up to the quantities
///   that they took. The rest is stock without a lot, like all other arrivals without a lot.
/// - A transfer without a lot takes lots as a sale does, and the same lots arrive at its destination.
/// - What corrects the gain of a count without a lot changes stock without a lot, and no lots.
struct LotStock {
  /// A day of expiry that never comes.
  static let never = Int64.max

  /// The quantity that a movement without a lot takes from a lot or adds to it.
  struct Part: Equatable {
    var lotID: Int64
    /// Thousandths of the stock unit, with the sign of the movement.
    var quantity: Int64
    /// Whether it was taken after the lot's last day.
    var wasExpired: Bool
  }

  /// The remaining quantity of a lot at a location; lot 0 is stock without a lot.
  struct Remainder: Equatable {
    var locationID: Int64
    var lotID: Int64
    var quantity: Int64
  }

  /// The two sides of a transfer share one.
  struct TransferKey: Hashable {
    var documentID: Int64
    /// The line of the side that leaves.
    var line: String
  }

  /// Of the kinds of movements, what matters to the lots.
  enum Kind {
    case ordinary
    /// A sale; brought back when its quantity is positive.
    case sale
    /// Leaves because it expired.
    case expiry
    case transfer(TransferKey)
    /// Corrects what a count found without a lot, because goods of a lot came late.
    case gainCorrection
  }

  struct Movement {
    var locationID: Int64
    /// The lot that the document names, with the first moment at which it has expired.
    var lot: (id: Int64, expiresAt: Int64)?
    /// Thousandths of the stock unit.
    var quantity: Int64
    var effectiveAt: Int64
    var kind: Kind
  }

  /// How many changes of the lot that is sold are remembered at a location, for what customers bring back. Older ones are
  /// forgotten, so that years of trade take no more room than that.
  static let rememberedSales = 1024

  fileprivate struct Lot {
    let id: Int64
    let expiresAt: Int64
    var quantity: Int64 = 0
    var isQueued = false
  }

  fileprivate struct Place {
    var lots: [Lot] = []
    var numbers: [Int64: Int] = [:]
    /// The lots that had remaining stock, in the order in which they are issued. Some may be used up by now.
    var fresh = LotQueue()
    var expired = LotQueue()
    var unlotted: Int64 = 0
    /// The lots that sales took, the latest last; a lot is listed once for consecutive sales.
    var sold: [(lot: Int, quantity: Int64)] = []
  }

  private var places: [Int64: Place] = [:]
  private var underway: [TransferKey: [(lot: (id: Int64, expiresAt: Int64), quantity: Int64)]] = [:]
  /// Whether a movement named a lot. If not, all stock is without a lot.
  private(set) var hasLots = false

  init() {}

  /// The remaining quantities, by location and lot: every lot with a quantity other than zero, and stock without a lot.
  var remainders: [Remainder] {
    places.sorted { $0.key < $1.key }.flatMap { location, place in
      [Remainder(locationID: location, lotID: 0, quantity: place.unlotted)]
        + place.lots.filter { $0.quantity != 0 }.sorted { $0.id < $1.id }
        .map { Remainder(locationID: location, lotID: $0.id, quantity: $0.quantity) }
    }
  }

  /// Adds one movement.
  ///
  /// - Returns: for a movement without a lot, the quantities that it takes from lots or adds to them, by lot; the rest
  ///   is stock without a lot.
  /// - Throws: ``Problem/Code/refused`` if a remaining quantity exceeds the range of a quantity.
  mutating func add(_ movement: Movement) throws -> [Part] {
    guard let lot = movement.lot else {
      let isOfGain = if case .gainCorrection = movement.kind { true } else { false }
      // Until the first lot arrives, all stock is without one.
      guard hasLots, !isOfGain else {
        try places[movement.locationID, default: Place()].addUnlotted(movement.quantity)
        return []
      }
      return movement.quantity > 0 ? try bring(movement) : try take(movement)
    }
    hasLots = true
    let sold: Int64 =
      if case .sale = movement.kind, movement.quantity < 0, movement.quantity != .min {
        -movement.quantity
      } else {
        0
      }
    return try with(movement.locationID) { place in
      let number = place.number(of: lot)
      try place.add(movement.quantity, to: number)
      if sold > 0 { place.noteSold(number, sold) }
      return []
    }
  }

  /// Changes the stock of a location in place.
  private mutating func with<Result>(
    _ locationID: Int64, _ change: (inout Place) throws -> Result
  ) rethrows -> Result {
    try change(&places[locationID, default: Place()])
  }

  // MARK: - In

  private mutating func bring(_ movement: Movement) throws -> [Part] {
    var arriving: [(lot: (id: Int64, expiresAt: Int64), quantity: Int64)] = []
    if case .transfer(let key) = movement.kind { arriving = underway.removeValue(forKey: key) ?? [] }
    let isBroughtBack = if case .sale = movement.kind { true } else { false }
    return try with(movement.locationID) { place in
      var left = movement.quantity
      var parts: [Part] = []
      func arrive(_ number: Int, _ quantity: Int64) throws {
        left -= quantity
        try place.add(quantity, to: number)
        let lotID = place.lots[number].id
        if let known = parts.firstIndex(where: { $0.lotID == lotID }) {
          parts[known].quantity += quantity
        } else {
          parts.append(Part(lotID: lotID, quantity: quantity, wasExpired: false))
        }
      }
      for (lot, quantity) in arriving where left > 0 { try arrive(place.number(of: lot), min(left, quantity)) }
      while isBroughtBack, left > 0, let last = place.sold.last {
        let quantity = min(left, last.quantity)
        place.sold[place.sold.count - 1].quantity -= quantity
        if quantity == last.quantity { place.sold.removeLast() }
        try arrive(last.lot, quantity)
      }
      try place.addUnlotted(left)
      return parts
    }
  }

  // MARK: - Out

  private mutating func take(_ movement: Movement) throws -> [Part] {
    guard movement.quantity < 0 else { return [] }
    guard movement.quantity != .min else { throw Self.outOfRange }
    let (parts, moved) = try with(movement.locationID) { place in
      var left = -movement.quantity
      var parts: [Part] = []
      var moved: [(lot: (id: Int64, expiresAt: Int64), quantity: Int64)] = []
      let isSale = if case .sale = movement.kind { true } else { false }
      func takeLots(_ queue: WritableKeyPath<Place, LotQueue>) {
        while left > 0, let number = place.next(in: queue) {
          let quantity = min(left, place.lots[number].quantity)
          place.lots[number].quantity -= quantity
          left -= quantity
          let lot = place.lots[number]
          parts.append(
            Part(lotID: lot.id, quantity: -quantity, wasExpired: movement.effectiveAt >= lot.expiresAt))
          moved.append(((lot.id, lot.expiresAt), quantity))
          if isSale { place.noteSold(number, quantity) }
        }
      }
      place.setExpiredApart(at: movement.effectiveAt)
      if case .expiry = movement.kind { takeLots(\.expired) }
      takeLots(\.fresh)
      let unlotted = min(left, max(0, place.unlotted))
      place.unlotted -= unlotted
      left -= unlotted
      takeLots(\.expired)
      try place.addUnlotted(-left)
      return (parts, moved)
    }
    if case .transfer(let key) = movement.kind, !moved.isEmpty { underway[key] = moved }
    return parts
  }

  fileprivate static let outOfRange = Problems(
    .refused, "the stock of a lot leaves the range of ±9,223,372,036,854,775.807",
    remedy: "Look for a quantity far too large, such as a barcode in the quantity column; nothing was changed.")
}

extension LotStock.Place {
  /// The index of a lot among those of the location; a new lot is added.
  fileprivate mutating func number(of lot: (id: Int64, expiresAt: Int64)) -> Int {
    if let number = numbers[lot.id] { return number }
    lots.append(LotStock.Lot(id: lot.id, expiresAt: lot.expiresAt))
    numbers[lot.id] = lots.count - 1
    return lots.count - 1
  }

  fileprivate mutating func add(_ quantity: Int64, to number: Int) throws {
    let (sum, overflow) = lots[number].quantity.addingReportingOverflow(quantity)
    guard !overflow else { throw LotStock.outOfRange }
    lots[number].quantity = sum
    if sum > 0, !lots[number].isQueued {
      lots[number].isQueued = true
      fresh.insert(LotQueue.Entry(expiresAt: lots[number].expiresAt, number: number))
    }
  }

  fileprivate mutating func addUnlotted(_ quantity: Int64) throws {
    let (sum, overflow) = unlotted.addingReportingOverflow(quantity)
    guard !overflow else { throw LotStock.outOfRange }
    unlotted = sum
  }

  /// Moves the lots that have expired. Movements come in order of their time, so no lot is moved back.
  fileprivate mutating func setExpiredApart(at moment: Int64) {
    while let first = fresh.first, first.expiresAt <= moment {
      fresh.removeFirst()
      expired.insert(first)
    }
  }

  /// The lot that is taken next and has something left.
  fileprivate mutating func next(in queue: WritableKeyPath<Self, LotQueue>) -> Int? {
    while let first = self[keyPath: queue].first {
      if lots[first.number].quantity > 0 { return first.number }
      self[keyPath: queue].removeFirst()
      lots[first.number].isQueued = false
    }
    return nil
  }

  fileprivate mutating func noteSold(_ number: Int, _ quantity: Int64) {
    if let last = sold.last, last.lot == number {
      let (sum, overflow) = last.quantity.addingReportingOverflow(quantity)
      sold[sold.count - 1].quantity = overflow ? .max : sum
      return
    }
    // Half at a time: to take the oldest away one by one would cost each sale a walk over all of them.
    if sold.count >= 2 * LotStock.rememberedSales { sold.removeFirst(LotStock.rememberedSales) }
    sold.append((number, quantity))
  }
}

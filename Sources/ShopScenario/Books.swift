/// What correct books of the year say, by the published rules alone: deliberately simple loops over the papers in the order
/// in which they come to the office, in whole numbers. Nothing of Stockroom is used.
struct Books {
  /// One booking or correction as the ledger has it.
  struct Entry {
    let item: Int
    let place: Int
    let time: Int
    let milli: Int
    /// Millionths, where it says what the goods cost: openings and receipts.
    let cost: Int?
    let isTransfer: Bool
  }

  /// A posted line.
  struct Line {
    let item: Int
    let place: Int
    let time: Int
    let month: Int
    let counted: Int
    /// Posted, and since then as late papers have it.
    var expected: Int
    /// How many thousandths were counted wrongly and stayed so.
    let miscounted: Int
    let cost: Int?
    let price: Int
    let counter: String
    var isRestated = false
    var variance: Int { counted - expected }
    /// Losses are positive.
    var lossAtCost: Int? { cost.map { Books.rounded(-variance * $0, 10_000_000) } }
    var lossAtRetail: Int { Books.rounded(-variance * price, 1000) }
  }

  /// How an evening's count went on.
  struct Outcome {
    let evening: CountEvening
    /// Items entered, by index.
    var counted: [Int] = []
    /// Left blank on a full count's sheet.
    var blank: [Int] = []
    var recounted: [Int] = []
    /// What a manager decided where two counts do not agree.
    var decided: [(item: Int, milli: Int)] = []
    var needsApproval = false
  }

  let goods: Goods
  /// The ledger, by item.
  private(set) var ledger: [[Entry]]
  private(set) var lines: [Line] = []
  private(set) var outcomes: [Outcome] = []

  init(goods: Goods) {
    self.goods = goods
    ledger = goods.items.map { _ in [] }
  }

  /// Half away from zero.
  static func rounded(_ number: Int, _ divisor: Int) -> Int {
    let quotient = (abs(number) + divisor / 2) / divisor
    return number < 0 ? -quotient : quotient
  }

  mutating func keep(_ trade: Trade) {
    for batch in 0...(trade.months + 1) {
      for booking in trade.bookings where booking.batch == batch { enter(booking) }
      for evening in trade.evenings where evening.month == batch { post(evening) }
    }
  }

  /// A paper comes in. When it is about goods that were counted after it, the count's variance was another.
  private mutating func enter(_ booking: Booking) {
    let setsCost = booking.kind == .opening || booking.kind == .receipt
    ledger[booking.item].append(
      Entry(
        item: booking.item, place: booking.place, time: booking.time, milli: booking.milli,
        cost: setsCost ? booking.cost : nil, isTransfer: booking.kind == .transfer))
    for index in lines.indices
    where lines[index].item == booking.item && lines[index].place == booking.place && lines[index].time >= booking.time
    {
      lines[index].expected += booking.milli
      lines[index].isRestated = true
      correct(booking.item, booking.place, lines[index].time, -booking.milli)
      break
    }
  }

  private mutating func correct(_ item: Int, _ place: Int, _ time: Int, _ milli: Int) {
    guard milli != 0 else { return }
    ledger[item].append(
      Entry(item: item, place: place, time: time, milli: milli, cost: nil, isTransfer: false))
  }

  /// What should be there at a moment by all that is known now.
  func expected(_ item: Int, _ place: Int, at time: Int) -> Int {
    ledger[item].reduce(0) { $0 + ($1.place == place && $1.time <= time ? $1.milli : 0) }
  }

  /// What one unit cost as of a moment by all that is known now: the moving average over all places, else the supplier's
  /// list, else the standard cost.
  func unitCost(_ item: Int, at time: Int, inMonth month: Int) -> Int? {
    var onHand = 0
    var average: Int?
    let entries = ledger[item].enumerated().filter { !$0.element.isTransfer && $0.element.time <= time }
    for (_, entry) in entries.sorted(by: { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }) {
      if let cost = entry.cost {
        if let before = average, onHand > 0 {
          average = Books.rounded(onHand * before + entry.milli * cost, onHand + entry.milli)
        } else {
          average = cost
        }
      }
      onHand += entry.milli
    }
    if let average { return average }
    switch goods.items[item].source {
    case .listOnly: return goods.items[item].cost(inMonth: month)
    case .standardOnly: return goods.items[item].cost(inMonth: 1)
    case .document, .nowhere: return nil
    }
  }

  // MARK: Counts

  /// Within tolerance: one unit, or two percent of what is expected.
  private static func isTolerated(_ variance: Int, expected: Int) -> Bool {
    abs(variance) <= 1000 || abs(variance) * 100 <= 2 * abs(expected)
  }

  private mutating func post(_ evening: CountEvening) {
    var outcome = Outcome(evening: evening)
    let known = goods.items.indices.filter { item in ledger[item].contains { $0.place == evening.place } }
    let chosen = evening.isFull ? known : known.filter { ($0 + evening.month * 5) % 8 == 0 }
    var posted: [Line] = []
    for item in chosen {
      // The showcase was locked: two items of the half-year's count stay blank.
      if evening.isFull, !evening.isLast, evening.place == Trade.shop, item % 97 == 11 {
        outcome.blank.append(item)
        continue
      }
      guard let first = evening.first[item], let second = evening.second[item] else { continue }
      outcome.counted.append(item)
      let expectedFirst = expected(item, evening.place, at: first.time)
      var (time, counted, real) = (first.time, first.counted, first.real)
      var counter = Crew.counter(of: item)
      if !Books.isTolerated(first.counted - expectedFirst, expected: expectedFirst) {
        outcome.recounted.append(item)
        let expectedSecond = expected(item, evening.place, at: second.time)
        (time, counted, real) = (second.time, second.counted, second.real)
        counter = Crew.recounter
        if second.counted - expectedSecond != first.counted - expectedFirst {
          // The manager goes and looks herself.
          counted = second.real
          outcome.decided.append((item, second.real))
        }
        let variance = counted - expectedSecond
        if !Books.isTolerated(variance, expected: expectedSecond) { outcome.needsApproval = true }
      }
      posted.append(
        Line(
          item: item, place: evening.place, time: time, month: evening.month, counted: counted,
          expected: expected(item, evening.place, at: time), miscounted: counted - real,
          cost: unitCost(item, at: time, inMonth: evening.month),
          price: goods.items[item].price(onDay: time / Year.day),
          counter: counter))
    }
    for line in posted { correct(line.item, line.place, line.time, line.variance) }
    lines += posted
    outcomes.append(outcome)
  }
}

/// Who counts: two people side by side, a third for what has to be counted again.
enum Crew {
  static let manager = "Ines"
  static let recounter = "Zoe"

  static func counter(of item: Int) -> String { item % 2 == 0 ? "Mia" : "Jonas" }

  static func section(of item: Int) -> String { item % 2 == 0 ? "A" : "B" }
}

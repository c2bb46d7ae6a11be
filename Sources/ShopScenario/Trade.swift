/// A year of trade, day by day: what really happens to the goods, and which papers of it reach the office when.
struct Trade {
  static let shop = 0
  static let kiosk = 1
  static let backroom = 2

  let goods: Goods
  let measured: Measured
  let months: Int
  let linesPerDay: [Int]
  var dice: Dice

  /// Thousandths on the shelves, by item and place.
  var real: [[Int]] = []
  /// Lots as the papers have them, the oldest first, by item and place.
  var lots: [[[(lot: String, milli: Int)]]] = []
  /// The last day of each lot, by item.
  var expiry: [[String: Int]] = []
  private(set) var bookings: [Booking] = []
  private(set) var inventions: [Invention] = []
  private(set) var evenings: [CountEvening] = []
  private var numbers: [String: Int] = [:]

  private enum Event {
    case sale(place: Int)
    case theft(item: Int, place: Int)
    case damage(place: Int)
    case taken(place: Int)
    case look(evening: Int, item: Int, isSecond: Bool)
  }

  init(goods: Goods, measured: Measured, months: Int, linesPerDay: [Int], dice: Dice) {
    self.goods = goods
    self.measured = measured
    self.months = months
    self.linesPerDay = linesPerDay
    self.dice = dice
    real = goods.items.map { _ in [0, 0, 0] }
    lots = goods.items.map { _ in [[], [], []] }
    expiry = goods.items.map { _ in [:] }
  }

  mutating func run() {
    open()
    for day in 0..<(Year.firstDay(of: months) + Year.lengths[months - 1]) { trade(on: day) }
  }

  // MARK: Papers

  func number(of kind: String) -> String { "\(kind)-\(Digits.text(1000 + (numbers[kind] ?? 0), decimals: 0))" }

  mutating func newDocument(_ kind: String) -> String {
    numbers[kind, default: 0] += 1
    return number(of: kind)
  }

  mutating func book(_ booking: Booking) { bookings.append(booking) }

  mutating func invent(_ cause: String, _ item: Int, _ place: Int, _ time: Int, loss: Int) {
    if loss != 0 { inventions.append(Invention(cause: cause, item: item, place: place, time: time, loss: loss)) }
  }

  /// The month in which a document reaches the office: its own, or the next month if it is late.
  mutating func batch(of time: Int, late millionths: Int) -> Int {
    let month = Year.month(of: time)
    return dice.happens(millionths) ? month + 1 : month
  }

  /// Takes goods from the lots of a location, the oldest first. Quantities that exceed all lots have no lot.
  mutating func takeLots(_ item: Int, _ place: Int, _ milli: Int) -> [(lot: String?, milli: Int)] {
    guard goods.items[item].hasLots else { return [(nil, milli)] }
    var left = milli
    var pieces: [(lot: String?, milli: Int)] = []
    while left > 0, let oldest = lots[item][place].first {
      let piece = min(left, oldest.milli)
      pieces.append((oldest.lot, piece))
      left -= piece
      if piece == oldest.milli {
        lots[item][place].removeFirst()
      } else {
        lots[item][place][0].milli -= piece
      }
    }
    if left > 0 { pieces.append((nil, left)) }
    return pieces
  }

  // MARK: The year

  /// What was there when the books began: about three weeks' worth, as unevenly as the measured stock.
  private mutating func open() {
    let typical = max(1, measured.adventureWorks.onHand[10])
    for item in goods.items {
      for place in Goods.places.indices where place != Trade.kiosk || item.isAtKiosk {
        let uneven = dice.value(of: measured.adventureWorks.onHand)
        var milli = item.weeklyDemand * 2 * max(typical / 4, min(uneven, 2 * typical)) / typical
        if !item.isDelivered { milli *= 12 }
        milli = item.isWeighed ? milli : max(1, milli / 1000) * 1000
        real[item.index][place] = milli
        book(
          Booking(
            item: item.index, place: place, time: 0, milli: milli, kind: .opening, document: "opening", line: 0,
            batch: 0, cost: item.isDelivered ? item.cost(inMonth: 1) : nil))
      }
    }
  }

  private mutating func trade(on day: Int) {
    let month = Year.month(ofDay: day)
    let weekday = Year.weekday(ofDay: day)
    if weekday == 6 { return }
    if weekday == 1 { deliver(on: day) }
    if weekday == 2 || weekday == 4 { fillShelves(on: day) }
    if weekday == 0 { clearExpired(on: day) }
    var events: [(time: Int, rank: Int, event: Event)] = []
    func open(_ dice: inout Dice) -> Int {
      Year.at(
        day: day, hour: max(8, min(19, dice.place(in: measured.uci.linesByHour))), minute: dice.below(60),
        second: dice.below(60))
    }
    // The wholesaler rests on Saturday and works on Sunday; this shop has it the other way round.
    let weekdayShare = measured.uci.linesByWeekday[weekday == 5 ? 6 : weekday] * 6
    let season = measured.wideWorld.ordersByMonth[month - 1] * 12
    for place in [Trade.shop, Trade.kiosk] {
      let lines = linesPerDay[place] * weekdayShare / 1000 * season / 1_000_000_000
      for _ in 0..<max(1, lines + dice.among(-2, 2)) {
        events.append((open(&dice), 0, .sale(place: place)))
        if dice.happens(measured.uci.writtenOffLines) { events.append((open(&dice), 0, .damage(place: place))) }
      }
    }
    // As many shelves differ from the books in half a year as stocktakes of the same part differed; a third is theft.
    for item in goods.items {
      for place in [Trade.shop, Trade.kiosk] where dice.happens(measured.inventree.countsThatDiffer / 3 / 150) {
        events.append((open(&dice), 0, .theft(item: item.index, place: place)))
      }
    }
    if dice.below(9) == 0 { events.append((open(&dice), 0, .taken(place: dice.below(2)))) }
    if day == Year.lastOpenDay(of: month) { events += looks(on: day, month: month) }
    for (_, entry) in events.enumerated().sorted(by: {
      ($0.element.time, $0.element.rank, $0.offset) < ($1.element.time, $1.element.rank, $1.offset)
    }) {
      happen(entry.event, at: entry.time)
    }
  }

  private mutating func happen(_ event: Event, at time: Int) {
    switch event {
    case .sale(let place): sell(at: place, time)
    case .theft(let item, let place): steal(item, at: place, time)
    case .damage(let place): writeOff(at: place, time)
    case .taken(let place): takeOut(at: place, time)
    case .look(let evening, let item, let isSecond): look(evening, item, isSecond: isSecond, at: time)
    }
  }

  // MARK: Counting

  /// Full counts of all places at the half and the end of the year, the others a part of one place each.
  private mutating func looks(on day: Int, month: Int) -> [(time: Int, rank: Int, event: Event)] {
    let isFull = month == months || month * 2 == months
    let places = isFull ? [0, 1, 2] : [month % 3 == 0 ? Trade.backroom : Trade.shop]
    var events: [(time: Int, rank: Int, event: Event)] = []
    for place in places {
      let cutOff = Year.at(day: day, hour: 17, minute: 30)
      evenings.append(
        CountEvening(
          name: "\(Year.name(of: month))-\(Goods.places[place])", place: place, month: month, isFull: isFull,
          isLast: month == months, cutOff: cutOff))
      for item in goods.items {
        // Two counters start at half past five; the second writes the time on each line.
        let time = item.index % 2 == 0 ? cutOff : cutOff + 20 * (item.index / 2 + 1)
        events.append((time, 1, .look(evening: evenings.count - 1, item: item.index, isSecond: false)))
        let later = Year.at(day: day, hour: 21, second: 15 * (item.index + 1))
        events.append((later, 1, .look(evening: evenings.count - 1, item: item.index, isSecond: true)))
      }
    }
    return events
  }

  private mutating func look(_ evening: Int, _ item: Int, isSecond: Bool, at time: Int) {
    let present = real[item][evenings[evening].place]
    var counted = present
    // One in thirty is miscounted, the second time one in two hundred, by as much as stocktakes of the same part differ.
    if dice.happens(isSecond ? 5_000 : 33_000) {
      let off = dice.value(of: measured.inventree.unitsApart, without: 3) * (goods.items[item].isWeighed ? 100 : 1000)
      counted = max(0, counted + (dice.below(3) == 0 ? off : -off))
    }
    let look = Look(item: item, time: time, real: present, counted: counted)
    if isSecond { evenings[evening].second[item] = look } else { evenings[evening].first[item] = look }
  }
}

/// The shrinkage of the year as the books have it, measure by measure.
struct Statement {
  /// A line of shrinkage: a count's variance or a known loss. Losses are positive.
  struct Loss {
    let part: String
    let reason: String
    let item: Int
    let place: Int
    let month: Int
    let milli: Int
    let atCost: Int?
    let atRetail: Int
  }

  static let knownReasons: Set<String> = ["short-delivery", "damage", "expiry", "known-theft"]
  static let accounts = [
    "unknown": "Expenses:Shrinkage:Unknown", "short-delivery": "Expenses:Shrinkage:Short delivery",
    "damage": "Expenses:Shrinkage:Damage", "expiry": "Expenses:Shrinkage:Expiry",
    "known-theft": "Expenses:Shrinkage:Theft", "internal-use": "Expenses:Internal use", "sample": "Expenses:Samples",
    "supplier-return": "Assets:Supplier credits",
  ]

  let trade: Trade
  let books: Books
  private(set) var losses: [Loss] = []
  private(set) var rows: [(table: String, key: String, measure: String, value: String)] = []
  private var accounts: [String: Int] = [:]

  init(_ trade: Trade, _ books: Books) {
    self.trade = trade
    self.books = books
    collect()
    total()
    split()
    counts()
    inventions()
    for (account, cents) in accounts.sorted(by: { $0.key < $1.key }) {
      add("journal", account, "amount", Digits.money(cents))
    }
    stock()
  }

  private mutating func add(_ table: String, _ key: String, _ measure: String, _ value: String) {
    rows.append((table, key, measure, value))
  }

  private mutating func entry(_ account: String, _ cents: Int) {
    accounts[account, default: 0] += cents
    accounts["Assets:Inventory", default: 0] -= cents
  }

  private mutating func collect() {
    for line in books.lines where line.variance != 0 {
      losses.append(
        Loss(
          part: "unknown", reason: "unknown", item: line.item, place: line.place, month: line.month,
          milli: -line.variance, atCost: line.lossAtCost, atRetail: line.lossAtRetail))
      entry("Expenses:Shrinkage:Unknown", line.lossAtCost ?? 0)
    }
    for booking in trade.bookings {
      let month = Year.month(of: booking.time)
      guard booking.kind == .opening || booking.reason != nil else { continue }
      let cost = books.unitCost(booking.item, at: booking.time, inMonth: trade.months)
      if booking.kind == .opening, let unit = cost {
        entry("Equity:Opening balances", Books.rounded(-booking.milli * unit, 10_000_000))
      }
      guard let reason = booking.reason else { continue }
      let atCost = cost.map { Books.rounded(-booking.milli * $0, 10_000_000) }
      if let account = Statement.accounts[reason] { entry(account, atCost ?? 0) }
      guard Statement.knownReasons.contains(reason) else { continue }
      let price = books.goods.items[booking.item].price(onDay: booking.time / Year.day)
      losses.append(
        Loss(
          part: "known", reason: reason, item: booking.item, place: booking.place, month: month,
          milli: -booking.milli, atCost: atCost, atRetail: Books.rounded(-booking.milli * price, 1000)))
    }
  }

  // MARK: The statement

  private mutating func add(_ table: String, _ key: String, of chosen: [Loss]) {
    let cost = chosen.compactMap(\.atCost)
    let retail = chosen.map(\.atRetail)
    add(table, key, "lines", "\(chosen.count)")
    guard !cost.isEmpty else { return }
    add(table, key, "net_cost", Digits.money(cost.reduce(0, +)))
    add(table, key, "loss_cost", Digits.money(cost.reduce(0) { $0 + max($1, 0) }))
    add(table, key, "gain_cost", Digits.money(cost.reduce(0) { $0 + max(-$1, 0) }))
    add(table, key, "net_retail", Digits.money(retail.reduce(0, +)))
    add(table, key, "loss_retail", Digits.money(retail.reduce(0) { $0 + max($1, 0) }))
    add(table, key, "gain_retail", Digits.money(retail.reduce(0) { $0 + max(-$1, 0) }))
  }

  private var netSales: Int {
    trade.bookings.reduce(0) { $0 + ($1.kind == .sale ? Books.rounded(-$1.milli * ($1.price ?? 0), 1000) : 0) }
  }

  private mutating func total() {
    add("statement", "unknown", of: losses.filter { $0.part == "unknown" })
    add("statement", "known", of: losses.filter { $0.part == "known" })
    add("statement", "total", of: losses)
    let retail = losses.reduce(0) { $0 + $1.atRetail }
    add("header", "", "net_sales", Digits.money(netSales))
    add("header", "", "percent_retail", Digits.text(Books.rounded(retail * 1_000_000, netSales), decimals: 4))
    add("header", "", "unvalued_lines", "\(losses.filter { $0.atCost == nil }.count)")
    for unit in ["each", "kg"] {
      for part in ["unknown", "known"] {
        let chosen = losses.filter { $0.part == part && isWeighed($0.item) == (unit == "kg") }
        guard !chosen.isEmpty else { continue }
        add("units", "\(part) \(unit)", "net_units", Digits.quantity(chosen.reduce(0) { $0 + $1.milli }))
      }
    }
  }

  private func isWeighed(_ item: Int) -> Bool { books.goods.items[item].isWeighed }

  private mutating func split() {
    for (index, category) in Goods.categories.enumerated() {
      let chosen = losses.filter { books.goods.items[$0.item].category == index }
      if !chosen.isEmpty { add("categories", category.code, of: chosen) }
    }
    for (index, place) in Goods.places.enumerated() {
      let chosen = losses.filter { $0.place == index }
      if !chosen.isEmpty { add("locations", place, of: chosen) }
    }
    for reason in Set(losses.map(\.reason)).sorted() {
      add("reasons", reason, of: losses.filter { $0.reason == reason })
    }
    for month in 1...trade.months {
      let chosen = losses.filter { $0.month == month }
      if !chosen.isEmpty { add("months", Year.name(of: month), of: chosen) }
    }
  }

  private mutating func counts() {
    add("header", "", "counted_lines", "\(books.lines.count)")
    add("header", "", "right_lines", "\(books.lines.filter { $0.variance == 0 }.count)")
    add("header", "", "restated_lines", "\(books.lines.filter(\.isRestated).count)")
    for unit in ["each", "kg"] {
      let chosen = books.lines.filter { isWeighed($0.item) == (unit == "kg") }
      guard !chosen.isEmpty else { continue }
      add("accuracy", unit, "lines", "\(chosen.count)")
      add("accuracy", unit, "right_lines", "\(chosen.filter { $0.variance == 0 }.count)")
      add("accuracy", unit, "expected_units", Digits.quantity(chosen.reduce(0) { $0 + max($1.expected, 0) }))
      add("accuracy", unit, "wrong_units", Digits.quantity(chosen.reduce(0) { $0 + abs($1.variance) }))
    }
  }

  // MARK: What really happened

  /// The units that went missing without a paper up to the last count of their item and place, less what that count got
  /// wrong: all that counting can find, and nothing else. It takes no look at the papers.
  private mutating func inventions() {
    var last: [Int: Books.Line] = [:]
    for line in books.lines { last[line.item * Goods.places.count + line.place] = line }
    for unit in ["each", "kg"] {
      var sum = 0
      for invention in trade.inventions where isWeighed(invention.item) == (unit == "kg") {
        guard let line = last[invention.item * Goods.places.count + invention.place], invention.time <= line.time else {
          continue
        }
        sum += invention.loss
      }
      for line in last.values where isWeighed(line.item) == (unit == "kg") { sum -= line.miscounted }
      if losses.contains(where: { $0.part == "unknown" && isWeighed($0.item) == (unit == "kg") }) {
        add("invented", unit, "net_units", Digits.quantity(sum))
      }
    }
  }

  private mutating func stock() {
    for item in books.goods.items {
      for place in Goods.places.indices where books.ledger[item.index].contains(where: { $0.place == place }) {
        add(
          "stock", "\(item.sku) \(Goods.places[place])", "on_hand",
          Digits.quantity(books.expected(item.index, place, at: 400 * Year.day)))
      }
    }
  }
}

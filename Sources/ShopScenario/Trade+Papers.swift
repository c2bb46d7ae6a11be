/// What happens in the shop, and what is written down of it.
extension Trade {
  /// The weekly delivery: each supplier brings what has run low in the backroom.
  mutating func deliver(on day: Int) {
    let month = Year.month(ofDay: day)
    for supplier in Goods.suppliers.indices {
      let time = Year.at(day: day, hour: 6, minute: 10 * supplier)
      var document: (number: String, batch: Int)?
      var line = 0
      for item in goods.items where item.supplier == supplier && item.isDelivered {
        let missing = item.weeklyDemand * 4 - real[item.index][Trade.backroom]
        guard missing > item.weeklyDemand * 2 else { continue }
        let milli = (missing + item.pack - 1) / item.pack * item.pack
        let note = document ?? (newDocument(Goods.suppliers[supplier]), batch(of: time, late: 40_000))
        document = note
        line += 1
        var lot: String?
        var expires: Int?
        if item.hasLots {
          lot = "L\(note.number.suffix(4))\(Digits.text(100 + line, decimals: 0).dropFirst())"
          // A quarter of a year for each year that the measured lots are apart, and one to begin with.
          let quarters = 1 + measured.openBoxes.expiryYearsApart[dice.below(21)]
          expires = day + quarters * 91 + dice.below(30)
          lots[item.index][Trade.backroom].append((lot ?? "", milli))
          expiry[item.index][lot ?? ""] = expires
        }
        let stamp = time + line
        book(
          Booking(
            item: item.index, place: Trade.backroom, time: stamp, milli: milli, kind: .receipt, document: note.number,
            line: line, batch: note.batch, cost: item.cost(inMonth: month), lot: lot, expires: expires))
        real[item.index][Trade.backroom] += milli
        // Sometimes the boxes contain less than the document says. One time in three this is noticed.
        guard dice.happens(15_000) else { continue }
        let short = min(milli, max(item.isWeighed ? 500 : 1000, milli / 10 / 1000 * 1000))
        real[item.index][Trade.backroom] -= short
        if dice.below(3) == 0 {
          writeDown(
            item.index, Trade.backroom, stamp + 3600, short, reason: "short-delivery", note: "found on unpacking")
        } else {
          invent("short delivery", item.index, Trade.backroom, stamp, loss: short)
        }
      }
    }
  }

  /// From the backroom to the shop and the kiosk, twice a week.
  mutating func fillShelves(on day: Int) {
    for place in [Trade.shop, Trade.kiosk] {
      let time = Year.at(day: day, hour: 7, minute: 20 + 10 * place)
      var document: (number: String, batch: Int)?
      var line = 0
      for item in goods.items where place == Trade.shop || item.isAtKiosk {
        let missing = item.weeklyDemand - real[item.index][place]
        let present = real[item.index][Trade.backroom]
        guard missing > item.weeklyDemand / 3, present > 0 else { continue }
        let unit = item.isWeighed ? 100 : 1000
        let milli = min(present, (missing + unit - 1) / unit * unit)
        let paper = document ?? (newDocument("T"), batch(of: time, late: 30_000))
        document = paper
        for piece in takeLots(item.index, Trade.backroom, milli) {
          line += 1
          for (end, sign) in [(Trade.backroom, -1), (place, 1)] {
            book(
              Booking(
                item: item.index, place: end, time: time + line, milli: sign * piece.milli, kind: .transfer,
                document: paper.number, line: line, batch: paper.batch, lot: piece.lot))
          }
          if let lot = piece.lot { lots[item.index][place].append((lot, piece.milli)) }
        }
        // One in a hundred times another number is carried than written.
        let carried = dice.happens(10_000) && milli > unit ? milli - unit : milli
        real[item.index][Trade.backroom] -= carried
        real[item.index][place] += carried
        invent("wrong number carried", item.index, place, time + line, loss: milli - carried)
        invent("wrong number carried", item.index, Trade.backroom, time + line, loss: carried - milli)
      }
    }
  }

  /// Lots past their last day are thrown away, as far as they are still there.
  mutating func clearExpired(on day: Int) {
    let time = Year.at(day: day, hour: 8, minute: 5)
    for item in goods.items where item.hasLots {
      for place in Goods.places.indices {
        var left: [(lot: String, milli: Int)] = []
        for entry in lots[item.index][place] {
          guard let last = expiry[item.index][entry.lot], last < day else {
            left.append(entry)
            continue
          }
          let gone = min(entry.milli, real[item.index][place])
          guard gone > 0 else { continue }
          real[item.index][place] -= gone
          writeDown(item.index, place, time, gone, reason: "expiry", lot: entry.lot)
        }
        lots[item.index][place] = left
      }
    }
  }

  /// One line at the till, or a customer return.
  mutating func sell(at place: Int, _ time: Int) {
    guard let index = chosenItem(at: place) else { return }
    let item = goods.items[index]
    var milli = min(24, dice.value(of: measured.uci.unitsOfLine)) * 1000
    if item.isWeighed { milli = dice.among(50, 500) }
    let day = time / Year.day
    let document = newDocument(place == Trade.shop ? "K1" : "K2")
    // The kiosk's last week of the half-year comes in late.
    let isLate = place == Trade.kiosk && Year.month(ofDay: day) * 2 == months && dayOfMonth(day) > 21
    let batch = Year.month(ofDay: day) + (isLate ? 1 : 0)
    let isOnSale = item.salePrice != nil && Goods.isOnSale(day: day)
    let price = isOnSale ? item.salePrice ?? 0 : item.price(onDay: day)
    if dice.happens(measured.uci.returnedLines) {
      milli = item.isWeighed ? milli : 1000
      real[index][place] += milli
      book(
        Booking(
          item: index, place: place, time: time, milli: milli, kind: .sale, document: document, line: 1, batch: batch,
          price: price))
      return
    }
    milli = min(milli, real[index][place])
    guard milli > 0 else { return }
    real[index][place] -= milli
    // Three lines in a thousand are keyed in as something that looks like it.
    var keyed = index
    if dice.happens(3_000), let other = sibling(of: index, at: place) {
      keyed = other
      invent("keyed in as another item", index, place, time, loss: milli)
      invent("keyed in as another item", other, place, time, loss: -milli)
    }
    let keyedPrice = keyed == index ? price : goods.items[keyed].price(onDay: day)
    for (line, piece) in takeLots(keyed, place, milli).enumerated() {
      book(
        Booking(
          item: keyed, place: place, time: time, milli: -piece.milli, kind: .sale, document: document, line: line + 1,
          batch: batch, price: keyedPrice, lot: piece.lot))
    }
  }

  private func dayOfMonth(_ day: Int) -> Int { day - Year.firstDay(of: Year.month(ofDay: day)) + 1 }

  private mutating func chosenItem(at place: Int) -> Int? {
    let items = goods.items.filter { real[$0.index][place] > 0 }
    return items.isEmpty ? nil : items[dice.place(in: items.map(\.weight))].index
  }

  private func sibling(of index: Int, at place: Int) -> Int? {
    let item = goods.items[index]
    return goods.items.first {
      $0.index > index && $0.category == item.category && (place == Trade.shop || $0.isAtKiosk)
    }?.index
  }

  /// It is noticed only one time in six.
  mutating func steal(_ index: Int, at place: Int, _ time: Int) {
    let unit = goods.items[index].isWeighed ? 100 : 1000
    let wanted = min(20, dice.value(of: measured.inventree.unitsApart, without: 3)) * unit
    let gone = min(wanted, real[index][place])
    guard gone > 0 else { return }
    real[index][place] -= gone
    if dice.below(6) == 0 {
      writeDown(index, place, time, gone, reason: "known-theft", note: "seen by a customer")
    } else {
      invent("theft", index, place, time, loss: gone)
    }
  }

  /// A lot that cannot be sold: it is returned to the supplier if it is not what was ordered; otherwise it is written
  /// off, and one time in five thrown away without a document.
  mutating func writeOff(at place: Int, _ time: Int) {
    guard let index = chosenItem(at: place) else { return }
    let item = goods.items[index]
    let wanted = dice.value(of: measured.uci.unitsWrittenOff, without: 2) * (item.isWeighed ? 100 : 1000)
    let present = real[index][place]
    let gone = min(wanted, present / 4 / 1000 * 1000)
    guard gone > 0 else { return }
    real[index][place] -= gone
    if dice.happens(measured.adventureWorks.scrappedAsNotOrdered) {
      for piece in takeLots(index, place, gone) {
        book(
          Booking(
            item: index, place: place, time: time, milli: -piece.milli, kind: .adjustment,
            document: newDocument("R"), line: 1, batch: batch(of: time, late: 50_000), reason: "supplier-return",
            lot: piece.lot, note: "not as ordered"))
      }
    } else if dice.below(5) == 0 {
      invent("damage without a paper", index, place, time, loss: gone)
    } else {
      let handled = dice.happens(measured.adventureWorks.scrappedByHandling * 8)
      writeDown(
        index, place, time, gone, reason: "damage", note: handled ? "handling damage" : "faulty when it came")
    }
  }

  /// Something is used in the shop or given away to be tasted: no loss.
  mutating func takeOut(at place: Int, _ time: Int) {
    guard let index = chosenItem(at: place) else { return }
    let gone = min(goods.items[index].isWeighed ? 50 : 1000, real[index][place])
    real[index][place] -= gone
    writeDown(index, place, time, gone, reason: dice.below(2) == 0 ? "sample" : "internal-use")
  }

  private mutating func writeDown(
    _ index: Int, _ place: Int, _ time: Int, _ milli: Int, reason: String, lot: String? = nil, note: String? = nil
  ) {
    let document = newDocument("W")
    let batch = batch(of: time, late: 50_000)
    let pieces = lot.map { [($0 as String?, milli)] } ?? takeLots(index, place, milli)
    for (line, piece) in pieces.enumerated() {
      book(
        Booking(
          item: index, place: place, time: time, milli: -piece.1, kind: .writeOff, document: document, line: line + 1,
          batch: batch, reason: reason, lot: piece.0, note: note))
    }
  }
}

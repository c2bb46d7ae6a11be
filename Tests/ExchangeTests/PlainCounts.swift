/// A simple model of stock and counts: lists of events, read from the start for every question. Quantities are whole
/// units, times are hours.
struct PlainCounts {
  struct Movement {
    var variant: Int
    var location: Int
    var quantity: Int
    var hour: Int
    var file: Int
  }

  struct Entry {
    var session: Int
    var variant: Int
    var section: String
    var counter: String
    var round: Int
    var quantity: Int
    var hour: Int?
    var file: Int
  }

  struct Session {
    var location: Int
    var cutOff: Int
    var sectionHours: [String: Int] = [:]
    /// The rounds that were asked for, by variant.
    var asked: [Int: Int] = [:]
    /// What was decided, with the entries that it was decided on.
    var decided: [Int: (quantity: Int, basis: [Int])] = [:]
    var isPosted = false
    var isReversed = false
  }

  /// A line of a posted count; lines are in the order of posting.
  struct Line {
    var session: Int
    var variant: Int
    var hour: Int
    var counted: Int
  }

  struct Round: Equatable {
    var number: Int
    var counted: Int
    var hour: Int
  }

  /// What an item of a session comes to.
  struct Item: Equatable {
    var counted: Int
    var hour: Int
    var isDisputed = false
    var isRecountOpen = false
  }

  var movements: [Movement] = []
  var entries: [Entry] = []
  var sessions: [Session] = []
  var lines: [Line] = []
  var undone: Set<Int> = []

  // MARK: Stock

  /// The last valid count up to and including an hour; of the same hour the one posted last. For a line itself, only
  /// counts at an earlier hour, or posted before it at the same hour, are considered.
  private func anchor(_ variant: Int, _ location: Int, _ hour: Int, before own: Int?) -> Line? {
    var best: Line?
    for (index, line) in lines.enumerated() {
      let session = sessions[line.session]
      guard line.variant == variant, session.location == location, !session.isReversed, line.hour <= hour else {
        continue
      }
      if let own, index == own || (line.hour == hour && index > own) { continue }
      if let found = best, found.hour > line.hour { continue }
      best = line
    }
    return best
  }

  func expected(_ variant: Int, _ location: Int, at hour: Int, before own: Int? = nil) -> Int {
    let anchor = anchor(variant, location, hour, before: own)
    var sum = anchor?.counted ?? 0
    for movement in movements {
      guard movement.variant == variant, movement.location == location, !undone.contains(movement.file) else {
        continue
      }
      guard movement.hour <= hour else { continue }
      if let anchor, movement.hour <= anchor.hour { continue }
      sum += movement.quantity
    }
    return sum
  }

  // MARK: Counts

  /// The numbers of the valid entries of an item: no later valid file has entered the item again.
  func holding(_ session: Int, _ variant: Int) -> [Int] {
    entries.indices.filter { index in
      let entry = entries[index]
      guard entry.session == session, entry.variant == variant, !undone.contains(entry.file) else { return false }
      for later in entries
      where later.session == session && later.variant == variant && later.section == entry.section
        && later.counter == entry.counter && later.round == entry.round && later.file > entry.file
        && !undone.contains(later.file)
      {
        return false
      }
      return true
    }
  }

  func rounds(_ session: Int, _ variant: Int) -> [Round] {
    var rounds: [Round] = []
    let holding = holding(session, variant).map { entries[$0] }
    for number in Set(holding.map(\.round)).sorted() {
      let entries = holding.filter { $0.round == number }
      let hours = entries.map { $0.hour ?? sessions[session].sectionHours[$0.section] ?? sessions[session].cutOff }
      rounds.append(
        Round(
          number: number, counted: entries.reduce(0) { $0 + $1.quantity }, hour: hours.max() ?? sessions[session].cutOff
        ))
    }
    return rounds
  }

  /// Nil when it was not counted.
  func item(_ session: Int, _ variant: Int) -> Item? {
    let rounds = rounds(session, variant)
    guard let last = rounds.last else { return nil }
    let asked = sessions[session].asked[variant] ?? 0
    if let decision = sessions[session].decided[variant], decision.basis == holding(session, variant) {
      return Item(counted: decision.quantity, hour: last.hour)
    }
    var item = Item(counted: last.counted, hour: last.hour, isRecountOpen: asked > last.number)
    guard rounds.count > 1 else { return item }
    let location = sessions[session].location
    func variance(_ round: Round) -> Int { round.counted - expected(variant, location, at: round.hour) }
    for later in rounds.reversed() {
      for earlier in rounds where earlier.number < later.number && variance(earlier) == variance(later) {
        item.counted = later.counted
        item.hour = later.hour
        return item
      }
    }
    item.isDisputed = true
    return item
  }

  /// The round of what is entered next.
  func round(_ session: Int, _ variant: Int) -> Int { sessions[session].asked[variant] ?? 0 }

  /// Reads a line of a counted file. A line that repeats an entry is not a new entry.
  mutating func enter(_ entry: Entry) {
    for index in holding(entry.session, entry.variant) {
      let known = entries[index]
      guard known.section == entry.section, known.counter == entry.counter, known.round == entry.round else { continue }
      if known.quantity == entry.quantity, entry.hour == nil || entry.hour == known.hour { return }
    }
    entries.append(entry)
  }

  mutating func askAgain(_ session: Int, _ variant: Int) {
    guard let last = rounds(session, variant).last, round(session, variant) <= last.number else { return }
    sessions[session].asked[variant] = last.number + 1
  }

  /// The variances of the valid lines, with all current movements, in the order of posting.
  func variances(_ variant: Int) -> [Int] {
    lines.indices.filter { lines[$0].variant == variant && !sessions[lines[$0].session].isReversed }.map { index in
      let line = lines[index]
      return line.counted
        - expected(variant, sessions[line.session].location, at: line.hour, before: index)
    }
  }
}

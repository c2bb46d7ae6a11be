/// Lots in the order in which they are taken: by the moment they expire, then as they first arrived.
struct LotQueue {
  struct Entry {
    var expiresAt: Int64
    /// The place of the lot among those of its location, in order of arrival.
    var number: Int
  }

  /// A binary heap: each entry comes before the two at twice its place and one or two more.
  private var entries: [Entry] = []

  init() {}

  var first: Entry? { entries.first }

  private func comesBefore(_ left: Int, _ right: Int) -> Bool {
    (entries[left].expiresAt, entries[left].number) < (entries[right].expiresAt, entries[right].number)
  }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var place = entries.count - 1
    while place > 0, comesBefore(place, (place - 1) / 2) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var place = 0
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count && comesBefore(child, first) {
        first = child
      }
      if first == place { return }
      entries.swapAt(place, first)
      place = first
    }
  }
}

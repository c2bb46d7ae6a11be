internal import Stock

/// How many records there are by kind and by something else, such as what is done with them: the rows of a table.
struct KindCounts<Part: Hashable> {
  private struct Cell: Hashable {
    let kind: String
    let part: Part
  }

  private var kinds: [String] = []
  private var numbers: [Cell: Int] = [:]

  var isEmpty: Bool { kinds.isEmpty }

  init(_ counts: [(kind: String, part: Part, records: Int)]) {
    for count in counts {
      if !kinds.contains(count.kind) { kinds.append(count.kind) }
      numbers[Cell(kind: count.kind, part: count.part), default: 0] += count.records
    }
  }

  /// Those of the parts that there are.
  func present(of parts: [Part]) -> [Part] {
    parts.filter { part in numbers.keys.contains { $0.part == part } }
  }

  /// The kinds that have records of a part, in their order.
  func records(of part: Part) -> [(kind: String, records: Int)] {
    kinds.compactMap { kind in
      numbers[Cell(kind: kind, part: part)].map { (kind: kind, records: $0) }
    }
  }

  /// The kinds in their order, each with its numbers; an empty text for none.
  func rows(_ parts: [Part]) -> [(kind: String, numbers: [String])] {
    kinds.map { kind in
      let row = parts.map { numbers[Cell(kind: kind, part: $0), default: 0] }
      return (kind: kind, numbers: row.map { $0 == 0 ? "" : "\($0)" })
    }
  }

  /// Shows a table with a column for each part.
  func show(_ parts: [Part], heading: (Part) -> String) {
    Terminal.say(
      Terminal.table(
        [""] + parts.map(heading), rows(parts).map { [$0.kind.replacing("_", with: " ")] + $0.numbers },
        rightAligned: Set(1...max(1, parts.count))))
  }
}

extension KindCounts<PlanAction> {
  /// Of records, as people call what becomes of them: a new price that follows another one changes it.
  init(_ counts: [(kind: String, action: PlanAction, records: Int, followingPrices: Int)]) {
    self.init(
      counts.flatMap { count -> [(kind: String, part: PlanAction, records: Int)] in
        let others = count.records - count.followingPrices
        let following = (kind: count.kind, part: PlanAction.update, records: count.followingPrices)
        return (others > 0 ? [(kind: count.kind, part: count.action, records: others)] : [])
          + (count.followingPrices > 0 ? [following] : [])
      })
  }
}

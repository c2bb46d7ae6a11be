internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import RetailValues
internal import Stock

/// The order in which the changes of a plan are shown.
enum ChangeOrder: String, CaseIterable, ExpressibleByArgument {
  /// By kind, and as in the file.
  case file
  /// The prices and costs first that change most in relation to what they were.
  case largest
}

/// Where the largest changes of a plan are: as many as there are up to the end of a page, and no more are kept.
struct LargestChanges {
  private let most: Int
  private var found: [(size: Double, index: Int)] = []

  /// The fewest that are sorted at once.
  private static let leastSorted = 4096

  init(upTo page: ChangePage) {
    let limit = 1 << 40
    most = min(page.skip, limit) + min(page.limit, limit)
  }

  /// Takes the next change.
  ///
  /// - Parameter index: that of its line in the plan.
  mutating func add(_ change: ImportOutput.Change, at index: Int) {
    found.append((change.relativeChange.map { abs($0) } ?? -1, index))
    if found.count >= max(Self.leastSorted, 2 * most) { sort() }
  }

  /// The indices of the lines after the first ones, the largest change first; changes of the same size are as in the file.
  mutating func indices(after skip: Int) -> [Int] {
    sort()
    return found.dropFirst(skip).map(\.index)
  }

  private mutating func sort() {
    found.sort { $0.size == $1.size ? $0.index < $1.index : $0.size > $1.size }
    if found.count > most { found.removeLast(found.count - most) }
  }
}

extension ChangePage {
  /// How many records of a plan are looked at together.
  private static let chunk = 500

  /// Counts the records of a plan that are chosen, and returns those of the page.
  ///
  /// - Parameter titles: where a text is looked for in titles too.
  mutating func chooseRecords(
    of plan: SavedPlan, _ order: ChangeOrder, _ titles: PlanTitles
  ) throws -> [SavedPlan.Record] {
    var plan = plan
    var chosen: [SavedPlan.Record] = []
    var largest = LargestChanges(upTo: self)
    var (index, isAtEnd) = (0, false)
    while !isAtEnd {
      var records: [(index: Int, record: SavedPlan.Record)] = []
      while records.count < Self.chunk {
        guard let line = try plan.nextLine() else {
          isAtEnd = true
          break
        }
        defer { index += 1 }
        guard let record = SavedPlan.record(line), record.problems == nil, record.action.isWritten else { continue }
        records.append((index, record))
      }
      let changes =
        text == nil ? records.map { ImportOutput.Change($0.record) } : try titles.titled(records.map(\.record))
      for (found, change) in zip(records, changes) where chooses(change) {
        total += 1
        if order == .largest {
          largest.add(change, at: found.index)
        } else if total > skip, chosen.count < limit {
          chosen.append(found.record)
        }
      }
    }
    return order == .largest ? try Self.records(at: largest.indices(after: skip), inPlan: plan.path) : chosen
  }

  /// The records on the lines of a plan, in the order of the indices.
  private static func records(at indices: [Int], inPlan path: String) throws -> [SavedPlan.Record] {
    let places = Dictionary(uniqueKeysWithValues: indices.enumerated().map { ($0.element, $0.offset) })
    var records = [SavedPlan.Record?](repeating: nil, count: indices.count)
    var plan = try SavedPlan(path: path)
    var index = 0
    while let line = try plan.nextLine() {
      if let place = places[index] { records[place] = SavedPlan.record(line) }
      index += 1
    }
    return records.compactMap { $0 }
  }
}

extension ImportOutput.Change {
  /// The change of its price or cost in relation to what it was: 0.25 from 10.00 to 12.50, infinite from zero; nil where no
  /// amount changes.
  var relativeChange: Double? {
    guard let declared = Vocabulary.kind(kind) else { return nil }
    let sizes = fields.compactMap { change -> Double? in
      guard let type = declared.field(change.field)?.type, type == .money || type == .unitCost,
        let before = change.before.flatMap({ Double($0) }), let after = change.after.flatMap({ Double($0) }),
        before != after
      else { return nil }
      return before == 0 ? .infinity : (after - before) / abs(before)
    }
    return sizes.max { abs($0) < abs($1) }
  }

  /// The same in percent with one digit: `25`, `-7.5`; nil for what was zero.
  var relativeChangeInPercent: String? {
    guard let tenths = relativeChange.map({ ($0 * 1000).rounded() }), abs(tenths) < 1e15 else { return nil }
    return FixedPointText.shortest(Int64(tenths), fractionDigits: 1)
  }
}

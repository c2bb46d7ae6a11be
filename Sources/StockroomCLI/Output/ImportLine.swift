internal import RetailValues
internal import Stock

/// A line of the list of imports: one import, undo or redo, or the items that one person entered one by one into one section of
/// a count on one day.
struct ImportLine {
  /// The latest of them.
  let entry: ImportEntry
  private(set) var entries = 1
  private(set) var firstNumber: Int64
  /// Of all its entries.
  private(set) var counts: Counts

  /// How many records were made, changed, left alone and refused.
  struct Counts {
    private(set) var created: Int
    private(set) var updated: Int
    private(set) var unchanged: Int
    private(set) var rejected: Int

    init(_ entry: ImportEntry) {
      (created, updated, unchanged, rejected) = (entry.created, entry.updated, entry.unchanged, entry.rejected)
    }

    fileprivate mutating func add(_ entry: ImportEntry) {
      created += entry.created
      updated += entry.updated
      unchanged += entry.unchanged
      rejected += entry.rejected
    }
  }

  init(_ entry: ImportEntry) { (self.entry, firstNumber, counts) = (entry, entry.number, Counts(entry)) }

  private mutating func add(_ earlier: ImportEntry) {
    entries += 1
    firstNumber = earlier.number
    counts.add(earlier)
  }

  /// What the entries of one line have in common.
  private struct Part: Hashable {
    let count: String
    let section: String?
    let actor: String
    let day: String
    let isUndone: Bool
  }

  private static let chunk = 1000

  /// Reads the list with entries of counts together, the latest first.
  ///
  /// - Parameters:
  ///   - find: only imports with this text; nil for all.
  ///   - skip: the number of lines to pass over first.
  ///   - limit: the number of lines at most.
  /// - Returns: the lines, and how many there are with those before them: where there is no line, all.
  static func grouped(
    in books: ShopDatabase, find: String? = nil, skip: Int, limit: Int
  ) throws -> (lines: [ImportLine], total: Int) {
    let clock = books.settings.clock
    let wanted = skip + min(limit, Int.max - skip)
    var lines: [ImportLine] = []
    var places: [Part: Int] = [:]
    var lastDay = ""
    var last: Int64?
    while true {
      let entries = try books.imports(limit: chunk, find: find, before: last)
      for entry in entries {
        let day = String(clock.display(entry.at).prefix(10))
        // The last line may go on with entries of its own day.
        if lines.count >= wanted, day != lastDay { return (Array(lines.dropFirst(skip)), lines.count) }
        let part = CountEntryOptions.part(enteredBy: entry).map {
          Part(count: $0.count, section: $0.section, actor: entry.actor, day: day, isUndone: entry.isUndone)
        }
        if let part, let place = places[part] {
          lines[place].add(entry)
        } else if lines.count < wanted {
          if let part { places[part] = lines.count }
          lines.append(ImportLine(entry))
          lastDay = day
        }
      }
      guard entries.count == chunk else { return (Array(lines.dropFirst(skip)), lines.count) }
      last = entries.last?.number
    }
  }
}

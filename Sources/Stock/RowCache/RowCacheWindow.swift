internal import Foundation
internal import GRDB

/// A few pages of known rows around the current reading position, in which rows are searched for.
///
/// Usually the next row is the next known one. If it is not, rows were changed, inserted, removed or moved, and it is
/// searched for in all loaded pages; a row that is not found there is unknown. So memory does not grow with the file.
struct RowCacheWindow {
  private static let pageLimit = 4
  /// The number of rows after the expected one that are compared one by one.
  private static let nearby = 24
  /// Twice as many places as there are rows.
  private static let indexSize = 1 << 15

  private let load: (Int64) throws -> RowCachePage?
  private var pages: [RowCachePage] = []
  private var nextPage: Int64 = 0
  private var hasMore = true
  /// The row that is expected next.
  private var page = 0
  private var row = 0
  /// The position of each row, from 1, by its digest; 0 for an empty slot.
  private var index: [UInt16] = []
  private var isIndexed = false

  /// - Parameter load: returns a page by its number, nil after the last.
  init(load: @escaping (Int64) throws -> RowCachePage?) { self.load = load }

  /// Looks for a row.
  ///
  /// - Returns: its page among the pages held in memory, and its position there.
  mutating func find(_ digest: RowDigest) throws -> (page: Int, row: Int)? {
    if hasMore && page >= pages.count - 2 { try fill() }
    guard let found = look(for: digest) else { return nil }
    page = found.page
    row = found.row + 1
    if row >= pages[page].count, page + 1 < pages.count {
      page += 1
      row = 0
    }
    return found
  }

  func page(_ place: Int) -> RowCachePage { pages[place] }

  @inline(__always)
  func withReferences<Result>(
    of found: (page: Int, row: Int), _ body: (UnsafeBufferPointer<RowReference>) throws -> Result
  ) rethrows -> Result {
    try pages[found.page].withReferences(of: found.row, body)
  }

  private mutating func look(for digest: RowDigest) -> (page: Int, row: Int)? {
    guard page < pages.count else { return nil }
    let end = min(pages[page].count, row + Self.nearby)
    var place = row
    while place < end {
      if pages[page].digests[place] == digest { return (page, place) }
      place += 1
    }
    if !isIndexed { makeIndex() }
    var slot = Int(truncatingIfNeeded: digest.low) & (Self.indexSize - 1)
    while index[slot] != 0 {
      let known = Int(index[slot]) - 1
      let found = (page: known / RowCachePage.rowLimit, row: known % RowCachePage.rowLimit)
      if pages[found.page].digests[found.row] == digest { return found }
      slot = (slot + 1) & (Self.indexSize - 1)
    }
    return nil
  }

  /// Drops the pages that were passed and loads the next ones.
  private mutating func fill() throws {
    while page > 1 {
      pages.removeFirst()
      page -= 1
    }
    while hasMore, pages.count < Self.pageLimit {
      guard let next = try load(nextPage) else {
        hasMore = false
        break
      }
      nextPage += 1
      pages.append(next)
    }
    isIndexed = false
  }

  private mutating func makeIndex() {
    index = [UInt16](repeating: 0, count: Self.indexSize)
    for (number, page) in pages.enumerated() {
      for (row, digest) in page.digests.enumerated() {
        var slot = Int(truncatingIfNeeded: digest.low) & (Self.indexSize - 1)
        while index[slot] != 0 { slot = (slot + 1) & (Self.indexSize - 1) }
        index[slot] = UInt16(number * RowCachePage.rowLimit + row + 1)
      }
    }
    isIndexed = true
  }
}

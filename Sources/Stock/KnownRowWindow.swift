internal import Foundation
internal import GRDB

/// A few pages of known rows around the place that reading has come to, in which rows are looked for.
///
/// Mostly the next row is the next known one. Where it is not, rows were changed, put in, taken out or moved, and it is
/// looked for in all pages at hand; one that is not there is not known. So memory does not grow with the file.
struct KnownRowWindow {
  private static let pageLimit = 4
  /// How many rows behind the expected one are looked at one by one.
  private static let nearby = 24
  /// Twice as many places as there are rows.
  private static let indexSize = 1 << 15

  private let load: (Int64) throws -> KnownRowPage?
  private var pages: [KnownRowPage] = []
  private var nextPage: Int64 = 0
  private var hasMore = true
  /// The row that is expected next.
  private var page = 0
  private var row = 0
  /// The place of each row, from 1, by its digest; 0 where there is none.
  private var index: [UInt16] = []
  private var isIndexed = false

  /// - Parameter load: gives a page by its number, nil behind the last.
  init(load: @escaping (Int64) throws -> KnownRowPage?) { self.load = load }

  /// Looks for a row.
  ///
  /// - Returns: its page among those at hand, and its place there.
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

  func page(_ place: Int) -> KnownRowPage { pages[place] }

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
      let found = (page: known / KnownRowPage.rowLimit, row: known % KnownRowPage.rowLimit)
      if pages[found.page].digests[found.row] == digest { return found }
      slot = (slot + 1) & (Self.indexSize - 1)
    }
    return nil
  }

  /// Lets go of what lies behind and takes in what comes.
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
        index[slot] = UInt16(number * KnownRowPage.rowLimit + row + 1)
      }
    }
    isIndexed = true
  }
}

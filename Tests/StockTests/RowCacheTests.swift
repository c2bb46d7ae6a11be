import Foundation
import GRDB
import Testing

@testable import Stock

/// What rows are known by, and the pages that they are kept in.
@Suite struct RowCacheTests {
  private static let hash = SipHash(key0: 0x0706_0504_0302_0100, key1: 0x0f0e_0d0c_0b0a_0908)

  /// As `openssl mac -macopt hexkey:000102…0f -macopt size:16 SIPHASH` says of the bytes (i × 37 + length) mod 256.
  @Test(arguments: [
    (0, "A3817F04BA25A8E66DF67214C7550293"), (1, "0059AD1BBFBCB24EDE19A8A28F3ECDEC"),
    (7, "2591593B44427329B2FD0075ECF8546E"), (8, "F5074EE67D9CAE2F8AE9957C0B72DFCF"),
    (9, "C8D5547AA47C566095D8B0EBA320AB0E"), (15, "7EE3C5A73711303BB02147B05154CB99"),
    (63, "83D6C574103EDD5916D191D1D718AEDE"), (100, "C29E2013754D14391741CF02BEFB8D91"),
  ])
  func aDigestIsThatOfOpenSSL(_ length: Int, _ expected: String) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
    // The first bytes may also be given as words.
    for wordCount in 0...(length / 8) {
      let words = (0..<wordCount).map { word in
        bytes[word * 8..<word * 8 + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
      let digest = words.withUnsafeBufferPointer { words in
        bytes.withUnsafeBytes { Self.hash.digest(words, UnsafeRawBufferPointer(rebasing: $0[(wordCount * 8)...])) }
      }
      var written: [UInt8] = []
      written.append(digest)
      #expect(written.map { String(format: "%02X", $0) }.joined() == expected)
    }
    #expect(SipHash(key: 0..<16)?.digest(of: "") == Self.hash.digest(of: ""))
    #expect(SipHash(key: 0..<15) == nil)
  }

  private func digest(_ number: Int) -> RowDigest { Self.hash.digest(of: "row \(number)") }

  private func page(_ rows: some Sequence<Int>) -> RowCachePage {
    var page = RowCachePage()
    for row in rows {
      let references = (0..<row % 9).map { RowReference($0, Int64(row * 131 % 90_000 + $0 * 1_000_003)) }
      page.append(digest(row), references)
    }
    return page
  }

  @Test func aPageIsReadAsItWasWrittenOrNotAtAll() throws {
    let page = page(1...300)
    let bytes = page.encoded(Self.hash, feed: 7, page: 3)
    let read = try #require(RowCachePage(bytes, Self.hash, feed: 7, page: 3))
    #expect(read.digests == page.digests)
    for row in 0..<300 {
      #expect(read.withReferences(of: row) { Array($0) } == page.withReferences(of: row) { Array($0) })
    }
    #expect(RowCachePage(bytes, Self.hash, feed: 8, page: 3) == nil)
    #expect(RowCachePage(bytes, Self.hash, feed: 7, page: 4) == nil)
    for length in stride(from: 0, to: bytes.count, by: 97) {
      #expect(RowCachePage(Array(bytes.prefix(length)), Self.hash, feed: 7, page: 3) == nil)
    }
    for place in stride(from: 0, to: bytes.count, by: 61) {
      var damaged = bytes
      damaged[place] ^= 4
      #expect(RowCachePage(damaged, Self.hash, feed: 7, page: 3) == nil)
    }
  }

  /// Bytes with a valid checksum may still not be a page, because everybody who has the file has its key.
  @Test(
    arguments: [
      [0x80], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], [0x81, 0x20], [1, 2, 3],
      [1] + [UInt8](repeating: 9, count: 16) + [1, 0x0f], [1] + [UInt8](repeating: 9, count: 16) + [1, 0x10],
      [1] + [UInt8](repeating: 9, count: 16) + [1, 0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
      [1] + [UInt8](repeating: 9, count: 16) + [0, 0],
    ] as [[UInt8]])
  func whatIsNoPageIsRefused(_ content: [UInt8]) {
    let sum = [UInt64(7), 0].withUnsafeBufferPointer { words in
      content.withUnsafeBytes { Self.hash.digest(words, $0) }
    }
    var bytes: [UInt8] = []
    bytes.append(sum)
    #expect(RowCachePage(bytes + content, Self.hash, feed: 7, page: 0) == nil)
  }

  private func window(_ rows: Int) -> RowCacheWindow {
    RowCacheWindow { [self] number in
      let start = Int(number) * RowCachePage.rowLimit
      return start < rows ? page(start..<min(rows, start + RowCachePage.rowLimit)) : nil
    }
  }

  /// - Returns: how many of the rows were found.
  private func found(_ rows: [Int], among known: Int) throws -> Int {
    var window = window(known)
    return try rows.reduce(0) { count, row in
      guard let found = try window.find(digest(row)) else { return count }
      let references = window.withReferences(of: found) { $0.count }
      #expect(references == row % 9)
      return count + 1
    }
  }

  @Test func rowsAreFoundAgainThoughOthersCameOrWent() throws {
    let known = 20_000
    let same = Array(0..<known)
    #expect(try found(same, among: known) == known)
    #expect(try found(same, among: 0) == 0)
    #expect(try found(same.filter { $0 % 20 != 3 }, among: known) == known - known / 20)
    #expect(try found(same.map { $0 % 20 == 3 ? $0 + 1_000_000 : $0 }, among: known) == known - known / 20)
    // A block taken out, and one put in.
    #expect(try found(same.filter { !(5000..<9000).contains($0) }, among: known) == known - 4000)
    #expect(try found(Array(0..<5000) + (1_000_000..<1_050_000) + (5000..<known), among: known) == known)
    // Rows that changed places, and rows that come twice.
    var swapped = same
    for place in stride(from: 0, to: known - 100, by: 300) { swapped.swapAt(place, place + 77) }
    #expect(try found(swapped, among: known) == known)
    #expect(try found(same.flatMap { [$0, $0] }, among: known) == 2 * known)
    #expect(try found(same.reversed(), among: known) <= known)
  }

  @Test func aSetOfNumbersHoldsWhatWasPutIn() {
    var numbers = RecordNumbers()
    let ids: [Int64] = [0, 1, 63, 64, 65, 1000, 99_999, 64]
    let kept = (ids + [-1, RecordNumbers.limit]).map { numbers.insert($0) }
    #expect(kept == ids.map { _ in true } + [false, false])
    #expect(Array(numbers) == Set(ids).sorted() && numbers.count == 7 && !numbers.isEmpty)
    #expect(!numbers.contains(-1) && !numbers.contains(2) && !numbers.contains(.max) && numbers.contains(99_999))
  }
}

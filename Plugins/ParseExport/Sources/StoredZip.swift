internal import FormatKit

/// Writes a zip archive (PKWARE APPNOTE) in one pass: entries one after the other, not compressed, so that nothing has
/// to be kept in memory and the same content produces the same bytes. The sizes of an entry are written after it, and
/// in the directory at the end.
struct StoredZip {
  private struct Entry {
    let name: [UInt8]
    let offset: UInt32
    var checksum: UInt32
    var size: UInt32
  }

  private let sink: ByteSink
  private var entries: [Entry] = []
  private var current: Entry?
  private var written = 0
  private var crc: UInt32 = .max

  init(to sink: ByteSink) { self.sink = sink }

  private static let limit = Int(UInt32.max) - 1

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  private mutating func put(_ bytes: [UInt8]) throws(Problems) {
    written += bytes.count
    guard written <= Self.limit else {
      throw Problems(
        .sinkFailed, source: "the export", "the archive would have more than 4 GiB",
        remedy: "Write the kinds one by one, each into a file of its own.")
    }
    try bytes.withUnsafeBufferPointer { (bytes) throws(Problems) in try sink.write(bytes) }
  }

  private static func little(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }

  /// Version 2.0; sizes after the data, names in UTF-8; stored; the earliest time that the format can express.
  private static let kind: [UInt8] =
    little(20, 2) + little(1 << 3 | 1 << 11, 2) + little(0, 2) + little(0, 2) + little(0x21, 2)

  /// Begins an entry, ending the one before.
  mutating func begin(_ name: String) throws(Problems) {
    try end()
    let name = Array(name.utf8)
    current = Entry(name: name, offset: UInt32(clamping: written), checksum: 0, size: 0)
    crc = .max
    try put(
      Self.little(0x0403_4B50, 4) + Self.kind + Self.little(0, 4) + Self.little(0, 4) + Self.little(0, 4)
        + Self.little(UInt32(name.count), 2) + Self.little(0, 2) + name)
  }

  /// Adds to the entry that was begun last.
  mutating func write(_ bytes: [UInt8]) throws(Problems) {
    for byte in bytes { crc = Self.table[Int((crc ^ UInt32(byte)) & 255)] ^ (crc >> 8) }
    try put(bytes)
    current?.size += UInt32(clamping: bytes.count)
  }

  private mutating func end() throws(Problems) {
    guard var entry = current else { return }
    entry.checksum = ~crc
    current = nil
    entries.append(entry)
    try put(
      Self.little(0x0807_4B50, 4) + Self.little(entry.checksum, 4) + Self.little(entry.size, 4)
        + Self.little(entry.size, 4))
  }

  /// Writes the directory; nothing may be written after it.
  mutating func finish() throws(Problems) {
    try end()
    let start = written
    for entry in entries {
      try put(
        Self.little(0x0201_4B50, 4) + Self.little(20, 2) + Self.kind + Self.little(entry.checksum, 4)
          + Self.little(entry.size, 4) + Self.little(entry.size, 4) + Self.little(UInt32(entry.name.count), 2)
          + [UInt8](repeating: 0, count: 12) + Self.little(entry.offset, 4) + entry.name)
    }
    let count = UInt32(entries.count)
    try put(
      Self.little(0x0605_4B50, 4) + Self.little(0, 4) + Self.little(count, 2) + Self.little(count, 2)
        + Self.little(UInt32(clamping: written - start), 4) + Self.little(UInt32(clamping: start), 4)
        + Self.little(0, 2))
  }
}

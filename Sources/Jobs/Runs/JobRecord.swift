internal import FormatKit
internal import Foundation
internal import Stock

/// The data remembered from one run of a job to the next: `jobs/.state/<job>/record`.
///
/// The file has two blocks of fixed size that are written in turn and in place, each with its own SHA-256. So an
/// interrupted write leaves the previous block, and a full disk does not prevent the failure from being recorded.
struct JobRecord: Codable, Hashable {
  /// The latest run.
  struct Run: Codable, Hashable {
    /// ISO 8601 in UTC; for people only, nothing is decided by it.
    var startedAt: String
    /// nil as long as the run is under way; without a process that has the lock it was cut short.
    var finishedAt: String?
    var status: Int32?
    /// `published`, `unchanged` or `failed`.
    var outcome: String?
    var message: String?
    var remedy: String?
    /// The number of the set that it was to publish.
    var number: Int?
    var milliseconds: Int?
  }

  /// The sets that a target was given.
  struct Given: Codable, Hashable {
    /// The newest set that it has; for a target without sets, the number before the first set that it is to be given.
    var number: Int
    /// As in ``SetMark``; nil until it is given a set.
    var manifest: String?

    var mark: SetMark? { manifest.map { SetMark(number, sha256: $0) } }

    init(upTo number: Int) { self.number = number }

    init(_ mark: SetMark) {
      number = mark.number
      manifest = mark.manifest
    }
  }

  /// Grows with every writing; the block with the higher one counts.
  var sequence = 0
  var lastRun: Run?
  /// The highest number that a set of this job ever had here.
  var number = 0
  /// The newest set that the audit log has.
  var audited = 0
  /// The identity of the shop, for when its books cannot be opened.
  var shop: String?
  /// The folder that sets were published into last, by its key.
  var folder: String?
  /// The sets that each target has, by the target's key.
  var delivered: [String: Given] = [:]
  /// The errors of targets whose delivery failed, by the target's key.
  var refused: [String: String] = [:]

  static let name = "record"
  private static let blockSize = 1 << 14

  /// Reads the record. Returns an empty record if the file is missing or damaged.
  static func read(in folder: OpenFolder) throws -> JobRecord {
    let bytes = try folder.contents(of: name, limit: 4 * blockSize) ?? []
    let blocks = [bytes.prefix(blockSize), bytes.dropFirst(blockSize).prefix(blockSize)].compactMap { block(Array($0)) }
    return blocks.max { $0.sequence < $1.sequence } ?? JobRecord()
  }

  private static func block(_ bytes: [UInt8]) -> JobRecord? {
    let parts = bytes.split(separator: 0x20, maxSplits: 1)
    guard parts.count == 2, let end = parts[1].lastIndex(of: UInt8(ascii: "}")) else { return nil }
    let json = parts[1][...end]
    guard String(decoding: parts[0], as: UTF8.self) == sum(Array(json)) else { return nil }
    return try? JSONDecoder().decode(JobRecord.self, from: Data(json))
  }

  private static func sum(_ bytes: [UInt8]) -> String { SHA256Hash.hexadecimal(of: bytes) }

  /// Writes the record and replaces the older of the two existing ones.
  ///
  /// - Throws: ``Problem/Code/sinkFailed``.
  mutating func write(in folder: OpenFolder) throws {
    sequence += 1
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var json = Array(try encoder.encode(self))
    if json.count > Self.blockSize - 100 {
      // Only messages can be that long, or a great many targets.
      var shorter = self
      shorter.refused = shorter.refused.mapValues { _ in "not delivered" }
      shorter.lastRun?.message = lastRun?.message.map { String($0.prefix(500)) }
      shorter.lastRun?.remedy = nil
      json = Array(try encoder.encode(shorter))
    }
    guard json.count <= Self.blockSize - 100 else {
      throw Problems(
        .sinkFailed, source: folder.place(Self.name), "cannot hold what is to be remembered",
        remedy: "Give the job fewer targets.")
    }
    var block = Array(Self.sum(json).utf8) + [0x20] + json
    block += [UInt8](repeating: 0x20, count: Self.blockSize - 1 - block.count) + [0x0A]
    let file = openat(folder.descriptor, Self.name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw OpenFolder.failure(folder.place(Self.name), errno, "cannot be written") }
    defer { close(file) }
    // Both blocks get their room at the first writing, so that a disk that is full later has it.
    var found = stat()
    if fstat(file, &found) == 0, found.st_size < off_t(2 * Self.blockSize) {
      let error = posix_fallocate(file, 0, off_t(2 * Self.blockSize))
      guard error == 0 || error == EOPNOTSUPP || error == EINVAL else {
        throw OpenFolder.failure(folder.place(Self.name), error, "cannot be written")
      }
    }
    let place = off_t(sequence % 2 * Self.blockSize)
    let count = block.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, place) }
    guard count == block.count, fdatasync(file) == 0 else {
      throw OpenFolder.failure(
        folder.place(Self.name), count >= 0 && count < block.count ? ENOSPC : errno, "cannot be written")
    }
  }
}

extension JobTarget {
  /// The key of the target: its name may be a whole command, and the record has little room.
  var key: String { String(SHA256Hash.hexadecimal(of: name).prefix(16)) }
}

extension JobDefinition {
  /// The key of the folder of its sets.
  var folderKey: String { String(SHA256Hash.hexadecimal(of: folderPath).prefix(16)) }
}

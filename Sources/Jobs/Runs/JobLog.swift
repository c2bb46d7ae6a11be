internal import Foundation
internal import RetailValues

/// The events of a run, for programs to read: JSON Lines in `jobs/.state/<job>/log.jsonl`.
///
/// The log starts a new file at 1 MiB and keeps the two previous files. A log that cannot be written never fails a run.
final class JobLog {
  /// One line. The keys are a contract (docs/guides/jobs.md).
  struct Entry: Encodable {
    var time = ""
    /// The number of the set that the run was to publish or has published.
    var run: Int?
    /// `started`, `output`, `published`, `completed`, `unchanged`, `delivered`, `delivery-failed`, `retired`, `removed`,
    /// `told`, `note`, `failed`, `finished`.
    var event: String
    var output: String?
    var target: String?
    var rows: Int?
    var bytes: Int64?
    var sha256: String?
    var status: Int32?
    var message: String?
    var durationMs: Int?
  }

  static let name = "log.jsonl"
  private static let limit = 1 << 20
  private let folder: OpenFolder
  private let encoder: JSONEncoder
  /// The set number of entries that have no number of their own.
  var run: Int?

  init(in folder: OpenFolder) {
    self.folder = folder
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
  }

  /// Begins a new file when the current file is full. The caller must hold the job's lock.
  func rotate() {
    var found = stat()
    guard fstatat(folder.descriptor, Self.name, &found, AT_SYMLINK_NOFOLLOW) == 0, found.st_size >= Self.limit else {
      return
    }
    try? folder.rename("log.1.jsonl", to: "log.2.jsonl")
    try? folder.rename(Self.name, to: "log.1.jsonl")
  }

  func write(_ entry: Entry) {
    var entry = entry
    entry.time = Timestamp.now.iso8601
    entry.run = entry.run ?? run
    guard var line = try? encoder.encode(entry) else { return }
    line.append(0x0A)
    let file = openat(
      folder.descriptor, Self.name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard file >= 0 else { return }
    defer { close(file) }
    // One call for the whole line; what a full disk takes in half is ended by the next line's beginning.
    line.withUnsafeBytes { bytes in
      let count = Foundation.write(file, bytes.baseAddress, bytes.count)
      if count >= 0, count < bytes.count {
        var found = stat()
        if fstat(file, &found) == 0 { ftruncate(file, found.st_size - off_t(count)) }
      }
    }
  }
}

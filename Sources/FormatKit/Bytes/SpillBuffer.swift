internal import Foundation
package import ProblemKit

/// An append-only buffer that is read by offset: in memory up to a limit, above it in an unnamed temporary file that
/// disappears with the process. Not safe to share between threads.
package final class SpillBuffer {
  private let source: String
  private let purpose: String
  private let limit: Int
  private var tail: [UInt8] = []
  /// How many bytes are in the file; the tail follows them.
  private var spilled = 0
  private var descriptor: Int32 = -1

  /// - Parameters:
  ///   - limit: how many bytes are kept in memory.
  ///   - source: whose bytes they are, for errors.
  ///   - purpose: what is done in the temporary file, such as `the workbook is unpacked`, for errors.
  package init(limit: Int, source: String, purpose: String) {
    self.purpose = purpose
    self.limit = limit
    self.source = source
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// How many bytes there are.
  package var count: Int { spilled + tail.count }

  /// All bytes, when they are in memory; nil when they are in the file.
  package var inMemory: [UInt8]? { descriptor < 0 ? tail : nil }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(Problems) {
    tail.append(contentsOf: bytes)
    if tail.count > (descriptor < 0 ? limit : 1 << 20) { try spill() }
  }

  /// Reads bytes at an offset, which must exist.
  package func read(at place: Int, into target: UnsafeMutableRawBufferPointer) throws(Problems) {
    guard place >= 0, target.count <= count, place <= count - target.count else {
      throw Problems(.sourceUnreadable, source: source, "a temporary file is shorter than it was")
    }
    var done = 0
    while done < target.count, place + done < spilled {
      let rest = min(target.count - done, spilled - place - done)
      let step = pread(descriptor, target.baseAddress.map { $0 + done }, rest, off_t(place + done))
      if step < 0, errno == EINTR { continue }
      guard step > 0 else {
        throw Problems(.sourceUnreadable, source: source, "a temporary file cannot be read again")
      }
      done += step
    }
    guard done < target.count else { return }
    let start = place + done - spilled
    tail.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(rebasing: target[done...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + target.count - done)]))
    }
  }

  /// A stream over the file, for use after everything was added. The caller closes it.
  package func openFile() throws(Problems) -> UnsafeMutablePointer<FILE> {
    try spill()
    let copy = dup(descriptor)
    guard copy >= 0, let file = fdopen(copy, "rb") else {
      if copy >= 0 { close(copy) }
      throw Problems(.sourceUnreadable, source: source, "a temporary file cannot be read again")
    }
    return file
  }

  private func spill() throws(Problems) {
    if descriptor < 0 { descriptor = try Self.unnamedFile(for: source) }
    var written = 0
    while written < tail.count {
      let step = tail.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + written }, tail.count - written, off_t(spilled + written))
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else {
        throw Problems(
          .sourceUnreadable, source: source,
          "no space is left in \(FileManager.default.temporaryDirectory.path), where \(purpose)")
      }
      written += step
    }
    spilled += tail.count
    tail.removeAll(keepingCapacity: tail.count <= 2 << 20)
  }

  /// A new temporary file that disappears when its descriptor is closed, which the caller does.
  ///
  /// - Parameter source: whose bytes go into it, for errors.
  static func unnamedFile(for source: String) throws(Problems) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path
    var template = Array("\(folder)/stockroom-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw Problems(.sourceUnreadable, source: source, "no temporary file can be made in \(folder)")
    }
    unlink(template)
    return descriptor
  }
}

internal import Foundation
internal import Hummingbird
internal import HummingbirdCore

/// Reads `multipart/form-data` (RFC 7578) as it comes: fields into memory, files onto the disk.
///
/// It always takes no more memory than the fields, and no more disk than ``Limits`` allow.
struct MultipartReader {
  struct Limits: Sendable {
    /// Bytes of the headers of a part.
    var headers = 16_000
    /// Bytes of all fields together.
    var fieldBytes = 1_000_000
    var fields = 1_000
    /// Bytes of one file.
    var file: Int64 = 2_000_000_000
    var files = 20

    /// Bytes of all that may be sent.
    var body: Int64 { file * Int64(files) + Int64(fieldBytes) + Int64(headers) * Int64(files + fields) }
  }

  /// A file that was sent.
  struct File: Sendable {
    /// As the sender calls it: a text, never a path.
    let name: String
    let path: String
    let bytes: Int64
    /// Of its content.
    let hash: ShortHash
  }

  /// What was sent.
  struct Content: Sendable {
    var fields = FormValues()
    var files: [File] = []
  }

  private enum State {
    case preamble, headers
    case field(String)
    case file(name: String, path: String, hash: ShortHashMaker)
    case ignored, ended
  }

  private let delimiter: [UInt8]
  private let limits: Limits
  private let place: @Sendable (_ fields: FormValues, _ name: String) throws -> String
  private var state = State.preamble
  private var waiting: [UInt8]
  private var value: [UInt8] = []
  private var fieldBytes = 0
  private var handle: FileHandle?
  private var written: Int64 = 0
  private(set) var content = Content()

  /// - Parameters:
  ///   - contentType: the header `Content-Type`; nil is returned unless it names a boundary.
  ///   - place: returns the path of the file that a file is written to; throws where files are not welcome, by the fields that came
  ///     before it.
  init?(
    contentType: String, limits: Limits = Limits(),
    place: @escaping @Sendable (_ fields: FormValues, _ name: String) throws -> String
  ) {
    guard contentType.lowercased().hasPrefix("multipart/form-data"),
      let boundary = Self.parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count)
    else { return nil }
    delimiter = Array("\r\n--\(boundary)".utf8)
    self.limits = limits
    self.place = place
    // The first boundary has no line break before it.
    waiting = Array("\r\n".utf8)
  }

  /// Reads the next bytes.
  mutating func take(_ bytes: some Sequence<UInt8>) throws {
    waiting += bytes
    while try step() {}
  }

  /// Whether everything came, to the last boundary.
  var isComplete: Bool { if case .ended = state { true } else { false } }

  /// The paths of all files that were begun, whole or not.
  var paths: [String] {
    let open = if case .file(_, let path, _) = state { [path] } else { [String]() }
    return content.files.map(\.path) + open
  }

  /// Closes the file that is open.
  mutating func close() {
    try? handle?.close()
    handle = nil
  }

  /// Does the next step with what is waiting; false when more bytes are needed.
  private mutating func step() throws -> Bool {
    switch state {
    case .ended:
      waiting = []
      return false
    case .headers:
      guard let end = Self.place(of: Array("\r\n\r\n".utf8), in: waiting) else {
        // A part may have no header at all.
        guard waiting.count <= limits.headers else { throw Self.tooLarge }
        return false
      }
      try begin(String(decoding: waiting[..<end], as: UTF8.self))
      waiting.removeFirst(end + 4)
      return true
    default:
      guard let end = Self.place(of: delimiter, in: waiting) else {
        let sure = max(0, waiting.count - delimiter.count)
        try put(waiting[..<sure])
        waiting.removeFirst(sure)
        return false
      }
      // After the delimiter come two hyphens at the end, else a line break.
      guard waiting.count >= end + delimiter.count + 2 else { return false }
      try put(waiting[..<end])
      let after = waiting[(end + delimiter.count)...].prefix(2)
      waiting.removeFirst(end + delimiter.count + 2)
      try finish()
      // The header lines begin after a line break, which is kept so that a part without any ends at once.
      state = after.elementsEqual([0x2D, 0x2D]) ? .ended : .headers
      if case .headers = state, !after.elementsEqual([0x0D, 0x0A]) { throw Self.notReadable }
      return true
    }
  }

  private mutating func begin(_ headers: String) throws {
    let line = headers.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("content-disposition:") }
    guard let line, let name = Self.parameter("name", of: String(line)) else {
      state = .ignored
      return
    }
    guard let file = Self.parameter("filename", of: String(line)) else {
      guard content.fields.fields.count < limits.fields else { throw Self.tooLarge }
      state = .field(name)
      return
    }
    // A file field that was left empty.
    guard !file.isEmpty else {
      state = .ignored
      return
    }
    guard content.files.count < limits.files else {
      throw PageFailure(
        status: .contentTooLarge, title: LocalizedText("More than \(limits.files) files were sent"),
        remedy: LocalizedText("Send them in parts."))
    }
    let path = try place(content.fields, file)
    guard FileManager.default.createFile(atPath: path, contents: nil), let open = FileHandle(forWritingAtPath: path)
    else {
      throw PageFailure(
        status: .insufficientStorage, title: LocalizedText("The file cannot be kept"),
        remedy: LocalizedText("Make room."))
    }
    handle = open
    written = 0
    state = .file(name: file, path: path, hash: ShortHashMaker())
  }

  private mutating func put(_ bytes: ArraySlice<UInt8>) throws {
    guard !bytes.isEmpty else { return }
    switch state {
    case .field:
      fieldBytes += bytes.count
      guard fieldBytes <= limits.fieldBytes else { throw Self.tooLarge }
      value += bytes
    case .file(_, _, let hash):
      written += Int64(bytes.count)
      guard written <= limits.file else { throw Self.tooLarge }
      bytes.withUnsafeBytes { hash.add($0) }
      do { try handle?.write(contentsOf: Data(bytes)) } catch {
        throw PageFailure(
          status: .insufficientStorage, title: LocalizedText("The file cannot be kept"),
          remedy: LocalizedText("Make room."))
      }
    default: break
    }
  }

  private mutating func finish() throws {
    switch state {
    case .field(let name): content.fields.append(name, String(decoding: value, as: UTF8.self))
    case .file(let name, let path, let hash):
      close()
      content.files.append(File(name: name, path: path, bytes: written, hash: hash.hash()))
    default: break
    }
    value = []
  }

  static let tooLarge = PageFailure(
    status: .contentTooLarge, title: LocalizedText("What was sent is too large"),
    remedy: LocalizedText("Import it with the command instead."))
  private static let notReadable = PageFailure(
    status: .badRequest, title: LocalizedText("The form cannot be read"),
    remedy: LocalizedText("Open the page again and send it again."))

  /// Where a short text begins in bytes; nil when it does not occur.
  private static func place(of text: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= text.count, let first = text.first else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var from = 0
      while from <= bytes.count - text.count {
        guard let start = bytes[from...].firstIndex(of: first), start <= bytes.count - text.count else { return nil }
        if text.indices.allSatisfy({ bytes[start + $0] == text[$0] }) { return start }
        from = start + 1
      }
      return nil
    }
  }

  /// A parameter of a header, such as `filename` of `Content-Disposition` (RFC 6266); browsers write a quotation mark in it as %22.
  private static func parameter(_ name: String, of header: String) -> String? {
    for part in Self.parts(of: header).dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name else { continue }
      var value = pair[1].trimmingCharacters(in: .whitespaces)
      if value.hasPrefix("\""), value.hasSuffix("\""), value.count >= 2 { value = String(value.dropFirst().dropLast()) }
      return value.replacing("%22", with: "\"")
    }
    return nil
  }

  /// The parts between semicolons that are not in quotation marks.
  private static func parts(of header: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in header {
      if character == "\"" { isQuoted.toggle() }
      if character == ";", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}

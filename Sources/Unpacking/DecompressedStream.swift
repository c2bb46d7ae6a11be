internal import CLibZ
internal import CLibZstd
internal import FormatKit

/// Decompresses a source in a stream.
enum DecompressedStream {
  static func begin(
    _ source: ByteSource, _ kind: CompressionKind, _ limits: UnpackingLimits
  ) throws(Problems) -> ByteStream {
    let input = CompressedInput(try source.open(), name: source.name, limits: limits)
    if kind == .gzip {
      let gzip = try GzipStream(input)
      return ByteStream(name: source.name) { buffer in try gzip.read(into: buffer) }
    }
    let zstandard = try ZstandardStream(input)
    return ByteStream(name: source.name) { buffer in try zstandard.read(into: buffer) }
  }
}

/// The compressed input, with a count of the bytes that were unpacked from it.
final class CompressedInput {
  let name: String
  private let stream: ByteStream
  private let limits: UnpackingLimits
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var taken = 0
  private var unpacked = 0
  /// What was read and not used.
  private(set) var waiting: UnsafeMutableRawBufferPointer
  private(set) var isAtEnd = false

  init(_ stream: ByteStream, name: String, limits: UnpackingLimits) {
    self.stream = stream
    self.name = name
    self.limits = limits
    waiting = UnsafeMutableRawBufferPointer(rebasing: memory[..<0])
  }

  deinit { memory.deallocate() }

  /// Reads more where nothing is left; false at the end.
  func fill() throws(Problems) -> Bool {
    if !waiting.isEmpty { return true }
    if isAtEnd { return false }
    let count = try stream.read(into: memory)
    isAtEnd = count == 0
    taken += count
    waiting = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
    return count > 0
  }

  func use(_ count: Int) { waiting = UnsafeMutableRawBufferPointer(rebasing: waiting[count...]) }

  /// Counts what was unpacked against what it was unpacked from.
  func count(_ bytes: Int) throws(Problems) {
    unpacked += bytes
    let isTooClose = unpacked > limits.unbounded && unpacked / max(1, taken) > limits.ratio
    guard unpacked <= limits.total, !isTooClose else {
      throw Problems(
        .unpacksTooLarge, source: name, "\(taken) bytes of the file unpack to more than \(unpacked) bytes")
    }
  }

  func damaged(_ why: String) -> Problems {
    Problems(.compressionDamaged, source: name, "the compressed data is damaged: \(why)")
  }

  func truncated() -> Problems {
    Problems(.sourceTruncated, source: name, "the compressed data ends before its end")
  }
}

/// Members of gzip (RFC 1952), one after the other. Not safe to share between threads.
private final class GzipStream {
  private let input: CompressedInput
  private let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether a member is begun and not ended.
  private var isInside = true

  init(_ input: CompressedInput) throws(Problems) {
    self.input = input
    state.initialize(to: z_stream())
    // A header of gzip, and nothing else; a window of any size.
    guard inflateInit2_(state, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Problems(.sourceUnreadable, source: input.name, "there is no memory to unpack the file")
    }
  }

  deinit {
    inflateEnd(state)
    state.deallocate()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Problems) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while true {
      guard try input.fill() else {
        if isInside { throw input.truncated() }
        return 0
      }
      if !isInside, try !beginMember() { return 0 }
      let room = min(buffer.count, 1 << 20)
      state.pointee.next_in = input.waiting.baseAddress?.assumingMemoryBound(to: UInt8.self)
      state.pointee.avail_in = UInt32(input.waiting.count)
      state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      state.pointee.avail_out = UInt32(room)
      let before = input.waiting.count
      let result = inflate(state, Z_NO_FLUSH)
      input.use(before - Int(state.pointee.avail_in))
      let count = room - Int(state.pointee.avail_out)
      switch result {
      case Z_STREAM_END: isInside = false
      case Z_OK, Z_BUF_ERROR: break
      default: throw input.damaged(state.pointee.msg.map { String(cString: $0) } ?? "error \(result)")
      }
      try input.count(count)
      if count > 0 { return count }
    }
  }

  /// Continues with the next member; padding is skipped.
  private func beginMember() throws(Problems) -> Bool {
    while try input.fill() {
      guard let zeros = input.waiting.firstIndex(where: { $0 != 0 }) else {
        input.use(input.waiting.count)
        continue
      }
      input.use(zeros)
      guard input.waiting[0] == 0x1F else { throw input.damaged("other bytes follow its end") }
      inflateReset(state)
      isInside = true
      return true
    }
    return false
  }
}

/// Frames of Zstandard (RFC 8878), one after the other. Not safe to share between threads.
private final class ZstandardStream {
  private let input: CompressedInput
  private let state: OpaquePointer
  /// Whether a frame is begun and not ended.
  private var isInside = true

  init(_ input: CompressedInput) throws(Problems) {
    self.input = input
    guard let state = ZSTD_createDStream() else {
      throw Problems(.sourceUnreadable, source: input.name, "there is no memory to unpack the file")
    }
    self.state = state
    // What every decoder must be able to do is 8 MiB; the largest of the usual levels have 32.
    ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, 25)
  }

  deinit { ZSTD_freeDStream(state) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Problems) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while true {
      let isMore = try input.fill()
      if !isMore, !isInside { return 0 }
      var source = ZSTD_inBuffer(
        src: UnsafeRawPointer(input.waiting.baseAddress), size: input.waiting.count, pos: 0)
      var target = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
      let result = ZSTD_decompressStream(state, &target, &source)
      if ZSTD_isError(result) != 0 { throw input.damaged(String(cString: ZSTD_getErrorName(result)).lowercased()) }
      input.use(source.pos)
      isInside = result != 0
      try input.count(target.pos)
      if target.pos > 0 { return target.pos }
      if !isMore { throw input.truncated() }
    }
  }
}

public import ProblemKit

/// The lines of a source, one at a time, with their positions, for formats of plain lines.
///
/// Lines end with LF or CR LF; blank lines are skipped. Each line becomes a `String`, so formats with millions of
/// records scan the bytes of a ``TextStream`` themselves.
public struct TextLines {
  /// One line without its end.
  public struct Line: Hashable, Sendable {
    /// The characters of the line, without its end.
    public let text: String
    /// From 1, blank lines counted.
    public let number: Int
    /// Bytes before the line in the text as decoded to UTF-8.
    public let byteOffset: Int

    /// The position of a record on this line.
    ///
    /// ```swift
    /// batch.append(text: line.text)
    /// batch.endRow(at: line.position(record: record))
    /// ```
    ///
    /// - Parameter record: its number within its table, from 1.
    public func position(record: Int) -> RecordPosition {
      RecordPosition(line: number, byteOffset: byteOffset, record: record)
    }
  }

  private let stream: TextStream
  private let name: String
  private var text: [UInt8] = []
  private var room = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var number = 0
  private var offset = 0
  private var isAtEnd = false
  private var isEmpty = true

  /// Begins at the first line of a source.
  ///
  /// ```swift
  /// var lines = try TextLines(source)
  /// try lines.next()?.text  // "sku,title,quantity"
  /// ```
  ///
  /// - Throws: ``Problem/Code/sourceUnreadable`` when the source cannot be opened.
  public init(_ source: ByteSource, charset: Charset? = nil) throws(Problems) {
    stream = try TextStream(source, charset: charset)
    name = source.name
  }

  /// The finding about the character set, for ``BatchReader/findings``.
  public var charsetFinding: SourceFinding { stream.charsetFinding }

  /// The next line that is not blank; nil at the end.
  ///
  /// ```swift
  /// var lines = try TextLines(.text("A-1\n\nA-2\n"))
  /// try lines.next()?.number  // 1
  /// try lines.next()?.number  // 3
  /// try lines.next()?.number  // nil
  /// ```
  ///
  /// - Throws: ``Problem/Code/sourceEmpty`` if the source has no such line, ``Problem/Code/fieldTooLarge`` for a
  ///   line of more than 16 MiB, and the errors of ``TextStream/read(into:)``.
  public mutating func next() throws(Problems) -> Line? {
    while true {
      var searched = start
      while text[searched...].firstIndex(of: UInt8(ascii: "\n")) == nil, !isAtEnd {
        searched = text.count - start
        try refill()
      }
      guard start < text.count else {
        if isEmpty { throw Problems(.sourceEmpty, source: name, "the file holds no line") }
        return nil
      }
      let end = text[searched...].firstIndex(of: UInt8(ascii: "\n"))
      var line = text[start..<(end ?? text.count)]
      let place = (number: number + 1, offset: offset)
      number += 1
      offset += line.count + 1
      start = end.map { $0 + 1 } ?? text.count
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
      isEmpty = false
      return Line(text: String(decoding: line, as: UTF8.self), number: place.number, byteOffset: place.offset)
    }
  }

  /// Drops the lines that were returned and reads on.
  private mutating func refill() throws(Problems) {
    text.removeFirst(start)
    start = 0
    guard text.count <= RecordBatch.maximumFieldBytes else {
      throw Problems(
        .fieldTooLarge, source: name, at: SourcePosition(line: number + 1, byteOffset: offset),
        "the line is longer than 16 MiB")
    }
    var count = 0
    var failure: Problems?
    let stream = stream
    room.withUnsafeMutableBytes { buffer in
      do throws(Problems) { count = try stream.read(into: buffer) } catch { failure = error }
    }
    text.append(contentsOf: room[..<count])
    if let failure { throw failure }
    if count == 0 { isAtEnd = true }
  }
}

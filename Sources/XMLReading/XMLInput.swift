internal import CLibXML2
public import FormatKit

/// Hands out the bytes of a document in blocks for the parser, its character set settled.
///
/// UTF-8 goes to libxml2 unchanged; UTF-16, Windows-1252 and ISO-8859-1 are decoded by `TextStream`, as in every other
/// format; other declared sets are decoded by libxml2. Only sets whose markup characters are those of ASCII are allowed,
/// so that ``AttributeGuard`` sees what the parser will see.
public struct XMLInput {
  /// The character set from which libxml2 decodes the blocks; nil when they are UTF-8.
  public let libraryCharset: String?
  /// The character set from which the document is decoded, where libxml2 does not decode it.
  public let textCharset: Charset
  /// The character set, and how it was found.
  public let finding: SourceFinding

  private let stream: ByteStream?
  private let decoder: TextStream?
  private var head: ArraySlice<UInt8>

  /// Looks at the first bytes of a source and settles its character set.
  ///
  /// - Throws: ``Problem/Code/invalidText`` for a set that is not read, ``Problem/Code/sourceUnreadable``.
  public init(_ source: ByteSource, charset given: Charset?) throws(Problems) {
    let stream = try source.open()
    var head = [UInt8](repeating: 0, count: 1024)
    var count = 0
    var isWhole = false
    while count < head.count, !isWhole {
      let step = try Self.read(stream, into: &head, from: count)
      count += step
      isWhole = step == 0
    }
    let decision = try Self.decide(head[..<count], given: given, source: source.name)
    finding = SourceFinding("charset", decision.name, evidence: decision.evidence)
    if let charset = decision.decoded {
      decoder = try TextStream(source, charset: charset)
      self.stream = nil
      self.head = []
    } else {
      decoder = nil
      self.stream = stream
      self.head = head[decision.skipped..<count]
    }
    libraryCharset = decision.library
    textCharset = decision.decoded ?? .utf8
  }

  /// Fills the block as far as the source has bytes; returns how many, and what stopped it early.
  public mutating func fill(
    _ block: UnsafeMutableRawBufferPointer
  ) -> (count: Int, isAtEnd: Bool, failure: Problems?) {
    var count = 0
    if !head.isEmpty {
      count = min(head.count, block.count)
      block.copyBytes(from: head.prefix(count))
      head = head.dropFirst(count)
    }
    do throws(Problems) {
      while count + 16 <= block.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: block[count...])
        let step: Int
        if let decoder {
          step = try decoder.read(into: rest)
        } else {
          step = try stream?.read(into: rest) ?? 0
        }
        if step == 0 { return (count, true, nil) }
        count += step
      }
    } catch {
      return (count, true, error)
    }
    return (count, false, nil)
  }

  private static func read(_ stream: ByteStream, into bytes: inout [UInt8], from start: Int) throws(Problems) -> Int {
    var step = 0
    var failure: Problems?
    bytes.withUnsafeMutableBytes { buffer in
      do throws(Problems) {
        step = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return step
  }

  private struct Decision {
    var name: String
    var evidence: String
    var decoded: Charset?
    var library: String?
    var skipped = 0
  }

  private static func decide(_ head: ArraySlice<UInt8>, given: Charset?, source: String) throws(Problems) -> Decision {
    let mark = Charset.fromByteOrderMark(head)
    if let given {
      let skipped = given == .utf8 && mark?.charset == .utf8 ? 3 : 0
      return Decision(
        name: given.rawValue, evidence: "given", decoded: given == .utf8 ? nil : given, skipped: skipped)
    }
    if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF])
      || head.starts(with: [0x3C, 0, 0, 0]) || head.starts(with: [0, 0, 0, 0x3C])
    {
      throw unread("utf-32", source)
    }
    if let mark {
      return Decision(
        name: mark.charset.rawValue, evidence: "byte-order mark", decoded: mark.charset == .utf8 ? nil : mark.charset,
        skipped: mark.charset == .utf8 ? 3 : 0)
    }
    for (start, charset) in [([0x3C, 0] as [UInt8], Charset.utf16LittleEndian), ([0, 0x3C], .utf16BigEndian)]
    where head.starts(with: start) {
      return Decision(name: charset.rawValue, evidence: "by the first character", decoded: charset)
    }
    guard let declared = declaredCharset(head) else {
      return Decision(name: "utf-8", evidence: "the standard's, as none is declared")
    }
    if declared.lowercased().hasPrefix("utf-16") || declared.lowercased() == "utf16" {
      return Decision(name: "utf-8", evidence: "declared '\(declared)', but the first characters are single bytes")
    }
    if let known = Charset(name: declared) {
      return Decision(name: known.rawValue, evidence: "declared", decoded: known == .utf8 ? nil : known)
    }
    guard isASCIICompatible(declared), let handler = xmlFindCharEncodingHandler(declared) else {
      throw unread(declared, source)
    }
    xmlCharEncCloseFunc(handler)
    return Decision(name: declared.lowercased(), evidence: "declared", library: declared)
  }

  private static func unread(_ name: String, _ source: String) -> Problems {
    Problems(
      .invalidText, source: source, at: SourcePosition(line: 1), value: name,
      "the character set '\(name)' is not read")
  }

  /// The encoding in `<?xml … encoding="NAME"?>`; nil when it names no encoding.
  private static func declaredCharset(_ head: ArraySlice<UInt8>) -> String? {
    guard head.starts(with: Array("<?xml".utf8)) else { return nil }
    let declaration = String(decoding: head.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let found = declaration.firstMatch(of: /\sencoding\s*=\s*["']([A-Za-z0-9._:\-]{1,40})["']/) else {
      return nil
    }
    return String(found.1)
  }

  /// Whether `<`, `>`, `=` and quotes are always and only their ASCII bytes in that set.
  private static func isASCIICompatible(_ name: String) -> Bool {
    let name = name.lowercased()
    let families = ["iso-8859-", "windows-125", "cp125", "koi8-"]
    let single = ["shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "gb18030", "big5", "tis-620"]
    return families.contains { name.hasPrefix($0) } || single.contains(name)
  }
}

public import FormatKit
internal import XMLReading

extension XMLFormat: RejectingFormat {
  /// Writes the document without the records that were accepted. Each refused record gets two child elements before its
  /// own content, and a processing instruction for the next reading follows the declaration.
  ///
  /// A document in a character set that libxml2 decodes is written in UTF-8.
  public func writeRejects(
    of source: ByteSource, _ rejected: RejectedRecords, to sink: ByteSink
  ) throws(Problems) {
    let session = try XMLSession(source, options: options)
    let (instruction, head) = try session.startPlaces()
    let writing = XMLRejectWriting(copy: try session.textCopy(of: source, to: sink))
    try writing.writeDeclaration(to: head, isRecoded: session.input.libraryCharset != nil)
    if let instruction, session.instruction == nil {
      try writing.copy.write((head > 0 ? "\n" : "") + instruction.text, substituting: .characterReference)
      if head == 0 { try writing.copy.write("\n") }
    }
    while let places = try session.nextPlaces() {
      for place in places {
        if let note = try rejected.take(before: place.end) {
          try writing.write(place, note)
        } else {
          try writing.leaveOut(place)
        }
      }
    }
    try writing.copy.copyRest()
    try rejected.finish(source)
  }
}

extension XMLSession {
  /// A copy of the text as the parser counts it.
  fileprivate func textCopy(of source: ByteSource, to sink: ByteSink) throws(Problems) -> TextCopy {
    guard let library = input.libraryCharset else {
      return try TextCopy(of: source, charset: input.textCharset, to: sink)
    }
    return try TextCopy(of: ConvertedSource.utf8(source, from: library), charset: .utf8, to: sink)
  }
}

/// Writes records of a document with two elements more, and leaves others out.
private struct XMLRejectWriting {
  let copy: TextCopy

  /// How much text between records is examined; longer text is copied.
  private static let maximumGap = 1 << 16
  private static let maximumContent = 128 << 20

  /// Copies the XML declaration, with another character set if the text is now in UTF-8.
  func writeDeclaration(to end: Int, isRecoded: Bool) throws(Problems) {
    guard isRecoded else { return try copy.copy(to: end) }
    let text = String(decoding: try copy.collect(to: end), as: UTF8.self)
    try copy.write(text.replacing(/encoding\s*=\s*["'][^"']*["']/, with: "encoding=\"UTF-8\""))
  }

  /// Skips a record, with the white space before it.
  func leaveOut(_ place: RecordPlace) throws(Problems) {
    if place.start - copy.offset > Self.maximumGap {
      try copy.copy(to: place.start)
    } else {
      let gap = try copy.collect(to: place.start)
      if gap.contains(where: { $0 > 0x20 }) { try copy.write(gap) }
    }
    try copy.skip(to: place.end)
  }

  func write(_ place: RecordPlace, _ note: RejectNote) throws(Problems) {
    try copy.copy(to: place.start)
    let tag = try copy.collect(to: place.tagEnd)
    let name = tag.dropFirst().prefix { $0 > 0x20 }
    try copy.write(tag)
    try copy.write(">" + Self.elements(copy, note), substituting: .characterReference)
    if place.isEmpty {
      try copy.write("</")
      try copy.write(name)
      try copy.write(">")
      return try copy.skip(to: place.end)
    }
    try copy.skip(to: place.tagEnd + 1)
    if place.end - copy.offset <= Self.maximumContent {
      try copy.write(Self.withoutElements(copy.collect(to: place.end)))
    } else {
      try copy.copy(to: place.end)
    }
  }

  private static func elements(_ copy: TextCopy, _ note: RejectNote) -> String {
    zip(RejectColumns.all, [note.mark, copy.reason(of: note)]).map { name, text in
      "<\(name)>\(XMLNames.escapedAttribute(text))</\(name)>"
    }.joined()
  }

  /// The content of a record without the two elements that it may have from an earlier time.
  private static func withoutElements(_ content: [UInt8]) -> [UInt8] {
    var content = content
    for name in RejectColumns.all {
      let (open, close) = (Array("<\(name)".utf8), Array("</\(name)>".utf8))
      var searched = 0
      while let start = content[searched...].place(of: open) {
        searched = start + open.count
        guard searched < content.count else { break }
        guard [0x20, 0x2F, 0x3E, 0x09, 0x0A, 0x0D].contains(content[searched]) else { continue }
        // If an element has no end here, none follows further on, so the search stops.
        guard let tagEnd = content[searched...].firstIndex(of: UInt8(ascii: ">")) else { break }
        var end = tagEnd + 1
        if content[tagEnd - 1] != UInt8(ascii: "/") {
          guard let closed = content[end...].place(of: close) else { break }
          end = closed + close.count
        }
        content.removeSubrange(start..<end)
        searched = start
        // A record has each of them once; more are the sender's own.
        break
      }
    }
    return content
  }
}

extension ArraySlice where Element == UInt8 {
  fileprivate func place(of run: [UInt8]) -> Int? {
    guard let first = run.first else { return nil }
    var rest = self
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: run) { return place }
      rest = rest.dropFirst()
    }
    return nil
  }
}

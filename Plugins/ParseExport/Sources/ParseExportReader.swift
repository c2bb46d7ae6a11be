public import FormatKit
internal import JSONReading
internal import ZipReading

/// Reads the objects of an export as records, one class file after the other, in an order that does not depend on the
/// archive.
public struct ParseExportReader: BatchReader {
  /// A class file that is still to be read.
  private struct File {
    let name: String
    let content: ParseContent
    let className: String
  }

  private let source: ByteSource
  private let archive: ZipArchive?
  private var files: [File] = []
  private var mapper: ClassMapper
  private var rows = TableRows(ClassMapper.schemas)
  private var opened: String?
  private var current: (reader: JSONEventReader, file: File)?
  /// Bytes of the files that were read before the current one, so that every place in the archive is another.
  private var base = 0
  private var failure: Problems?
  /// How many objects of the current file were read.
  private var number = 0
  /// Files of classes that become no record, with how many objects they hold.
  private var kept: [(name: String, objects: Int)] = []
  private var waiting: [Problem] = []

  private static let terms = ZipTerms(
    "export", damaged: .parseDamaged, tooLarge: .parseTooLarge, protected: .parseProtected)

  init(_ source: ByteSource, options: ParseExportOptions) throws(Problems) {
    self.source = source
    let preview = try source.preview(limit: 64)
    guard preview.bytes.starts(with: Array("PK".utf8)) else {
      archive = nil
      let name = options.className ?? ParseClass.className(ofFile: source.name) ?? ""
      // Classes of the server itself begin with a line.
      guard let content = ParseContent(className: name) ?? (name.hasPrefix("_") ? .kept : nil) else {
        throw Problems(
          .parseNoClass, source: source.name, value: name,
          name.isEmpty ? "nothing says which class the file holds" : "there is no class '\(name)'")
      }
      files = [File(name: "", content: content, className: name)]
      mapper = ClassMapper(currency: options.currency)
      return
    }
    let opened = try ZipArchive(source, terms: Self.terms)
    archive = opened
    var unknown: [String] = []
    var others: [File] = []
    for entry in opened.entries {
      guard let name = ParseClass.className(ofFile: entry) else { continue }
      if let content = ParseContent(className: name) {
        files.append(File(name: entry, content: content, className: name))
      } else {
        unknown.append(entry)
        others.append(File(name: entry, content: .kept, className: name))
      }
    }
    guard !files.isEmpty else {
      throw Problems(.parseNoClass, source: source.name, "the archive holds no file of a known class")
    }
    mapper = ClassMapper(
      currency: options.currency, holdsUsers: files.contains { $0.content == .objects(.user) })
    files += others
    files.sort { ($0.content.place, $0.name) < ($1.content.place, $1.name) }
    for entry in unknown.prefix(100) { kept.append((entry, try Self.countObjects(in: entry, of: opened))) }
  }

  public var findings: [SourceFinding] {
    kept.map { name, objects in
      let reason =
        name.contains("_Role")
        ? "roles are set in the shop's stockroom.yml" : "there is no kind of records for its objects"
      return SourceFinding("class kept as it came in", "\(name), objects: \(objects)", evidence: reason)
    }
  }

  public mutating func read(into batch: inout RecordBatch) throws(Problems) -> Bool {
    while !rows.hasOutgoing, failure == nil, advance() {}
    if !rows.hasOutgoing { rows.flush() }
    guard rows.hasOutgoing else {
      if let failure { throw failure }
      return false
    }
    rows.fill(&batch, source: source.name)
    return true
  }

  /// Reads one object; returns false at the end, or if the source cannot be read further.
  private mutating func advance() -> Bool {
    do throws(Problems) {
      guard let (reader, file) = try reading() else { return false }
      guard try reader.nextElement() != nil else {
        try Self.finish(reader)
        base += reader.position.byteOffset + 1
        current = nil
        return true
      }
      let value = try reader.value()
      number += 1
      var made = mapper.rows(
        of: value, in: file.name, base: base, as: file.content, named: file.className, number: number)
      waiting += reader.takeProblems()
      if !made.isEmpty {
        made[0].problems = waiting + made[0].problems
        waiting = []
      }
      rows.add(contentsOf: made)
      return true
    } catch {
      failure = placed(error)
      return false
    }
  }

  /// The error with the archive as its source, and the file in its place.
  private func placed(_ error: Problems) -> Problems {
    guard archive != nil, let file = current?.file.name ?? opened else { return error }
    var error = error
    error.first.source = source.name
    error.first.position = SourcePosition(
      byteOffset: max(0, error.first.position.byteOffset) + base,
      path: error.first.position.path.map { "\(file): \($0)" } ?? file)
    return error
  }

  /// The file that is being read, at its list of objects; nil after the last file.
  private mutating func reading() throws(Problems) -> (JSONEventReader, File)? {
    if let current { return current }
    guard !files.isEmpty else { return nil }
    let file = files.removeFirst()
    opened = file.name
    let text = try Self.source(of: file.name, in: archive) ?? source
    let reader = try JSONEventReader(text)
    number = 0
    do throws(Problems) {
      try Self.enter(reader, of: text.name)
    } catch  where file.content == .kept && [.parseShape, .sourceEmpty].contains(error.code) {
      // The file is not a class file.
      return try reading()
    }
    current = (reader, file)
    return current
  }

  private static func source(of entry: String, in archive: ZipArchive?) throws(Problems) -> ByteSource? {
    guard let archive else { return nil }
    guard let part = try archive.part(entry) else {
      throw Problems(.parseDamaged, source: archive.source, "the file '\(entry)' is not in the archive")
    }
    let name = "\(archive.source): \(entry)"
    // A reader, its archive and its parts are used by one thread.
    nonisolated(unsafe) let stream = try archive.open(part)
    return ByteSource(name: name) { () throws(Problems) in
      ByteStream(name: name) { try stream.read(into: $0) }
    }
  }

  /// Goes to the list of objects: the value of `results`, or the list that the file is.
  private static func enter(_ reader: JSONEventReader, of source: String) throws(Problems) {
    let start = try reader.next()
    if start == .beginArray { return }
    if start == .beginObject {
      while let key = try reader.nextKey() {
        guard key == "results" else {
          try reader.skipValue()
          continue
        }
        if try reader.next() == .beginArray { return }
        break
      }
    }
    throw Problems(
      .parseShape, source: source, at: reader.position, "the file is not a list of objects below 'results'")
  }

  /// Reads to the end, so that an error after the list is found.
  private static func finish(_ reader: JSONEventReader) throws(Problems) {
    while reader.depth > 0, try reader.nextKey() != nil { try reader.skipValue() }
    while try reader.next() != nil {}
  }

  private static func countObjects(in entry: String, of archive: ZipArchive) throws(Problems) -> Int {
    guard let source = try source(of: entry, in: archive) else { return 0 }
    let reader = try JSONEventReader(source)
    var count = 0
    do throws(Problems) {
      try enter(reader, of: source.name)
      while try reader.nextElement() != nil {
        try reader.skipValue()
        count += 1
      }
    } catch  where error.code == .parseShape || error.code == .sourceEmpty {
      // The file is not a class file. It is reported nevertheless.
    }
    return count
  }
}

public import ProblemKit

/// The formats that a program supports. A value type: create it once and pass it on.
public struct FormatRegistry: Sendable {
  /// In the order of registration.
  public let formats: [RegisteredFormat]

  /// A registry of formats, in the order in which they are listed.
  ///
  /// ```swift
  /// let registry = FormatRegistry([.format(CSVFormat.self), .readable(ShelfScanFormat.self)])
  /// registry.formats.map(\.descriptor.id)  // ["csv", "shelf-scan"]
  /// ```
  ///
  /// - Precondition: no two formats have the same id or alias.
  public init(_ formats: [RegisteredFormat]) {
    let names = formats.flatMap { [$0.descriptor.id] + $0.descriptor.aliases.map(\.name) }
    precondition(Set(names).count == names.count, "format ids and aliases are unique")
    self.formats = formats
  }

  /// The format with that id or alias, whether in lower or upper case.
  ///
  /// ```swift
  /// try registry.format("TSV").descriptor.id  // "csv"
  /// try registry.format("cvs")                // throws .unknownFormat: did you mean 'csv'?
  /// ```
  ///
  /// - Throws: ``Problem/Code/unknownFormat`` with the nearest known name.
  public func format(_ id: String) throws(Problems) -> RegisteredFormat {
    let name = id.lowercased()
    if let found = formats.first(where: { $0.descriptor.id == name }) { return found }
    for format in formats {
      if let alias = format.descriptor.aliases.first(where: { $0.name == name }) { return format.named(by: alias) }
    }
    let near = nearestName(to: name, among: formats.flatMap { [$0.descriptor.id] + $0.descriptor.aliases.map(\.name) })
    var problem = Problem(
      .unknownFormat, value: id, "there is no format '\(id)'", remedy: near.map { "Did you mean '\($0)'?" })
    // A format that was named, not a file that none recognises.
    problem.outcome = .usage
    throw Problems(problem)
  }

  /// One format's claim to a source.
  public struct Claim: Sendable {
    /// The format that recognises the source.
    public let format: RegisteredFormat
    /// How sure it is, and why.
    public let confidence: Confidence
  }

  /// The claims of all readable formats to a source, the most confident first; formats that do not recognise it are left out.
  ///
  /// ```swift
  /// let claims = registry.claims(to: try source.preview())
  /// claims.first?.confidence.reason  // "the first line has commas"
  /// ```
  public func claims(to preview: SourcePreview) -> [Claim] {
    formats.compactMap { format in
      guard let confidence = format.reading?.sniff(preview), confidence.score > 0 else { return nil }
      return Claim(format: format, confidence: confidence)
    }
    .sorted { $0.confidence.score > $1.confidence.score }
  }

  /// Identifies the format of a source.
  ///
  /// ```swift
  /// try registry.identify(source.preview()).format.name               // "csv"
  /// try registry.identify(ByteSource.text("").preview()).format.name  // throws .sourceEmpty
  /// ```
  ///
  /// - Throws: ``Problem/Code/unknownFormat`` if no format recognises it, ``Problem/Code/ambiguousFormat`` if two
  ///   are equally confident, ``Problem/Code/sourceEmpty`` if the source is empty.
  public func identify(_ preview: SourcePreview) throws(Problems) -> Claim {
    if preview.bytes.isEmpty {
      throw Problems(.sourceEmpty, source: preview.name, "the file is empty")
    }
    let claims = claims(to: preview)
    if claims.first?.confidence.score ?? 0 < Self.certainScore, let other = Self.otherKind(preview.bytes) {
      throw Problems(.unknownFormat, source: preview.name, "the file is \(other.what)", remedy: other.remedy)
    }
    guard let first = claims.first else {
      throw Problems(.unknownFormat, source: preview.name, "no format recognises this file")
    }
    if claims.count > 1, claims[1].confidence.score == first.confidence.score {
      throw Problems(
        .ambiguousFormat, source: preview.name,
        "the file may be \(first.format.descriptor.id) (\(first.confidence.reason)) or "
          + "\(claims[1].format.descriptor.id) (\(claims[1].confidence.reason))")
    }
    return first
  }

  /// The minimum confidence at which a format's claim has precedence over every signature.
  private static let certainScore = 90

  /// Kinds of files that people send by mistake, by the first bytes, with a remedy.
  private static func otherKind(_ bytes: [UInt8]) -> (what: String, remedy: String)? {
    let spreadsheet = "Open it in the spreadsheet program and save it as .xlsx (Excel workbook), without a password"
    let archive: (what: String, remedy: String) =
      String(decoding: bytes.prefix(128), as: UTF8.self).contains("opendocument")
      ? (
        "an OpenDocument file that is not a spreadsheet",
        "Copy the table into a spreadsheet and save it as .ods or .xlsx."
      )
      : (
        "a zip archive, and neither an .xlsx nor an .ods workbook",
        "Unpack it and import the files in it; a workbook of another kind, open and save as .xlsx."
      )
    let kinds: [(signature: [UInt8], what: String, remedy: String)] = [
      ([0x50, 0x4B, 0x03, 0x04], archive.what, archive.remedy),
      (
        [0xD0, 0xCF, 0x11, 0xE0], "a workbook of an old spreadsheet program (.xls), or one with a password",
        spreadsheet + ", or convert it: libreoffice --headless --convert-to xlsx FILE."
      ),
      ([0x1F, 0x8B], "compressed with gzip", "Unpack it first, with gunzip."),
      (Array("%PDF".utf8), "a PDF document", "Ask the sender for the list as CSV or as a spreadsheet."),
    ]
    if let kind = kinds.first(where: { bytes.starts(with: $0.signature) }) { return (kind.what, kind.remedy) }
    if isPicture(bytes) { return ("a picture", "Ask the sender for the list as CSV or as a spreadsheet.") }
    guard isWebPage(bytes) else { return nil }
    return (
      "a web page",
      "Open it in a browser. If it shows the list, copy the table into a spreadsheet and save that as .xlsx; if it asks "
        + "you to sign in, sign in and download the list again."
    )
  }

  /// Whether a file begins as pictures of cameras, phones and screens do: PNG, JPEG, GIF, WebP, HEIC.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    let signatures: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF87a".utf8), Array("GIF89a".utf8),
    ]
    if signatures.contains(where: { bytes.starts(with: $0) }) { return true }
    if bytes.starts(with: "RIFF".utf8) { return bytes.dropFirst(8).starts(with: "WEBP".utf8) }
    return bytes.first == 0 && bytes.dropFirst(4).starts(with: "ftyphe".utf8)
  }

  /// Whether a file begins with the mark of an HTML document.
  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
      .drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let start = String(decoding: text.prefix(14), as: UTF8.self).lowercased()
    return start == "<!doctype html" || start.hasPrefix("<html>") || start.hasPrefix("<html ")
  }

  /// The writable format for the ending of a file name, with the options that the ending implies; nil if no format has
  /// that ending.
  ///
  /// ```swift
  /// registry.writableFormat(forFileName: "stock.tsv")?.name   // "tsv"
  /// registry.writableFormat(forFileName: "stock.scan")?.name  // nil
  /// ```
  public func writableFormat(forFileName name: String) -> RegisteredFormat? {
    let ending = SourcePreview(name: name, bytes: [], isWhole: true).fileExtension
    let found = formats.first { $0.writing != nil && $0.descriptor.extensions.contains(ending) }
    guard let found, let alias = found.descriptor.aliases.first(where: { $0.name == ending }) else { return found }
    return found.named(by: alias)
  }
}

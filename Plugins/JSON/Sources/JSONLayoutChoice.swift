import FormatKit

/// Where the records of a document are: as given, else as its first bytes suggest.
struct JSONLayoutChoice {
  let layout: JSONRecordSequence.Layout
  let table: String
  let findings: [SourceFinding]
  /// The currency that the document names outside its records.
  let currency: String?

  private static let evidence = "by looking at the beginning"

  init(_ options: JSONOptions, for source: ByteSource) throws(Problems) {
    let given = options.path == "." ? "" : options.path
    if let given, let keyed = options.keyed {
      layout = keyed == .yes ? .keyed(path: given) : .document(path: given)
      table = Self.tableName(given)
      let around = try Self.around(given, options, source)
      findings = [SourceFinding("path", Self.shown(given), evidence: "given")] + around.values
      currency = around.currency
      return
    }
    let outline = try JSONOutline(source.preview(), charset: options.charset, path: given ?? "")
    let isKeyed = options.keyed.map { $0 == .yes } ?? outline.isKeyed
    let best = given == nil && !isKeyed ? outline.best : nil
    let path = given ?? best?.path ?? ""
    layout = isKeyed ? .keyed(path: path) : .document(path: path)
    table = Self.tableName(path)
    let around = try Self.around(isKeyed ? "" : path, options, source)
    currency = around.currency
    var findings = [
      SourceFinding("path", Self.shown(path), evidence: given == nil ? Self.pathEvidence(outline, best) : "given")
    ]
    if isKeyed {
      findings.append(
        SourceFinding(
          "keyed", "yes",
          evidence: options.keyed == nil ? "the object's members are objects with the same keys" : "given"))
    }
    self.findings = findings + around.values + (given == nil ? outline.lists(next: path) : [])
  }

  /// What stands around the records at a path.
  private static func around(
    _ path: String, _ options: JSONOptions, _ source: ByteSource
  ) throws(Problems) -> (currency: String?, values: [SourceFinding]) {
    guard !path.isEmpty else { return (nil, []) }
    let outline = try JSONOutline(source.preview(), charset: options.charset)
    return (outline.currency(around: path), outline.values(around: path))
  }

  /// The last key of a path, else the common name.
  private static func tableName(_ path: String) -> String {
    let last = path.split(separator: ".").last.map(String.init) ?? ""
    return last.isEmpty ? Schema.defaultTable : last
  }

  private static func shown(_ path: String) -> String { path.isEmpty ? "." : path }

  /// Names the data that are left out, so that nothing is dropped silently.
  private static func pathEvidence(_ outline: JSONOutline, _ best: JSONOutline.Candidate?) -> String {
    guard let best else { return evidence }
    let others =
      outline.candidates.map(\.path).filter { $0 != best.path }
      + outline.otherKeys.filter { !best.path.hasPrefix($0 + ".") }
    let shown = others.prefix(8).joined(separator: ", ")
    return others.isEmpty
      ? "the only array of objects" : "the largest array of objects at the beginning; not read: \(shown)"
  }
}

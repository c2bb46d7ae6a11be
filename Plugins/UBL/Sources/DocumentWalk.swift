internal import FormatKit
internal import SupplyDocuments
internal import XMLReading

/// Goes through a file: an envelope if there is one, the document, its head, its lines one by one.
final class DocumentWalk {
  var buffer = SupplyRowBuffer<Problem>()
  private let xml: XMLEventReader
  let source: String
  private let options: UBLOptions
  private var envelope = Envelope()
  private var hasEnvelope = false
  private var builder: DocumentBuilder?
  private var children: ChildCheck?
  /// Whether the document's lines have begun.
  private var hasLines = false
  /// Problems that belong to no record.
  private var orphans: [Problem] = []
  private var facts: [SourceFinding] = []

  static let namespace = "urn:oasis:names:specification:ubl:schema:xsd:"
  static let envelopeNamespace = "http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"
  private static let orphanLimit = 1000
  private static let factLimit = 100
  /// Parts of a document that no record is made from and that may hold anything: not even their structure is looked at.
  private static let passedOver: Set<String> = ["UBLExtensions", "Signature", "AdditionalDocumentReference"]

  init(_ source: ByteSource, options: UBLOptions) throws(Problems) {
    xml = try XMLEventReader(source, charset: options.charset)
    self.source = source.name
    self.options = options
  }

  var findings: [SourceFinding] { xml.findings + facts }

  /// Reads the next part; false at the end of the file.
  func step() throws(Problems) -> Bool {
    guard let event = try xml.next() else { return false }
    switch event {
    case .begin(let tag):
      if builder == nil { try takeOutside(tag) } else { try takeChild(tag) }
    case .end:
      if builder != nil { endDocument() }
    case .text: break
    }
    return true
  }

  /// The error at the end of the file, for problems that belong to no record.
  func finish() -> Problems? {
    keep(xml.takeProblems())
    for problem in orphans where problem.severity < .error {
      let place = problem.position.path ?? "line \(problem.position.line)"
      note(SourceFinding(problem.code.id, problem.message, evidence: place))
    }
    return Problems(collected: orphans.filter { $0.severity == .error })
  }

  private func note(_ fact: SourceFinding) {
    if facts.count < Self.factLimit { facts.append(fact) }
  }

  private func keep(_ found: [Problem]) {
    guard !found.isEmpty, !buffer.addToLast(found, limit: StructureReport.limit) else { return }
    orphans += found.prefix(max(0, Self.orphanLimit - orphans.count))
  }

  // MARK: Outside

  private func takeOutside(_ tag: XMLTag) throws(Problems) {
    if tag.namespace == Self.envelopeNamespace, !hasEnvelope || tag.name == "StandardBusinessDocumentHeader" {
      if tag.name == "StandardBusinessDocumentHeader" {
        let header = try xml.subtree()
        envelope.sender = header.value("Sender", "Identifier")
        envelope.receiver = header.value("Receiver", "Identifier")
      } else {
        hasEnvelope = true
        note(SourceFinding("envelope", "Standard Business Document", evidence: "the root element"))
      }
      return
    }
    guard let type = try documentType(of: tag) else { return }
    builder = DocumentBuilder(type, tag, source: source, envelope: envelope, options: options)
    children = TypeRule.all[type.name].map { ChildCheck($0) }
    hasLines = false
    note(SourceFinding("document", type.name, evidence: tag.path == "/\(type.name)" ? "the root element" : tag.path))
  }

  /// The document that a root element begins.
  private func documentType(of tag: XMLTag) throws(Problems) -> DocumentType? {
    let place = SourcePosition(line: tag.line, byteOffset: tag.byteOffset, path: tag.path)
    guard let namespace = tag.namespace, namespace.hasPrefix(Self.namespace) else {
      throw Problems(
        .wrongFormat, source: source, at: place, value: tag.name, "the element '\(tag.name)' begins no document of UBL")
    }
    if let type = DocumentType.all[tag.name], namespace == "\(Self.namespace)\(tag.name)-2" { return type }
    let kind = CodeLists.otherDocuments[tag.name].map { ", \($0)," } ?? ""
    let version =
      namespace.hasSuffix("-2") ? "" : " of another version ('\(namespace.dropFirst(Self.namespace.count))')"
    throw Problems(
      .ublUnsupportedDocument, source: source, at: place, value: tag.name,
      "the document is of the kind '\(tag.name)'\(kind)\(version)\(kind.isEmpty && !version.isEmpty ? "," : "") which is not "
        + "imported")
  }

  // MARK: Documents

  private func takeChild(_ tag: XMLTag) throws(Problems) {
    guard var builder, let type = children?.type else { return try xml.skip() }
    self.builder = nil
    defer { self.builder = builder }
    var report = StructureReport(source: source)
    let isLine = tag.name == builder.type.lineElement && !builder.type.lineElement.isEmpty
    if isLine, !hasLines {
      hasLines = true
      children?.finish(builder.root, aheadOf: tag.name, &builder.report)
    }
    let rule = children?.take(tag, &report)
    guard let rule, !Self.passedOver.contains(tag.name) else {
      try xml.skip()
      return take(report.problems + xml.takeProblems(), into: &builder)
    }
    let element = try xml.subtree()
    report.add(xml.takeProblems())
    if isLine {
      for row in builder.rows(ofLine: element, report.problems) { buffer.add(row) }
      return
    }
    if let inner = rule.type {
      report.check(element, as: inner)
    } else {
      report.checkValue(element, rule, in: type)
    }
    if builder.isHeadDone {
      if builder.type.headerRules.uses(tag.name) {
        report.add(.ublLateElement, at: tag, value: tag.name, "'\(tag.name)' comes after the lines, and is not read")
      }
    } else {
      builder.takeHead(element)
    }
    take(report.problems, into: &builder)
  }

  /// Hangs what was found on the head's record as long as that is not handed over, else on the last line's.
  private func take(_ found: [Problem], into builder: inout DocumentBuilder) {
    if builder.isHeadDone { keep(found) } else { builder.report.add(found) }
  }

  private func endDocument() {
    guard var builder else { return }
    self.builder = nil
    if hasLines {
      var report = StructureReport(source: source)
      children?.finish(builder.root, from: builder.type.lineElement, &report)
      builder.report.add(report.problems)
    } else {
      children?.finish(builder.root, &builder.report)
    }
    if builder.type.isCancellation {
      builder.report.add(
        .ublCancellation, at: builder.root, value: builder.captures.text("cancelled"),
        "the document cancels the order '\(builder.captures.text("cancelled") ?? "")'")
    }
    for row in builder.finishHead() { buffer.add(row) }
    builder.checkSumOfLines()
    keep(builder.report.problems)
    children = nil
  }
}

public import FormatKit
internal import XMLReading

/// The Universal Business Language of OASIS, versions 2.0 to 2.4, and its Peppol profiles.
///
/// Reads orders, responses, despatch advices, invoices, credit notes, catalogues, reports of stock and of sales; writes
/// orders that are valid by the schema of UBL 2.1. An envelope (Standard Business Document) around a document is looked
/// through.
public struct UBLFormat: ReadableFormat, WritableFormat {
  public static let descriptor = FormatDescriptor(
    id: "ubl", name: "Universal Business Language",
    summary: "Orders, responses, despatch advices, invoices and catalogues as XML of UBL 2.1 and Peppol.",
    extensions: ["ubl", "xml"], shape: .semantic, problemCodes: Problem.Code.ubl)

  private let options: UBLOptions

  public init(options: UBLOptions = UBLOptions()) { self.options = options }

  /// Judges by the namespace of the root element, or of the document in an envelope.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    let start = preview.bytes.prefix(64).first { $0 > 0x20 && $0 < 0x80 }
    guard start == UInt8(ascii: "<"), let reader = try? XMLEventReader(.memory(preview.bytes)) else { return .none }
    var isEnveloped = false
    for _ in 0..<400 {
      guard let event = try? reader.next() else { break }
      guard case .begin(let tag) = event else { continue }
      let namespace = tag.namespace ?? ""
      if namespace.hasPrefix(DocumentWalk.namespace), !namespace.hasPrefix(DocumentWalk.namespace + "Common") {
        return Confidence(96, "the element \(tag.name) is in a namespace of UBL")
      }
      guard namespace == DocumentWalk.envelopeNamespace else { break }
      isEnveloped = true
    }
    return isEnveloped ? Confidence(61, "begins with the envelope that UBL documents may have") : .none
  }

  public func reader(for source: ByteSource) throws(Problems) -> UBLReader {
    try UBLReader(source, options: options)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> UBLOrderWriter {
    try UBLOrderWriter(schema: schema, options: options, to: sink)
  }
}

/// The settings of ``UBLFormat``.
public struct UBLOptions: FormatOptions {
  /// The character set; by byte-order mark and declaration when nil.
  public var charset: Charset?
  /// The supplier's code to be used instead of what the documents say.
  public var supplier: String?
  /// For writing: our identification with its scheme before a colon, `0088:4012345000009`.
  public var sender: String?
  /// For writing: the supplier's identification.
  public var receiver: String?
  /// For writing: the day of an order that has none.
  public var issued: String?

  public init() {}

  public static let fields: [OptionField<UBLOptions>] = [
    .choice("charset", \.charset, "The character set; by byte-order mark and declaration when not given."),
    .text("supplier", \.supplier, "Code of the supplier, instead of what the documents say.", values: "a code"),
    .text(
      "sender", \.sender, "For writing: our identification, with its scheme (ISO 6523) before a colon.",
      values: "such as 0088:4012345000009"),
    .text(
      "receiver", \.receiver, "For writing: the supplier's identification; its GLN unless given.",
      values: "such as 0088:4098765000003"),
    .text("issued", \.issued, "For writing: the day of an order that has none.", values: "such as 2026-10-31"),
  ]
}

public import FormatKit

/// UN/EDIFACT and EANCOM: orders and their responses, despatch advices, invoices, price catalogues, inventory and sales
/// reports, read as records; orders written (ISO 9735, syntax versions 1 to 4).
///
/// ```swift
/// let format = EDIFACTFormat()
/// var reader = try format.reader(for: .file("orders.edi"))
/// // The CONTRL that answers it.
/// try format.acknowledge(.file("orders.edi"), with: AcknowledgementRequest(prepared: "2026-10-31T18:00"), to: sink)
/// ```
public struct EDIFACTFormat: ReadableFormat, NumberedFormat {
  public static let descriptor = FormatDescriptor(
    id: "edifact", name: "UN/EDIFACT and EANCOM",
    summary: "Orders, responses, despatch advices, invoices, catalogues, stock and sales of trading partners.",
    extensions: ["edi", "edifact", "edf"], shape: .semantic, problemCodes: Problem.Code.edifact)

  let options: EDIFACTOptions

  public init(options: EDIFACTOptions = EDIFACTOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> EDIFACTReader {
    try EDIFACTReader(source, options: options)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> EDIFACTWriter {
    try EDIFACTWriter(schema: schema, options: options, numbers: nil, sink: sink)
  }

  public func writer(
    for schema: Schema, numbers: ControlNumbers, to sink: ByteSink
  ) throws(Problems) -> EDIFACTWriter {
    try EDIFACTWriter(schema: schema, options: options, numbers: numbers, sink: sink)
  }

  /// Judges by the first segment.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    let text = startOfText(preview)
    if text.starts(with: "UNA".utf8), text.count >= 9,
      ServiceCharacters(una: ArraySlice(text.dropFirst(3).prefix(6))) != nil
    {
      return Confidence(100, "starts with UNA and its service characters")
    }
    if text.starts(with: "UNB".utf8), let sign = text.dropFirst(3).first, !ServiceCharacters.isAlphanumeric(sign),
      sign > 32, sign < 0x7F
    {
      return Confidence(98, "starts with UNB, as an interchange does")
    }
    // Other formats of this family are claimed, so that the refusal can name them.
    if text.starts(with: "STX=ANA".utf8) || text.starts(with: "STX=ANAA".utf8) {
      return Confidence(80, "starts with STX=ANA, as TRADACOMS does")
    }
    if text.starts(with: "UNH+".utf8) || text.starts(with: "BGM+".utf8), text.contains(UInt8(ascii: "'")) {
      return Confidence(75, "starts like an EDIFACT message without its envelope")
    }
    return .none
  }

  /// The first characters as UTF-8, byte-order mark and white space left out.
  static func startOfText(_ preview: SourcePreview) -> [UInt8] {
    let start = SourcePreview(name: preview.name, bytes: Array(preview.bytes.prefix(4096)), isWhole: false)
    return Array(start.text.utf8.drop { $0 == 32 || (9...13).contains($0) })
  }
}

/// How EDIFACT is read and written; see `fields`.
public struct EDIFACTOptions: FormatOptions {
  /// The records that a price catalogue gives.
  public enum Catalogue: String, CaseIterable, Sendable {
    /// Products, variants, barcodes and prices next to the supplier's items.
    case all
    /// The supplier's items only, for goods that the shop has already.
    case supplierItems = "supplier-items"
  }

  /// The directory that orders are written by.
  public enum Release: String, CaseIterable, Sendable {
    case d96a
    case d01b
  }

  public var charset: Charset?
  public var catalogue = Catalogue.all
  public var directory = Release.d96a
  /// Our identification, for UNB and the buyer.
  public var sender: String?
  /// The identification of who gets the orders; the supplier's GLN or code unless given.
  public var receiver: String?
  /// The number of the interchange.
  public var controlNumber: String?
  /// When the interchange was made: `2026-10-31T18:00`.
  public var prepared: String?
  public var test = false

  public init() {}

  public static let fields: [OptionField<EDIFACTOptions>] = [
    .choice("charset", \.charset, "The character set; found by the bytes and by what UNB announces when not given."),
    .choice("catalogue", \.catalogue, "What a price catalogue (PRICAT) gives."),
    .choice(
      "directory", \.directory, "In writing, the directory of the orders: D.96A (EANCOM 1997) or D.01B (EANCOM 2002)."),
    .text("sender", \.sender, "In writing, our own identification, as a GLN of 13 digits."),
    .text(
      "receiver", \.receiver, "In writing, the identification of who gets the orders; the supplier's when not given."),
    .text(
      "control-number", \.controlNumber,
      "In writing, the number of the interchange; that of the first order when not given."),
    .text(
      "prepared", \.prepared, "In writing, when the interchange is made; the day of the first order when not given.",
      values: "2026-10-31T18:00"),
    .flag("test", \.test, "In writing, whether the interchange is marked as a test."),
  ]
}

public import FormatKit

/// Electronic data interchange by the standards of ANSI ASC X12.
///
/// Reads purchase orders (850), their acknowledgements (855), ship notices (856), invoices (810), catalogues (832), inventory
/// advices (846) and product activity (852); writes purchase orders, and the 997 that answers what was read.
public struct X12Format: ReadableFormat, NumberedFormat {
  public static let descriptor = FormatDescriptor(
    id: "x12", name: "ANSI X12",
    summary: "Orders, acknowledgements, ship notices, invoices, catalogues, inventory and sales as North American EDI.",
    extensions: ["x12", "edi"], shape: .semantic, problemCodes: Problem.Code.x12)

  let options: X12Options

  public init(options: X12Options) { self.options = options }

  /// ISA, a separator, two characters, the separator again: no other text begins so.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    let text = preview.text.unicodeScalars.drop { $0.value <= 0x20 || $0.value == 0xFEFF }
    let start = Array(text.prefix(180))
    guard start.count > 4, start[0] == "I", start[1] == "S", start[2] == "A" else { return sniffWithoutHeader(start) }
    let mark = start[3]
    guard !SegmentReader.isAlphanumeric(mark), mark.value > 0x1C else { return .none }
    let separators = start.count { $0 == mark }
    if separators >= 16 { return Confidence(97, "begins with an ISA segment of X12") }
    let isCode = start.count > 6 && start[6] == mark && start[4...5].allSatisfy { ("0"..."9").contains($0) }
    if start.count < 100, separators >= 3, isCode { return Confidence(60, "begins like an ISA segment of X12") }
    return .none
  }

  /// A part of an interchange without its ISA segment, or an exchange at the back door of a shop (DEX): the reader refuses
  /// it and says what is missing, where any other format would look for columns.
  private static func sniffWithoutHeader(_ start: [Unicode.Scalar]) -> Confidence {
    let text = String(String.UnicodeScalarView(start))
    let name = text.prefix { $0.isLetter }
    guard ["DXS", "GS", "ST"].contains(name), let mark = text.dropFirst(name.count).first,
      mark.isPunctuation || mark.isSymbol
    else { return .none }
    // Each of them is followed by a transaction set, or is its first segment.
    let parts = text.split(separator: "ST\(mark)", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].prefix(while: { $0.isLetter || $0.isNumber }).count == 3,
      parts[1].dropFirst(3).first == mark,
      parts[0].last.map({ !$0.isLetter && !$0.isNumber }) ?? (name == "ST"),
      text.count(where: { $0 == mark }) >= 4
    else { return .none }
    return Confidence(70, "begins with a segment \(name) of X12, without an ISA segment")
  }

  public func reader(for source: ByteSource) throws(Problems) -> X12Reader {
    try X12Reader(source, options: options)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> X12OrderWriter {
    try writer(for: schema, numbers: ControlNumbers(), to: sink)
  }

  public func writer(
    for schema: Schema, numbers: ControlNumbers, to sink: ByteSink
  ) throws(Problems) -> X12OrderWriter {
    let given = options.controlNumber.map { ControlNumbers(startingAt: $0) }
    return try X12OrderWriter(schema: schema, options: options, numbers: given ?? numbers, to: sink)
  }
}

/// The settings of ``X12Format``.
public struct X12Options: FormatOptions {
  /// The character set; found when nil.
  public var charset: Charset?
  /// The supplier's code to be used instead of what the documents say.
  public var supplier: String?
  /// For writing: our identification and the qualifier before it, `01:049351117`.
  public var sender: String?
  /// For writing: the supplier's identification.
  public var receiver: String?
  /// For writing: when the interchange is made, `2026-10-31T18:30`.
  public var prepared: String?
  /// For writing: the first control number; 1, or the shop's next for the partner, when nil.
  public var controlNumber: Int?
  /// For writing: whether it is a test.
  public var isTest = false
  /// For writing: whether each segment is on a line of its own.
  public var hasLines = true

  public init() {}

  public static let fields: [OptionField<X12Options>] = [
    .choice("charset", \.charset, "The character set of the file; found when not given."),
    .text("supplier", \.supplier, "Code of the supplier, instead of what the documents say.", values: "a code"),
    .text(
      "sender", \.sender,
      "For writing: our identification, with its qualifier before a colon; `ZZ:STOCKROOM` unless given.",
      values: "such as 01:049351117"),
    .text(
      "receiver", \.receiver, "For writing: the supplier's identification; `ZZ:` and its code unless given.",
      values: "such as 08:9251750000"),
    .text(
      "prepared", \.prepared, "For writing: date and time of the interchange; the first order's date unless given.",
      values: "2026-10-31T18:00"),
    .integer(
      "control-number", \.controlNumber, in: 1...ControlNumbers.greatest, "For writing: the number of the interchange."),
    .flag("test", \.isTest, "For writing: marks the interchange as a test."),
    .flag("lines", \.hasLines, "For writing: a line for each segment."),
  ]
}

public import FormatKit

/// Generic XML 1.0: repeated elements are records, their attributes and child elements are columns.
///
/// Which element is a record is given or found in the first 64 KiB. An attribute becomes the column `@name`, a child
/// element the column of its local name, what is nested deeper a dotted path (`price.amount`, `price@currency`), the
/// record's own text `value`. Elements that repeat within a record become rows of a table of their own.
///
/// ```swift
/// let format = XMLFormat(options: XMLOptions(record: "product"))
/// var reader = try format.reader(for: .file("catalog.xml"))
/// ```
public struct XMLFormat: NestingFormat, WritableFormat {
  public static let descriptor = FormatDescriptor(
    id: "xml", name: "XML", summary: "Records from repeated elements of any XML document.", extensions: ["xml"],
    problemCodes: [
      .xmlSyntax, .xmlEntityRefused, .xmlTooManyAttributes, .xmlRecordNotFound, .xmlRecordTooLarge,
      .xmlUnexpectedRepetition, .xmlUnknownEntity, .xmlUndeclaredPrefix, .xmlNotRead, .xmlMixedContent,
      .xmlOddElement, .xmlRecordNotRead,
      .xmlIllegalCharacter,
    ])

  let options: XMLOptions

  public init(options: XMLOptions = XMLOptions()) { self.options = options }

  public var nestedRows: String? { options.rows }

  public func reader(for source: ByteSource) throws(Problems) -> XMLReader {
    try XMLReader(source, options: options)
  }

  public func writer(for schema: Schema, to sink: ByteSink) throws(Problems) -> XMLWriter {
    try XMLWriter(schema: schema, options: options, sink: sink)
  }

  /// Judges by the first characters: an XML declaration, else a start tag; pages of HTML are left to others.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    let text = sniffedText(preview.bytes).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard text.first == UInt8(ascii: "<") else { return .none }
    let start = String(decoding: text.prefix(256), as: UTF8.self).lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      return Confidence(5, "starts like a page of HTML")
    }
    if start.hasPrefix("<?xml") { return Confidence(60, "starts with an XML declaration") }
    let named = preview.fileExtension == "xml"
    if start.hasPrefix("<!doctype") || start.hasPrefix("<!--") || start.hasPrefix("<?") {
      return Confidence(named ? 58 : 52, "starts with '<' and a declaration or comment, as XML may")
    }
    guard let second = text.dropFirst().first, isNameStart(second) else {
      return Confidence(2, "starts with '<', which is not followed by a name")
    }
    if named { return Confidence(58, "starts with a tag, and the name ends in .xml") }
    return Confidence(text.contains(UInt8(ascii: ">")) ? 52 : 20, "starts with '<' and the name of an element")
  }

  /// The bytes with byte-order mark and the zero bytes of UTF-16 taken out: enough to see the first characters.
  private static func sniffedText(_ bytes: [UInt8]) -> [UInt8] {
    let body = bytes.prefix(4096)
    if let (charset, length) = Charset.fromByteOrderMark(body) {
      let rest = body.dropFirst(length)
      return charset == .utf8 ? Array(rest) : rest.filter { $0 != 0 }
    }
    let isWide = body.starts(with: [0x3C, 0x00]) || body.starts(with: [0x00, 0x3C])
    return isWide ? body.filter { $0 != 0 } : Array(body)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

/// How XML is read and written; see `fields`.
public struct XMLOptions: FormatOptions {
  /// The element that is a record: `product`, `/catalog/product` or `{uri}product`; found when nil. In writing, its name.
  public var record: String?
  /// Paths below the record, `tag,images.image`, that are tables of their own in addition to those that were found to
  /// repeat.
  public var repeated: String?
  /// The nested table whose rows are read with the fields around them; nil to read each table by itself.
  public var rows: String?
  /// The character set; by byte-order mark and declaration when nil.
  public var charset: Charset?
  /// In writing, the name of the root element; the table's name when nil.
  public var root: String?

  public init() {}

  public init(record: String? = nil, repeated: String? = nil, charset: Charset? = nil, root: String? = nil) {
    self.record = record
    self.repeated = repeated
    self.charset = charset
    self.root = root
  }

  public static let fields: [OptionField<XMLOptions>] = [
    .text(
      "record", \.record, "The element that is a record; found when not given. In writing, its name.",
      values: "name, /path/name or {uri}name"),
    .text(
      "repeated", \.repeated,
      "Elements below the record that are tables of their own, in addition to those found to repeat.",
      values: "paths below the record, with commas: tag,images.image"),
    .nestedRows(\.rows),
    .choice("charset", \.charset, "The character set; by byte-order mark and declaration when not given."),
    .text("root", \.root, "In writing, the name of the root element; the table's name when not given.", values: "name"),
  ]
}

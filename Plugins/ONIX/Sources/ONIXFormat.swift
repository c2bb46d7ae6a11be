public import FormatKit

/// Product information by the standards of EDItEUR: ONIX for Books 2.1, 3.0 and 3.1, as the book trade exchanges it.
///
/// A product is read as a whole, one after the other. It becomes a product with its variant, its barcodes, what its
/// suppliers ask and what customers pay.
public struct ONIXFormat: ReadableFormat {
  public static let descriptor = FormatDescriptor(
    id: "onix", name: "ONIX for Books",
    summary: "Books and other products of the book trade, with prices and suppliers, in releases 2.1, 3.0 and 3.1.",
    extensions: ["onix", "xml"], shape: .semantic, problemCodes: Problem.Code.onix)

  private let options: ONIXOptions

  public init(options: ONIXOptions) { self.options = options }

  /// Judges by the name of the outermost element.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    guard let root = rootName(preview.text) else { return .none }
    if root == "ONIXMessage" || root == "ONIXmessage" { return Confidence(97, "the outermost element is '\(root)'") }
    if isLikeRoot(root) { return Confidence(65, "the outermost element is '\(root)', nearly that of ONIX") }
    return .none
  }

  /// Whether a name is probably a misspelt root element of ONIX.
  static func isLikeRoot(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("onixm") || name == "onix"
  }

  /// The local name of the outermost element; nil if the preview does not contain it. Declarations, comments and a
  /// DOCTYPE may come before it.
  private static func rootName(_ text: String) -> String? {
    var rest = Substring(text).utf8[...]
    func drop(through end: String) -> Bool {
      let wanted = Array(end.utf8)
      guard let last = wanted.last else { return false }
      while let found = rest.firstIndex(of: last) {
        let isEnd = rest[...found].suffix(wanted.count).elementsEqual(wanted)
        rest = rest[rest.index(after: found)...]
        if isEnd { return true }
      }
      return false
    }
    while true {
      rest = rest.drop { $0 <= 0x20 || $0 >= 0x80 }
      guard rest.first == UInt8(ascii: "<") else { return nil }
      if rest.starts(with: "<?".utf8) {
        guard drop(through: "?>") else { return nil }
      } else if rest.starts(with: "<!--".utf8) {
        guard drop(through: "-->") else { return nil }
      } else if rest.starts(with: "<!".utf8) {
        let declaration = rest.prefix { $0 != UInt8(ascii: ">") }
        if declaration.contains(UInt8(ascii: "[")), !drop(through: "]") { return nil }
        guard drop(through: ">") else { return nil }
      } else {
        let name = rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return String(Substring(name)).split(separator: ":").last.map(String.init)
      }
    }
  }

  public func reader(for source: ByteSource) throws(Problems) -> ONIXReader {
    try ONIXReader(source, options: options)
  }
}

/// The settings of ``ONIXFormat``.
public struct ONIXOptions: FormatOptions {
  /// The character set; by byte-order mark and declaration when nil.
  public var charset: Charset?
  /// The supplier's code to be used instead of what the message says.
  public var supplier: String?
  /// The shop's country: prices and suppliers of other markets are left out.
  public var country: String?
  /// The subject scheme that categories are taken from; the first in the order of the cases when nil.
  public var subjects: ONIXSubjects?

  public init() {}

  public static let fields: [OptionField<ONIXOptions>] = [
    .choice("charset", \.charset, "The character set; by byte-order mark and declaration when not given."),
    .text("supplier", \.supplier, "Code of the supplier, instead of what the message says.", values: "a code"),
    OptionField(
      "country", "The shop's country: prices and suppliers for other markets are left out.",
      values: "a country, such as GB"
    ) { options, text in
      let code = text.uppercased()
      guard CodeList.country.contains(code) else { return false }
      options.country = code
      return true
    },
    .choice(
      "subjects", \.subjects, "The subject scheme that gives the category; the first that a product has when not given."
    ),
  ]
}

/// The subject schemes of list 27 that categories can be taken from.
public enum ONIXSubjects: String, CaseIterable, Sendable {
  case thema, bisac, bic, warengruppen, clil, nur, dewey

  /// Their codes in list 27, in the order in which they are looked for.
  var scheme: String {
    switch self {
    case .thema: "93"
    case .bisac: "10"
    case .bic: "12"
    case .warengruppen: "26"
    case .clil: "29"
    case .nur: "32"
    case .dewey: "01"
    }
  }
}

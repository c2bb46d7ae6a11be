internal import FormatKit

/// The processing instruction that a file of refused records begins with: which element is a record, and which elements
/// within it are tables of their own. Both were learnt from the whole document, and the few records left may not show them.
///
/// ```xml
/// <?stockroom-rejects record="/catalog/{http://example.org}product" repeated="tag,images.image"?>
/// ```
struct RejectInstruction {
  let record: String
  let repeated: Set<String>

  static let evidence = "said by the file of refused records"

  init(record: String, repeated: Set<String>) {
    self.record = record
    self.repeated = repeated
  }

  /// Nil if the beginning of the document has no such instruction after its XML declaration.
  init?(in preview: UnsafeRawBufferPointer) {
    let start = Self.endOfDeclaration(in: preview)
    let rest = preview[start...].drop { $0 <= 0x20 }
    guard rest.starts(with: "<?stockroom-rejects ".utf8) else { return nil }
    let text = String(decoding: rest.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let found = text.wholeMatch(of: /<\?stockroom-rejects record="([^"]*)" repeated="([^"]*)"\?/) else {
      return nil
    }
    record = Self.unescaped(found.1)
    repeated = Set(Self.unescaped(found.2).split(separator: ",").map(String.init))
  }

  var text: String {
    let paths = XMLNames.escapedAttribute(repeated.sorted().joined(separator: ","))
    return "<?stockroom-rejects record=\"\(XMLNames.escapedAttribute(record))\" repeated=\"\(paths)\"?>"
  }

  /// The offset of the text after `<?xml …?>`; 0 if there is no declaration.
  static func endOfDeclaration(in preview: UnsafeRawBufferPointer) -> Int {
    guard preview.starts(with: "<?xml".utf8), preview.count > 5, preview[5] <= 0x20,
      let end = preview.firstIndex(of: UInt8(ascii: ">"))
    else { return 0 }
    return end + 1
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacingScalars("&quot;", with: "\"").replacingScalars("&lt;", with: "<")
      .replacingScalars("&gt;", with: ">").replacingScalars("&amp;", with: "&")
  }
}

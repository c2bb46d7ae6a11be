public import FormatKit
internal import JSONReading

/// The data of a Parse server as it exports them: a zip of one JSON file for each class, or the file of one class.
///
/// ```swift
/// var reader = try ParseExportFormat().reader(for: .file("export.zip"))
/// ```
public struct ParseExportFormat: ReadableFormat {
  public static let descriptor = FormatDescriptor(
    id: "parse-export", name: "Parse export",
    summary:
      "Stores, brands, categories, products, pictures, users and what is theirs, as a Parse server exports them.",
    extensions: ["zip"], readExtensions: ["json"], shape: .semantic,
    problemCodes: Problem.Code.parseExport + Problem.Code.jsonReading)

  let options: ParseExportOptions

  public init(options: ParseExportOptions = ParseExportOptions()) { self.options = options }

  public func reader(for source: ByteSource) throws(Problems) -> ParseExportReader {
    try ParseExportReader(source, options: options)
  }

  /// Judges an archive by the names of its entries, and a file by the words that only such files begin with.
  public static func sniff(_ preview: SourcePreview) -> Confidence {
    if preview.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      let names = entries(preview.bytes)
      guard let first = names.first, first.hasSuffix(".json") else { return .none }
      // An app has classes of its own, and one of them may come first.
      if let name = names.first(where: { $0.hasPrefix("_Join:") || ParseClass(file: $0) != nil }) {
        return Confidence(94, "an archive with the class file '\(name)'")
      }
      return Confidence(60, "an archive of JSON files")
    }
    let text = preview.text
    let start = text.prefix(4096).filter { !$0.isWhitespace }
    guard start.hasPrefix("{\"results\":[") else { return .none }
    guard text.prefix(8192).contains("\"objectId\"") || text.prefix(8192).contains("\"owningId\"") else { return .none }
    return Confidence(94, "'results' of objects with an objectId")
  }

  /// The names of the entries at the start of an archive, as their local headers have them (APPNOTE 4.3.7).
  private static func entries(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var place = 0
    while place + 30 <= bytes.count {
      guard bytes[place] == 0x50, bytes[place + 1] == 0x4B, bytes[place + 2] == 0x03, bytes[place + 3] == 0x04 else {
        place += 1
        continue
      }
      let end = place + 30 + Int(bytes[place + 26]) + Int(bytes[place + 27]) << 8
      guard end <= bytes.count else { break }
      let path = String(decoding: bytes[(place + 30)..<end], as: UTF8.self)
      if let name = path.split(separator: "/").last { names.append(String(name)) }
      place = end
    }
    return names
  }
}

/// How exports are read; see `fields`.
public struct ParseExportOptions: FormatOptions {
  /// The class of a file that holds one; by the file's name when nil.
  public var className: String?
  /// The currency of prices.
  public var currency: String?

  public init() {}

  public static let fields: [OptionField<ParseExportOptions>] = [
    .text(
      "class", \.className, "The class of a file that holds one class; by the file's name when not given.",
      values: "a class, such as Product"),
    .text(
      "currency", \.currency, "The currency of prices; the shop's when not given.",
      values: "a code of ISO 4217, such as EUR"),
  ]
}

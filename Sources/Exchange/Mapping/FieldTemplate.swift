public import FormatKit

/// A value for a column of an export, made of other fields: `https://shop.example/p/{sku}`.
///
/// In an address the values are percent-encoded (RFC 3986, section 2.1). A record that lacks a field of the template gets no
/// value, so that no half of an address is written.
public struct FieldTemplate: Hashable, Sendable {
  /// The column that gets the value if the record has no value there.
  public let name: String
  let parts: [Part]
  let isAddress: Bool

  enum Part: Hashable, Sendable {
    case text(String)
    case field(String)
  }

  /// The fields that the value is made of.
  public var fieldNames: [String] {
    parts.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// - Parameter text: with names of fields in braces.
  /// - Throws: ``Problem/Code/fieldMissing`` for a brace that is not closed, or that holds nothing.
  public init(_ name: String, _ text: String) throws(Problems) {
    self.name = name
    isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
    var parts: [Part] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "{") {
      if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
      let inner = rest[rest.index(after: start)...]
      guard let end = inner.firstIndex(of: "}"), end > inner.startIndex else {
        throw Problems(
          .fieldMissing, value: text, "the value '\(text)' of \(name) has a { without the name of a field and a }",
          remedy: "Write the name of a field in braces, such as {sku}.")
      }
      parts.append(.field(String(inner[..<end])))
      rest = inner[inner.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The value of a record; nil where a field of it has nothing.
  func text(of value: (String) -> String?) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let fixed): text += fixed
      case .field(let name):
        guard let value = value(name), !value.isEmpty else { return nil }
        text += isAddress ? Self.encoded(value) : value
      }
    }
    return text.isEmpty ? nil : text
  }

  private static func encoded(_ value: String) -> String {
    var text = ""
    for byte in value.utf8 {
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "-._~".utf8.contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}

internal import FormatKit

/// A product as written in either form, before it is checked.
struct WrittenProduct {
  let position: SourcePosition
  /// Its number in the SQLite table.
  var id: String?
  var name: WrittenValue?
  var description: WrittenValue?
  var regularPrice: WrittenValue?
  var salePrice: WrittenValue?
  var colours: [String] = []
  /// Quantities by store, in the order of the source.
  var stores: [(store: String, quantity: WrittenValue)] = []
  /// The stores whose quantity is null.
  var storesWithoutQuantity: [String] = []
  /// A data URL of its picture (RFC 2397), with the media type.
  var photo: (url: String, mediaType: String)?
  /// Properties that are not of this kind of product: their names, and their values as JSON.
  var further: [(name: String, json: String)] = []
  /// Whether it could be read as a product at all; if not, its problems say why.
  var isWhole = true
  /// The problems of the product's notation.
  var problems: [Problem] = []

  init(at position: SourcePosition) { self.position = position }

  mutating func tell(
    _ code: Problem.Code, at position: SourcePosition, value: String?, _ message: String, remedy: String? = nil
  ) {
    problems.append(
      Problem(code, at: position, value: value.map(Self.shortened), message, remedy: remedy))
  }

  /// Shortens a quoted text, which may be as long as a field.
  static func shortened(_ text: String) -> String {
    text.utf8.count > 80 ? String(text.unicodeScalars.prefix(60).map(Character.init)) + " …" : text
  }
}

/// A text or number with its place.
struct WrittenValue {
  enum Content {
    case text(String)
    /// The digits as they are written.
    case number(String)
    /// Something else, as it is to be shown.
    case other(String)
  }

  let content: Content
  let position: SourcePosition

  /// The value, for messages.
  var shown: String {
    switch content {
    case .text(let text), .number(let text), .other(let text): WrittenProduct.shortened(text)
    }
  }
}

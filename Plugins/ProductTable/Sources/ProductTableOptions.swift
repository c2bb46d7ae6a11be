public import FormatKit

/// The two forms that such products come in.
public enum ProductTableShape: String, Hashable, Sendable, CaseIterable {
  case json, sqlite
}

/// What products are known by.
public enum ProductTableKey: String, Hashable, Sendable, CaseIterable {
  /// Their names, which both forms have.
  case name
  /// Their numbers in the SQLite table.
  case id
}

/// The settings of ``ProductTableFormat``.
public struct ProductTableOptions: FormatOptions {
  /// What is written.
  public var shape = ProductTableShape.json
  public var key = ProductTableKey.name
  public var photos = true
  public var currency: String?
  public var charset: Charset?

  public init() {}

  public static let fields: [OptionField<ProductTableOptions>] = [
    .choice("shape", \.shape, "In writing, the form: an array of objects, or an SQLite file; json when not given."),
    .choice(
      "key", \.key,
      "What products are known by: their names, or their numbers in the SQLite table; name when not given."),
    .flag("photos", \.photos, "Whether the photos of the SQLite table are kept with the products; yes when not given."),
    .text("currency", \.currency, "The currency of the prices; the shop's when not given.", values: "an ISO 4217 code"),
    .choice("charset", \.charset, "The character set of JSON; found when not given."),
  ]
}

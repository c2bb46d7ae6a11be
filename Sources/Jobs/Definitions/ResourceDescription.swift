/// The description of a set's file, in the words of Frictionless Data Resource 1.
public struct ResourceDescription: Hashable, Sendable {
  /// The subject of the file, where more is known than its name.
  public var title: String?
  /// Whether the file is a table that a reader of data packages opens by this description; other files are described
  /// by their
  /// bytes alone.
  public var isTabular: Bool
  /// The format's usual ending: `csv`, `ndjson`, `xlsx`, `html`.
  public var format: String
  /// RFC 6838.
  public var mediaType: String
  /// The character encoding; nil for files that are not text.
  public var encoding: String?
  /// The structure of the table in the file, in the terms of the CSV Dialect.
  public var dialect: [String: DialectValue] = [:]
  public var fields: [ResourceField] = []
  public var primaryKey: [String] = []
  /// The texts that mean that a value is missing.
  public var missingValues = [""]
  public var totals: [ControlTotal] = []

  public init(isTabular: Bool, format: String, mediaType: String, encoding: String?) {
    self.isTabular = isTabular
    self.format = format
    self.mediaType = mediaType
    self.encoding = encoding
  }
}

/// One setting of a dialect.
public enum DialectValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
}

/// A column of a file, in the words of Frictionless Table Schema 1.
public struct ResourceField: Hashable, Sendable, Codable {
  public enum FieldType: String, Hashable, Sendable, Codable {
    case string, number, integer, boolean, date, datetime
  }
  public var name: String
  public var type: FieldType
  /// The meaning of the column, in a sentence.
  public var description: String?
  /// Whether every row has a value.
  public var isRequired = false

  public init(name: String, type: FieldType, description: String? = nil, isRequired: Bool = false) {
    self.name = name
    self.type = type
    self.description = description
    self.isRequired = isRequired
  }
}

/// The exact sum of a column: what a receiver adds up to see that nothing was lost on the way.
public struct ControlTotal: Hashable, Sendable, Codable {
  public var field: String
  /// ISO 4217, where the column holds amounts of a currency; such a column has one total for each.
  public var currency: String?
  /// How many rows have a number there.
  public var values: Int
  /// An exact decimal.
  public var sum: String

  public init(field: String, currency: String? = nil, values: Int, sum: String) {
    self.field = field
    self.currency = currency
    self.values = values
    self.sum = sum
  }
}

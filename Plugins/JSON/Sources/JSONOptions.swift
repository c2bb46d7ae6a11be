public import FormatKit

/// Whether the members of an object are records under their keys.
public enum JSONKeying: String, Hashable, Sendable, CaseIterable {
  case yes, no
}

/// The settings of ``JSONFormat``.
public struct JSONOptions: FormatOptions {
  /// The keys that lead to the records, joined by points; `.` for the whole document; nil to have them found.
  public var path: String?
  /// Whether the object at the path holds a record under each key; nil to have it found.
  public var keyed: JSONKeying?
  public var table: String?
  /// The nested table whose rows are read with the fields around them; nil to read each table by itself.
  public var rows: String?
  public var depth = 64
  public var charset: Charset?
  public var nested = true

  public init() {}

  public static let fields: [OptionField<JSONOptions>] = [
    .text(
      "path", \.path, "Where the records are; found when not given.",
      values: "keys joined by points, as data.items, or . for the whole document"),
    .choice("keyed", \.keyed, "Whether each key of the object at the path is a record's id; found when not given."),
    .text("table", \.table, "The name of the table; the last key of the path when not given.", values: "a name"),
    .nestedRows(\.rows),
    .integer("depth", \.depth, in: 1...512, "How many levels the document may be nested; 64 when not given."),
    .choice("charset", \.charset, "The character set; found when not given."),
    .flag("nested", \.nested, "Whether writing makes objects of column names with points; yes when not given."),
  ]
}

/// The settings of ``JSONLinesFormat``.
public struct JSONLinesOptions: FormatOptions {
  public var table: String?
  /// The nested table whose rows are read with the fields around them; nil to read each table by itself.
  public var rows: String?
  public var depth = 64
  public var charset: Charset?
  public var nested = true

  public init() {}

  public static let fields: [OptionField<JSONLinesOptions>] = [
    .text("table", \.table, "The name of the table; records when not given.", values: "a name"),
    .nestedRows(\.rows),
    .integer("depth", \.depth, in: 1...512, "How many levels a record may be nested; 64 when not given."),
    .choice("charset", \.charset, "The character set; found when not given."),
    .flag("nested", \.nested, "Whether writing makes objects of column names with points; yes when not given."),
  ]
}

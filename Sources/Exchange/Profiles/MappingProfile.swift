internal import FormatKit
internal import Foundation
public import RetailValues
public import Stock

/// The meaning of a file's columns: read from a YAML file, or made by matching headers. See `docs/guides/mapping-profiles.md`.
public struct MappingProfile: Hashable, Sendable, Codable {
  public var name: String
  public var summary: String
  /// Id of the format; nil to have it found.
  public var format: String?
  /// Options of the format as on the command line.
  public var options: [String: String]
  /// Names for the columns of a file without a header, in order; empty when it has one.
  public var columns: [String]
  /// Decimal mark of all numbers; nil to have it found per column.
  public var decimal: ExactDecimal.Mark?
  /// Order of all dates; nil to have it found per column.
  public var dates: DateOrder?
  /// Cell texts that mean that there is no value.
  public var noValue: [String]
  public var fillDown: FillDown?
  /// The ways in which records name their items, the first that finds one counts; nil when all must agree.
  public var match: [ItemMatch]?
  /// Whether a file lists everything of its kind; nil says nothing, as false does.
  public var isFull: Bool?
  /// Fields that every record gets unless it has its own.
  public var constants: [String: String]
  public var records: [RecordMapping]
  /// The columns of the file that the profile was made for; nil when it does not say.
  public var header: RecordedHeader?
  /// How to recognise the files of the system that the profile is for; nil when it does not say.
  public var recognition: Recognition?
  /// The columns that are left out on purpose, in a profile that was drafted by the program: others that are not used and may
  /// be needed are asked about. Nil in a profile that a person wrote, who decided about all columns.
  public var ignored: [String]?
  /// Columns that are left out as long as all their values are this one, such as that of the only till: others are asked about.
  public var ignoredWhile: [String: String]?

  public init(
    name: String, summary: String = "", format: String? = nil, options: [String: String] = [:], columns: [String] = [],
    decimal: ExactDecimal.Mark? = nil, dates: DateOrder? = nil, noValue: [String] = [], fillDown: FillDown? = nil,
    constants: [String: String] = [:], records: [RecordMapping], header: RecordedHeader? = nil
  ) {
    self.name = name
    self.summary = summary
    self.format = format
    self.options = options
    self.columns = columns
    self.decimal = decimal
    self.dates = dates
    self.noValue = noValue
    self.fillDown = fillDown
    self.constants = constants
    self.records = records
    self.header = header
  }

  /// SHA-256 of all that the profile says of how a file is read: the same on every machine and in every run.
  public var fingerprint: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // The recorded header and the columns that are left out do not affect how columns are read.
    var meaning = withGivenValues
    meaning.header = nil
    meaning.recognition = nil
    meaning.ignored = nil
    meaning.ignoredWhile = nil
    let bytes = (try? encoder.encode(meaning)) ?? Data(name.utf8)
    return SHA256Hash.hexadecimal(of: String(decoding: bytes, as: UTF8.self))
  }

  /// The columns by which the files of a system are recognised, regardless of their other columns.
  public struct Recognition: Hashable, Sendable, Codable {
    /// The name of such a file for people: `Magento's product export`.
    public var system: String
    /// The columns that every such file has.
    public var columns: [String]
    /// Columns that no such file has.
    public var without: [String]
    /// Why such a file is not imported without a profile; nil when it may be.
    public var refusal: String?

    public init(system: String, columns: [String], without: [String] = [], refusal: String? = nil) {
      self.system = system
      self.columns = columns
      self.without = without
      self.refusal = refusal
    }

    /// Whether a table is one of such a file; case, spaces and punctuation do not count.
    func fits(_ schema: Schema) -> Bool {
      let names = Set(schema.columns.map { Vocabulary.normalized($0.name) })
      return !columns.isEmpty && columns.allSatisfy { names.contains(Vocabulary.normalized($0)) }
        && !without.contains { names.contains(Vocabulary.normalized($0)) }
    }
  }

  /// Blank cells that take the value above as long as the group column stays the same.
  public struct FillDown: Hashable, Sendable, Codable {
    public var group: String
    public var columns: [String]

    public init(group: String, columns: [String]) {
      self.group = group
      self.columns = columns
    }
  }

  /// The records that a row becomes.
  public struct RecordMapping: Hashable, Sendable, Codable {
    /// The record kind; empty for a mapping that passes rows over.
    public var kind: String
    /// The table of the source that rows are taken from; nil for its first.
    public var table: String?
    public var condition: RowCondition?
    public var duplicates: StagingContext.DuplicatePolicy?
    public var fields: [FieldMapping]
    /// Mappings with the same number are alternatives: the first whose condition is true is used. Nil is not an alternative.
    public var alternative: Int?
    /// What is true of the rows that the mapping passes over, for people; nil where their number is not reported.
    public var note: String?
    /// The columns whose product is the amount of a row that the mapping passes over; empty where no sum is reported.
    public var amounts: [String]?

    public init(
      kind: String, table: String? = nil, condition: RowCondition? = nil,
      duplicates: StagingContext.DuplicatePolicy? = nil, fields: [FieldMapping], alternative: Int? = nil,
      note: String? = nil, amounts: [String]? = nil
    ) {
      self.kind = kind
      self.table = table
      self.condition = condition
      self.duplicates = duplicates
      self.fields = fields
      self.alternative = alternative
      self.note = note
      self.amounts = amounts
    }
  }

  /// The source of a field's value.
  public struct FieldMapping: Hashable, Sendable, Codable {
    public var field: String
    public var value: ValueExpression

    public init(field: String, value: ValueExpression) {
      self.field = field
      self.value = value
    }
  }
}

/// A value made of columns, and the steps done to it.
public struct ValueExpression: Hashable, Sendable, Codable {
  public enum Source: Hashable, Sendable, Codable {
    /// The first of these columns that is not blank.
    case columns([String])
    case constant(String)
    /// Text with `{column}` in it; nothing when one of the columns is blank.
    case template(String)
    /// Text with `{field}` in it, where each field is one that all records are given: by the profile's constants, or with the import.
    case given(String)
    /// Among numbered pairs of columns (`{n}` counts from 1), the value of the pair with one of the names.
    case named(name: String, value: String, names: [String])
    /// The position of the row, from 1, among the rows with the same values in these columns.
    case numbered(within: [String])
  }

  public var source: Source
  public var steps: [ValueStep]
  /// Whether a file may lack the columns; the field is then left alone.
  public var isOptional: Bool

  public init(_ source: Source, steps: [ValueStep] = [], isOptional: Bool = false) {
    self.source = source
    self.steps = steps
    self.isOptional = isOptional
  }

  public static func column(_ name: String) -> ValueExpression { ValueExpression(.columns([name])) }
}

/// One change to a text that is not blank. A step may leave nothing.
public enum ValueStep: Hashable, Sendable, Codable {
  case trim, collapseSpaces, upper, lower, slug, stripHTML, negate, absolute
  /// The number or the currency of a text such as `12,50 EUR`.
  case amount, currency
  case stripPrefix(String)
  case stripSuffix(String)
  case split(by: String, take: Int)
  case join(by: String, with: String, most: Int)
  case replace(text: String, with: String)
  case regex(pattern: String, with: String)
  case map(values: [String: String], otherwise: Otherwise)
  case noValue([String])
  case keyValue(pairs: String, sign: String, key: String)
  case json(path: String)
  /// By the number in a column, after steps of its own, or by a number written here.
  case divide(String, steps: [ValueStep] = [])
  case multiply(String, steps: [ValueStep] = [])

  /// Divides by the number of items in another column, which the amount is for: `100`, `100 Stück`. Blank, or a word alone, is one.
  case per(String)

  /// Says in which unit a quantity is: the name of a column with units, or a unit. The number becomes one of the unit that the
  /// item is kept in.
  case unit(String)

  /// Refuses numbers below zero, with what to do about them.
  case notNegative(remedy: String)

  /// The result of a value map for a text that it does not list.
  public enum Otherwise: String, Hashable, Sendable, CaseIterable, Codable {
    case keep, nothing, error
  }
}

/// A condition on a row.
public indirect enum RowCondition: Hashable, Sendable, Codable {
  case all([RowCondition])
  case any([RowCondition])
  case not(RowCondition)
  case column(String, Test)

  public enum Test: Hashable, Sendable, Codable {
    case present, blank
    case oneOf([String])
    case startsWith(String)
    case endsWith(String)
    case contains(String)
    case matches(String)
    case lessThan(String)
    case greaterThan(String)
  }
}

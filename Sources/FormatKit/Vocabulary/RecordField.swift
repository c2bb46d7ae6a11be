public import RetailValues

/// The type of a field's values: how they are read, checked and kept.
public enum ValueType: Hashable, Sendable {
  /// Any text; white space at the ends does not count.
  case text
  /// A code that other systems compare: kept as written, with a limit of 200 characters.
  case code
  /// A GTIN, UPC, ISBN or in-store code; see `Barcode`.
  case barcode
  /// A number to three decimals, in the variant's stock unit.
  case quantity
  /// A number with up to six decimals, in the currency of its record.
  case unitCost
  /// An amount of money with the decimals of its currency.
  case money
  /// An ISO 4217 code.
  case currency
  /// A percentage to four decimals: `19` is 19 %.
  case percent
  /// Degrees of latitude or longitude to seven decimals, about a centimetre, with a maximum to either side of zero.
  case degrees(Int)
  /// A number without decimals.
  case wholeNumber
  /// `true` or `false`.
  case boolean
  /// A day.
  case date
  /// A moment; without an offset in the shop's time zone.
  case dateTime
  /// One of the words given.
  case choice([String])

  /// The name used in documentation.
  public var name: String {
    switch self {
    case .text: "text"
    case .code: "code"
    case .barcode: "barcode"
    case .quantity: "quantity"
    case .unitCost: "unit cost"
    case .money: "money"
    case .currency: "currency"
    case .percent: "percent"
    case .degrees: "degrees"
    case .wholeNumber: "whole number"
    case .boolean: "yes or no"
    case .date: "date"
    case .dateTime: "date and time"
    case .choice(let words): words.joined(separator: ", ")
    }
  }
}

/// The effect of a value on the existing one.
public enum FieldEffect: String, Hashable, Sendable {
  /// Part of the key: says which record is meant.
  case key
  /// Replaces the existing value.
  case set
  /// Adds to the existing value, as a movement of the ledger.
  case delta
}

/// One field of a record kind.
public struct RecordField: Hashable, Sendable {
  /// In snake_case, the same in every kind that has it, and in the headers of the CSV files we write.
  public let name: String
  /// The type of its values.
  public let type: ValueType
  /// Whether a value replaces what is stored, or is added to it.
  public let effect: FieldEffect
  /// Whether a record without it is refused.
  public let isRequired: Bool
  /// The kind whose record the value names, where it names one.
  public let references: String?
  /// One sentence for people.
  public let summary: String
  /// Headers that mean this field, in lower case, in addition to its own name: English, German, French, Spanish,
  /// Swedish.
  public internal(set) var synonyms: [String]
  /// Further headers that mean this field in a list of which another column says that it is of the kind: a plain
  /// `quantity`, which may be anything elsewhere.
  package let plainNames: [String]
  /// What the values of a column must be where it is called by one of these synonyms.
  package let conditions: [String: Condition]
  /// What it shows beyond the rest of its record; nil if it has only the class of the record.
  public let dataClass: DataClass?
  /// The least and the greatest value in the units of storage, where the field has such.
  package let range: ClosedRange<Int64>?
  /// The column that stores it, where it is not the one that follows from its name.
  package let column: String?
  /// Whether an unknown code in it makes the record that it names.
  package let makesReference: Bool
  /// The value of a new record that does not give it.
  package let initialValue: InitialValue?
  /// Whether `(clear)` is refused in it although a record need not give it: the record must have one.
  package let isNeverEmpty: Bool
  /// Whether it says in which unit the quantities of its record are.
  package let isQuantityUnit: Bool
  /// Whether a value that is given for a whole file also counts where the cell of the field's own column is blank.
  /// Otherwise a column decides alone, and such a value counts for files without one.
  package let constantFillsBlanks: Bool
  package let use: Use

  /// What the values of a column must be, where its name alone does not show that it means the field.
  package enum Condition: Hashable, Sendable {
    /// Whole numbers of at most six characters that are not barcodes.
    case smallWholeNumbers
  }

  /// The value of a field that a new record does not give.
  package enum InitialValue: Hashable, Sendable {
    case text(String)
    case number(Int64)
    /// The currency of the shop's books.
    case shopCurrency
    /// The record that another field names.
    case field(String)
  }

  /// What a value is for.
  package enum Use: Hashable, Sendable {
    /// It is kept with its record.
    case record
    /// It describes an item that the import makes.
    case item
    /// It tells the reader what to do with the record.
    case instruction
  }
}

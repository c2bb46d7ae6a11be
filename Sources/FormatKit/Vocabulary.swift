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
  case wholeNumber
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
  public let type: ValueType
  public let effect: FieldEffect
  /// Whether a record without it is refused.
  public let isRequired: Bool
  /// The kind whose record the value names, where it names one.
  public let references: String?
  public let summary: String
  /// Headers that mean this field, in lower case, in addition to its own name: English, German, French, Spanish,
  /// Swedish.
  public let synonyms: [String]
}

/// A kind of record: what one row of a file can be.
public struct RecordKind: Hashable, Sendable {
  /// In snake_case, plural; also the name of its table.
  public let name: String
  public let summary: String
  public let fields: [RecordField]

  /// The fields that say which record is meant, in order.
  public var key: [RecordField] { fields.filter { $0.effect == .key } }

  /// The field with a name; nil if the kind does not have it.
  public func field(_ name: String) -> RecordField? { fields.first { $0.name == name } }

  /// The schema of a file of this kind with all its fields.
  public var schema: Schema {
    Schema(
      table: name,
      columns: fields.map { field in
        switch field.type {
        case .quantity, .unitCost, .money, .percent, .degrees, .wholeNumber: Column(name: field.name, type: .number)
        case .boolean: Column(name: field.name, type: .boolean)
        case .date: Column(name: field.name, type: .date)
        case .dateTime: Column(name: field.name, type: .dateTime)
        default: Column(name: field.name, type: .text)
        }
      })
  }
}

/// The record kinds between files and stock, declared once: validation, mapping, help, documentation and the headers of
/// written files use these declarations.
public enum Vocabulary {
  /// The kind with that name; nil if it does not exist.
  public static func kind(_ name: String) -> RecordKind? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0) })

  /// Every kind, in the order in which records must be applied: what is referred to comes first.
  public static let kinds: [RecordKind] =
    foodKinds + catalogKinds + sellingKinds + userKinds + documentKinds + ledgerKinds + countKinds

  static func field(
    _ name: String, _ type: ValueType, _ summary: String, effect: FieldEffect = .set, required: Bool = false,
    references: String? = nil
  ) -> RecordField {
    RecordField(
      name: name, type: type, effect: effect, isRequired: required, references: references, summary: summary,
      synonyms: synonyms[name] ?? [])
  }

  /// The three ways of naming a variant; one of them must be given.
  /// The name of an item in records that do not keep it.
  static let newTitle = field("title", .text, "Name of the item, for one that the import makes with --new-items.")

  static func item(effect: FieldEffect = .set) -> [RecordField] {
    [
      field("sku", .code, "The stock keeping unit that is meant.", effect: effect, references: "variants"),
      field("barcode", .barcode, "A barcode of the variant, where there is no SKU.", references: "barcodes"),
      field(
        "supplier_code", .code, "The supplier's own code of the item, where there is neither; needs the supplier.",
        references: "supplier_items"),
    ]
  }
}

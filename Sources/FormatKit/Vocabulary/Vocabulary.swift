package import RetailValues

/// The record kinds between files and stock, declared once: validation, mapping, help, documentation and the headers of
/// written files use these declarations.
public enum Vocabulary {
  /// The kind with that name; nil if it does not exist.
  ///
  /// ```swift
  /// Vocabulary.kind("variants")?.key.map(\.name)  // ["sku"]
  /// ```
  public static func kind(_ name: String) -> RecordKind? { RecordCatalog.standard[name] }

  /// Every kind, in the order in which records must be applied: what is referred to comes first.
  public static let kinds: [RecordKind] =
    foodKinds + catalogKinds + sellingKinds + userKinds + documentKinds + ledgerKinds + countKinds

  /// A field of a kind. The synonyms, the data class and the range of fields that several kinds have are in ``synonyms``,
  /// ``dataClasses`` and ``ranges``; a declaration may add synonyms and say the other two itself. Synonyms that need values
  /// of a certain sort are in ``conditions``, and names that mean a field in a list of a known kind only in ``plainNames``.
  package static func field(
    _ name: String, _ type: ValueType, _ summary: String, effect: FieldEffect = .set, required: Bool = false,
    references: String? = nil, makes: Bool = false, column: String? = nil, initially: RecordField.InitialValue? = nil,
    neverEmpty: Bool = false, isQuantityUnit: Bool = false, constantFillsBlanks: Bool = false,
    use: RecordField.Use = .record, shows dataClass: DataClass? = nil, range: ClosedRange<Int64>? = nil,
    called ownSynonyms: [String] = [], plainly ownPlainNames: [String] = []
  ) -> RecordField {
    RecordField(
      name: name, type: type, effect: effect, isRequired: required, references: references, summary: summary,
      synonyms: ownSynonyms + (synonyms[name] ?? []), plainNames: ownPlainNames + (plainNames[name] ?? []),
      conditions: conditions[name] ?? [:],
      dataClass: dataClass ?? dataClasses[name], range: range ?? ranges[name], column: column,
      makesReference: makes, initialValue: initially, isNeverEmpty: neverEmpty, isQuantityUnit: isQuantityUnit,
      constantFillsBlanks: constantFillsBlanks, use: use)
  }

  /// The classes of fields that show more than the rest of their record.
  static let dataClasses: [String: DataClass] = [
    "standard_cost": .cost, "unit_cost": .cost, "supplier": .supplier, "supplier_name": .supplier,
    "supplier_code": .supplier, "order_number": .supplier, "counter": .person, "attributes": .shopOnly,
    "note": .shopOnly,
  ]

  /// The least and the greatest values of fields that have such, in the units of storage.
  private static let ranges: [String: ClosedRange<Int64>] = [
    "red": 0...255, "green": 0...255, "blue": 0...255, "pack_size": 1...Int64.max, "pack_quantity": 1...Int64.max,
    "counted_quantity": 0...Int64.max, "minimum_order": 0...Int64.max, "lead_time_days": 0...Int64.max,
    "price": 0...Int64.max, "unit_price": 0...Int64.max, "unit_cost": 0...Int64.max, "standard_cost": 0...Int64.max,
  ]

  /// The name of an item in records that do not keep it.
  static let newTitle = field(
    "title", .text, "Name of the item, for one that the import makes with --new-items.", use: .item)

  /// The three ways of naming a variant; one of them must be given.
  package static func item(effect: FieldEffect = .set) -> [RecordField] {
    [
      field("sku", .code, "The stock keeping unit that is meant.", effect: effect, references: "variants"),
      field("barcode", .barcode, "A barcode of the variant, where there is no SKU.", references: "barcodes"),
      field(
        "supplier_code", .code, "The supplier's own code of the item, where there is neither; needs the supplier.",
        references: "supplier_items"),
    ]
  }
}

/// Kinds of records as a value: those of ``Vocabulary``, or in a test others in addition.
package struct RecordCatalog: Sendable {
  /// In the order in which records must be applied: what is referred to comes first.
  package let kinds: [RecordKind]
  private let places: [String: Int]

  package init(_ kinds: [RecordKind]) {
    self.kinds = kinds
    places = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1.name, $0) })
  }

  /// The kinds that the program knows.
  package static let standard = RecordCatalog(Vocabulary.kinds)

  /// The kind with a name; nil without one.
  package subscript(name: String) -> RecordKind? { places[name].map { kinds[$0] } }
}

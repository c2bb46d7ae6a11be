public import RetailValues

/// A kind of record: what one row of a file can be, and everything that follows from it.
///
/// The declarations in ``Vocabulary`` are the only ones. Other modules ask a kind, such as `kind.isMovement`, and do not
/// compare its name. The public part is what the authors of formats need; the rest says how the records are recognised and
/// stored.
public struct RecordKind: Hashable, Sendable {
  /// In snake_case, plural; also the name of its table.
  public let name: String
  /// One sentence for people.
  public let summary: String
  /// The class of its records, apart from fields with a class of their own.
  public let dataClass: DataClass
  /// Its fields, in the order in which they are written.
  public let fields: [RecordField]
  package let storage: RecordStorage
  package let owner: RecordOwner
  /// What its records are in a row that describes an item; nil for records that are not part of an item.
  package let part: ItemPart?
  /// Its number among the kinds whose rows are recognised in a later file; nil for kinds that are read again each time.
  package let recognition: Recognition?
  /// Whether rows of other kinds repeat its records, such as the product in each row of its variants.
  package let isRepeated: Bool
  /// The fields without which a row of several records does not have one of this kind.
  package let essentials: Set<String>
  package let matching: HeaderRule

  package init(
    name: String, summary: String, shows dataClass: DataClass, storage: RecordStorage = .table(StoredTable()),
    owner: RecordOwner = .store, part: ItemPart? = nil, recognition: Recognition? = nil, isRepeated: Bool = false,
    essentials: Set<String> = [], matching: HeaderRule = HeaderRule(), fields: [RecordField]
  ) {
    (self.name, self.summary, self.dataClass, self.fields) = (name, summary, dataClass, fields)
    (self.storage, self.owner, self.part, self.recognition) = (storage, owner, part, recognition)
    (self.isRepeated, self.essentials, self.matching) = (isRepeated, essentials, matching)
  }

  /// The fields that say which record is meant, in order.
  public var key: [RecordField] { fields.filter { $0.effect == .key } }

  /// The field with a name; nil if the kind does not have it.
  ///
  /// ```swift
  /// Vocabulary.kind("variants")?.field("sku")?.type  // .code
  /// ```
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

// MARK: - Who may see records

extension RecordKind {
  /// The additional class of one of its fields; nil if it has only the class of the record.
  ///
  /// ```swift
  /// Vocabulary.kind("variants")?.dataClass(of: "standard_cost")  // .cost
  /// Vocabulary.kind("variants")?.dataClass(of: "sku")            // nil
  /// ```
  public func dataClass(of field: String) -> DataClass? {
    self.field(field)?.dataClass ?? Vocabulary.dataClasses[field]
  }

  /// Whether its records belong to users, each to the one it names.
  public var isPersonal: Bool { dataClass == .personal }

  /// Whether some of its fields belong to one user, though the rest of the record does not.
  public var namesUsers: Bool { !isPersonal && fields.contains { $0.dataClass == .personal } }

  /// The fields that a person with these classes may see; empty if the kind itself is not visible.
  ///
  /// ```swift
  /// let items = Vocabulary.kind("supplier_items")
  /// items?.fields(seenBy: [.supplier]).contains { $0.name == "unit_cost" }         // false
  /// items?.fields(seenBy: [.supplier, .cost]).contains { $0.name == "unit_cost" }  // true
  /// ```
  public func fields(seenBy classes: Set<DataClass>) -> [RecordField] {
    guard classes.contains(dataClass) else { return [] }
    return fields.filter { $0.dataClass.map(classes.contains) ?? true }
  }
}

/// The store or the user that the records of a kind belong to.
package enum RecordOwner: Hashable, Sendable {
  /// The store that a record names, itself or through its product or item; the whole shop where it names none.
  case store
  /// A record is a store itself.
  case itself
  /// All stores: they refer to the same records.
  case allStores
  case user(User)

  /// How a record names its user.
  package enum User: Hashable, Sendable {
    /// By its own code: it is the user.
    case itself
    /// In its field `user`.
    case named
    /// In the field of that name, by a code that need not be a user of the shop.
    case code(String)
    /// As the maker or a member of the list that it is, or belongs to.
    case list, partOfList
  }
}

// MARK: - What records are about

/// What a record is in a row that describes an item, in the order in which they are applied.
package enum ItemPart: Hashable, Sendable {
  case product, variant, barcode, supply, price, level
}

/// The numbers of the kinds whose rows are recognised when they come again. Only master data: what moves stock has an
/// identity of its own. The numbers are in kept files and never change.
package enum Recognition: Int, Hashable, Sendable, CaseIterable {
  case categories, brands, colours, locations, suppliers, products, variants, barcodes, supplierItems, prices
}

extension RecordKind {
  /// Whether its records become movements of the ledger, or set what is on hand.
  package var isLedger: Bool {
    switch storage {
    case .levels, .movements: true
    case .table, .counts, .countLines: false
    }
  }

  /// Whether its records say that stock moved.
  package var isMovement: Bool { movement != nil }

  /// Whether its records may be any kind of movement, and each says which.
  package var statesMovementKind: Bool { movement.map { $0.kinds == nil } ?? false }

  /// How its records become movements; nil for other kinds.
  package var movement: MovementRule? { if case .movements(let rule) = storage { rule } else { nil } }

  /// Whether its records say what was found or happened, so that they have nothing that could be emptied.
  package var isFact: Bool { if case .table = storage { false } else { true } }

  /// Whether its records are counted lines, and not the counts themselves.
  package var isCountLine: Bool { storage == .countLines }

  /// The columns that the reader fills in addition to those of the fields.
  package var filledColumns: [String] {
    (table?.extras ?? []).filter(\.isFilledByReader).map(\.field)
  }

  /// The table of a kind of the catalog; nil for other kinds.
  package var table: StoredTable? { if case .table(let table) = storage { table } else { nil } }

  /// The document that its records are lines of; nil for other kinds.
  package var document: DocumentLines? { table?.lines }

  /// Whether the amounts of its records are in the currency of the shop's books.
  package var isInShopCurrency: Bool { isMovement }

  /// Whether a record can name its item by SKU, by barcode, or by the supplier's code.
  package var namesItem: Bool { field("barcode") != nil && field("sku") != nil && part != .barcode }

  /// The fields that a shop keeps of its records: those that only say which item is meant are left to the SKU.
  package var keptFields: [RecordField] {
    fields.filter { field in
      // Instructions to the reader are not kept.
      if field.use == .instruction { return false }
      guard namesItem else { return true }
      return field.name != "barcode" && (field.name != "supplier_code" || keepsSupplierCode)
    }
  }

  /// Whether the supplier's code of an item is kept as it was given.
  private var keepsSupplierCode: Bool { part == .supply || document != nil }

  /// The noun for one of its records: `order response`.
  package var noun: String { String(name.dropLast(name.hasSuffix("s") ? 1 : 0)).replacing("_", with: " ") }

  /// The fields with a code of goods that is stored in the form in which codes are compared, with no other column for the code
  /// as it was given. Documents of supply have codes in that form themselves.
  package var comparedCodes: [RecordField] {
    guard document == nil else { return [] }
    return keptFields.filter { field in
      field.type == .barcode && field.references == nil && table?.extras.contains { $0.after == field.name } == false
    }
  }

  /// The quantity that was ordered, sent, invoiced, moved or counted; nil for a kind whose records are not lines of
  /// something that happened.
  public var eventQuantity: RecordField? {
    guard key.contains(where: { Vocabulary.documentNumbers.contains($0.name) }) else { return nil }
    return fields.first { $0.name == "quantity" || $0.name.hasSuffix("_quantity") }
  }

  /// The field that says in which unit the quantities of a record are; nil for a kind whose quantities are in stock units.
  package var quantityUnit: RecordField? { fields.first(where: \.isQuantityUnit) }

  /// The fields by which a row shows that it is about an event and does not describe an item: the number of its
  /// document, and for movements the reason and the destination.
  public var eventFields: [RecordField] {
    guard eventQuantity != nil else { return [] }
    return fields.filter { field in
      field.effect == .key && Vocabulary.documentNumbers.contains(field.name)
        || ["movement_kind", "to_location", "reason"].contains(field.name)
    }
  }

  /// The fields of which one, as a column with a name of its own, distinguishes a list of such documents from others: the number that
  /// the document has itself, and the quantity.
  package var distinguishingFields: Set<String> {
    let lines = document ?? Vocabulary.kinds.lazy.compactMap(\.document).first { $0.kind == name }
    return Set([lines?.number, eventQuantity?.name].compactMap { $0 })
  }

  /// Whether the number of a line is its position in its own document, so that lines without one can be numbered. The
  /// line of an order response is that of the order.
  public var numbersOwnLines: Bool { document?.areNumbered == true }
}

// MARK: - When the columns of a file may be taken for a kind

/// What the header of a file must have beyond the required fields of a kind.
package struct HeaderRule: Hashable, Sendable {
  /// At least one of these fields must be given; any will do without any.
  package var oneOf: Set<String> = []
  /// These fields must be among the columns of the file itself.
  package var columns: Set<String> = []
  /// With all of these a row is an event rather than a state; nil if it never is.
  package var event: Set<String>?
  /// Whether files about other things often name its records, so that a few columns prove nothing.
  package var isOftenNamed = false
  /// Whether a column whose name says little may be one of its fields.
  package var isGuessed = false
  /// Whether its amounts are what the shop paid for goods.
  package var isPurchase = false
  /// The fields of which the first that a file has makes the key of its records where the file has no key.
  package var keyParts: [String] = []

  package init(
    oneOf: Set<String> = [], columns: Set<String> = [], event: Set<String>? = nil, isOftenNamed: Bool = false,
    isGuessed: Bool = false, isPurchase: Bool = false, keyParts: [String] = []
  ) {
    (self.oneOf, self.columns, self.event) = (oneOf, columns, event)
    (self.isOftenNamed, self.isGuessed, self.isPurchase) = (isOftenNamed, isGuessed, isPurchase)
    self.keyParts = keyParts
  }

  /// The rule of what moved stock: it needs a time or a document, and is an event with both.
  static func movement(isGuessed: Bool = false, isPurchase: Bool = false) -> HeaderRule {
    HeaderRule(
      oneOf: ["effective_at", "document"], event: ["effective_at", "document"], isGuessed: isGuessed,
      isPurchase: isPurchase)
  }

  /// Whether the fields given are enough, those of the file among them.
  package func accepts(_ fields: Set<String>, ofFile columnFields: Set<String>) -> Bool {
    (oneOf.isEmpty || !oneOf.isDisjoint(with: fields)) && columns.isSubset(of: columnFields)
  }
}

// MARK: - Where records are stored

/// Where the records of a kind are stored.
package enum RecordStorage: Hashable, Sendable {
  /// Merged into a table of the catalog, which has the name of the kind.
  case table(StoredTable)
  /// In the ledger, as the movement that makes the stock on hand what the record says.
  case levels
  /// In the ledger, as movements.
  case movements(MovementRule)
  /// As the heads of counts.
  case counts
  /// As the lines of counts.
  case countLines
}

/// The table of a kind of the catalog, beyond what follows from the fields.
package struct StoredTable: Hashable, Sendable {
  /// The columns that have no field in files.
  package var extras: [Extra] = []
  /// The fields by which people know a record, in order; its key without any.
  package var naming: [String] = []
  /// The fields whose columns are the last of the table, as they were added to it.
  package var added: [String] = []
  /// The document that its records are lines of.
  package var lines: DocumentLines?
  /// The record that the object of another system became from which its records came.
  package var origin: Origin = .itself
  /// Whether a record of the ledger that names a new one makes it.
  package var isMadeByLedger = false

  package init(
    extras: [Extra] = [], naming: [String] = [], added: [String] = [], lines: DocumentLines? = nil,
    origin: Origin = .itself, isMadeByLedger: Bool = false
  ) {
    (self.extras, self.naming, self.added, self.lines) = (extras, naming, added, lines)
    (self.origin, self.isMadeByLedger) = (origin, isMadeByLedger)
  }

  /// An object of another system may become several records, which go out together in the form of that system.
  package enum Origin: Hashable, Sendable {
    case itself
    /// The product of a record or of its item.
    case product
    /// The record that its fields `subject_kind` and `subject` name.
    case subject
    /// The record that its fields `source_kind` and `source_record` name: it is the object.
    case stated
  }

  /// Columns that the program fills by itself.
  package struct Extra: Hashable, Sendable {
    package let field: String
    package let column: String
    /// The field that it comes after.
    package let after: String
    /// Whether the reader of the file fills it; else it is filled when records are compared with stock.
    package let isFilledByReader: Bool

    package init(_ field: String, column: String? = nil, after: String, isFilledByReader: Bool) {
      (self.field, self.column, self.after) = (field, column ?? field, after)
      self.isFilledByReader = isFilledByReader
    }
  }
}

/// The document whose lines a kind has.
package struct DocumentLines: Hashable, Sendable {
  /// The kind of the document.
  package let kind: String
  /// The field with its number.
  package let number: String
  /// Whether the number of a line is its position in the document.
  package let areNumbered: Bool
  /// Whether it is the shop's own document, whose lines are about items of the catalog. Lines of others' documents are kept
  /// with their original code where the catalog does not have the item, and reported.
  package let isOwn: Bool

  package init(of kind: String, number: String, areNumbered: Bool = true, isOwn: Bool = false) {
    (self.kind, self.number) = (kind, number)
    (self.areNumbered, self.isOwn) = (areNumbered, isOwn)
  }
}

/// How a record becomes a movement of the ledger.
package struct MovementRule: Hashable, Sendable {
  /// The kind of its document.
  package let document: String
  /// The kinds of movement of a positive and of a negative quantity; nil where the record itself says the kind.
  package let kinds: Kinds?
  /// Whether a positive quantity goes out.
  package let isOutgoing: Bool
  /// The field that a document's number is unique with; nil where the number alone is.
  package let party: String?
  /// The fields that tell records without a number apart, in addition to those that all movements have.
  package let identity: [String]

  package struct Kinds: Hashable, Sendable {
    package let positive: String
    package let negative: String
  }

  package init(
    document: String, kinds: (positive: String, negative: String)? = nil, isOutgoing: Bool = false,
    party: String? = nil, identity: [String] = []
  ) {
    self.document = document
    self.kinds = kinds.map { Kinds(positive: $0.positive, negative: $0.negative) }
    (self.isOutgoing, self.party, self.identity) = (isOutgoing, party, identity)
  }
}

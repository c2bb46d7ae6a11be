internal import SupplyDocuments

/// A child of an element, as the schema has it.
struct ChildRule: Hashable, Sendable {
  let name: String
  /// The type of what is in it; nil for one that holds a value.
  let type: String?
  let isRequired: Bool
  let isRepeatable: Bool

  /// `Name`, `Name!`, `Name*`, `Name+`, each with `:` or `:Type` before the sign.
  init(_ word: Substring) {
    var word = word
    let sign = word.last.flatMap { "!*+".contains($0) ? $0 : nil }
    if sign != nil { word.removeLast() }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    name = String(parts[0])
    type = parts.count > 1 ? String(parts[1].isEmpty ? parts[0] : parts[1]) : nil
    isRequired = sign == "!" || sign == "+"
    isRepeatable = sign == "*" || sign == "+"
  }
}

/// The rules of the schema for the content of an element.
struct TypeRule: Sendable {
  let name: String
  let children: [ChildRule]
  private let places: [String: Int]
  /// Whether records are made from it, so that what it lacks is an error.
  let isOfRecords: Bool

  init(_ line: Substring) {
    let parts = line.split(separator: " ", omittingEmptySubsequences: true)
    name = String(parts.first ?? "")
    children = parts.dropFirst(2).map { ChildRule($0) }
    places = Dictionary(children.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    isOfRecords = Self.recordTypes.contains(name)
  }

  func place(of child: String) -> Int? { places[child] }

  /// The types whose mandatory elements a record needs, and whose values it takes.
  private static let recordTypes: Set<String> = [
    "Order", "OrderChange", "OrderResponse", "OrderResponseSimple", "DespatchAdvice", "Invoice", "CreditNote",
    "Catalogue", "InventoryReport", "ProductActivity", "OrderLine", "LineItem", "DespatchLine", "InvoiceLine",
    "CreditNoteLine", "CatalogueLine", "InventoryReportLine", "ActivityDataLine", "SalesItem", "OrderReference",
    "OrderLineReference", "LineReference", "MonetaryTotal", "Price", "AllowanceCharge", "TaxTotal", "Item", "Delivery",
    "Despatch", "Period", "LotIdentification", "ItemInstance", "ItemLocationQuantity",
  ]

  static let all: [String: TypeRule] = {
    let text = [SchemaDocuments.documents, SchemaDocuments.firstTypes, SchemaLibrary.types].joined(separator: "\n")
    let rules = text.split(separator: "\n").map { TypeRule($0) }
    return Dictionary(rules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }()
}

/// The type of an element's value, by the last word of its name (UBL Naming and Design Rules 2.1, CCTS representation terms).
enum ElementKind: Sendable {
  case amount, quantity, measure, number, date, time, indicator, text

  private static let endings: [(String, ElementKind)] = [
    ("Amount", .amount), ("Quantity", .quantity), ("Measure", .measure), ("Numeric", .number), ("Percent", .number),
    ("Rate", .number), ("Date", .date), ("Time", .time), ("Indicator", .indicator),
  ]

  init(of name: String) { self = Self.endings.first { name.hasSuffix($0.0) }?.1 ?? .text }

  /// An example of a value of the type, for messages.
  var example: String {
    switch self {
    case .amount, .quantity, .measure, .number: "a number such as 12.50"
    case .date: "a day such as 2026-10-31"
    case .time: "a time such as 18:30:00"
    case .indicator: "true or false"
    case .text: "text"
    }
  }

  func allows(_ text: String) -> Bool {
    switch self {
    case .amount, .quantity, .measure, .number: ExactNumber(text) != nil
    case .date: DocumentValue.day(text) != nil
    case .time: text.wholeMatch(of: /([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+\-]\d\d:\d\d)?/) != nil
    case .indicator: ["true", "false", "1", "0"].contains(text)
    case .text: true
    }
  }
}

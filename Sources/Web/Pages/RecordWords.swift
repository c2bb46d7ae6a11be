internal import FormatKit
internal import RetailValues

/// The kinds of records and their fields in the words of a shop.
enum RecordWords {
  /// The name of one record of a kind: `Stock level`.
  static func one(_ kind: String?) -> LocalizedText { LocalizedText(word: singular(kind).sentence) }

  /// The name of several records of a kind: `Stock levels`.
  static func several(_ kind: String?) -> LocalizedText { LocalizedText(word: ImportPages.words(kind).sentence) }

  /// A number of records of a kind: `1 price`, `1,200 stock levels`.
  static func number(_ count: Int, _ kind: String?) -> LocalizedText {
    let noun = LocalizedText(word: count == 1 ? singular(kind) : ImportPages.words(kind))
    return LocalizedText([PageNumber.text(count), noun], separator: " ")
  }

  /// The name of one record of a kind within a sentence: `stock level`.
  static func singularWord(_ kind: String?) -> LocalizedText { LocalizedText(word: singular(kind)) }

  private static func singular(_ kind: String?) -> String {
    let words = ImportPages.words(kind)
    if words.hasSuffix("ies") { return words.dropLast(3) + "y" }
    return String(words.dropLast(words.hasSuffix("aliases") ? 2 : words.hasSuffix("s") ? 1 : 0))
  }

  // MARK: Fields

  /// What a field is called: `Cost price`; empty without one.
  static func name(ofField field: String?) -> LocalizedText {
    LocalizedText(word: field.map { titles[$0] ?? ImportPages.words($0).sentence })
  }

  /// A field with its name, by which files and messages know it: `Cost price (unit_cost)`.
  static func title(ofField field: String) -> LocalizedText {
    LocalizedText([name(ofField: field), LocalizedText(verbatim: "(\(field))")], separator: " ")
  }

  /// The value of a field as the language of the page writes it: numbers, days, `yes` or `no`, and words of fixed lists.
  ///
  /// A code is shown as it is, even where it is digits alone, but for the reasons that every shop has. So is the value of a
  /// field that the kind does not have.
  ///
  /// ```swift
  /// RecordWords.value("1234.5", ofField: "quantity", of: "movements")  // 1,234.5
  /// RecordWords.value("0012345", ofField: "sku", of: "movements")      // 0012345
  /// ```
  ///
  /// - Parameter kind: the kind of record; nil for any that has the field.
  static func value(_ value: String?, ofField field: String?, of kind: String?) -> LocalizedText {
    let text = value ?? ""
    if placeholders.contains(text) { return LocalizedText(word: text) }
    // The import whose entry of a count replaces another one.
    if field == "superseded_by", let match = text.wholeMatch(of: #/import ([0-9]+)/#) {
      return LocalizedText("import \(String(match.output.1))")
    }
    guard let field, let type = valueType(ofField: field, of: kind) else { return LocalizedText(verbatim: text) }
    if field == "order_unit" { return LocalizedText(unit: text) }
    if field == "reason", Reason.builtIn.contains(where: { $0.code == text }) {
      return LocalizedText(word: ImportPages.words(text))
    }
    // By themselves, the words for prices mean other things, such as a sale.
    let isPriceType = field == "price_type" && ["regular", "sale", "list"].contains(text)
    return PageNumber.value(isPriceType ? "\(text) price" : text, of: type)
  }

  /// The type of the values of a field; nil for what is not one.
  ///
  /// - Parameter kind: the kind of record; nil for any that has the field.
  static func valueType(ofField field: String, of kind: String? = nil) -> ValueType? {
    if let kind { return Vocabulary.kind(kind)?.field(field)?.type }
    return Vocabulary.kinds.lazy.compactMap { $0.field(field)?.type }.first
  }

  /// What is shown in place of a value that a person may not see, or that is not known yet.
  private static let placeholders = ["(when applied)", "(not shown)", "(personal)"]

  /// What fields are called in a shop, where their names alone do not say it. The last ones are of columns alone, by which the
  /// amounts of a row are divided.
  static let titles: [String: String] = [
    "sku": "Item number", "product_code": "Product number", "supplier_code": "Supplier’s item number",
    "title": "Name of the item", "description": "Description", "variant_title": "Name of the variant",
    "barcode": "Barcode, EAN or ISBN", "pack_quantity": "Pieces behind the barcode of a pack",
    "standard_cost": "Standard cost", "unit_cost": "Cost price", "price": "Selling price",
    "price_type": "Kind of price",
    "valid_from": "Price holds from", "valid_to": "Price holds until", "tax_included": "Whether tax is in the price",
    "tax_rate": "Tax rate in percent", "stock_unit": "Unit in which it is counted", "currency": "Currency",
    "pack_size": "Pieces in a pack", "order_unit": "Unit in which it is ordered",
    "minimum_order": "Least that can be ordered",
    "lead_time_days": "Days until it comes", "quantity": "Quantity", "unit_price": "Price of one piece sold",
    "counted_quantity": "Counted quantity", "counted_at": "Counted when", "counter": "Counted by",
    "superseded_by": "Replaced by",
    "order_quantity": "Ordered quantity", "confirmed_quantity": "Confirmed quantity",
    "despatched_quantity": "Sent quantity", "invoiced_quantity": "Invoiced quantity",
    "outstanding_quantity": "Quantity still to come", "line_amount": "Amount of the line",
    "net_amount": "Amount without tax", "total_amount": "Total amount", "tax_amount": "Tax amount",
    "document": "Number of the receipt or document", "line": "Number of the line", "effective_at": "When it happened",
    "location": "Place", "to_location": "Place that it goes to", "location_name": "Name of the place",
    "supplier": "Supplier", "supplier_name": "Name of the supplier", "gln": "GLN", "status": "In use or not",
    "gender": "For whom it is made", "expires_on": "Best before", "lot": "Lot or batch",
    "movement_kind": "Kind of movement",
    "reorder_point": "Order again from this stock", "order_up_to": "Order up to this stock",
    "attributes": "Further properties",
    "ordered_on": "Ordered on", "expected_on": "Expected on", "responded_on": "Confirmed on",
    "promised_on": "Promised for", "despatched_on": "Sent on", "response_number": "Number of the confirmation",
    "despatch_number": "Number of the despatch advice",
    "published_at": "Customers see it from", "closed_on": "Closed on", "closed_reason": "Why it was closed",
    "sscc": "SSCC of the package", "section": "Section or shelf",
    "price_unit": "Pieces that the price is for", "line_total": "Amount of the line",
  ]

  /// Fields below a heading, as a list of choices has them.
  struct FieldGroup {
    let title: LocalizedText
    let fields: [String]
  }

  /// What a file of a shop is most often about, in the order in which its fields are offered.
  private static let frequent = [
    "products", "variants", "barcodes", "prices", "supplier_items", "stock_levels", "suppliers", "orders",
    "order_lines", "order_responses", "order_response_lines", "despatch_advices", "despatch_lines", "receipts", "sales",
    "movements", "count_lines",
  ]

  /// The fields of some kinds of records by kind, each field once; those of the most frequent kinds where none is known.
  static func fieldGroups(of kinds: [String]) -> [FieldGroup] {
    let known = kinds.filter { Vocabulary.kind($0) != nil }
    let shown =
      known.isEmpty ? frequent : frequent.filter { known.contains($0) } + known.filter { !frequent.contains($0) }
    var seen: Set<String> = []
    return shown.compactMap { kind in
      let fields = (Vocabulary.kind(kind)?.fields ?? []).map(\.name).filter { seen.insert($0).inserted }
      let title = LocalizedText(word: headings[kind] ?? singular(kind).sentence)
      return fields.isEmpty ? nil : FieldGroup(title: title, fields: fields)
    }
  }

  private static let headings = [
    "variants": "Item", "stock_levels": "Stock", "supplier_items": "Item of a supplier", "count_lines": "Count",
    "order_lines": "Order line", "receipts": "Goods received", "sales": "Sale",
  ]
}

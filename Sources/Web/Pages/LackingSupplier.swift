internal import FormatKit
internal import Foundation

extension PlanPages {
  /// What a plan says of columns that would be kept for a supplier, if the list named one. Pack sizes and the supplier's own
  /// numbers have no other place.
  static func lackingSupplier(_ answer: JSONValue, _ visit: Visit) async -> [String: Any] {
    let offer = answer["findings"].elements.first { $0["code"].text == SourceFinding.supplierOffer }
    guard let offer else { return ["lacks_supplier": false] }
    let suppliers = await ShopPlaces.suppliers(visit)
    return [
      "lacks_supplier": true, "suppliers": suppliers, "has_suppliers": !suppliers.isEmpty,
      "supplier_columns": LocalizedText(
        columns(of: offer["value"].text ?? "").map { LocalizedText(verbatim: $0) }, separator: ", "),
    ]
  }

  /// What columns would be taken for if the list named a supplier.
  static func supplierOffer(_ found: JSONValue) -> [String: Any] {
    let offered = fields(of: found["value"].text ?? "").map { column, field in
      LocalizedText([LocalizedText(verbatim: column), RecordWords.name(ofField: field)], separator: " → ")
    }
    return [
      "name": LocalizedText("If a supplier is named"), "value": LocalizedText(offered, separator: ", "),
      "evidence": LocalizedText(said: found["evidence"].text),
    ]
  }

  /// The names of the columns in a text such as `Pack size → pack_size, No. → supplier_code`.
  static func columns(of text: String) -> [String] { fields(of: text).map(\.column) }

  private static func fields(of text: String) -> [(column: String, field: String)] {
    var (columns, rest) = ([(column: String, field: String)](), "")
    for part in text.components(separatedBy: ", ") {
      // A name may have a comma itself.
      rest += rest.isEmpty ? part : ", \(part)"
      guard let arrow = rest.range(of: " → ", options: .backwards) else { continue }
      columns.append((String(rest[..<arrow.lowerBound]), String(rest[arrow.upperBound...])))
      rest = ""
    }
    return columns
  }
}

internal import RetailValues

/// The numbers by which a line names its item.
public struct ItemNumbers: Hashable, Sendable {
  /// The shop's own number.
  public var sku: String?
  /// The GTIN.
  public var barcode: String?
  /// The supplier's number.
  public var supplierCode: String?

  public init(sku: String? = nil, barcode: String? = nil, supplierCode: String? = nil) {
    self.sku = sku
    self.barcode = barcode
    self.supplierCode = supplierCode
  }

  public var isEmpty: Bool { sku == nil && barcode == nil && supplierCode == nil }

  /// Whether a number without a type is a GTIN: by its length, its digits and its check digit.
  public static func isGTIN(_ text: String) -> Bool {
    guard [8, 12, 13, 14].contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return false
    }
    return (try? Barcode(parsing: text)) != nil
  }
}

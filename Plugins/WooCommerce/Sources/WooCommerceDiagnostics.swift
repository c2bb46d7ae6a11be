internal import DelimitedReading
public import FormatKit

extension DelimitedCodes {
  static let wooCommerce = DelimitedCodes("woocommerce")
}

extension DiagnosticCode {
  /// Every code of this format, as its descriptor lists them.
  static let wooCommerce: [DiagnosticCode] =
    DelimitedCodes.wooCommerce.all + [
      .wooCommerceMissingParent, .wooCommerceUnknownParent, .wooCommerceUnknownType, .wooCommerceInvalidDate,
    ]

  public static let wooCommerceMissingParent = DiagnosticCode(
    "woocommerce-missing-parent", .error, "A variation does not say which product it belongs to.",
    remedy: "Fill in the column Parent with the SKU of the variable product, or with id: and its ID.")
  public static let wooCommerceUnknownParent = DiagnosticCode(
    "woocommerce-unknown-parent", .error, "A variation names its product by an ID that the file does not have.",
    remedy: "Export variable products together with their variations, or give the product an SKU.")
  public static let wooCommerceUnknownType = DiagnosticCode(
    "woocommerce-unknown-type", .warning, "A product is of a type that WooCommerce itself does not have.",
    remedy: "It is read as a simple product; see whether it is counted and sold as one.")
  public static let wooCommerceInvalidDate = DiagnosticCode(
    "woocommerce-invalid-date", .error, "The first or last day of a sale price is not a date.",
    remedy: "Write it as 2026-10-31 or 2026-10-31 18:00:00.")
}

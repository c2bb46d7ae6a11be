internal import DelimitedReading
public import FormatKit

extension DelimitedCodes {
  static let wooCommerce = DelimitedCodes("woocommerce")
}

extension Problem.Code {
  /// Every code of this format, as its descriptor lists them.
  static let wooCommerce: [Problem.Code] =
    DelimitedCodes.wooCommerce.all + [
      .wooCommerceMissingParent, .wooCommerceUnknownParent, .wooCommerceUnknownType, .wooCommerceInvalidDate,
    ]

  public static let wooCommerceMissingParent = Problem.Code(
    "woocommerce-missing-parent", .error, "A variation does not say which product it belongs to.",
    remedy: "Fill in the column Parent with the SKU of the variable product, or with id: and its ID.")
  public static let wooCommerceUnknownParent = Problem.Code(
    "woocommerce-unknown-parent", .error, "A variation names its product by an ID that the file does not have.",
    remedy: "Export variable products together with their variations, or give the product an SKU.")
  public static let wooCommerceUnknownType = Problem.Code(
    "woocommerce-unknown-type", .warning, "A product is of a type that WooCommerce itself does not have.",
    remedy: "It is read as a simple product; see whether it is counted and sold as one.")
  public static let wooCommerceInvalidDate = Problem.Code(
    "woocommerce-invalid-date", .error, "The first or last day of a sale price is not a date.",
    remedy: "Write it as 2026-10-31 or 2026-10-31 18:00:00.")
}

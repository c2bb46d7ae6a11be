internal import DelimitedReading
public import FormatKit

extension DelimitedCodes {
  static let shopify = DelimitedCodes("shopify")
}

extension Problem.Code {
  /// Every code of this format, as its descriptor lists them.
  static let shopify: [Problem.Code] = DelimitedCodes.shopify.all + [.shopifyStrayRow, .shopifyTooManyImages]

  public static let shopifyStrayRow = Problem.Code(
    "shopify-stray-row", .error, "A row has a value of an option whose name is in no row of its product above.",
    remedy:
      "Sort the rows so that those of one product follow the one naming the options, or name the option in the row.")
  public static let shopifyTooManyImages = Problem.Code(
    "shopify-too-many-images", .warning, "A product has more images than Shopify allows.",
    remedy: "The first 250 are kept; nothing needs to be done for stock and prices.")
}

internal import CSVFormat
public import FormatKit
internal import XMLReading

extension Problem.Code {
  /// Every code of this format, as its descriptor lists them.
  static let googleMerchant: [Problem.Code] =
    [
      .merchantMissingID, .merchantDuplicateID, .merchantPrice, .merchantPriceForm, .merchantSaleAbovePrice,
      .merchantSaleDates, .merchantGTIN, .merchantIdentifiers, .merchantUnknownValue, .merchantInvalidValue,
      .merchantTooLong, .merchantColours, .merchantMissingAttribute, .merchantRepeatedAttribute,
      .merchantUnknownAttribute, .merchantOutsideNamespace, .merchantLeftOut, .merchantReplacesAttributes,
      .merchantGroupDiffers, .merchantCostKept,
      .merchantUnwritableTable, .merchantUnwritableValue, .merchantMissingValue, .merchantOmitted,
      .csvShortRow, .csvLongRow, .csvExtraEmptyFields, .csvHeaderWidth, .csvStrayQuote, .csvNULByte,
      .csvUnclosedQuote,
    ] + XMLCodes.all

  public static let merchantOmitted = Problem.Code(
    "google-merchant-omitted", .notice, "In writing: items that are not active and have no price are left out.",
    remedy: "Import a price for each item that should be in the file.")
  public static let merchantMissingValue = Problem.Code(
    "google-merchant-missing-value", .error, "In writing: an item lacks an attribute that Google needs.",
    remedy: "Import the value, or give one for all items with --set NAME=VALUE.")
  public static let merchantMissingID = Problem.Code(
    "google-merchant-missing-id", .error, "An item has no id.",
    remedy: "Give every item the id by which the shop knows it, its SKU.")
  public static let merchantDuplicateID = Problem.Code(
    "google-merchant-duplicate-id", .error, "Two items have the same id.",
    remedy: "Keep one of the two items, or give each variant an id of its own.")
  public static let merchantPrice = Problem.Code(
    "google-merchant-price", .error, "A price is not an amount with a point and a currency.",
    remedy: "Write the amount and the currency, such as 15.00 USD.")
  public static let merchantPriceForm = Problem.Code(
    "google-merchant-price-form", .warning, "A price is understood, but not written as the specification has it.",
    remedy: "Write the amount, a space and the currency in capitals, such as 15.00 USD; it was taken so.")
  public static let merchantSaleAbovePrice = Problem.Code(
    "google-merchant-sale-above-price", .warning, "A sale price is above the price, or of another currency.",
    remedy: "Check both prices; they may have been swapped.")
  public static let merchantSaleDates = Problem.Code(
    "google-merchant-sale-dates", .error, "The time of a sale price is not a start and end.",
    remedy: "Write both moments, such as \(SaleInterval.example).")
  public static let merchantGTIN = Problem.Code(
    "google-merchant-gtin", .error, "A value is not a GTIN, or its check digit is wrong.",
    remedy: "Compare the number with the one printed below the barcode; leave gtin out where the goods have none.")
  public static let merchantIdentifiers = Problem.Code(
    "google-merchant-identifiers", .warning, "identifier_exists says no, and the item has a gtin.",
    remedy: "Leave identifier_exists out where there is a gtin; the gtin was taken.")
  public static let merchantUnknownValue = Problem.Code(
    "google-merchant-unknown-value", .warning, "A value is not one of those that the attribute may have.",
    remedy: "Use one of the words of the specification; the value is kept as it is.")
  public static let merchantInvalidValue = Problem.Code(
    "google-merchant-invalid-value", .warning, "A value is not of the kind that the attribute asks for.",
    remedy: "Correct the value; it is kept as it is.")
  public static let merchantTooLong = Problem.Code(
    "google-merchant-too-long", .warning, "A value has more characters than the attribute may.",
    remedy: "Shorten it before the feed is handed on; it is taken whole.")
  public static let merchantColours = Problem.Code(
    "google-merchant-colours", .warning, "The colours of an item are more than three, or have commas between them.",
    remedy: "Write at most three colours with slashes between them, the main one first: Red/Blue.")
  public static let merchantMissingAttribute = Problem.Code(
    "google-merchant-missing-attribute", .notice, "An item lacks an attribute that a primary feed must have.",
    remedy: "Nothing needs to be done for the import; Google shows no product without it.")
  public static let merchantRepeatedAttribute = Problem.Code(
    "google-merchant-repeated-attribute", .warning, "An item has an attribute more often than it may.",
    remedy: "Leave one value; the first was taken, or those of a list as many as there may be.")
  public static let merchantUnknownAttribute = Problem.Code(
    "google-merchant-unknown-attribute", .warning, "The specification has no attribute of that name.",
    remedy: "Check the spelling; the values are kept among the attributes of the variant.")
  public static let merchantOutsideNamespace = Problem.Code(
    "google-merchant-outside-namespace", .warning, "An attribute lacks the prefix g:.",
    remedy: "Write it with the prefix and declare xmlns:g=\"http://base.google.com/ns/1.0\"; it was taken.")
  public static let merchantLeftOut = Problem.Code(
    "google-merchant-left-out", .notice, "An element is not product data, and left out.",
    remedy: "Nothing needs to be done; what belongs to the feed alone has no place in the shop.")
  public static let merchantGroupDiffers = Problem.Code(
    "google-merchant-group-differs", .notice, "An item says something else of its product than the first of its group.",
    remedy: "The product has what its first item says; the other value is kept among the attributes of the variant.")
  public static let merchantReplacesAttributes = Problem.Code(
    "google-merchant-replaces-attributes", .warning,
    "An item of a supplemental feed has attributes, which replace all that the variant has.",
    remedy: "Give the items all their attributes; `stockroom import FILE --dry-run` shows what would change.")
  public static let merchantCostKept = Problem.Code(
    "google-merchant-cost-kept", .notice, "A cost in another currency than the shop's is not a standard cost.",
    remedy: "Give --option currency=USD (the shop's currency) to take costs in it as standard costs.")
  public static let merchantUnwritableTable = Problem.Code(
    "google-merchant-unwritable-table", .error, "The records cannot be written as a product feed.",
    remedy: "Write products, variants, barcodes or prices, or a table with the attributes as columns.")
  public static let merchantUnwritableValue = Problem.Code(
    "google-merchant-unwritable-value", .error, "A value cannot be written in a product feed.",
    remedy: "Correct the value in the shop, or leave its field out with --fields.")
}

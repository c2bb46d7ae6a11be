internal import FormatKit
internal import JSONReading

extension Problem.Code {
  static let storeInventory: [Problem.Code] =
    jsonReading + [
      .driftedSize, .staleTypePrice, .staleMaximumPrice, .numberAsText, .noNumber, .negativeCounts, .unusualPrice,
      .floatPrice,
      .otherColourType, .undeclaredColour, .inexactShade, .unknownSize, .incompleteBarcode, .stockNotCounted,
      .notImported, .unexpectedShape, .unwritable,
    ]

  static let driftedSize = Problem.Code(
    "store-inventory-drifted-size", .warning, "The total that the file has for a size is not the sum over its colours.",
    remedy: "The counts by colour are taken; count the size where the gap matters.")
  static let staleTypePrice = Problem.Code(
    "store-inventory-stale-type-price", .warning, "TypePrice does not say the type and the price that the product has.",
    remedy: "Type and Price are taken; TypePrice is made again when the file is written.")
  static let staleMaximumPrice = Problem.Code(
    "store-inventory-stale-maximum", .warning, "maxPrice is not the highest price of the file.",
    remedy: "No action is needed; it is made again when the file is written.")
  static let numberAsText = Problem.Code(
    "store-inventory-number-as-text", .warning, "A number is written as a text.",
    remedy: "It is read as the number; it is a number again when the file is written.")
  static let noNumber = Problem.Code(
    "store-inventory-no-number", .error, "A value is not a number.",
    remedy: "Correct the value; a count is a whole number such as 3.")
  static let negativeCounts = Problem.Code(
    "store-inventory-negative-counts", .warning, "Counts are below zero.",
    remedy: "They are taken and written back as they are; count these sizes to know what is there.")
  static let unusualPrice = Problem.Code(
    "store-inventory-unusual-price", .warning, "A product has no price above zero, so that the app does not list it.",
    remedy: "Give the product a price before it is sold; one below zero is not taken.")
  static let floatPrice = Problem.Code(
    "store-inventory-float-price", .warning, "A price has the digits of a binary fraction.",
    remedy: "The price that such a fraction means is taken.")
  static let otherColourType = Problem.Code(
    "store-inventory-other-colour-type", .warning, "A product has a colour under another type than the colours say.",
    remedy: "The type that the colours say is taken; a colour has one type.")
  static let undeclaredColour = Problem.Code(
    "store-inventory-undeclared-colour", .warning, "A product has a colour that is not among the colours.",
    remedy: "It is taken with the type that it is listed under, without a shade; a manager may add red, green and blue."
  )
  static let inexactShade = Problem.Code(
    "store-inventory-inexact-shade", .warning, "Red, green or blue is not a whole step of the 0 to 255 of sRGB.",
    remedy: "The nearest step is taken; nobody sees the difference.")
  static let unknownSize = Problem.Code(
    "store-inventory-unknown-size", .warning, "A size is not one of XSmall, Small, Medium, Large and XLarge.",
    remedy: "It is taken as it is written; correct it if it is a slip.")
  static let incompleteBarcode = Problem.Code(
    "store-inventory-incomplete-barcode", .error, "A barcode lacks its product, colour or size.",
    remedy: "Add what is missing, or take the barcode out.")
  static let stockNotCounted = Problem.Code(
    "store-inventory-stock-not-counted", .warning,
    "There are counts where the app wrote by mistake: below 'Inventory' or a key with Optional(\"…\").",
    remedy: "They are not taken as stock; count the goods to know what is there.")
  static let notImported = Problem.Code(
    "store-inventory-not-imported", .notice, "The file holds something that Stockroom has no place for.",
    remedy: "Keep the file if it is needed.")
  static let unwritable = Problem.Code(
    "store-inventory-unwritable", .error, "The shop has something that the tree of Store Inventory cannot hold.",
    remedy: "Change it in the shop, or export it in another format.")
  static let unexpectedShape = Problem.Code(
    "store-inventory-unexpected-shape", .warning, "A value is of another kind than the app writes there.",
    remedy: "It is left out; look at it in the file.")
}

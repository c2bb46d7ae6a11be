public import FormatKit
internal import XMLReading

extension Problem.Code {
  /// The codes of UBL.
  static let ubl: [Problem.Code] =
    [
      .ublUnsupportedDocument, .ublCancellation, .ublMissingElement, .ublIncompleteElement, .ublRepeatedElement,
      .ublLateElement, .ublStructure, .ublWrongValue, .ublOddValue, .ublCodeUnknown, .ublNoQuantity, .ublAmountOnly,
      .ublInexactPrice,
      .ublPriceOfPack, .ublMixedCurrency, .ublSeveralLots, .ublAmounts, .ublNotImported, .ublUnwritable,
    ] + XMLCodes.all

  public static let ublUnsupportedDocument = Problem.Code(
    "ubl-unsupported-document", .error, "A document of this kind is not imported.",
    remedy: "Imported are Order, OrderChange, OrderResponse, OrderResponseSimple, DespatchAdvice, Invoice, CreditNote, "
      + "Catalogue, InventoryReport and ProductActivity of UBL 2.")
  public static let ublCancellation = Problem.Code(
    "ubl-cancellation", .error, "The document cancels another one, which an import does not do.",
    remedy: "Cancel the document by hand, and leave this one out.")
  public static let ublMissingElement = Problem.Code(
    "ubl-missing-element", .error, "A mandatory element or attribute that the record needs is missing or empty.",
    remedy: "Ask the sender for the document with this element.")
  public static let ublIncompleteElement = Problem.Code(
    "ubl-incomplete-element", .warning,
    "An element or attribute that the schema demands is missing, and no record "
      + "needs it.",
    remedy: "It is read anyway; inform the sender.")
  public static let ublRepeatedElement = Problem.Code(
    "ubl-repeated-element", .error, "An element of a record occurs more than once where the schema allows one.",
    remedy: "Ask the sender which of them is meant.")
  public static let ublLateElement = Problem.Code(
    "ubl-late-element", .error, "An element of the document's head comes after its lines.",
    remedy: "Ask the sender for the document in the order of the schema; the lines come last.")
  public static let ublStructure = Problem.Code(
    "ubl-structure", .warning, "An element is not in the schema of UBL 2.1 at this place, or is in another order.",
    remedy: "What is not known is passed over, all else is read; inform the sender if something is missing.")
  public static let ublWrongValue = Problem.Code(
    "ubl-wrong-value", .error, "A value of a record is not of its type.",
    remedy: "Ask the sender to correct this value.")
  public static let ublOddValue = Problem.Code(
    "ubl-odd-value", .warning, "A value that no record needs is not of its type.",
    remedy: "It is passed over; inform the sender.")
  public static let ublCodeUnknown = Problem.Code(
    "ubl-unknown-code", .warning, "A code is not in its list.",
    remedy: "Look it up in the sender's guide, and check the record.")
  public static let ublNoQuantity = Problem.Code(
    "ubl-no-quantity", .error, "A line has no quantity.", remedy: "Ask the sender for the quantity of this line.")
  public static let ublAmountOnly = Problem.Code(
    "ubl-amount-only", .warning, "An invoice line has an amount, no quantity, and no code of an item.",
    remedy: "It is taken as one of what it names, such as freight; correct the quantity if goods are meant.")
  public static let ublInexactPrice = Problem.Code(
    "ubl-inexact-price", .warning, "A price divided by its base and its pack is not exact to six decimals.",
    remedy: "The cost of one stock unit is rounded; enter it by hand where that matters.")
  public static let ublPriceOfPack = Problem.Code(
    "ubl-price-of-pack", .warning, "A price is for a unit whose content the document does not give.",
    remedy: "The cost of one stock unit stays open; ask the sender for PackSizeNumeric, or enter the cost.")
  public static let ublMixedCurrency = Problem.Code(
    "ubl-mixed-currency", .error, "An amount is in another currency than the document.",
    remedy: "Ask the sender for a document in one currency.")
  public static let ublSeveralLots = Problem.Code(
    "ubl-several-lots", .warning, "A line names several lots, and not how much there is of each.",
    remedy: "The lot stays open; enter the lots when the goods are received.")
  public static let ublAmounts = Problem.Code(
    "ubl-amounts", .warning, "The amounts of the document do not add up.",
    remedy: "They are taken as they are; compare them with the lines before the invoice is paid.")
  public static let ublNotImported = Problem.Code(
    "ubl-not-imported", .notice, "Something in the document is known and not imported.",
    remedy: "No action is needed; all else is read.")
  public static let ublUnwritable = Problem.Code(
    "ubl-unwritable", .error, "The records cannot be written as an order.",
    remedy: "Write the kind order_lines of one order, with the supplier, the order's number, line, quantity and a code "
      + "of each item.")
}

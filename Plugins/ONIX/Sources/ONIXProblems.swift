public import FormatKit
internal import XMLReading

extension Problem.Code {
  /// The codes of ONIX for Books, those of XML included.
  static let onix: [Problem.Code] =
    XMLCodes.all + [
      .onixWrongRoot, .onixOtherRelease, .onixMixedNames, .onixUnknownElement, .onixMissingElement, .onixNoIdentifier,
      .onixWrongIdentifier, .onixOddIdentifier, .onixInvalidValue, .onixOddValue, .onixCodeUnknown, .onixDeletion,
      .onixTestRecord, .onixRepeatedRecord, .onixSeveralPrices, .onixInexactCost, .onixUnknownCost, .onixNotImported,
    ]

  public static let onixWrongRoot = Problem.Code(
    "onix-wrong-root", .error, "The outermost element is not that of an ONIX message.",
    remedy: "Ask the sender for the whole message: it begins with <ONIXMessage> and ends with </ONIXMessage>.")
  public static let onixOtherRelease = Problem.Code(
    "onix-other-release", .warning, "The release is not one of 2.1, 3.0 and 3.1, or is given in two ways.",
    remedy: "It is read by its elements all the same; compare a few products with the sender's list.")
  public static let onixMixedNames = Problem.Code(
    "onix-mixed-names", .warning, "Reference names and short tags are mixed in one message.",
    remedy: "It is read anyway; inform the sender.")
  public static let onixUnknownElement = Problem.Code(
    "onix-unknown-element", .warning, "An element is not part of ONIX for Books.",
    remedy: "It is passed over; ask the sender what it says if something is missing.")
  public static let onixMissingElement = Problem.Code(
    "onix-missing-element", .warning, "An element that the standard demands is missing.",
    remedy: "The record is taken without it; inform the sender.")
  public static let onixNoIdentifier = Problem.Code(
    "onix-no-identifier", .error, "A product has no number that it can be known by.",
    remedy: "Ask the sender for the ISBN, GTIN or own number of the product (ProductIdentifier).")
  public static let onixWrongIdentifier = Problem.Code(
    "onix-wrong-identifier", .error, "The only number of a product is not right.",
    remedy: "Compare the number with the one on the product, and ask the sender to correct it.")
  public static let onixOddIdentifier = Problem.Code(
    "onix-odd-identifier", .warning, "A further number of a product is not right, or is another product's.",
    remedy: "The product is taken by its other number; inform the sender.")
  public static let onixInvalidValue = Problem.Code(
    "onix-invalid-value", .error, "A value that a record needs is not of its kind.",
    remedy: "Ask the sender to correct this value.")
  public static let onixOddValue = Problem.Code(
    "onix-odd-value", .warning, "A value that no record needs is not of its kind.",
    remedy: "The record is taken without it; inform the sender.")
  public static let onixCodeUnknown = Problem.Code(
    "onix-unknown-code", .warning, "A code is not in its list.",
    remedy: "It is kept as it is; look it up in the current code lists of EDItEUR, and check the record.")
  public static let onixDeletion = Problem.Code(
    "onix-deletion", .warning, "The sender takes back the record of a product.",
    remedy:
      "The product is marked as discontinued, for what was sold or counted cannot go; check whether it ever was yours.")
  public static let onixTestRecord = Problem.Code(
    "onix-test-record", .warning, "A record is a test and not imported.",
    remedy: "No action is needed; ask the sender if you expected real records.")
  public static let onixRepeatedRecord = Problem.Code(
    "onix-repeated-record", .warning, "A record reference occurs twice in one message.",
    remedy: "Both are read; compare them, and inform the sender.")
  public static let onixSeveralPrices = Problem.Code(
    "onix-several-prices", .warning, "A product has several prices of one kind and currency, for different markets.",
    remedy: "The first one is taken; name the shop's country with --option country=CODE.")
  public static let onixInexactCost = Problem.Code(
    "onix-inexact-cost", .warning, "A price less its discount is not exact to six decimals.",
    remedy: "The cost is rounded; enter it by hand where that matters.")
  public static let onixUnknownCost = Problem.Code(
    "onix-unknown-cost", .warning, "A cost is not known, because it contains tax of an amount that is not given.",
    remedy: "The cost stays open; enter it by hand, or ask the sender for prices without tax.")
  public static let onixNotImported = Problem.Code(
    "onix-not-imported", .notice, "Something in the message is known and not imported.",
    remedy: "No action is needed; the record is taken without it.")
}

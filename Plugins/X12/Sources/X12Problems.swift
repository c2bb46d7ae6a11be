public import FormatKit

extension Problem.Code {
  /// The codes of ANSI X12.
  static let x12: [Problem.Code] = [
    .x12MissingHeader, .x12UnreadableHeader, .x12HeaderLayout, .x12Envelope, .x12ControlNumber, .x12ControlCount,
    .x12RepeatedNumber, .x12LineCount, .x12HashTotal, .x12UnsupportedMessage, .x12NothingToImport, .x12WrongGroup,
    .x12OtherVersion,
    .x12MessageRejected, .x12MissingSegment, .x12UnexpectedSegment, .x12SegmentOrder, .x12SegmentRepeats, .x12Hierarchy,
    .x12BinaryLength, .x12MissingElement, .x12IncompleteSegment, .x12ElementType, .x12OddElement, .x12ElementLength,
    .x12TooManyElements, .x12CodeUnknown, .x12Cancellation, .x12NoQuantity, .x12InexactPrice, .x12PriceOfPack,
    .x12NotImported, .x12Unwritable,
  ]

  public static let x12MissingHeader = Problem.Code(
    "x12-missing-isa", .error, "The file does not begin with an ISA segment.",
    remedy: "Ask the sender for the whole interchange, from its ISA segment on.")
  public static let x12UnreadableHeader = Problem.Code(
    "x12-unreadable-isa", .error, "The separators cannot be found in the ISA segment.",
    remedy:
      "Ask the sender for the file as it was sent; ISA has 16 elements and defines the characters that separate all others."
  )
  public static let x12HeaderLayout = Problem.Code(
    "x12-isa-layout", .warning, "The elements of the ISA segment do not have their fixed widths.",
    remedy: "It can be read all the same; the file has probably passed through an editor.")
  public static let x12Envelope = Problem.Code(
    "x12-envelope", .error, "The segments of the envelope do not enclose each other.",
    remedy: "Ask the sender for the file again: each ISA ends with IEA, each GS with GE, each ST with SE.")
  public static let x12ControlNumber = Problem.Code(
    "x12-control-number", .error, "The control numbers at the start and at the end differ.",
    remedy: "Ask the sender for the file again: parts of two messages may have come together.")
  public static let x12ControlCount = Problem.Code(
    "x12-control-count", .error, "A control count is not the number of what is there.",
    remedy: "Ask the sender for the file again: part of it may be missing.")
  public static let x12RepeatedNumber = Problem.Code(
    "x12-repeated-number", .warning, "A control number occurs twice.",
    remedy: "Ask the sender whether the same message was sent twice.")
  public static let x12LineCount = Problem.Code(
    "x12-line-count", .error, "The count of lines in CTT is not the number of lines.",
    remedy: "Ask the sender for the document again: lines may be missing.")
  public static let x12HashTotal = Problem.Code(
    "x12-hash-total", .warning, "The hash total in CTT is not the sum of the quantities.",
    remedy: "Compare the quantities with the sender's; some senders sum up something else.")
  public static let x12UnsupportedMessage = Problem.Code(
    "x12-unsupported-message", .warning, "A transaction set of this kind is not imported.",
    remedy: "Imported are 810, 832, 846, 850, 852, 855 and 856; nothing else of the file is affected.")
  public static let x12NothingToImport = Problem.Code(
    "x12-nothing-to-import", .error, "No record can be taken from the interchange.",
    remedy:
      "Imported are 810, 832, 846, 850, 852, 855 and 856; stock on hand (846, 852) needs an N1 or SDQ that says where.")
  public static let x12WrongGroup = Problem.Code(
    "x12-wrong-group", .warning, "The functional group is one for other transaction sets.",
    remedy: "It is read anyway; inform the sender that GS01 does not suit ST01.")
  public static let x12OtherVersion = Problem.Code(
    "x12-other-version", .warning, "The version is not one of those known here, 003010 to 008060.",
    remedy: "It is read as if it were 004010; compare the result with the document.")
  public static let x12MessageRejected = Problem.Code(
    "x12-message-rejected", .warning, "The partner acknowledges a message of ours and says that it was not accepted.",
    remedy: "Look up the message by its control number, correct it and send it again.")
  public static let x12MissingSegment = Problem.Code(
    "x12-missing-segment", .error, "A mandatory segment is missing.",
    remedy: "Ask the sender for the whole document.")
  public static let x12UnexpectedSegment = Problem.Code(
    "x12-unexpected-segment", .warning, "A segment does not belong to this transaction set, or not to this place.",
    remedy: "It is passed over; ask the sender what it says if something is missing.")
  public static let x12SegmentOrder = Problem.Code(
    "x12-segment-order", .warning, "A segment comes after its place.",
    remedy: "It is read anyway; inform the sender.")
  public static let x12SegmentRepeats = Problem.Code(
    "x12-segment-repeats", .warning, "A segment or loop occurs more often than allowed.",
    remedy: "It is read anyway; inform the sender.")
  public static let x12Hierarchy = Problem.Code(
    "x12-hierarchy", .error, "The levels of a ship notice do not fit together.",
    remedy: "Ask the sender for the ship notice again: each HL names the level above it.")
  public static let x12BinaryLength = Problem.Code(
    "x12-binary-length", .error, "Binary data does not have the length that is given for it.",
    remedy: "Ask the sender for the file again; it was changed on its way.")
  public static let x12MissingElement = Problem.Code(
    "x12-missing-element", .error, "A mandatory element that the record needs is missing.",
    remedy: "Ask the sender for the document with this element.")
  public static let x12IncompleteSegment = Problem.Code(
    "x12-incomplete-segment", .warning, "An element that the standard demands is missing, and no record needs it.",
    remedy: "It is read anyway; inform the sender.")
  public static let x12ElementType = Problem.Code(
    "x12-element-type", .error, "An element is not of its type.",
    remedy: "Ask the sender to correct this value.")
  public static let x12OddElement = Problem.Code(
    "x12-odd-element", .warning, "An element that no record needs is not of its type.",
    remedy: "It is passed over; inform the sender.")
  public static let x12ElementLength = Problem.Code(
    "x12-element-length", .warning, "An element is shorter or longer than the standard allows.",
    remedy: "It is taken as it is; inform the sender.")
  public static let x12TooManyElements = Problem.Code(
    "x12-too-many-elements", .warning, "A segment has more elements than the standard knows, or empty ones at its end.",
    remedy: "They are passed over; inform the sender.")
  public static let x12CodeUnknown = Problem.Code(
    "x12-unknown-code", .warning, "A code is not in its list.",
    remedy: "It is kept as it is; look it up in the sender's guide, and check the record.")
  public static let x12Cancellation = Problem.Code(
    "x12-cancellation", .error, "The document cancels another one, which an import does not do.",
    remedy: "Cancel the document by hand, and leave this one out.")
  public static let x12NoQuantity = Problem.Code(
    "x12-no-quantity", .error, "A line has no quantity.", remedy: "Ask the sender for the quantity of this line.")
  public static let x12InexactPrice = Problem.Code(
    "x12-inexact-price", .warning, "A price divided by its pack is not exact to six decimals.",
    remedy: "The cost of one stock unit is rounded; enter it by hand where that matters.")
  public static let x12PriceOfPack = Problem.Code(
    "x12-price-of-pack", .warning, "A price is for a pack whose content the document does not give.",
    remedy: "The cost of one stock unit stays open; ask the sender for a PO4 segment, or enter the cost.")
  public static let x12NotImported = Problem.Code(
    "x12-not-imported", .notice, "Something in the document is known and not imported.",
    remedy: "No action is needed; the record is taken without it.")
  public static let x12Unwritable = Problem.Code(
    "x12-unwritable", .error, "The records cannot be written as a purchase order.",
    remedy: "Write the kind order_lines, with the supplier, the order's number, line, quantity and a code of each item."
  )
}

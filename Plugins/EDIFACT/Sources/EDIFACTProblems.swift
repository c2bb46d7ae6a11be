public import FormatKit

extension Problem.Code {
  // MARK: The file cannot be read

  public static let edifactNoInterchange = Problem.Code(
    "edifact-no-interchange", .error, "The file does not begin with UNA or UNB.",
    remedy: "Ask the sender for the whole interchange, from UNB to UNZ, as it was transmitted.")
  public static let edifactTradacoms = Problem.Code(
    "edifact-tradacoms", .error, "The file is in the British TRADACOMS standard, which is older than EDIFACT.",
    remedy: "Ask the sender for EDIFACT (EANCOM) messages; TRADACOMS is not read.")
  public static let edifactInvalidUNA = Problem.Code(
    "edifact-invalid-una", .error, "The service characters that the UNA announces are not all different.",
    remedy: "Ask the sender to write UNA:+.? ' or to leave the UNA out.")
  public static let edifactSegmentTooLarge = Problem.Code(
    "edifact-segment-too-large", .error, "One segment has more than 1 MiB or 10,000 components.",
    remedy: "Look for a missing segment terminator at this place, or ask the sender for the file again.")
  public static let edifactNothingToImport = Problem.Code(
    "edifact-nothing-to-import", .error, "None of the messages in the file is of a kind that is imported.",
    remedy: "Imported are ORDERS, ORDRSP, DESADV, INVOIC, PRICAT, INVRPT and SLSRPT; ask the sender for one of these.")

  // MARK: The envelope

  public static let edifactEnvelope = Problem.Code(
    "edifact-envelope", .error, "A segment of the envelope (UNB, UNG, UNH, UNT, UNE, UNZ) is missing or out of place.",
    remedy: "Parts of the file may be lost: ask the sender for it again.")
  public static let edifactControlCount = Problem.Code(
    "edifact-control-count", .error, "A count in UNT, UNE or UNZ is not what the file holds.",
    remedy: "Something may be lost or doubled: ask the sender for the file again.")
  public static let edifactControlReference = Problem.Code(
    "edifact-control-reference", .error,
    "The reference at the end of a message or interchange is not that of its start.",
    remedy: "Parts of two files may be mixed: ask the sender for it again.")
  public static let edifactControlTotal = Problem.Code(
    "edifact-control-total", .error, "A control total (CNT) is not what the lines give.",
    remedy: "Lines may be lost or doubled: ask the sender for the document again.")
  public static let edifactUnknownSyntax = Problem.Code(
    "edifact-unknown-syntax", .warning, "The interchange names a syntax level or version that is not known.",
    remedy: "It is read like UNOC, version 3; look at names with accents before you rely on them.")
  public static let edifactCharsetDiffers = Problem.Code(
    "edifact-charset-differs", .warning, "The text is in another character set than the interchange says.",
    remedy: "The text is taken as it was found to be; give --option charset=NAME when letters look wrong.")
  public static let edifactCharacterLevel = Problem.Code(
    "edifact-character-level", .notice, "The text has characters that the announced level (UNOA, UNOB) does not allow.",
    remedy: "They are taken as they are; the sender should announce UNOC or UNOY.")
  public static let edifactTestInterchange = Problem.Code(
    "edifact-test-interchange", .warning, "The sender marks the interchange as a test.",
    remedy: "Import it into a shop for tests, or ask the sender for the real one.")
  public static let edifactLineBreak = Problem.Code(
    "edifact-line-break", .notice, "Lines are broken within segments.",
    remedy: "The line ends are left out; ask the sender not to wrap the file.")
  public static let edifactUnneededRelease = Problem.Code(
    "edifact-unneeded-release", .warning, "A release character is before a character that needs none.",
    remedy: "The character behind it is kept; when the sign itself was meant, the sender must write it twice.")

  // MARK: Messages and segments

  public static let edifactUnsupportedMessage = Problem.Code(
    "edifact-unsupported-message", .warning, "The file holds a message of a kind that is not imported.",
    remedy: "It is passed over; imported are ORDERS, ORDRSP, DESADV, INVOIC, PRICAT, INVRPT and SLSRPT.")
  public static let edifactAnswerMessage = Problem.Code(
    "edifact-answer-message", .notice, "The file holds an answer to a message of ours (CONTRL or APERAK).",
    remedy: "It holds nothing to import; see what it says of our message.")
  public static let edifactMessageRefused = Problem.Code(
    "edifact-message-refused", .error, "The line belongs to a message that is refused as a whole.",
    remedy: "See the errors of the message itself; they are listed with its first record.")
  public static let edifactUnsupportedFunction = Problem.Code(
    "edifact-unsupported-function", .error, "The message cancels or withdraws a document, which is not imported.",
    remedy: "Cancel the document in the shop by hand, and take the message out of the file.")
  public static let edifactMissingSegment = Problem.Code(
    "edifact-missing-segment", .error, "A segment or group that the message must have is missing.",
    remedy: "Ask the sender to correct the message; nothing can replace what is missing.")
  public static let edifactUnexpectedSegment = Problem.Code(
    "edifact-unexpected-segment", .error, "A segment is at a position where the message does not allow it.",
    remedy: "Ask the sender to correct the order of the segments.")
  public static let edifactTooManySegments = Problem.Code(
    "edifact-too-many-segments", .error, "A segment or group is repeated more often than the message allows.",
    remedy: "Ask the sender to correct the message, or to divide it.")
  public static let edifactStructureDiffers = Problem.Code(
    "edifact-structure-differs", .warning,
    "The order of the segments is not that of the nearest directory whose tables are known (D.96A, D.01B).",
    remedy: "The message is of another directory; look whether the values came out as they should.")

  // MARK: Elements

  public static let edifactMissingElement = Problem.Code(
    "edifact-missing-element", .error, "An element or component that must be there is missing.",
    remedy: "Ask the sender to fill it in.")
  public static let edifactSurplusElement = Problem.Code(
    "edifact-surplus-element", .warning, "A segment has more elements or components than it may have.",
    remedy:
      "They are not used; the sender may have meant a separator as text, and must then put the release character first."
  )
  public static let edifactLength = Problem.Code(
    "edifact-length", .warning, "A value is longer or shorter than its element allows.",
    remedy: "It is taken whole; the sender should keep to the length.")
  public static let edifactInvalidNumber = Problem.Code(
    "edifact-invalid-number", .error, "A value is not a number.",
    remedy: "Numbers have digits, at most one decimal mark and a minus before them; ask the sender to correct it.")
  public static let edifactDecimalMark = Problem.Code(
    "edifact-decimal-mark", .notice, "A number has another decimal mark than the UNA announces.",
    remedy: "It is read as a decimal mark; thousands are never grouped in EDIFACT.")
  public static let edifactInvalidDate = Problem.Code(
    "edifact-invalid-date", .error, "A required date does not have its format.",
    remedy: "Ask the sender to correct it; format 102 is written 20261031.")
  public static let edifactDoubtfulDate = Problem.Code(
    "edifact-doubtful-date", .warning, "A date is not written in the format that it names.",
    remedy: "It is read by its digits where they are unambiguous, else left out; the sender should correct it.")
  public static let edifactCodeUnknown = Problem.Code(
    "edifact-unknown-code", .warning, "A code is not in the code list of its element.",
    remedy: "It is kept as it is, or passed over where its meaning is needed; ask the sender what it means.")
  public static let edifactMissingValue = Problem.Code(
    "edifact-missing-value", .error, "The message lacks a value without which its record means nothing.",
    remedy: "Ask the sender to fill it in.")
  public static let edifactUnnamedItem = Problem.Code(
    "edifact-unnamed-item", .warning, "A line names no item by a number.",
    remedy: "Packing and services often have none; for goods ask the sender for the GTIN.")
  public static let edifactInexactPrice = Problem.Code(
    "edifact-inexact-price", .warning, "A price for one stock unit does not come out even at six decimals.",
    remedy: "It is rounded to six decimals; compare the line's amount when the difference matters.")
  public static let edifactSupplierFromEnvelope = Problem.Code(
    "edifact-supplier-from-envelope", .notice, "The message names no supplier by a code.",
    remedy: "The supplier is taken to be the partner whom the envelope (UNB) names.")

  // MARK: Writing

  public static let edifactUnwritableTable = Problem.Code(
    "edifact-unwritable-table", .error, "EDIFACT is written of orders only.",
    remedy: "Export the orders or order_lines; write other tables as CSV or as a spreadsheet.")
  public static let edifactUnwritableValue = Problem.Code(
    "edifact-unwritable-value", .error, "A value is missing, or cannot be written into an ORDERS message.",
    remedy: "Correct the value in the shop, or leave the order out.")

  /// Every code of the format, in the order of the catalogue.
  static let edifact: [Problem.Code] = [
    .edifactNoInterchange, .edifactTradacoms, .edifactInvalidUNA, .edifactSegmentTooLarge, .edifactNothingToImport,
    .edifactEnvelope, .edifactControlCount, .edifactControlReference, .edifactControlTotal, .edifactUnknownSyntax,
    .edifactCharsetDiffers, .edifactCharacterLevel, .edifactTestInterchange, .edifactLineBreak,
    .edifactUnneededRelease, .edifactUnsupportedMessage, .edifactAnswerMessage, .edifactMessageRefused,
    .edifactUnsupportedFunction, .edifactMissingSegment, .edifactUnexpectedSegment, .edifactTooManySegments,
    .edifactStructureDiffers,
    .edifactMissingElement, .edifactSurplusElement, .edifactLength, .edifactInvalidNumber, .edifactDecimalMark,
    .edifactInvalidDate, .edifactDoubtfulDate, .edifactCodeUnknown, .edifactMissingValue, .edifactUnnamedItem,
    .edifactInexactPrice,
    .edifactSupplierFromEnvelope, .edifactUnwritableTable, .edifactUnwritableValue,
  ]
}

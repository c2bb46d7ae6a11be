public import FormatKit
internal import Stock

extension Problem.Code {
  /// The codes of reading profiles, mapping rows and comparing records with stock.
  public static let exchange: [Problem.Code] = [
    .profileInvalid, .profileUnknown, .columnMissing, .nothingMapped, .kindAmbiguous, .titleNotUsed, .marksConflict,
    .datesConflict, .notANumber, .numberTooLarge, .valueRounded, .priceTooFine, .percentageUnclear, .fractionRead,
    .notADate, .notAChoice,
    .notYesOrNo, .unknownCurrency, .barcodeInvalid, .barcodeRestored, .zerosRestored, .zerosDoubtful, .isbnDoubtful,
    .barcodeUnclear, .barcodeLeftOut, .totalRow, .loneValue, .blankRows, .profileNeeded, .unitRead, .lineBreakRead,
    .spacesRemoved, .momentAsDay, .numberDamaged, .codeIsNoText, .codeIsPlaceholder,
    .codeLooksLikeDate, .codeMarksRemoved, .codeDecimalsRemoved, .markDiffers, .orderDiffers,
    .dateIsSerial, .timeSkipped, .timeRepeated, .currencyDiffers, .unitDiffers, .missingValue, .valueLost, .notMapped,
    .negativeCount,
    .valueTooLong, .fieldMissing, .patternTooSlow, .planInvalid, .unanswerable, .unknownRejectKind, .listRepeated,
    .listTooLong, .catalogueIncomplete, .correctionRefused,
  ]

  public static let correctionRefused = Problem.Code(
    "correction-refused", .error, "A correction of a cell does not fit the file, or cannot be a value.",
    remedy: "Write --correct LINE:COLUMN=VALUE, with the line on which the record begins and a column of the file.")

  public static let catalogueIncomplete = Problem.Code(
    "catalogue-incomplete", .notice, "A catalogue for a shop system lacks products that have no variants.",
    remedy: "Import a variant for each product that should be sold.")

  public static let listRepeated = Problem.Code(
    "list-repeated", .error, "A file of shared lists has a list or an item twice.",
    remedy: "Take one of them out, or give it a code of its own.")
  public static let listTooLong = Problem.Code(
    "list-too-long", .error, "A file of shared lists has more items than are merged.",
    remedy: "Merge the lists one by one.")

  public static let unknownRejectKind = Problem.Code(
    "reject-kind-unknown", .error, "A refused record that comes back does not say of which kind it is.",
    remedy:
      "Leave the column stockroom_kind as it was written, or name a record kind in it (docs/reference/record-kinds.md)."
  )
  public static let unanswerable = Problem.Code(
    "no-answer-expected", .error, "The senders of such files expect no answer.",
    remedy: "Leave --acknowledge out; answers go to the senders of X12 and EDIFACT.")

  public static let planInvalid = Problem.Code(
    "plan-invalid", .error, "A file is not a plan, or not a whole one.",
    remedy: "Make the plan again with `stockroom import FILE --plan PLAN`.")

  /// The guards: what is probably a mistake, as the error catalogue lists it.
  public static let guards: [Problem.Code] = GuardCode.allCases.map {
    Problem.Code($0.rawValue, .guard, $0.summary, remedy: $0.remedy, answer: $0.answer)
  }

  public static let profileInvalid = Problem.Code(
    "profile-invalid", .error, .usage, "A mapping profile says something that is not understood.",
    remedy: "See docs/guides/mapping-profiles.md for what a profile may say.")
  public static let profileUnknown = Problem.Code(
    "profile-unknown", .error, .usage, "There is no mapping profile of that name.",
    remedy: "Profiles lie in the shop's profiles/ folder; make one with `stockroom inspect FILE --save-profile NAME`.")
  public static let columnMissing = Problem.Code(
    "column-missing", .error, "The profile names a column that the file does not have.",
    remedy: "The sender changed the file, or it is another file; compare its header with the profile.")
  public static let nothingMapped = Problem.Code(
    "nothing-mapped", .error, "The columns of the file do not show what its rows are.",
    remedy:
      "One column has to name the items, such as their codes or barcodes, and another has to say something about them, "
      + "such as a price or a quantity. Say what the file is with --kind KIND, take a column for a field with "
      + "--map COLUMN=FIELD, or make a profile with `stockroom inspect FILE --save-profile NAME`.")
  public static let kindAmbiguous = Problem.Code(
    "kind-ambiguous", .error, "The columns fit several record kinds.", remedy: "Say which it is with --kind KIND.")
  public static let titleNotUsed = Problem.Code(
    "title-not-used", .error, "A title above the table says something of all records that would be passed over.",
    remedy: "Say what is right for all records with --set FIELD=VALUE.")
  public static let marksConflict = Problem.Code(
    "decimal-mark-unclear", .error, "The numbers of a column do not show which mark is the decimal mark.",
    remedy: "Say so in the profile (decimal: comma or decimal: point), or with --decimal comma or --decimal point.")
  public static let datesConflict = Problem.Code(
    "date-order-unclear", .error, "The dates of a column do not show which part is the day.",
    remedy: "Say so in the profile (dates: dmy or dates: mdy), or with --dates dmy or --dates mdy.")
  public static let notANumber = Problem.Code(
    "not-a-number", .error, "A value is not a number.", remedy: "Write a number such as 12 or 12.50.")
  public static let numberTooLarge = Problem.Code(
    "number-too-large", .error, "A number has more digits than can be kept exactly, or is out of range.",
    remedy: "Check the value; no price or quantity of a shop is this large.")
  public static let valueRounded = Problem.Code(
    "value-rounded", .warning, "A number has more decimals than are kept.",
    remedy: "It is rounded half away from zero; give the rounded number to be sure.")
  public static let priceTooFine = Problem.Code(
    "price-too-fine", .error, "A selling price has more decimals than its currency, and they are not zeros.",
    remedy:
      "Write a thousand without a mark, as 1234, and round other prices; if the column has costs, which keep six decimals, take it "
      + "with --map COLUMN=standard_cost.")
  public static let percentageUnclear = Problem.Code(
    "percentage-unclear", .error,
    "A percentage is below 1 without the percent sign, so that it may be a fraction of one.",
    remedy:
      "Write percentages as 19 or 0.5 %; where the column has fractions such as 0.19, calculate them in a mapping "
      + "profile: `tax_rate: { column: NAME, apply: [multiply: 100] }`.")
  public static let fractionRead = Problem.Code(
    "fraction-read", .notice,
    "Tax rates of a column are written as fractions of one; each is a rate in use divided by 100.",
    remedy: "No action is needed; write the rates as 19 or 19 % to be sure.")
  public static let notADate = Problem.Code(
    "not-a-date", .error, "A value is not a date or time.",
    remedy: "Write dates as 2026-10-31 and times as 2026-10-31T18:00, or state the order of the file's dates.")
  public static let notAChoice = Problem.Code(
    "not-a-choice", .error, "A value is not one of the words allowed.",
    remedy: "Use one of the words allowed, or map it in a profile.")
  public static let notYesOrNo = Problem.Code(
    "not-yes-or-no", .error, "A value that must be yes or no is neither.", remedy: "Write yes or no.")
  public static let unknownCurrency = Problem.Code(
    "unknown-currency", .error, "A currency is not in ISO 4217, or not the one the shop's books are kept in.",
    remedy: "Use the three-letter code of ISO 4217; costs and sales must be in the shop's currency.")
  public static let barcodeInvalid = Problem.Code(
    "barcode-invalid", .error, "A barcode's check digit is wrong, or it is not a code.",
    remedy: "Scan or type the code again; the last digit of a GTIN or ISBN follows from the others.")
  public static let barcodeRestored = Problem.Code(
    "barcode-restored", .notice,
    "A barcode was written as a spreadsheet writes numbers; its digits are complete, as the check digit proves.",
    remedy: "Format the column as text in the spreadsheet before saving, so that nothing is lost.")
  public static let spacesRemoved = Problem.Code(
    "spaces-removed", .notice, "Codes have white space at their ends, which is not part of a code.",
    remedy: "No action is needed, unless two codes differ by white space only: give one of them another code.")
  public static let momentAsDay = Problem.Code(
    "moment-as-day", .notice,
    "A moment is given where a day belongs, and its day in the shop's time zone is another one.",
    remedy: "No action is needed if the shop's time zone is right; write days as 2026-10-31 to be sure.")
  public static let zerosRestored = Problem.Code(
    "leading-zeros-restored", .notice,
    "Barcodes of a column had lost their leading zeros; their check digits and the column's other GTINs prove them.",
    remedy: "Format the column as text in the spreadsheet before saving, so that nothing is lost.")
  public static let zerosDoubtful = Problem.Code(
    "leading-zeros-doubtful", .warning,
    "Barcodes of a column look like GTINs that lost their leading zeros, but hardly another value of the column is a GTIN.",
    remedy:
      "If they are GTINs, format the column as text and save again; if they are the shop's own codes, nothing needs doing."
  )
  public static let isbnDoubtful = Problem.Code(
    "isbn-doubtful", .warning,
    "Codes of a column look like ISBNs that lost their leading zeros, and too few values prove it.",
    remedy: "If they are ISBNs, call the column ISBN and import again; else they are taken as the shop's own codes.")
  public static let barcodeUnclear = Problem.Code(
    "barcode-unclear", .error, "A barcode that lost its leading zeros can be read in two ways.",
    remedy: "Write the code with its zeros; if the column has ISBNs, call it ISBN.")
  public static let barcodeLeftOut = Problem.Code(
    "barcode-left-out", .warning,
    "A line of a document has a barcode with a wrong check digit; the line is taken by its other code.",
    remedy: "Check that it is the right item, and ask the sender to correct the barcode.")
  public static let totalRow = Problem.Code(
    "total-row", .error, "A row has the word for a total where the code of an item belongs.",
    remedy: "Delete the row from the file, or take the other records with --on-error skip.")
  public static let loneValue = Problem.Code(
    "lone-value", .error, "A row has a value in the column of the items' codes and nowhere else.",
    remedy:
      "Delete the row if it is a heading or a note, or fill in another cell if it is an item; --on-error skip takes the others."
  )
  public static let blankRows = Problem.Code(
    "blank-rows", .notice, "Rows of a table have no value in any column, and are left out.",
    remedy: "No action is needed if nothing is missing there.")
  public static let unitRead = Problem.Code(
    "unit-read", .notice,
    "Quantities of a column are written with a word for pieces or packs, which is left out, or in another unit than the items'.",
    remedy: "No action is needed if the quantities are in the items' stock units.")
  public static let lineBreakRead = Problem.Code(
    "line-break-read", .notice, "Names of a column have line breaks, which are read as spaces.",
    remedy: "No action is needed; take the line breaks out if the name is not the one that the shop has.")
  public static let profileNeeded = Problem.Code(
    "profile-needed", .error,
    "A file of a known system would be read wrongly by the names of its columns alone.",
    remedy: "Import it with the profile that is named.")
  public static let numberDamaged = Problem.Code(
    "number-damaged", .error, "A spreadsheet turned a barcode or code into a rounded number; its digits are lost.",
    remedy: "Format the column as text in the spreadsheet before saving, and export again.")
  public static let codeIsNoText = Problem.Code(
    "code-not-text", .error, "The code of an item, or a size, is a date, or true or false, in its cell.",
    remedy: "Write the code as text: a spreadsheet may have turned 3-5 into a date. Correct the cell and save again.")
  public static let codeIsPlaceholder = Problem.Code(
    "code-placeholder", .error, "The code of an item is a word or a sign for a missing value, such as N/A, NULL or -.",
    remedy: "Fill in the item's code, or take the other records with --on-error skip.")
  public static let codeMarksRemoved = Problem.Code(
    "code-apostrophe", .notice,
    "Codes of a column begin with the apostrophe that keeps zeros in a spreadsheet, and are read without it.",
    remedy: "No action is needed unless the apostrophe belongs to the codes.")
  public static let codeDecimalsRemoved = Problem.Code(
    "code-decimals-removed", .warning,
    "All codes of a column are whole numbers followed by .0, as programs write them that take codes for numbers.",
    remedy:
      "They are read without the .0; zeros in front are lost, so compare the codes with the sender's, and have him "
      + "export them as text.")
  public static let codeLooksLikeDate = Problem.Code(
    "code-looks-like-date", .warning, "Codes or sizes of a column look like dates that a spreadsheet made of them.",
    remedy: "Format the column as text in the spreadsheet, correct the values, and save again.")
  public static let markDiffers = Problem.Code(
    "decimal-mark-differs", .error, "A number has another decimal mark than the column's other numbers.",
    remedy: "Correct the value, or say which mark is the decimal mark with --decimal.")
  public static let orderDiffers = Problem.Code(
    "date-order-differs", .error, "A date has its parts in another order than the column's other dates.",
    remedy: "Correct the value, or say which order the dates have with --dates.")
  public static let dateIsSerial = Problem.Code(
    "date-is-serial", .error, "A date is written as the number that spreadsheets store.",
    remedy: "Format the column as a date (2026-10-31) in the spreadsheet before saving, and export again.")
  public static let timeSkipped = Problem.Code(
    "time-skipped", .warning,
    "A time never was: the clock was put forward over it. The offset before the change is taken.",
    remedy: "Correct the time, or write it with its offset: 2026-03-29T03:30+02:00.")
  public static let timeRepeated = Problem.Code(
    "time-repeated", .warning, "A time was twice: the clock was put back over it. The first of the two is taken.",
    remedy: "Write the time with its offset to say which is meant: 2026-10-25T02:30+01:00.")
  public static let currencyDiffers = Problem.Code(
    "currency-differs", .error, "An amount is written with another currency than the one it is read in.",
    remedy: "Give the currency in a column of its own, or with --set currency=CODE.")
  public static let unitDiffers = Problem.Code(
    "unit-differs", .error,
    "A quantity is in a unit that is not the item's, and nothing says how many of its own that is.",
    remedy: "Write the quantity in the unit that the item is kept in; --map COLUMN= leaves a column with units out.")
  public static let missingValue = Problem.Code(
    "missing-value", .error, "A record lacks a value that it must have.",
    remedy: "Fill in the cell, or map the column that holds it.")
  public static let valueLost = Problem.Code(
    "value-lost", .error, "A value that a record needs is in the file and cannot be read.",
    remedy: "Correct the value as the message says; --on-error skip takes the other records.")
  public static let notMapped = Problem.Code(
    "value-not-mapped", .error, "A profile's value map does not list a value.",
    remedy: "Add the value to the map in the profile.")
  public static let negativeCount = Problem.Code(
    "negative-count", .error, "A counted quantity is below zero.",
    remedy: "Count again; what is on the shelf is zero or more.")
  public static let valueTooLong = Problem.Code(
    "value-too-long", .error, "A code is longer than 200 characters.", remedy: "Check that the column is the right one."
  )
  public static let fieldMissing = Problem.Code(
    "field-missing", .error, "No column of the file has a field that every record of the kind must have.",
    remedy: "Map a column to the field in a profile, or give it for all records with --set FIELD=VALUE.")
  public static let patternTooSlow = Problem.Code(
    "pattern-too-slow", .error, "A regular expression of the profile takes too long on a value.",
    remedy: "Write it without repetitions inside repetitions, such as (a+)+.")
}

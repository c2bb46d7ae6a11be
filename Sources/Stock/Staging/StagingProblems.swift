public import ProblemKit

/// The problems that are found when staged records are compared with the shop.
///
/// SQL that finds them takes their ids from here.
extension Problem.Code {
  /// The codes of comparing records with the shop.
  public static let staging: [Problem.Code] = [
    .zerosLost, .codeOfSupplier, .stockRepeated, .levelOlder, .isbnRestored, .unknownReference, .unknownItem, .noItem,
    .noKey,
    .noSupplier, .noTime, .noLocation, .noDestination, .unknownReason, .noReason, .wrongSign, .markOffOutOfRange,
    .endsBeforeStart, .conflict, .noCount, .countElsewhere, .countClosed, .countNotOpen, .fullCountOpen,
    .recountWithoutCounter, .recountBySameCounter, .countedBeforeRecount, .unknownCountedItem, .outOfRange,
    .itemsDiffer, .circularReference,
    .refusedTogether, .dependsOnRefused, .documentShorter, .quantityZero, .supplierByName, .packBarcode, .packUnit,
    .packPrice, .packPriceRounded, .openingCostDiffers, .lettersLost, .lettersToLose,
    .ambiguousItem, .skuTaken, .unknownDocumentItem, .similarName, .documentDiffers, .notYourStore,
  ]

  public static let zerosLost = Problem.Code(
    "leading-zeros-lost", .warning, "A code is not known, but the same number with zeros in front is.",
    remedy:
      "If the zeros were lost in a spreadsheet, format the column as text and save again; the code is taken as it is."
  )
  public static let lettersLost = Problem.Code(
    "letters-lost", .warning, "A title has replacement characters where letters were lost before the file came.",
    remedy: "Export the file again as UTF-8, and import it again.")
  public static let lettersToLose = Problem.Code(
    "letters-to-lose", .error, "A title has replacement characters where the title in the shop has letters.",
    remedy: "Export the file again as UTF-8, or leave the titles out with --map COLUMN=.")
  public static let codeOfSupplier = Problem.Code(
    "code-of-supplier", .error, "The code of an item is one that its supplier has for an item of the shop.",
    remedy: "If the column has the supplier's codes, say --map COLUMN=supplier_code.")
  public static let stockRepeated = Problem.Code(
    "stock-repeated", .error, "The stock of an item is in several rows with the same quantity.",
    remedy: "Keep one row of the item, with all of its stock; or say `duplicates: sum` or `first` in a mapping profile."
  )
  public static let levelOlder = Problem.Code(
    "stock-level-older", .error, "A stock level is older than one that the shop has of the same stock.",
    remedy:
      "Leave such records out with --on-error skip; if the file has the current stock, leave its column of days out with "
      + "--map COLUMN=, or say no --set effective_at.")
  public static let isbnRestored = Problem.Code(
    "isbn-restored", .notice,
    "ISBNs had lost their leading zeros; the check digit of the ISBN-10 proves them, and the column or the catalog too.",
    remedy: "Format the column as text in the spreadsheet before saving, so that nothing is lost.")
  public static let unknownReference = Problem.Code(
    "unknown-reference", .error, "A record names another one that does not exist.",
    remedy: "Import what it refers to first, or correct the code.")
  public static let unknownItem = Problem.Code(
    "unknown-item", .error, "The catalog has no such item.", remedy: "Import the item first, or correct the code.")
  public static let noItem = Problem.Code(
    "no-item", .error, "A record names no item.", remedy: "Give a SKU, a barcode or a supplier's code in the file.")
  public static let noKey = Problem.Code(
    "no-key", .error, "A record lacks its key.", remedy: "Fill in the missing cell, or map the column that holds it.")
  public static let noSupplier = Problem.Code(
    "no-supplier", .error, "A record names no supplier.",
    remedy: "Give the supplier in the file, or with --supplier CODE.")
  public static let noTime = Problem.Code(
    "no-time", .error, "A movement does not say when it happened.",
    remedy: "Map the column that holds the date, or give one time for all with --set effective_at=DATE.",
    answer: .day)
  public static let noLocation = Problem.Code(
    "no-location", .error, "A record does not say where, and the shop has several locations or none.",
    remedy: "Give the location with --location CODE.")
  public static let noDestination = Problem.Code(
    "no-destination", .error, "A transfer names no other location to go to.",
    remedy: "Give the location that the goods went to.")
  public static let unknownReason = Problem.Code(
    "unknown-reason", .error, "A reason code is not known, or is retired.",
    remedy: "Use one of the shop's reason codes.")
  public static let noReason = Problem.Code(
    "no-reason", .error, "A write-off gives no reason.", remedy: "Give one of the shop's reason codes.")
  public static let wrongSign = Problem.Code(
    "wrong-sign", .error, "A write-off would add stock.",
    remedy: "What goes out is negative; to take a write-off back, record an adjustment with its reason.")
  public static let markOffOutOfRange = Problem.Code(
    "mark-off-out-of-range", .error, "The markdown of a sales event is above 100 % or below 0.",
    remedy: "Give what is taken off as a percentage from 0 to 100, such as 20.")
  public static let endsBeforeStart = Problem.Code(
    "ends-before-start", .error, "A sales event ends before it begins.",
    remedy: "Give the last moment of the event, or leave it out for an event without an end.")
  public static let conflict = Problem.Code(
    "conflict", .error, "Records of one key contradict each other, or what is already recorded.",
    remedy: "Keep one of them, or say in the profile which counts (duplicates: first, last or sum).")
  public static let noCount = Problem.Code(
    "no-count", .error, "A counted line does not say which count it belongs to.",
    remedy: "Enter it with `stockroom count enter N FILE`, or map the column that names the count.")
  public static let countElsewhere = Problem.Code(
    "count-elsewhere", .error, "A counted line names another location than its count.",
    remedy: "Use one count for each location.")
  public static let countClosed = Problem.Code(
    "count-closed", .error, "The count is already approved or posted.",
    remedy: "Open a new count for what was counted since.")
  public static let countNotOpen = Problem.Code(
    "count-not-open", .error, "The count is still a draft.", remedy: "Open it first with `stockroom count start`.")
  public static let fullCountOpen = Problem.Code(
    "full-count-open", .error, "A file brings a full count of a location of which another one is still open.",
    remedy: """
      Post the other one, or enter the lines into it. To have both, open the new one with \
      `stockroom count open --kind full --accept full-count-open`, then import the lines into it.
      """)
  public static let recountWithoutCounter = Problem.Code(
    "recount-without-counter", .error, "A recount does not say who counted.",
    remedy: "Name the counter with --counter NAME or in the column counter.")
  public static let recountBySameCounter = Problem.Code(
    "recount-by-same-counter", .error, "A recount comes from one who counted the item before.",
    remedy: "Have somebody else count it, or let a manager decide with `stockroom reconcile N --decide SKU=QUANTITY`.")
  public static let countedBeforeRecount = Problem.Code(
    "counted-before-recount", .warning, "What is taken as a recount was counted before the recount was asked for.",
    remedy:
      "If these are not the recounts, undo the import with `stockroom imports undo NUMBER`, and have the items counted again."
  )
  public static let unknownCountedItem = Problem.Code(
    "unknown-counted-item", .warning, "Something was counted that the catalog does not know; it is kept as found.",
    remedy: "Import the item or name the one it is, before the count is posted.")
  public static let outOfRange = Problem.Code(
    "out-of-range", .error, "A number is outside what the field allows.",
    remedy: "Check the value, and that the column is the right one.")
  public static let itemsDiffer = Problem.Code(
    "items-differ", .error, "A record's SKU, barcode and supplier's code do not belong to the same item.",
    remedy: "Correct the file, or say in the profile which counts, such as match: [sku] or match: [barcode, sku].")
  public static let circularReference = Problem.Code(
    "circular-reference", .error, "A category would be above itself.",
    remedy: "Correct which record is above which; a tree has no circles.")
  public static let refusedTogether = Problem.Code(
    "refused-together", .error, "Another record of the same key is refused, and this one says nothing without it.",
    remedy: "Correct the other one, then import both.")
  public static let dependsOnRefused = Problem.Code(
    "depends-on-refused", .error, "A record names one that is refused.",
    remedy: "Correct the other record first, then import this one with it.")
  public static let documentShorter = Problem.Code(
    "document-shorter", .warning, "A recorded document comes again with fewer lines.",
    remedy: "If the document was corrected, undo the import that brought it and import this one; otherwise do nothing."
  )
  public static let quantityZero = Problem.Code(
    "quantity-zero", .warning, "A sale or receipt has the quantity 0, so nothing is recorded.",
    remedy: "Write the quantity that was moved, or leave the record out.")
  public static let supplierByName = Problem.Code(
    "supplier-by-name", .notice, "A record names a supplier of the shop by its name.",
    remedy: "If it is another supplier, import it with a code of its own first.")
  public static let packBarcode = Problem.Code(
    "pack-barcode", .notice, "A record names its item by the barcode of a pack, so it is about packs.",
    remedy: "If the number was in stock units, name the item by its SKU.")
  public static let packUnit = Problem.Code(
    "pack-unit", .notice, "The unit of a receipt is a pack, so its number counts packs.",
    remedy: "If the number was in stock units, write each in place of the unit; the cost is that of one stock unit.")
  public static let packPrice = Problem.Code(
    "pack-price", .notice, "The amount of a line shows that its price is that of a pack.",
    remedy: "If it is the price of one stock unit, correct the amount of the line.")
  public static let openingCostDiffers = Problem.Code(
    "opening-cost-differs", .notice, "A later list has another cost for stock that did not move since it was opened.",
    remedy: "To correct the cost of what was there, import the list as of the day of the opening.")
  public static let packPriceRounded = Problem.Code(
    "pack-price-rounded", .warning, "The price of a pack cannot be divided exactly among its stock units.",
    remedy: "Write the record in stock units, with its SKU, and split it where its units have different prices.")
  public static let ambiguousItem = Problem.Code(
    "ambiguous-item", .error, "The code or name matches several items.",
    remedy: "Give the SKU or a barcode as well, or say in the profile which counts (match).")
  public static let skuTaken = Problem.Code(
    "sku-taken", .error, "A new item would have the SKU of another one, which the profile does not match by its SKU.",
    remedy: "Give the item another SKU in the file, or add sku to match in the profile.")
  public static let unknownDocumentItem = Problem.Code(
    "unknown-document-item", .warning,
    "A supplier's document names an item that the catalog does not have; the line is kept.",
    remedy: "Import the item, then the document again with --again.")
  public static let similarName = Problem.Code(
    "similar-name", .warning, "A new category or brand has nearly the name of one that the shop has.",
    remedy: "Write it as the shop does where it is the same. To translate it: --value COLUMN:THEIRS=OURS.")
  public static let documentDiffers = Problem.Code(
    "document-differs", .error,
    "A document was read before with other content, and does not say that it takes its place.",
    remedy: "Ask the sender which of them holds. If it is this one, undo the import of the other first.")
  public static let notYourStore = Problem.Code(
    "not-your-store", .error, "A record belongs to another store, or to all of them.",
    remedy: "Leave the record out, or ask somebody who belongs to no single store.")
}

extension Problem.Code {
  /// The code as a text of SQL, in quotes.
  var sql: String { "'\(id)'" }

  /// The code and its severity as SQL, for these two columns of the table of problems.
  var sqlColumns: String { "'\(id)', '\(severity.rawValue)'" }
}

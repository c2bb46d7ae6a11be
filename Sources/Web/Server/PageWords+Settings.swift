extension PageWords {
  /// Settings with what they mean and may be, as `stockroom settings` answers them.
  static let settingWords: [String] = [
    "name", "time zone", "language", "valuation", "single person", "actor", "show stock", "tolerance units",
    "tolerance percent", "tolerance value", "recount over", "approve up to", "inventory", "opening equity", "shrinkage",
    "What the shop is called.", "The currency of the books. It can never be changed.",
    "The time zone in which times are read and shown.", "The language of reports: en, de, fr, es or sv.",
    "The location for files and commands that name none.",
    "How stock is valued, where a count does not say otherwise.",
    """
    Whether one person may count, approve and post. Not set: as long as nobody else has acted in the shop.
    """,
    "What the log calls the person who runs a command, in a shop that lists no people.",
    "Whether customers see what is left of each size, and where. It is set under catalog.",
    "A variance of so many units is within tolerance.", "So is one of this part of what is expected.",
    "But only if it is worth no more than this at cost.",
    "A larger variance that is worth no more than this is approved without a recount.",
    "Nobody approves a line whose variance is worth more.", "The account of stock.",
    "The account against which opening stock is booked.",
    "One account for all losses. Not set: each reason has its own.",
    "The shop's Global Location Number, in orders for suppliers.",
    "the books of a shop stay in the currency that they were opened in",
    "the shop lists people, and people says what the log calls them",
    """
    a person who changes it could approve their own count; change it in stockroom.yml with a text editor
    """,
    // Guards.
    "a percentage above 0, such as 20, or off", "a percentage above 0, at most 100, or off",
    "a quantity above 0, or off", "whole years, 1 to 1000, or off", "on or off",
    "A cost differs from the one before by more than a set percentage.",
    "A price differs from the one before by more than a set percentage.",
    "A new or changed price, without its tax, is below what the item costs.",
    "A sale price is not below the regular price that is valid at the same time.",
    "A supplier's pack, or the quantity of one scan of a barcode, has another size than before.",
    """
    A line of an order, delivery or invoice does not say whether it counts packs or pieces, and the item comes in \
    packs.
    """,
    "A file changes lines of an order that the shop has made itself, or adds lines to it.",
    """
    A despatch advice names items that the shop does not have, or no line of another document of a supplier names one \
    that it has.
    """,
    """
    More is received on an order than it asks for, by more than a set percentage, or what it does not ask for at all.
    """,
    """
    Of the known stock levels in a file, more than a set share change by more than half; or a single one becomes about \
    ten times what it was, with a zero at its end.
    """,
    "Stock of lots would be added to stock of the same item that has no lot.",
    """
    Sales or receipts without a number and a time of day are the same as recorded ones, and others of that day are not \
    in the file.
    """,
    """
    Records that an import left out come in, and another file has recorded the same item at the same place and time \
    since.
    """,
    "Sales or receipts are of days before a stock level of the same item and place that an import has set.",
    "Stock moved on days for which the books are closed.",
    "A quantity is larger than any that the shop deals in; perhaps a barcode was scanned into it.",
    """
    At least 100 of an item are sold in one line, and five times as many as are in stock, which are at least 10.
    """,
    "The price of each sale is the shop's price times the quantity, which is the total of the line.",
    "The quantities with a fraction are all the prices of their items.",
    "A quantity of an item that is kept in pieces has a fraction.",
    "An item is counted that another counter has entered for the same section of the same count.",
    """
    A file has the same quantity of an item more than once for one section of a count, and it would be taken once.
    """,
    """
    Something happened more than a day in the future or many years ago; or all that is older than what the shop has \
    recorded is of one month, more than two years before; or a counted line is a month older than its count.
    """,
    "A new colour has nearly the name or the shade of one that its family has already.",
    """
    The code of a new item differs from that of another one only in capitals, spaces and signs, zeros in front, O and \
    I for 0 and 1, or letters of another script that look the same.
    """,
    """
    A column of prices, quantities, times or states is not used, and what is taken may mean something else without it.
    """,
    "A file that should list everything lacks more than a set share of the items that are known.",
    "More than a set share of the records of a file are refused.",
    "Records name suppliers that the shop does not have.", "Records name locations that the shop does not have.",
    "Records name items that the shop does not have, and do not describe them.",
    "Records name postage, a fee, a discount or the like as if it were an item.",
    """
    A row that would become a new item has a code unlike the others, such as a word among numbers, and an empty cell \
    where the others have a value: it may be a heading or a note.
    """,
    // Reasons that every shop has.
    "short delivery", "damage", "expiry", "known theft", "internal use", "sample", "transfer error", "count error",
    "pack or unit error", "unknown",
  ]

  /// Fields that are called what their names say, of the kinds that files of a shop are mostly of.
  static let fieldWords: [String] = [
    "size", "email", "order number", "ordered on", "expected on", "buyer", "contract", "contact", "sender", "receiver",
    "document identity", "replaces", "note", "reason", "location kind", "opening hours", "address", "latitude",
    "longitude", "category name", "parent category", "brand title", "colour family", "red", "green", "blue",
    "count kind", "cut off at", "despatch number", "despatched on", "carrier", "tracking number", "packages",
    "invoice number", "invoice kind", "invoiced on", "due on", "corrects", "allowance amount", "charge amount",
    "response number", "responded on", "line response", "promised on", "substitute barcode",
    "substitute supplier code", "alias",
  ]

  /// Parameters of the reports that come with the program.
  static let parameterWords: [String] = [
    "measure", "tax", "period", "from", "to", "kind", "mine", "within", "by", "stock", "family", "session",
    "check", "Each", "at", "days", "tolerance", "tolerance amount", "due", "moment", "cover", "base", "list",
    "start", "denominator", "detail", "window", "item", "unmoved", "place", "against",
  ]
}

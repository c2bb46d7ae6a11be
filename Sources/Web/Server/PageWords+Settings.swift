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
    "substitute supplier code", "alias", "author", "publisher", "subtitle", "keywords", "condition", "position",
    "phone",
  ]

  /// Parameters of the reports that come with the program.
  static let parameterWords: [String] = [
    "measure", "tax", "period", "from", "to", "kind", "mine", "within", "by", "stock", "family", "session",
    "check", "Each", "at", "days", "tolerance", "tolerance amount", "due", "moment", "cover", "base", "list",
    "start", "denominator", "detail", "window", "item", "unmoved", "place", "against",
  ]
}

internal import RetailValues

/// People who use a system together, and what belongs to each of them.
extension Vocabulary {
  static let userKinds: [RecordKind] = [
    RecordKind(
      name: "users", summary: "People who use a shop's or a community's system.", shows: .personal,
      owner: .user(.itself),
      fields: [
        field("user", .code, "Code of the user; unique.", effect: .key, required: true, column: "code"),
        field("display_name", .text, "What others read."),
        field("user_kind", .choice(["customer", "employee", "manager", "store"]), "What they are in the system."),
        field("location", .code, "The store that they belong to.", references: "locations"),
        field("email", .text, "Where they are written to."),
        field("phone", .text, "Where they are called."),
        field("address", .text, "Where they live."),
        field("contact", .text, "Another way to reach them."),
        field(
          "contact_shown_to", .choice(["nobody", "matches", "everyone"]),
          "Who may see how to reach them: nobody but themselves unless given."),
        latitude("Latitude of their place."), longitude("Longitude of their place."),
        field("attributes", .text, "Further properties, as a JSON object."),
      ]),
    RecordKind(
      name: "favourites", summary: "Products that users like; theirs alone.", shows: .personal,
      owner: .user(.named),
      fields: [
        user("Who likes it; made when new."),
        field("product_code", .code, "The product liked.", effect: .key, required: true, references: "products"),
        field("added_at", .dateTime, "Since when."),
      ]),
    RecordKind(
      name: "follows", summary: "Stores, brands, products and searches that users follow; theirs alone.",
      shows: .personal,
      owner: .user(.named),
      fields: [
        user("Who follows; made when new."),
        field(
          "followed_kind", .choice(["store", "brand", "product", "search"]), "What is followed.", effect: .key,
          required: true),
        field("followed", .code, "Code of what is followed; the name of a search.", effect: .key, required: true),
        field("query", .text, "What a search looks for, as the system that kept it has it."),
        field("followed_at", .dateTime, "Since when."),
      ]),
    RecordKind(
      name: "shared_lists", summary: "Lists of things to buy or to use up, shared by their members; theirs alone.",
      shows: .personal,
      owner: .user(.list),
      fields: [
        field("list", .code, "Code of the list; unique.", effect: .key, required: true, column: "code"),
        field("list_title", .text, "What people read.", column: "title"),
        field("list_kind", .choice(["shopping", "household"]), "What it is for."),
        field("user", .code, "Who made it; made when new.", references: "users", makes: true),
        field("members", .text, "Codes of the users who share it, separated by commas."),
      ]),
    RecordKind(
      name: "list_items", summary: "The items of shared lists; visible to their members only.", shows: .personal,
      owner: .user(.partOfList),
      fields: [
        field(
          "list", .code, "The list; made when new.", effect: .key, required: true, references: "shared_lists",
          makes: true),
        field("item", .code, "Code of the entry; unique in its list.", effect: .key, required: true),
        field("title", .text, "What it is."),
        field("product_code", .code, "The product, where it is one of the catalog.", references: "products"),
        field("barcode", .barcode, "Its barcode; need not be in the catalog."),
        field("food", .code, "The food of the table of storage durations.", references: "foods"),
        field("quantity", .quantity, "How much of it."),
        field("quantity_unit", .text, "The unit of the quantity, as people write it."),
        field("storage_place", .choice(["pantry", "refrigerator", "freezer"]), "Where it is kept."),
        field("purchased_on", .date, "Day of purchase."),
        field("opened_on", .date, "Day of opening."),
        field("expires_on", .date, "Last day of use."),
        field("owners", .text, "Codes of the users whose it is, separated by commas."),
        field("purchaser", .text, "Code of the user who bought it."),
        field(
          "reminder", .text, "When to remind, as days before the last day of use: 1, or several separated by commas."),
        field("done", .boolean, "Whether it was bought or used up."),
        field("note", .text, "Free text."),
      ]),
    RecordKind(
      name: "item_reports", summary: "What users report about products, such as that the store does not have one.",
      shows: .shopOnly,
      fields: [
        // The content of the report belongs to the shop, and who reports to the user.
        user("Who reports; made when new.", shows: .personal),
        field("product_code", .code, "The product.", effect: .key, required: true, references: "products"),
        field("report_reason", .text, "What is reported."),
        field("reported_at", .dateTime, "When."),
      ]),
    RecordKind(
      name: "listings", summary: "Things that users own, offer or ask for, such as books.", shows: .catalog,
      matching: HeaderRule(keyParts: ["isbn", "title"]),
      fields: [
        field("listing", .code, "Code of the listing; unique.", effect: .key, required: true, column: "code"),
        field("user", .code, "Whose it is; made when new.", references: "users", makes: true),
        field(
          "listing_kind", .choice(["owned", "for-trade", "asking-for"]), "What the user wants; owned unless given."),
        field("product_code", .code, "The product, where it is one of the catalog.", references: "products"),
        field("isbn", .barcode, "ISBN-10 or ISBN-13, or another barcode; need not be in the catalog."),
        field("title", .text, "What it is."),
        field("author", .text, "Who wrote it."),
        field("publisher", .text, "Who published it."),
        field("condition", .text, "The state that it is in."),
        field("summary", .text, "What it is about."),
        field("picture", .text, "Name of the file, or address where it lies."),
        latitude("Latitude of where it is."), longitude("Longitude of where it is."),
        field("posted_at", .dateTime, "Since when it is listed."),
        field("message", .text, "What the user writes about it."),
      ]),
    RecordKind(
      name: "posts", summary: "Messages that users post for all.", shows: .catalog,
      fields: [
        user("Who posts; made when new."),
        field("post", .code, "Code of the post; unique with its user.", effect: .key, required: true),
        field("post_kind", .choice(["for-trade", "asking-for"]), "What it is about."),
        field("message", .text, "Its text."),
        field("posted_at", .dateTime, "When."),
      ]),
    RecordKind(
      name: "source_objects",
      summary: "Objects of another system as they came in, so that its export can be written as it was.",
      shows: .personal,
      storage: .table(StoredTable(origin: .stated)), owner: .user(.code("source_owner")),
      fields: [
        field(
          "source_class", .code, "The object's class, as the file of the class is called.", effect: .key, required: true
        ),
        field("source_object", .code, "The object's id; unique in its class.", effect: .key, required: true),
        field("source_owner", .code, "Code of the user whose object it is; need not be a user of the shop."),
        field("source_kind", .code, "Kind of the record that the object became; none when it became no record."),
        field("source_record", .text, "Key of that record, with spaces between its parts."),
        field("source_text", .text, "The object as JSON, without secrets such as passwords."),
      ]),
  ]

  private static func user(_ summary: String, shows dataClass: DataClass? = nil) -> RecordField {
    field(
      "user", .code, summary, effect: .key, required: true, references: "users", makes: true, shows: dataClass)
  }

  static func latitude(_ summary: String) -> RecordField {
    field("latitude", .degrees(90), summary + " WGS 84, −90 to 90.")
  }

  static func longitude(_ summary: String) -> RecordField {
    field("longitude", .degrees(180), summary + " WGS 84, −180 to 180.")
  }
}

internal import RetailValues

/// How goods are shown and sold: places on the floor, sales events, pictures; and how long food keeps.
extension Vocabulary {
  static let genders = ["women", "men", "neutral"]

  /// The kinds to which products refer.
  static let foodKinds: [RecordKind] = [
    RecordKind(
      name: "foods", summary: "Foods of a table of storage durations, such as the USDA's FoodKeeper.", shows: .catalog,
      owner: .allStores,
      fields: [
        field(
          "food", .code, "Number or code of the food in its table; unique.", effect: .key, required: true,
          column: "code"),
        field("food_category", .text, "Group that the table puts it in."),
        field("title", .text, "Name of the food."),
        field("subtitle", .text, "What distinguishes it from others of that name: fresh, canned."),
        field("keywords", .text, "Words that it is found by, separated by commas."),
      ]),
    RecordKind(
      name: "storage_durations", summary: "How long foods keep, by where and since when they are stored.",
      shows: .catalog,
      owner: .allStores,
      fields: [
        field("food", .code, "The food.", effect: .key, required: true, references: "foods"),
        field(
          "storage_place", .choice(["pantry", "refrigerator", "freezer"]), "Where it is kept.", effect: .key,
          required: true),
        field(
          "storage_condition", .choice(["stored", "purchased", "opened", "thawed"]),
          "From when the time counts: from storing, purchase, opening or thawing; storing unless given.", effect: .key,
          initially: .text("stored")),
        field("minimum", .quantity, "Shortest time that it keeps, in the unit."),
        field("maximum", .quantity, "Longest time that it keeps, in the unit."),
        field(
          "duration_unit",
          .choice([
            "hours", "days", "weeks", "months", "years", "indefinitely", "not-recommended", "package-use-by-date",
            "when-ripe", "not-stated",
          ]), "The unit of the times, or the word used instead; not-stated where there is only advice.",
          required: true),
        field("tips", .text, "Advice on storing."),
      ]),
  ]

  /// The kinds that refer to products, and to the locations where they are sold.
  static let sellingKinds: [RecordKind] = [
    RecordKind(
      name: "product_colours", summary: "Colours that a product comes in, where stock is not kept by colour.",
      shows: .catalog, storage: .table(StoredTable(origin: .product)),
      fields: [
        field("product_code", .code, "The product.", effect: .key, required: true, references: "products"),
        field(
          "colour", .code, "The colour; made when new.", effect: .key, required: true, references: "colours",
          makes: true),
      ]),
    RecordKind(
      name: "pictures", summary: "Pictures of products, each in several sizes.", shows: .catalog,
      fields: [
        field("product_code", .code, "The product.", effect: .key, required: true, references: "products"),
        field(
          "position", .wholeNumber, "Its place among the product's pictures, from 1.", effect: .key, required: true),
        field(
          "picture_width", .wholeNumber, "Width in pixels; 0 for the original as it came.", effect: .key, required: true
        ),
        field("picture_height", .wholeNumber, "Height in pixels."),
        field("file", .text, "Name of the file, or address where it lies.", required: true),
        field("media_type", .text, "Media type (RFC 6838), such as image/jpeg."),
      ]),
    RecordKind(
      name: "sections", summary: "Numbered parts of a location, with their place on its map.", shows: .places,
      fields: [
        field("location", .code, "The location.", effect: .key, required: true, references: "locations"),
        field("section", .code, "Number or code of the section; unique in the location.", effect: .key, required: true),
        field("section_title", .text, "What people read.", column: "title"),
        field("map_x", .wholeNumber, "Left edge on the map, in units of the map."),
        field("map_y", .wholeNumber, "Upper edge on the map, in units of the map."),
        field("map_width", .wholeNumber, "Width on the map."),
        field("map_height", .wholeNumber, "Height on the map."),
      ]),
    RecordKind(
      name: "section_products", summary: "Which products are in which section.", shows: .places,
      fields: [
        field("location", .code, "The location.", effect: .key, required: true, references: "locations"),
        field("section", .code, "The section.", effect: .key, required: true),
        field("product_code", .code, "The product.", effect: .key, required: true, references: "products"),
      ]),
    RecordKind(
      name: "sales_events", summary: "Times in which groups of products have a markdown.", shows: .catalog,
      fields: [
        field("event", .code, "Code of the event; unique.", effect: .key, required: true, column: "code"),
        field("event_title", .text, "What people read.", column: "title"),
        field("starts_at", .dateTime, "First moment of the event.", required: true),
        field("ends_at", .dateTime, "Last moment of the event, of a day its end; open when not given."),
      ]),
    RecordKind(
      name: "sales_event_rates", summary: "The markdown of a sales event for a group of products.", shows: .catalog,
      fields: [
        field("event", .code, "The event.", effect: .key, required: true, references: "sales_events"),
        field(
          "rate_group", .code, "Name of the group; unique in the event. All that follows and is given must hold.",
          effect: .key, required: true),
        field("category", .code, "Products of this category and those below it.", references: "categories"),
        field("brand", .code, "Products of this brand.", references: "brands"),
        field("product_code", .code, "This product.", references: "products"),
        field("gender", .choice(genders), "Products for them."),
        field("mark_off", .percent, "How much is taken off the regular price.", required: true),
      ]),
    RecordKind(
      name: "counters",
      summary: "Counts that a system kept in addition to the lists that it counted; kept to be compared with them.",
      shows: .shopOnly, storage: .table(StoredTable(origin: .subject)),
      fields: [
        field(
          "subject_kind", .choice(["product", "store", "brand", "user", "search"]), "What is counted for.",
          effect: .key,
          required: true),
        field("subject", .code, "Code of what is counted for.", effect: .key, required: true),
        field("counter", .code, "What is counted: likes, followers, stock of a size.", effect: .key, required: true),
        field("stated", .wholeNumber, "The count as the system had it.", required: true),
      ]),
  ]
}

internal import FormatKit
internal import RetailValues

/// Turns the items of a feed into records.
struct ItemMapper {
  let currency: Currency?
  private var ids = SeenKeys()
  private var groups = SeenGroups()
  private var categories = SeenKeys(limit: 1 << 16)
  /// Problems that are reported once, by code and name. Its size is limited, because names come from the file.
  private var told: Set<String> = []

  /// The maximum number of problems reported for one item.
  private static let maximumProblems = 1000

  init(currency: Currency?) { self.currency = currency }

  /// The records of an item, in the order of their tables. There is at least one record, which has the problems.
  mutating func rows(of item: FeedItem) -> [TableRow] {
    var problems = item.problems
    guard let id = item.first("id") else {
      problems.append(ItemProblem(.merchantMissingID, at: item.place, "the item has no id"))
      return [refused(item, problems)]
    }
    // What could not be cut into its columns, or not be read, says nothing for certain.
    if problems.contains(where: \.isError) { return [refused(item, problems)] }
    let sku = id.text
    if ids.insert(sku) {
      problems.append(
        ItemProblem(
          .merchantDuplicateID, at: id.place, value: sku, "the id '\(ItemProblem.shortened(sku))' was there before"))
      return [refused(item, problems)]
    }
    problems += checks(of: item)
    problems += absences(of: item)
    var draft = ItemDraft(item, sku: sku)
    mapGroup(&draft)
    mapCategory(&draft)
    mapVariant(&draft)
    mapBarcodes(&draft)
    PriceMapping.map(&draft)
    keepRest(&draft)
    noteReplacement(&draft)
    return draft.rows(problems: Array(problems.prefix(Self.maximumProblems)))
  }

  private func refused(_ item: FeedItem, _ problems: [ItemProblem]) -> TableRow {
    var row = TableRow(.variants, at: item.place)
    row["sku"] = item.first("id")?.text
    row.problems = problems.map(\.problem)
    return row
  }

  private mutating func isNew(_ code: Problem.Code, _ name: String) -> Bool {
    told.count < 10_000 && told.insert("\(code.id) \(name)").inserted
  }

  // MARK: Checks

  private mutating func checks(of item: FeedItem) -> [ItemProblem] {
    var found: [ItemProblem] = []
    for name in item.names {
      let values = item.all(name)
      guard let attribute = AttributeTable.attribute(name) else {
        if !name.hasPrefix("c:"), let first = values.first, isNew(.merchantUnknownAttribute, name) {
          let near = nearestName(to: name, among: AttributeTable.names)
          found.append(
            ItemProblem(
              .merchantUnknownAttribute, at: first.place, value: name,
              "the specification has no attribute '\(ItemProblem.shortened(name))'",
              remedy: near.map { "Did you mean '\($0)'? The values are kept among the attributes of the variant." }))
        }
        continue
      }
      if values.count > attribute.most, Set(values.map(\.text)).count > 1 || attribute.isRepeated {
        let extra = values[attribute.most]
        found.append(
          ItemProblem(
            .merchantRepeatedAttribute, at: extra.place, value: extra.text,
            "\(name) stands \(values.count) times, and \(attribute.most == 1 ? "once" : "\(attribute.most) times") at most"
          ))
      }
      guard name != "price", name != "sale_price" else { continue }
      for value in values.prefix(attribute.most) {
        if let problem = ItemChecks.problem(value, of: attribute) { found.append(problem) }
        found += ItemChecks.problems(value, of: attribute)
      }
    }
    return found
  }

  /// The missing attributes that a primary feed must have, each reported once, because a supplemental feed lacks them
  /// in every item.
  private mutating func absences(of item: FeedItem) -> [ItemProblem] {
    let missing = AttributeTable.all.filter { attribute in
      attribute.isRequired && item.first(attribute.name) == nil && item.first("structured_\(attribute.name)") == nil
        && isNew(.merchantMissingAttribute, attribute.name)
    }
    guard !missing.isEmpty else { return [] }
    let names = missing.map(\.name).joined(separator: ", ")
    return [ItemProblem(.merchantMissingAttribute, at: item.place, "the item has no \(names); others may lack it too")]
  }

  // MARK: Product

  private mutating func mapGroup(_ draft: inout ItemDraft) {
    // Only the shop knows the product of an item without title and group, so the item says nothing about a product.
    draft.isSupplemental =
      draft.item.first("title") == nil && draft.item.first("structured_title") == nil
      && draft.item.first("item_group_id") == nil
    guard !draft.isSupplemental else { return }
    let title = draft.take("title")
    let description = draft.take("description")
    let brand = draft.take("brand")
    let group = draft.take("item_group_id")?.text
    let words = SeenGroups.Words(
      title: SeenKeys.hash(title?.text ?? ""), description: SeenKeys.hash(description?.text ?? ""),
      brand: SeenKeys.hash(brand?.text ?? ""), category: SeenKeys.hash(draft.item.first("product_type")?.text ?? ""),
      own: SeenKeys.hash(Self.ownOfProducts.map { draft.item.first("c:\($0)")?.text ?? "" }.joined(separator: "\n")))
    if let group, group != draft.sku { draft.variant["product_code"] = group }
    if let group, let said = groups[group] {
      draft.isFurther = true
      if let title, words.title != said.title { draft.variant["variant_title"] = title.text }
      keep("description", description, words.description != said.description, &draft)
      keep("brand", brand, words.brand != said.brand, &draft)
      if words.category == said.category { draft.drop("product_type") }
      if words.own == said.own { for name in Self.ownOfProducts { draft.drop("c:\(name)") } }
      return
    }
    if let group { groups.insert(group, words) }
    draft.product["title"] = title?.text
    draft.product["description"] = description?.text
    draft.product["brand"] = brand?.text
    for name in Self.ownOfProducts { draft.product[name] = draft.take("c:\(name)")?.text }
    draft.productCode = group ?? draft.sku
  }

  /// Fields of products that the specification has no attribute for.
  private static let ownOfProducts = ["stock_unit", "tax_rate", "status"]

  /// Keeps with the variant what the product has otherwise.
  private mutating func keep(_ name: String, _ value: FeedValue?, _ differs: Bool, _ draft: inout ItemDraft) {
    guard let value, differs else { return }
    draft.kept[name] = [.text(value.text)]
    guard isNew(.merchantGroupDiffers, name) else { return }
    draft.notes.append(
      ItemProblem(
        .merchantGroupDiffers, at: value.place, value: value.text,
        "the \(name) of '\(ItemProblem.shortened(draft.sku))' is not that of the first item of its group; others may differ too"
      ))
  }

  /// `product_type` is the shop's own tree of categories. If it is missing, Google's category is used, unless it is a
  /// number.
  private mutating func mapCategory(_ draft: inout ItemDraft) {
    guard !draft.isSupplemental else { return }
    if draft.isFurther {
      if let other = draft.item.first("product_type"), draft.has("product_type") {
        _ = draft.take("product_type")
        keep("product_type", other, true, &draft)
      }
      return
    }
    var path = draft.take("product_type")?.text
    let others = draft.item.all("product_type").dropFirst()
    if !others.isEmpty, let first = path {
      draft.kept["product_type"] = [.text(first)] + others.prefix(4).map { .text($0.text) }
    }
    if path == nil, let google = draft.item.first("google_product_category")?.text,
      !google.utf8.allSatisfy({ (48...57).contains($0) })
    {
      path = google
    }
    guard let path else { return }
    let steps = path.split(separator: ">").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    guard !steps.isEmpty else { return }
    draft.product["category"] = steps.joined(separator: " > ")
    guard steps.count <= 20 else { return }
    for count in 1...steps.count {
      let code = steps.prefix(count).joined(separator: " > ")
      guard !categories.insert(code) else { continue }
      var row = TableRow(.categories, at: draft.item.place)
      row["category"] = code
      row["category_name"] = steps[count - 1]
      row["parent_category"] = count > 1 ? steps.prefix(count - 1).joined(separator: " > ") : nil
      draft.categories.append(row)
    }
  }

  // MARK: Variant

  private mutating func mapVariant(_ draft: inout ItemDraft) {
    if let colour = draft.take("color") {
      let names = colour.text.split(separator: "/").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
      draft.variant["colour"] = names.joined(separator: "/")
      if names.count > 3 || names.contains(where: { $0.contains(",") }) {
        draft.notes.append(
          ItemProblem(
            .merchantColours, at: colour.place, value: colour.text,
            names.count > 3
              ? "color '\(ItemProblem.shortened(colour.text))' names \(names.count) colours, 3 at most"
              : "color '\(ItemProblem.shortened(colour.text))' has a comma"))
      }
    }
    draft.variant["size"] = draft.take("size")?.text
    mapCost(&draft)
  }

  /// A standard cost is in the shop's currency and has no place for another.
  private mutating func mapCost(_ draft: inout ItemDraft) {
    if let own = draft.take("c:standard_cost") { draft.variant["standard_cost"] = own.text }
    guard let value = draft.item.first("cost_of_goods_sold"), let cost = try? PriceText(parsing: value.text) else {
      return
    }
    if let currency, currency.code == cost.currency {
      _ = draft.take("cost_of_goods_sold")
      draft.variant["standard_cost"] = cost.amount
    } else if isNew(.merchantCostKept, cost.currency) {
      draft.notes.append(
        ItemProblem(
          .merchantCostKept, at: value.place, value: value.text,
          "the cost '\(ItemProblem.shortened(value.text))' is kept among the attributes, for the shop's currency "
            + (currency.map { "is \($0.code)" } ?? "is not given") + "; others may be too"))
    }
  }

  private func mapBarcodes(_ draft: inout ItemDraft) {
    let codes = draft.takeAll("gtin")
    for value in codes {
      var row = TableRow(.barcodes, at: draft.item.place)
      row["barcode"] = value.text
      row["sku"] = draft.sku
      if let problem = Self.problem(ofGTIN: value.text) {
        row.problems.append(
          ItemProblem(
            .merchantGTIN, at: value.place, value: value.text,
            "gtin '\(ItemProblem.shortened(value.text))' \(problem.what)",
            remedy: problem.remedy
          ).problem)
      }
      draft.barcodes.append(row)
    }
    if let exists = draft.item.first("identifier_exists"), !codes.isEmpty,
      ["no", "false", "n"].contains(exists.text.lowercased())
    {
      draft.notes.append(
        ItemProblem(
          .merchantIdentifiers, at: exists.place, value: exists.text,
          "identifier_exists is '\(exists.text)', and the item has the gtin '\(ItemProblem.shortened(codes[0].text))'"))
    }
  }

  /// The problem of a GTIN, and the correct value if it is known.
  static func problem(ofGTIN text: String) -> (what: String, remedy: String?)? {
    do throws(Barcode.ParseError) {
      let code = try Barcode(parsing: text)
      guard code.symbology == .inStore else { return nil }
      return ("is not a GTIN, which has 8, 12, 13 or 14 digits", nil)
    } catch {
      switch error {
      case .wrongCheckDigit(let expected):
        return (
          "has a wrong check digit", "The last digit should be \(expected) if the others are right; compare them."
        )
      case .scientificNotation:
        return ("lost its digits in a spreadsheet", "Make the column text in the spreadsheet, and fill it in again.")
      case .empty, .notACode: return ("is not a GTIN, which has 8, 12, 13 or 14 digits", nil)
      }
    }
  }

  /// The attributes of a variant are one field: the few of a supplemental feed take the place of all.
  private mutating func noteReplacement(_ draft: inout ItemDraft) {
    guard draft.item.first("title") == nil, draft.item.first("structured_title") == nil, !draft.kept.isEmpty,
      isNew(.merchantReplacesAttributes, "")
    else { return }
    draft.notes.append(
      ItemProblem(
        .merchantReplacesAttributes, at: draft.item.place, value: draft.sku,
        "'\(ItemProblem.shortened(draft.sku))' has \(draft.kept.keys.sorted().joined(separator: ", ")) and no title: these replace all "
          + "attributes that the variant has; others may be so too"))
  }

  /// What has no field of its own stays with the variant under its own name.
  private func keepRest(_ draft: inout ItemDraft) {
    for name in draft.item.names where draft.has(name) {
      let most = AttributeTable.attribute(name)?.most ?? 100
      // A custom attribute keeps its own name, unless the specification has it too.
      let own = name.hasPrefix("c:") ? String(name.dropFirst(2)) : name
      let key = AttributeTable.attribute(own) == nil && own != "id" ? own : name
      draft.kept[key, default: []] += draft.item.all(name).prefix(most).map { value in
        value.parts.isEmpty
          ? .text(value.text) : .parts(value.parts.map { KeptPart(name: $0.name, text: $0.text) })
      }
    }
  }
}

internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Drafting an order: what is running low of a supplier, with quantities that can be changed before the order is made.
extension OrderPages {
  static func addDrafts(to routes: PageRoutes) {
    routes.get("/orders/draft") { visit in
      try visit.requireInWholeShop(.placeOrders)
      return try await drafting(visit.query, nil, visit)
    }
    routes.post("/orders/draft", for: .placeOrders) { visit in try await draft(visit) }
    addDraftItems(to: routes)
  }

  /// The parameters of the report that its link to a draft carries, apart from the supplier and the location.
  private static let carriedParameters = ["days", "cover"]

  /// Those parameters as they were given, `days=14`; the report has a usual value for each of the others.
  private static func carried(_ chosen: FormValues) -> [String] {
    carriedParameters.compactMap { name in chosen[name].flatMap { $0.isEmpty ? nil : "\(name)=\($0)" } }
  }

  /// The lines that the report suggests for a supplier, by the stock of one location or of all.
  private static func suggestions(
    _ supplier: String, _ location: String, _ carried: [String], _ visit: Visit
  ) async throws -> [JSONValue] {
    let parameters = ["supplier=\(supplier)"] + (location.isEmpty ? [] : ["location=\(location)"]) + carried
    let answer = try await visit.report(
      CommandWords("report").option("format", "json").options("param", parameters).argument("reorder"))
    guard answer.status == 0, let suggested = JSONValue(answer.output) else { throw PageFailure(answer) }
    return suggested["data"]["lines"].elements.filter { $0["order_quantity"].text != nil }
  }

  /// The form of what would be ordered, once a supplier is chosen.
  ///
  /// - Parameters:
  ///   - chosen: the address or the form that says from whom is ordered, and where it is to be delivered.
  ///   - failure: why nothing was drafted of what was entered before.
  private static func drafting(
    _ chosen: FormValues, _ failure: PageFailure?, _ visit: Visit, guards: [JSONValue] = []
  ) async throws -> Response {
    let (supplier, location) = (chosen["supplier"] ?? "", chosen["location"] ?? "")
    let places = await ShopPlaces.all(visit)
    let report = try await visit.run(CommandWords("report").flag("describe").argument("reorder"))
    let suppliers = report["parameters"].elements.first { $0["name"].text == "supplier" }?["values"].elements ?? []
    let title = LocalizedText("Draft an order")
    var values: [String: Any] = [
      "suppliers": suppliers.map {
        [
          "code": $0["code"].text ?? "", "name": $0["name"].text ?? "", "is_chosen": $0["code"].text == supplier,
        ] as [String: Any]
      },
      "locations": places.choices(chosen: location), "has_places": places.codes.count > 1, "location": location,
      "supplier": supplier, "is_chosen_one": !supplier.isEmpty, "rows": [[String: Any]](), "has_rows": false,
      "lines": "", "guards": asked(guards, visit.form),
      "all_items": draftItemsAddress(of: supplier, at: location),
    ]
    for name in carriedParameters { values[name] = chosen[name] ?? "" }
    guard !supplier.isEmpty else { return try visit.page("order-draft", title: title, values) }
    let lines: [JSONValue]
    do {
      lines = try await suggestions(supplier, location, carried(chosen), visit)
    } catch let failure as PageFailure {
      return try visit.page("order-draft", title: title, values, refusing: failure)
    }
    values["rows"] = lines.map { line -> [String: Any] in
      let (sku, pack) = (line["sku"].text ?? "", unit(line))
      let typed = visit.form[quantityField + sku].map { LocalizedText(verbatim: $0) }
      let entry: [String: Any] = [
        "quantity": typed ?? LocalizedText(typed: line["order_quantity"].text ?? ""),
        "suggested": line["order_quantity"].text ?? "",
        "unit": pack.isEmpty ? LocalizedText("order units") : pack,
        "id": quantityField + FormValues.encoded(sku),
      ]
      return taken(from: line, ["sku", "title", "currency"], numbers: ["unit_cost", "line_cost"])
        .merging(entry) { $1 }
    }
    values["has_rows"] = !lines.isEmpty
    values["lines"] = LocalizedText(
      count: lines.count, one: "1 line.", other: "\(PageNumber.text(lines.count)) lines.")
    return try visit.page(
      "order-draft", title: title, values.merging(failure?.values ?? [:]) { $1 },
      status: failure?.status ?? .ok)
  }

  /// How the names of the fields for quantities begin, before the SKU.
  static let quantityField = "quantity."
  /// How those begin that keep the suggested quantity as the command writes it.
  private static let suggestedField = "suggested."

  private static func draft(_ visit: Visit) async throws -> Response {
    var words = draftWords(visit).options("param", carried(visit.form))
    let entered = visit.form.values(after: quantityField)
    if !entered.isEmpty {
      do throws(PageFailure) {
        // What is running low only since the page was shown is not ordered unseen.
        words = try ordering(entered, words, visit).flag("only-given")
      } catch {
        return try await drafting(visit.form, error, visit)
      }
    }
    return try await drafted(words, visit) { failure, guards in
      try await drafting(visit.form, failure, visit, guards: guards)
    }
  }

  /// The command that drafts an order from the supplier of a form.
  static func draftWords(_ visit: Visit) -> CommandWords {
    CommandWords("order", "draft").option("supplier", visit.form["supplier"])
      .option("location", visit.form["location"])
  }

  /// The command with the quantities that were entered.
  ///
  /// - Parameter entered: what was typed, by the SKU.
  /// - Throws: why one of them is not a quantity, and that nothing is to be ordered.
  static func ordering(
    _ entered: [(name: String, value: String)], _ words: CommandWords, _ visit: Visit
  ) throws(PageFailure) -> CommandWords {
    var words = words
    for (sku, typed) in entered {
      let suggested = visit.form[suggestedField + sku] ?? ""
      let filledIn = visit.numberInField(suggested)
      let remedy = LocalizedText("Nothing was drafted. Enter how much to order, or 0 to leave the line out.")
      if let failure = quantityFailure(typed, shown: filledIn, of: sku, remedy: remedy, visit) {
        throw failure.at(quantityField + FormValues.encoded(sku))
      }
      let quantity = typed == filledIn ? suggested : CountNumber.normalized(typed)
      words = words.option("quantity", "\(sku)=\(quantity)")
    }
    guard entered.allSatisfy({ isZero($0.value) }) else { return words }
    throw nothingToDraft(LocalizedText("Every quantity is zero"))
  }

  /// That a form has nothing to order.
  static func nothingToDraft(_ title: LocalizedText) -> PageFailure {
    PageFailure(
      status: .unprocessableContent, title: title,
      remedy: LocalizedText("Nothing was drafted. Enter how much to order of at least one item."))
  }

  /// Carries the command out, and goes on to the order; else shows the form again.
  ///
  /// - Parameter form: the form with why nothing was drafted, and the guards that have to be answered first.
  static func drafted(
    _ words: CommandWords, _ visit: Visit, again form: (PageFailure, [JSONValue]) async throws -> Response
  ) async throws -> Response {
    let answer = await visit.answer(words.options("accept", visit.form.all("accept")).writing)
    guard answer.status == 0, let result = JSONValue(answer.output) else {
      let (failure, guards) = try refusal(answer, asking: LocalizedText("Nothing was drafted yet"))
      return try await form(failure, guards)
    }
    guard let order = result["orders"].elements.first else {
      let supplier = visit.form["supplier"] ?? ""
      return visit.redirect(
        to: "/orders/draft", saying: LocalizedText("No item of \(supplier) is running low, so no order was drafted."))
    }
    return visit.redirect(
      to: address(order), saying: LocalizedText("Order \(order["order_number"].text ?? "") is drafted."),
      undo: visit.undoesImports ? result["import_number"].text.map { "/imports/\($0)/undo" } : nil)
  }
}

internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Drafting an order: what is running low of a supplier, with quantities that can be changed before the order is made.
extension OrderPages {
  static func addDrafts(to routes: PageRoutes) {
    routes.get("/orders/draft") { visit in
      guard visit.may(.placeOrders) else { throw PageFailure.forbidden(.placeOrders) }
      return try await drafting(visit.query["supplier"] ?? "", nil, visit)
    }
    routes.post("/orders/draft", for: .placeOrders) { visit in try await draft(visit) }
  }

  /// The lines that the report suggests for a supplier.
  private static func suggestions(_ supplier: String, _ visit: Visit) async throws -> [JSONValue] {
    let answer = await visit.answer(
      CommandWords("report").option("format", "json").option("param", "supplier=\(supplier)").argument("reorder"))
    guard answer.status == 0, let suggested = JSONValue(answer.output) else { throw PageFailure(answer) }
    return suggested["data"]["lines"].elements.filter { $0["order_quantity"].text != nil }
  }

  /// The form of what would be ordered, once a supplier is chosen.
  ///
  /// - Parameter failure: why nothing was drafted of what was entered before.
  private static func drafting(
    _ supplier: String, _ failure: PageFailure?, _ visit: Visit, guards: [JSONValue] = []
  ) async throws -> Response {
    let report = try await visit.run(CommandWords("report").flag("describe").argument("reorder"))
    let suppliers = report["parameters"].elements.first { $0["name"].text == "supplier" }?["values"].elements ?? []
    let title = LocalizedText("Draft an order")
    var values: [String: Any] = [
      "suppliers": suppliers.map {
        [
          "code": $0["code"].text ?? "", "name": $0["name"].text ?? "", "is_chosen": $0["code"].text == supplier,
        ] as [String: Any]
      },
      "supplier": supplier, "is_chosen_one": !supplier.isEmpty, "rows": [[String: Any]](), "has_rows": false,
      "problem": false, "remedy": "", "has_failed": false, "lines": "", "guards": asked(guards, visit.form),
    ]
    guard !supplier.isEmpty else { return try visit.page("order-draft", title: title, values) }
    let lines: [JSONValue]
    do {
      lines = try await suggestions(supplier, visit)
    } catch let failure as PageFailure {
      return try visit.page("order-draft", title: title, values, refusing: failure)
    }
    values["rows"] = lines.map { line -> [String: Any] in
      let (sku, pack) = (line["sku"].text ?? "", unit(line))
      let typed = visit.form[quantityField + sku].map { LocalizedText(verbatim: $0) }
      let wrong: LocalizedText? = failure.flatMap { $0.option == quantityField + sku ? $0.title : nil }
      let entry: [String: Any] = [
        "quantity": typed ?? LocalizedText(typed: line["order_quantity"].text ?? ""),
        "unit": pack.isEmpty ? LocalizedText("order units") : pack, "wrong": wrong ?? "" as Any,
      ]
      return taken(from: line, ["sku", "title", "currency"], numbers: ["unit_cost", "line_cost"])
        .merging(entry) { $1 }
    }
    values["has_rows"] = !lines.isEmpty
    values["lines"] = LocalizedText(
      count: lines.count, one: "1 line.", other: "\(PageNumber.text(lines.count)) lines.")
    return try visit.page(
      "order-draft", title: title, values.merging(failure?.values ?? [:]) { $1 },
      status: failure == nil ? .ok : .unprocessableContent)
  }

  /// How the names of the fields for quantities begin, before the SKU.
  private static let quantityField = "quantity."

  private static func draft(_ visit: Visit) async throws -> Response {
    let supplier = visit.form["supplier"] ?? ""
    var words = CommandWords("order", "draft").option("supplier", supplier)
    let entered = visit.form.values(after: quantityField)
    if !entered.isEmpty {
      let lines = try await suggestions(supplier, visit)
      for (sku, typed) in entered {
        let suggested = lines.first { $0["sku"].text == sku }?["order_quantity"].text ?? ""
        let filledIn = visit.numberInField(suggested)
        let remedy = LocalizedText("Nothing was drafted. Enter how much to order, or 0 to leave the line out.")
        if var failure = quantityFailure(typed, shown: filledIn, of: sku, remedy: remedy, visit) {
          failure.option = quantityField + sku
          return try await drafting(supplier, failure, visit)
        }
        let quantity = typed == filledIn ? suggested : CountNumber.normalized(typed)
        words = words.option("quantity", "\(sku)=\(quantity)")
      }
      if entered.allSatisfy({ isZero($0.value) }) {
        let failure = PageFailure(
          status: .unprocessableContent, title: LocalizedText("Every quantity is zero"),
          remedy: LocalizedText("Nothing was drafted. Enter how much to order of at least one item."))
        return try await drafting(supplier, failure, visit)
      }
      // What is running low only since the page was shown is not ordered unseen.
      words = words.flag("only-given")
    }
    let answer = await visit.answer(words.options("accept", visit.form.all("accept")).writing)
    guard answer.status == 0, let result = JSONValue(answer.output) else {
      let (failure, guards) = try refusal(answer, asking: LocalizedText("Nothing was drafted yet"))
      return try await drafting(supplier, failure, visit, guards: guards)
    }
    guard let order = result["orders"].elements.first else {
      return visit.redirect(
        to: "/orders/draft", saying: LocalizedText("No item of \(supplier) is running low, so no order was drafted."))
    }
    return visit.redirect(
      to: address(order), saying: LocalizedText("Order \(order["order_number"].text ?? "") is drafted."))
  }
}

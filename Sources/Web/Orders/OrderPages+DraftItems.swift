internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Drafting an order of any items of a supplier, whether they are running low or not.
extension OrderPages {
  static func addDraftItems(to routes: PageRoutes) {
    routes.get("/orders/draft/items") { visit in
      try visit.requireInWholeShop(.placeOrders)
      guard let supplier = visit.query["supplier"], !supplier.isEmpty else {
        return visit.redirect(to: "/orders/draft")
      }
      return try await choosing(visit.query, nil, visit)
    }
    // The search and the other parts of the list are sent with what was entered, so that the next page has it.
    routes.post("/orders/draft/items/find", for: .placeOrders, isRepeatable: true) { visit in
      try await choosing(visit.form, nil, visit)
    }
    routes.post("/orders/draft/items", for: .placeOrders) { visit in try await draftItems(visit) }
  }

  /// The address of the form of all items of a supplier.
  ///
  /// - Parameter location: the code of the location that the order is delivered to; empty for the usual one.
  static func draftItemsAddress(of supplier: String, at location: String) -> String {
    "/orders/draft/items?supplier=\(FormValues.encoded(supplier))"
      + (location.isEmpty ? "" : "&location=\(FormValues.encoded(location))")
  }

  /// The form of a supplier's items: those that were entered, and a part of those that are searched for.
  ///
  /// - Parameters:
  ///   - chosen: the address or the form that says from whom is ordered, where it is to be delivered, and what is searched for.
  ///   - failure: why nothing was drafted of what was entered before.
  private static func choosing(
    _ chosen: FormValues, _ failure: PageFailure?, _ visit: Visit, guards: [JSONValue] = []
  ) async throws -> Response {
    let (supplier, location, find) = (chosen["supplier"] ?? "", chosen["location"] ?? "", chosen["find"] ?? "")
    let items = try await visit.run(
      CommandWords("order", "items").option("supplier", supplier).option("location", location)
    ).elements
    let typed = Dictionary(
      visit.form.values(after: quantityField).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let slice = Slice(
      items.filter { $0.holds(find, in: ["sku", "title", "supplier_code", "barcode"]) }, from: visit.query["from"],
      address: "/orders/draft/items/find")
    let listed = Set(slice.rows.compactMap { $0["sku"].text })
    let entered = items.filter { item in
      let sku = item["sku"].text ?? ""
      return !(typed[sku] ?? "").isEmpty && !listed.contains(sku)
    }
    let rows = (entered + slice.rows).map { row(ofItem: $0, typed[$0["sku"].text ?? ""] ?? "") }
    let places = await ShopPlaces.all(visit)
    let name = await ShopPlaces.suppliers(visit).first { $0["code"] as? String == supplier }?["name"] as? String
    var values: [String: Any] = [
      "supplier": supplier, "location": location, "find": find,
      "locations": places.choices(chosen: location), "has_places": places.codes.count > 1, "rows": rows,
      "has_rows": !rows.isEmpty, "has_items": !items.isEmpty, "guards": asked(guards, visit.form),
      "draft_address": "/orders/draft?supplier=\(FormValues.encoded(supplier))"
        + (location.isEmpty ? "" : "&location=\(FormValues.encoded(location))"),
    ]
    values.merge(slice.values) { $1 }
    return try visit.page(
      "order-items", title: LocalizedText("Order items of \(name ?? supplier)"),
      values.merging(failure?.values ?? [:]) { $1 }, status: failure?.status ?? .ok)
  }

  /// An item with the field of its quantity.
  private static func row(ofItem item: JSONValue, _ typed: String) -> [String: Any] {
    let (pack, least) = (unit(item), item["minimum_order"].text ?? "")
    let nothing = LocalizedText(verbatim: "")
    let entry: [String: Any] = [
      "quantity": typed, "unit": pack.isEmpty ? LocalizedText("order units") : pack,
      "id": quantityField + FormValues.encoded(item["sku"].text ?? ""),
      "on_order": item["on_order"].text == "0"
        ? nothing : LocalizedText("\(item["on_order"].numberText) on order"),
      "least": ["", "0", "1"].contains(least) ? nothing : LocalizedText("at least \(PageNumber.text(least))"),
    ]
    return taken(
      from: item, ["sku", "title", "supplier_code", "currency"], numbers: ["on_hand", "reorder_point", "unit_cost"]
    ).merging(entry) { $1 }
  }

  private static func draftItems(_ visit: Visit) async throws -> Response {
    let entered = visit.form.values(after: quantityField).filter { !$0.value.isEmpty }
    let words: CommandWords
    do throws(PageFailure) {
      guard !entered.isEmpty else { throw nothingToDraft(LocalizedText("No quantity is entered")) }
      words = try ordering(entered, draftWords(visit), visit).flag("any-item")
    } catch {
      return try await choosing(visit.form, error, visit)
    }
    return try await drafted(words, visit) { failure, guards in
      try await choosing(visit.form, failure, visit, guards: guards)
    }
  }
}

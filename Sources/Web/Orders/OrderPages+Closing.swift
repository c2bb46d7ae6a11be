internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Closing what is still open of an order: a page that shows what will not come, and carrying it out.
extension OrderPages {
  static func addClosing(to routes: PageRoutes) {
    routes.get("/orders/:number/close") { visit in
      guard visit.may(.placeOrders) else { throw PageFailure.forbidden(.placeOrders) }
      return try await closing(shown(visit), nil, visit)
    }
    routes.post("/orders/:number/close", for: .placeOrders) { visit in try await closeLines(visit) }
  }

  /// The address where open lines of an order are closed; nil where nothing of it is open, or the person may not.
  ///
  /// - Parameter line: the only line that is ticked at first; all of them without one.
  static func closeAddress(_ order: JSONValue, line: String? = nil, _ visit: Visit) -> String? {
    guard (order["open_lines"].integer ?? 0) > 0, visit.may(.placeOrders) else { return nil }
    return address(order, "/close") + (line.map { "&line=\(FormValues.encoded($0))" } ?? "")
  }

  /// Whether more of a line was announced or invoiced than came.
  private static func isShort(_ line: JSONValue) -> Bool {
    func quantity(_ name: String) -> Quantity { line[name].text.flatMap { Quantity($0) } ?? .zero }
    return max(quantity("despatched"), quantity("invoiced")) > quantity("received")
  }

  /// The form of what will not come: each open line with what is open of it.
  private static func closing(
    _ shown: JSONValue, _ failure: PageFailure?, _ visit: Visit, guards: [JSONValue] = []
  ) async throws -> Response {
    let (order, form) = (shown["order"], visit.form)
    let places = await ShopPlaces.all(visit)
    let place = form["location"] ?? order["location"].text ?? visit.frame.location
    let isFirst = form.fields.isEmpty
    let ticked = isFirst ? visit.query.all("line") : form.all("line")
    let open = openLines(shown)
    let hasShort = open.contains(where: isShort)
    let rows = open.map { line -> [String: Any] in
      let name = line["line"].text ?? ""
      return [
        "line": name, "sku": line["sku"].text ?? "", "title": line["title"].text ?? "",
        "ordered": line["ordered"].numberText, "received": line["received"].numberText,
        "open": line["open"].numberText, "open_in_units": openInUnits(line),
        "is_ticked": isFirst && ticked.isEmpty || ticked.contains(name),
      ]
    }
    let number = order["order_number"].text ?? ""
    let values: [String: Any] = [
      "rows": rows, "has_rows": !rows.isEmpty, "order_number": number,
      "supplier_name": order["supplier_name"].text ?? "", "order_address": address(order),
      "act": address(order, "/close"), "reason": form["reason"] ?? "",
      "has_short": hasShort, "has_places": hasShort && places.codes.count > 1,
      "locations": places.choices(chosen: place),
      "is_undecided": !places.codes.contains(place ?? ""), "is_short": form["short-delivery"] != nil,
      "guards": asked(guards, form),
    ]
    return try visit.page(
      "order-close", title: LocalizedText("Close what is still open of order \(number)"),
      values.merging(failure?.values ?? [:]) { $1 }, status: failure?.status ?? .ok)
  }

  private static func closeLines(_ visit: Visit) async throws -> Response {
    let shown = try await shown(visit)
    let lines = visit.form.all("line")
    guard !lines.isEmpty else {
      let failure = PageFailure.noLineTicked(LocalizedText("Tick what will not come."), at: firstTick(shown))
      return try await closing(shown, failure, visit)
    }
    let reason = visit.form["reason"] ?? ""
    guard !reason.isEmpty else {
      let failure = PageFailure(
        status: .unprocessableContent, title: LocalizedText("The reason is missing"),
        remedy: LocalizedText("Nothing was closed. Say why it will not come."), option: "reason")
      return try await closing(shown, failure, visit)
    }
    let isLoss = visit.form["short-delivery"] != nil
    let answer = await visit.answer(
      try words("close", visit).options("line", lines).option("reason", reason)
        .flag("short-delivery", isLoss).option("location", isLoss ? visit.form["location"] : nil)
        .options("accept", visit.form.all("accept")).writing)
    let ending = Ending(
      nothing: LocalizedText("Nothing was closed: none of these lines is open any more."),
      asking: LocalizedText("Nothing was closed yet")
    ) { LocalizedText("What was open is closed, as import \($0).") }
    return try await end(answer, of: shown, ending, visit) { failure, guards in
      try await closing(shown, failure, visit, guards: guards)
    }
  }
}

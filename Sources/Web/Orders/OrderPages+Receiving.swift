internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Receiving the goods of an order: a form of what is expected to arrive, and booking what came.
extension OrderPages {
  static func addReceiving(to routes: PageRoutes) {
    routes.get("/orders/:number/receive") { visit in
      guard visit.may(.recordGoods) else { throw PageFailure.forbidden(.recordGoods) }
      // The form shows what is open. Who may not see that receives with commands, which show nothing of the order.
      guard visit.may(.readOrders) else { throw PageFailure.forbidden(.readOrders) }
      return try await receiving(shown(visit), FormValues(), nil, visit)
    }
    routes.post("/orders/:number/receive") { visit in try await receive(visit) }
  }

  /// What is expected to arrive of a line, by the last document that says so.
  struct Arrival {
    /// In stock units.
    let quantity: String
    /// The same in the units of the order; empty where that has too many decimals to be written.
    let inUnits: String
    /// Whether it is all that is open of the line, which needs no quantity.
    let isAllOpen: Bool
    /// Where the number comes from: `advised: 12 stock units, received: 4`.
    let source: LocalizedText

    /// Whether something is.
    var isExpected: Bool { quantity != "0" }
  }

  /// What is expected to arrive of a line: what was advised, else confirmed, else ordered, less what was received.
  static func arrival(of line: JSONValue) -> Arrival {
    func quantity(_ name: String) -> Quantity? { line[name].text.flatMap { Quantity($0) } }
    func source(_ name: String, _ number: LocalizedText) -> LocalizedText {
      switch name {
      case "despatched": LocalizedText("advised: \(number) stock units")
      case "confirmed": LocalizedText("confirmed: \(number) stock units")
      default: LocalizedText("ordered: \(number) stock units")
      }
    }
    let open = line["open"].text ?? "0"
    let received = quantity("received") ?? .zero
    let name = ["despatched", "confirmed", "ordered"].first { quantity($0) != nil }
    let total = name.flatMap(quantity)
    let rest = total?.subtracting(received).map { $0.scaled > 0 ? $0.description : "0" } ?? open
    var parts = name.map { [source($0, line[$0].numberText)] } ?? []
    if received.scaled != 0 { parts.append(LocalizedText("received: \(line["received"].numberText)")) }
    return Arrival(
      quantity: rest, inUnits: inOrderUnits(rest, of: line), isAllOpen: rest == open,
      source: LocalizedText(parts, separator: ", "))
  }

  /// The form of what came: each open line with what is expected of it, in the units in which it was ordered.
  private static func receiving(
    _ shown: JSONValue, _ form: FormValues, _ failure: PageFailure?, _ visit: Visit, guards: [JSONValue] = []
  ) async throws -> Response {
    let order = shown["order"]
    let ticked = form.all("line")
    let places = await ShopPlaces.all(visit)
    let place = form["location"] ?? order["location"].text ?? visit.frame.location
    let rows = openLines(shown).map { line -> [String: Any] in
      let name = line["line"].text ?? ""
      let arrival = arrival(of: line)
      let pack = unit(line)
      let quantity =
        form["quantity.\(name)"].map { LocalizedText(verbatim: $0) } ?? LocalizedText(typed: arrival.inUnits)
      return [
        "line": name, "sku": line["sku"].text ?? "", "title": line["title"].text ?? "", "open": line["open"].numberText,
        "unit": pack.isEmpty ? LocalizedText("order units") : pack, "quantity": quantity, "source": arrival.source,
        "received": line["received"].text ?? "",
        // The same in the units of the entry, where those are others.
        "open_in_units": openInUnits(line),
        "is_ticked": form.fields.isEmpty ? arrival.isExpected : ticked.contains(name),
      ]
    }
    var failure = failure
    if let farOff = guards.first(where: { $0["code"].text == "date-far-off" })?["examples"].elements.first {
      failure?.fields.insert(PageFailure.Field(id: "at", text: farOff.shownMessage), at: 0)
    }
    // The field takes a day and a time; the command says how to write them.
    if failure?.option == "at", failure?.code == "usage" {
      failure?.remedy = LocalizedText("Enter when the goods came, or leave the field empty if they came just now.")
    }
    let failed = failure?.values ?? [:]
    // Today without a time is now, as an empty field is.
    let moment = TypedMoment(visit.isoMoment(form["at"]))
    let shownMoment = moment.isToday(on: visit.frame.clock) ? "" : moment.inField(endOfDay: true)
    return try visit.page(
      "order-receive", title: LocalizedText("Receive order \(order["order_number"].text ?? "")"),
      [
        "rows": rows, "has_rows": !rows.isEmpty, "order_number": order["order_number"].text ?? "",
        "supplier_name": order["supplier_name"].text ?? "", "order_address": address(order),
        "act": address(order, "/receive"), "document": form["document"] ?? "",
        "at": shownMoment,
        "locations": places.choices(chosen: place), "has_places": places.codes.count > 1,
        "is_undecided": !places.codes.contains(place ?? ""),
        "guards": asked(guards, form),
      ].merging(failed) { $1 }, status: failure?.status ?? .ok)
  }

  /// How the names of the fields begin that keep what was received of a line when the page was made, before the line's number.
  private static let receivedField = "received."

  /// The identifier of the tick of the first line of a form; empty without one.
  static func firstTick(_ shown: JSONValue) -> String {
    openLines(shown).first.map { "line-\($0["line"].text ?? "")" } ?? ""
  }

  /// Whether goods of a line were received since the page was made, so that its quantity would be received a second time.
  private static func isReceivedSince(_ line: JSONValue, _ form: FormValues) -> Bool {
    form[receivedField + (line["line"].text ?? "")].map { $0 != line["received"].text ?? "" } ?? false
  }

  /// Why the quantity of a ticked line is not received; nil where it is.
  ///
  /// - Parameters:
  ///   - filledIn: what the page put into the field, which is nothing where it could not be written there.
  ///   - mayBeEmpty: whether an empty field means all that is open.
  private static func quantityFailure(
    _ typed: String, shown filledIn: String, mayBeEmpty: Bool, _ line: JSONValue, _ visit: Visit
  ) -> PageFailure? {
    let sku = line["sku"].text ?? ""
    let remedy = LocalizedText("Nothing was received. Enter how much arrived, or take the tick off the line.")
    if let failure = quantityFailure(typed, shown: filledIn, mayBeEmpty: mayBeEmpty, of: sku, remedy: remedy, visit) {
      return failure
    }
    guard isZero(typed) else { return nil }
    return PageFailure(
      status: .unprocessableContent, title: LocalizedText("The quantity of \(sku) is zero"), remedy: remedy)
  }

  /// Whether a quantity that was typed is 0.
  static func isZero(_ typed: String) -> Bool {
    (try? ExactDecimal(parsing: CountNumber.normalized(typed).utf8))?.coefficient == 0
  }

  /// Why what was typed is not a quantity of an item; nil where it is one.
  ///
  /// - Parameters:
  ///   - filledIn: what the page put into the field, which is nothing where it could not be written there.
  ///   - mayBeEmpty: whether an empty field means something.
  ///   - remedy: what to enter instead.
  static func quantityFailure(
    _ typed: String, shown filledIn: String, mayBeEmpty: Bool = false, of sku: String, remedy: LocalizedText,
    _ visit: Visit
  ) -> PageFailure? {
    func refused(_ title: LocalizedText) -> PageFailure {
      PageFailure(status: .unprocessableContent, title: title, remedy: remedy)
    }
    if typed.isEmpty, !mayBeEmpty { return refused(LocalizedText("The quantity of \(sku) is empty")) }
    if typed.first.map({ "-−–".contains($0) }) ?? false {
      return refused(LocalizedText("The quantity of \(sku) is below zero"))
    }
    if let failure = visit.numberFailure(typed, shown: filledIn) { return failure }
    guard typed != filledIn else { return nil }
    let number = try? ExactDecimal(parsing: CountNumber.normalized(typed).utf8)
    guard let number, let scaled = number.scaled(toFractionDigits: Quantity.fractionDigits) else {
      return refused(LocalizedText("“\(typed)” is not a quantity"))
    }
    return scaled.isExact ? nil : refused(LocalizedText("“\(typed)” has more than three decimals"))
  }

  private static func receive(_ visit: Visit) async throws -> Response {
    let shown = try await shown(visit)
    let lines = visit.form.all("line")
    guard !lines.isEmpty else {
      let failure = PageFailure.noLineTicked(LocalizedText("Tick what arrived."), at: firstTick(shown))
      return try await receiving(shown, visit.form, failure, visit)
    }
    let ticked = shown["lines"].elements.filter { line in line["line"].text.map { lines.contains($0) } ?? false }
    guard !ticked.contains(where: { isReceivedSince($0, visit.form) }) else {
      let failure = PageFailure(
        status: .unprocessableContent,
        title: LocalizedText("Nothing was received: goods of these lines were received since this page was opened."),
        remedy: LocalizedText(
          "The quantities are now those that are left. Compare them with what arrived, then send the form again."))
      return try await receiving(shown, FormValues(), failure, visit)
    }
    let moment = TypedMoment(visit.isoMoment(visit.form["at"]))
    // A day alone means its end, and that of today is still to come.
    let time = moment.isToday(on: visit.frame.clock) ? "" : moment.text
    var document = visit.form["document"] ?? ""
    if !time.isEmpty, document.isEmpty {
      // The command would name it after the order and that time: a second delivery of then would replace it.
      document = "\(shown["order"]["order_number"].text ?? "") \(visit.frame.clock.iso8601(.now))"
    }
    var words = try words("receive", visit).option("document", document).option("at", time)
      .option("location", visit.form["location"])
      .options("accept", visit.form.all("accept"))
    for line in ticked {
      let name = line["line"].text ?? ""
      let arrival = arrival(of: line)
      let filledIn = visit.numberInField(arrival.inUnits)
      let typed = visit.form["quantity.\(name)"] ?? filledIn
      let mayBeEmpty = arrival.isAllOpen && filledIn.isEmpty
      if let failure = quantityFailure(typed, shown: filledIn, mayBeEmpty: mayBeEmpty, line, visit) {
        return try await receiving(shown, visit.form, failure.at("quantity-\(name)"), visit)
      }
      let quantity = typed == filledIn ? arrival.inUnits : CountNumber.normalized(typed)
      // All that is open needs no quantity, and may have more decimals than are shown.
      let isAllOpen = arrival.isAllOpen && quantity == arrival.inUnits
      words = words.option("line", isAllOpen ? name : "\(name)=\(quantity)")
    }
    let answer = await visit.answer(words.writing)
    let result = JSONValue(answer.output) ?? .null
    let counts = result["counts"].elements
    let isKnown = !counts.isEmpty && counts.allSatisfy { $0["action"].text == "unchanged" }
    if result["import_number"].text != nil, isKnown || result["outcome"].text == "already-applied" {
      let failure = PageFailure(
        status: .unprocessableContent,
        title: LocalizedText("Nothing was received: this delivery note is recorded already."),
        remedy: LocalizedText("Enter another number if other goods came."), option: "document")
      return try await receiving(shown, visit.form, failure, visit)
    }
    let ending = Ending(
      nothing: LocalizedText("Nothing was received: none of these lines is open any more."),
      asking: LocalizedText("Nothing was received yet")
    ) { LocalizedText("The goods are received, as import \($0).") }
    return try await end(answer, of: shown, ending, visit) { failure, guards in
      try await receiving(shown, visit.form, failure, visit, guards: guards)
    }
  }
}

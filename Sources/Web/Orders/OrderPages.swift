internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import RetailValues
internal import Serving

/// Orders to suppliers: those that are open or late, one with its documents, receiving, and drafts.
enum OrderPages {
  static func add(to routes: PageRoutes) {
    routes.get("/orders") { visit in try await list(visit) }
    addDrafts(to: routes)
    routes.get("/orders/:number") { visit in try await order(visit) }
    routes.get("/orders/:number/receive") { visit in
      guard visit.may(.recordGoods) else { throw PageFailure.forbidden(.recordGoods) }
      // The form shows what is open. Who may not see that receives with commands, which show nothing of the order.
      guard visit.may(.readOrders) else { throw PageFailure.forbidden(.readOrders) }
      return try await receiving(shown(visit), FormValues(), nil, visit)
    }
    routes.post("/orders/:number/receive") { visit in try await receive(visit) }
    addClosing(to: routes)
    addFile(to: routes)
  }

  /// The address of an order: its number, with the supplier, because two may use the same number.
  static func address(_ order: JSONValue, _ page: String = "") -> String {
    "/orders/\(FormValues.encoded(order["order_number"].text ?? ""))\(page)"
      + "?supplier=\(FormValues.encoded(order["supplier"].text ?? ""))"
  }

  /// The address where the goods of an order are received; nil where nothing of it is open, or the person may not.
  static func receiveAddress(_ order: JSONValue, _ visit: Visit) -> String? {
    (order["open_lines"].integer ?? 0) > 0 && visit.may(.recordGoods) ? address(order, "/receive") : nil
  }

  /// The address of an order as its supplier reads it.
  static func printAddress(_ order: JSONValue) -> String {
    "/reports/purchase-order?supplier=\(FormValues.encoded(order["supplier"].text ?? ""))"
      + "&order=\(FormValues.encoded(order["order_number"].text ?? ""))"
  }

  // MARK: Lists

  private static let members = [
    "order_number", "supplier", "supplier_name", "ordered_on", "next_on", "state", "location", "currency",
  ]
  private static let numbers = ["lines", "open_lines", "ordered_cost", "open_cost"]

  /// Members of an object, each of which a template finds there and nowhere else.
  static func taken(from found: JSONValue, _ texts: [String], numbers: [String]) -> [String: Any] {
    let texts = texts.map { ($0, found[$0].text ?? "" as Any) }
    return Dictionary(uniqueKeysWithValues: texts + numbers.map { ($0, found[$0].numberText as Any) })
  }

  private static func row(_ order: JSONValue) -> [String: Any] {
    var row = taken(from: order, members, numbers: numbers)
    row["address"] = address(order)
    row["is_late"] = order["is_late"].isTrue
    row["state"] = order["state"].word
    row["ordered_on"] = order["ordered_on"].shownDay
    row["next_on"] = order["next_on"].shownDay
    return row
  }

  private static func list(_ visit: Visit) async throws -> Response {
    let all = try await visit.run(CommandWords("order", "list")).elements
    let open = all.filter { ($0["open_lines"].integer ?? 0) > 0 }
    let late = open.filter { $0["is_late"].isTrue }
    let which = visit.query["which"] ?? "open"
    let lists = [
      ("open", LocalizedText("Open"), open, LocalizedText("No order is open.")),
      ("late", LocalizedText("Late"), late, LocalizedText("No order is late.")),
      ("all", LocalizedText("All"), all, LocalizedText("There are no orders yet.")),
    ]
    guard let shown = lists.first(where: { $0.0 == which }) else { throw PageFailure.notFound }
    let slice = Slice(shown.2, from: visit.query["from"], address: "/orders?which=\(which)")
    var values: [String: Any] = [
      "tabs": lists.map { name, title, orders, _ -> [String: Any] in
        [
          "name": title, "address": "/orders?which=\(name)", "count": PageNumber.text(orders.count),
          "is_current": name == which,
        ]
      },
      "orders": slice.rows.map { order -> [String: Any] in
        var row = row(order)
        let currency = order["currency"].text ?? ""
        row["receive"] = receiveAddress(order, visit) ?? ""
        row["other_currency"] = currency == visit.frame.currency ? "" : currency
        return row
      }, "has_orders": !slice.rows.isEmpty, "empty": shown.3,
      "csv": "/orders.csv?which=\(which)",
    ]
    values.merge(slice.values) { $1 }
    return try visit.page("orders", title: LocalizedText("Orders"), values)
  }

  // MARK: One order

  static func words(_ command: String, _ visit: Visit) throws -> CommandWords {
    CommandWords("order", command).option("supplier", visit.query["supplier"]).argument(try visit.parameter("number"))
  }

  static func shown(_ visit: Visit) async throws -> JSONValue {
    let answer = await visit.answer(try words("show", visit))
    guard answer.status == 0, let shown = JSONValue(answer.output) else {
      let failure = PageFailure(answer)
      throw failure.code == "not-found" ? PageFailure.notFound : failure
    }
    return shown
  }

  /// The lines of an order of which something is still to come.
  static func openLines(_ shown: JSONValue) -> [JSONValue] { shown["lines"].elements.filter { $0["open"].text != "0" } }

  /// What is open of a line, in the units in which it was ordered; empty where those are the stock units.
  static func openInUnits(_ line: JSONValue) -> LocalizedText {
    let open = openQuantity(line)
    return open.isEmpty || open == line["open"].text ? LocalizedText(verbatim: "") : inUnits(open, of: line)
  }

  private static let lineMembers = ["line", "sku", "title", "state", "closed_reason"]
  private static let lineNumbers = [
    "ordered", "confirmed", "despatched", "received", "invoiced", "open", "unit_cost", "invoiced_unit_cost",
  ]

  /// The unit in which a line is ordered, with how many stock units it holds: `case of 6 units`; empty where nothing is said.
  static func unit(_ line: JSONValue) -> LocalizedText {
    let unit = line["order_unit"].text
    guard let pack = line["pack_size"].text, let size = Decimal(string: pack), size != 1 else {
      return LocalizedText(verbatim: unit ?? "")
    }
    let name = unit.map { LocalizedText(verbatim: $0) } ?? LocalizedText("pack")
    return LocalizedText("\(name) of \(LocalizedText(number: pack)) units")
  }

  /// A quantity in the unit of a line: `4 × case of 6 units`, `4 kg`.
  static func inUnits(_ quantity: String?, of line: JSONValue) -> LocalizedText {
    let (number, unit) = (PageNumber.text(quantity), unit(line))
    guard !unit.isEmpty else { return number }
    let isPack = line["pack_size"].text.flatMap { Decimal(string: $0) }.map { $0 != 1 } ?? false
    return LocalizedText([number, unit], separator: isPack ? " × " : " ")
  }

  private static func order(_ visit: Visit) async throws -> Response {
    let shown = try await shown(visit)
    let order = shown["order"]
    let slice = Slice(shown["lines"].elements, from: visit.query["from"], address: address(order))
    var values = row(order)
    if order["currency"].text == nil { values["currency"] = visit.frame.currency }
    values["rows"] = slice.rows.map { line -> [String: Any] in
      var row = taken(from: line, lineMembers, numbers: lineNumbers)
      row["sku_address"] = FormValues.encoded(line["sku"].text ?? "")
      let quantity = line["order_quantity"].text
      row["ordered_as"] = quantity == nil ? LocalizedText(verbatim: "") : inUnits(quantity, of: line)
      let isOpen = line["open"].text != "0"
      row["is_open"] = isOpen
      row["close_line"] = isOpen ? closeAddress(order, line: line["line"].text, visit) ?? "" : ""
      row["state"] = line["state"].word
      return row
    }
    values["documents"] = shown["documents"].elements.map { paper -> [String: Any] in
      [
        "kind": paper["kind"].word, "number": paper["number"].text ?? "", "day": paper["day"].shownDay,
        "remark": paper["remark"].text ?? "",
        "address": visit.seesChangeSets ? paper["import_number"].text.map { "/imports/\($0)" } ?? "" : "",
      ]
    }
    values["has_documents"] = !shown["documents"].elements.isEmpty
    values["differences"] = shown["differences"].elements.map { difference -> [String: Any] in
      let line = difference["line"].text.map { LocalizedText("line \($0)") } ?? LocalizedText("not on the order")
      return [
        "text": difference["text"].text ?? "",
        "where": LocalizedText(
          [line] + (difference["sku"].text.map { [LocalizedText(verbatim: $0)] } ?? []), separator: ", "),
      ]
    }
    values["has_differences"] = !shown["differences"].elements.isEmpty
    values["receive"] = receiveAddress(order, visit) ?? ""
    values["close"] = closeAddress(order, visit) ?? ""
    values["print"] = printAddress(order)
    values.merge(slice.values) { $1 }
    return try visit.page("order", title: LocalizedText("Order \(order["order_number"].text ?? "")"), values)
  }

  // MARK: Receiving

  /// The form of what came: each open line with what is open of it, in the units in which it was ordered.
  private static func receiving(
    _ shown: JSONValue, _ form: FormValues, _ failure: PageFailure?, _ visit: Visit, guards: [JSONValue] = []
  ) async throws -> Response {
    let order = shown["order"]
    let ticked = form.all("line")
    let places = await ShopPlaces.all(visit)
    let place = form["location"] ?? order["location"].text ?? visit.frame.location
    let rows = openLines(shown).map { line -> [String: Any] in
      let name = line["line"].text ?? ""
      let (open, pack) = (openQuantity(line), unit(line))
      let quantity = form["quantity.\(name)"].map { LocalizedText(verbatim: $0) } ?? LocalizedText(typed: open)
      let wrong: LocalizedText? = failure.flatMap { $0.option == wrongLine + name ? $0.title : nil }
      return [
        "line": name, "sku": line["sku"].text ?? "", "title": line["title"].text ?? "", "open": line["open"].numberText,
        "unit": pack.isEmpty ? LocalizedText("order units") : pack, "quantity": quantity,
        // The same in the units of the entry, where those are others.
        "open_in_units": openInUnits(line),
        "is_ticked": form.fields.isEmpty || ticked.contains(name),
        "wrong": wrong ?? "" as Any,
      ]
    }
    let farOff = guards.first { $0["code"].text == "date-far-off" }?["examples"].elements.first?.shownMessage
    var failed = failure?.values ?? [:]
    // The field takes a day and a time; the command says how to write them.
    if let failure, failure.option == "at", failure.code == "usage" {
      failed["remedy"] = LocalizedText("Enter when the goods came, or leave the field empty if they came just now.")
    }
    let wrongTime = failure?.option == "at" ? failure?.title : farOff
    let wrongDocument = failure?.option == "document" ? failure?.title : nil
    // Today without a time is now, as an empty field is.
    let moment = TypedMoment(visit.isoMoment(form["at"]))
    let shownMoment = moment.isToday(on: visit.frame.clock) ? "" : moment.inField(endOfDay: true)
    return try visit.page(
      "order-receive", title: LocalizedText("Receive order \(order["order_number"].text ?? "")"),
      [
        "rows": rows, "has_rows": !rows.isEmpty, "order_number": order["order_number"].text ?? "",
        "supplier_name": order["supplier_name"].text ?? "", "order_address": address(order),
        "act": address(order, "/receive"), "document": form["document"] ?? "",
        "wrong_document": wrongDocument ?? "" as Any, "at": shownMoment, "wrong_at": wrongTime ?? "" as Any,
        "locations": places.choices(chosen: place), "has_places": places.codes.count > 1,
        "is_undecided": !places.codes.contains(place ?? ""),
        "problem": false, "remedy": "", "has_failed": false,
        "guards": asked(guards, form),
      ].merging(failed) { $1 }, status: failure == nil ? .ok : .unprocessableContent)
  }

  /// What the failure of one line's quantity calls it, before the line's number.
  private static let wrongLine = "line "

  /// What is open of a line, in the units in which it was ordered; empty where that has too many decimals to be written.
  static func openQuantity(_ line: JSONValue) -> String {
    guard let open = line["open"].text.flatMap({ Decimal(string: $0) }),
      let pack = line["pack_size"].text.flatMap({ Decimal(string: $0) }), pack > 0
    else { return "" }
    var quotient = open / pack
    var rounded = Decimal()
    NSDecimalRound(&rounded, &quotient, 3, .plain)
    return rounded * pack == open ? "\(rounded)" : ""
  }

  /// Why the quantity of a ticked line is not received; nil where it is.
  ///
  /// - Parameter filledIn: what the page put into the field, which is nothing where it could not be written there.
  private static func quantityFailure(
    _ typed: String, shown filledIn: String, _ line: JSONValue, _ visit: Visit
  ) -> PageFailure? {
    let sku = line["sku"].text ?? ""
    let remedy = LocalizedText("Nothing was received. Enter how much arrived, or take the tick off the line.")
    if let failure = quantityFailure(typed, shown: filledIn, of: sku, remedy: remedy, visit) { return failure }
    guard typed != filledIn, isZero(typed) else { return nil }
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
  ///   - remedy: what to enter instead.
  static func quantityFailure(
    _ typed: String, shown filledIn: String, of sku: String, remedy: LocalizedText, _ visit: Visit
  ) -> PageFailure? {
    func refused(_ title: LocalizedText) -> PageFailure {
      PageFailure(status: .unprocessableContent, title: title, remedy: remedy)
    }
    if typed.isEmpty, !filledIn.isEmpty { return refused(LocalizedText("The quantity of \(sku) is empty")) }
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
      return try await receiving(shown, visit.form, .noLineTicked(LocalizedText("Tick what arrived.")), visit)
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
    for line in shown["lines"].elements {
      guard let name = line["line"].text, lines.contains(name) else { continue }
      let open = openQuantity(line)
      let filledIn = visit.numberInField(open)
      let typed = visit.form["quantity.\(name)"] ?? filledIn
      if var failure = quantityFailure(typed, shown: filledIn, line, visit) {
        failure.option = wrongLine + name
        return try await receiving(shown, visit.form, failure, visit)
      }
      let quantity = CountNumber.normalized(typed)
      // A quantity that nobody changed is all that is open, even where it has more decimals than are shown.
      words = words.option("line", quantity == open ? name : "\(name)=\(quantity)")
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

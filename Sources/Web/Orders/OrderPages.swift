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
    addReceiving(to: routes)
    addClosing(to: routes)
    GoodsPages.add(to: routes)
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
    row["state"] = state(of: order)
    row["ordered_on"] = order["ordered_on"].shownDay
    row["next_on"] = order["next_on"].shownDay
    let uncosted = order["lines_without_cost"].integer ?? 0
    if uncosted > 0 {
      let number = PageNumber.text(uncosted)
      row["uncosted"] = LocalizedText(
        count: uncosted, one: "1 line without a cost", other: "\(number) lines without a cost")
    } else {
      row["uncosted"] = ""
    }
    return row
  }

  /// The state of an order or of one of its lines.
  ///
  /// Nothing records that an order was sent to its supplier, so a draft is one until the supplier answers or goods come.
  static func state(of record: JSONValue) -> LocalizedText {
    if record["is_draft"].isTrue { return LocalizedText("draft, no answer yet") }
    let state = record["state"].text
    let refused = DocumentDifference.refused
    return LocalizedText(word: state == refused.rawValue ? refused.pattern : state)
  }

  /// Which orders a list has.
  enum Selection: String, CaseIterable {
    /// Those that were drafted, and that no supplier has answered.
    case drafts
    case open, late, all

    /// That of an address; the open orders unless it says otherwise.
    init(_ query: FormValues) throws(PageFailure) {
      guard let chosen = Selection(rawValue: query["which"] ?? Selection.open.rawValue) else { throw .notFound }
      self = chosen
    }

    func has(_ order: JSONValue) -> Bool {
      let isOpen = (order["open_lines"].integer ?? 0) > 0
      return switch self {
      case .drafts: isOpen && order["is_draft"].isTrue
      case .open: isOpen && !order["is_draft"].isTrue
      // A draft may have been sent all the same.
      case .late: isOpen && order["is_late"].isTrue
      case .all: true
      }
    }

    fileprivate var title: LocalizedText {
      switch self {
      case .drafts: LocalizedText("Drafts")
      case .open: LocalizedText("Open")
      case .late: LocalizedText("Late")
      case .all: LocalizedText("All")
      }
    }

    fileprivate var empty: LocalizedText {
      switch self {
      case .drafts: LocalizedText("There are no drafts.")
      case .open: LocalizedText("No order is open.")
      case .late: LocalizedText("No order is late.")
      case .all: LocalizedText("There are no orders yet.")
      }
    }
  }

  /// The orders with the text that is looked for in their number, or in the code or name of their supplier.
  static func listed(_ visit: Visit) async throws -> [JSONValue] {
    let text = visit.query["find"] ?? ""
    return try await visit.run(CommandWords("order", "list")).elements.filter {
      $0.holds(text, in: ["order_number", "supplier", "supplier_name"])
    }
  }

  private static func list(_ visit: Visit) async throws -> Response {
    let which = try Selection(visit.query)
    let all = try await listed(visit)
    let find = visit.query["find"] ?? ""
    let search = find.isEmpty ? "" : "&find=\(FormValues.encoded(find))"
    let slice = Slice(
      all.filter(which.has), from: visit.query["from"], address: "/orders?which=\(which.rawValue)\(search)")
    var values: [String: Any] = [
      "tabs": Selection.allCases.map { selection -> [String: Any] in
        [
          "name": selection.title, "address": "/orders?which=\(selection.rawValue)\(search)",
          "count": PageNumber.text(all.filter(selection.has).count), "is_current": selection == which,
        ]
      },
      "orders": slice.rows.map { order -> [String: Any] in
        var row = row(order)
        let currency = order["currency"].text ?? ""
        row["receive"] = receiveAddress(order, visit) ?? ""
        row["other_currency"] = currency == visit.frame.currency ? "" : currency
        return row
      }, "has_orders": !slice.rows.isEmpty, "empty": which.empty,
      "csv": "/orders.csv?which=\(which.rawValue)\(search)", "which": which.rawValue, "find": find,
      "is_search": !find.isEmpty, "has_search": !all.isEmpty || !find.isEmpty,
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
    let open = inOrderUnits(line["open"].text, of: line)
    return open.isEmpty || open == line["open"].text ? LocalizedText(verbatim: "") : inUnits(open, of: line)
  }

  /// A quantity in stock units in the units in which a line was ordered; empty where that has too many decimals to be written.
  static func inOrderUnits(_ quantity: String?, of line: JSONValue) -> String {
    guard let quantity = quantity.flatMap({ Decimal(string: $0) }),
      let pack = line["pack_size"].text.flatMap({ Decimal(string: $0) }), pack > 0
    else { return "" }
    var quotient = quantity / pack
    var rounded = Decimal()
    NSDecimalRound(&rounded, &quotient, 3, .plain)
    return rounded * pack == quantity ? "\(rounded)" : ""
  }

  private static let lineMembers = ["line", "sku", "title", "state", "closed_reason"]
  private static let lineNumbers = [
    "ordered", "confirmed", "despatched", "received", "invoiced", "open", "unit_cost", "invoiced_unit_cost",
  ]

  /// The unit in which a line is ordered, with how many stock units it holds: `case of 6 units`; empty where nothing is said.
  static func unit(_ line: JSONValue) -> LocalizedText {
    let unit = line["order_unit"].text
    guard let pack = line["pack_size"].text, let size = Decimal(string: pack), size != 1 else {
      return LocalizedText(unit: unit)
    }
    let name = unit == nil ? LocalizedText("pack") : LocalizedText(unit: unit)
    return LocalizedText("\(name) of \(LocalizedText(number: pack)) units")
  }

  /// A quantity in the unit of a line: `4 × case of 6 units`, `4 kg`.
  static func inUnits(_ quantity: String?, of line: JSONValue) -> LocalizedText {
    let (number, unit) = (PageNumber.text(quantity), unit(line))
    guard !unit.isEmpty else { return number }
    let isPack = line["pack_size"].text.flatMap { Decimal(string: $0) }.map { $0 != 1 } ?? false
    return LocalizedText([number, unit], separator: isPack ? " × " : " ")
  }

  /// What differs between two documents; in English where a newer command reports a difference that is not known here.
  static func sentence(of difference: JSONValue) -> LocalizedText {
    guard let kind = difference["difference"].text.flatMap(DocumentDifference.init(rawValue:)) else {
      return LocalizedText(verbatim: difference["text"].text ?? "")
    }
    let none = kind.isOfCosts ? LocalizedText(verbatim: "–") : LocalizedText("nothing")
    let (expected, found) = (difference["expected"], difference["found"])
    let sentence = LocalizedText(
      kind, expected: expected.text == nil ? none : expected.numberText,
      found: found.text == nil ? none : found.numberText)
    guard kind.namesItsDetail, let detail = difference["detail"].text else { return sentence }
    return LocalizedText([sentence, LocalizedText(verbatim: "(\(detail))")], separator: " ")
  }

  /// What a command says of a document: the amount of an invoice as the language writes it, anything else as it is.
  private static func remark(_ text: String) -> LocalizedText {
    guard let match = text.wholeMatch(of: #/(-?[0-9]+(?:\.[0-9]+)?) ([A-Z]{3})/#) else {
      return LocalizedText(verbatim: text)
    }
    return LocalizedText(
      [PageNumber.text(String(match.output.1)), LocalizedText(verbatim: String(match.output.2))], separator: " ")
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
      row["state"] = state(of: line)
      return row
    }
    values["documents"] = shown["documents"].elements.map { paper -> [String: Any] in
      // That of a response is a word of ours; others are data.
      let isWord = paper["kind"].text == "response"
      return [
        "kind": paper["kind"].word, "number": paper["number"].text ?? "", "day": paper["day"].shownDay,
        "remark": isWord ? paper["remark"].word : remark(paper["remark"].text ?? ""),
        "address": visit.seesChangeSets ? paper["import_number"].text.map { "/imports/\($0)" } ?? "" : "",
      ]
    }
    values["has_documents"] = !shown["documents"].elements.isEmpty
    let differences = shown["differences"].elements
    let rounded = differences.filter { $0["is_rounding"].isTrue }
    func described(_ difference: JSONValue) -> [String: Any] {
      let line = difference["line"].text.map { LocalizedText("line \($0)") } ?? LocalizedText("not on the order")
      return [
        "text": sentence(of: difference),
        "where": LocalizedText(
          [line] + (difference["sku"].text.map { [LocalizedText(verbatim: $0)] } ?? []), separator: ", "),
      ]
    }
    values["differences"] = differences.filter { !$0["is_rounding"].isTrue }.map(described)
    values["rounded"] = rounded.map(described)
    values["rounding"] = LocalizedText(
      count: rounded.count, one: "1 difference of rounding",
      other: "\(PageNumber.text(rounded.count)) differences of rounding")
    values["has_rounded"] = !rounded.isEmpty
    values["has_differences"] = !differences.isEmpty
    values["has_real_differences"] = rounded.count < differences.count
    values["receive"] = receiveAddress(order, visit) ?? ""
    values["close"] = closeAddress(order, visit) ?? ""
    values["print"] = printAddress(order)
    values["csv"] = address(order, "/lines.csv")
    values.merge(slice.values) { $1 }
    return try visit.page("order", title: LocalizedText("Order \(order["order_number"].text ?? "")"), values)
  }
}

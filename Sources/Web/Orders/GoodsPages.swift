internal import FormatKit
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Receiving the goods of an order by scanning what came.
///
/// It is for people who may not see orders: the pages show what they scanned, and nothing of the order.
enum GoodsPages {
  static let path = "/receive"
  /// Bytes of a code.
  private static let longestCode = 100

  static func add(to routes: PageRoutes) {
    routes.get(path) { visit in try await begin(visit) }
    routes.get(path + "/:order") { visit in try await page(try Place(visit), visit) }
    // The second of two scans may come before the answer to the first.
    let scanned: PageRoutes.Answer = { visit in try await scan(visit) }
    routes.post(path + "/:order", for: .recordGoods, otherContent: scanned, scanned)
    routes.post(path + "/:order/undo", for: .recordGoods) { visit in try await takeBack(visit) }
    routes.post(path + "/:order/refused", for: .recordGoods) { visit in try await decide(visit) }
    routes.post(path + "/:order/book", for: .recordGoods) { visit in try await book(visit) }
  }

  /// Whether it is the person's only way to receive goods on the pages, because they may not see orders.
  static func isWay(of visit: Visit) -> Bool { visit.mayInWholeShop(.recordGoods) && !visit.may(.readOrders) }

  /// The order whose goods are scanned.
  private struct Place {
    /// The number as the person typed it.
    let order: String

    init(_ visit: Visit) throws {
      try visit.requireInWholeShop(.recordGoods)
      order = try visit.parameter("order")
    }

    var address: String { GoodsPages.address(order) }
  }

  private static func address(_ order: String) -> String { "\(path)/\(FormValues.encoded(order))" }

  // MARK: The order

  /// Asks for the number of the order, and goes on to it where the shop has it.
  private static func begin(_ visit: Visit) async throws -> Response {
    try visit.requireInWholeShop(.recordGoods)
    let (order, title) = (visit.query["order"] ?? "", LocalizedText("Receive goods"))
    guard !order.isEmpty else { return try visit.page("goods-order", title: title, begun(visit, order)) }
    // It answers a person who may not see the order whether there is one, and no more.
    let words = CommandWords("order", "receive").flag("everything").flag("dry-run").argument(order)
    let answer = await visit.answer(words.writing)
    guard let result = JSONValue(answer.output), result["error"]["message"].text == nil else {
      let failure = PageFailure(answer).at("order")
      return try visit.page("goods-order", title: title, begun(visit, order), refusing: failure)
    }
    return visit.redirect(to: address(order))
  }

  /// The values of the page that asks for an order, with those of which the person scanned something.
  private static func begun(_ visit: Visit, _ order: String) -> [String: Any] {
    let begun = ScannedGoods.all(visit)
    return [
      "order": order, "has_begun": !begun.isEmpty,
      "begun": begun.map { ["name": $0.order, "address": address($0.order)] },
    ]
  }

  // MARK: Scanning

  /// What was scanned so far, with the fields for the next code and for booking.
  ///
  /// - Parameters:
  ///   - failure: why nothing was done.
  ///   - unknown: the code that was scanned, where the shop does not know it.
  ///   - guards: what has to be answered before the goods are booked.
  ///   - typed: the code and the number that stay in their fields.
  private static func page(
    _ place: Place, _ visit: Visit, _ failure: PageFailure? = nil, unknown: String? = nil, guards: [JSONValue] = [],
    typed: (code: String, quantity: String)? = nil
  ) async throws -> Response {
    let goods = ScannedGoods.find(place.order, visit)
    let (lines, refused) = (goods?.lines ?? [], goods?.refused ?? [])
    let scanned = failure == nil && visit.query["scanned"] != nil ? lines.first : nil
    let places = await ShopPlaces.all(visit)
    var values: [String: Any] = [
      "order": place.order, "address": place.address, "code": typed?.code ?? "", "quantity": typed?.quantity ?? "1",
      "lines": lines.map(row), "has_lines": !lines.isEmpty,
      // As on the page of a count.
      "sound": unknown != nil ? "unknown" : failure != nil ? "wrong" : scanned != nil ? "right" : "",
      "refused": refused.map {
        [
          "code": $0.code, "shown": PageNumber.text($0.quantity), "plain": $0.quantity,
          "number": LocalizedText(typed: $0.quantity), "reason": $0.reason,
        ] as [String: Any]
      },
      "has_refused": !refused.isEmpty, "document": visit.form["document"] ?? "",
      "locations": places.choices(chosen: visit.form["location"]), "has_places": places.codes.count > 1,
      "guards": OrderPages.asked(guards, visit.form),
    ]
    if let scanned { values["right"] = row(scanned) }
    if let unknown { values["unknown"] = ["code": unknown] }
    if let failure { values.merge(failure.values) { $1 } }
    return try visit.page(
      "goods", title: LocalizedText("Receive order \(place.order)"), values, status: failure?.status ?? .ok)
  }

  /// A code that can be booked, with the pieces that it stands for.
  private static func row(_ line: ScannedGoods.Line) -> [String: Any] {
    [
      "code": line.code, "title": line.title.isEmpty ? line.code : line.title,
      "shown": PageNumber.text(line.quantity), "plain": line.quantity, "is_pack": line.pack != nil,
      "pack": PageNumber.text(line.pack), "pieces": PageNumber.text(line.pieces(line.quantity)),
    ]
  }

  /// What is scanned.
  private enum Found {
    /// An item of the shop, which comes with no quantity yet.
    case item(ScannedGoods.Line)
    case refused(ScannedGoods.Refused)
  }

  /// Adds what was scanned to the list, or keeps a code that cannot be booked.
  ///
  /// - Parameter refused: the number of this code on the list of those that cannot be booked, which is tried again.
  private static func scan(_ visit: Visit, tryingAgain refused: String? = nil) async throws -> Response {
    let place = try Place(visit)
    let (code, typed) = (visit.form["code"] ?? "", visit.form["quantity"] ?? "")
    let quantity: String
    do throws(PageFailure) { quantity = try number(typed, of: code, visit) } catch {
      return try await page(place, visit, error.at("quantity"), typed: (code: code, quantity: typed))
    }
    guard !code.isEmpty, code.utf8.count <= longestCode, !code.contains(where: \.isNewline) else {
      let wrong = PageFailure(
        status: .unprocessableContent,
        title: code.isEmpty ? LocalizedText("The code is missing") : LocalizedText("This is not a code"),
        remedy: LocalizedText("Nothing was saved. Scan a code, or type it."), field: "code")
      return try await page(place, visit, wrong, typed: (code: code, quantity: typed))
    }
    do {
      switch try await find(code, quantity, place, visit) {
      case .item(let line):
        try ScannedGoods.change(place.order, visit) { goods in
          if let refused { goods.forget(code, refused) }
          goods.add(quantity, of: line)
        }
        let undo = "?code=\(FormValues.encoded(code))&quantity=\(quantity)"
        let (number, name) = (PageNumber.text(quantity), line.title.isEmpty ? code : line.title)
        let text =
          line.pack == nil
          ? LocalizedText("\(number) × \(name) saved.")
          : LocalizedText("\(number) × \(name) saved: \(PageNumber.text(line.pieces(quantity))) pieces.")
        visit.site.sessions.say(
          Message(text: text, undoAtOnce: "\(place.address)/undo\(undo)"), to: visit.secret)
        return visit.redirect(to: "\(place.address)?scanned=yes")
      case .refused(let entry):
        try ScannedGoods.change(place.order, visit) { goods in
          if let refused { goods.forget(code, refused) }
          goods.refuse(entry)
        }
        let failure = PageFailure(
          status: .unprocessableContent, title: LocalizedText("\(code) cannot be booked"),
          remedy: LocalizedText("It is kept below. Put these goods aside, and give the code to a manager."))
        return try await page(place, visit, failure, unknown: entry.message.isEmpty ? code : nil)
      }
    } catch let failure as PageFailure where failure.keepsForm {
      return try await page(place, visit, failure, typed: (code: code, quantity: typed))
    }
  }

  /// How many came, as a plain number.
  ///
  /// - Throws: why what was typed is not a number of pieces.
  private static func number(_ typed: String, of code: String, _ visit: Visit) throws(PageFailure) -> String {
    let number = CountNumber.normalized(typed)
    if let failure = visit.numberFailure(typed) ?? CountNumber.failure(ofQuantity: number) { throw failure }
    let remedy = LocalizedText("Nothing was saved. Enter how many came.")
    guard let quantity = CountNumber.sum("0", number) else {
      throw PageFailure(
        status: .unprocessableContent, title: LocalizedText("“\(typed)” is not a quantity"), remedy: remedy)
    }
    guard quantity != "0" else {
      throw PageFailure(
        status: .unprocessableContent, title: LocalizedText("The quantity of \(code) is zero"), remedy: remedy)
    }
    return quantity
  }

  /// What a code is, by the command that books it, which changes nothing.
  ///
  /// - Throws: that the order does not exist any more, or that the shop is busy.
  private static func find(_ code: String, _ quantity: String, _ place: Place, _ visit: Visit) async throws -> Found {
    let uploads = visit.site.uploads
    let file = try uploads.placeOutput("code.csv")
    defer { uploads.removeOutput(at: file) }
    try ScannedGoods.table(ofCode: code).write(to: URL(fileURLWithPath: file))
    let answer = await visit.answer(
      CommandWords("order", "receive").option("lines", file).flag("dry-run").argument(place.order).writing)
    let result = JSONValue(answer.output) ?? .null
    guard result["outcome"].text != nil, result["error"]["message"].text == nil else { throw PageFailure(answer) }
    let shown = await visit.answer(CommandWords("catalog", "show").argument(code))
    let known = shown.status == 0 ? JSONValue(shown.output) ?? .null : .null
    let isAsked = result["guards"].elements.contains { $0["code"].text == newItems }
    if isAsked || makesItem(result) {
      return .refused(
        ScannedGoods.Refused(code: code, quantity: quantity, similar: known["named_variant"].text ?? ""))
    }
    // What is wrong with the whole receipt is asked about when it is booked.
    if let problem = result["problems"].elements.first(where: {
      $0["severity"].text == "error" && $0["value"].text == code
    }) {
      return .refused(
        ScannedGoods.Refused(
          code: code, quantity: quantity, message: problem["message"].text ?? "", problem: problem["code"].text ?? ""))
    }
    let sku = known["named_variant"].text ?? code
    let variant = known["variants"].elements.first { $0["sku"].text == sku } ?? .null
    let parts = [known["product"]["title"].text, variant["colour"].text, variant["size"].text]
    return .item(
      ScannedGoods.Line(
        code: code, title: parts.compactMap { $0 }.joined(separator: " · "), pack: pack(of: result), quantity: "0"))
  }

  /// The stock units that a code stands for, by what the command says of the barcode of a pack; nil for one.
  private static func pack(of result: JSONValue) -> String? {
    let notice = result["problems"].elements.first { $0["code"].text == "pack-barcode" }
    return notice?["message"].text?.firstMatch(of: #/ stands for ([0-9.]+) stock units: /#).map { String($0.1) }
  }

  /// The guard that asks whether codes are those of new items. Nobody makes items with a scanner.
  private static let newItems = "new-items"

  /// Whether the goods would become a new item, which a shop with the guard off is not asked about.
  private static func makesItem(_ result: JSONValue) -> Bool {
    result["counts"].elements.contains { count in
      let part = count["kind"].text.flatMap(Vocabulary.kind)?.part
      return count["action"].text == "create" && (part == .product || part == .variant)
    }
  }

  /// Takes back what a form names, or what the message after a scan names.
  private static func takeBack(_ visit: Visit) async throws -> Response {
    let place = try Place(visit)
    let code = visit.form["code"] ?? visit.query["code"] ?? ""
    let quantity = visit.form["quantity"] ?? visit.query["quantity"] ?? ""
    var taken: String?
    try ScannedGoods.change(place.order, visit) { taken = $0.take(quantity, of: code) }
    return visit.redirect(
      to: place.address,
      saying: taken.map { LocalizedText("\(PageNumber.text($0)) × \(code) taken back.") }
        ?? LocalizedText("Nothing was taken back: these goods are not on the list any more."))
  }

  /// Looks again for a code that could not be booked, or takes it off the list.
  private static func decide(_ visit: Visit) async throws -> Response {
    guard visit.form["again"] == nil else { return try await scan(visit, tryingAgain: visit.form["plain"]) }
    let place = try Place(visit)
    let (code, quantity) = (visit.form["code"] ?? "", visit.form["plain"] ?? "")
    try ScannedGoods.change(place.order, visit) { $0.forget(code, quantity) }
    return visit.redirect(to: place.address)
  }

  // MARK: Booking

  private static func book(_ visit: Visit) async throws -> Response {
    let place = try Place(visit)
    guard let goods = ScannedGoods.find(place.order, visit), !goods.lines.isEmpty else {
      let failure = PageFailure(
        status: .unprocessableContent, title: LocalizedText("Nothing was scanned yet"),
        remedy: LocalizedText("Scan what came, then book it."), field: "code")
      return try await page(place, visit, failure)
    }
    let uploads = visit.site.uploads
    let file = try uploads.placeOutput("goods.csv")
    defer { uploads.removeOutput(at: file) }
    try goods.table.write(to: URL(fileURLWithPath: file))
    // Two deliveries of the same goods are two documents, and one that is sent again is the same.
    let document = visit.form["document"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(goods.order) \(goods.begun)"
    let answer = await visit.answer(
      CommandWords("order", "receive").option("lines", file).option("decimal", "point").option("document", document)
        .option("location", visit.form["location"])
        .options("accept", visit.form.all("accept").filter { $0 != newItems }).argument(place.order).writing)
    let result = JSONValue(answer.output) ?? .null
    if result["import_number"].text == nil,
      let stop = result["guards"].elements.first(where: { $0["code"].text == newItems && !$0["accepted"].isTrue })
    {
      let codes = Set(stop["examples"].elements.compactMap { $0["value"].text })
      try ScannedGoods.change(place.order, visit) { $0.refuse(codes) }
      let failure = PageFailure(
        status: .unprocessableContent, title: LocalizedText("Nothing was received yet"),
        remedy: LocalizedText("The shop no longer has items with some of these codes. They are listed below."))
      return try await page(place, visit, failure)
    }
    guard let number = result["import_number"].text else {
      let isRecorded = result["problems"].elements.contains { $0["code"].text == "conflict" }
      if isRecorded { return try await page(place, visit, recorded) }
      let (failure, guards) = try OrderPages.refusal(answer, asking: LocalizedText("Nothing was received yet"))
      return try await page(place, visit, failure, guards: guards)
    }
    let counts = result["counts"].elements
    let isKnown = !counts.isEmpty && counts.allSatisfy { $0["action"].text == "unchanged" }
    if isKnown || result["outcome"].text == "already-applied" { return try await page(place, visit, recorded) }
    // What was scanned in the meantime stays.
    try ScannedGoods.change(place.order, visit) { $0.book(goods.lines, at: visit.frame.clock.iso8601(.now)) }
    var said = [LocalizedText("The goods are received, as import \(number).")]
    let left = goods.refused.map(\.code)
    if !left.isEmpty { said.append(LocalizedText("Not booked: \(left.joined(separator: ", ")).")) }
    return visit.redirect(
      to: place.address, saying: LocalizedText(said, separator: " "),
      undo: visit.undoesImports ? "/imports/\(number)/undo" : nil)
  }

  /// The refusal of a delivery note that is recorded.
  private static let recorded = PageFailure(
    status: .unprocessableContent,
    title: LocalizedText("Nothing was received: this delivery note is recorded already."),
    remedy: LocalizedText("Enter another number if other goods came."), option: "document")
}

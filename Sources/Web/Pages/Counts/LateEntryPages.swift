internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Takes what somebody counted while their device had no network. The script `pages/count-offline.js` keeps such entries on the
/// device and sends them afterwards, each with the code and the number as they were typed.
///
/// The device gives each entry its name, which has the form of ``WaitingEntry/name`` and so says when it was counted. The command
/// enters a name once, also where the answer was lost or the server was started again. Whatever a person would have been shown or
/// asked on the page is refused, so that nothing is entered that nobody has seen.
enum LateEntryPages {
  static func add(to routes: PageRoutes, _ path: String) {
    routes.get(path + "/late") { visit in
      do { _ = try CountEntryPages.Place(visit) } catch let failure as PageFailure where failure.status == .forbidden {
        return try answer(failure, visit)
      }
      return try answer(["person": visit.person.login, "csrf": visit.session.csrf])
    }
    routes.get(path + "/kept") { visit in try await lead(to: try CountEntryPages.Place(visit), visit) }
    routes.post(path + "/late", isQuiet: true) { visit in
      do {
        let place = try CountEntryPages.Place(visit)
        try await enter(place, visit)
        return visit.redirect(to: place.address + "/late")
      } catch let failure as PageFailure where [.unprocessableContent, .conflict, .forbidden].contains(failure.status) {
        return try answer(failure, visit)
      }
    }
  }

  /// The values of a page's part `count-offline`; none where a device could not find again what it keeps.
  static func values(_ place: CountEntryPages.Place, _ visit: Visit) -> [String: Any] {
    let owner = owner(visit)
    guard !owner.isEmpty else { return [:] }
    return [
      "offline": [
        "key": "\(owner) \(place.address)", "owner": visit.person.login, "page": place.address,
        "send": place.address + "/late", "made": "\(Timestamp.now.millisecondsSince1970)", "mark": "#",
      ]
    ]
  }

  /// Whose entries a device keeps: a person of a shop; empty where the shop does not say which one it is.
  static func owner(_ visit: Visit) -> String {
    // Shops may be served at one address in turn, and a shop may get another name or folder meanwhile. A space would end it.
    visit.site.shop.identity.map { "\($0)/\(FormValues.encoded(visit.person.login))" } ?? ""
  }

  /// Leads to where the entries of a device are sent: the page of their section, or the counts where theirs was deleted.
  private static func lead(to place: CountEntryPages.Place, _ visit: Visit) async throws -> Response {
    let answer = await visit.answer(place.items().option("limit", "1").argument(place.count))
    guard answer.status != 0, PageFailure(answer).code == "not-found" else { return visit.redirect(to: place.address) }
    return visit.redirect(
      to: visit.session.count == nil ? "/counts" : "/more",
      saying: LocalizedText(
        "There is no count \(place.count). What is kept of it on this device can only be thrown away."))
  }

  /// Why the entries of a device are not taken, in words.
  private static func answer(_ failure: PageFailure, _ visit: Visit) throws -> Response {
    let problem = LocalizedText([failure.title, failure.remedy].filter { !$0.isEmpty }, separator: ". ")
    return try answer(["problem": visit.site.templates.text(problem, in: visit.language)], status: failure.status)
  }

  private static func answer(_ values: [String: String], status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(values))))
  }

  // MARK: Entering

  private static func enter(_ place: CountEntryPages.Place, _ visit: Visit) async throws {
    let form = visit.form
    let name = form["entry"] ?? ""
    let (code, typed) = ((form["item"] ?? "").trimmed, form["quantity"] ?? "")
    guard let moment = WaitingEntry.moment(ofName: name), !code.isEmpty else {
      throw refusal(LocalizedText("The device sent an entry that is not whole"))
    }
    let entries = visit.site.entries
    if let kept = entries.waiting.all.first(where: { $0.name == name }) {
      guard kept.isOf(visit.person.login, place.count, place.section) else {
        throw refusal(LocalizedText("The device sent an entry that is not whole"))
      }
      return
    }
    let quantity = CountNumber.normalized(typed)
    if let failure = visit.numberFailure(typed) ?? CountNumber.failure(ofQuantity: quantity) { throw failure }
    try await requireTime(moment, place, visit)
    let found = try await visit.run(place.items().option("item", code).argument(place.count))
    guard let item = found["items"].elements.first, item["sku"].text != nil else {
      throw refusal(LocalizedText("The catalog does not know the code \(code)"))
    }
    let entry = WaitingEntry(
      name: name, login: visit.person.login, role: visit.session.role, count: place.count, section: place.section,
      item: item["code"].text ?? code, title: String((item["title"].text ?? "").prefix(200)), quantity: quantity,
      note: "", accepted: [])
    guard try await !isEntered(entry, item, place, visit) else { return }
    let pack = item["pack"].text ?? "1"
    guard pack == "1" else {
      throw refusal(
        LocalizedText("\(code) is the code of a case of \(PageNumber.text(pack)): the number counts pieces"))
    }
    guard let answer = try await entries.enter(entry, isLate: true) else { return }
    if let failure = CountProgressPages.failure(of: answer) { throw failure }
  }

  /// - Throws: that the entry has a time before the count was opened, or one that is still to come.
  private static func requireTime(
    _ moment: Timestamp, _ place: CountEntryPages.Place, _ visit: Visit
  ) async throws(PageFailure) {
    let count = try await visit.run(CommandWords("count", "list")).elements.first { $0["count"].text == place.count }
    let opened = count?["opened_at"].text.flatMap { Timestamp($0, clock: .utc) }
    guard moment <= .now, opened.map({ $0 <= moment }) ?? true else {
      throw refusal(LocalizedText("The time of the entry cannot be right. Check the clock of the device"))
    }
  }

  /// Whether the entry is in the count already, of which the device knows nothing because the answer was lost.
  ///
  /// - Throws: what the person counted of the item in this section, which the entry would replace, or that the item is to be counted
  ///   again: the entry would be the recount of the whole item, and may be what was counted of it in one place before.
  private static func isEntered(
    _ entry: WaitingEntry, _ item: JSONValue, _ place: CountEntryPages.Place, _ visit: Visit
  ) async throws(PageFailure) -> Bool {
    let waiting = place.waiting(WaitingEntryPages.entries(of: place.count, visit), visit)
    let kept = waiting.items.last { $0.item == entry.item }?.quantity
    let counted = kept ?? item["counted"].text
    guard counted != nil || item["is_recount"].isTrue else { return false }
    let words = CommandWords("count", "enter").option("section", entry.section).option("item", entry.item)
      .option("quantity", entry.quantity).option("waited", entry.name).flag("dry-run").argument(entry.count)
    let planned = await visit.answer(words.writing)
    guard JSONValue(planned.output)?["outcome"].text != "already-applied" else { return true }
    guard let counted else {
      throw refusal(LocalizedText("\(entry.item) is to be counted again, in all places together"))
    }
    throw refusal(
      LocalizedText("You counted \(PageNumber.text(counted)) before, and this number would replace it"))
  }

  private static func refusal(_ title: LocalizedText) -> PageFailure {
    PageFailure(
      status: .unprocessableContent, title: title,
      remedy: LocalizedText("It is not in the count. Enter it again, or throw it away."))
  }
}

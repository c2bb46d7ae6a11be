internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Where somebody counts: by scanning codes, or along a list.
///
/// The page shows the person's own entries alone. It asks `count items` and `count enter`, which know who asks; nothing that is
/// expected, and nothing that others counted, reaches it.
enum CountEntryPages {
  /// How many of the last entries the page shows.
  private static let lastEntries = 8
  /// Bytes of a note.
  private static let longestNote = 2_000

  static func add(to routes: PageRoutes) {
    for path in ["/counts/:count/entry", "/counts/:count/sections/:section"] {
      routes.get(path) { visit in try await page(try Place(visit), visit, Entry(visit.query)) }
      routes.post(path, otherContent: nextOfTwo) { visit in try await next(try Place(visit), visit) }
      // The same form while it can have a photo.
      routes.post(
        path + "/photo", takesFiles: true, limits: CountPhotoPages.limits, for: .enterCounts, otherContent: nextOfTwo
      ) { visit in try await next(try Place(visit), visit) }
      routes.get(path + "/done") { visit in try await blanks(try Place(visit), visit) }
      routes.post(path + "/zero") { visit in try await zero(try Place(visit), visit) }
      routes.post(path + "/undo/:import") { visit in try await takeBack(try Place(visit), visit) }
      routes.post(path + "/done") { visit in
        let place = try Place(visit)
        guard visit.form["not"] == nil else {
          try await mark(.notDone, place, visit)
          return visit.redirect(to: place.address)
        }
        return try await finish(place, visit)
      }
      LateEntryPages.add(to: routes, path)
    }
  }

  /// The address where an item of a list is counted in the location as a whole. Its number begins blank.
  static func address(_ count: String, ofItem code: String) -> String {
    CountPages.address(count, section: "") + "?way=list&item=" + FormValues.encoded(code)
  }

  /// The answer to the second of two scans that came before the answer to the first.
  private static let nextOfTwo: PageRoutes.Answer = { visit in
    let response = try await next(try Place(visit), visit)
    visit.site.sessions.say(
      Message(
        text: LocalizedText("Two scans came at once. Look whether both are in the list, and scan what is missing.")),
      to: visit.secret)
    return response
  }

  /// The section that is counted.
  struct Place {
    let count: String
    let section: String

    init(_ visit: Visit) throws {
      guard visit.may(.enterCounts) else { throw PageFailure.forbidden(.enterCounts) }
      count = try visit.parameter("count")
      section = visit.parameters["section"] == nil ? "" : try visit.parameter("section")
    }

    var address: String { CountPages.address(count, section: section) }

    /// A command on what the person counted here.
    func items() -> CommandWords { CommandWords("count", "items").option("section", section) }

    /// What the person wrote here and what is not entered yet.
    func waiting(_ entries: [WaitingEntry], _ visit: Visit) -> WaitingSection {
      WaitingSection(entries, of: visit.person.login, count: count, section: section)
    }
  }

  // MARK: Showing

  /// - Parameter photoFailure: why a photo was not kept that came with what failed.
  private static func page(
    _ place: Place, _ visit: Visit, _ entry: Entry, _ failure: PageFailure? = nil, _ photoFailure: PageFailure? = nil
  ) async throws -> Response {
    let entries = WaitingEntryPages.entries(of: place.count, visit)
    let waiting = place.waiting(entries, visit)
    let seen = try await visit.run(
      place.items().option("limit", "\(lastEntries)").option("except", waiting.excepted).argument(place.count))
    var entry = entry
    var values: [String: Any] = [
      "count": place.count, "count_address": CountPages.address(place.count), "address": place.address,
      "section": place.section, "has_section": !place.section.isEmpty,
      "is_listed": (seen["listed"].integer ?? 0) > 0,
      "is_open": ["open", "counting"].contains(seen["state"].text), "way": entry.way.rawValue,
      "again": entry.again, "scanned": entry.scanned,
      "is_scan": entry.way == .scan, "is_list": entry.way == .list, "is_recounts": entry.way == .recounts,
      "state": seen["state"].text ?? "", "location": seen["location"].text ?? "",
    ]
    values.merge(progress(entered(seen, waiting), of: seen["listed"].integer ?? 0)) { $1 }
    values.merge(CountProgressPages.done(seen, waiting)) { $1 }
    if let owner = try await owner(seen, waiting, place, visit) { values["owner"] = owner }
    values.merge(WaitingEntryPages.values(entries, visit)) { $1 }
    values.merge(LateEntryPages.values(place, visit)) { $1 }
    var failure = failure
    var item: JSONValue?
    var list: JSONValue?
    do { (item, list) = try await current(&entry, waiting, place, visit) } catch let refusal as PageFailure
      where refusal.status == .unprocessableContent
    {
      // Such as a code that differs from two others in the case of its letters.
      failure = failure ?? refusal.at("code")
    }
    if entry.way == .recounts {
      let recounts =
        if let list { list } else { try await visit.run(listed(.recounts, place, waiting).argument(place.count)) }
      let (all, left) = (recounts["listed"].integer ?? 0, recounts["total"].integer ?? 0)
      values.merge(progress(max(0, all - left), of: all)) { $1 }
    }
    let photographed = await CountPhotoPages.codes(among: seen["items"].elements, place, visit)
    let last = Self.last(seen, waiting, photographed, place, entry)
    values.merge(["skip": entry.skip, "last": last, "has_last": !last.isEmpty]) { $1 }
    if let item {
      values["card"] = card(item, waiting.items.last { $0.item == item["code"].text }, entry)
      values["is_change"] = entry.isChange
      if item["sku"].text == nil {
        let note = (values["card"] as? [String: Any])?["note"] as? String ?? ""
        values.merge(await CountPhotoPages.values(of: item["code"].text ?? "", note: note, place, visit)) { $1 }
      }
    } else if entry.way != .scan, failure == nil {
      values["is_at_end"] = true
    }
    let isQuestion = failure?.status == .conflict
    if let failure, isQuestion {
      values["question"] = failure.title
      values["accept"] = failure.code
      values["adds"] = failure.code == "counted-by-another"
      values["remedy"] = failure.remedy
      // A second question does not take back the answer to the first.
      values["accepted"] = visit.form.all("accept").map { ["code": $0] }
    } else {
      CountPages.show(failure, in: &values)
    }
    if let photoFailure {
      values["photo_problem"] = LocalizedText([photoFailure.title, photoFailure.remedy], separator: ". ")
    }
    let sound = sound(isQuestion ? nil : failure, item)
    values["sound"] = sound
    for name in ["right", "unknown", "wrong"] { values["is_\(name)"] = sound == name }
    return try visit.page(
      "count-entry",
      title: place.section.isEmpty
        ? LocalizedText("Count \(place.count)") : LocalizedText("Section \(place.section)"), values,
      status: failure?.status ?? .ok)
  }

  /// What a scan sounds and looks like: that of an item, of a code that the catalog does not know, or one that was not taken.
  private static func sound(_ failure: PageFailure?, _ item: JSONValue?) -> String {
    if failure != nil { return "wrong" }
    return item.map { $0["sku"].text == nil ? "unknown" : "right" } ?? ""
  }

  /// How many items the person counted in the section, or of its list where it has one.
  ///
  /// - Parameter seen: an answer that leaves out what waits, which may be entered already with another number. What waits of a
  ///   list is in its number.
  static func entered(_ seen: JSONValue, _ waiting: WaitingSection) -> Int {
    (seen["entered"].integer ?? 0) + ((seen["listed"].integer ?? 0) > 0 ? 0 : waiting.codes.count)
  }

  /// How far the person has come, in the section or with the recounts.
  private static func progress(_ entered: Int, of listed: Int) -> [String: Any] {
    [
      "entered": entered, "listed": listed, "has_listed": listed > 0, "is_one": (listed > 0 ? listed : entered) == 1,
      "percent": listed > 0 ? min(100, max(0, entered) * 100 / listed) : 0,
    ]
  }

  /// The command for the next item of a list. What waits is not in the count, so that the list still has it.
  private static func listed(
    _ way: Entry.Way, _ place: Place, _ waiting: WaitingSection, skip: Int = 0
  ) -> CommandWords {
    place.items().flag(way == .list ? "left" : "recounts").option("limit", "1")
      .option("skip", skip == 0 ? nil : "\(skip)").option("except", waiting.excepted)
  }

  /// The item that is being counted: that of the address, or the next of the list, with what the list answered; nil when
  /// there is not one.
  ///
  /// - Parameter entry: no more items are passed over afterwards than the list has.
  private static func current(
    _ entry: inout Entry, _ waiting: WaitingSection, _ place: Place, _ visit: Visit
  ) async throws -> (item: JSONValue?, list: JSONValue?) {
    if !entry.item.isEmpty {
      let found = try await visit.run(place.items().option("item", entry.item).argument(place.count))
      return (found["items"].elements.first, nil)
    }
    guard entry.way != .scan else { return (nil, nil) }
    let found = try await visit.run(listed(entry.way, place, waiting, skip: entry.skip).argument(place.count))
    entry.skip = min(entry.skip, found["total"].integer ?? 0)
    return (found["items"].elements.first, found)
  }

  /// The card of the item: on a list its number begins blank, after a scan it is one more than before.
  ///
  /// - Parameter waiting: the last entry of the item, where it waits to be entered.
  private static func card(_ item: JSONValue, _ waiting: WaitingEntry?, _ entry: Entry) -> [String: Any] {
    let before = waiting?.quantity ?? item["counted"].text
    let pack = item["pack"].text ?? "1"
    var number = entry.quantity
    if number.isEmpty, entry.way == .scan || entry.isChange {
      number = entry.isChange ? before ?? "" : CountNumber.sum(before ?? "0", pack) ?? pack
    }
    let shown = entry.isUnread ? LocalizedText(verbatim: number) : LocalizedText(typed: number)
    let prefilled = number.isEmpty ? LocalizedText(verbatim: "none") : shown
    return [
      "code": item["code"].text ?? "", "title": item["title"].text ?? LocalizedText("Unknown code") as Any,
      "details": details(item),
      "is_known": item["sku"].text != nil, "number": shown, "before": PageNumber.text(before),
      "was_counted": before != nil,
      "shown_number": entry.shown.isEmpty ? prefilled : LocalizedText(verbatim: entry.shown),
      "pack": PageNumber.text(pack),
      "is_pack": pack != "1",
      "note": entry.note.isEmpty ? waiting?.note ?? item["note"].text ?? "" : entry.note,
      "is_recount": item["is_recount"].isTrue,
    ]
  }

  static func details(_ item: JSONValue) -> String {
    [item["colour"].text, item["size"].text, item["barcode"].text].compactMap { $0 }.joined(separator: " · ")
  }

  /// What was counted last, the latest first.
  ///
  /// - Parameter photographed: the codes of which there is a photo.
  private static func last(
    _ seen: JSONValue, _ waiting: WaitingSection, _ photographed: Set<String>, _ place: Place, _ entry: Entry
  ) -> [[String: Any]] {
    waiting.items.suffix(lastEntries).reversed().map { waiting in
      [
        "title": waiting.title, "code": waiting.item, "details": "",
        "counted": PageNumber.text(waiting.quantity),
        "at": LocalizedText("not in the count yet"),
        "note": waiting.note, "change": entry.changing(waiting.item).address(place),
      ]
    }
      + seen["items"].elements.map { item -> [String: Any] in
        last(item, place, entry).merging(["has_photo": photographed.contains(item["code"].text ?? "")]) { $1 }
      }
  }

  /// - Parameter entry: what is counted now: after a change the counting goes on in the same way.
  private static func last(_ item: JSONValue, _ place: Place, _ entry: Entry) -> [String: Any] {
    let code = item["code"].text ?? ""
    return [
      "title": item["title"].text ?? LocalizedText("Unknown code \(code)") as Any,
      "code": item["title"].text == nil ? "" : code, "details": details(item),
      "counted": item["counted"].numberText, "at": String(item["entered_at"].moment.suffix(5)),
      "note": item["note"].text ?? "",
      "change": entry.changing(code).address(place),
    ]
  }

  // MARK: Entering

  /// Saves the item of the form and goes on: to the code that was scanned, to the end of the section, to the other way of
  /// counting, or to the next of the list.
  private static func next(_ place: Place, _ visit: Visit) async throws -> Response {
    let form = visit.form
    var entry = Entry(form)
    // The photo and the scanned code came with the number. They are kept while it is asked about.
    let photoFailure = await CountPhotoPages.keep(of: entry.item, in: place, visit)
    if let failure = visit.numberFailure(entry.quantity, shown: entry.shown) {
      entry.isUnread = true
      return try await page(place, visit, entry, failure.at("quantity"), photoFailure)
    }
    entry.quantity = CountNumber.normalized(entry.quantity)
    let scanned = entry.scanned
    if let step = form["step"] {
      if let photoFailure { return try await page(place, visit, entry, photoFailure) }
      // A number that is not one stays to be corrected.
      entry.quantity = CountNumber.sum(entry.quantity.isEmpty ? "0" : entry.quantity, step) ?? entry.quantity
      return visit.redirect(to: entry.address(place))
    }
    if !scanned.isEmpty, !entry.item.isEmpty {
      // A code that cannot be found is shown with its own page.
      let found = try? await visit.run(place.items().option("item", scanned).argument(place.count))
      let item = found?["items"].elements.first
      if item?["code"].text == entry.item {
        if let photoFailure { return try await page(place, visit, entry, photoFailure) }
        // The same code again adds one, or what is in the case.
        entry.quantity =
          CountNumber.sum(entry.quantity.isEmpty ? "0" : entry.quantity, item?["pack"].text ?? "1")
          ?? entry.quantity
        entry.scanned = ""
        return visit.redirect(to: entry.address(place))
      }
    }
    do {
      let saved = try await save(entry, place, visit)
      if let photoFailure {
        let changed = saved == nil ? entry : entry.changing(entry.item)
        return try await page(place, visit, changed, photoFailure.adding(saved?.text))
      }
      if saved == nil, entry.way != .scan, !entry.isChange { entry.skip += 1 }
      let said = saved ?? notSaved(entry, visit).map { Message(text: $0) }
      if let done = form["done"], scanned.isEmpty {
        if done == "close" { return try await close(place, visit, said?.text) }
        // Only a list can have items without a number, of which is asked first.
        guard done == "ask" else { return try await finish(place, visit, said?.text) }
        return visit.redirect(to: place.address + "/done", saying: said?.text)
      }
      if let way = form["turn"].flatMap(Entry.Way.init(rawValue:)) { (entry.way, entry.skip) = (way, 0) }
      (entry.item, entry.scanned) = (scanned, "")
      if saved != nil { entry.entered = entry.again }
      (entry.quantity, entry.note, entry.isChange, entry.again) = ("", "", false, "")
      if !scanned.isEmpty { entry.way = .scan }
      if let said { visit.site.sessions.say(said, to: visit.secret) }
      return visit.redirect(to: entry.address(place))
    } catch let failure as PageFailure where [.unprocessableContent, .conflict].contains(failure.status) {
      return try await page(place, visit, entry, failure, photoFailure)
    }
  }

  /// That a number was left blank where one was before, or where something was written of the item; nil where a blank says
  /// that the item was not counted.
  private static func notSaved(_ entry: Entry, _ visit: Visit) -> LocalizedText? {
    guard !entry.item.isEmpty, entry.way == .scan || entry.isChange || !entry.note.isEmpty else { return nil }
    return LocalizedText("\(visit.form["title"] ?? entry.item): the number was blank, so nothing was saved.")
  }

  /// - Returns: what was saved, and how it is taken back; nil for a blank, which is not counted.
  private static func save(_ entry: Entry, _ place: Place, _ visit: Visit) async throws -> Message? {
    guard !entry.item.isEmpty, !entry.quantity.isEmpty else { return nil }
    if let failure = CountNumber.failure(ofQuantity: entry.quantity) { throw failure.at("quantity") }
    guard entry.note.utf8.count <= longestNote else {
      throw PageFailure(
        status: .unprocessableContent, title: LocalizedText("The note is too long, so nothing was saved"),
        remedy: LocalizedText("Write a shorter one."), field: "note")
    }
    let title = visit.form["title"] ?? ""
    let number = try await enter(
      entry.quantity, of: entry.item, title: title, note: entry.note, accepting: visit.form.all("accept"), place, visit)
    WaitingEntryPages.remove(entry.again, enteredAgainIn: place, visit)
    return Message(
      text: LocalizedText("\(PageNumber.text(entry.quantity)) × \(visit.form["title"] ?? entry.item) saved."),
      undoAtOnce: number.map { "\(place.address)/undo/\($0)?way=\(entry.way.rawValue)" })
  }

  /// Enters how many there are of an item, or keeps it until the shop is free.
  ///
  /// - Returns: the number of the import, by which it can be taken back; nil while it waits.
  static func enter(
    _ quantity: String, of item: String, title: String, note: String = "", accepting accepted: [String] = [],
    _ place: Place, _ visit: Visit
  ) async throws -> String? {
    let entries = visit.site.entries
    let counted = WaitingEntry(
      name: entries.waiting.newName(), login: visit.person.login, role: visit.session.role, count: place.count,
      section: place.section, item: item, title: String(title.prefix(200)), quantity: quantity, note: note,
      accepted: accepted)
    guard let answer = try await entries.enter(counted) else { return nil }
    if let failure = CountProgressPages.failure(of: answer) { throw failure }
    return JSONValue(answer.output)?["import_number"].text
  }

  // MARK: Done

  /// Says that a section is done, and goes back to the count.
  ///
  /// - Parameter saved: what was saved together with it, in words.
  private static func finish(_ place: Place, _ visit: Visit, _ saved: LocalizedText? = nil) async throws -> Response {
    try await mark(.done, place, visit)
    return visit.redirect(
      to: CountPages.address(place.count),
      saying: LocalizedText(
        (saved.map { [$0] } ?? []) + [LocalizedText("\(CountPages.name(ofSection: place.section)) is done.")],
        separator: " "))
  }

  /// Says that the whole count is done, and closes it. Where others are still counting, the page of the count says so and
  /// has the button.
  private static func close(_ place: Place, _ visit: Visit, _ saved: LocalizedText?) async throws -> Response {
    try await mark(.done, place, visit)
    let status = try await visit.run(CommandWords("count", "status").argument(place.count))
    guard CountProgressPages.undone(status) == nil else {
      return visit.redirect(to: CountPages.address(place.count), saying: saved)
    }
    return try await CountPages.close(place.count, visit)
  }

  /// Says something of a section, after what was counted there before.
  private static func mark(_ mark: WaitingEntry.Mark, _ place: Place, _ visit: Visit) async throws {
    let entries = visit.site.entries
    let said = WaitingEntry(
      name: entries.waiting.newName(), login: visit.person.login, role: visit.session.role, count: place.count,
      section: place.section, mark: mark)
    if let failure = try await entries.enter(said).flatMap(CountProgressPages.failure) { throw failure }
  }
}

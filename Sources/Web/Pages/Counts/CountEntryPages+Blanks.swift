internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// What a section's list has without a number, and what is taken back of what was entered.
extension CountEntryPages {
  /// How many items without a number are listed, and can be entered as zero at once.
  private static let mostBlanks = 50

  /// Asks before a section is done of which items were not counted.
  ///
  /// - Parameter failure: why an item was not entered as zero.
  static func blanks(_ place: Place, _ visit: Visit, _ failure: PageFailure? = nil) async throws -> Response {
    let waiting = place.waiting(WaitingEntryPages.entries(of: place.count, visit), visit)
    let left = try await visit.run(withoutNumber(place, waiting))
    let total = left["total"].integer ?? 0
    let items = left["items"].elements.map { item -> [String: Any] in
      let code = item["code"].text ?? ""
      return [
        "code": code, "item_title": item["title"].text ?? code, "details": details(item),
        "enter": "\(place.address)?way=list&item=\(FormValues.encoded(code))",
      ]
    }
    var values: [String: Any] = [
      "address": place.address, "count": place.count, "count_address": CountPages.address(place.count),
      "section": place.section, "has_section": !place.section.isEmpty,
      "entered": entered(left, waiting), "total": total, "has_left": total > 0,
      "more": max(0, total - mostBlanks), "has_more": total > mostBlanks, "items": items,
      "listed": items.count, "has_several": items.count > 1,
    ]
    CountPages.show(failure, in: &values)
    return try visit.page(
      "count-done",
      title: place.section.isEmpty
        ? LocalizedText("Is the whole count done?") : LocalizedText("Is section \(place.section) done?"),
      values, status: failure?.status ?? .ok)
  }

  /// The command for the items of the list that the person has not entered.
  private static func withoutNumber(_ place: Place, _ waiting: WaitingSection) -> CommandWords {
    place.items().flag("left").option("limit", "\(mostBlanks)").option("except", waiting.excepted).argument(place.count)
  }

  /// Enters zero for the items of a form, and asks again what is blank. The form may be older than a number that was entered
  /// since: that number stays.
  static func zero(_ place: Place, _ visit: Visit) async throws -> Response {
    let waiting = place.waiting(WaitingEntryPages.entries(of: place.count, visit), visit)
    let left = try await visit.run(withoutNumber(place, waiting))
    let blank = Set(left["items"].elements.compactMap { $0["code"].text })
    let items = visit.form.all("item").filter { blank.contains($0) }
    let isOne = items.count == 1
    let title = isOne ? visit.form["title"] ?? "" : ""
    var undo: String?
    for item in items {
      do {
        let number = try await enter("0", of: item, title: title, place, visit)
        undo = number.map { "\(place.address)/undo/\($0)?way=done" }
      } catch let failure as PageFailure where [.unprocessableContent, .conflict].contains(failure.status) {
        return try await blanks(place, visit, failure)
      }
    }
    guard !items.isEmpty else { return visit.redirect(to: place.address + "/done") }
    let said =
      isOne
      ? LocalizedText("\(PageNumber.text("0")) × \(title.isEmpty ? items[0] : title) saved.")
      : LocalizedText("0 is saved for items: \(PageNumber.text(items.count)).")
    visit.site.sessions.say(Message(text: said, undoAtOnce: isOne ? undo : nil), to: visit.secret)
    return visit.redirect(to: place.address + "/done")
  }

  /// Takes an item back that the person entered.
  static func takeBack(_ place: Place, _ visit: Visit) async throws -> Response {
    let number = try visit.number("import")
    let answer = try await visit.run(
      CommandWords("count", "take-back").argument(place.count).argument("\(number)").writing, accepting: [3])
    let way = visit.query["way"] ?? ""
    let back =
      switch way {
      case "done": place.address + "/done"
      case Entry.Way.list.rawValue, Entry.Way.recounts.rawValue: place.address + "?way=" + way
      default: place.address
      }
    return visit.redirect(
      to: back,
      saying: answer["is_taken_back"].isTrue
        ? LocalizedText("The entry is taken back.")
        : LocalizedText("Something depends on the entry, so it is kept."))
  }
}

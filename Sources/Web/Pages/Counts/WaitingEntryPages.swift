internal import HTTPTypes
internal import RetailValues
internal import Serving

/// What pages show of the entries of a count that wait, or that could not be entered; see ``EntryQueue``.
enum WaitingEntryPages {
  static func add(to routes: PageRoutes) {
    routes.post("/counts/:count/waiting/:entry") { visit in
      let count = try visit.parameter("count")
      let name = try visit.parameter("entry")
      // One that waits may be entered at this moment.
      guard let entry = entries(of: count, visit).first(where: { $0.name == name && $0.problem != nil }),
        mayGiveUp(entry, visit)
      else { throw PageFailure.notFound }
      let queue = visit.site.entries
      let isAgain = visit.form["again"] != nil
      if isAgain {
        try await requireNothingLater(than: entry, visit)
        // It is written to the disk.
        try await visit.site.commands.outside { queue.tryAgain(name) }
      } else {
        queue.waiting.remove(name)
      }
      visit.site.log(
        "\(visit.person.login) \(isAgain ? "tries again" : "gave up") what \(entry.login) entered in count \(count): "
          + what(entry).description)
      let isOwn = entry.login == visit.person.login
      return visit.redirect(
        to: isOwn ? CountPages.address(count, section: entry.section) : "/counts",
        saying: isAgain
          ? LocalizedText("It is tried again: \(what(entry)).") : LocalizedText("It is given up: \(what(entry))."))
    }
  }

  /// The entries that a person may see: their own, or all of them.
  ///
  /// - Parameter count: nil for those of all counts.
  static func entries(of count: String?, _ visit: Visit) -> [WaitingEntry] {
    visit.site.entries.waiting.all.filter { entry in
      (count == nil || entry.count == count) && (visit.may(.reviewCounts) || entry.login == visit.person.login)
    }
  }

  /// Whether a person may give an entry up, or have it tried again: it is their own, or they run counts.
  private static func mayGiveUp(_ entry: WaitingEntry, _ visit: Visit) -> Bool {
    entry.login == visit.person.login || visit.mayInWholeShop(.runSessions)
  }

  /// - Throws: what the person who counted entered later for the item, which an earlier number would replace; that this
  ///   is not known, as for what is said of a section.
  private static func requireNothingLater(than entry: WaitingEntry, _ visit: Visit) async throws(PageFailure) {
    guard entry.mark == nil, let moment = WaitingEntry.moment(ofName: entry.name) else {
      throw PageFailure(
        status: .unprocessableContent, title: LocalizedText("What is said of a section is not tried again"),
        remedy: LocalizedText("Give it up. The person who counts says it again."))
    }
    let answer = await visit.site.commands.run(
      CommandWords("count", "items").option("section", entry.section).option("item", entry.item)
        .argument(entry.count), as: entry.login, role: entry.role)
    guard answer.status == 0, let item = JSONValue(answer.output)?["items"].elements.first else {
      throw PageFailure(answer)
    }
    guard let counted = item["counted"].text else { return }
    if let text = item["entered_at"].text, let entered = Timestamp(text, clock: .utc), entered <= moment { return }
    throw PageFailure(
      status: .unprocessableContent,
      title: LocalizedText(
        "\(CountProgressPages.name(of: entry.login, visit)) entered \(PageNumber.text(counted)) × \(entry.item) later"),
      remedy: LocalizedText("Give the earlier entry up. If it is right, the person who counted enters it again."))
  }

  private static func what(_ entry: WaitingEntry) -> LocalizedText {
    switch entry.mark {
    case nil:
      LocalizedText(
        [PageNumber.text(entry.quantity), LocalizedText(verbatim: "\(entry.item) \(entry.title)")], separator: " × ")
    case .done: LocalizedText("\(CountPages.name(ofSection: entry.section)) is done")
    case .notDone: LocalizedText("\(CountPages.name(ofSection: entry.section)) is not done")
    }
  }

  /// Why an entry could not be entered, and what to do.
  private static func reason(_ entry: WaitingEntry) -> LocalizedText {
    let said = [LocalizedText(said: entry.problem, code: entry.code), LocalizedText(said: entry.remedy)]
    return LocalizedText(said.filter { !$0.isEmpty }, separator: ". ")
  }

  /// The values of a page's part `count-waiting`.
  ///
  /// - Parameter entries: those that the person may see; see ``entries(of:_:)``.
  static func values(_ entries: [WaitingEntry], _ visit: Visit) -> [String: Any] {
    let refused = entries.filter { $0.problem != nil }
    let waiting = entries.count - refused.count
    return [
      "waiting_entries": waiting, "has_waiting_entries": waiting > 0, "is_one_waiting": waiting == 1,
      "has_refused_entries": !refused.isEmpty,
      "refused_entries": refused.map { entry -> [String: Any] in
        let place = CountPages.address(entry.count, section: entry.section)
        // Who counted sees the item first.
        let isItem = entry.mark == nil
        let isShown = entry.login == visit.person.login && isItem
        return [
          "what": what(entry), "note": entry.note, "count": entry.count, "problem": reason(entry),
          "who": CountProgressPages.name(of: entry.login, visit), "section": entry.section,
          "is_shown": isShown, "may_give_up": mayGiveUp(entry, visit), "may_try_again": isItem && !isShown,
          "again": "\(place)?item=\(FormValues.encoded(entry.item))&quantity=\(FormValues.encoded(entry.quantity))"
            + "&note=\(FormValues.encoded(entry.note))&again=\(entry.name)",
          "decide": "\(CountPages.address(entry.count))/waiting/\(entry.name)",
        ]
      },
    ]
  }

  /// Takes an entry away that could not be entered, because the person entered it again.
  static func remove(_ name: String, enteredAgainIn place: CountEntryPages.Place, _ visit: Visit) {
    let waiting = visit.site.entries.waiting
    let isTheirs = waiting.all.contains {
      $0.name == name && $0.isOf(visit.person.login, place.count, place.section) && $0.problem != nil
    }
    if isTheirs { waiting.remove(name) }
  }
}

/// What one person wrote in a section and what is not entered yet.
struct WaitingSection {
  /// The counted items, the last one last.
  let items: [WaitingEntry]
  /// What was said of the section last; nil for nothing.
  let mark: WaitingEntry.Mark?

  /// - Parameter entries: those of all sections and people, in their order.
  init(_ entries: [WaitingEntry], of login: String, count: String, section: String) {
    let own = entries.filter { $0.isOf(login, count, section) && $0.problem == nil }
    items = own.filter { $0.mark == nil }
    mark = own.last { $0.mark != nil }?.mark
  }

  /// The codes of the items.
  var codes: Set<String> { Set(items.map(\.item)) }
  /// The codes as `count items --except` takes them, one a line.
  var excepted: String { codes.sorted().joined(separator: "\n") }
}

extension WaitingEntry {
  /// Whether it was written by a person in a section.
  func isOf(_ login: String, _ count: String, _ section: String) -> Bool {
    self.login == login && self.count == count && self.section == section
  }
}

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
      visit.site.entries.waiting.remove(name)
      visit.site.log(
        "\(visit.person.login) gave up \(entry.quantity) of \(entry.item), counted by \(entry.login) in count \(count)")
      let place = entry.login == visit.person.login ? CountPages.address(count, section: entry.section) : nil
      return visit.redirect(
        to: place ?? "/counts", saying: "\(what(entry)) is given up.")
    }
  }

  /// The entries that a person may see: their own, or all of them.
  ///
  /// - Parameter count: nil for those of all counts.
  private static func entries(of count: String?, _ visit: Visit) -> [WaitingEntry] {
    visit.site.entries.waiting.all.filter { entry in
      (count == nil || entry.count == count) && (visit.may(.reviewCounts) || entry.login == visit.person.login)
    }
  }

  /// Whether a person may give an entry up: it is their own, or they run counts.
  private static func mayGiveUp(_ entry: WaitingEntry, _ visit: Visit) -> Bool {
    entry.login == visit.person.login || visit.may(.runSessions)
  }

  private static func what(_ entry: WaitingEntry) -> String { "\(entry.quantity) × \(entry.item) \(entry.title)" }

  /// The values of a page's part `count-waiting`.
  ///
  /// - Parameter count: nil for those of all counts.
  static func values(_ count: String?, _ visit: Visit) -> [String: Any] {
    let entries = entries(of: count, visit)
    let refused = entries.filter { $0.problem != nil }
    let waiting = entries.count - refused.count
    return [
      "waiting_entries": waiting, "has_waiting_entries": waiting > 0, "is_one_waiting": waiting == 1,
      "has_refused_entries": !refused.isEmpty,
      "refused_entries": refused.map { entry -> [String: Any] in
        let place = CountPages.address(entry.count, section: entry.section)
        return [
          "what": what(entry), "note": entry.note, "count": entry.count, "problem": entry.problem ?? "",
          "who": CountProgressPages.name(of: entry.login, visit), "section": entry.section,
          "is_mine": entry.login == visit.person.login, "may_give_up": mayGiveUp(entry, visit),
          "again": "\(place)?item=\(FormValues.encoded(entry.item))&quantity=\(FormValues.encoded(entry.quantity))"
            + "&note=\(FormValues.encoded(entry.note))&again=\(entry.name)",
          "remove": "\(CountPages.address(entry.count))/waiting/\(entry.name)",
        ]
      },
    ]
  }

  /// The entries of a person in a section that wait, the last one last.
  static func waiting(_ place: CountEntryPages.Place, _ visit: Visit) -> [WaitingEntry] {
    visit.site.entries.waiting.entries(ofCount: place.count).filter {
      $0.login == visit.person.login && $0.section == place.section && $0.problem == nil
    }
  }

  /// Takes an entry away that could not be entered, because the person entered it again.
  static func remove(_ name: String, enteredAgainIn place: CountEntryPages.Place, _ visit: Visit) {
    let entries = visit.site.entries.waiting
    let isTheirs = entries.entries(ofCount: place.count).contains {
      $0.name == name && $0.login == visit.person.login && $0.section == place.section && $0.problem != nil
    }
    if isTheirs { entries.remove(name) }
  }
}

internal import Serving

extension CountEntryPages {
  /// Whose section it is, for a person to whom it is not handed out and who has entered nothing in it yet; nil otherwise.
  ///
  /// Everybody who may count may enter in any section, to help. The names of others are shown only to people who may see them:
  /// the command leaves them out for the rest.
  static func owner(
    _ seen: JSONValue, _ waiting: WaitingSection, _ place: Place, _ visit: Visit
  ) async throws -> LocalizedText? {
    guard seen["is_of_others"].isTrue, (seen["total"].integer ?? 0) == 0, waiting.items.isEmpty else { return nil }
    let status = try await visit.run(CommandWords("count", "status").argument(place.count))
    let names = status["handouts"].elements.filter { ($0["section"].text ?? "") == place.section }
      .compactMap { $0["counter"].text }.joined(separator: ", ")
    let section = CountPages.name(ofSection: place.section)
    return names.isEmpty
      ? LocalizedText("\(section) is handed out to somebody else.")
      : LocalizedText("\(section) is handed out to \(names).")
  }
}

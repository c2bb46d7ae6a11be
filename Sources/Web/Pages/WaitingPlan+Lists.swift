/// What lists of files show of a plan, without reading all that the command answered.
extension WaitingPlan {
  /// Its line in the list of imports.
  func row(_ visit: Visit) -> [String: Any] {
    let (tag, kind) = tag(visit)
    return [
      "name": name, "address": address, "sender": CountProgressPages.name(of: login, visit), "tag": tag, "kind": kind,
    ]
  }

  /// Its line among what needs somebody.
  func task(_ visit: Visit) -> [String: Any] {
    let (tag, kind) = tag(visit)
    let outline = outline(visit)
    var facts: [LocalizedText] = []
    if let outline, !outline.hasFailed { facts.append(PageNumber.of(outline.changes, .change)) }
    facts.append(LocalizedText("sent by \(CountProgressPages.name(of: login, visit))"))
    return [
      "what": PlanPages.isUnreadable(code: outline?.error, of: self)
        ? LocalizedText(verbatim: name) : LocalizedText("\(name) is waiting for a decision"),
      "address": address, "fact": LocalizedText(facts, separator: " · "), "tag": tag, "kind": kind,
    ]
  }

  /// What it needs, and the look of that tag.
  private func tag(_ visit: Visit) -> (LocalizedText, String) {
    if visit.site.running.isWorking(on: address) { return (LocalizedText("running"), "info") }
    let found = outline(visit)
    guard let outline = found, !outline.hasFailed else {
      return PlanPages.isUnreadable(code: found?.error, of: self)
        ? (LocalizedText("Cannot be read"), "error") : (LocalizedText("Needs an answer"), "look")
    }
    if outline.errors > 0 { return (PageNumber.of(outline.errors, .error), "error") }
    return outline.needsNothing ? (LocalizedText("Ready"), "done") : (LocalizedText("Needs a decision"), "look")
  }
}

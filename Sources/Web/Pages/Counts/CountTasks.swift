internal import RetailValues

/// The counts that need the person: open ones with what they need, and for those who count their sections.
struct CountTasks {
  /// How many open counts are looked into; there are rarely more.
  private static let most = 20

  private(set) var tasks: [[String: Any]] = []
  /// The address of the section of somebody who only counts, and has nothing but this to count.
  private(set) var onlySection: String?

  static func all(_ visit: Visit) async throws -> CountTasks {
    var found = CountTasks()
    let states = visit.may(.reviewCounts) ? ["open", "counting", "review", "approved"] : ["open", "counting"]
    let open = try await visit.run(CommandWords("count", "list")).elements.filter {
      states.contains($0["state"].text ?? "")
    }
    var sections: [String] = []
    for session in open.prefix(most) {
      let number = session["count"].text ?? ""
      let status = try await visit.run(CommandWords("count", "status").argument(number))
      let again = try await recounts(status, number, visit)
      if visit.may(.reviewCounts) {
        found.tasks.append(task(status, number))
      } else {
        let own = CountProgressPages.handouts(status, number, visit).filter { $0["is_done"] as? Bool != true }
        for section in own {
          found.tasks.append([
            "what": "Count \(number): \(section["name"] ?? "")", "address": section["address"] ?? "",
            "fact": CountPages.name(session), "tag": "To count", "kind": "info",
          ])
          sections.append(section["address"] as? String ?? "/")
        }
        if own.isEmpty, again == nil {
          found.tasks.append([
            "what": "Count \(number): \(CountPages.name(session))", "address": CountPages.address(number),
            "fact": "No section is handed out to you", "tag": "Open", "kind": "info",
          ])
        }
      }
      if let again { found.tasks.append(again) }
    }
    if sections.count == 1, found.tasks.count == 1 { found.onlySection = sections[0] }
    return found
  }

  /// The task to count items again that others counted; nil when there are none for the person.
  private static func recounts(
    _ status: JSONValue, _ number: String, _ visit: Visit
  ) async throws -> [String: Any]? {
    guard visit.may(.enterCounts), ["open", "counting"].contains(status["session"]["state"].text),
      (status["recounts_awaited"].integer ?? 0) > 0
    else { return nil }
    let items = try await visit.run(
      CommandWords("count", "items").flag("recounts").option("limit", "1").argument(number))
    let total = items["total"].integer ?? 0
    guard total > 0 else { return nil }
    return [
      "what": "Count \(number): \(total) \(total == 1 ? "item" : "items") to count again",
      "address": CountPages.address(number, section: "") + "?way=recounts",
      "fact": CountPages.name(status["session"]), "tag": "To count", "kind": "info",
    ]
  }

  /// A line of the home page: the count, and what it needs.
  private static func task(_ status: JSONValue, _ number: String) -> [String: Any] {
    let state = status["session"]["state"].text ?? ""
    let isReview = ["review", "approved"].contains(state)
    func some(_ number: Int, _ one: String, _ many: String) -> String? {
      number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
    }
    let facts = [
      "\(status["counted"].text ?? "0") of \(status["on_sheet"].text ?? "0") counted",
      some(status["unknown"].elements.count, "unknown code", "unknown codes"),
      some(status["to_recount"].elements.count, "item to recount", "items to recount"),
      some(status["recounts_awaited"].integer ?? 0, "recount awaited", "recounts awaited"),
      some(status["disputed"].elements.count, "decision", "decisions"),
      some(status["to_approve"].elements.count, "difference to approve", "differences to approve"),
    ].compactMap { $0 }
    return [
      "what": "Count \(number): \(CountPages.name(status["session"]))",
      "address": CountPages.address(number) + (isReview ? "/review" : ""), "fact": facts.joined(separator: " · "),
      "tag": CountPages.words(ofState: state), "kind": CountPages.tag(ofState: state),
    ]
  }
}

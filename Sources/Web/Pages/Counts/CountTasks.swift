internal import RetailValues
internal import Serving

/// The counts that need the person: open ones with what they need, and for those who count their sections.
struct CountTasks {
  /// How many open counts are looked into; there are rarely more.
  private static let most = 20

  private(set) var tasks: [[String: Any]] = []
  /// The address of the section of somebody who only counts, and has nothing but this to count.
  private(set) var onlySection: String?
  /// The only open count of more than single items, for somebody who only counts and has no section to choose.
  private(set) var onlyCount: String?

  static func all(_ visit: Visit) async throws -> CountTasks {
    var found = CountTasks()
    let states = visit.may(.reviewCounts) ? ["open", "counting", "review", "approved"] : ["open", "counting"]
    let open = try await visit.run(CommandWords("count", "list")).elements.filter {
      states.contains($0["state"].text ?? "")
    }
    var sections: [String] = []
    var undivided: [String] = []
    // A count of single items was opened by somebody who counts these, and is no choice for others.
    var choices = 0
    for session in open.prefix(most) {
      let before = found.tasks.count
      let isPartial = session["kind"].text == "partial"
      let number = session["count"].text ?? ""
      let status = try await visit.run(CommandWords("count", "status").argument(number))
      let again = try await recounts(status, number, visit)
      if visit.may(.reviewCounts) {
        found.tasks.append(task(status, number))
      } else {
        let own = CountProgressPages.handouts(status, number, visit).filter { $0["is_done"] as? Bool != true }
        for section in own {
          found.tasks.append([
            "what": LocalizedText(
              "Count \(number): \(section["name"] as? LocalizedText ?? LocalizedText(verbatim: ""))"),
            "address": section["address"] ?? "", "fact": CountPages.name(session), "tag": LocalizedText("To count"),
            "kind": "info",
          ])
          sections.append(section["address"] as? String ?? "/")
        }
        if own.isEmpty, again == nil {
          found.tasks.append([
            "what": LocalizedText("Count \(number): \(CountPages.name(session))"),
            "address": CountPages.address(number),
            "fact": LocalizedText("No section is handed out to you"), "tag": LocalizedText("Open"), "kind": "info",
          ])
          if !isPartial, isUndivided(status) { undivided.append(number) }
        }
      }
      if let again { found.tasks.append(again) }
      if !isPartial { choices += found.tasks.count - before }
    }
    if sections.count == 1, found.tasks.count == 1 { found.onlySection = sections[0] }
    if undivided.count == 1, choices == 1, visit.may(.enterCounts) { found.onlyCount = undivided[0] }
    return found
  }

  /// Whether the person has no section in a count, not even one that is done, and nothing was entered by sections.
  private static func isUndivided(_ status: JSONValue) -> Bool {
    status["handouts"].elements.isEmpty && status["parts"].elements.allSatisfy { ($0["section"].text ?? "").isEmpty }
  }

  /// The task to count items again that others counted; nil when there are none for the person.
  private static func recounts(
    _ status: JSONValue, _ number: String, _ visit: Visit
  ) async throws -> [String: Any]? {
    guard visit.may(.enterCounts), ["open", "counting"].contains(status["session"]["state"].text),
      (status["recounts_awaited"].integer ?? 0) > 0
    else { return nil }
    let total = try await ownRecounts(status, number, visit)
    guard total > 0 else { return nil }
    return [
      "what": LocalizedText(
        count: total, one: "Count \(number): 1 item to count again",
        other: "Count \(number): \(total) items to count again"),
      "address": CountPages.address(number, section: "") + "?way=recounts",
      "fact": CountPages.name(status["session"]), "tag": LocalizedText("To count"), "kind": "info",
    ]
  }

  /// How many of the awaited recounts the person may make: all of them in a count in which they counted nothing.
  private static func ownRecounts(_ status: JSONValue, _ number: String, _ visit: Visit) async throws -> Int {
    let counters = status["parts"].elements.map { $0["counter"].text }
    let person = CounterIdentity(visit.person.name)
    // People who only count are not shown who counted.
    if counters.allSatisfy({ $0.map { CounterIdentity($0) != person } ?? false }) {
      return status["recounts_awaited"].integer ?? 0
    }
    let items = try await visit.run(
      CommandWords("count", "items").flag("recounts").option("limit", "1").argument(number))
    return items["total"].integer ?? 0
  }

  /// A line of the home page: the count, and what it needs.
  private static func task(_ status: JSONValue, _ number: String) -> [String: Any] {
    let state = status["session"]["state"].text ?? ""
    let isReview = ["review", "approved"].contains(state)
    let numbers = [
      status["unknown"].elements.count, status["to_recount"].elements.count,
      status["recounts_awaited"].integer ?? 0, status["disputed"].elements.count, status["to_approve"].elements.count,
    ]
    let needs = [
      LocalizedText(count: numbers[0], one: "1 unknown code", other: "\(numbers[0]) unknown codes"),
      LocalizedText(count: numbers[1], one: "1 item to recount", other: "\(numbers[1]) items to recount"),
      LocalizedText(count: numbers[2], one: "1 recount awaited", other: "\(numbers[2]) recounts awaited"),
      LocalizedText(count: numbers[3], one: "1 decision", other: "\(numbers[3]) decisions"),
      LocalizedText(count: numbers[4], one: "1 difference to approve", other: "\(numbers[4]) differences to approve"),
    ]
    let (counted, sheet) = (status["counted"].integer ?? 0, status["on_sheet"].integer ?? 0)
    let facts =
      [LocalizedText("\(PageNumber.text(counted)) of \(PageNumber.text(sheet)) counted")]
      + zip(numbers, needs).filter { $0.0 > 0 }.map(\.1)
    return [
      "what": LocalizedText("Count \(number): \(CountPages.name(status["session"]))"),
      "address": CountPages.address(number) + (isReview ? "/review" : ""),
      "fact": LocalizedText(facts, separator: " · "),
      "tag": CountPages.words(ofState: state), "kind": CountPages.tag(ofState: state),
    ]
  }
}

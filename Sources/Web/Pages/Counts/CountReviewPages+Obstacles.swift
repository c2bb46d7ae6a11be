internal import RetailValues
internal import Serving

extension CountReviewPages {
  /// Whether the tables say where the lines were counted, and by whom.
  static func havePlaces(_ lines: [JSONValue]) -> Bool {
    lines.contains { !$0["sections"].elements.isEmpty || !$0["counters"].elements.isEmpty }
  }

  /// What stops the posting, with where to do something about it.
  ///
  /// The approval is not listed: it is given together with the posting.
  static func obstacles(_ answer: JSONValue, _ status: JSONValue) -> [[String: Any]] {
    let number = CountPages.address(status["session"]["count"].text ?? "")
    return answer["problems"].elements.compactMap { problem in
      let (link, words): (String, LocalizedText)
      switch problem["code"].text {
      case "approval-needed": return nil
      // Its amount is confirmed with the posting.
      case "write-off-not-accepted": return nil
      case "uncounted-lines": (link, words) = (number + "/left", LocalizedText("List"))
      case "unknown-items": (link, words) = (number + "/review#unknown", LocalizedText("Say what they are"))
      case "recount-needed": (link, words) = (number + "/review#needs", LocalizedText("Ask for recounts"))
      case "recount-open": (link, words) = (number + "/sheet?recount=1", LocalizedText("Print the sheet"))
      case "counts-disagree": (link, words) = (number + "/review#needs", LocalizedText("Decide"))
      default: (link, words) = ("", LocalizedText(verbatim: ""))
      }
      return [
        "message": problem.shownMessage, "link": link, "words": words,
        "has_link": !link.isEmpty, "code": problem["code"].text ?? "",
      ]
    }
  }

  /// The items that a decision leaves out of the count, with what was typed in the form of one that was refused.
  static func showLeftOut(_ answer: JSONValue, _ visit: Visit, in values: inout [String: Any]) {
    let items = answer["left_out"].elements
    values["excluded"] = items.map { item -> [String: Any] in
      let sku = item["sku"].text ?? ""
      return [
        "sku": sku, "title": item["title"].text ?? "", "note": item["note"].text ?? "",
        "typed_note": visit.form["sku"] == sku ? visit.form["note"] ?? "" : "",
      ]
    }
    values["has_excluded"] = !items.isEmpty
    if !items.isEmpty {
      let number = PageNumber.text(items.count)
      values["excluded_said"] = LocalizedText(
        count: items.count, one: "1 item is left out of the count.",
        other: "\(number) items are left out of the count.")
    }
  }
}

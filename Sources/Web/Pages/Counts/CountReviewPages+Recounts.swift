internal import RetailValues
internal import Serving

/// Recounts that are requested on the review of a count.
extension CountReviewPages {
  /// The states of a count in which `count recount` accepts items.
  private static let recountableStates: Set<String> = ["open", "counting", "review"]

  static func addRecounts(to routes: PageRoutes) {
    routes.post("/counts/:count/recounts") { visit in
      let count = try visit.parameter("count")
      let items = visit.form.all("item")
      // Without items, the command would ask for every recount that is needed.
      guard !items.isEmpty else {
        let remedy = LocalizedText("Tick what is to be counted again.")
        return try await review(visit, .noLineTicked(remedy, at: recountForm(visit.form["table"])))
      }
      let asked = try await visit.run(CommandWords("count", "recount").options("item", items).argument(count).writing)
      let number = asked["asked"].integer ?? 0
      return visit.redirect(
        to: back(visit, count),
        saying: LocalizedText(
          count: number, one: "1 item is to be counted again.", other: "\(number) items are to be counted again."))
    }
  }

  /// The identifier of the form that requests recounts.
  ///
  /// - Parameter table: the anchor of the table with the ticks; nil for the lines that need something.
  static func recountForm(_ table: String?) -> String { table.map { "recounts-\($0)" } ?? "recounts" }

  /// Whether a recount of a line can be requested: whatever its difference, its item was counted, and it is neither left
  /// out nor waiting for a recount already.
  static func mayBeRecounted(_ line: JSONValue, in state: String) -> Bool {
    recountableStates.contains(state) && !line["counts"].elements.isEmpty && !line["is_recount_awaited"].isTrue
      && line["state"].text != "excluded"
  }
}

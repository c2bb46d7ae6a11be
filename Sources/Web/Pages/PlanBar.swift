extension PlanPages {
  /// What stops a plan, and which records it leaves out, for the bar of its page.
  ///
  /// - Parameter ticked: what the form of the page has ticked.
  static func bar(_ answer: JSONValue, ticked: Set<String>) -> [String: Any] {
    let questions = answer["guards"].elements.filter { found in
      !found["accepted"].isTrue && !(found["code"].text.map { ticked.contains($0) } ?? false)
    }.count
    var (stopping, omitting): ([LocalizedText], LocalizedText?) = ([], nil)
    if answer["errors"].integer ?? 0 > 0 {
      let records = answer["refused_records"].integer ?? 0
      let number = PageNumber.text(records)
      if ticked.contains(MadePlan.leavingOut) {
        omitting = LocalizedText(
          count: records, one: "1 record with errors is left out.",
          other: "\(number) records with errors are left out.")
      } else {
        stopping.append(
          LocalizedText(
            count: records, one: "1 record with errors to correct or to leave out",
            other: "\(number) records with errors to correct or to leave out"))
      }
    }
    if questions > 0 {
      stopping.append(
        LocalizedText(
          count: questions, one: "1 question to answer", other: "\(PageNumber.text(questions)) questions to answer"))
    }
    return [
      "is_stopped": !stopping.isEmpty, "stopping": LocalizedText(stopping, separator: " · "),
      "omitting": omitting ?? "" as Any,
    ]
  }

  /// The saved profile that a plan was read by without being asked, and the button that reads the file without it.
  static func takenProfile(_ answer: JSONValue, _ declared: DeclaredAnswers) -> [String: Any] {
    guard let name = WaitingPlan.takenProfile(in: answer) else { return ["has_taken_profile": false] }
    return [
      "has_taken_profile": true, "taken_profile": name,
      "without_profile": declared.buttons(for: [.withoutProfile]),
    ]
  }
}

internal import FormatKit

extension PlanPages {
  /// What stops a plan, and which records it leaves out, for the bar of its page.
  ///
  /// - Parameters:
  ///   - ticked: what the form of the page has ticked.
  ///   - asksForProfile: whether it is open if the file is read with a profile.
  static func bar(_ answer: JSONValue, ticked: Set<String>, asksForProfile: Bool = false) -> [String: Any] {
    let open = answer["guards"].elements.filter { found in
      !found["accepted"].isTrue && !(found["code"].text.map { ticked.contains($0) } ?? false)
    }.count
    let questions = open + (asksForProfile ? 1 : 0)
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

  /// The profiles that fit the file of a plan, with the button that reads it without one while that is open.
  static func profiles(_ made: MadePlan, _ declared: DeclaredAnswers, _ visit: Visit) -> [String: Any] {
    let (fitting, isAsked) = (made.fittingProfiles, made.asksForProfile)
    // Of several, none is the usual answer.
    let buttons = declared.buttons(for: fitting).map { button in
      button.merging(["is_main": isAsked && fitting.count == 1]) { $1 }
    }
    let found = made.answer["findings"].elements.first { $0["code"].text == SourceFinding.importedBefore }
    let number = (found?["value"].text?.split(separator: " ").last).flatMap { Int($0) }
    return [
      "was_read": number != nil, "read_as": LocalizedText("Import \(number ?? 0)"),
      "read_address": number.map { address(ofImport: Int64($0), visit) } ?? "",
      "profiles": buttons, "has_profiles": !buttons.isEmpty, "asks_profile": isAsked,
      "no_profile": isAsked ? declared.buttons(for: [.withoutProfile]) : [],
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

extension MadePlan {
  /// The profiles that fit the file, where it is read by the names of its columns.
  var fittingProfiles: [Suggestion] { Self.fittingProfiles(answer, self.reading) }

  /// The same in what the command answered.
  static func fittingProfiles(_ answer: JSONValue, _ reading: WaitingPlan.Reading) -> [Suggestion] {
    guard reading.profile == nil else { return [] }
    return Suggestion.all(in: answer["findings"].elements.compactMap { $0["evidence"].text })
      .filter { $0.option == "profile" }
  }

  /// Whether a profile fits the file, and nobody has said yet if the file is read with it.
  var asksForProfile: Bool { self.reading.withoutProfile != true && !fittingProfiles.isEmpty }
}

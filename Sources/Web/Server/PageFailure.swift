internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving

/// Why a page cannot be shown, or a change was not made, in the words that people see.
struct PageFailure: Error {
  var status: HTTPResponse.Status
  /// What is wrong, as one sentence.
  var title: LocalizedText
  var remedy: LocalizedText
  /// The code by which ``docs/reference/errors.md`` lists it; empty without one.
  var code = ""
  /// What the log says of it besides, which is nothing for people.
  var detail = ""
  /// The option of the command that is wrong, without its hyphens; empty where another thing is wrong.
  var option = ""

  init(
    status: HTTPResponse.Status, title: any ShownText, remedy: any ShownText, code: String = "", detail: String = "",
    option: String = ""
  ) {
    (self.status, self.title, self.remedy) = (status, title.localized, remedy.localized)
    (self.code, self.detail, self.option) = (code, detail, option)
  }

  /// The same answer for what does not exist and for what the person may not know to exist.
  static let notFound = PageFailure(
    status: .notFound, title: LocalizedText("There is no such page"),
    remedy: LocalizedText("Go back, or look for it with Find."))

  /// The refusal of a change that a card is not for.
  static let notOnCard = PageFailure(
    status: .forbidden, title: LocalizedText("Your card is for one count"), remedy: LocalizedText("Go back to it."),
    code: "not-permitted")

  /// The refusal of an act that the permission table does not allow, before a command could say the same.
  static func forbidden(_ act: Act) -> PageFailure {
    let who = LocalizedText(Role.allCases.filter(act.roles.contains).map(\.shownName), separator: ", ")
    return PageFailure(
      status: .forbidden, title: LocalizedText("You may not \(LocalizedText(word: act.words))"),
      remedy: LocalizedText("This may be done by: \(who)."), code: "not-permitted")
  }

  /// The refusal of a form of lines of which none is ticked.
  ///
  /// - Parameter remedy: what to tick.
  static func noLineTicked(_ remedy: LocalizedText) -> PageFailure {
    PageFailure(status: .unprocessableContent, title: LocalizedText("No line is ticked"), remedy: remedy)
  }

  static let signedOut = PageFailure(
    status: .forbidden, title: LocalizedText("This form is too old, or it comes from another site"),
    remedy: LocalizedText("Nothing was changed. Open the page again and send it again."))
}

extension PageFailure {
  /// The failure for the template of a form that is shown again.
  var values: [String: Any] { ["problem": title, "remedy": remedy, "has_failed": true] }

  /// What went wrong in a command, by what it answered.
  ///
  /// - Parameter answer: the answer with a status that says that it failed.
  init(_ answer: CommandAnswer) {
    if let failure = MachineFailure(answer) {
      self = Self(failure)
      return
    }
    let error = JSONValue(answer.output).map { $0["error"] } ?? .null
    code = error["code"].text ?? ""
    guard !["unexpected", ""].contains(code), let message = error["message"].text else {
      // Such as the words of the database.
      self = Self.unexpected("\(error["message"].text ?? "") \(answer.notes)")
      return
    }
    option = message.firstMatch(of: #/^--([a-z][a-z-]*):? /#).map { String($0.1) } ?? ""
    // A page has fields and buttons, and neither options that begin with hyphens nor commands.
    title =
      LocalizedText(
        said: message.replacing(#/^--[a-z][a-z-]*:? | \(stockroom [^)]*\)$/#, with: "").withoutMachinePaths, code: code
      ).sentence
    remedy = error.shownRemedy
    status =
      switch code {
      case "not-permitted", "report-not-shown": .forbidden
      case "busy": .serviceUnavailable
      default: .unprocessableContent
      }
  }

  /// The failure of a program, which only its log explains.
  static func unexpected(_ detail: String) -> PageFailure {
    if let failure = MachineFailure(detail) { return PageFailure(failure, detail: detail) }
    let number = Secret.name().prefix(8)
    return PageFailure(
      status: .internalServerError, title: LocalizedText("The page could not be made"),
      remedy: LocalizedText("Give the person who looks after Stockroom this code: \(String(number))."),
      detail: "error \(number): \(detail)")
  }
}

extension HTTPResponse.Status {
  /// 507 Insufficient Storage (RFC 4918, section 11.5).
  static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}

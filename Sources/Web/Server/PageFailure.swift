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
  /// The fields of the page that are wrong, which are those that the option names unless a page knows better.
  var fields: [Field] {
    get { ownFields ?? (option.isEmpty ? [] : [Field(id: option, text: title)]) }
    set { ownFields = newValue }
  }
  private var ownFields: [Field]?

  /// A field of a form that is wrong.
  struct Field: Sendable {
    /// The identifier of the field in the page.
    let id: String
    /// What is wrong with it.
    let text: LocalizedText
  }

  /// - Parameter field: the identifier of the field of the page that is wrong; empty to go by the option.
  init(
    status: HTTPResponse.Status, title: any ShownText, remedy: any ShownText, code: String = "", detail: String = "",
    option: String = "", field: String = ""
  ) {
    (self.status, self.title, self.remedy) = (status, title.localized, remedy.localized)
    (self.code, self.detail, self.option) = (code, detail, option)
    self = at(field)
  }

  /// The same about one field of the page.
  ///
  /// - Parameter id: the identifier of the field; empty where it is not known.
  /// - Returns: the failure as it is where no other entry in a field would help.
  func at(_ id: String) -> PageFailure {
    guard !id.isEmpty, !isBusy else { return self }
    var failure = self
    failure.fields = [Field(id: id, text: title)]
    return failure
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
    PageFailure(
      status: .forbidden, title: LocalizedText("You may not \(LocalizedText(word: act.words))"),
      remedy: LocalizedText("This may be done by: \(names(of: act.roles))."), code: "not-permitted")
  }

  /// The names of roles; without that of accounts which sign in to no pages.
  static func names(of roles: Set<Role>) -> LocalizedText {
    LocalizedText(Role.allCases.filter { roles.contains($0) && $0 != .service }.map(\.shownName), separator: ", ")
  }

  /// The refusal of what concerns the whole shop, to a person who belongs to one store; in the words of the command.
  static func ofOneStore(_ store: String) -> PageFailure {
    PageFailure(
      status: .forbidden,
      title: LocalizedText(said: "you belong to the store '\(store)', and this is for the whole shop").sentence,
      remedy: LocalizedText(said: "Ask somebody who works for the whole shop."), code: "not-permitted")
  }

  /// The refusal of a form of lines of which none is ticked.
  ///
  /// - Parameters:
  ///   - remedy: what to tick.
  ///   - field: the identifier of the first tick.
  static func noLineTicked(_ remedy: LocalizedText, at field: String) -> PageFailure {
    PageFailure(
      status: .unprocessableContent, title: LocalizedText("No line is ticked"), remedy: remedy, field: field)
  }

  static let signedOut = PageFailure(
    status: .forbidden, title: LocalizedText("This form is too old, or it comes from another site"),
    remedy: LocalizedText("Nothing was changed. Open the page again and send it again."))
}

extension PageFailure {
  /// Whether another process was writing to the shop, so that the same form may be taken in a moment.
  var isBusy: Bool { code == "busy" }

  /// Whether the page of the form that was sent is shown again with this failure, so that what was typed is kept.
  var keepsForm: Bool { status == .unprocessableContent || isBusy }

  /// The failure for the template of a form that is shown again: ``PageTemplates`` puts it on top of the page and at its
  /// fields.
  var values: [String: Any] { ["failure": self] }

  /// The values for `form-failure`, the summary on top of the page.
  ///
  /// - Parameter ids: the identifiers of those fields that the page has.
  func summary(linkingTo ids: Set<String>) -> [String: Any] {
    let linked = fields.filter { ids.contains($0.id) }
    // One link is on the summary's own words.
    let isOne = linked.count == 1 && linked[0].text.description == title.description
    return [
      "title": title, "remedy": remedy, "link": isOne ? linked[0].id : "", "has_fields": !linked.isEmpty && !isOne,
      "fields": isOne ? [] : linked.map { ["id": $0.id, "text": $0.text] as [String: Any] },
    ]
  }

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
    // A command that finds the shop busy has written nothing.
    remedy = code == "busy" ? LocalizedText("Nothing was changed. Try again in a moment.") : error.shownRemedy
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

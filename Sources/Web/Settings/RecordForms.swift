internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Serving

/// What a form says of one record of the shop, such as a location, or what holds.
protocol RecordFields: Equatable, Sendable {
  /// The code, which names the record and stays.
  var code: String { get }
  /// What a page shows of it, for a form to send along.
  var shown: String { get }
  /// Its values for the template of the form.
  var values: [String: Any] { get }
  /// What a change cannot leave as it is, such as an empty name; nil for nothing.
  var failure: PageFailure? { get }
  /// The fields to which a message can belong, named like the options of the commands; `code` and `name` are among them.
  static var names: [String] { get }

  /// The fields of a new record.
  init()
  /// What was sent; a field that the form does not have stays.
  init(_ visit: Visit, from present: Self)

  /// The field that an error is about that names no option; nil where its code does not say.
  static func field(ofCode code: String, isNew: Bool) -> String?
}

/// A form of a record that was not taken.
struct RefusedRecord<Fields: RecordFields>: Sendable {
  let fields: Fields
  let failure: PageFailure
  let isNew: Bool
}

/// A page of records of the shop: each with the form that changes it, and a form that adds one.
protocol RecordForms {
  associatedtype Fields: RecordFields
  typealias Refused = RefusedRecord<Fields>

  /// The records that there are.
  static func records(_ visit: Visit) async throws -> [Fields]
  static func words(adding fields: Fields) -> CommandWords
  /// The command that changes what differs, and nothing else.
  static func words(changing present: Fields, to fields: Fields) -> CommandWords
  /// The address to go on to after a change.
  static func address(_ visit: Visit) -> String
  /// How the identifiers of the fields of a record begin.
  static func fieldID(_ fields: Fields) -> String
  /// Goes on to the page after a change.
  static func saved(_ fields: Fields, _ result: JSONValue, _ visit: Visit) -> Response
  /// The page, with the form that was not taken; nil for a page that is only looked at.
  static func page(_ visit: Visit, _ refused: Refused?) async throws -> Response
}

extension RecordForms {
  /// Adds the record of a form.
  static func add(_ visit: Visit) async throws -> Response {
    let fields = Fields(visit, from: Fields())
    return try await save(words(adding: fields), fields, isNew: true, visit)
  }

  /// Changes the record of a form.
  static func change(_ visit: Visit) async throws -> Response {
    guard let present = try await records(visit).first(where: { $0.code == visit.form["code"] ?? "" }) else {
      throw PageFailure.notFound
    }
    guard visit.typed("shown") == present.shown else {
      return try await page(visit, Refused(fields: present, failure: .changedMeanwhile, isNew: false))
    }
    let sent = Fields(visit, from: present)
    guard sent != present else {
      return visit.redirect(to: address(visit), saying: LocalizedText("Nothing was changed."))
    }
    if let failure = sent.failure {
      return try await page(visit, Refused(fields: sent, failure: failure, isNew: false))
    }
    return try await save(words(changing: present, to: sent), sent, isNew: false, visit)
  }

  private static func save(
    _ words: CommandWords, _ fields: Fields, isNew: Bool, _ visit: Visit
  ) async throws -> Response {
    let answer = await visit.answer(words.writing)
    guard answer.status == 0, let result = JSONValue(answer.output) else {
      let failure = PageFailure(ofRecord: answer)
      guard failure.isAboutTheForm else { throw failure }
      return try await page(visit, Refused(fields: fields, failure: failure, isNew: isNew))
    }
    return saved(fields, result, visit)
  }

  // MARK: Templates

  /// How the identifiers of the fields of a new record begin.
  private static var newID: String { "new" }

  /// The values of a page that shows the form again: why it was not taken, and the form of a new record.
  static func values(_ refused: Refused?) -> [String: Any] {
    let new = refused.flatMap { $0.isNew ? $0 : nil }
    let failure = refused.map(atField)?.values ?? [:]
    return failure.merging(["new": form(new?.fields ?? Fields(), isOpen: new != nil, id: newID)]) { $1 }
  }

  /// The values of the form that changes a record: with what was sent, where that was not taken.
  static func form(of present: Fields, _ refused: Refused?) -> [String: Any] {
    let own = refused.flatMap { !$0.isNew && $0.fields.code == present.code ? $0 : nil }
    return form(own?.fields ?? present, isOpen: own != nil, id: fieldID(present))
  }

  private static func form(_ fields: Fields, isOpen: Bool, id: String) -> [String: Any] {
    fields.values.merging(["id": id, "code_given": fields.code, "is_open": isOpen]) { $1 }
  }

  /// Why a form was not taken, at its field. A record that was changed in the meantime is not about one.
  private static func atField(_ refused: Refused) -> PageFailure {
    let (failure, isNew) = (refused.failure, refused.isNew)
    guard !failure.isConflict else { return failure }
    let field =
      Fields.names.contains(failure.option)
      ? failure.option : Fields.field(ofCode: failure.code, isNew: isNew) ?? (isNew ? "code" : "name")
    return failure.at("\(isNew ? newID : fieldID(refused.fields))-\(field)")
  }
}

extension PageFailure {
  /// Why a record was not taken: what the command says, else what its import says of the record.
  fileprivate init(ofRecord answer: CommandAnswer) {
    let result = JSONValue(answer.output) ?? .null
    guard result["error"]["message"].text == nil, let problem = result["problems"].elements.first else {
      self = PageFailure(answer).ofChange
      return
    }
    self = PageFailure(
      status: .unprocessableContent, title: problem.shownMessage, remedy: problem.shownRemedy)
  }

  /// That a field is empty in which there has to be something.
  ///
  /// - Parameter field: its name, which is that of the option.
  static func empty(_ field: String, _ title: LocalizedText, _ remedy: LocalizedText) -> PageFailure {
    PageFailure(status: .unprocessableContent, title: title, remedy: remedy, option: field)
  }
}

/// Choices of a form, such as the kinds of locations, with what they are called.
struct FormChoices: Sendable {
  let choices: [(code: String, title: LocalizedText)]

  /// What a choice is called; the code itself, where it is not one of them.
  func title(of code: String) -> LocalizedText {
    choices.first { $0.code == code }?.title ?? LocalizedText(verbatim: code)
  }

  /// The values for a template.
  func values(chosen: String) -> [[String: Any]] {
    choices.map { ["code": $0.code, "name": $0.title, "is_chosen": $0.code == chosen] }
  }
}

internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
internal import RetailValues
internal import Serving
internal import Wording

/// One request of somebody who is signed in.
struct Visit: Sendable {
  let site: Site
  let person: ServedPerson
  let session: Session
  /// The secret of the session.
  let secret: String
  /// The shop's settings, read once for the request.
  let settings: ServedSettings
  /// How the browser reaches the server, such as `https://shop.example.org`.
  let origin: String
  /// The path of the address, without its query.
  let path: String
  /// The parts of the path that stand for something, such as the number of an import.
  let parameters: [String: String]
  let query: FormValues
  /// What a form sent; nothing unless the request is a POST.
  var form = FormValues()
  var files: [MultipartReader.File] = []
  /// The language of the pages.
  var language = Language.english
  /// The language that was chosen in this browser; nil where it goes by the browser.
  var chosenLanguage: Language?

  /// What every page says of the shop.
  var frame: ShopFrame { settings.frame }

  /// The people with a role.
  var people: [ServedPerson] { settings.people }

  /// The roles in which the person acts now.
  var roles: Set<Role> { session.role.map { [$0] } ?? person.roles }

  /// Whether who signed in with a card is at a page that it is for: those of their count, and the way out.
  var isAllowedByCard: Bool {
    session.count.map { $0 == (try? parameter("count")) || ["/more", "/language", "/sign-out"].contains(path) } ?? true
  }

  /// Whether the person may do something.
  func may(_ act: Act) -> Bool { roles.role(for: act) != nil }

  /// A part of the path.
  ///
  /// - Throws: that there is no such page.
  func parameter(_ name: String) throws(PageFailure) -> String {
    guard let value = parameters[name]?.removingPercentEncoding, !value.isEmpty else { throw .notFound }
    return value
  }

  /// A part of the path that is a number.
  func number(_ name: String) throws(PageFailure) -> Int64 {
    guard let number = Int64(try parameter(name)) else { throw .notFound }
    return number
  }

  // MARK: Commands

  /// Runs a command for the person.
  ///
  /// - Returns: what it answered, with any status.
  func answer(_ words: CommandWords) async -> CommandAnswer {
    await site.commands.run(words, as: person.login, role: session.role)
  }

  /// Makes a report or another long file for the person, when it is its turn.
  ///
  /// - Returns: what the command answered, with any status.
  /// - Throws: that too many reports are made.
  func report(_ words: CommandWords) async throws(PageFailure) -> CommandAnswer {
    let isForOffice = roles.contains(.manager) || roles.contains(.accountant)
    return try await site.commands.report(words, forOffice: isForOffice, as: person.login, role: session.role)
  }

  /// Runs a command for the person, which has to succeed.
  ///
  /// - Parameter accepted: further exit statuses that are no failure.
  /// - Throws: what the command says.
  func run(_ words: CommandWords, accepting accepted: Set<Int32> = []) async throws(PageFailure) -> JSONValue {
    let answer = await answer(words)
    guard answer.status == 0 || accepted.contains(answer.status), let value = JSONValue(answer.output) else {
      throw PageFailure(answer)
    }
    return value
  }

  /// Runs a command for a part of a page that is left out where the person may not see it.
  func runIfPermitted(_ words: CommandWords, _ act: Act) async throws(PageFailure) -> JSONValue {
    may(act) ? try await run(words) : .null
  }

  // MARK: Answers

  /// A page in the frame of the shop.
  ///
  /// - Parameters:
  ///   - template: the name of a file in the folder `pages`.
  ///   - title: the heading, and the title of the window.
  func page(
    _ template: String, title: any ShownText, _ values: [String: Any] = [:], status: HTTPResponse.Status = .ok
  ) throws -> Response {
    try site.html(template, framed(values, title: title), status: status, in: language)
  }

  /// The values of a page together with those of the frame.
  func framed(_ values: [String: Any], title: any ShownText) -> [String: Any] {
    var values = values
    values["title"] = title.localized
    values["path"] = path
    values["shop"] = frame.name
    // A page may be about amounts in another currency.
    values["currency"] = values["currency"] ?? frame.currency
    values["now"] = LocalizedText(moment: frame.now)
    values["person"] = person.name
    values["role"] = LocalizedText(
      roles.sorted { $0.rawValue < $1.rawValue }.map(\.shownName), separator: ", ")
    values["is_card"] = session.count != nil
    values["csrf"] = session.csrf
    values["once"] = Secret.random()
    values["nav"] = Navigation.items(for: self)
    values["bar"] = Navigation.bar(for: self)
    values["is_more"] = Navigation.isMore(self)
    values["entries_owner"] = LateEntryPages.owner(self)
    values["may"] = Dictionary(
      uniqueKeysWithValues: Act.allCases.filter(may).map { ($0.rawValue.replacing("-", with: "_"), true) })
    if let message = site.sessions.takeMessage(of: secret) {
      var shown: [String: Any] = ["text": message.text]
      shown["undo"] = message.undo
      shown["undo_at_once"] = message.undoAtOnce
      values["message"] = shown
    }
    return values
  }

  /// The page of a form again, with why a command did not take what it says.
  ///
  /// - Throws: the failure, where another entry in the form would not help.
  func page(
    _ template: String, title: any ShownText, _ values: [String: Any], refusing failure: PageFailure
  ) throws -> Response {
    guard failure.keepsForm else { throw failure }
    return try page(template, title: title, values.merging(failure.values) { $1 }, status: failure.status)
  }

  /// Goes on to another page after a change.
  func redirect(to address: String, saying text: (any ShownText)? = nil, undo: String? = nil) -> Response {
    if let text { site.sessions.say(Message(text: text, undo: undo), to: secret) }
    return Response.redirect(to: address)
  }
}

internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import ProblemKit
internal import RetailValues
internal import Serving

extension Visit {
  /// Runs a command that reads lines which are no words of it, such as passphrases.
  func answer(_ words: CommandWords, reading lines: [String]) async -> CommandAnswer {
    await site.commands.run(words, reading: lines.joined(separator: "\n"), as: person.login, role: session.role)
  }

  /// A field of a form as it was typed: spaces at the ends of a passphrase are part of it.
  func typed(_ name: String) -> String { form.fields.first { $0.name == name }?.value ?? "" }

  /// What is wrong with a new passphrase before the command looks at it; nil for nothing.
  var newPassphraseFailure: PageFailure? {
    guard typed("passphrase") == typed("again") else {
      return PageFailure(
        status: .unprocessableContent, title: LocalizedText("The two new passphrases are not the same"),
        remedy: LocalizedText("Nothing was changed. Type the new one twice."), field: "again")
    }
    guard !(typed("passphrase") + typed("present")).contains(where: \.isNewline) else {
      return PageFailure(
        status: .unprocessableContent, title: LocalizedText("A passphrase is one line"),
        remedy: LocalizedText("Leave the line breaks out."), field: "passphrase")
    }
    do { try Passphrases.check(typed("passphrase")) } catch {
      return PageFailure(
        status: .unprocessableContent, title: error.message.sentence, remedy: error.remedy, field: "passphrase")
    }
    return nil
  }

  /// What is wrong with the present passphrase that the person gives; nil for nothing, and for a person who has none.
  ///
  /// - Parameter field: the identifier of the field within the page.
  /// - Throws: that there were too many wrong ones, or what ``hasPassphrase`` throws.
  func presentPassphraseFailure(at field: String = "own") async throws -> PageFailure? {
    guard try hasPassphrase, try await !site.isPresent(typed("present"), of: person.login) else { return nil }
    return PageFailure(
      status: .unprocessableContent, title: LocalizedText("That is not your present passphrase"),
      remedy: LocalizedText("Nothing was changed. Type it again."), field: field)
  }

  /// Whether the person has a passphrase: who signed in by a link may have none.
  ///
  /// - Throws: that the passphrases cannot be read.
  var hasPassphrase: Bool {
    get throws { try session.credentialHash != nil || site.passphrases.has(person.login) }
  }

  /// The values for `passphrase-present`, the field for the present passphrase; false for a person who has none.
  ///
  /// - Parameter id: the identifier of the field within the page.
  func presentPassphraseField(_ id: String) throws -> Any {
    guard try hasPassphrase else { return false }
    return ["id": id, "reader": person.login] as [String: Any]
  }
}

/// The page on which everybody changes their own passphrase.
enum OwnPassphrasePages {
  static func add(to routes: PageRoutes) {
    routes.get("/passphrase") { visit in
      guard visit.may(.changePassphrase) else { throw PageFailure.forbidden(.changePassphrase) }
      return try page(visit)
    }
    routes.post("/passphrase", for: .changePassphrase) { visit in
      if let failure = visit.newPassphraseFailure { return try page(visit, failure) }
      if let failure = try await visit.presentPassphraseFailure(at: "present") {
        return try page(visit, failure)
      }
      let answer = await visit.answer(
        CommandWords("people", "change-passphrase").writing,
        reading: [visit.typed("present"), visit.typed("passphrase")])
      guard answer.status == 0 else { return try page(visit, PageFailure(answer)) }
      visit.site.sessions.endAll(of: visit.person.login)
      return try visit.page("passphrase", title: LocalizedText("Your passphrase was changed"), ["is_done": true])
    }
  }

  private static func page(_ visit: Visit, _ failure: PageFailure? = nil) throws -> Response {
    let title = LocalizedText("Change your passphrase")
    let values: [String: Any] = [
      "is_done": false, "has_passphrase": try visit.hasPassphrase, "login": visit.person.login,
      "address": PeoplePages.address(visit.person.login), "shortest": Passphrases.shortest,
    ]
    guard let failure else { return try visit.page("passphrase", title: title, values) }
    return try visit.page("passphrase", title: title, values, refusing: failure)
  }
}

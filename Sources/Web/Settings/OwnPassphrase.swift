internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import ProblemKit
internal import RetailValues
internal import Serving

extension Visit {
  /// Runs a command that reads lines which are no words of it, such as passphrases.
  ///
  /// It runs where hashes are made, and not among the commands that take a moment.
  func answer(_ words: CommandWords, reading lines: [String]) async throws -> CommandAnswer {
    let (shop, login, role) = (site.shop, person.login, session.role)
    let input = lines.joined(separator: "\n")
    return try await site.commands.hash { shop.run(words.words, input: input, as: login, role: role) }
  }

  /// A field of a form as it was typed: spaces at the ends of a passphrase are part of it.
  func typed(_ name: String) -> String { form.fields.first { $0.name == name }?.value ?? "" }

  /// What is wrong with a new passphrase before the command looks at it; nil for nothing.
  var newPassphraseFailure: PageFailure? {
    guard typed("passphrase") == typed("again") else {
      return PageFailure(
        status: .unprocessableContent, title: "The two new passphrases are not the same",
        remedy: "Nothing was changed. Type the new one twice.")
    }
    guard !(typed("passphrase") + typed("present")).contains(where: \.isNewline) else {
      return PageFailure(
        status: .unprocessableContent, title: "A passphrase is one line", remedy: "Leave the line breaks out.")
    }
    return nil
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
      let (site, login) = (visit.site, visit.person.login)
      // As at the sign-in: nobody who got hold of a session may guess.
      let key = "login \(login.prefix(200))"
      if let minutes = site.attempts.begin([key]) {
        throw PageFailure(
          status: .tooManyRequests, title: "There were too many wrong attempts",
          remedy: "Try again in \(minutes) minutes.")
      }
      let answer: CommandAnswer
      do {
        answer = try await visit.answer(
          CommandWords("people", "change-passphrase").writing,
          reading: [visit.typed("present"), visit.typed("passphrase")])
      } catch {
        site.attempts.takeBack([key])
        throw error
      }
      guard answer.status == 0 else {
        let failure = PageFailure(answer)
        // It was not looked at.
        if failure.status != .unprocessableContent { site.attempts.takeBack([key]) }
        return try page(visit, failure)
      }
      site.attempts.succeed(key, [])
      site.sessions.endAll(of: login)
      return try visit.page("passphrase", title: "Your passphrase was changed", ["is_done": true])
    }
  }

  private static func page(_ visit: Visit, _ failure: PageFailure? = nil) throws -> Response {
    let title = "Change your passphrase"
    let values: [String: Any] = [
      "is_done": false, "has_passphrase": visit.site.passphrases.logins.contains(visit.person.login),
      "address": PeoplePages.address(visit.person.login), "shortest": Passphrases.shortest, "problem": false,
      "remedy": "", "has_failed": false,
    ]
    guard let failure else { return try visit.page("passphrase", title: title, values) }
    return try visit.page("passphrase", title: title, values, refusing: failure)
  }
}

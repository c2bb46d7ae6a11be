internal import HTTPTypes
internal import RetailValues
internal import Serving

/// What became of an attempt to sign in with a name and a passphrase or the number of a card.
enum SignInResult: Sendable {
  /// The passphrase is the person's; its hash goes into the session.
  case passphrase(hash: String)
  /// The number is that of a card of a person who counts.
  case card(CountCards.Card)
  /// The passphrase is that of an account that only has the role `service`, which opens no page.
  case service
  /// The two do not belong together.
  case wrong
  /// There were too many wrong attempts; the next is allowed in so many minutes.
  case tooMany(minutes: Int)
}

extension Site {
  /// Looks at what somebody typed to sign in, and counts it as wrong unless it was right or could not be looked at.
  ///
  /// A wrong attempt makes one hash, and two where eight digits were typed, which may be the number of a card: for a
  /// name that nobody has, for one with a passphrase, and for one with cards. So the time of the answer says nothing
  /// about the name.
  ///
  /// - Parameter network: that of the other side.
  /// - Throws: that too many sign in at this moment.
  func result(
    of typed: String, by login: String, from network: ClientNetwork, _ settings: ServedSettings
  ) async throws -> SignInResult {
    let counted = SignInAttempts.counted(login, from: network, isBehindProxy: address.isBehindProxy)
    if let minutes = attempts.begin(counted) { return .tooMany(minutes: minutes) }
    let result: SignInResult
    do {
      result = try await commands.hash { [cards, passphrases] () -> SignInResult in
        if let card = cards.card(typed, of: login) { return .card(card) }
        guard let hash = passphrases.hash(ofRight: typed, for: login) else { return .wrong }
        return .passphrase(hash: hash)
      }
    } catch {
      attempts.takeBack(counted)
      throw error
    }
    guard let person = settings.person(login) else {
      if case .passphrase = result, settings.people.contains(where: { $0.login == login }) { return .service }
      return .wrong
    }
    switch result {
    case .card where !person.roles.contains(.counter): return .wrong
    case .card, .passphrase: attempts.succeed(counted)
    case .service, .wrong, .tooMany: break
    }
    return result
  }

  /// Whether a passphrase is the present one of a person who is signed in. A wrong one counts: nobody who got hold of a session may
  /// guess. The sign-in counts apart from this, so that neither stops the other or takes back what it counted.
  ///
  /// - Throws: that there were too many wrong ones, or that too many sign in at this moment.
  func isPresent(_ passphrase: String, of login: String) async throws -> Bool {
    let counted = SignInAttempts.counted(present: login)
    if let minutes = attempts.begin(counted) {
      throw PageFailure(
        status: .tooManyRequests, title: LocalizedText("There were too many wrong attempts"),
        remedy: LocalizedText(count: minutes, one: "Try again in 1 minute.", other: "Try again in \(minutes) minutes."))
    }
    do {
      let isRight = try await commands.hash { [passphrases] in passphrases.areRight(passphrase, for: login) }
      if isRight { attempts.succeed(counted) }
      return isRight
    } catch {
      attempts.takeBack(counted)
      throw error
    }
  }
}

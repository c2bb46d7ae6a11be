public import RetailValues
public import Wording

/// A shop as the pages see it: its people, and its commands.
///
/// The pages know no rule of the shop. They ask a command for all that they show or change, in the name of the person who is
/// signed in, and show its answer. So a page cannot do what the command line refuses.
public protocol ServedShop: Sendable {
  /// The path of the shop's folder, absolute.
  var folder: String { get }
  /// Which shop it is, the same in each folder that it is moved to, and in copies of its books; nil where they do not say.
  var identity: String? { get }
  /// What the pages use of the shop's settings, as they are now: a change of them shows at the next request.
  ///
  /// - Throws: the problems of the shop's settings.
  func settings() throws -> ServedSettings
  /// Runs a command and returns what it wrote.
  ///
  /// - Parameters:
  ///   - words: the words of the command line after `stockroom`, without `--json`, which is always given.
  ///   - input: the lines that the command reads in place of standard input, such as a passphrase, which is never a word; nil for
  ///     none.
  ///   - login: the person who is signed in, as `people:` lists them.
  ///   - role: the one role that the person acts in; nil for all of theirs.
  func run(_ words: [String], input: String?, as login: String, role: Role?) -> CommandAnswer
}

/// What the pages use of the shop's settings.
public struct ServedSettings: Sendable {
  public var frame: ShopFrame
  /// The people with a role; one where the shop lists nobody.
  public var people: [ServedPerson]

  public init(frame: ShopFrame, people: [ServedPerson]) { (self.frame, self.people) = (frame, people) }

  /// The person with a login, in the roles in which they open pages; nil for a login without any.
  ///
  /// Nobody opens pages in the role `service`: it is for the account that runs jobs.
  package func person(_ login: String) -> ServedPerson? {
    guard var person = people.first(where: { $0.login == login }) else { return nil }
    person.roles.remove(.service)
    return person.roles.isEmpty ? nil : person
  }
}

/// What every page says of the shop.
public struct ShopFrame: Sendable {
  public var name: String
  /// As ISO 4217 writes it.
  public var currency: String
  /// The present time in the shop's time zone, for people.
  public var now: String
  /// The shop's time zone, with its changes between summer and winter time.
  public var clock: ShopClock
  /// The location that commands take where none is named; nil without one.
  public var location: String?
  /// The language of pages for a browser that asks for none of those there are.
  public var language: Language

  public init(
    name: String, currency: String, now: String, clock: ShopClock = .utc, location: String? = nil,
    language: Language = .english
  ) {
    (self.name, self.currency, self.now, self.clock) = (name, currency, now, clock)
    (self.location, self.language) = (location, language)
  }
}

/// A person whom the shop lists.
public struct ServedPerson: Sendable {
  /// As `people:` lists them.
  public var login: String
  /// As the log calls them.
  public var name: String
  public var roles: Set<Role>
  /// The only store that they see and change; nil for all of them.
  public var store: String?

  public init(login: String, name: String, roles: Set<Role>, store: String? = nil) {
    (self.login, self.name, self.roles, self.store) = (login, name, roles, store)
  }
}

/// What a command answered.
public struct CommandAnswer: Sendable {
  /// The exit status that the command ends with on the command line.
  public var status: Int32
  /// What it wrote on standard output, in JSON.
  public var output: String
  /// What it said besides, on standard error.
  public var notes: String

  public init(status: Int32, output: String, notes: String) {
    (self.status, self.output, self.notes) = (status, output, notes)
  }
}

internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// The part `people:` of `stockroom.yml`: users of the operating system with their names and roles.
struct PeopleSettings {
  struct Person: Equatable {
    /// The user of the operating system.
    var login: String
    /// The person's name in the log.
    var name: String
    var roles: Set<Role>
    /// Their code among the shop's users, for what is theirs alone; the login unless given.
    var user: String?
    /// The only store that they see and change; nil for all of them.
    var store: String?
    /// Logins or names in whose stead this account may act: that of a program which asks people who they are.
    var actsFor: Set<String> = []
  }

  var people: [Person]

  /// The person with a login or name; nil when there is no such person.
  func person(_ name: String) -> Person? {
    people.first { $0.login == name } ?? people.first { $0.name == name }
  }

  /// Reads the list.
  ///
  /// - Parameter value: the value of `people:`; nil without one.
  /// - Returns: nil when the shop has no list, so that the person who runs it may do everything.
  init?(_ value: Any?, file: String) throws {
    guard let value else { return nil }
    guard let entries = value as? [String: Any], !entries.isEmpty else {
      throw Problems(
        .usage, "\(file): people is not a list of users with their roles",
        remedy: "Write lines such as `anna: { role: manager }`, or take the line out.")
    }
    people = try entries.sorted { $0.key < $1.key }.map { login, entry in
      try Self.person(login, entry, file: file)
    }
    let names = people.flatMap { Set([$0.login, $0.name]) }
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw Problems(.usage, "\(file): two people are called '\(twice)'", remedy: "Give each a name of their own.")
    }
    for person in people {
      for other in person.actsFor.sorted() where self.person(other) == nil {
        throw Problems(
          .usage, "\(file): '\(person.login)' acts for '\(other)', who is not listed",
          remedy: nearestName(to: other, among: names).map { "Did you mean '\($0)'?" } ?? "List them under people.")
      }
    }
  }

  private static func person(_ login: String, _ entry: Any, file: String) throws -> Person {
    let place = "\(file): people: \(login)"
    if let word = entry as? String {
      return Person(login: login, name: login, roles: [try role(word, place: place)])
    }
    guard let values = entry as? [String: Any] else {
      throw Problems(.usage, "\(place) has no role", remedy: "Write `\(login): { role: manager }`.")
    }
    let known = ["name", "role", "roles", "acts_for", "user", "store"]
    for key in values.keys.sorted() where !known.contains(key) {
      throw Problems(
        .usage, "\(place): there is no setting '\(key)'",
        remedy: nearestName(to: key, among: known).map { "Did you mean '\($0)'?" }
          ?? "Known are \(known.joined(separator: ", ")).")
    }
    func list(_ key: String) throws -> [String] {
      switch values[key] {
      case nil: return []
      case let texts as [String]: return texts
      case let text as String: return [text]
      default: throw Problems(.usage, "\(place): \(key) is not a list of names", remedy: "Write `\(key): [one, two]`.")
      }
    }
    let roles = Set(try (list("role") + list("roles")).map { try role($0, place: place) })
    let name = values["name"].map { "\($0)" } ?? login
    let actsFor = Set(try list("acts_for"))
    guard !roles.isEmpty || !actsFor.isEmpty else {
      throw Problems(.usage, "\(place) has no role", remedy: "Write `\(login): { role: manager }`.")
    }
    func code(_ key: String) throws -> String? {
      guard let value = values[key] else { return nil }
      guard let text = value as? String ?? (value as? Int).map(String.init), !text.isEmpty else {
        throw Problems(
          .usage, "\(place): \(key) is not a code", remedy: "Write `\(key): CODE`, in quotes where it is a number.")
      }
      return text
    }
    return Person(
      login: login, name: name, roles: roles, user: try code("user"), store: try code("store"), actsFor: actsFor)
  }

  private static func role(_ word: String, place: String) throws -> Role {
    if let role = Role(rawValue: word) { return role }
    throw Problems(.usage, "\(place): there is no role '\(word)'", remedy: Self.remedy(for: word))
  }

  static func remedy(for word: String) -> String {
    let names = Role.allCases.map(\.rawValue)
    return nearestName(to: word, among: names).map { "Did you mean '\($0)'?" }
      ?? "Roles: \(names.joined(separator: ", "))."
  }
}

/// The person who runs the command, with their roles.
struct ActingPerson {
  /// The person's name in the log.
  let name: String
  /// The user of the operating system, regardless of the name given.
  let login: String
  let roles: Set<Role>
  /// Their code among the shop's users, whose favourites, follows and lists are theirs.
  let code: String
  /// The only store that they see and change; nil for all of them.
  let store: String?
  /// Whether the shop lists nobody, so that one person runs it alone.
  let isAlone: Bool
  /// Whether a user was named with `--user`, so that only that user's data is requested.
  let isNamed: Bool

  /// The classes of data that the person sees.
  var sees: Set<DataClass> { roles.sees }

  /// The person for whom the pages of ``ServeCommand`` run a command: who is signed in there; nil on the command line.
  @TaskLocal static var signedIn: String?

  /// The user of the operating system, or the person who is signed in.
  static var login: String { signedIn ?? account }

  /// The user of the operating system by the number that the kernel knows, not by a variable that anybody can set.
  static var account: String {
    let number = geteuid()
    guard let entry = getpwuid(number), let name = entry.pointee.pw_name else { return "uid \(number)" }
    return String(cString: name)
  }

  /// - Parameters:
  ///   - user: the name given with `--user`.
  ///   - role: the role given with `--role`.
  /// - Throws: `not-permitted` for a person who is not listed, and for a name or a role that is not theirs.
  init(
    _ people: PeopleSettings?, user: String?, role: Role?, standard: String? = nil, login: String = Self.login
  ) throws {
    self.login = login
    isNamed = user != nil
    let held: Set<Role>
    if let people {
      guard let own = people.person(login), own.login == login else {
        throw Problems(
          .notPermitted, "you ('\(login)') are not listed among the people of this shop",
          remedy: "Ask a manager to add '\(login)' under people in stockroom.yml.")
      }
      var acting = own
      if let user, user != own.login, user != own.name {
        guard let other = people.person(user), own.actsFor.contains(other.login) || own.actsFor.contains(other.name)
        else {
          throw Problems(
            .notPermitted, "you are '\(own.name)' and may not act as '\(user)'",
            remedy: "Leave --user out; only an account with acts_for in stockroom.yml may act for others.")
        }
        acting = other
      }
      name = acting.name
      held = acting.roles
      code = acting.user ?? acting.login
      store = acting.store
      isAlone = false
    } else {
      name = Self.line(user ?? standard ?? login)
      held = [.manager, .accountant]
      code = user ?? standard ?? login
      store = nil
      // A person who takes a role wants to see what that role sees.
      isAlone = role == nil
    }
    guard let role else {
      roles = held
      return
    }
    guard held.covers(role) else {
      throw Problems(
        .notPermitted, "\(name) is \(Self.words(held)) and may not act as \(role.rawValue)",
        remedy: "Leave --role out, or choose a role that may do less.")
    }
    roles = [role]
  }

  /// - Throws: `not-permitted` when none of the roles permits it, with the roles that do.
  func require(_ act: Act, command: String) throws {
    guard roles.role(for: act) == nil else { return }
    let who = Role.allCases.filter { act.roles.contains($0) }.map(\.rawValue)
    throw Problems(
      .notPermitted, "\(Self.words(roles, article: true)) may not \(act.words) (stockroom \(command))",
      remedy: "This may be done by: \(who.joined(separator: ", ")).")
  }

  /// - Throws: `not-permitted` if the person belongs to one store and the command works on the whole shop.
  func requireAllStores(for command: String) throws {
    guard let store else { return }
    throw Problems(
      .notPermitted, "you belong to the store '\(store)', and this is for the whole shop (stockroom \(command))",
      remedy: "Ask somebody who works for the whole shop; for one store there are "
        + Stockroom.commandsInOneStore.sorted().map { "`stockroom \($0)`" }.joined(separator: ", ") + ".")
  }

  /// The actor of a command for the audit log: in the first of their roles that permits it.
  func actor(for act: Act?, command: String) -> Actor {
    let role = act.flatMap { roles.role(for: $0) } ?? Role.allCases.first { roles.contains($0) }
    return Actor(name: name, role: (role ?? .customer).rawValue, command: command, login: login)
  }

  /// - Throws: `not-permitted` when the data asked for is hidden from the roles.
  func requireSight(of classes: Set<DataClass>, _ what: String) throws {
    guard let hidden = DataClass.allCases.first(where: { classes.contains($0) && !sees.contains($0) }) else { return }
    let who = Role.allCases.filter { $0.sees.isSuperset(of: classes) }.map(\.rawValue)
    throw Problems(
      .notPermitted, "\(Self.words(roles, article: true)) may not see \(what), which shows \(hidden.summary)",
      remedy: who.isEmpty
        ? "No role is shown it. In a shop that lists no people, `stockroom export … --all-users` writes it."
        : "This is shown to: \(who.joined(separator: ", ")).")
  }

  private static func words(_ roles: Set<Role>, article: Bool = false) -> String {
    let names = Role.allCases.filter { roles.contains($0) }.map(\.rawValue)
    guard article, roles.count == 1, let role = roles.first else {
      return names.isEmpty ? "nobody" : names.joined(separator: " and ")
    }
    return switch role {
    case .customer: "a customer"
    case .counter: "a counter"
    case .manager: "a manager"
    case .accountant: "an accountant"
    case .auditor: "an auditor"
    case .service: "a service"
    }
  }

  /// A name of several lines could pass for several entries of the log.
  private static func line(_ name: String) -> String {
    name.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "·" : String($0) }.joined()
  }
}

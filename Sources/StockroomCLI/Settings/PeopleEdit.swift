internal import FormatKit
internal import Foundation
internal import ProblemKit
internal import RetailValues
internal import Serving
internal import Stock
internal import YAMLReading

/// Changes of the part `people:` of `stockroom.yml`. Only the lines concerned change; see ``YAMLEdit``.
///
/// A change is put together and checked first, and written afterwards; see ``SettingsText``.
struct PeopleEdit {
  typealias Person = PeopleSettings.Person

  private typealias Step = SettingsText.Step

  private let file: SettingsText
  private let acting: ActingPerson

  /// Reads the file.
  init(of folder: ShopFolder, by acting: ActingPerson) throws {
    file = try SettingsText(of: folder)
    self.acting = acting
  }

  private var text: String { file.text }
  private var settings: ShopFolder.Settings { file.settings }
  private var people: [Person] { settings.people?.people ?? [] }

  /// The person with a login.
  ///
  /// - Throws: `usage` for a login that nobody has.
  func person(_ login: String) throws -> Person {
    if let person = people.first(where: { $0.login == login }) { return person }
    throw Problems(
      .usage, "stockroom.yml lists nobody with the login '\(login)'",
      remedy: nearestName(to: login, among: people.map(\.login)).map { "Did you mean '\($0)'?" }
        ?? "`stockroom people` lists them.")
  }

  /// The person who runs the command, where they are to be listed together with the first other person: with what they
  /// may do today, and as the same user. Nil in a shop that has a list.
  var unlisted: Person? {
    guard settings.people == nil else { return nil }
    return Person(
      login: acting.login, name: acting.name, roles: [.manager, .accountant],
      user: acting.code == acting.login ? nil : acting.code)
  }

  // MARK: Changes

  /// Adds a person. In a shop that lists nobody, the person who runs the command is listed too.
  func adding(_ person: Person) throws -> SettingsText.Prepared {
    try Passphrases.check(login: person.login)
    if let other = people.first(where: { $0.login == person.login }) {
      throw Problems(
        .usage, "the login '\(person.login)' is that of \(other.name) already",
        remedy: "Choose another login, or change the person.")
    }
    let present = unlisted.flatMap { $0.login == person.login ? nil : $0 }
    let others = people + (present.map { [$0] } ?? [])
    try requireOwnName(person, among: others)
    guard settings.people == nil else {
      return try prepared(
        [.set(["people", person.login], Self.value(of: person))], people: people + [person],
        byHand: "Write this line under people yourself: `\(Self.line(of: person))`.")
    }
    let all = others + [person]
    let list = YAMLEntryValue.mapping(all.map { .init($0.login, Self.value(of: $0)) })
    let lines = YAMLEntryValue.mapping([.init("people", list)])
    // The log calls them by the names in the list from now on.
    let hasActor = settings.actor != nil
    return try prepared(
      (hasActor ? [Step.remove(["actor"])] : []) + [Step.set(["people"], list)], people: all,
      byHand: "Write this line at its end yourself: `\(Self.line(of: lines))`."
        + (hasActor ? " Take the line out that begins with actor." : ""))
  }

  /// Changes the name, the roles and the store of a person.
  func changing(_ old: Person, to new: Person) throws -> SettingsText.Prepared {
    try requireOwnName(new, among: people.filter { $0.login != new.login })
    // Who is named by the login stays so.
    if old.name != new.name, old.name != old.login { try requireNotActedFor(old.name, of: old) }
    let change = try prepared(
      try steps(from: old, to: new), people: people.map { $0.login == new.login ? new : $0 },
      byHand: "Write this yourself in place of what is there under people: `\(Self.line(of: new))`.")
    try requireNoRolesForOneself(old, new)
    return change
  }

  /// Takes a person out of the list.
  func removing(_ person: Person) throws -> SettingsText.Prepared {
    try requireNotActedFor(person.login, of: person)
    try requireNotActedFor(person.name, of: person)
    return try prepared(
      [.remove(["people", person.login])], people: people.filter { $0.login != person.login },
      byHand: "Take '\(person.login)' out under people yourself.")
  }

  private func steps(from old: Person, to new: Person) throws -> [Step] {
    let own = ["people", new.login]
    // The role alone, such as `ben: counter`.
    guard let keys = try YAMLEdit.keys(of: own, in: text) else { return [.set(own, Self.value(of: new))] }
    var steps: [Step] = []
    if old.roles != new.roles {
      let (key, value) = Self.roles(of: new)
      let present = keys.filter { ["role", "roles"].contains($0) }
      let kept = present.contains(key) ? key : present.first ?? key
      steps += present.filter { $0 != kept }.map { Step.remove(own + [$0]) }
      steps.append(.set(own + [kept], named: key, value))
    }
    if old.name != new.name { steps.append(.set(own + ["name"], .text(new.name))) }
    if old.store != new.store {
      steps.append(new.store.map { Step.set(own + ["store"], .text($0)) } ?? Step.remove(own + ["store"]))
    }
    return steps
  }

  /// Makes the changes in the text, and checks what they made.
  private func prepared(
    _ steps: [Step], people: [Person], byHand remedy: String
  ) throws -> SettingsText.Prepared {
    try requireManagers(in: people)
    return try file.prepared(steps, byHand: remedy) { new in
      new.people?.people == people.sorted(by: { $0.login < $1.login })
    }
  }

  // MARK: How a person is written

  private static func roles(of person: Person) -> (key: String, value: YAMLEntryValue) {
    let words = Role.allCases.filter { person.roles.contains($0) }.map(\.rawValue)
    return words.count == 1 ? ("role", .text(words[0])) : ("roles", .list(words))
  }

  private static func value(of person: Person) -> YAMLEntryValue {
    let (key, roles) = Self.roles(of: person)
    var entries = person.roles.isEmpty ? [] : [YAMLEntryValue.Entry(key, roles)]
    func add(_ key: String, _ value: YAMLEntryValue?) { if let value { entries.append(.init(key, value)) } }
    add("name", person.name == person.login ? nil : .text(person.name))
    add("user", person.user.map { .text($0) })
    add("store", person.store.map { .text($0) })
    add("acts_for", person.actsFor.isEmpty ? nil : .list(person.actsFor.sorted()))
    return entries.count == 1 && key == "role" ? roles : .mapping(entries)
  }

  private static func line(of person: Person) -> String {
    line(of: .mapping([.init(person.login, value(of: person))]))
  }

  private static func line(of mapping: YAMLEntryValue) -> String { SettingsText.line(of: mapping) }

  // MARK: Rules

  private func requireOwnName(_ person: Person, among others: [Person]) throws {
    // As the rule that nobody approves their own count compares names.
    func compared(_ name: String) -> String { name.trimmingSpaces().lowercased() }
    let names = Set(others.flatMap { [compared($0.login), compared($0.name)] })
    guard !names.contains(compared(person.login)) else {
      throw Problems(
        .usage, "the login '\(person.login)' is the name of somebody else", remedy: "Choose another login.")
    }
    guard !person.name.isEmpty, person.name.utf8.count <= 255, Passphrases.isPlainLine(person.name) else {
      throw Problems(
        .usage, "--name '\(person.name)' is not a name of one line, or has a hidden sign",
        remedy: "Write the name as the log should have it.")
    }
    guard !names.contains(compared(person.name)) else {
      throw Problems(
        .usage, "--name '\(person.name)' is the name or the login of somebody else",
        remedy: "Give each person a name of their own, such as with the first letter of the family name.")
    }
  }

  /// Another manager gives a manager further roles, where there is one.
  private func requireNoRolesForOneself(_ old: Person, _ new: Person) throws {
    let further = new.roles.subtracting(old.roles).map(\.rawValue).sorted()
    guard !further.isEmpty, [own, acting.login].contains(new.login),
      let other = people.first(where: { $0.login != own && $0.login != acting.login && $0.isManagerOfAll })
    else { return }
    throw Problems(
      .usage, "--roles gives you more than you have: \(further.joined(separator: ", "))",
      remedy: "Another manager can do it: \(other.name).")
  }

  /// The login of the person who acts, whom an account may act for.
  private var own: String { settings.people?.person(acting.name)?.login ?? acting.login }

  /// Those who act for somebody name them.
  private func requireNotActedFor(_ name: String, of person: Person) throws {
    guard let account = people.first(where: { $0.login != person.login && $0.actsFor.contains(name) }) else { return }
    throw Problems(
      .usage, "'\(account.login)' acts for '\(name)'",
      remedy: "Take '\(name)' out of acts_for of '\(account.login)' in stockroom.yml first.")
  }

  /// Nobody may lock the shop: there is always a manager. The person who acts, and the user as whom Stockroom runs,
  /// stay managers if they are.
  private func requireManagers(in new: [Person]) throws {
    func isManager(_ login: String, _ list: [Person]) -> Bool {
      list.contains { $0.login == login && $0.isManagerOfAll }
    }
    guard new.contains(where: \.isManagerOfAll) else {
      throw Problems(
        .usage, "the shop would have no manager of all stores",
        remedy: "Give another person the role manager first, without a store.")
    }
    for login in [own, acting.login, ActingPerson.account] {
      guard settings.people == nil ? login == own : isManager(login, people), !isManager(login, new) else { continue }
      throw Problems(
        .usage,
        "'\(login)' has to stay a manager of all stores: "
          + (login == ActingPerson.account && login != own ? "Stockroom runs as this user" : "you act as this person"),
        remedy: "Another manager can do it.")
    }
  }
}

extension PeopleSettings.Person {
  /// Whether the person may change the people of the shop.
  fileprivate var isManagerOfAll: Bool { roles.contains(.manager) && store == nil }

  /// What the person may do, in words for the audit log.
  var words: String {
    let roles = Role.allCases.filter { self.roles.contains($0) }.map(\.rawValue).joined(separator: ", ")
    return "\(name), \(roles.isEmpty ? "no role" : roles)\(store.map { ", only the store \($0)" } ?? "")"
  }
}

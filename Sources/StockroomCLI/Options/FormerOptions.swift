internal import ArgumentParser
internal import ProblemKit
internal import RetailValues

/// The option `--as`, an old name of `--role`, and of `--kind` in commands that have it.
///
/// In a command with `--kind`, a word that is the name of a role means the role: no record kind is called like a role.
struct FormerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("An old name of --role, and of --kind where a command has it.", visibility: .hidden))
  var words: [String] = []

  /// The role that was given.
  ///
  /// - Throws: a usage error for a word that is not a role, in a command without `--kind`.
  func role(orKind hasKind: Bool) throws -> Role? {
    guard let word = words.last(where: { Self.isRole($0, orKind: hasKind) }) else { return nil }
    if let role = Role(rawValue: word) { return role }
    throw Problems(.usage, "there is no role '\(word)'", remedy: PeopleSettings.remedy(for: word))
  }

  /// The kind that was given, in a command that has a kind and a role.
  var kind: String? { words.last { !Self.isRole($0, orKind: true) } }

  /// Says on standard error what to write instead.
  func noteRoles(orKind hasKind: Bool) {
    for word in words { Self.note(word, isRole: Self.isRole(word, orKind: hasKind)) }
  }

  /// Says on standard error what to write instead, in a command that has a kind but no role.
  func noteKinds() {
    for word in words { Self.note(word, isRole: false) }
  }

  private static func note(_ word: String, isRole: Bool) {
    let option = isRole ? "--role" : "--kind"
    Terminal.note("note: --as is the old name of \(option); write \(option) \(Terminal.oneLine(word))")
  }

  private static func isRole(_ word: String, orKind hasKind: Bool) -> Bool { !hasKind || Role(rawValue: word) != nil }
}

internal import ArgumentParser
internal import ProblemKit

/// The commands by their position in the tree.
extension Stockroom {
  /// The words of a command, such as `period close`; empty for the root.
  static func path(of type: any ParsableCommand.Type) -> String { path(of: type, in: Stockroom.self) ?? "" }

  private static func path(of type: any ParsableCommand.Type, in tree: any ParsableCommand.Type) -> String? {
    for child in tree.configuration.subcommands {
      let name = name(of: child)
      if child == type { return name }
      if let rest = path(of: type, in: child) { return "\(name) \(rest)" }
    }
    return nil
  }

  /// The word of a command, which each command declares.
  static func name(of type: any ParsableCommand.Type) -> String { type.configuration.commandName ?? "" }

  /// The commands that do something, in the order of `--help`.
  static func runnable(in tree: any ParsableCommand.Type = Stockroom.self) -> [any ParsableCommand.Type] {
    tree.configuration.subcommands.flatMap { child in
      child.configuration.subcommands.isEmpty ? [child] : runnable(in: child)
    }
  }

  /// The commands for a person who belongs to one store.
  static var commandsInOneStore: [String] {
    runnable().filter { ($0 as? any ShopCommand.Type)?.worksInOneStore ?? false }.map { path(of: $0) }
  }

  /// How a command writes its output and its errors.
  static func outputStyle(of command: any ParsableCommand) -> OutputStyle {
    let isJSON = (command as? any ShopCommand)?.shopOptions.json ?? (command as? any ShoplessCommand)?.json ?? false
    return isJSON ? .json : .text
  }

  /// Refuses to run a command that does not declare who may run it.
  static func requireRule(for command: any ParsableCommand) throws {
    // Commands that the parser answers by itself, such as help, are not among these.
    let type = type(of: command)
    guard !(command is any ShopCommand || command is any ShoplessCommand), runnable().contains(where: { $0 == type })
    else { return }
    throw Problems(.usage, "nothing says who may run '\(path(of: type))'", remedy: "This is a bug; please report it.")
  }
}

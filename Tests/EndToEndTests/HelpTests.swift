import Foundation
import Testing

/// Every command explains itself, with an example.
@Suite struct HelpTests {
  private struct Dump: Decodable {
    struct Command: Decodable {
      let commandName: String
      let superCommands: [String]?
      let abstract: String?
      let shouldDisplay: Bool?
      let subcommands: [Command]?
    }
    let command: Command
  }

  /// The path of every command below the first, as words.
  static let commands: [[String]] = {
    guard let folder = try? TestFolder(), let run = try? folder.run(["--experimental-dump-help"]),
      let dump = try? JSONDecoder().decode(Dump.self, from: run.output)
    else { return [] }
    func paths(_ command: Dump.Command, _ above: [String]) -> [[String]] {
      (command.subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }.flatMap { child in
        [above + [child.commandName]] + paths(child, above + [child.commandName])
      }
    }
    return paths(dump.command, [])
  }()

  @Test func theCommandsAreFound() {
    let names = Set(Self.commands.map { $0.joined(separator: " ") })
    #expect(names.isSuperset(of: ["init", "formats", "import"]))
  }

  @Test(arguments: commands) func everyCommandHasAnExample(command: [String]) throws {
    let folder = try TestFolder()
    let run = try folder.run(command + ["--help"])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty, "help belongs to standard output")
    let text = run.outputText
    #expect(text.contains("OVERVIEW:") && text.contains("USAGE: stockroom \(command.joined(separator: " "))"))
    let isGroup = Self.commands.contains { $0.count > command.count && $0.starts(with: command) }
    let first = "stockroom \(command.joined(separator: " "))"
    let examples = text.split(separator: "\n").filter { !$0.hasPrefix("USAGE:") && $0.contains(first) }
    if !isGroup {
      #expect(text.contains("Example") && !examples.isEmpty, "no example in the help of \(first)\n\(text)")
    }
    for line in text.split(separator: "\n") where !line.hasPrefix("USAGE:") {
      #expect(line.count <= 120, "a line is too long for a terminal: \(line)")
    }
  }

  @Test func theVersionIsSaid() throws {
    let run = try TestFolder().run(["--version"])
    #expect(run.status == 0)
    #expect(run.outputText.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil, "\(run.shown)")
  }
}

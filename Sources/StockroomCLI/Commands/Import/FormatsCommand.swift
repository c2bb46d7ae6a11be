internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import StandardFormats

/// Lists the registered formats.
struct FormatsCommand: ShoplessCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the file formats that can be read and written, with their options.",
    discussion: """
      Example:
        stockroom formats
        stockroom formats csv
        stockroom formats --profiles
      """)

  @Argument(help: "Only this format.")
  var format: String?

  @Flag(help: "List the mapping profiles for files of other systems, which --profile NAME takes in every shop.")
  var profiles = false

  @Flag(help: "Answer in JSON with stable keys.")
  var json = false

  private struct JSONOutput: Encodable {
    struct Option: Encodable {
      let name: String
      let values: String
      let summary: String
    }
    let id: String
    let name: String
    let summary: String
    let extensions: [String]
    /// Nil for a format without them.
    let readExtensions: [String]?
    /// Other names of the format; nil for a format without them.
    let aliases: [String]?
    let shape: String
    let reads: Bool
    let writes: Bool
    let options: [Option]
  }

  private struct Profile: Encodable {
    let profile: String
    let summary: String
    let format: String?
    /// The kind of file for which it is suggested; nil when files are not recognised.
    let recognises: String?
  }

  private func listProfiles() -> ValueOutput {
    let profiles = ShippedProfiles.profiles.map { name, profile in
      Profile(
        profile: name, summary: profile.summary, format: profile.format, recognises: profile.recognition?.system)
    }
    ShippedProfiles.noteIfMissing()
    return ValueOutput(profiles) {
      Terminal.say(Terminal.table(["profile", "for"], profiles.map { [$0.profile, $0.summary] }))
      Terminal.say("Import a file with one of them: stockroom import FILE --profile NAME")
    }
  }

  func result() throws -> ValueOutput {
    if profiles { return listProfiles() }
    let formats = try format.map { [try standardFormats.format($0)] } ?? standardFormats.formats
    let answers = formats.map { format in
      JSONOutput(
        id: format.descriptor.id, name: format.descriptor.name, summary: format.descriptor.summary,
        extensions: format.descriptor.extensions,
        readExtensions: format.descriptor.readExtensions.isEmpty ? nil : format.descriptor.readExtensions,
        aliases: format.descriptor.aliases.isEmpty ? nil : format.descriptor.aliases.map(\.name),
        shape: format.descriptor.shape.rawValue, reads: format.reading != nil, writes: format.isWritten,
        options: format.options.map { .init(name: $0.name, values: $0.values, summary: $0.summary) })
    }
    return ValueOutput(answers) { show(answers) }
  }

  private func show(_ answers: [JSONOutput]) {
    for answer in answers {
      let can = [answer.reads ? "reads" : nil, answer.writes ? "writes" : nil].compactMap { $0 }.joined(separator: ", ")
      let more = (answer.readExtensions ?? []).map { " .\($0)" }.joined()
      let endings = ".\(answer.extensions.joined(separator: " ."))\(more.isEmpty ? "" : "; reads also\(more)")"
      Terminal.say("\(answer.id)  \(answer.name) (\(can); \(endings))")
      Terminal.say("  \(answer.summary)")
      if let aliases = answer.aliases { Terminal.say("  Also called: \(aliases.joined(separator: ", "))") }
      for option in answer.options {
        Terminal.say("    --option \(option.name)=…  \(option.summary) [\(option.values)]")
      }
      Terminal.say()
    }
    if format == nil { Terminal.say("`stockroom formats --profiles` lists the profiles for files of other systems.") }
  }
}

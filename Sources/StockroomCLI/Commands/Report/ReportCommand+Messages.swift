internal import ProblemKit
internal import Reporting
internal import RetailValues
internal import Wording

/// Reports in other languages.
extension ReportCommand {
  /// The language of that name.
  static func language(_ name: String, from place: String) throws -> Language {
    if let language = Language(rawValue: name) { return language }
    let known = Language.allCases.map { "\($0.rawValue) (\($0))" }
    throw Problems(
      .usage, "\(place) '\(name)' is not a language of reports", remedy: "Use one of \(known.joined(separator: ", ")).")
  }

  /// Prints a message file with what is not translated yet.
  func sayMessages(of report: Report, in language: Language) throws {
    let (own, shared) = try report.untranslated(into: language)
    func say(_ texts: [String], _ file: String) {
      guard !texts.isEmpty else { return }
      Terminal.say("# reports/\(file)/messages/\(language.rawValue).yml")
      for text in texts { Terminal.say("\(JSONText.quoted(text)): \"\"") }
    }
    say(own, report.name)
    say(shared, "_shared")
    if own.isEmpty, shared.isEmpty { Terminal.note("Everything that \(report.name) says is translated.") }
  }
}

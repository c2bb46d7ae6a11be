internal import Foundation
internal import ProblemKit
internal import Reporting
internal import RetailValues
internal import Stock

/// Looking a report through for its author.
extension ReportCommand {
  private struct Finding: Encodable {
    let severity: String
    let code: String
    let file: String
    let line: Int?
    let message: String
    let remedy: String
  }

  /// Whether it is about a shop: a report can be checked without one.
  var needsShop: Bool { check == nil || shopOptions.shop != nil || (try? shopOptions.folder()) != nil }

  /// Says what was found; errors end with the status of an invalid input, warnings with 0, or 3 when asked to be strict.
  func check(_ given: String, in shop: OpenShop?) throws -> ValueOutput {
    // Against the shop where there is one, else against an empty one.
    let library = ReportLibrary(folders: (shop.map { [$0.folder.reportsPath] } ?? []) + Self.installedFolders)
    let path = try folder(of: given, in: library)
    var (seen, reader) = (DataClass.ofRoles, ReportReader())
    if let shop {
      _ = try shop.booksForReading
      seen = shop.person.sees
      reader = ReportReader(user: shop.person.code, store: shop.person.store)
    }
    let findings = try ReportCheck(library).findings(
      in: path, on: shop?.folder.databasePath, seen: seen, reader: reader)
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count - errors
    let status =
      errors > 0
      ? ExitStatus.inputInvalid : warnings > 0 && strict ? ExitStatus.doneWithRejects : ExitStatus.done
    Terminal.note(
      findings.isEmpty
        ? "Nothing is wrong with \(given)." : "Found in \(given): errors \(errors), warnings \(warnings).")
    let answer = findings.map {
      Finding(
        severity: $0.severity.rawValue, code: $0.problem.code.id, file: $0.problem.source,
        line: $0.problem.position.line > 0 ? $0.problem.position.line : nil, message: $0.problem.message,
        remedy: $0.problem.remedy)
    }
    return ValueOutput(answer, status: status) {
      for finding in findings {
        Terminal.say("\(finding.severity.rawValue): \(finding.problem.headline)")
        if !finding.problem.remedy.isEmpty { Terminal.say("  " + finding.problem.remedy) }
      }
    }
  }

  /// Writes a report for an author to begin with.
  func start(_ name: String, in shop: ShopFolder, _ library: ReportLibrary) throws -> ValueOutput {
    if library.folder(of: name) != nil {
      throw Problems(
        .usage, "there is a report '\(name)' already",
        remedy:
          "Choose another name; to change a report that ships, write `extends: \(name)` into a report.yml of your own.")
    }
    let starter = try ReportStarter(named: name, title: title, language: shop.settings.language)
    let folder = try starter.write(in: shop.reportsPath)
    return ValueOutput(["report": name, "folder": folder], folder) {
      Terminal.note("Made \(folder). Change it, and look it through with `stockroom report --check \(folder)`.")
    }
  }

  /// The folder given, or that of a report of that name.
  private func folder(of given: String, in library: ReportLibrary) throws -> String {
    let given = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    if FileManager.default.fileExists(atPath: given + "/report.yml") { return given }
    if let folder = library.folder(of: given) { return folder }
    throw Problems(
      .usage, "\(given) is not a report: it has no report.yml",
      remedy: "Name a folder with a report.yml, or make one with `stockroom report --new NAME`.")
  }
}

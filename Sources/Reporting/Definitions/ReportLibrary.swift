internal import Foundation
public import ProblemKit
internal import Wording

/// The reports found in a list of folders.
///
/// A report is a folder with a `report.yml`. When two folders hold one of the same name the earlier counts, so a shop may
/// put its own `shrinkage` before the one that ships. `_shared` next to the reports holds what their templates include;
/// the earlier folder counts here too, file by file.
///
/// ```swift
/// let library = ReportLibrary(folders: ["corner-shop/reports", "/usr/share/stockroom/reports"])
/// let report = try library.report(named: "shrinkage")
/// ```
public struct ReportLibrary: Sendable {
  public let folders: [String]

  /// - Parameter folders: the shop's own `reports` first, then those that were installed. Missing ones are skipped.
  public init(folders: [String]) { self.folders = folders }

  /// The names of all reports, sorted.
  public var names: [String] {
    var names: Set<String> = []
    for folder in folders {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where FileManager.default.fileExists(atPath: "\(folder)/\(name)/report.yml") {
        if !name.hasPrefix("_"), !name.hasPrefix(".") { names.insert(name) }
      }
    }
    return names.sorted()
  }

  /// Every report that can be read, and what is wrong with the others.
  public func reports() -> (reports: [Report], problems: [Problem]) {
    var reports: [Report] = []
    var problems: [Problem] = []
    for name in names {
      do {
        reports.append(try report(named: name))
      } catch let error as Problems {
        problems += error.all
      } catch {
        problems.append(Problem(.unreadable, source: name, "the report cannot be read: \(error)", remedy: ""))
      }
    }
    return (reports, problems)
  }

  /// One report with its templates compiled.
  ///
  /// - Throws: ``Problems`` with everything that is wrong with its files, or `report-unknown`.
  public func report(named name: String) throws -> Report {
    guard let folder = folder(of: name) else {
      let names = names
      throw Problems(
        .unknownReport, "there is no report '\(name)'",
        remedy: names.isEmpty
          ? "No reports are installed with the program, and the shop's reports/ folder holds none."
          : "There are \(names.joined(separator: ", "))." + suggestion(for: name, among: names))
    }
    return try Report(named: name, files: files(of: name, in: folder))
  }

  /// The folder of a report; nil when none is of that name.
  public func folder(of name: String) -> String? {
    names.contains(name) ? folders.first { Self.holdsReport(name, in: $0) }.map { "\($0)/\(name)" } : nil
  }

  private static func holdsReport(_ name: String, in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(name)/report.yml")
  }
}

/// Reads the files of one report.
struct ReportFiles: Sendable {
  /// The report's own folder, then those of the reports that it extends; the first that has a file counts.
  let folders: [String]
  let sharedFolders: [String]
  /// The templates that are made of the columns of queries, by name.
  var tables: [String: String] = [:]
  /// The translations that the report's columns have with them.
  var translations: [Language: [String: String]] = [:]

  /// Far more than any report needs.
  private static let largestFile = 1 << 20

  func path(_ name: String) -> String {
    if tables[name] != nil { return path("report.yml") }
    let folder = folders.first { FileManager.default.fileExists(atPath: "\($0)/\(name)") }
    return "\(folder ?? folders[0])/\(name)"
  }

  /// The definitions of the report and of those that it extends, its own first.
  func definitions() throws(Problems) -> [(source: String, text: String, columns: SharedColumns)] {
    var definitions: [(source: String, text: String, columns: SharedColumns)] = []
    for folder in folders {
      let source = "\(folder)/report.yml"
      definitions.append((source, try Self.text(at: source), try sharedColumns(for: folder)))
    }
    return definitions
  }

  /// The text of a file in the report's folder, or of a template that is made of columns.
  func text(_ name: String) throws(Problems) -> String {
    if let table = tables[name] { return table }
    return try Self.text(at: path(name))
  }

  func ownOrShared(_ name: String) throws(Problems) -> String {
    let holder = (folders + sharedFolders).first { FileManager.default.fileExists(atPath: "\($0)/\(name)") }
    return try Self.text(at: "\(holder ?? folders[0])/\(name)")
  }

  /// The shared templates by name, without the extension.
  func sharedTemplates() throws(Problems) -> [(name: String, source: String, text: String)] {
    var templates: [String: (name: String, source: String, text: String)] = [:]
    for folder in sharedFolders.reversed() {
      for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where file.hasSuffix(".mustache") {
        let name = String(file.dropLast(".mustache".count))
        templates[name] = (name, "\(folder)/\(file)", try Self.text(at: "\(folder)/\(file)"))
      }
    }
    for (name, text) in tables where name.hasPrefix(TableTemplates.prefix) {
      templates[name] = (name, path(name), text)
    }
    return templates.values.sorted { $0.name < $1.name }
  }

  /// The message files of a language: the report's own with the translations of its columns, and those of `_shared`, of which
  /// the earlier folder's texts count.
  func messages(in language: Language) throws(Problems) -> ReportMessages {
    let own = try ownMessages(in: language)
    let shared = try Self.messages(in: language, of: sharedFolders)
    return ReportMessages(language: language, own: own.own, shared: shared)
  }

  /// Those of the report alone.
  func ownMessages(in language: Language) throws(Problems) -> ReportMessages {
    var own = try Self.messages(in: language, of: folders)
    own.merge(translations[language] ?? [:]) { first, _ in first }
    return ReportMessages(language: language, own: own, shared: [:])
  }

  private static func messages(
    in language: Language, of folders: [String]
  ) throws(Problems) -> [String: String] {
    var texts: [String: String] = [:]
    for folder in folders {
      let path = "\(folder)/messages/\(language.rawValue).yml"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      texts.merge(try MessageFile.texts(in: try text(at: path), source: path)) { first, _ in first }
    }
    return texts
  }

  static func text(at path: String) throws(Problems) -> String {
    var status = stat()
    // A link may lead to anything that the reader of the report is not to see; a pipe would never end.
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw Problems(
        .unreadable, source: path, "is \(status.st_mode & S_IFMT == S_IFLNK ? "a link" : "not a file")",
        remedy: "Put a copy of the file there.")
    }
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: largestFile + 1) ?? Data()
    else {
      throw Problems(.unreadable, source: path, "the file cannot be read", remedy: "Check that it is there.")
    }
    guard data.count <= largestFile else {
      throw Problems(.unreadable, source: path, "the file is larger than 1 MiB", remedy: "No report needs as much.")
    }
    guard let text = String(data: data, encoding: .utf8), !text.utf8.contains(0) else {
      throw Problems(.unreadable, source: path, "the file is not text in UTF-8", remedy: "Save it as UTF-8.")
    }
    return text
  }
}

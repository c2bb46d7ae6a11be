public import FormatKit
internal import Foundation
public import Reporting
public import RetailValues
public import Stock

/// The jobs of a shop: the files `NAME.yml` of its `jobs` folder.
public struct JobLibrary: Sendable {
  public let folder: String
  private let registry: FormatRegistry
  private let reports: ReportLibrary
  private static let ending = ".yml"
  /// Far more than any job needs.
  private static let largestFile = 1 << 20

  /// - Parameters:
  ///   - folder: may be missing; then there are no jobs.
  ///   - registry: the formats that outputs may have.
  ///   - reports: the reports that outputs may use.
  public init(folder: String, registry: FormatRegistry, reports: ReportLibrary) {
    self.folder = folder
    self.registry = registry
    self.reports = reports
  }

  /// The names of all jobs, sorted.
  public var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { !$0.hasPrefix(".") && $0.hasSuffix(Self.ending) }.map {
      String($0.dropLast(Self.ending.count))
    }
    .sorted()
  }

  /// Files that are skipped although their names look like those of jobs.
  public var misnamed: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".yaml") || $0.hasSuffix(".YML") }.sorted()
  }

  /// The error for a file that is skipped because of its name, with the remedy.
  public static func misnaming(_ file: String) -> Problems {
    Problems(
      .jobInvalid, source: file, value: file, "the file is passed over, as its name does not end in \(ending)",
      remedy: "Call it \(file.prefix(while: { $0 != "." }))\(ending).")
  }

  /// Reads one job.
  ///
  /// - Parameter trial: the shop's books, on which reports and locations are tried; nil when only the file is read.
  /// - Throws: ``Problems``: `job-unknown`; `job-invalid` with all that is wrong with its file.
  public func job(named name: String, triedOn trial: ShopSnapshot? = nil) throws -> JobDefinition {
    let names = names
    guard names.contains(name) else {
      if let file = misnamed.first(where: { $0.prefix(while: { $0 != "." }) == name }) {
        throw Problems(.unknownJob, "there is no job '\(name)'", remedy: Self.misnaming(file).remedy)
      }
      let near = nearestName(to: name, among: names)
      throw Problems(
        .unknownJob, "there is no job '\(name)'",
        remedy: near.map { "Did you mean '\($0)'?" }
          ?? (names.isEmpty
            ? "The shop has none yet; write one into \(folder)/NAME.yml."
            : "There are \(names.joined(separator: ", "))."))
    }
    let file = name + Self.ending
    guard JobReader.isName(name) else {
      throw Problems(
        .jobInvalid, source: file, value: name, "'\(name)' cannot be the name of a job",
        remedy: "Call the file by at most 64 small letters, digits, - and _, beginning with a letter or a digit.")
    }
    return try JobReader(source: file, registry: registry, reports: reports, shop: shop, trial: trial)
      .job(named: name, from: try Self.text(at: "\(folder)/\(file)", file))
  }

  /// When the file of a job was changed last; nil where that is not known.
  public func changedAt(_ name: String) -> Timestamp? {
    let found = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)\(Self.ending)")
    guard let date = found?[.modificationDate] as? Date else { return nil }
    return Timestamp(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1000))
  }

  /// The shop's folder, which contains the folder of the jobs.
  private var shop: String { URL(fileURLWithPath: folder).standardizedFileURL.deletingLastPathComponent().path }

  /// The command that reports a job's failures, even if the rest of its file is invalid. Empty if no command can be
  /// read.
  public func failureCommand(of name: String) -> [String] {
    let file = name + Self.ending
    guard JobReader.isName(name), let text = try? Self.text(at: "\(folder)/\(file)", file) else { return [] }
    return JobReader(source: file, registry: registry, reports: reports, shop: shop).failureCommand(in: text)
  }

  private static func text(at path: String, _ file: String) throws(Problems) -> String {
    // A pipe or a device would be waited for.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: largestFile + 1) ?? Data()
    else {
      throw Problems(.jobInvalid, source: file, "the file cannot be read", remedy: "Check its rights.")
    }
    guard let text = String(data: data, encoding: .utf8), !text.utf8.contains(0) else {
      throw Problems(.jobInvalid, source: file, "the file is not text in UTF-8", remedy: "Save it as UTF-8.")
    }
    return text
  }
}

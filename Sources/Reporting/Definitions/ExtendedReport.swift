internal import Foundation
internal import ProblemKit
internal import YAMLReading
internal import Yams

/// A report that takes what it does not have itself from another: `extends: shrinkage`.
extension ReportLibrary {
  /// The maximum number of reports in a chain of extensions.
  private static let longestChain = 4

  /// The files of a report in a folder, those of the reports that it extends, and those that all reports share.
  func files(of name: String, in folder: String) throws(Problems) -> ReportFiles {
    let sharedFolders = folders.map { "\($0)/_shared" }
    var chain = [folder]
    while let base = Self.extended(in: chain[chain.count - 1]) {
      let source = "\(chain[chain.count - 1])/report.yml"
      // A base of the same name is in a later folder: the shop's own report extends the one that ships.
      let found = folders.map { "\($0)/\(base)" }.first { candidate in
        !chain.contains { Self.isSame($0, candidate) } && Self.isReport(candidate)
      }
      guard let found, chain.count < Self.longestChain else {
        throw Problems(
          .invalidDefinition, source: source,
          found == nil
            ? "it extends '\(base)', which is no other report"
            : "more than \(Self.longestChain) reports extend each other",
          remedy: found == nil
            ? "Name a report that ships." + suggestion(for: base, among: names.filter { $0 != name })
            : "Extend a report that extends none.")
      }
      chain.append(found)
    }
    return ReportFiles(folders: chain, sharedFolders: sharedFolders)
  }

  private static func isReport(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/report.yml")
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    URL(fileURLWithPath: one).standardizedFileURL.resolvingSymlinksInPath().path
      == URL(fileURLWithPath: other).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// The name that a definition extends; nil when it extends none, or cannot be read, which is reported when it is read.
  private static func extended(in folder: String) -> String? {
    guard let text = try? ReportFiles.text(at: "\(folder)/report.yml"), let node = try? BoundedYAML.root(of: text),
      let name = node.mapping?["extends"]?.scalar?.string, !name.isEmpty, !name.contains("/"), !name.hasPrefix(".")
    else { return nil }
    return name
  }
}

extension Node {
  /// This mapping with another's entries over it: what both have as mappings is put together in the same way, anything else is
  /// the other's. Entries keep their positions, and new ones come after them.
  /// Neither are texts with their translations put together, because translations of another text say nothing about a new one.
  ///
  /// - Parameter whole: the entries of this mapping that are replaced as wholes.
  func extended(by other: Node, whole: Set<String> = []) -> Node {
    guard let mapping, let others = other.mapping else { return other }
    var pairs = mapping.map { ($0.key, $0.value) }
    for (key, value) in others {
      guard let place = pairs.firstIndex(where: { $0.0.scalar?.string == key.scalar?.string }) else {
        pairs.append((key, value))
        continue
      }
      let name = key.scalar?.string ?? ""
      let isText = ["title", "heading"].contains(name) && value.mapping?["en"] != nil
      let isWhole = whole.contains(name) || isText
      pairs[place].1 = isWhole ? value : pairs[place].1.extended(by: value)
    }
    return Node(pairs, other.tag)
  }
}

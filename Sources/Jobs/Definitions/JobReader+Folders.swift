internal import Exchange
internal import FormatKit
internal import Yams

/// Checks the folders of sets: they must not be inside the shop's own folders, and each job and target needs its own
/// folder.
extension JobReader {
  /// The folders of a shop that hold what people write there.
  private static let ownFolders = ["jobs", "profiles", "reports"]

  func folder(_ node: Node, what: String) throws(Problems) -> String {
    let text = try path(node, what: what)
    guard !text.hasPrefix("~") else {
      throw yaml.error(
        node, "\(what) '\(text)' begins with '~', which no shell puts the home folder in place of",
        remedy: "Write the whole path, such as /srv/exports.")
    }
    let (parts, shop) = (Self.parts(of: text, in: shop), Self.parts(of: shop, in: "/"))
    guard !shop.starts(with: parts) || parts == shop else {
      throw yaml.error(
        node, "\(what) '\(text)' holds the shop's own folder",
        remedy: "Name a folder of its own, such as exports/web or /srv/exports.")
    }
    guard parts.starts(with: shop) else { return text }
    let inner = parts.dropFirst(shop.count)
    guard let first = inner.first else {
      throw yaml.error(
        node, "\(what) '\(text)' is the shop's own folder", remedy: "Name a folder in it, such as exports/web.")
    }
    guard !Self.ownFolders.contains(String(first)) else {
      throw yaml.error(
        node, "\(what) '\(text)' lies in \(first)/, where the shop keeps its \(first)",
        remedy: "Name another folder, such as exports/web.")
    }
    if let number = inner.first(where: { SetNumber.parse(String($0)) != nil }) {
      throw yaml.error(
        node, "\(what) '\(text)' lies in '\(number)', which has the name of a set",
        remedy: "Name a folder that is not a number of six digits or more, such as exports/web.")
    }
    return text
  }

  /// Reports targets that are the job's own folder, or the same as another, for any notation of their paths.
  ///
  /// - Parameter isOwnKnown: false where the job's own folder is wrong itself.
  func checkFolders(of job: JobDefinition, _ targets: Node, isOwnKnown: Bool) {
    var taken: [[Substring]: String] = [:]
    if isOwnKnown { taken[Self.parts(of: job.folderPath, in: shop)] = "the job's own folder" }
    for (place, target) in job.targets.enumerated() {
      guard case .folder(let path) = target.delivery,
        let other = taken.updateValue(
          "the folder of the target '\(target.name)'", forKey: Self.parts(of: path, in: shop))
      else { continue }
      var node = targets
      // One that is wrong is left out of the job's, and the places differ then.
      if case .sequence(let sequence) = targets, sequence.count == job.targets.count { node = sequence[place] }
      yaml.note(
        yaml.error(node, "the target '\(path)' is \(other)", remedy: "Name another folder, or take the target out."))
    }
  }

  /// The components of a path from the root on, as written: links are not resolved.
  private static func parts(of path: String, in folder: String) -> [Substring] {
    var parts: [Substring] = path.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}

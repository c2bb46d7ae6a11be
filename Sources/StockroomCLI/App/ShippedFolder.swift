internal import Exchange
internal import Foundation
internal import YAMLReading

/// Finds the files that the program comes with.
enum ShippedFolder {
  /// The program, as it was when it was first asked for: one that is replaced while it runs goes on with its files.
  static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  /// The folder that an environment variable names; the one in `share/stockroom` next to the executable's folder, where it
  /// was installed; the one of the package it was built in.
  ///
  /// - Parameters:
  ///   - name: of the folder in `share/stockroom`.
  ///   - packagePath: where the package has it.
  ///   - marker: a file or folder that is always in it.
  static func find(
    variable: String, name: String, packagePath: String, marker: String
  ) -> String? {
    if let folder = ProcessInfo.processInfo.environment[variable], !folder.isEmpty { return folder }
    var folder = executable.deletingLastPathComponent()
    var candidates = [folder.deletingLastPathComponent().appendingPathComponent("share/stockroom/\(name)").path]
    for _ in 0..<4 {
      folder = folder.deletingLastPathComponent()
      candidates.append(folder.appendingPathComponent(packagePath).path)
    }
    return candidates.first { FileManager.default.fileExists(atPath: "\($0)/\(marker)") }
  }
}

/// The mapping profiles for the files of other systems that the program comes with.
enum ShippedProfiles {
  static var folder: String? {
    ShippedFolder.find(
      variable: "STOCKROOM_PROFILES", name: "profiles", packagePath: "samples/profiles", marker: "magento.yml")
  }

  /// Says that files of other systems are not recognised where the folder was not installed with the program.
  static func noteIfMissing() {
    guard folder == nil else { return }
    Terminal.note(
      "The folder with the profiles for files of other systems is missing, so such files are not recognised. Copy "
        + "samples/profiles to share/stockroom/profiles next to the folder of the program, or name it in STOCKROOM_PROFILES."
    )
  }

  /// The names of the profiles in a folder, in order.
  static func names(in folder: String?) -> [String] {
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    return files.filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()
  }

  /// The profiles that can be read, in the order of their names.
  static var profiles: [(name: String, profile: MappingProfile)] {
    guard let folder else { return [] }
    return names(in: folder).compactMap { name in
      guard let text = BoundedYAML.text(ofFile: "\(folder)/\(name).yml"),
        let profile = try? MappingProfile(yaml: text, source: name)
      else { return nil }
      return (name, profile)
    }
  }

  /// Those that say which files they are for.
  static var known: [KnownProfile] { profiles.compactMap { KnownProfile(name: $0.name, profile: $0.profile) } }
}

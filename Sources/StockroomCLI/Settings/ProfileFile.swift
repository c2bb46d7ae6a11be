internal import Exchange
internal import FormatKit
internal import Foundation
internal import YAMLReading

/// The file of a mapping profile in the shop's folder `profiles`.
struct ProfileFile {
  let name: String
  let path: String

  /// The file of a profile of the shop's own.
  ///
  /// - Throws: `profile-unknown` for a name that the shop's folder does not have.
  init(named name: String, in folder: ShopFolder) throws {
    let names = ShippedProfiles.names(in: folder.profilesPath)
    guard names.contains(name) else {
      let isShipped = ShippedProfiles.names(in: ShippedProfiles.folder).contains(name)
      let near = nearestName(to: name, among: names).map { "Did you mean '\($0)'?" }
      throw Problems(
        .profileUnknown, value: name, "the shop has no mapping profile '\(name)' of its own",
        remedy: isShipped ? "Profiles that come with Stockroom stay as they are." : near)
    }
    (self.name, path) = (name, "\(folder.profilesPath)/\(name).yml")
  }

  /// Refuses what cannot be the name of a profile.
  ///
  /// - Parameter given: the name as it was given.
  static func requireName(_ name: String, given: String) throws {
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), name.first?.isLetter == true else {
      throw Problems(.usage, "'\(given)' cannot be the name of a profile", remedy: "Use letters, digits, - and _.")
    }
  }

  /// Refuses the name of a profile that is there already.
  static func requireFree(_ name: String, at path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Problems(
        .usage, "the profile '\(name)' exists already", remedy: "Choose another name, or delete it first.")
    }
  }

  /// Gives the file and the profile in it another name.
  func rename(to new: String, in folder: ShopFolder) throws {
    let target = "\(folder.profilesPath)/\(new).yml"
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    let renamed: String
    do { renamed = try YAMLEdit.setting(["profile"], to: .text(new), in: text) } catch let refusal as YAMLEdit.Refusal {
      throw Problems(
        .usage, "profiles/\(name).yml is not changed by this command: \(refusal.message)",
        remedy: "Rename the file, and write the new name after `profile:` in it.")
    }
    try AtomicOutput.write(to: target) { try $0.write(renamed) }
    do { try delete() } catch {
      try? FileManager.default.removeItem(atPath: target)
      throw error
    }
  }

  func delete() throws { try FileManager.default.removeItem(atPath: path) }
}

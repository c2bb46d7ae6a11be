internal import FormatKit
internal import Foundation

/// The files that record what was published, by the number of the set: `state-42.sqlite` in the folder of the job's
/// state.
///
/// The state of the announced set is the valid one, so it becomes current with the publication itself.
struct DeltaStates {
  let folder: OpenFolder
  private static let prefix = "state-"
  private static let ending = ".sqlite"

  init(in folder: OpenFolder) { self.folder = folder }

  private func name(_ number: Int) -> String { "\(Self.prefix)\(number)\(Self.ending)" }

  /// The state that was written with a set; nil if it does not exist.
  func path(_ number: Int?) -> String? {
    guard let number, folder.entry(name(number)) == .file else { return nil }
    return folder.place(name(number))
  }

  /// The path at which to write the state of a set.
  func nextPath(_ number: Int) -> String { folder.place(name(number)) }

  /// Removes the states of all other sets, and what was left of writing them.
  func keep(only number: Int?) throws {
    for entry in try folder.names() where entry.hasPrefix(Self.prefix) && entry != number.map(name) {
      try folder.remove(entry)
    }
  }
}

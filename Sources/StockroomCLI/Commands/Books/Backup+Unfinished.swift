internal import Foundation

/// Copies that are not complete: those being made or checked, and what a power cut or a signal left of others.
extension Backup {
  /// Where a backup is until it is complete.
  static func unfinishedPath(_ name: String, in folder: String) -> String { "\(folder)/.\(name).unfinished" }

  /// Where a check tries a database out.
  static func trialPath(in folder: String) -> String { "\(folder)/.check-\(UUID().uuidString)" }

  /// Does something that copies into a folder of backups, after removing what is left of copies that were cut short.
  ///
  /// The folder is locked meanwhile, so that nobody takes the copy for a leftover. The kernel lets go of the lock when the
  /// process ends, however it ends. On a file system without locks, leftovers stay. On a network file system, locks may hold on
  /// one machine alone, so a leftover is removed only when it was last changed a day ago.
  static func copying<Result>(in folder: String, _ work: () throws -> Result) throws -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { removeLeftovers(in: folder) }
    // Several may copy at once.
    while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    return try work()
  }

  private static func removeLeftovers(in folder: String) {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] where isLeftover(name) {
      let path = "\(folder)/\(name)"
      if isAbandoned(path) { try? manager.removeItem(atPath: path) }
    }
  }

  /// Whether nothing in a folder, nor the folder itself, was changed within the last day.
  private static func isAbandoned(_ path: String) -> Bool {
    let aDayAgo = Date(timeIntervalSinceNow: -24 * 60 * 60)
    return ([path] + names(below: path).map { "\(path)/\($0)" }).allSatisfy { item in
      let modified = try? FileManager.default.attributesOfItem(atPath: item)[.modificationDate] as? Date
      return modified.map { $0 <= aDayAgo } ?? false
    }
  }

  /// Whether a name is one that ``unfinishedPath(_:in:)`` or ``trialPath(in:)`` gives, and none of another program.
  private static func isLeftover(_ name: String) -> Bool {
    if name.hasPrefix(".check-") { return UUID(uuidString: String(name.dropFirst(".check-".count))) != nil }
    return name.wholeMatch(of: #/\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.unfinished/#) != nil
  }
}

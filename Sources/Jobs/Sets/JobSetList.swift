internal import Foundation
internal import Stock

/// The newest sets that a job has published and that are still kept.
public struct JobSetList: Sendable {
  /// A set, as its own manifest has it.
  public struct Entry: Sendable {
    public var manifest: JobManifest
    /// The act of its publication, in the words of the audit log.
    public var act: String
    /// The number of the last entry that the audit log had before the publication; 0 where the manifest does not say.
    public var lastLogEntry: Int64 { manifest.proof?.statement.entry.number ?? 0 }
    /// Whether all its files are there, as large as they were published.
    public var isWhole: Bool
  }

  public var job: String
  /// Absolute path.
  public var folder: String
  /// The newest first, which is the announced one.
  public var entries: [Entry] = []

  /// Looks at the sets of a job. Writes nothing and waits for no lock.
  ///
  /// - Parameters:
  ///   - shopPath: the shop's folder, absolute.
  ///   - limit: the most sets.
  /// - Throws: ``Problem/Code/sinkFailed`` if the job's folder cannot be read, or is that of another job.
  public init(of job: JobDefinition, shopPath: String, limit: Int) throws {
    let shop = try OpenFolder.opened(shopPath)
    self.job = job.name
    let path = job.folderPath
    folder = path.hasPrefix("/") ? path : shop.place(path)
    let isMissing = access(folder, F_OK) != 0 && errno == ENOENT
    let state = try? shop.descendant("\(JobRunner.stateFolder)/\(job.name)", making: 0)
    guard !isMissing, let state else { return }
    let record = try JobRecord.read(in: state)
    let sets = SetFolder(
      folder: try shop.descendant(path, making: 0), owner: SetOwner(job: job.name, shop: record.shop))
    guard let newest = try sets.newest() else { return }
    for number in try sets.numbers().reversed() where number <= newest.number && entries.count < limit {
      guard let set = try sets.published(number) else { continue }
      entries.append(
        Entry(
          manifest: set.manifest, act: set.manifest.act(sha256: set.sha256),
          isWhole: try sets.seemsWhole(set.known)))
    }
  }
}

extension JobManifest {
  /// The publication of the set in the words of the audit log.
  ///
  /// - Parameter sha256: that of its manifest.
  func act(sha256: String) -> String {
    "job \(job): published set \(SetNumber.text(number)) (\(mode.rawValue)); manifest \(sha256)"
  }
}

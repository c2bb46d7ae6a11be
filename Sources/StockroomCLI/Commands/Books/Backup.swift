internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import ShopCheck
internal import Stock

/// A copy of a shop from which it can be restored: a folder whose name is the time at which it was made.
struct Backup {
  /// What the file ``factsName`` says of it.
  struct Facts: Codable {
    /// ISO 8601, with the offset of the shop's time zone.
    var madeAt: String
    /// The person who made it, as the log calls them.
    var by: String
    /// Of all its files.
    var bytes: Int64
    /// Of the database.
    var sha256: String
  }

  static let factsName = "backup.json"
  /// What is copied in addition to the database, where the shop has it.
  private static let parts = [ShopFolder.settingsName, "passphrases", "profiles", "reports", "jobs", "pictures"]

  let name: String
  /// Its folder.
  let path: String
  let facts: Facts

  private var databasePath: String { path + "/" + ShopFolder.databaseName }

  /// The complete backup of a name; nil without one.
  init?(_ name: String, in folder: String) {
    path = folder + "/" + name
    self.name = name
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"),
      let data = FileManager.default.contents(atPath: path + "/" + Self.factsName),
      let facts = try? decoder.decode(Facts.self, from: data)
    else { return nil }
    self.facts = facts
  }

  private init(name: String, path: String, facts: Facts) {
    (self.name, self.path, self.facts) = (name, path, facts)
  }

  /// The backups of a folder, the latest first.
  static func all(in folder: String) -> [Backup] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted(by: >).compactMap { Backup($0, in: folder) }
  }

  // MARK: Making

  /// Copies a shop. What is not complete has a hidden name, and is removed when the copying fails.
  ///
  /// - Parameter folder: the folder of all backups; it is made when it does not exist.
  static func make(
    of shop: ShopFolder, _ books: ShopDatabase, in folder: String, by person: String, at moment: Timestamp = .now
  ) throws -> Backup {
    let madeAt = books.settings.clock.iso8601(moment)
    let name = String(madeAt.prefix(19)).replacing(":", with: "-")
    let (path, unfinished) = ("\(folder)/\(name)", "\(folder)/.\(name).unfinished")
    let manager = FileManager.default
    guard !manager.fileExists(atPath: path), !manager.fileExists(atPath: unfinished) else {
      throw Problems(.wrongState, "a backup of this second exists already", remedy: "Run the command again.")
    }
    do {
      // Costs, counts and names of people: for the owner alone.
      try manager.createDirectory(
        atPath: unfinished, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try books.copy(to: unfinished + "/" + ShopFolder.databaseName)
      for part in parts where manager.fileExists(atPath: shop.path + "/" + part) {
        try manager.copyItem(atPath: shop.path + "/" + part, toPath: unfinished + "/" + part)
      }
      let facts = Facts(
        madeAt: madeAt, by: person, bytes: size(of: unfinished),
        sha256: try digest(ofFileAt: unfinished + "/" + ShopFolder.databaseName))
      try Data((try Terminal.json(facts) + "\n").utf8).write(
        to: URL(fileURLWithPath: unfinished + "/" + factsName), options: .atomic)
      try manager.moveItem(atPath: unfinished, toPath: path)
      return Backup(name: name, path: path, facts: facts)
    } catch {
      try? manager.removeItem(atPath: unfinished)
      if error is Problems { throw error }
      throw Problems(
        .sinkFailed, source: folder, "the backup cannot be written: \(error.localizedDescription)",
        remedy: "Make room, or name another folder with --folder.")
    }
  }

  /// Bytes of all files below a folder.
  private static func size(of folder: String) -> Int64 {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.reduce(0) { sum, name in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return sum }
      return sum + Int64(status.st_size)
    }
  }

  /// The SHA-256 of a file.
  private static func digest(ofFileAt path: String) throws -> String {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Problems(.sourceUnreadable, source: path, "cannot be read", remedy: "Look at the rights of the file.")
    }
    defer { try? file.close() }
    let hash = SHA256Hash()
    while let data = try file.read(upToCount: 1 << 20), !data.isEmpty {
      data.withUnsafeBytes { hash.update($0) }
    }
    return hash.hexadecimalDigest()
  }

  // MARK: Checking

  /// Why the shop cannot be restored from it; nothing for a sound backup.
  ///
  /// The database is tried out in a copy of its own, because one of an earlier version is brought up to date for it.
  func findings(_ progress: Progress) throws -> [Problem] {
    guard try Self.digest(ofFileAt: databasePath) == facts.sha256 else {
      return [
        Problem(
          .damaged, source: databasePath, "is not the file that was copied: the disk is damaged, or it was changed",
          remedy: "Take another backup; this one is of no use.")
      ]
    }
    let trial = "\((path as NSString).deletingLastPathComponent)/.check-\(UUID().uuidString)"
    let manager = FileManager.default
    defer { try? manager.removeItem(atPath: trial) }
    do {
      try manager.createDirectory(
        atPath: trial, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try manager.copyItem(atPath: databasePath, toPath: trial + "/" + ShopFolder.databaseName)
    } catch let error as CocoaError {
      throw Problems(
        .sinkFailed, source: trial, "the backup cannot be tried out: \(error.localizedDescription)",
        remedy: "Make room for a copy of the database.")
    }
    let database = try ShopDatabase.open(at: trial + "/" + ShopFolder.databaseName)
    var isBegun = false
    return try database.check { done, total in
      if !isBegun { progress.begin("proving", counting: .steps("proofs"), total: total) }
      isBegun = true
      progress.advance(to: done)
    }.map(\.problem)
  }
}

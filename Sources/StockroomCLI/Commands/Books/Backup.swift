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
    /// All files but that with these facts, in the order of their paths.
    var files: [File]
  }

  struct File: Codable {
    /// Within the folder of the backup.
    var path: String
    var bytes: Int64
    var sha256: String
  }

  static let factsName = "backup.json"
  /// What is copied in addition to the database, where the shop has it.
  private static let parts = [
    ShopFolder.settingsName, "passphrases", "profiles", "reports", "jobs", "pictures", CountPhotos.folderName,
  ]

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
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw cannotBeWritten(folder, error.localizedDescription) }
    let facts = try copying(in: folder) {
      try copyFiles(of: shop, books, to: name, in: folder, madeAt: madeAt, by: person)
    }
    return Backup(name: name, path: "\(folder)/\(name)", facts: facts)
  }

  private static func copyFiles(
    of shop: ShopFolder, _ books: ShopDatabase, to name: String, in folder: String, madeAt: String, by person: String
  ) throws -> Facts {
    let (path, unfinished) = ("\(folder)/\(name)", unfinishedPath(name, in: folder))
    let manager = FileManager.default
    // Costs, counts and names of people: for the owner alone.
    guard !manager.fileExists(atPath: path), mkdir(unfinished, 0o700) == 0 else {
      guard errno == EEXIST || manager.fileExists(atPath: path) else {
        throw cannotBeWritten(folder, String(cString: strerror(errno)))
      }
      throw Problems(.wrongState, "a backup of this second exists already", remedy: "Run the command again.")
    }
    do {
      try books.copy(to: unfinished + "/" + ShopFolder.databaseName)
      for part in parts where manager.fileExists(atPath: shop.path + "/" + part) {
        try manager.copyItem(atPath: shop.path + "/" + part, toPath: unfinished + "/" + part)
      }
      let files = try files(of: unfinished)
      let facts = Facts(
        madeAt: madeAt, by: person, bytes: files.reduce(0) { $0 + $1.bytes },
        sha256: files.first { $0.path == ShopFolder.databaseName }?.sha256 ?? "", files: files)
      try Data((try Terminal.json(facts) + "\n").utf8).write(
        to: URL(fileURLWithPath: unfinished + "/" + factsName), options: .atomic)
      try settle(unfinished)
      try manager.moveItem(atPath: unfinished, toPath: path)
      try settle(folder, isDeep: false)
      return facts
    } catch {
      try? manager.removeItem(atPath: unfinished)
      if error is Problems { throw error }
      throw cannotBeWritten(folder, error.localizedDescription)
    }
  }

  private static func cannotBeWritten(_ folder: String, _ why: String) -> Problems {
    Problems(
      .sinkFailed, source: folder, "the backup cannot be written: \(why)",
      remedy: "Make room, or name another folder with --folder.")
  }

  /// What is below a folder, in the order of the paths.
  static func names(below folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// All files below a folder.
  ///
  /// - Throws: that one is a link or another thing that a copy does not contain.
  private static func files(of folder: String) throws -> [File] {
    try names(below: folder).compactMap { name in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { return nil }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return nil
      case S_IFREG:
        return File(path: name, bytes: Int64(status.st_size), sha256: try digest(ofFileAt: "\(folder)/\(name)"))
      default:
        throw Problems(
          .sourceUnreadable, source: name, "is a link or a device, so that a backup would not have what it leads to",
          remedy: "Put the file or the folder itself in its place.")
      }
    }
  }

  /// Has the disk keep what was written, so that a backup that was made is there after a power cut.
  ///
  /// - Parameter isDeep: whether all that is below the folder is kept too.
  private static func settle(_ folder: String, isDeep: Bool = true) throws {
    for name in (isDeep ? names(below: folder).map { "\(folder)/\($0)" } : []) + [folder] {
      let file = open(name, O_RDONLY)
      guard file >= 0 else { throw cannotBeWritten(name, String(cString: strerror(errno))) }
      defer { close(file) }
      guard fsync(file) == 0 else { throw cannotBeWritten(name, String(cString: strerror(errno))) }
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
    let wrong = facts.files.compactMap { file -> Problem? in
      let place = "\(path)/\(file.path)"
      var status = stat()
      let isThere = lstat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      guard !isThere || (try? Self.digest(ofFileAt: place)) != file.sha256 else { return nil }
      return Problem(
        .damaged, source: place,
        isThere
          ? "is not the file that was copied: the disk is damaged, or it was changed" : "is missing in the backup",
        remedy: "Take another backup; this one is of no use.")
    }
    guard wrong.isEmpty else { return wrong }
    guard facts.files.contains(where: { $0.path == ShopFolder.databaseName }) else {
      return [
        Problem(
          .damaged, source: path, "has no database of a shop", remedy: "Take another backup; this one is of no use.")
      ]
    }
    let folder = (path as NSString).deletingLastPathComponent
    return try Self.copying(in: folder) { try Self.findings(ofDatabase: databasePath, triedIn: folder, progress) }
  }

  private static func findings(
    ofDatabase path: String, triedIn folder: String, _ progress: Progress
  ) throws -> [Problem] {
    let trial = trialPath(in: folder)
    let manager = FileManager.default
    defer { try? manager.removeItem(atPath: trial) }
    do {
      try manager.createDirectory(
        atPath: trial, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try manager.copyItem(atPath: path, toPath: trial + "/" + ShopFolder.databaseName)
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

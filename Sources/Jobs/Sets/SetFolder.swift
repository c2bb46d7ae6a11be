internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import Stock

/// A folder that contains the sets of one job, each in a folder named after its number.
///
/// `datapackage.json` at the top is the manifest of the newest set. It is replaced as the last step of a publication,
/// which announces the set to readers. The announced set exists until retention removes it; later folders have not been
/// announced.
///
/// A folder with a number is a set only if it contains a manifest of this job and shop. Other programs may keep folders
/// with any name here: they are neither counted nor removed.
struct SetFolder {
  /// A set that is published, with its own manifest.
  struct Published {
    var manifest: JobManifest
    /// The bytes of the manifest in the set's folder.
    var bytes: [UInt8]
    /// SHA-256 of ``bytes``.
    var sha256: String

    var mark: SetMark { SetMark(manifest.number, sha256: sha256) }
    var known: KnownSet {
      KnownSet(
        mark: mark, mode: manifest.mode,
        previous: manifest.previous.map { SetMark($0.number, sha256: $0.manifestSHA256) }, cutOff: manifest.cutOff)
    }
  }

  static let linkName = "latest"

  let folder: OpenFolder
  let owner: SetOwner
  /// The permission to read the sets in this folder.
  var readers = FileAccess.group

  // MARK: - Looking

  /// The names in this folder that are numbers, ascending. Their manifests show whether they are sets.
  func numbers() throws -> [Int] {
    try folder.names().compactMap { SetNumber.parse($0) }.sorted()
  }

  /// The sets in this folder, ascending, with numbers above `after` and up to `through`.
  func sets(after: Int = 0, through: Int) throws -> [KnownSet] {
    guard through > after else { return [] }
    return try numbers().filter { $0 > after && $0 <= through }.compactMap { try published($0)?.known }
  }

  /// The announced set; nil if there is no manifest of a job.
  ///
  /// - Throws: ``Problem/Code/sinkFailed`` if the folder belongs to another job or another shop.
  func newest() throws -> JobManifest? {
    guard let bytes = try folder.contents(of: JobManifest.fileName, limit: JobManifest.maximumBytes),
      let manifest = try? JobManifest.read(bytes)
    else { return nil }
    guard manifest.job == owner.job else {
      throw Problems(
        .sinkFailed, source: folder.path, value: manifest.job,
        "holds the sets of the job '\(manifest.job)', not of '\(owner.job)'",
        remedy: "Give each job a folder of its own.")
    }
    guard owner.isShop(of: manifest) else {
      throw Problems(
        .sinkFailed, source: folder.path, value: manifest.shop,
        "holds the sets of the job '\(manifest.job)' of another shop, whose data are not those of this one",
        remedy: "Give the job of each shop a folder of its own; or, if the other shop is no more, move its sets away.")
    }
    return manifest
  }

  /// A set with its manifest; nil if it does not exist, or if this job did not write its manifest.
  func published(_ number: Int) throws -> Published? {
    let name = SetNumber.text(number)
    guard folder.entry(name) == .folder else { return nil }
    let inner = try folder.folder(named: name)
    // A name that is not a file cannot be our manifest.
    guard let bytes = try? inner.contents(of: JobManifest.fileName, limit: JobManifest.maximumBytes),
      let manifest = try? JobManifest.read(bytes), owner.owns(manifest), manifest.number == number
    else { return nil }
    return Published(manifest: manifest, bytes: bytes, sha256: SHA256Hash.hexadecimal(of: bytes))
  }

  /// The files of a set that differ from the manifest, each with its problem.
  func differences(from manifest: JobManifest) throws -> [(name: String, problem: String)] {
    let name = SetNumber.text(manifest.number)
    guard folder.entry(name) == .folder else {
      return manifest.files.isEmpty ? [(name, "is not there")] : manifest.files.map { ($0.name, "is not there") }
    }
    let inner = try folder.folder(named: name)
    return try manifest.files.compactMap { file in
      guard let descriptor = try? inner.openFile(file.name) else { return (file.name, "is not there") }
      defer { close(descriptor) }
      let hash = SHA256Hash()
      var bytes: Int64 = 0
      _ = try inner.read(descriptor, of: file.name) { part in
        hash.update(part)
        bytes += Int64(part.count)
        return bytes <= file.seal.bytes
      }
      if bytes != file.seal.bytes {
        return (file.name, "has not the \(file.seal.bytes) bytes that it was published with")
      }
      return hash.hexadecimalDigest() == file.seal.sha256 ? nil : (file.name, "was changed since it was published")
    }
  }

  /// A set that is whole, byte for byte; nil when it is not, or not there.
  func whole(_ number: Int) throws -> Published? {
    guard let published = try published(number), try differences(from: published.manifest).isEmpty else { return nil }
    return published
  }

  /// Whether a set still exists with all its files, judged by their sizes only, which is fast.
  func seemsWhole(_ set: KnownSet) throws -> Bool {
    guard let published = try published(set.number), published.mark == set.mark else { return false }
    let inner = try folder.folder(named: SetNumber.text(set.number))
    return published.manifest.files.allSatisfy { inner.size(of: $0.name) == $0.seal.bytes }
  }

  // MARK: - Publishing

  /// Checks that a set can be written here without touching files of other owners.
  ///
  /// - Throws: ``Problem/Code/sinkFailed``.
  func checkRoom(for number: Int) throws {
    let name = SetNumber.text(number)
    guard folder.entry(name) == nil else {
      throw Problems(
        .sinkFailed, source: folder.place(name), value: name,
        "stands where the next set belongs, and is not known as a set of this job",
        remedy: "Move it away, or give the job another folder; nothing in it was touched.")
    }
    guard folder.entry(JobManifest.fileName) != nil, try newest() == nil, try sets(through: .max).isEmpty else {
      return
    }
    throw Problems(
      .sinkFailed, source: folder.place(JobManifest.fileName),
      "is where the manifest belongs, and was not written by this job",
      remedy: "Move it away, or give the job another folder; nothing in it was touched.")
  }

  /// Moves a built set to its final location and announces it to readers.
  ///
  /// - Parameter bytes: the manifest as another folder has it.
  func publish(_ set: BuiltSet, _ manifest: JobManifest, bytes: [UInt8]? = nil) throws {
    try checkRoom(for: manifest.number)
    let bytes = try bytes ?? manifest.json()
    try set.folder.replace(JobManifest.fileName, by: bytes, for: readers)
    try set.place(as: SetNumber.text(manifest.number))
    try announce(manifest)
  }

  /// Announces a complete set in this folder: from this moment it is the newest.
  func announce(_ manifest: JobManifest) throws {
    try folder.replace(
      JobManifest.fileName, by: manifest.json(pathPrefix: SetNumber.text(manifest.number) + "/"),
      prefix: owner.writingPrefix, for: readers)
  }

  /// Has the link `latest` lead to a set.
  ///
  /// - Returns: why it does not, where links cannot be made.
  func link(to number: Int) -> String? {
    let wanted = SetNumber.text(number)
    switch folder.entry(Self.linkName) {
    case .link where folder.destination(ofLink: Self.linkName) == wanted: return nil
    case .link where !isLinkOurs: return "\(folder.place(Self.linkName)) leads elsewhere, and is left as it is"
    case .link, nil:
      do {
        try folder.replace(Self.linkName, byLinkTo: wanted, prefix: owner.writingPrefix)
        return nil
      } catch let error as Problems {
        return error.headline
      } catch {
        return "\(error)"
      }
    default: return "\(folder.place(Self.linkName)) is not a link, and is left as it is"
    }
  }

  /// Whether the link `latest` leads to a set of this job, or to one that is gone.
  private var isLinkOurs: Bool {
    guard let number = folder.destination(ofLink: Self.linkName).flatMap({ SetNumber.parse($0) }) else { return false }
    return folder.entry(SetNumber.text(number)) == nil || (try? published(number)) != nil
  }

  // MARK: - Repair

  /// The findings about an interrupted run.
  struct Repaired {
    /// The unfinished things that were removed.
    var removed: [String] = []
    /// The complete set that had not been announced.
    var completed: Int?
    /// The announced set that is no longer as it was published.
    var damaged: Int?
    /// The highest number of a set that was found.
    var highest = 0
    /// The newest set, if it is complete.
    var newest: Published?
    /// The set that is announced now, if it is complete.
    var announced: Published?
  }

  /// Repairs the folder after an interrupted run or any other damage.
  func repair() throws -> Repaired {
    var repaired = Repaired()
    try removeUnfinished(&repaired)
    let named = try newest()
    let numbers = try numbers()
    repaired.highest = named?.number ?? 0
    // A set gets its name only when it is complete and on the disk. So every set that is newer than the announced one
    // is valid, unless another program has changed it.
    for number in numbers.reversed() where number > named?.number ?? 0 {
      guard let published = try published(number) else { continue }
      repaired.highest = max(repaired.highest, number)
      if try differences(from: published.manifest).isEmpty {
        try announce(published.manifest)
        repaired.completed = number
        repaired.newest = published
        repaired.announced = published
        return repaired
      }
      try remove(number)
      repaired.removed.append(SetNumber.text(number))
    }
    guard let named else { return repaired }
    repaired.newest = try whole(named.number)
    repaired.announced = repaired.newest
    guard repaired.newest == nil else { return repaired }
    repaired.damaged = named.number
    // Until there is a new set, announce the newest complete set.
    for number in numbers.reversed() where number < named.number {
      guard let published = try whole(number) else { continue }
      try announce(published.manifest)
      repaired.announced = published
      break
    }
    return repaired
  }

  private func removeUnfinished(_ repaired: inout Repaired) throws {
    for name in try folder.names() where owner.hasLeft(name) {
      try folder.remove(name)
      repaired.removed.append(name)
    }
  }

  // MARK: - Retention

  /// Removes the sets that are kept no longer; never the newest.
  ///
  /// - Parameter needed: the lowest number that a target still lacks.
  /// - Returns: the numbers that were removed, and those that are kept only because a target lacks them.
  func retire(_ retention: JobRetention, newest: JobManifest, needed: Int?) throws -> (removed: [Int], held: [Int]) {
    // If no set can exceed the limits, no manifest need be read.
    let most = retention.days == nil ? retention.sets ?? .max : 0
    guard try numbers().count > most else { return ([], []) }
    let known = try sets(through: newest.number - 1)
    var going = Set<Int>()
    if let sets = retention.sets { going.formUnion(known.dropLast(max(0, sets - 1)).map(\.number)) }
    if let days = retention.days, let end = Self.moment(newest.cutOff) {
      let limit = end.millisecondsSince1970 - Int64(min(days, 1_000_000)) * 86_400_000
      for set in known {
        if let cutOff = Self.moment(set.cutOff), cutOff.millisecondsSince1970 < limit { going.insert(set.number) }
      }
    }
    let wanted = going.filter { number in needed.map { number >= $0 } ?? false }.sorted()
    // A target that never comes back must not fill the disk.
    let held = wanted.suffix(Self.heldLimit)
    let removed = going.subtracting(held).sorted()
    for number in removed { try remove(number) }
    return (removed, Array(held))
  }

  /// How many sets beyond the retention are kept for targets that do not have them yet.
  static let heldLimit = 100

  private static func moment(_ text: String) -> Timestamp? { Timestamp(text, clock: .utc, endOfDay: false) }

  /// Removes a set. It is renamed first, so that readers never see a part of it.
  func remove(_ number: Int) throws {
    let hidden = owner.removalPrefix + SetNumber.text(number)
    try folder.remove(hidden)
    try folder.rename(SetNumber.text(number), to: hidden)
    try folder.remove(hidden)
  }
}

extension SHA256Hash {
  static func hexadecimal(of bytes: [UInt8]) -> String {
    let hash = SHA256Hash()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.hexadecimalDigest()
  }
}

internal import Stock

/// Whose sets lie in a folder: those of one job of one shop. What is anybody else's there is never touched.
struct SetOwner: Hashable {
  var job: String
  /// What the shop is known by; nil for books that have no log yet, and so no name of their own.
  var shop: String?

  /// Stands in the names of what is unfinished, so that it is known for ours from its first moment on, however a run ends.
  var tag: String { String(SHA256Hash.hexadecimal(of: "\(shop ?? "") \(job)").prefix(16)) }

  /// What the folder of a set is called while it is built.
  var buildingPrefix: String { ".building-\(tag)-" }
  /// What a set is called while it is removed.
  var removalPrefix: String { ".removing-\(tag)-" }
  /// What a file is called that takes the place of another.
  var writingPrefix: String { ".writing-\(tag)-" }

  /// Whether what has that name was left unfinished by a run of this job.
  func hasLeft(_ name: String) -> Bool {
    [buildingPrefix, removalPrefix, writingPrefix].contains { name.hasPrefix($0) }
  }

  func owns(_ manifest: JobManifest) -> Bool { manifest.job == job && isShop(of: manifest) }

  /// Whether a manifest is of this shop, as far as it can be told.
  func isShop(of manifest: JobManifest) -> Bool {
    guard let shop, let other = manifest.shop else { return true }
    return shop == other
  }
}

/// What a set is known by: its number, and the SHA-256 of its own manifest, which no other set of that number has.
struct SetMark: Codable, Hashable {
  var number: Int
  /// The first 32 of the 64 digits, as the record of a job has little room.
  var manifest: String

  init(_ number: Int, sha256: String) {
    self.number = number
    manifest = String(sha256.prefix(32))
  }
}

/// A set that is on hand, as its manifest tells of it.
struct KnownSet: Hashable {
  var mark: SetMark
  var mode: JobMode
  /// The set that a delta tells the changes since.
  var previous: SetMark?
  var cutOff: String
  var number: Int { mark.number }

  /// Whether who has that set is right after taking this one.
  func follows(_ other: SetMark?) -> Bool { mode == .full || other != nil && previous == other }
}

internal import Stock

/// The owner of the sets in a folder: one job of one shop. Sets of other owners are never touched.
struct SetOwner: Hashable {
  var job: String
  /// The identity of the shop; nil for books that have no log yet, and so no identity of their own.
  var shop: String?

  /// The part of temporary names that identifies our unfinished files from the moment they are created.
  var tag: String { String(SHA256Hash.hexadecimal(of: "\(shop ?? "") \(job)").prefix(16)) }

  /// The prefix of a set's folder while it is built.
  var buildingPrefix: String { ".building-\(tag)-" }
  /// The prefix of a set's folder while it is removed.
  var removalPrefix: String { ".removing-\(tag)-" }
  /// The prefix of a file that replaces another.
  var writingPrefix: String { ".writing-\(tag)-" }

  /// Whether what has that name was left unfinished by a run of this job.
  func hasLeft(_ name: String) -> Bool {
    [buildingPrefix, removalPrefix, writingPrefix].contains { name.hasPrefix($0) }
  }

  func owns(_ manifest: JobManifest) -> Bool { manifest.job == job && isShop(of: manifest) }

  /// Whether a manifest is from this shop, as far as the shops are known.
  func isShop(of manifest: JobManifest) -> Bool {
    guard let shop, let other = manifest.shop else { return true }
    return shop == other
  }
}

/// The identity of a set: its number, and the SHA-256 of its own manifest, which no other set of that number has.
struct SetMark: Codable, Hashable {
  var number: Int
  /// The first 32 of the 64 digits, as the record of a job has little room.
  var manifest: String

  init(_ number: Int, sha256: String) {
    self.number = number
    manifest = String(sha256.prefix(32))
  }
}

/// A set that is available, as described by its manifest.
struct KnownSet: Hashable {
  var mark: SetMark
  var mode: JobMode
  /// The set on which a delta is based.
  var previous: SetMark?
  var cutOff: String
  var number: Int { mark.number }

  /// Whether who has that set is right after taking this one.
  func follows(_ other: SetMark?) -> Bool { mode == .full || other != nil && previous == other }
}

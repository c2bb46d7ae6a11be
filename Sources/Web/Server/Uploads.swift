internal import Foundation
internal import Synchronization

/// The files that people sent, in the folder `.uploads` of the shop: each in a folder of a random name, with the plan that was made of it.
///
/// What the server writes there has a name that begins with a dot; no file that was sent has one.
final class Uploads: Sendable {
  /// How long a file is kept that nobody uses.
  static let kept: TimeInterval = 7 * 24 * 3600

  private let folder: String
  /// Has files removed for their age only while nobody begins to use one.
  private let aging = Mutex(())

  init(shop folder: String) { self.folder = folder + "/.uploads" }

  /// Makes the folder of a new file, and removes what waited too long.
  ///
  /// - Returns: the path where the file is to be written, under a name made of the one that the sender gave.
  func place(_ name: String, now: Date = Date()) throws -> String {
    removeOld(now: now)
    let own = "\(folder)/\(Secret.name())"
    try FileManager.default.createDirectory(
      atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return "\(own)/\(Self.safe(name))"
  }

  /// Makes the folder of a file that a command writes for a person to download. Where nothing can be written in the
  /// shop's folder, it is among the temporary files of the machine.
  ///
  /// - Returns: the path for the file, which ``removeOutput(at:)`` removes.
  func placeOutput(_ name: String) throws -> String {
    if let path = try? place(name) { return path }
    let own = "\(FileManager.default.temporaryDirectory.path)/stockroom-\(Secret.name())"
    try FileManager.default.createDirectory(
      atPath: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return "\(own)/\(Self.safe(name))"
  }

  /// Removes such a file with its folder.
  func removeOutput(at path: String) {
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }

  /// The random name of a file's folder.
  static func id(ofFileAt path: String) -> String {
    ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
  }

  /// The folder of that name; nil without one.
  func folder(of id: String) -> String? {
    guard id.count == 16, id.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let path = "\(folder)/\(id)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The folder of that name, to read or change what is in it: it is kept as long as a new one from now on. Nil without one.
  func use(_ id: String, now: Date = Date()) -> String? {
    aging.withLock { _ in
      guard let path = folder(of: id) else { return nil }
      try? FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: path)
      return path
    }
  }

  /// The names of all folders.
  var ids: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  /// The names of the folders that have a file of a name.
  func ids(ofFile name: String) -> [String] {
    ids.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(name)") }
  }

  /// Removes a file with its folder.
  func remove(fileAt path: String) { remove(Self.id(ofFileAt: path)) }

  func remove(_ id: String) {
    guard let path = folder(of: id) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes what waited too long.
  func removeOld(now: Date = Date()) {
    aging.withLock { _ in
      for id in ids {
        guard let path = folder(of: id),
          let at = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date,
          now.timeIntervalSince(at) > Self.kept
        else { continue }
        remove(id)
      }
    }
  }

  /// A name for a file, made of the one that a sender gave: letters, digits, spaces, `-`, `_` and dots; it begins with a letter or a
  /// digit, so that it is neither hidden nor an option.
  static func safe(_ name: String) -> String {
    // Scalars, not characters: with certain letters before it, a slash is part of a character.
    let last = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? [][...]
    func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    var scalars = String.UnicodeScalarView()
    for scalar in last {
      // An accent stays with its letter.
      let isKept = isLetterOrDigit(scalar) || scalar.properties.generalCategory == .nonspacingMark
      scalars.append(isKept || "-_. ".unicodeScalars.contains(scalar) ? scalar : "_")
    }
    while let first = scalars.first, !isLetterOrDigit(first) { scalars.removeFirst() }
    var text = String(scalars)
    if text.utf8.count > 120 {
      let ending = (text as NSString).pathExtension
      // Scalars here too: one letter may have any number of accents.
      while text.utf8.count > 100 { text.unicodeScalars.removeLast() }
      if (1...12).contains(ending.utf8.count) { text += "." + ending }
    }
    return text.isEmpty ? "file" : text
  }
}

internal import Foundation

/// Temporary folders that only the current user can access.
enum PrivateFolder {
  /// Where they are made.
  static var place: String { FileManager.default.temporaryDirectory.path }

  /// The path of a new folder; nil if it cannot be created.
  static func make() -> String? {
    var template = Array("\(place)/stockroom-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

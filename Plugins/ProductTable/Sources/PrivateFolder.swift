internal import Foundation

/// Temporary folders that nobody else can enter.
enum PrivateFolder {
  /// Where they are made.
  static var place: String { FileManager.default.temporaryDirectory.path }

  /// The path of a new one; nil where none can be made.
  static func make() -> String? {
    var template = Array("\(place)/stockroom-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

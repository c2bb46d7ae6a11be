internal import Foundation

/// Folders for the files of another program that nobody else may look into.
public enum TemporaryFolder {
  /// A new folder; nil when none can be made there, and `errno` says why. Whoever asks removes it.
  public static func make(in parent: String, named name: String) -> String? {
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

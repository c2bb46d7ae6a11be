internal import Foundation

/// Folders for the files of another program, accessible only to the current user.
public enum TemporaryFolder {
  /// A new folder; nil if it cannot be created, with the reason in `errno`. The caller removes it.
  public static func make(in parent: String, named name: String) -> String? {
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

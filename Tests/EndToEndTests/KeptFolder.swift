import Foundation

/// The files of a folder that was made once, of which each test gets a copy in its own.
struct KeptFolder: Sendable {
  /// In order of their paths; the content is nil for a folder.
  private let files: [(path: String, content: Data?, permissions: Int)]

  /// Keeps what `fill` puts into a new folder.
  init(_ fill: (TestFolder) throws -> Void) throws {
    let folder = try TestFolder()
    // It goes away with its last use.
    defer { withExtendedLifetime(folder) {} }
    try fill(folder)
    let manager = FileManager.default
    var files: [(path: String, content: Data?, permissions: Int)] = []
    for path in try manager.subpathsOfDirectory(atPath: folder.path).sorted() {
      let file = folder.path + "/" + path
      let attributes = try manager.attributesOfItem(atPath: file)
      let isFolder = (attributes[.type] as? FileAttributeType) == .typeDirectory
      let permissions = (attributes[.posixPermissions] as? Int) ?? (isFolder ? 0o700 : 0o600)
      files.append((path, try isFolder ? nil : Data(contentsOf: URL(fileURLWithPath: file)), permissions))
    }
    self.files = files
  }

  /// Writes the files into the folder of a test.
  func copy(to folder: TestFolder) throws {
    for (path, content, permissions) in files {
      let target = folder.path + "/" + path
      if let content {
        try content.write(to: URL(fileURLWithPath: target))
      } else {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      }
      guard chmod(target, mode_t(permissions)) == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
  }
}

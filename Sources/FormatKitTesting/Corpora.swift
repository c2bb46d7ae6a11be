import Foundation

/// The folder of the package that a source file belongs to.
public enum PackageRoot {
  /// The nearest folder above the file that holds `Package.swift`; nil when no folder does.
  public static func path(from file: String = #filePath) -> String? {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
        return folder.path
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}

/// Collections of files from other programs, kept outside the package; tests that need them are skipped without them.
///
/// ```swift
/// @Test(.enabled(if: Corpora.isAvailable("csv"), "\(Corpora.notice)"))
/// func readsEveryFileOfTheCollection() throws {
///   for path in Corpora.files(in: "csv", endings: ["csv"]) { … }
/// }
/// ```
public enum Corpora {
  /// Why a test that needs a collection is skipped.
  public static let notice = "the corpora are not here: set STOCKROOM_CORPORA, or put them in ../shared/corpora"

  /// The folder of a collection: in that of the environment variable `STOCKROOM_CORPORA`, else in `../shared/corpora` next to
  /// the package; nil when it does not exist.
  ///
  /// - Parameter name: a path below the folder of all collections; empty for that folder itself.
  public static func folder(_ name: String = "", file: String = #filePath) -> String? {
    let base: String
    if let given = ProcessInfo.processInfo.environment["STOCKROOM_CORPORA"], !given.isEmpty {
      base = given
    } else if let root = PackageRoot.path(from: file) {
      base = URL(fileURLWithPath: root).deletingLastPathComponent().appendingPathComponent("shared/corpora").path
    } else {
      return nil
    }
    let path = name.isEmpty ? base : base + "/" + name
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    return path
  }

  /// Whether the folder of a collection exists.
  public static func isAvailable(_ name: String = "", file: String = #filePath) -> Bool {
    folder(name, file: file) != nil
  }

  /// The paths of all files in a collection and the folders below it, in order; empty when it does not exist.
  ///
  /// - Parameters:
  ///   - endings: the file-name endings wanted, in lower case without the point; all files when empty.
  ///   - largest: files with more bytes are left out.
  public static func files(
    in name: String, endings: Set<String> = [], largest: Int = .max, file: String = #filePath
  ) -> [String] {
    guard let folder = folder(name, file: file) else { return [] }
    return FolderWalk.files(below: folder).filter { path in
      guard endings.isEmpty || endings.contains(URL(fileURLWithPath: path).pathExtension.lowercased()) else {
        return false
      }
      guard largest < .max else { return true }
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
      return (size?.intValue ?? 0) <= largest
    }
  }

  /// A file of a collection as a sample; nil when it cannot be read.
  public static func sample(_ path: String, options: [String: String] = [:]) -> ConformanceSample? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return ConformanceSample(name: URL(fileURLWithPath: path).lastPathComponent, bytes: Array(data), options: options)
  }
}

/// Lists folders in an order that does not depend on the machine.
enum FolderWalk {
  /// The paths of all files in a folder and those below it.
  static func files(below folder: String) -> [String] {
    entries(of: folder).flatMap { entry -> [String] in
      let path = folder + "/" + entry
      return isFolder(path) ? files(below: path) : [path]
    }
  }

  /// The paths of the folders directly in a folder.
  static func folders(in folder: String) -> [String] {
    entries(of: folder).map { folder + "/" + $0 }.filter(isFolder)
  }

  static func entries(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { !$0.hasPrefix(".") }.sorted() ?? []
  }

  static func isFolder(_ path: String) -> Bool {
    var result: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &result) && result.boolValue
  }
}

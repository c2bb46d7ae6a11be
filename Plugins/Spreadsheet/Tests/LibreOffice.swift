import Foundation

/// Another program's view of a workbook, where it is installed.
enum LibreOffice {
  static let path = ["/usr/bin/soffice", "/usr/bin/libreoffice", "/opt/libreoffice/program/soffice"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Comma, quote, UTF-8, cells as shown.
  static let csv = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false"

  /// The result of converting a file.
  ///
  /// - Parameters:
  ///   - ending: the ending of the input file.
  ///   - filter: the ending of the output file, perhaps with a filter after a colon.
  static func converted(_ bytes: [UInt8], ending: String, to filter: String) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("given.\(ending)")
    try Data(bytes).write(to: file)
    let made = folder.appendingPathComponent("made")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/soffice")
    // A text file does not say which character set it has.
    let reading = ending == "csv" ? ["--infilter=CSV:44,34,76,1"] : []
    process.arguments =
      reading + [
        "-env:UserInstallation=file://\(folder.path)/profile", "--headless", "--convert-to", filter, "--outdir",
        made.path, file.path,
      ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: made.appendingPathComponent("given.\(filter.prefix { $0 != ":" })")))
  }
}

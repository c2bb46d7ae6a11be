import FormatKitTesting
import Foundation
import Testing

/// Calls that only one module or file may make. Which module may import which is checked by `scripts/check-modules.py`.
@Suite struct ModuleImportTests {
  /// What is compiled below a folder: the steps of tutorials in documentation catalogs are not.
  static func swiftFiles(below folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted().map { "\(folder)/\($0)" }
  }

  /// A text that means harm is stopped by the limits of YAMLReading alone.
  @Test func onlyOneModuleParsesYAML() throws {
    for file in Self.swiftFiles(below: "\(PluginFolder.root)/Sources") where !file.contains("/YAMLReading/") {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for call in ["Yams.compose", "Yams.load", "YAMLDecoder(", "Parser(yaml"] {
        #expect(!text.contains(call), "\(file) calls \(call) instead of BoundedYAML.root(of:)")
      }
    }
  }

  /// What files hold must not reach a terminal as it is: everything goes through `Terminal.safe`.
  @Test func onlyOneFileWritesToTheTerminal() throws {
    for file in Self.swiftFiles(below: "\(PluginFolder.root)/Sources/StockroomCLI")
    where !file.hasSuffix("/Terminal.swift") {
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      for line in lines where line.contains(/(^|[^a-zA-Z_.])(print|debugPrint|fputs|puts)\(|FileHandle\.standard/) {
        Issue.record("\(file) writes past Terminal: \(line)")
      }
    }
  }
}

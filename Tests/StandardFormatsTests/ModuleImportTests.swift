import FormatKitTesting
import Foundation
import Testing

/// The arrows between modules, as docs/decisions/0001-modules.md has them.
///
/// The package's own check finds an import that no target declares; this one finds a declaration that should not be there.
@Suite struct ModuleImportTests {
  /// What each module may import in addition to Foundation: modules of this package and of other packages.
  static let allowed: [String: Set<String>] = [
    "ProblemKit": [],
    "RetailValues": ["ProblemKit"],
    "FormatKit": ["RetailValues", "ProblemKit"],
    "Workbook": ["RetailValues", "CLibXLSXWriter", "ProblemKit"],
    "XMLReading": ["FormatKit", "CLibXML2"],
    // Looks at pictures and has another program make them smaller.
    "Pictures": ["FormatKit", "Subprocess"],
    // Runs programs of others within limits.
    "Subprocess": [],
    "JSONReading": ["FormatKit"],
    "ZipReading": ["FormatKit", "CLibZip"],
    // Opens compressed files within limits.
    "Unpacking": ["FormatKit", "ZipReading", "CLibZ", "CLibZstd"],
    // The only module that parses YAML; the others walk through what it hands them.
    "YAMLReading": ["Yams"],
    // The bytes of delimited text are read and written by the CSV plugin alone.
    "DelimitedReading": ["CSVFormat", "FormatKit"],
    // Finds the positions of segments in messages of any standard.
    "Segments": [],
    // The common parts of supply documents in all formats.
    "SupplyDocuments": ["RetailValues", "FormatKit"],
    "FormatKitTesting": ["FormatKit"],
    "Stock": ["RetailValues", "CLibCrypto", "CLibSQLite", "FormatKit", "GRDB", "GRDBSQLite", "ProblemKit"],
    // Above the ledger: what is read out of it, and the proof that it holds.
    "CatalogSearch": ["RetailValues", "GRDB", "ProblemKit", "Stock"],
    "StockJournal": ["RetailValues", "GRDB", "ProblemKit", "Stock"],
    "ShopCheck": ["RetailValues", "GRDB", "ProblemKit", "Stock", "StockJournal"],
    "Reconciliation": ["RetailValues", "ProblemKit"],
    "Exchange": ["RetailValues", "FormatKit", "Stock", "YAMLReading", "Yams", "Dispatch"],
    "Reporting": ["RetailValues", "Subprocess", "ProblemKit", "Stock", "Workbook", "YAMLReading", "Mustache", "Yams"],
    // Named nightly exports: writes by the exports and reports there are, and publishes what they wrote.
    "Jobs": ["RetailValues", "Exchange", "FormatKit", "Subprocess", "ProblemKit", "Reporting", "Stock", "Yams"],
    // It judges the others' sums, so it takes nothing from them but random numbers.
    "ShopScenario": ["FormatKitTesting"],
    "StandardFormats": ["FormatKit"],
    "StockroomCLI": [
      "RetailValues", "CatalogSearch", "FormatKit", "Stock", "StockJournal", "Exchange", "Jobs", "Pictures",
      "ProblemKit",
      "Reconciliation", "Reporting", "ShopCheck", "StandardFormats", "ArgumentParser", "Unpacking", "YAMLReading",
      "Yams",
    ],
  ]
  static let platform: Set<String> = ["Foundation", "Glibc", "Synchronization"]

  /// What is compiled below a folder: the steps of tutorials in documentation catalogs are not.
  static func swiftFiles(below folder: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The modules named by lines such as `@testable internal import Stock`.
  static func imports(of file: String) throws -> Set<String> {
    let access: Set<Substring> = ["public", "internal", "package", "private", "fileprivate"]
    var found: Set<String> = []
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix(" ") {
      let words = line.split(separator: " ").drop { $0.hasPrefix("@") || access.contains($0) }
      if words.first == "import", let module = words.dropFirst().first {
        found.insert(String(module.prefix { $0 != "." }))
      }
    }
    return found
  }

  @Test func everyModuleIsListed() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(PluginFolder.root)/Sources")
    #expect(Set(folders.filter { !$0.hasPrefix(".") && !$0.hasPrefix("CLib") }).subtracting(Self.allowed.keys) == [])
  }

  @Test(arguments: allowed.keys.sorted()) func importsOnlyWhatItMay(_ module: String) throws {
    var allowed = try #require(Self.allowed[module]).union(Self.platform)
    if module == "StandardFormats" { allowed.formUnion(PluginFolder.all.map { "\($0)Format" }) }
    for file in Self.swiftFiles(below: "\(PluginFolder.root)/Sources/\(module)") {
      let extra = try Self.imports(of: file).subtracting(allowed)
      #expect(extra == [], "\(file) imports what \(module) may not")
    }
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

  /// A format sees FormatKit, values of the catalog, the writing of workbooks, the guarded reading of XML and of
  /// JSON, what formats over delimited text and those of supply documents share, and C libraries; never the ledger or the
  /// command, and of the other formats only that of delimited text, which some are written in.
  @Test(arguments: PluginFolder.all) func pluginsImportOnlyTheKit(_ plugin: PluginFolder) throws {
    for file in Self.swiftFiles(below: "\(plugin.path)/Sources") {
      let extra = try Self.imports(of: file).subtracting(Self.platform).subtracting([
        "FormatKit", "RetailValues", "Workbook", "XMLReading", "JSONReading", "ZipReading", "DelimitedReading",
        "CSVFormat",
        "Segments", "SupplyDocuments",
      ])
      #expect(extra.allSatisfy { $0.hasPrefix("CLib") }, "\(file) imports \(extra.sorted())")
    }
  }

  @Test(arguments: [
    ("import Foundation\n", ["Foundation"]),
    ("internal import GRDB\npublic import RetailValues\n", ["GRDB", "RetailValues"]),
    ("@testable import Stock\n", ["Stock"]), ("// import Yams\n  import Yams\n", []),
  ])
  func findsImports(_ text: String, _ expected: [String]) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    #expect(try Self.imports(of: file.path).sorted() == expected)
  }
}

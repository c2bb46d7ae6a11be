import FormatKit
import FormatKitTesting
import Foundation
import StandardFormats
import Testing

/// A folder of `Plugins/` with what the registry knows of it.
struct PluginFolder: CustomStringConvertible, Sendable {
  let name: String
  let path: String
  var description: String { name }

  var formats: [RegisteredFormat] { standardFormats.formats.filter { $0.module == "\(name)Format" } }

  /// The samples of each format: below `Fixtures/<id>` where the folder has several formats.
  var samples: [(format: RegisteredFormat, samples: [ConformanceSample])] {
    formats.map { format in
      (
        format,
        GoldenFixtures.samples(in: formats.count == 1 ? "\(path)/Fixtures" : "\(path)/Fixtures/\(format.descriptor.id)")
      )
    }
  }

  func has(_ part: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(part)") }

  func text(_ part: String) throws -> String { try String(contentsOfFile: "\(path)/\(part)", encoding: .utf8) }

  static let root = PackageRoot.path() ?? "."

  static let all: [PluginFolder] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/Plugins")) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { PluginFolder(name: $0, path: "\(root)/Plugins/\($0)") }
  }()
}

@Suite struct PluginFolderTests {
  @Test func thereArePlugins() { #expect(!PluginFolder.all.isEmpty) }

  @Test(arguments: PluginFolder.all) func isRegistered(_ plugin: PluginFolder) {
    #expect(!plugin.formats.isEmpty, "list the formats of Plugins/\(plugin) in Sources/StandardFormats")
  }

  @Test(arguments: PluginFolder.all) func hasItsParts(_ plugin: PluginFolder) {
    for part in ["README.md", "Sources", "Tests", "Fixtures"] {
      #expect(plugin.has(part), "Plugins/\(plugin) has no \(part)")
    }
  }

  @Test func everyFormatHasAFolder() {
    let modules = Set(PluginFolder.all.map { "\($0)Format" })
    for format in standardFormats.formats {
      #expect(modules.contains(format.module), "\(format.descriptor.id) is in \(format.module), which is not a plugin")
    }
  }

  /// Every format on its own samples and those of all others, as if the wrong format were given: none ends without an
  /// error or a record.
  @Test(arguments: PluginFolder.all) func noFormatEndsInSilence(_ plugin: PluginFolder) {
    let samples = PluginFolder.all.flatMap { other in
      other.samples.flatMap { known -> [ConformanceSample] in
        let small = known.samples.filter { $0.bytes.count < 20_000 }
        return other.name == plugin.name ? small : Array(small.prefix(4))
      }
    }
    for format in plugin.formats {
      for sample in samples {
        for options in sample.options.isEmpty ? [[:]] : [sample.options, [:]] {
          let tried = ConformanceSample(name: sample.name, bytes: sample.bytes, options: options)
          let silence = FormatConformance.silence(of: format, reading: tried)
          #expect(silence == nil, "\(sample.name): \(silence ?? "")")
        }
      }
    }
  }

  static let headings = ["What it reads", "Options", "Mapping", "Limits", "Example"]

  @Test(arguments: PluginFolder.all) func readmeHasTheFixedHeadings(_ plugin: PluginFolder) throws {
    let lines = try plugin.text("README.md").split(separator: "\n")
    let found = lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    #expect(found.filter(Self.headings.contains) == Self.headings)
  }

  /// Where a folder has several formats, the table holds the options of all, each once; "`json` only." says whose it is.
  @Test(arguments: PluginFolder.all) func readmeListsTheOptions(_ plugin: PluginFolder) throws {
    let text = try plugin.text("README.md")
    let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("Options") } ?? ""
    let table = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    let rows = table.map { String($0).replacing("`", with: "").replacing(#/\| [a-z-]+ only\. /#, with: "| ") }
    // Formats of one folder may say the same option in words of their own; the table says it once.
    let isShared = plugin.formats.count > 1
    var declared: [String] = []
    for option in plugin.formats.flatMap(\.options) {
      let meaning = isShared ? "" : option.summary
      let row = "| \(option.name) | \(option.values) | \(meaning)".replacing("`", with: "")
      if !declared.contains(row) { declared.append(row) }
    }
    #expect(rows.count == declared.count)
    for (row, start) in zip(rows, declared) { #expect(row.hasPrefix(start)) }
  }
}

@Suite struct SniffingTests {
  /// Whether reading the sample ends with an error.
  private func isRefused(_ sample: ConformanceSample, by format: RegisteredFormat) -> Bool {
    do {
      guard var reader = try format.reading?.reader(for: sample.source(), options: sample.options) else { return false }
      var batch = RecordBatch()
      while try reader.read(into: &batch) {}
      return false
    } catch {
      return true
    }
  }

  /// Files without options must be identified as their own format; no file may be claimed by two formats with equal
  /// confidence.
  @Test(arguments: PluginFolder.all) func findsItsOwn(_ plugin: PluginFolder) throws {
    for (format, samples) in plugin.samples where format.reading != nil {
      #expect(!samples.isEmpty, "\(format.descriptor.id) has no fixtures")
      for sample in samples {
        let claims = standardFormats.claims(to: try sample.source().preview())
        let shown = claims.map { "\($0.format.descriptor.id) \($0.confidence.score): \($0.confidence.reason)" }
        if claims.count > 1, claims[0].confidence.score == claims[1].confidence.score {
          Issue.record("\(plugin) \(sample.name) is claimed by two alike: \(shown)")
        }
        // A case may show what the format refuses to read.
        guard !isRefused(sample, by: format) else { continue }
        if sample.options.isEmpty, claims.first?.format.descriptor.id != format.descriptor.id {
          Issue.record("\(plugin) \(sample.name) is not found to be \(format.descriptor.id): \(shown)")
        }
      }
    }
  }

  /// A file that is cut off at any point, as in transfer, is still not claimed by two formats with equal confidence.
  @Test(arguments: PluginFolder.all) func neverTiesOnTheStartOfAFile(_ plugin: PluginFolder) {
    // Formats look at the bytes and the ending of the name: the bytes that two such samples begin with are one start.
    let samples = plugin.samples.flatMap(\.samples).map { sample in
      (
        ending: SourcePreview(name: sample.name, bytes: [], isWhole: true).fileExtension, name: sample.name,
        bytes: Array(sample.bytes.prefix(256))
      )
    }.sorted { one, other in
      one.ending == other.ending ? one.bytes.lexicographicallyPrecedes(other.bytes) : one.ending < other.ending
    }
    var known: (ending: String, bytes: [UInt8]) = ("", [])
    for (position, sample) in samples.enumerated() {
      let common = known.ending == sample.ending ? zip(known.bytes, sample.bytes).prefix { $0 == $1 }.count : 0
      known = (sample.ending, sample.bytes)
      let lengths = Array(1..<max(2, sample.bytes.count)).filter { $0 > common }
      for length in Seeds.third(of: lengths, from: position) {
        let start = SourcePreview(name: sample.name, bytes: Array(sample.bytes.prefix(length)), isWhole: false)
        let claims = standardFormats.claims(to: start)
        if claims.count > 1, claims[0].confidence.score == claims[1].confidence.score {
          Issue.record(
            """
            the first \(length) bytes of \(plugin) \(sample.name) are claimed by two alike: \
            \(claims.map { "\($0.format.descriptor.id) \($0.confidence.score): \($0.confidence.reason)" })
            """)
          break
        }
      }
    }
  }
}

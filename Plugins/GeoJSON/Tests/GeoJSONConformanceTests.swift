import FormatKit
import FormatKitTesting
import Foundation
import JSONReading
import Testing

@testable import GeoJSONFormat

@Suite struct GeoJSONConformanceTests {
  private static let folder = "Plugins/GeoJSON/Fixtures"
  private let samples = GoldenFixtures.samples(in: folder)

  @Test func keepsTheContract() {
    #expect(FormatConformance.violations(of: GeoJSONFormat.self, samples: samples) == [])
  }

  @Test func readsFixturesAsExpected() {
    #expect(
      GoldenFixtures.violations(
        of: GeoJSONFormat.self, folder: Self.folder,
        codesWithoutCase: [.geoJSONUnwritableTable, .geoJSONUnwritablePlace, .jsonValueTooLarge]) == [])
  }

  @Test func readsBackWhatItWrote() {
    let written = samples.filter { !["polygon", "point", "faults"].contains($0.name.prefix { $0 != "/" }) }
    #expect(FormatConformance.roundTripViolations(of: GeoJSONFormat.self, samples: written) == [])
  }

  @Test func survivesDamage() {
    #expect(FormatConformance.mutationViolations(of: GeoJSONFormat.self, samples: samples, rounds: 1000) == [])
  }

  @Test func knowsItsOwnFilesAndNoOthers() {
    let own = samples.filter { !["no-type"].contains($0.name.prefix { $0 != "/" }) }
    let foreign = [
      ConformanceSample(name: "goods.json", text: "{\"type\": \"list\", \"features\": [\"blue\"]}\n"),
      ConformanceSample(name: "product.json", text: "{\"type\": \"Shirt\", \"features\": [{\"name\": \"pocket\"}]}\n"),
      ConformanceSample(name: "a.csv", text: "latitude,longitude\n1,2\n"),
      ConformanceSample(name: "array.json", text: "[{\"type\": \"Feature\"}]\n"),
    ]
    #expect(FormatConformance.sniffingViolations(of: GeoJSONFormat.self, own: own, foreign: foreign) == [])
  }

  @Test func listsItsOptionsAndCodes() throws {
    let root = try #require(PackageRoot.path())
    let text = try String(contentsOfFile: "\(root)/Plugins/GeoJSON/README.md", encoding: .utf8)
    let rows = text.split(separator: "\n").map(String.init)
    for option in GeoJSONOptions.fields.map(\.description) {
      #expect(rows.contains("| `\(option.name)` | \(option.values) | \(option.summary) |"), "\(option.name)")
    }
    for code in GeoJSONFormat.descriptor.problemCodes where code.id.hasPrefix("geojson") {
      #expect(text.contains("`\(code.id)`"), "the README names \(code.id)")
    }
  }

  // MARK: - Writing

  private func written(
    _ columns: [(String, ColumnType)], _ rows: [[String?]], options: [String: String] = [:]
  ) throws -> String {
    let sink = ByteSink.memory()
    let schema = Schema(table: "listings", columns: columns.map { Column(name: $0.0, type: $0.1) })
    let format = try GeoJSONFormat(options: GeoJSONOptions(parsing: options, of: "geojson"))
    var writer = try format.writer(for: schema, to: sink)
    var batch = RecordBatch()
    batch.reset(schema: schema)
    for (number, row) in rows.enumerated() {
      for (value, column) in zip(row, columns) {
        if let value {
          batch.append(text: value, kind: column.1 == .number ? .number : .text)
        } else {
          batch.append(missing: .absent)
        }
      }
      batch.endRow(at: RecordPosition(line: number + 2, byteOffset: 0, record: number + 1))
    }
    try writer.write(batch)
    try writer.finish()
    return sink.collectedText
  }

  private let columns: [(String, ColumnType)] = [("title", .text), ("latitude", .number), ("longitude", .number)]

  @Test func writesLongitudeFirst() throws {
    let text = try written(columns, [["Dune", "52.5200066", "13.40495400"], ["A \"b\"", "-0", "180"]])
    #expect(
      text == """
        {"type":"FeatureCollection","name":"listings","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[\
        13.404954,52.5200066]},"properties":{"title":"Dune"}},{"type":"Feature","geometry":{"type":"Point","coordinates":[180,0\
        ]},"properties":{"title":"A \\"b\\""}}],"bbox":[13.404954,0,-180,52.5200066]}

        """)
  }

  @Test(arguments: [
    ([("-18.1", "178.4"), ("-17.9", "-178.2"), ("-18", "179.9")], "[178.4,-18.1,-178.2,-17.9]"),
    ([("1", "2")], "[2,1,2,1]"), ([("1", "-10"), ("3", "20")], "[-10,1,20,3]"),
    ([("0", "0"), ("0", "120"), ("0", "-120")], "[-120,0,120,0]"), ([("90", "0"), ("-90", "0")], "[0,-90,0,90]"),
  ])
  func boxesAreNarrow(_ places: [(String, String)], _ box: String) throws {
    let text = try written(columns, places.map { ["x", $0.0, $0.1] })
    #expect(text.contains("\"bbox\":\(box)"), "\(text)")
  }

  @Test func recordsWithoutAPlaceAreKeptOrCounted() throws {
    let rows: [[String?]] = [["a", nil, nil], ["b", "1", nil], ["c", "1", "2"]]
    let kept = try written(columns, rows)
    #expect(kept.contains("{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"title\":\"a\"}}"))
    #expect(kept.contains("{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"title\":\"b\",\"latitude\":1}}"))
    let left = try written(columns, rows, options: ["without-place": "left-out"])
    #expect(left.hasSuffix("\"bbox\":[2,1,2,1],\"leftOut\":2}\n"))
    #expect(!left.contains("null"))
  }

  @Test func namedColumns() throws {
    let text = try written(
      [("lat", .number), ("lng", .number), ("id", .text)], [["1", "2", "a"]],
      options: ["latitude": "lat", "longitude": "lng"])
    #expect(text.contains("\"id\":\"a\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[2,1]},\"properties\":{}"))
  }

  @Test(arguments: [("91", "2"), ("north", "2"), ("1", "180.0000001"), ("1", "1e99"), ("1,5", "2")])
  func whatIsNoPlaceIsRefused(_ latitude: String, _ longitude: String) {
    let error = #expect(throws: Problems.self) { try written(columns, [["a", latitude, longitude]]) }
    #expect(error?.code == .geoJSONUnwritablePlace)
    #expect(error?.first.position.record == 1)
  }

  @Test func aTableWithoutPlacesIsRefused() {
    let error = #expect(throws: Problems.self) { try written([("latitude", .number), ("long", .text)], []) }
    #expect(error?.code == .geoJSONUnwritableTable)
    #expect(error?.first.value == "longitude")
  }

  // MARK: - Hostile input

  @Test func staysSmallWithManyColumnsAndLargeFeatures() throws {
    let many = (0..<1_100).map { "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"p\($0)\":1}}" }
    let wide = CollectedReading(
      of: GeoJSONFormat.self,
      source: .text("{\"type\":\"FeatureCollection\",\"features\":[\(many.joined(separator: ","))]}"), options: [:])
    #expect(wide.error?.code == .tooManyColumns)
    let nodes = String(repeating: "1,", count: 200_000) + "1"
    let large = CollectedReading(
      of: GeoJSONFormat.self,
      source: .text("{\"type\":\"FeatureCollection\",\"features\":[{\"properties\":[\(nodes)]}]}"), options: [:])
    #expect(large.error?.code == .jsonValueTooLarge)
    let deep = String(repeating: "[", count: 5000)
    let nested = CollectedReading(
      of: GeoJSONFormat.self, source: .text("{\"type\":\"FeatureCollection\",\"features\":[\(deep)"), options: [:])
    #expect(nested.error?.code == .tooDeep)
  }
}

import Foundation
import Testing

/// A small shop with a job, for the tests of jobs.
struct JobShop {
  let shop: TestShopFolder
  var sets: String { shop.path + "/exports/nightly" }
  var state: String { shop.path + "/jobs/.state/nightly" }

  /// Two files that are named by the cut-off.
  static let outputs = """
    outputs:
      goods:
        records: variants
        format: csv
        file: goods-{date}-{time}.csv
      prices:
        records: prices
        format: json
        file: prices-{date}-{time}.json
    """

  /// The same, published by every run.
  static let always = "when_unchanged: publish\n" + outputs

  init(_ folder: TestFolder, goods: Int = 40, job: String? = nil) throws {
    shop = try folder.shop()
    try folder.write("locations.csv", "location,location_name\nshop,Shop\n")
    try shop.must(["import", "../locations.csv"])
    try addGoods(1...goods)
    try define(job ?? Self.always)
  }

  func addGoods(_ numbers: ClosedRange<Int>) throws {
    try writeGoods(numbers)
    try shop.must(["import", "../goods.csv", "--on-error", "skip"])
  }

  /// Writes a list of goods next to the shop, as `goods.csv`.
  func writeGoods(_ numbers: ClosedRange<Int>) throws {
    var text = "product_code,title,sku,price\n"
    for number in numbers { text += "P\(number),Product \(number),S\(number),\(number % 90).95\n" }
    try shop.folder.write("goods.csv", text)
  }

  func define(_ job: String, name: String = "nightly") throws {
    try Data((job + "\n").utf8).write(to: URL(fileURLWithPath: shop.path + "/jobs/\(name).yml"))
  }

  func run(_ options: [String] = [], at minute: Int? = nil) throws -> CommandRun {
    try shop.run(Self.command(options, at: minute))
  }

  static func command(_ options: [String] = [], at minute: Int? = nil) -> [String] {
    let cutOff = minute.map {
      ["--at", "2026-10-05T\($0 / 60 < 10 ? "0" : "")\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)"]
    }
    return ["job", "run", "nightly"] + options + (cutOff ?? [])
  }

  /// The exit status of a look at the job that compares all files.
  func verified() throws -> CommandRun { try shop.run(["job", "status", "nightly", "--verify"]) }

  func lines(of file: String) -> [String] {
    let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  func names(_ folder: String? = nil) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder ?? sets)) ?? []).sorted()
  }
}

/// What a reader of a job's folder sees: from the manifest alone, and checked by independent programs.
struct ToldSet: Equatable {
  var number: Int
  var cutOff: String
  var files: [String]

  /// Reads the manifest of a folder, and compares every file that it names with it: bytes, SHA-256 and rows.
  ///
  /// - Returns: nil if the folder has no announced set.
  init?(_ folder: String) throws {
    guard let data = FileManager.default.contents(atPath: folder + "/datapackage.json") else { return nil }
    let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let own = try #require(manifest["stockroom"] as? [String: Any])
    number = try #require(own["number"] as? Int)
    cutOff = try #require(manifest["created"] as? String)
    files = []
    let resources = try #require(manifest["resources"] as? [[String: Any]])
    for resource in resources {
      let path = try #require(resource["path"] as? String)
      let bytes = try #require(FileManager.default.contents(atPath: folder + "/" + path), "\(path) is not there")
      #expect(resource["bytes"] as? Int == bytes.count, "\(path)")
      if let rows = resource["rows"] as? Int {
        let lines = bytes.split(separator: 0x0A).count
        if path.hasSuffix(".csv") { #expect(lines == rows + 1, "\(path)") }
        if path.hasSuffix(".jsonl") { #expect(lines == rows, "\(path)") }
      }
      files.append(path)
    }
    guard !resources.isEmpty else { return }
    let sums = try RunningCommand(
      "/usr/bin/sha256sum", files, in: folder, environment: ["PATH": "/usr/bin:/bin"]
    ).finish().outputText.split(separator: "\n")
    let hashes = resources.compactMap { $0["hash"] as? String }
    #expect(sums.map { "sha256:" + $0.prefix(64) } == hashes, "\(folder)")
  }
}

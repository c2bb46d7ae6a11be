import Exchange
import FormatKit
import Foundation
import GRDB
import RetailValues
import StandardFormats
import Stock
import StockTesting
import Testing

/// A shop in a temporary folder that takes in sample files.
final class SampleShop {
  let database: ShopDatabase
  private let folder: URL
  private let now: Timestamp

  static let actor = Actor(name: "test", command: "test")
  /// The folder `samples` of the package.
  static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "samples")

  init(currency: String, timeZone: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try NewShop.make(
      at: folder.appending(path: "stock.sqlite").path(),
      settings: ShopSettings(name: "sample", currency: try #require(Currency(currency)), timeZone: timeZone))
    now = try #require(Timestamp("2026-11-02", clock: database.settings.clock))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Imports a file as a kind or by a profile.
  func take(
    _ file: URL, as kind: String? = nil, by profile: URL? = nil, at location: String? = nil
  ) throws -> ImportSummary {
    var request = ImportRequest(source: try ByteSource.file(file.path()))
    request.kind = kind
    request.location = location
    request.profile = try profile.map { url in
      try MappingProfile(yaml: try String(contentsOf: url, encoding: .utf8), source: url.lastPathComponent)
    }
    return try Importer(shop: database, registry: standardFormats).apply(request, actor: Self.actor, now: now)
  }

  /// The rows of a query, each joined to one text; NULL is left empty.
  func texts(_ sql: String) throws -> [String] {
    try database.queue.read { connection in
      try Row.fetchAll(connection, sql: sql).map { row in
        row.map { String.fromDatabaseValue($0.1) ?? Int64.fromDatabaseValue($0.1).map(String.init) ?? "" }
          .joined(separator: ",")
      }
    }
  }
}

/// The rows of a simple CSV file: no line ends and no delimiters within quotes.
func sampleRows(_ file: URL) throws -> [[String: String]] {
  let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
    line.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: ["\""]) }
  }
  let header = try #require(lines.first)
  return try lines.dropFirst().map { cells in
    try #require(cells.count == header.count)
    return Dictionary(zip(header, cells)) { first, _ in first }
  }
}

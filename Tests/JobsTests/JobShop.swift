import Exchange
import FormatKit
import Foundation
import GRDB
import Reporting
import RetailValues
import StandardFormats
import Stock
import Testing
import Wording

@testable import Jobs

let manager = Actor(name: "mary", command: "test")

/// The folder that holds Package.swift.
let packageRoot: URL = {
  var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
    folder = folder.deletingLastPathComponent()
  }
  return folder
}()

/// A moment so many hours after the start of 2026 (UTC).
func hour(_ number: Int) -> Timestamp {
  Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(number) * 3_600_000)
}

/// A shop in a temporary folder, which is removed with it, and its sets.
final class JobShop {
  let folder: URL
  let shop: ShopDatabase
  /// The moment of the next import; every import is an hour later.
  var clock = 24 * 365
  /// That of reports.
  var language = Language.english
  /// The newest set, if any, with its files by name.
  private(set) var manifest: JobManifest?
  private(set) var number = 0
  private var state: String?

  init(currency: String = "EUR", timeZone: String = "Europe/Berlin") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("jobs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    shop = try ShopDatabase.create(
      at: folder.appendingPathComponent("stock.sqlite").path,
      settings: ShopSettings(name: "test", currency: try #require(Currency(currency)), timeZone: timeZone))
    // What is tested here does not depend on the disk.
    try shop.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static let reports = ReportLibrary(folders: [packageRoot.appendingPathComponent("reports").path])

  /// Imports a text as records of a kind; its number among the imports when it was applied.
  @discardableResult
  func take(_ text: String, as kind: String, format: String? = nil) throws -> Int64? {
    var request = ImportRequest(source: .text(text, name: "\(kind).csv"))
    request.kind = kind
    request.format = format
    request.accepted = Set(GuardCode.allCases.filter(\.newNoun.isEmpty).map(\.rawValue))
    clock += 1
    let summary = try Importer(shop: shop, registry: standardFormats).apply(request, actor: manager, now: hour(clock))
    if case .applied(let number) = summary.outcome { return number }
    return nil
  }

  static func job(_ yaml: String, named name: String = "nightly") throws -> JobDefinition {
    try JobReader(source: "\(name).yml", registry: standardFormats, reports: reports, shop: "/srv/corner")
      .job(named: name, from: yaml)
  }

  /// Writes a set, which counts as published when it has news.
  @discardableResult
  func run(_ job: JobDefinition, at moment: Timestamp? = nil, isFull: Bool = false) throws -> TestSet {
    let next = number + 1
    let nextState = folder.appendingPathComponent("state-\(next).sqlite").path
    try? FileManager.default.removeItem(atPath: nextState)
    let run = JobRun(
      job: job, number: next, cutOff: moment ?? hour(clock), previous: manifest,
      previousManifestSHA256: try manifest.map {
        SHA256Hash.hexadecimal(of: String(decoding: try $0.json(), as: UTF8.self))
      },
      state: state, nextState: nextState, isFull: isFull)
    let staged = try PlainFolder(in: folder.appendingPathComponent("set-\(next)"))
    let written = try SetWriter(shop: shop, registry: standardFormats, reports: Self.reports, language: language)
      .write(run, into: staged) { _ in }
    if written.hasNews {
      manifest = written.manifest
      state = FileManager.default.fileExists(atPath: nextState) ? nextState : nil
      number = next
    }
    return TestSet(written: written, folder: staged.folder)
  }

  /// Forgets what was published.
  func loseState() { state = nil }

  var statePath: String? { state }
}

/// A set as it was written.
struct TestSet {
  let written: WrittenSet
  let folder: URL

  var manifest: JobManifest { written.manifest }
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
  func file(_ name: String) throws -> ManifestFile { try #require(manifest.files.first { $0.name == name }) }

  /// Every file by name, the manifest among them.
  func contents() throws -> [String: Data] {
    var contents: [String: Data] = [JobManifest.fileName: Data(try manifest.json())]
    for file in manifest.files { contents[file.name] = try bytes(file.name) }
    return contents
  }
}

/// A plain folder of files.
final class PlainFolder: StagedFolder {
  let folder: URL

  init(in folder: URL) throws {
    self.folder = folder
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func file(named name: String) throws -> any StagedFile {
    #expect(!name.contains("/") && !FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path))
    return try PlainFile(folder.appendingPathComponent(name))
  }
}

private final class PlainFile: StagedFile {
  let sink: ByteSink
  private let url: URL
  private let handle: FileHandle

  init(_ url: URL) throws {
    self.url = url
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
    sink = ByteSink(descriptor: handle.fileDescriptor, name: url.lastPathComponent)
  }

  func finish() throws -> FileSeal {
    try sink.flush()
    try handle.close()
    let data = try Data(contentsOf: url)
    let hash = SHA256Hash()
    data.withUnsafeBytes { hash.update($0) }
    return FileSeal(bytes: Int64(data.count), sha256: hash.hexadecimalDigest())
  }

  func discard() throws {
    try handle.close()
    try FileManager.default.removeItem(at: url)
  }
}

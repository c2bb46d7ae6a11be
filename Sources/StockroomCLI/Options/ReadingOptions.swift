internal import ArgumentParser
internal import Exchange
internal import FormatKit
internal import Foundation
internal import RetailValues
internal import StandardFormats
internal import Stock
internal import Unpacking

/// Options that say how a file is to be read.
struct ReadingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The file's format; found when not given. See `stockroom formats`.", valueName: "format"))
  var format: String?

  @Option(
    help: ArgumentHelp("A mapping profile of the shop's profiles/ folder, or the path of one.", valueName: "name"))
  var profile: String?

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp("An option of the format, such as delimiter=semicolon.", valueName: "name=value"))
  var options: [String] = []

  /// The options as pairs.
  func pairs() throws -> [String: String] { try Self.pairs(options, flag: "--option") }

  static func pairs(_ texts: [String], flag: String) throws -> [String: String] {
    try values(texts, flag: flag).compactMapValues(\.last)
  }

  /// The fields by the names of their columns, in which there may be equals signs.
  static func columns(_ texts: [String], flag: String) throws -> [String: String] {
    var fields: [String: String] = [:]
    for text in texts {
      guard let assignment = ColumnAssignment(text) else {
        throw Problems(.usage, "\(flag) \(text) is not name=value", remedy: "Write it as \(flag) name=value.")
      }
      fields[assignment.column] = assignment.field
    }
    return fields
  }

  /// The values of each name, in their order.
  static func values(_ texts: [String], flag: String) throws -> [String: [String]] {
    var values: [String: [String]] = [:]
    for text in texts {
      guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
        throw Problems(.usage, "\(flag) \(text) is not name=value", remedy: "Write it as \(flag) name=value.")
      }
      values[String(text[..<sign]), default: []].append(String(text[text.index(after: sign)...]))
    }
    return values
  }

  static var kinds: CompletionKind { .list(Vocabulary.kinds.map(\.name)) }

  /// The record kind that `--kind` names.
  static func kind(_ name: String?) throws -> String? {
    guard let name, Vocabulary.kind(name) == nil else { return name }
    let near = nearestName(to: name, among: Vocabulary.kinds.map(\.name))
    throw Problems(
      .usage, "there is no record kind '\(name)'",
      remedy: near.map { "Did you mean '\($0)'?" } ?? "See docs/reference/record-kinds.md.")
  }

  /// Opens compressed files; an archive that a format reads directly is not unpacked.
  static let unpacking = Unpacking { preview in
    guard let claim = standardFormats.claims(to: preview).first else { return .unknown }
    return claim.confidence.score >= 90 ? .certain : .possible
  }

  /// A file, or standard input for `-`; what is compressed is opened.
  static func source(_ path: String) throws -> ByteSource {
    path == "-" ? try unpacking.opened(.standardInput()) : try unpacking.file(path)
  }
}

/// How to treat the valid records of a file when others have errors.
struct ErrorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With errors: abort writes nothing, skip takes the good records and writes the others to a reject file.",
      valueName: "way"))
  var onError = OnErrorArgument.abort

  @Option(
    help: ArgumentHelp(
      "The file for the records that --on-error skip refuses; NAME.rejects.EXT next to the imported file unless given.",
      valueName: "file"))
  var rejects: String?

  /// The policy for one file, with a name for the reject file that is still free.
  func policy(for request: ImportRequest, file: String) -> ErrorPolicy {
    guard onError == .skip else { return .abort }
    let isTable = request.rejectsAreTable(standardFormats)
    let plain = Unpacking.plainPath(of: file, openedAs: request.source)
    return .skip(rejects: rejects ?? ImportCommand.rejectPath(beside: plain, isTable: isTable))
  }
}

extension ByteSource {
  /// The same bytes, which messages and the log call by another name.
  func named(_ name: String) -> ByteSource {
    ByteSource(name: name, byteCount: byteCount) { () throws(Problems) in
      let stream = try open()
      return ByteStream(name: name) { buffer in try stream.read(into: buffer) }
    }
  }
}

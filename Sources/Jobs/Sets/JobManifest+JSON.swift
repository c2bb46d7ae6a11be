internal import Foundation
public import ProblemKit
internal import Stock

extension JobManifest {
  /// The name of the file.
  public static let fileName = "datapackage.json"

  /// The largest manifest that is read, in bytes.
  public static let maximumBytes = 16 << 20

  /// The text of `datapackage.json`.
  ///
  /// - Parameter pathPrefix: the prefix of file paths: empty in the same folder, `000042/` in the folder above.
  public func json(pathPrefix: String = "") throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(DataPackage(self, pathPrefix: pathPrefix))) + [0x0A]
  }

  /// Reads what ``json(pathPrefix:)`` wrote.
  ///
  /// - Throws: ``Problems`` `.manifestUnreadable` for anything else.
  public static func read(_ bytes: [UInt8]) throws(Problems) -> JobManifest {
    do {
      guard bytes.count <= maximumBytes else { throw Problems.unreadableManifest("it is larger than 16 MiB") }
      return try JSONDecoder().decode(DataPackage.self, from: Data(bytes)).manifest()
    } catch let error as Problems {
      throw error
    } catch {
      throw Problems.unreadableManifest("it is not the JSON of one")
    }
  }
}

/// The manifest in the form of Frictionless Data Package 1; properties that this standard does not have are under
/// `stockroom`.
private struct DataPackage: Codable {
  var profile = "data-package"
  var name: String
  var title: String?
  var version: String
  var created: String
  var resources: [Resource]
  var stockroom: Ours

  struct Ours: Codable {
    struct Revisions: Codable {
      var from: Int64?
      var to: Int64
    }
    var job: String
    var shop: String?
    var number: Int
    var mode: JobMode
    var cutOff: String
    var catalogRevision: Revisions
    var previous: JobManifest.PreviousSet?
    var definitionSHA256: String
    var currency: String
    var timeZone: String
    var skipped: [String]
    var proof: Proof?
  }

  /// A proof. A format from a later version is skipped, so that its sets remain readable.
  struct Proof: Codable {
    var proof: AuditProof?

    init(_ proof: AuditProof) { self.proof = proof }

    init(from decoder: any Decoder) throws { proof = try? AuditProof(from: decoder) }

    func encode(to encoder: any Encoder) throws { try proof?.encode(to: encoder) }
  }

  struct Resource: Codable {
    struct Ours: Codable {
      var output: String
      var role: ManifestFile.Role
      var mode: JobMode
      /// Also of files whose rows no reader of data packages counts.
      var rows: Int?
      var controlTotals: [ControlTotal]
    }
    var name: String
    var title: String?
    var path: String
    /// How Frictionless 5 takes it: `table`, or `file` for what is only compared by its bytes.
    var type: String
    var profile: String
    var format: String
    var mediatype: String
    var encoding: String?
    var bytes: Int64
    var hash: String
    /// How many of each, for those who count them again; only of tables.
    var rows: Int?
    var fields: Int?
    var dialect: [String: DialectValue]?
    var schema: TableSchema?
    var stockroom: Ours
  }

  struct TableSchema: Codable {
    var fields: [TableField]
    var primaryKey: [String]?
    var missingValues: [String]
  }

  struct TableField: Codable {
    struct Constraints: Codable { var required: Bool }
    var name: String
    var type: ResourceField.FieldType
    var format: String?
    var description: String?
    var constraints: Constraints?
  }

  init(_ manifest: JobManifest, pathPrefix: String) {
    name = manifest.job.lowercased()
    title = manifest.title
    version = "\(manifest.number)"
    created = manifest.cutOff
    resources = manifest.files.map { Resource($0, pathPrefix: pathPrefix) }
    stockroom = Ours(
      job: manifest.job, shop: manifest.shop, number: manifest.number, mode: manifest.mode, cutOff: manifest.cutOff,
      catalogRevision: .init(from: manifest.revisionFrom, to: manifest.revisionTo), previous: manifest.previous,
      definitionSHA256: manifest.definitionSHA256, currency: manifest.currency, timeZone: manifest.timeZone,
      skipped: manifest.skipped, proof: manifest.proof.map { Proof($0) })
  }

  func manifest() throws -> JobManifest {
    guard stockroom.number > 0, stockroom.number < 1_000_000_000_000 else {
      throw Problems.unreadableManifest("its number is \(stockroom.number)")
    }
    return JobManifest(
      job: stockroom.job, shop: stockroom.shop, title: title, number: stockroom.number, mode: stockroom.mode,
      cutOff: stockroom.cutOff,
      revisionFrom: stockroom.catalogRevision.from, revisionTo: stockroom.catalogRevision.to,
      previous: stockroom.previous, definitionSHA256: stockroom.definitionSHA256, currency: stockroom.currency,
      timeZone: stockroom.timeZone, files: try resources.map { try $0.file() }, skipped: stockroom.skipped,
      proof: stockroom.proof?.proof)
  }
}

extension DataPackage.Resource {
  private static let hashPrefix = "sha256:"

  init(_ file: ManifestFile, pathPrefix: String) {
    let description = file.description
    name = (file.role == .tombstones ? file.output + ".deleted" : file.output).lowercased()
    title = description.title
    path = pathPrefix + file.name
    type = description.isTabular ? "table" : "file"
    profile = description.isTabular ? "tabular-data-resource" : "data-resource"
    format = description.format
    mediatype = description.mediaType
    encoding = description.encoding
    bytes = file.seal.bytes
    hash = Self.hashPrefix + file.seal.sha256
    rows = description.isTabular ? file.rows : nil
    fields = description.isTabular ? description.fields.count : nil
    dialect = description.dialect.isEmpty ? nil : description.dialect
    if !description.fields.isEmpty {
      schema = DataPackage.TableSchema(
        fields: description.fields.map { DataPackage.TableField($0) },
        primaryKey: description.primaryKey.isEmpty ? nil : description.primaryKey,
        missingValues: description.missingValues)
    }
    stockroom = Ours(
      output: file.output, role: file.role, mode: file.mode, rows: file.rows, controlTotals: description.totals)
  }

  func file() throws -> ManifestFile {
    let own = path.split(separator: "/").last.map(String.init) ?? ""
    guard hash.hasPrefix(Self.hashPrefix), hash.utf8.count == Self.hashPrefix.utf8.count + 64, !own.isEmpty,
      !own.hasPrefix(".")
    else { throw Problems.unreadableManifest("its file '\(path)' is not described as it should be") }
    var description = ResourceDescription(
      isTabular: profile == "tabular-data-resource", format: format, mediaType: mediatype, encoding: encoding)
    description.title = title
    description.dialect = dialect ?? [:]
    description.fields = schema?.fields.map(\.field) ?? []
    description.primaryKey = schema?.primaryKey ?? []
    description.missingValues = schema?.missingValues ?? [""]
    description.totals = stockroom.controlTotals
    return ManifestFile(
      output: stockroom.output, name: own, role: stockroom.role, mode: stockroom.mode,
      seal: FileSeal(bytes: bytes, sha256: String(hash.dropFirst(Self.hashPrefix.count))), rows: stockroom.rows,
      description: description)
  }
}

extension DataPackage.TableField {
  init(_ field: ResourceField) {
    name = field.name
    type = field.type
    // Moments are written with their offsets, which the default format of a datetime does not allow.
    format = field.type == .datetime ? "any" : nil
    description = field.description
    constraints = field.isRequired ? Constraints(required: true) : nil
  }

  var field: ResourceField {
    ResourceField(name: name, type: type, description: description, isRequired: constraints?.required ?? false)
  }
}

extension DialectValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    }
  }
}

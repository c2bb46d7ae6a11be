public import FormatKit
internal import Foundation
internal import RetailValues
public import Stock

/// The first line of a plan file: what was planned, from what, for which state of the shop.
public struct PlanHeader: Codable, Sendable, Equatable {
  /// The version of the plan file's own form.
  public var stockroomPlan = 1
  /// The version of Stockroom that made it.
  public var tool: String
  /// When it was made: ISO 8601, UTC.
  public var plannedAt: String
  public var shop: Shop
  public var source: Source
  public var format: Format
  public var profile: Profile
  public var request: Request
  public var counts: [Count]
  /// How many problems of each severity.
  public var problems: [String: Int]
  /// Probable mistakes, by guard; a guard that is not accepted stops the import.
  public var guards: [Guard]
  public var findings: [Finding]
  /// How many records of the source are left out.
  public var refusedRecords: Int

  public struct Shop: Codable, Sendable, Equatable {
    public var name: String
    /// Grows with every change of the catalog.
    public var catalogRevision: Int64
    /// The number of the last import; 0 before the first one.
    public var lastImport: Int64
  }

  public struct Source: Codable, Sendable, Equatable {
    /// As it was given.
    public var path: String
    /// From the root, so that the plan can be carried out from any folder.
    public var wholePath: String
    /// Of its bytes.
    public var sha256: String
    public var bytes: Int
  }

  public struct Format: Codable, Sendable, Equatable {
    public var id: String
    public var options: [String: String]
  }

  public struct Profile: Codable, Sendable, Equatable {
    public var name: String
    /// The name or path with which it was given; nil for one made by matching the header.
    public var reference: String?
    /// SHA-256 of all that it says.
    public var fingerprint: String
  }

  /// How the file was asked to be read, for the same reading again.
  public struct Request: Codable, Sendable, Equatable {
    public var format: String?
    public var kind: String?
    public var location: String?
    public var supplier: String?
    public var constants: [String: String]
    /// The fields that columns are taken for; nil where nothing was said.
    public var columns: [String: String]?
    /// By column, the values that are read as others; nil where nothing was said.
    public var values: [String: [String: String]]?
    /// The rows that are left out or came back; nil where nothing was said.
    public var rowRules: RowRules?
    /// The cells that are corrected, with the values that the file has; nil without any.
    public var corrections: [CellCorrection]?
    public var decimal: String?
    public var dates: String?
    public var again: Bool
    /// `abort` or `skip`.
    public var onError: String
    /// Whether new suppliers, locations and items are asked about although records are left out; nil where they are not.
    public var asksForNew: Bool?
    /// The guards that were accepted.
    public var accepted: [String]
    /// Whether the file was said to list everything.
    public var full: Bool
    /// The partners' names for locations and suppliers of the shop, by the shop's codes; nil if none were given.
    public var locationAliases: [String: String]?
    public var supplierAliases: [String: String]?
  }

  /// The finding of a guard.
  public struct Guard: Codable, Sendable, Equatable {
    public var code: String
    public var cases: Int
    public var accepted: Bool
    /// Above which limit it asks, as the settings say it; nil for one without a limit.
    public var limit: String?
  }

  public struct Count: Codable, Sendable, Equatable {
    public var kind: String
    public var action: PlanAction
    public var records: Int
    /// How many of the new records are prices that follow one that the shop has; nil without any.
    public var followingPrices: Int?

    enum CodingKeys: String, CodingKey {
      case kind, action, records
      case followingPrices = "following_prices"
    }
  }

  public struct Finding: Codable, Sendable, Equatable {
    public var name: String
    public var value: String
    public var evidence: String
    /// What it is for programs; nil for a finding that only people need.
    public var code: String?
  }

  enum CodingKeys: String, CodingKey {
    case tool, shop, source, format, profile, request, counts, problems, guards, findings
    case stockroomPlan = "stockroom_plan"
    case plannedAt = "planned_at"
    case refusedRecords = "refused_records"
  }
}

extension PlanHeader.Source {
  enum CodingKeys: String, CodingKey {
    case path, sha256, bytes
    case wholePath = "whole_path"
  }

  /// The path of the file from the folder in which the command runs.
  public var pathFromHere: String { URL(fileURLWithPath: path).path == wholePath ? path : wholePath }
}

extension PlanHeader.Shop {
  enum CodingKeys: String, CodingKey {
    case name
    case catalogRevision = "catalog_revision"
    case lastImport = "last_import"
  }
}

extension PlanHeader.Request {
  enum CodingKeys: String, CodingKey {
    case format, kind, location, supplier, constants, columns, values, corrections, decimal, dates, again, accepted
    case full
    case rowRules = "row_rules"
    case onError = "on_error"
    case asksForNew = "ask_for_new"
    case locationAliases = "location_aliases"
    case supplierAliases = "supplier_aliases"
  }
}

extension PlanHeader.Request {
  /// - Parameter corrections: the cells that were corrected as the file was read.
  init(_ request: ImportRequest, corrections: [CorrectedCell] = []) {
    let isSkipping = request.onError != .abort
    self.init(
      format: request.format, kind: request.kind, location: request.location, supplier: request.supplier,
      constants: request.constants, columns: request.columns.isEmpty ? nil : request.columns,
      values: request.translatedValues, rowRules: request.rowRules.isEmpty ? nil : request.rowRules,
      corrections: corrections.isEmpty ? nil : corrections.map { CellCorrection($0) },
      decimal: request.decimal?.rawValue, dates: request.dates?.rawValue,
      again: request.again, onError: isSkipping ? "skip" : "abort",
      asksForNew: isSkipping && request.asksWhenSkipping ? true : nil,
      accepted: request.accepted.sorted(), full: request.isFull, locationAliases: request.aliases(of: .locations),
      supplierAliases: request.aliases(of: .suppliers))
  }

  /// The values that are read as others, as options say them.
  var translations: [ValueTranslation] {
    (values ?? [:]).flatMap { column, values in
      values.map { ValueTranslation(column: column, theirs: $0, ours: $1) }
    }
  }
}

extension PlanHeader {
  init(
    _ request: ImportRequest, _ opened: OpenedSource, _ summary: ImportSummary, area: StagingArea,
    settings: ShopSettings,
    tool: String, now: Timestamp
  ) throws {
    self.tool = tool
    plannedAt = now.iso8601
    shop = Shop(name: settings.name, catalogRevision: try area.catalogRevision(), lastImport: try area.lastImport())
    source = Source(
      path: request.source.name, wholePath: URL(fileURLWithPath: request.source.name).path, sha256: summary.fileSHA256,
      bytes: summary.byteCount)
    format = Format(id: summary.format, options: opened.givenOptions)
    profile = Profile(name: summary.profile, reference: request.profileReference, fingerprint: opened.fingerprint)
    self.request = Request(request, corrections: summary.corrections)
    counts = summary.counts.map { count in
      Count(
        kind: count.kind, action: count.action, records: count.records,
        followingPrices: count.followingPrices == 0 ? nil : count.followingPrices)
    }
    problems = summary.problemCounts
    guards = summary.guards.map {
      Guard(code: $0.code.rawValue, cases: $0.count, accepted: $0.isAccepted, limit: $0.limit)
    }
    findings = summary.findings.map { Finding(name: $0.name, value: $0.value, evidence: $0.evidence, code: $0.code) }
    refusedRecords = summary.refusedRecords
  }

  /// The changes of the source and the profile since the plan was made, in sentences.
  func changed(hash: String, profile fingerprint: String, shop name: String) -> [String] {
    var changed: [String] = []
    if shop.name != name { changed.append("the plan is for the shop '\(shop.name)', and this one is '\(name)'") }
    if hash != source.sha256 {
      changed.append("the file has changed since: its SHA-256 was \(source.sha256) and is \(hash)")
    } else if fingerprint != profile.fingerprint {
      changed.append("the profile '\(profile.name)' has changed since, or the file would now be mapped otherwise")
    }
    return changed
  }
}

extension ImportRequest {
  /// The request that a saved plan was made from.
  ///
  /// - Parameters:
  ///   - rejects: where refused records go, for a plan that leaves them out.
  public init(_ plan: PlanHeader, source: ByteSource, profile: MappingProfile?, rejects: String) {
    self.init(source: source)
    self.profile = profile
    profileReference = plan.profile.reference
    options = plan.format.options
    let asked = plan.request
    format = asked.format
    kind = asked.kind
    location = asked.location
    supplier = asked.supplier
    constants = asked.constants
    columns = asked.columns ?? [:]
    values = asked.translations
    rowRules = asked.rowRules ?? RowRules()
    corrections = asked.corrections ?? []
    decimal = asked.decimal.flatMap { ExactDecimal.Mark(rawValue: $0) }
    dates = asked.dates.flatMap { DateOrder(rawValue: $0) }
    again = asked.again
    accepted = Set(asked.accepted)
    isFull = asked.full
    asksForNewRecords = true
    asksWhenSkipping = asked.asksForNew == true
    aliases =
      (asked.locationAliases ?? [:]).sorted { $0.key < $1.key }.map { PartnerAlias(.locations, alias: $0, code: $1) }
      + (asked.supplierAliases ?? [:]).sorted { $0.key < $1.key }.map { PartnerAlias(.suppliers, alias: $0, code: $1) }
    onError = asked.onError == "skip" ? .skip(rejects: rejects) : .abort
  }

  /// The translated values as a plan stores them, by column; nil without any.
  fileprivate var translatedValues: [String: [String: String]]? {
    guard !values.isEmpty else { return nil }
    return Dictionary(grouping: values, by: \.column).mapValues { values in
      Dictionary(values.map { ($0.theirs, $0.ours) }) { _, last in last }
    }
  }

  /// The aliases of one kind as a plan stores them; nil for a kind without aliases.
  fileprivate func aliases(of kind: NamedKind) -> [String: String]? {
    let pairs = aliases.filter { $0.kind == kind }.map { ($0.alias, $0.code) }
    return pairs.isEmpty ? nil : Dictionary(pairs) { _, last in last }
  }
}

package import FormatKit
internal import Foundation
internal import RetailValues
package import Stock

/// A profile of a shop or of the program, as far as finding it by a file's columns goes.
public struct KnownProfile: Hashable, Sendable {
  public var name: String
  /// The columns of the file that it was made for.
  public var header: RecordedHeader?
  /// The system whose files it is for.
  public var recognition: MappingProfile.Recognition?
  /// Id of the format of such files; nil for any.
  public var format: String?
  /// Whether it is one that the shop saved, and not one that the program comes with.
  public var isOfShop = false
  /// The profile itself, where it is for files without a header: whether it fits shows when it is tried.
  var nameless: MappingProfile?
  /// The profile itself, where it says nothing else about the files it is for than which columns it takes.
  private(set) var written: MappingProfile?
  /// What the file says against its decimal mark or its order of dates; nil while nothing does.
  fileprivate(set) var contradiction: Contradiction?

  /// Values of a file that are written otherwise than a profile says.
  struct Contradiction: Hashable, Sendable {
    /// Such as `it has decimal: comma, and 'Price' has '1,234.50' in line 2`.
    let text: String
    /// The option with which the profile reads the file nevertheless.
    let option: String
  }

  public init(name: String, header: RecordedHeader) {
    self.name = name
    self.header = header
  }

  /// - Returns: nil for a profile that says nothing about the files it is for.
  public init?(name: String, profile: MappingProfile) {
    let saysFiles = profile.header != nil || profile.recognition != nil || !profile.columns.isEmpty
    guard saysFiles || !profile.records.isEmpty else { return nil }
    self.name = name
    header = profile.header
    recognition = profile.recognition
    format = profile.format
    nameless = profile.columns.isEmpty ? nil : profile
    written = saysFiles || profile.options["header"] == "no" ? nil : profile
  }

  /// Whether the profile itself says which files it is for.
  public var saysFiles: Bool { header != nil || recognition != nil || nameless != nil }

  /// Whether it may be for files of a format. Documents of a standard have the same columns from every sender.
  func isFor(_ descriptor: FormatDescriptor) -> Bool {
    (format == nil || format == descriptor.id) && (written == nil || descriptor.shape != .semantic)
  }

  /// The name of the finding that a profile fits a file.
  static let fits = "profile that fits"

  /// The likeness from which on a profile is suggested.
  private static let leastLikeness = 0.75

  /// Says which of the profiles fits a file best; nil when none does.
  static func suggestion(among known: [KnownProfile], for schemas: [Schema]) -> SourceFinding? {
    let header = RecordedHeader(schemas)
    let ranked = known.compactMap { profile in
      profile.header.map { (profile, $0.likeness(to: header)) }
    }.filter { $0.1 >= leastLikeness }
    guard let best = ranked.map(\.1).max() else {
      return written(among: known, by: schemas) ?? recognised(among: known, by: schemas)
    }
    let fitting = ranked.filter { $0.1 == best }.map(\.0)
    let names = fitting.map(\.name).sorted()
    let likeness = best == 1 ? "the same columns" : "\(Int(best * 100)) % of the same columns"
    let contradiction = fitting.lazy.compactMap(\.contradiction).first
    let (but, option) = contradiction.map { (", but \($0.text)", " \($0.option)") } ?? ("", "")
    return SourceFinding(
      fits, names.prefix(3).joined(separator: ", "),
      evidence: "it was made for a file with \(likeness)\(but); use \(choice(of: names))\(option)")
  }

  /// The profile of the shop that was saved for a file with the very columns of another one, where no other profile fits that.
  fileprivate static func only(among known: [KnownProfile], for inspection: Inspection) -> KnownProfile? {
    let schemas = inspection.tables.map(\.schema)
    let header = RecordedHeader(schemas)
    let fitting = known.filter { profile in
      guard profile.format == nil || profile.format == inspection.format else { return false }
      return profile.header.map { $0.likeness(to: header) >= leastLikeness } ?? false
        || schemas.contains { profile.recognition?.fits($0) == true }
    }
    guard fitting.count == 1, let only = fitting.first, only.isOfShop,
      only.header?.fingerprint == header.fingerprint
    else { return nil }
    return only
  }

  private static func recognised(among known: [KnownProfile], by schemas: [Schema]) -> SourceFinding? {
    let found = systems(among: known, of: schemas)
    guard let system = found.first?.recognition?.system else { return nil }
    let names = found.map(\.name).sorted()
    return SourceFinding(
      fits, names.prefix(3).joined(separator: ", "),
      evidence: "this looks like \(system): import it with \(choice(of: names))")
  }

  static func choice(of names: [String]) -> String {
    names.prefix(3).map { "--profile \($0)" }.joined(separator: " or ")
  }

  /// The profiles whose system a file is of; the ones that ask for most columns.
  private static func systems(among known: [KnownProfile], of schemas: [Schema]) -> [KnownProfile] {
    let fitting = known.filter { profile in schemas.contains { profile.recognition?.fits($0) == true } }
    let most = fitting.compactMap { $0.recognition?.columns.count }.max()
    return fitting.filter { $0.recognition?.columns.count == most }
  }

  /// Why a file is not to be read by its columns' names alone; nil when it may be.
  static func refusal(
    among known: [KnownProfile], of schemas: [Schema], source: String
  ) -> Problems? {
    let found = systems(among: known, of: schemas).filter { $0.recognition?.refusal != nil }
    guard let first = found.first, let recognition = first.recognition, let why = recognition.refusal else {
      return nil
    }
    // The shop's own profile for just these columns is the better one.
    let own = suggestion(among: known.filter { $0.header != nil }, for: schemas)
    let names = own?.value.components(separatedBy: ", ") ?? found.map(\.name).sorted()
    let commands = names.prefix(3).map { "`\(HeaderMatching.importCommand(source)) --profile \($0)`" }
    return Problems(
      .profileNeeded, source: source, value: first.name,
      "this looks like \(recognition.system), and by the names of its columns alone it would be read wrongly: \(why)",
      remedy: "Import it with \(choice(of: names)): \(commands.joined(separator: " or ")); or say with --kind KIND "
        + "what its records are.")
  }

  /// The words of Magento for products that are parents or collections of what is sold.
  private static let parentTypes: Set<String> = ["configurable", "bundle", "grouped"]
  private static let productTypes = parentTypes.union(["simple", "virtual", "downloadable"])

  /// Why a file with Magento's types of products is not to be read by its columns' names alone, however few columns of the
  /// export it has; nil for any other file, and where the user said what becomes of the types.
  ///
  /// - Parameter settled: the columns that the user said something about.
  static func refusal(
    ofTypesIn schemas: [Schema], _ looks: [String: TableLook], settled: Set<String>, source: String
  ) -> Problems? {
    for schema in schemas {
      for name in schema.columns.map(\.name) where !settled.contains(name) && !name.contains("=") {
        guard ["product type", "type"].contains(Vocabulary.normalized(name)),
          let words = looks[schema.table]?.columns[name]?.words, words.isSubset(of: productTypes),
          words.contains("configurable") || words.contains("simple") && !words.isDisjoint(with: parentTypes)
        else { continue }
        let parents = words.intersection(parentTypes).sorted()
        let options = parents.map { " --leave-out \(ShellText.word("\(name)=\($0)"))" }.joined()
        return Problems(
          .profileNeeded, source: source, value: name,
          "this looks like Magento's product export: the column '\(name)' has \(parents.joined(separator: ", ")), and such "
            + "products are parents of what is sold, whose rows would become items of their own",
          remedy: HeaderMatching.instruction(
            "To leave them out:",
            ["\(HeaderMatching.importCommand(source))\(options) --map \(ShellText.word("\(name)="))"]))
      }
    }
    return nil
  }
}

extension MappingProfile {
  /// Whether a field with a currency, or with the code of another record such as a supplier, has one value in all records.
  fileprivate var fixesReferences: Bool {
    records.contains { record in
      record.fields.contains { field in
        guard case .constant = field.value.source, let declared = Vocabulary.kind(record.kind)?.field(field.field)
        else { return false }
        return declared.type == .currency || declared.references != nil
      }
    }
  }
}

extension ImportRequest {
  /// What an import asks about columns that a profile can answer.
  private static let answeredByProfile: [Problem.Code] = [
    .nothingMapped, .kindAmbiguous, .titleNotUsed, .marksConflict, .datesConflict,
  ]

  /// Whether something is said already of what the rows and the columns are.
  private var saysColumns: Bool {
    profile != nil || kind != nil || !columns.isEmpty || !values.isEmpty || !rowRules.columns.isEmpty
  }

  /// Whether a profile says no more of a file than its columns do, or the user named its supplier. Files of other suppliers may
  /// have the same columns, but not what it gives to all records, such as a location or a currency.
  private func mayTake(_ profile: MappingProfile) -> Bool {
    if let own = profile.constants["supplier"] { return own == supplier ?? constants["supplier"] }
    return profile.constants.isEmpty && !profile.fixesReferences
  }

  /// Takes the profile that the shop saved for a file with the same columns, where the file alone would be asked about. Another
  /// profile that fits as well, an answer of the user, or a supplier that the user did not name leaves the choice to the user.
  ///
  /// - Parameters:
  ///   - shop: the shop, of whose codes a list may be.
  ///   - read: reads the profile of a name.
  package mutating func takeSavedProfile(
    _ registry: FormatRegistry, in shop: ShopDatabase?, reading read: (String) throws -> MappingProfile
  ) {
    guard !saysColumns, knownProfiles.contains(where: { $0.isOfShop && $0.header != nil }) else { return }
    var alone = self
    alone.knownCodes = shop.flatMap { try? KnownCodes(of: $0, withoutReasons: retiredReasons) }
    guard let inspection = try? Inspection(alone, registry: registry, shownRecords: 0),
      inspection.problems.contains(where: { Self.answeredByProfile.contains($0.code) }),
      let known = KnownProfile.only(among: knownProfiles, for: inspection), let saved = try? read(known.name),
      // A draft takes no row yet.
      !saved.records.isEmpty, mayTake(saved)
    else { return }
    var taken = self
    (taken.profile, taken.profileReference) = (saved, known.name)
    guard (try? OpenedSource(taken, registry: registry, isGlance: true)) != nil else { return }
    if let contradiction = taken.contradiction(registry) {
      for index in knownProfiles.indices where knownProfiles[index] == known {
        knownProfiles[index].contradiction = contradiction
      }
      return
    }
    taken.findings.append(
      SourceFinding(
        "profile taken", known.name,
        evidence: "it was made for a file with the same columns; to read the file without it, use --without-profile",
        code: SourceFinding.profileTaken))
    self = taken
  }

  /// What the values say against the decimal mark and the order of dates of the profile; nil where nothing does.
  private func contradiction(_ registry: FormatRegistry) -> KnownProfile.Contradiction? {
    func found<Mark: RawRepresentable<String> & Hashable>(
      _ name: String, in own: WritableKeyPath<MappingProfile, Mark?>,
      _ readings: (ColumnMarks) -> [String: ColumnReading<Mark>]
    ) -> KnownProfile.Contradiction? {
      guard let mark = profile?[keyPath: own] else { return nil }
      var asked = self
      asked.profile?[keyPath: own] = nil
      guard let marks = (try? OpenedSource(asked, registry: registry, isGlance: true))?.marks else { return nil }
      let others = readings(marks).filter { !$0.value.isSerial && $0.value.notation != mark }
      guard let (column, reading) = others.min(by: { $0.key < $1.key }), let value = reading.evidence else {
        return nil
      }
      return KnownProfile.Contradiction(
        text: "it has \(name): \(mark.rawValue), and '\(column.prefix(80))' has \(value.shown)",
        option: "--\(name) \(reading.notation.rawValue)")
    }
    return (decimal == nil ? found("decimal", in: \.decimal) { $0.decimal } : nil)
      ?? (dates == nil ? found("dates", in: \.dates) { $0.dates } : nil)
  }
}

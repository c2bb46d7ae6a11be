internal import FormatKit
internal import RetailValues

/// Finds the column that says where the goods are by its values: the codes or the names of the shop's own locations.
///
/// `Ort` and `Platz` may be a town, a shelf or a location of the shop; where all values are locations of the shop, they are those.
struct LocationValues {
  private let columns: MatchedColumns
  private let hints: HeaderMatching.Hints
  private let known: KnownLocations?

  init(_ columns: MatchedColumns, _ hints: HeaderMatching.Hints) {
    self.columns = columns
    self.hints = hints
    known = hints.knownLocations.flatMap { $0.all.isEmpty ? nil : $0 }
  }

  /// The column, where its name says too little or another one has the name; empty where nothing says so.
  var meanings: CodeOwners.Meanings {
    guard let known, !hints.columns.values.contains("location"), isOfLocations else { return [:] }
    let found = columns.names.filter { haveLocations($0, known) && mayBePlace($0) }
    let fields = (hints.kind.flatMap { hints.kinds[$0] } ?? hints.kinds["stock_levels"])?.fields ?? []
    let named = columns.assign(fields).columns["location"]
    // A column with the name whose values are not locations of the shop says something else.
    if let named, !haveNoLocations(named, known) { return [:] }
    let certain = found.count > 1 ? found.filter(isCalledPlace) : found
    guard certain.count == 1, let column = certain.first, column != named else { return [:] }
    return [column: ("location", "all its values are locations of the shop")]
  }

  /// The records with codes for the names by which a column calls the shop's locations, and what is read so.
  func inCodes(
    _ records: [MappingProfile.RecordMapping]
  ) -> (records: [MappingProfile.RecordMapping], findings: [SourceFinding]) {
    var records = records
    var findings: [SourceFinding] = []
    guard let known else { return (records, findings) }
    for record in records.indices where hints.kinds[records[record].kind]?.key.first?.name != "location" {
      for index in records[record].fields.indices {
        let mapping = records[record].fields[index]
        guard ["location", "to_location"].contains(mapping.field), case .columns(let names) = mapping.value.source,
          names.count == 1, let name = names.first, let samples = columns.look(of: name)?.samples
        else { continue }
        let codes = codes(of: samples + known.all.compactMap(\.name), known)
        let read = samples.compactMap { text in codes[text].map { "\(FieldReader.shown(text)) → \($0)" } }
        guard !read.isEmpty else { continue }
        records[record].fields[index].value.steps.append(.map(values: codes, otherwise: .keep))
        let finding = SourceFinding(
          "locations by name", read.joined(separator: ", "),
          evidence: "the shop's names of them, in the column '\(name.prefix(80))'")
        if !findings.contains(finding) { findings.append(finding) }
      }
    }
    return (records, findings)
  }

  /// The codes of the locations that texts mean which are not codes themselves.
  private func codes(of texts: [String], _ known: KnownLocations) -> [String: String] {
    texts.reduce(into: [:]) { codes, text in
      if let code = known.location(meantBy: text), code != text { codes[text] = code }
    }
  }

  /// Whether the records have a location that is not their own key.
  private var isOfLocations: Bool {
    guard let kind = hints.kind.flatMap({ hints.kinds[$0] }) else { return true }
    return kind.field("location") != nil && kind.key.first?.name != "location"
  }

  /// Whether all of the first values of a column are locations of the shop.
  private func haveLocations(_ column: String, _ known: KnownLocations) -> Bool {
    guard columns.given[column] == nil, !columns.isOfHead(column), let samples = columns.look(of: column)?.samples,
      !samples.isEmpty
    else { return false }
    return samples.allSatisfy { known.location(meantBy: $0) != nil }
  }

  /// Whether none of the first values of a column is a location of the shop.
  private func haveNoLocations(_ column: String, _ known: KnownLocations) -> Bool {
    guard columns.given[column] == nil, let samples = columns.look(of: column)?.samples, !samples.isEmpty else {
      return false
    }
    return samples.allSatisfy { known.location(meantBy: $0) == nil }
  }

  /// Whether a name says nothing, or that the values are places; numbers may be anything under a name that says nothing.
  private func mayBePlace(_ column: String) -> Bool {
    let forms = MatchedColumns.forms(column)
    let isOther = [Self.targets, DocumentNames.customer, DocumentNames.supplier].contains {
      !$0.isDisjoint(with: forms)
    }
    // `Ziel-Filiale` is where goods go.
    guard !isOther, ColumnWords.words(of: column).isDisjoint(with: Self.targetWords),
      Vocabulary.normalized(column) != "section"
    else { return false }
    if isCalledPlace(column) { return true }
    return MatchedColumns.isUnknown(column)
      && columns.look(of: column)?.samples.allSatisfy { $0.contains(where: \.isLetter) } == true
  }

  private func isCalledPlace(_ column: String) -> Bool {
    let words = ColumnWords.words(of: column)
    return ColumnWords.place.union(.shelf).areIn(words) || ColumnWords.isShop(column)
  }

  private static let targets = Vocabulary.headerNames(of: ["to_location"])
  private static let targetWords = targets.filter { !$0.contains(" ") }
}

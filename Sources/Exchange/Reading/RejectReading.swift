package import FormatKit
internal import Foundation
internal import RetailValues
package import Stock

/// How a reject file is read: as the import was read that left its records out, unless the user says otherwise.
package struct RejectReading: Sendable {
  /// What the shop keeps of an import that left records out.
  struct Kept: Codable, Sendable {
    let format: PlanHeader.Format
    /// The name or path by which the profile was given; nil for columns that were matched.
    let profile: String?
    let request: PlanHeader.Request
  }

  private let kept: Kept?
  /// The format of the reject file.
  private let format: String
  /// What the plan says of it.
  private let finding: SourceFinding

  /// - Returns: nil for a file without marks of refused records.
  package init?(of request: ImportRequest, in shop: ShopDatabase, _ registry: FormatRegistry) throws {
    guard let marked = MarkedFile(request, registry), let first = marked.origins.first else { return nil }
    format = marked.format
    let origin = marked.origins.count == 1 ? try shop.rejectOrigin(first) : nil
    let reading = origin?.isUndone == true ? nil : origin?.reading
    kept = reading.flatMap { try? JSONDecoder().decode(Kept.self, from: Data($0.utf8)) }
    finding = Self.finding(origin, isRead: kept != nil, isOfSeveral: marked.origins.count > 1)
  }

  private static func finding(_ origin: RejectOrigin?, isRead: Bool, isOfSeveral: Bool) -> SourceFinding {
    let name = "reject file"
    if isOfSeveral {
      return SourceFinding(
        name, "from several imports", evidence: "correct the file of each import by itself, or give its options again")
    }
    guard let origin else {
      return SourceFinding(
        name, "not from an import of this shop", evidence: "give the options with which the whole file was imported")
    }
    if isRead {
      return SourceFinding(
        name, "read as import \(origin.number) was",
        evidence: "its profile, columns, values and supplier are used unless you give others")
    }
    let reason = origin.isUndone ? "is undone" : "does not say how its file was read"
    return SourceFinding(
      name, "not read as import \(origin.number) was",
      evidence: "import \(origin.number) \(reason); give the options with which the whole file was imported")
  }

  /// The profile by which the file is read, where the request has none.
  package func profile(for request: ImportRequest) -> String? { isMeant(by: request) ? kept?.profile : nil }

  /// Columns have another meaning where the user gives another kind.
  private func isMeant(by request: ImportRequest) -> Bool { request.kind == nil || request.kind == kept?.request.kind }

  /// Adds what the import had to what the user gives; the profile is that of the request already.
  func complete(_ request: inout ImportRequest) {
    request.findings.append(finding)
    guard let kept else { return }
    let asked = kept.request
    request.supplier = request.supplier ?? asked.supplier
    if !request.isLocationGiven { request.location = asked.location ?? request.location }
    guard isMeant(by: request), request.profileReference == kept.profile else { return }
    request.kind = asked.kind
    if format == kept.format.id { request.options.merge(kept.format.options) { given, _ in given } }
    request.columns.merge(asked.columns ?? [:]) { given, _ in given }
    let given = request.values
    request.values += asked.translations.filter { earlier in
      !given.contains { $0.column == earlier.column && $0.theirs == earlier.theirs }
    }
    request.rowRules.leftOut.merge(asked.rowRules?.leftOut ?? [:]) { given, _ in given }
    request.rowRules.returned.merge(asked.rowRules?.returned ?? [:]) { given, _ in given }
    request.constants.merge(asked.constants) { given, _ in given }
    request.decimal = request.decimal ?? asked.decimal.flatMap { ExactDecimal.Mark(rawValue: $0) }
    request.dates = request.dates ?? asked.dates.flatMap { DateOrder(rawValue: $0) }
  }

  /// What is kept of an import that leaves records out, as JSON.
  static func text(of request: ImportRequest, _ opened: OpenedSource) throws -> String {
    let format = PlanHeader.Format(id: opened.format.descriptor.id, options: opened.givenOptions)
    let kept = Kept(format: format, profile: request.profileReference, request: PlanHeader.Request(request))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(kept), as: UTF8.self)
  }
}

extension ImportRequest {
  /// Reads a reject file as its import was read, in all that is not given for it.
  package mutating func read(as rejects: RejectReading) { rejects.complete(&self) }
}

/// The files whose refused records a file has, by the marks among its first rows.
private struct MarkedFile {
  let format: String
  private(set) var origins: Set<String> = []

  /// A table of a document may come after others.
  private static let mostBatches = 5

  /// - Returns: nil for a file that cannot be read, and for one of another kind than tables.
  init?(_ request: ImportRequest, _ registry: FormatRegistry) {
    guard let preview = try? request.source.preview(), Self.mayHaveMarks(preview) else { return nil }
    let named = request.format.flatMap { try? registry.format($0) }
    guard let format = named ?? (try? registry.identify(preview).format), format.descriptor.shape != .semantic,
      let reading = format.reading,
      var reader = try? reading.reader(for: request.source, options: format.completed(request.options))
    else { return nil }
    self.format = format.descriptor.id
    var batch = RecordBatch()
    for _ in 0..<Self.mostBatches {
      guard (try? reader.read(into: &batch)) == true else { return }
      if let column = batch.schema.index(of: RejectColumns.mark) {
        for row in 0..<batch.rowCount {
          let marks = RowView(row: row).ownText(column, batch)?.split(separator: " ") ?? []
          origins.formUnion(marks.compactMap { RefusedRecord.origin(ofMark: String($0)) })
        }
      }
      guard origins.isEmpty, reader.columnsMayGrow else { return }
    }
  }

  /// Whether the first bytes have the name of the column of marks; of spreadsheets and other files that are not plain text,
  /// they do not show it.
  private static func mayHaveMarks(_ preview: SourcePreview) -> Bool {
    preview.bytes.contains(0) || String(decoding: preview.bytes, as: UTF8.self).contains(RejectColumns.mark)
  }
}

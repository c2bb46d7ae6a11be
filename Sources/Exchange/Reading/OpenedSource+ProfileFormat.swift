internal import FormatKit

/// Whether a profile is for files of the format that a file has.
extension OpenedSource {
  /// The score from which on a format is sure that a file is one of its own.
  private static let sureScore = 90

  /// Refuses a file that is not of the format which its profile names, where it cannot be read as such.
  ///
  /// - Throws: `wrong-format`.
  static func requireFormat(
    of request: ImportRequest, _ preview: SourcePreview, _ registry: FormatRegistry
  ) throws(Problems) {
    guard request.format == nil, let profile = request.profile, let id = profile.format,
      let own = try? registry.format(id), let reading = own.reading, reading.sniff(preview).score == 0,
      let claim = try? registry.identify(preview), claim.format.descriptor.id != own.descriptor.id
    else { return }
    let isSure = claim.confidence.score >= sureScore
    var batch = RecordBatch(rowLimit: 1)
    do throws(Problems) {
      var reader = try reading.reader(
        for: request.source, options: profile.options.merging(request.options) { _, new in new })
      _ = try reader.read(into: &batch)
      let isRead = batch.problems.isEmpty
      if isRead || !isSure { return }
    } catch {
      guard isSure || error.code == .wrongFormat else { return }
    }
    let found = claim.format.descriptor.id
    throw Problems(
      .wrongFormat, source: request.source.name,
      "the profile '\(profile.name)' is for \(own.descriptor.id) files, and the format of this file is \(found)",
      remedy: "Read it without the profile, or with a profile for \(found) files.")
  }
}

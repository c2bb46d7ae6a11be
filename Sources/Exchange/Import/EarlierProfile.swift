internal import FormatKit
internal import Stock

extension ImportRequest {
  /// Says with which profile the same bytes were imported before, where they are read by the names of their columns now.
  ///
  /// - Parameters:
  ///   - hash: the SHA-256 of the bytes.
  ///   - name: the name under which imports without a profile are kept.
  func earlierProfile(_ hash: String, otherThan name: String, in area: StagingArea) throws -> [SourceFinding] {
    // Entries of counts and other texts that a command makes have no profiles to choose from.
    guard profile == nil, !knownProfiles.isEmpty, let earlier = try area.earlierProfile(ofFile: hash, otherThan: name)
    else { return [] }
    let isKnown = knownProfiles.contains { $0.name == earlier.profile }
    return [
      SourceFinding(
        "imported before", "as import \(earlier.number)",
        evidence: "with the profile \(earlier.profile)\(isKnown ? "; use --profile \(earlier.profile)" : "")",
        code: SourceFinding.importedBefore)
    ]
  }
}

public import FormatKit
internal import RetailValues

extension MappingProfile {
  /// Reads a profile.
  ///
  /// - Parameter source: the name shown in errors.
  /// - Throws: `profile-invalid` with the line, and the nearest known key where a key is unknown.
  public init(yaml: String, source: String) throws(Problems) {
    let reader = YAMLReader(.profileInvalid, of: "the profile", source: source)
    self = try reader.profile(try reader.root(of: yaml))
  }
}

package import FormatKit

/// What columns are called by which a field is found, in the form of ``HeaderMatching/normalized(_:)``.
extension RecordField {
  /// The field's own name and its synonyms.
  var headerNames: [String] { [HeaderMatching.normalized(name)] + synonyms }
}

extension Vocabulary {
  /// All names of some fields, in any kind of record.
  package static func headerNames(of fields: Set<String>) -> Set<String> {
    Set(kinds.flatMap(\.fields).filter { fields.contains($0.name) }.flatMap(\.headerNames))
  }

  /// All names of a field in one kind of record.
  package static func headerNames(of field: String, in kind: String) -> Set<String> {
    Set(self.kind(kind)?.field(field)?.headerNames ?? [])
  }
}

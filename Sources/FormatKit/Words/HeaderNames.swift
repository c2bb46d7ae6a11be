/// What columns are called by which a field is found, in the form of ``Vocabulary/normalized(_:)``.
extension RecordField {
  /// The field's own name and its synonyms.
  package var headerNames: [String] { [Vocabulary.normalized(name)] + synonyms }
}

extension Vocabulary {
  /// The normalised name of a header: lower case, with one space for any run of other characters than letters and digits.
  package static func normalized(_ header: String) -> String {
    halfWidth(header).lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// A text with the wide forms of ASCII, as Japanese lists write it, in ASCII: `JAN` of `ＪＡＮ`.
  private static func halfWidth(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { (0xFF01...0xFF5E).contains($0.value) }) else { return text }
    let scalars = text.unicodeScalars.map { scalar in
      (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The fields that a header is a name of, in any kind of record, by their names.
  package static func fieldNames(of header: String) -> Set<String> { fieldsByHeader[normalized(header)] ?? [] }

  private static let fieldsByHeader: [String: Set<String>] = {
    var found: [String: Set<String>] = [:]
    for field in kinds.flatMap(\.fields) {
      for name in field.headerNames { found[name, default: []].insert(field.name) }
    }
    return found
  }()

  /// All names of some fields, in any kind of record.
  package static func headerNames(of fields: Set<String>) -> Set<String> {
    Set(kinds.flatMap(\.fields).filter { fields.contains($0.name) }.flatMap(\.headerNames))
  }

  /// All names of a field in one kind of record.
  package static func headerNames(of field: String, in kind: String) -> Set<String> {
    Set(self.kind(kind)?.field(field)?.headerNames ?? [])
  }
}

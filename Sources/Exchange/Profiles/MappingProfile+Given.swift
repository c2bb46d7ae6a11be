internal import FormatKit

/// Values that are made of what all records are given, such as the count of each location.
extension MappingProfile {
  /// The profile with such values as constants. One that is made of a field that is not given stays as it is.
  var withGivenValues: MappingProfile {
    var profile = self
    for record in records.indices {
      for field in records[record].fields.indices {
        let mapping = records[record].fields[field]
        guard case .given(let text) = mapping.value.source, let template = try? FieldTemplate(mapping.field, text),
          let value = template.text(of: { constants[$0] })
        else { continue }
        profile.records[record].fields[field].value.source = .constant(value)
      }
    }
    return profile
  }

  /// The values that records of the profile have for a field in place of one that the command gives; empty where any record takes it.
  package func constants(inPlaceOf field: String) -> [String] {
    var values: [String] = []
    for record in records where Vocabulary.kind(record.kind)?.field(field) != nil {
      guard let own = record.fields.first(where: { $0.field == field }), case .constant(let value) = own.value.source
      else { return [] }
      values.append(value)
    }
    return values
  }
}

extension CompiledField {
  /// The problem of a value that is made of a field that is not given.
  static func notGiven(_ field: String, of text: String, _ profile: MappingProfile, source: String) -> Problems {
    let names = (try? FieldTemplate(field, text))?.fieldNames ?? []
    let missing = names.first { (profile.constants[$0] ?? "").isEmpty } ?? field
    return Problems(
      .fieldMissing, source: source, value: missing,
      "the profile makes '\(field)' of the given '\(missing)', and none is given",
      remedy: "Give it with --set \(missing)=VALUE, or under `constants` in the profile.")
  }
}

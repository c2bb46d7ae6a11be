/// What the values of a field name: one of the field's own words, or something that a shop has a name for. A file may
/// write such a name in another way, so that a value of the file can be taken for one of them.
package enum ValueNames: Hashable, Sendable {
  /// The words of a choice.
  case words([String])
  /// The records of the kind with this name, such as categories.
  case records(String)
  /// The sizes of the shop's items.
  case sizes
  /// The reasons for which stock is written off or adjusted.
  case reasons
}

extension RecordKind {
  /// What the values of one of its fields name; nil for a field with values of any other sort. Items are not among
  /// these names: their codes are many, and a list usually has new ones.
  package func names(takenBy field: RecordField) -> ValueNames? {
    if case .choice(let words) = field.type { return .words(words) }
    if let kind = field.references.flatMap({ Vocabulary.kind($0) }) {
      return kind.isNamedByOthers ? .records(kind.name) : nil
    }
    if defines(field) { return .records(name) }
    switch field.name {
    case "size" where part == .variant: return .sizes
    case "reason" where isMovement: return .reasons
    default: return nil
    }
  }

  /// Whether a field says which record of this kind is meant, so that its values need not be known.
  package func defines(_ field: RecordField) -> Bool { isNamedByOthers && key == [field] }

  /// Whether its records are few and named by those of other kinds: categories, brands, colours, locations, suppliers.
  private var isNamedByOthers: Bool { recognition != nil && part == nil }
}

internal import FormatKit

/// Names that were joined of two lines: `Preise EK` is what `EK` is.
extension HeaderGroups {
  /// The name without the word of its group, where that word says no more than which of the names below it are about goods,
  /// amounts or stock; nil for any other name.
  static func ownName(of header: String) -> String? {
    let words = header.split(separator: " ")
    guard words.count > 1, let first = words.first else { return nil }
    let (group, own) = (Vocabulary.normalized(String(first)), words.dropFirst().joined(separator: " "))
    if items.contains(group), numbers.contains(Vocabulary.normalized(own)) { return "sku" }
    guard let fields = fieldNames(below: group) else { return nil }
    return MatchedColumns.forms(own).contains { !Vocabulary.fieldNames(of: $0).isDisjoint(with: fields) } ? own : nil
  }

  private static let numbers: Set<String> = ["nummer", "nr", "number", "no", "numéro", "número", "code", "id"]
}

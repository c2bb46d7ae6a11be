internal import FormatKit

/// Lists of books that have no codes of their own.
extension HeaderMatching {
  /// A library whose books have no codes of their own, such as a list of ISBNs: the user and the ISBN, or else the title,
  /// make the code of each listing, so that the same list again changes nothing.
  ///
  /// - Returns: nil where the records have codes or cannot get any, and where there is neither ISBN nor title.
  static func library(
    _ kind: RecordKind, _ assigned: Assignment, _ columns: MatchedColumns, _ hints: Hints
  ) -> Match? {
    guard !kind.matching.keyParts.isEmpty, let key = kind.key.first?.name, assigned.columns[key] == nil,
      !hints.given.contains(key)
    else { return nil }
    let sources = kind.matching.keyParts.compactMap { assigned.columns[$0] }
    let user = assigned.columns["user"]
    // A brace is part of the template's own signs.
    guard !sources.isEmpty, (sources + [user].compactMap { $0 }).allSatisfy({ !$0.contains("{") && !$0.contains("}") })
    else { return nil }
    let owner = hints.constants["user"].flatMap { $0.contains("{") || $0.contains("}") ? nil : $0 }
    let front = user.map { "{\($0)} " } ?? owner.map { "\($0) " } ?? ""
    var match = single(kind, assigned, columns, hints)
    guard let base = match.records.popLast() else { return nil }
    match.records += sources.map { column in
      var record = base
      record.fields.insert(
        .init(
          field: key,
          value: ValueExpression(.template(front + "{\(column)}"))), at: 0)
      record.condition = .column(column, .present)
      record.alternative = 1
      return record
    }
    match.findings.append(
      SourceFinding(
        key,
        "made of \(user ?? owner.map { _ in "the user" } ?? "the ISBN")"
          + (user == nil && owner == nil ? "" : " and the ISBN or title"),
        evidence: "no column has codes of listings"))
    return match
  }
}

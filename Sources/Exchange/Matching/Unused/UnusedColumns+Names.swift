internal import FormatKit

/// Columns that are lost because of their names or their position: next to one of the same name, or in a second table.
extension UnusedColumns {
  /// Columns that differ from one that is used in capital letters only, and those with the name of a field that the user gave
  /// another column.
  var sameNames: Found {
    unused.compactMap { name, _, look in
      let folded = name.lowercased()
      if let other = columns.names.first(where: { $0 != name && $0.lowercased() == folded && match.used.contains($0) })
      {
        return text(
          name, look,
          "is not used, and '\(other)' is, which differs in capital letters only; give both one name in the file")
      }
      guard let other = match.meanings.first(where: { $0.field == folded && columns.isGiven($0.column) }) else {
        return nil
      }
      return text(name, look, "has the name of a field, and is not used, because '\(other.column)' is taken for it")
    }
  }

  /// Titles in several languages, of which none is taken for the name of the items.
  var languages: Found {
    let titles = Vocabulary.headerNames(of: ["title"])
    guard isItems, taken("title").isEmpty else { return [] }
    return unused.compactMap { name, _, look in
      guard let bare = HeaderLanguage.bare(name), titles.contains(bare) else { return nil }
      return text(name, look, "has titles in one of several languages and is not used", field: "title")
    }
  }

  /// The columns of a second table that follow an empty column: one of them has the codes of other items.
  var besideGap: Found {
    let names = columns.names
    guard
      let gap = names.firstIndex(where: { MatchedColumns.isMadeUp($0) && (columns.look(of: $0)?.filled ?? 0) == 0 })
    else { return [] }
    func codes(_ part: ArraySlice<String>) -> [String] {
      part.filter {
        !Self.codeNames.isDisjoint(with: MatchedColumns.forms($0))
          || ColumnWords.words(of: $0).isSubset(of: ColumnWords.codeWords)
      }
    }
    let second = names[(gap + 1)...].filter { columns.look(of: $0).map { $0.filled > 0 } == true }
    guard let first = codes(names[..<gap]).first, let other = codes(second[...]).first,
      columns.look(of: first)?.words != columns.look(of: other)?.words
    else { return [] }
    return second.map { name in
      UnusedColumn(
        column: name, isUsed: match.used.contains(name),
        message:
          "column '\(name.prefix(80))' is behind an empty column, and belongs to a second table next to the first; move "
          + "that table to a sheet or a file of its own")
    }
  }

  private static let codeNames = Vocabulary.headerNames(of: ["sku", "product_code"])
}

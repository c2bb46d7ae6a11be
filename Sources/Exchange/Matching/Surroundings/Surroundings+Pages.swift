internal import FormatKit
internal import RetailValues

/// Whether a file is one part of a longer list, as web interfaces give them.
extension Surroundings {
  /// What says that there are other records than those of the file; nil where nothing does.
  ///
  /// - Parameter records: how many records the file has.
  func otherPages(records: Int) -> UnusedColumn? {
    let signs = values.compactMap { value in PageSigns.meaning(of: value.name).map { (value.name, value.text, $0) } }
    let hasPages = signs.contains { [.page, .pages, .size, .next, .more].contains($0.2) }
    func saysSo(_ text: String, _ meaning: PageSigns.Meaning) -> Bool {
      let number = Int(text)
      return switch meaning {
      case .more: ["true", "yes", "1"].contains(text.lowercased())
      case .next: !["null", "none", "false", "0"].contains(text.lowercased())
      case .page, .pages: number.map { $0 > 1 } ?? false
      case .records: number.map { $0 > records } ?? false
      case .perhapsRecords: hasPages && number.map { $0 > records } ?? false
      case .size: false
      }
    }
    guard let (name, text, _) = signs.first(where: { saysSo($0.1, $0.2) }) else { return nil }
    return UnusedColumn(
      column: name, isTable: true,
      message: "the file is one page of a longer list, since '\(name.prefix(80))' is '\(text)' next to its "
        + (records == 1 ? "record" : "\(records) records") + "; get the other pages and import them too")
  }

  /// Lists of items, prices or quantities next to the records that are read.
  func otherLists(next tables: [Schema], source: String) -> [UnusedColumn] {
    lists.compactMap { list in
      UnusedColumn(
        table: Schema(table: list.path, columns: list.columns.map { Column(name: $0, type: .text) }), next: tables,
        reading: "`\(HeaderMatching.importCommand(source)) --option \(ShellText.word("path=\(list.path)"))` reads it")
    }
  }
}

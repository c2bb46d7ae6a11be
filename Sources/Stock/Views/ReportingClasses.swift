public import RetailValues

/// The people who may read columns of the reporting views, by the declarations of each view.
public enum ReportingClasses {
  private static let views = Dictionary(uniqueKeysWithValues: ReportingViews.all.map { ($0.name, $0) })

  /// Views that show people of one store only that store.
  static let ofOwnStore: Set<String> = ["report_store_summary", "report_item_reports"]

  /// The classes that a reader must be allowed to see to read a column of a view; an empty name means the rows.
  ///
  /// - Returns: all classes, which no role may see, for a column that the view does not declare.
  public static func classes(of column: String, in view: String) -> Set<DataClass> {
    guard let view = views[view], isDeclared(column, in: view.name) else { return Set(DataClass.allCases) }
    return [view.rows, view.columns[column] ?? view.rows]
  }

  /// Whether a view declares a class for a column; an empty name means the rows.
  static func isDeclared(_ column: String, in view: String) -> Bool {
    views[view].map { column.isEmpty || $0.columns[column] != nil } ?? false
  }

  /// Whether the reader may see the rows of a view but not its column of that name.
  static func isHidden(_ column: String, from seen: Set<DataClass>) -> Bool {
    views.values.contains { view in
      seen.contains(view.rows) && view.columns[column].map { !seen.contains($0) } ?? false
    }
  }

  /// The class that hides a column of a view, or its rows, from a reader; nil when the reader may read it.
  static func hidden(_ column: String, of view: String, from seen: Set<DataClass>) -> DataClass? {
    guard let view = views[view] else { return .shopOnly }
    guard seen.contains(view.rows) else { return view.rows }
    guard !column.isEmpty else { return nil }
    guard let shown = view.columns[column] else { return .shopOnly }
    return seen.contains(shown) ? nil : shown
  }
}

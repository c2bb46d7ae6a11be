internal import RetailValues

/// A view that reports read: its documentation, the data class of its rows and of each column, and its SQL.
///
/// These declarations alone decide who may read what. Nobody may read a column that is not declared.
struct ReportingView: Sendable {
  let name: String
  /// One sentence or two.
  let summary: String
  /// Only a reader who may see this class may read or count the view's rows.
  let rows: DataClass
  /// The class of each column, by name. To read the column, a reader must be allowed to see this class and that of the rows.
  let columns: [String: DataClass]
  let sql: String

  /// - Parameter columns: every column of the view, by its class; each column has one class.
  init(_ name: String, rows: DataClass, columns: [DataClass: [String]], _ summary: String, _ sql: String) {
    self.name = name
    self.summary = summary
    self.rows = rows
    self.columns = Dictionary(
      uniqueKeysWithValues: columns.flatMap { shown, names in names.map { ($0, shown) } })
    self.sql = sql
  }
}

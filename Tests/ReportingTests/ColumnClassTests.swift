import RetailValues
import Stock
import Testing

/// The class of every column of every view, so that a change of who may read a column shows in the difference.
@Test func everyColumnHasTheClassOfTheTable() throws {
  var lines: [String] = []
  for view in try ReportingViewDescription.all() {
    let rows = ReportingClasses.classes(of: "", in: view.name)
    lines.append("\(view.name): \(words(rows))")
    for column in view.columns {
      lines.append("  \(column): \(words(ReportingClasses.classes(of: column, in: view.name)))")
    }
  }
  try expectGolden(lines.joined(separator: "\n") + "\n", "column-classes.txt")
}

private func words(_ classes: Set<DataClass>) -> String { classes.map(\.rawValue).sorted().joined(separator: ", ") }

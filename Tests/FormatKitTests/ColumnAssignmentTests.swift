import FormatKit
import Testing

/// What a column is taken for, as an option says it.
@Suite struct ColumnAssignmentTests {
  @Test(arguments: [
    ("Karton=pack_size", "Karton", "pack_size"), ("Karton=", "Karton", ""),
    ("P.A. HT=unit_cost", "P.A. HT", "unit_cost"),
    ("a=b=price", "a=b", "price"), ("a==", "a=", ""), ("Size: UK=size", "Size: UK", "size"),
  ])
  func theLastEqualsSignEndsTheColumn(text: String, column: String, field: String) throws {
    let assignment = try #require(ColumnAssignment(text))
    #expect(assignment.column == column && assignment.field == field)
  }

  @Test(arguments: ["", "Karton", "=price"])
  func anotherTextIsNone(text: String) { #expect(ColumnAssignment(text) == nil) }
}

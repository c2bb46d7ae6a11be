import Testing

@testable import Web

/// What a page says after an undo or a redo.
@Suite struct UndoMessageTests {
  @Test(arguments: [
    (13, 0, "Import 33 is undone."), (0, 0, "Import 33 is undone."),
    (0, 296, "Nothing of import 33 was undone: 296 records are kept as before."),
    (0, 1, "Nothing of import 33 was undone: 1 record is kept as before."),
    (3, 2, "Import 33: 3 records undone, 2 kept as before."),
    (1, 1200, "Import 33: 1 record undone, 1,200 kept as before."),
  ])
  func saysWhatWasUndoneAndWhatIsKept(reverted: Int, kept: Int, text: String) {
    #expect(ImportPages.message(33, "undone", reverted: reverted, kept: kept).description == text)
  }
}

import Testing

@testable import Exchange

/// The names by which imports know their files.
@Suite struct RecordedNameTests {
  @Test(arguments: [
    ("/srv/shop/.uploads/5318d03c/list.csv", "list.csv"), (".uploads/a/list.csv", "list.csv"),
    ("files/list.csv", "files/list.csv"), ("../files/list.csv", "../files/list.csv"), ("./list.csv", "./list.csv"),
    (".list.csv", ".list.csv"), ("list.csv", "list.csv"), ("-", "-"), ("", ""),
  ])
  func aFileInAHiddenFolderIsKnownByItsName(path: String, name: String) {
    #expect(Importer.recordedName(path) == name)
  }
}

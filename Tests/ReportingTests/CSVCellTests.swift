import Testing

@testable import Reporting

/// What a template makes of values that were quoted one by one, and the same with each cell quoted as a whole.
@Test(arguments: [
  ("a,b\r\n", "a,b\r\n"), ("\"x, y\",b\n", "\"x, y\",b\n"), ("\"a\"\"b\",c", "\"a\"\"b\",c"),
  ("A,\"x, y\" = z,1", "A,\"x, y = z\",1"), ("A,x = \"y, z\"\r\nB", "A,\"x = y, z\"\r\nB"),
  ("\"x, y\" = \"z \"\"q\"\"\",1\n", "\"x, y = z \"\"q\"\"\",1\n"), ("\"line\nbreak\" of 2,", "\"line\nbreak of 2\","),
  ("\"x, y\"\r\n\"z\"", "\"x, y\"\r\n\"z\""), ("", ""), ("\"\"", "\"\""),
])
func aCellOfSeveralValuesIsQuotedAsAWhole(_ rendered: String, _ expected: String) {
  #expect(CSVCells.quotedAsWholes(of: rendered) == expected)
}

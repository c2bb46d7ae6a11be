import FormatKit
import Testing

@testable import JSONFormat

@Test(
  arguments: [
    ("sku", #"{"sku": "A-1", "stock":12}"#, "\"A-1\""), ("stock", #"{"sku":"A-1","stock":12}"#, "12"),
    ("to.city", #"{"city":"x","to":{"city":"Bern"}}"#, "\"Bern\""),
    ("text", #"{"text":"say \"hi\", ok","b":1}"#, #""say \"hi\", ok""#), ("missing", #"{"sku":"A-1"}"#, nil),
    ("open", #"{"open":"never closed"#, "\"never closed"), ("end", #"{"end""#, nil),
  ] as [(String, String, String?)])
func findsTheTextOfAField(column: String, record: String, expected: String?) {
  let format = JSONLinesFormat(options: JSONLinesOptions())
  #expect(format.locate(column: 0, named: column, in: record).map { String(record[$0]) } == expected)
}

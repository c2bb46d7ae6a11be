import FormatKit
import Foundation
import JSONReading
import Testing

@Suite struct JSONTextWriterTests {
  private func text(
    indentation: Int = 2, _ write: (inout JSONTextWriter) throws(Problems) -> Void
  ) throws -> String {
    let sink = ByteSink.memory()
    var writer = JSONTextWriter(to: sink, indentation: indentation)
    try write(&writer)
    return sink.collectedText
  }

  private func sample(_ writer: inout JSONTextWriter) throws(Problems) {
    try writer.beginObject()
    try writer.member("name", string: "Tee \"Assam\"")
    try writer.key("stores")
    try writer.beginObject()
    try writer.endObject()
    try writer.key("sizes")
    try writer.beginArray()
    try writer.number("1.50")
    try writer.null()
    try writer.boolean(false)
    try writer.endArray()
    try writer.endObject()
    try writer.endLine()
  }

  @Test func indents() throws {
    #expect(
      try text(sample) == """
        {
          "name": "Tee \\"Assam\\"",
          "stores": {},
          "sizes": [
            1.50,
            null,
            false
          ]
        }

        """)
  }

  @Test func writesOneLineForEachValue() throws {
    let twice = try text(indentation: 0) { (writer) throws(Problems) in
      try sample(&writer)
      try sample(&writer)
    }
    let line = "{\"name\":\"Tee \\\"Assam\\\"\",\"stores\":{},\"sizes\":[1.50,null,false]}\n"
    #expect(twice == line + line)
  }

  @Test(arguments: [
    ("0", "0"), ("-1.5e3", "-1.5e3"), ("007", "\"007\""), ("+5", "\"+5\""), (".5", "\".5\""), ("", "\"\""),
    ("NaN", "\"NaN\""), ("1 ", "\"1 \""), ("1]", "\"1]\""),
  ])
  func writesAsNumbersOnlyWhatIsOne(digits: String, expected: String) throws {
    #expect(try text { (writer) throws(Problems) in try writer.number(digits) } == expected)
  }

  /// Foundation reads every character back.
  @Test func escapesWhatItMust() throws {
    let all = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init))) + "😀\u{2028}"
    let written = try text(indentation: 0) { (writer) throws(Problems) in
      try writer.beginArray()
      try writer.string(all)
      try writer.endArray()
    }
    #expect(try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String] == [all])
  }
}
